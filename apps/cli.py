"""The ``matadojo`` command.

``trace``, ``replay`` and ``--help`` load the engine alone; the toolkit is loaded only by what needs it. Whatever is
wrong with an argument or a file is said in one line, with exit code 2.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import engine
from engine import DataError, Game, GameError, PositionError, Trace
from engine.words import SOURCE_LANGUAGE, languages

MAX_BYTES = 1_000_000
"""A longer position is refused before it is read."""

POSITION = "a file that holds a position, - to read it from standard input, or the position itself"
REFUSED = 1
WRONG = 2


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(WRONG, f"{self.prog}: {one_line(message)} ({self.prog} --help tells more)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns:
        the exit code: 0, 1 where the rules refuse a move that was asked about, 2 where something given is wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        if sys.stdout is not None:  # a closed one
            sys.stdout.flush()
    except GameError as error:
        complain(str(error))
        return WRONG
    except BrokenPipeError:
        # Whoever read along has seen enough. What is left must not be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        complain(f"cannot be read or written: {error.strerror or error}")
        return WRONG
    except KeyboardInterrupt:
        return 130
    return code


def complain(message: str) -> None:
    """Say what is wrong in one line, if there is anywhere to say it."""
    try:
        print(f"matadojo: {one_line(message)}", file=sys.stderr)
    except OSError:
        sys.stderr = None  # or python would complain at exit, too


def one_line(message: str) -> str:
    """A message without line breaks, and of a length that can be read."""
    text = " ".join(message.split())
    return text if len(text) <= 500 else f"{text[:500]} ..."


def parser() -> Parser:
    """What can be asked of the command."""
    games = ", ".join(engine.GAMES)
    top = Parser(
        prog="matadojo",
        description="Learn the rules of table games by stepping through them.",
        epilog="Each command has its own help, for example: matadojo trace --help",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    serve = commands.add_parser(
        "serve",
        help="start the pages, for this computer or for a classroom",
        description="Start the pages and say where they are. Ctrl+C stops them.",
        epilog="Only this computer can reach the pages unless an address is given. For a classroom: "
        "matadojo serve --address 0.0.0.0, then tell the pupils the address that it says.",
    )
    serve.add_argument("--port", type=port, default=5006, help="the port (default: 5006; 0: any that is free)")
    serve.add_argument(
        "--address", default="localhost", help="where to listen (default: localhost, this computer only)"
    )
    serve.add_argument(
        "--origin", type=origin, action="append", default=[], metavar="HOST[:PORT]",
        help="another name under which browsers reach the pages, as behind a proxy; may be given again",
    )  # fmt: skip
    serve.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=None,
        help="open a browser, or not (default: open one when started from a terminal)",
    )  # fmt: skip
    serve.add_argument(
        "--no-insight", action="store_true", help="hide from everybody what the computer knows about moves"
    )
    serve.add_argument(
        "--num-procs", type=few, default=1, metavar="N",
        help="how many server processes share the work; more than one need Redis (default: 1)",
    )  # fmt: skip
    serve.add_argument(
        "--proxy", action="store_true", help="believe the proxy in front of it who asks; see docs/deploy.md"
    )
    serve.set_defaults(run=run_serve)

    database = commands.add_parser(
        "db", help="look after the database", description="Look after the database that MATADOJO_DATABASE_URL names."
    )
    upgrade = database.add_subparsers(title="commands", metavar="COMMAND", required=True).add_parser(
        "upgrade",
        help="bring its tables to the newest form",
        description="Bring the tables of the database to their newest form. Opening the pages does that by itself; "
        "this does it before.",
    )
    upgrade.set_defaults(run=run_db_upgrade)

    trace = commands.add_parser(
        "trace",
        help="tell in words what a move does, or why it is not allowed",
        description="Play moves from a position and tell each step in words, with the rule that acts.",
        epilog="The exit code is 1 where the rules refuse a move; the moves after it are not played.",
    )
    trace.add_argument("game", type=game, metavar="GAME", help=f"one of: {games}")
    trace.add_argument("position", metavar="POSITION", help=POSITION)
    trace.add_argument("moves", nargs="+", metavar="MOVE", help="a move in the game's notation, as bull or R@c2")
    add_language(trace)
    trace.set_defaults(run=run_trace)

    replay = commands.add_parser(
        "replay",
        help="check a saved game, move by move",
        description="Play a saved game again, with every line in it. Says the first wrong move and why, or the result.",
    )
    replay.add_argument("record", metavar="RECORD", help="the file of the saved game, or - for standard input")
    replay.add_argument("--steps", action="store_true", help="tell every step of the main line")
    add_language(replay)
    replay.set_defaults(run=run_replay)

    export = commands.add_parser(
        "export",
        help="write a page that steps through moves, or a lesson, without a server",
        description="Write one HTML file that steps through moves, or is a lesson with all its answers, in any "
        "browser, without a server or a network.",
        epilog="For example: matadojo export matadoon position.yaml --move bull -o page.html, or: "
        "matadojo export --lesson matadoon/3 -o lesson.html. The answers of a lesson can be found in its file.",
    )
    export.add_argument("game", nargs="?", type=game, metavar="GAME", help=f"one of: {games}")
    export.add_argument("position", nargs="?", metavar="POSITION", help=POSITION)
    export.add_argument(
        "--move", action="append", default=[], dest="moves", metavar="MOVE", help="a move; may be given again"
    )
    export.add_argument(
        "--lesson",
        metavar="GAME/NUMBER",
        help="a lesson instead, by number or name; or the file of one, after GAME",
    )
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the page to write")
    add_language(export)
    export.set_defaults(run=run_export)

    solve = commands.add_parser(
        "solve",
        help="work out who wins from every position of a game",
        description="Work out the true value of every position of Let's Catch the Lion! and keep it in a table of 130 "
        "MB, which Insight on the game's page then reads.",
        epilog="Stop it with Ctrl+C whenever you like: the same command goes on from there. A table that is there "
        "already is only checked for damage. Needs the extra matadojo[solve], that is, numba.",
    )
    solve.add_argument("game", choices=["lion"], metavar="GAME", help="lion: it is the one game that is solved")
    solve.add_argument("--folder", type=Path, metavar="FOLDER", help="where the table goes (default: your data folder)")
    solve.add_argument("--threads", type=few, default=2, help="how many cores work at once (default: 2)")
    solve.add_argument(
        "--check", action="store_true", help="then compare the table with published values (some minutes)"
    )
    solve.set_defaults(run=run_solve)

    lessons = commands.add_parser(
        "lessons",
        help="check lesson files",
        description="Work with lesson files.",
    )
    check = lessons.add_subparsers(title="commands", metavar="COMMAND", required=True).add_parser(
        "check",
        help="replay lessons, solve them, and say what is wrong",
        description="Replay every lesson, solve every task in it, and say every fault with its file, line and key.",
        epilog="Files may lie anywhere if --game is given; otherwise in a folder <game>/lessons. "
        "The exit code is 2 where there is a fault.",
    )
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="lesson files (default: all lessons)")
    check.add_argument("--game", type=game, metavar="GAME", help=f"the game of the files, one of: {games}")
    check.set_defaults(run=run_lessons_check)

    messages = commands.add_parser(
        "messages",
        help="bring the translations in step with the texts",
        description="Write every text there is into the catalogues of all languages, keep the translations, drop what "
        "nobody needs any more, and say what is still to be translated.",
        epilog="The catalogues lie in engine/locale; docs/translating.md tells more.",
    )
    messages.add_argument("--add", metavar="LANGUAGE", type=language_code, help="begin a language: fr")
    messages.set_defaults(run=run_messages)
    return top


def add_language(command: argparse.ArgumentParser) -> None:
    """Let a command speak any language there are words for."""
    command.add_argument(
        "--language", choices=languages(), default=SOURCE_LANGUAGE, help="language of the words (default: en)"
    )


def game(id: str) -> Game[Any, Any]:
    """A game, from its id."""
    try:
        return engine.get_game(id)
    except GameError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def port(text: str) -> int:
    """A port, from its digits."""
    if not text.isascii() or not text.isdigit() or int(text[:6]) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r:.60}")
    return int(text)


def language_code(text: str) -> str:
    """The short name of a language."""
    if not re.fullmatch(r"[a-z]{2,3}([_-][A-Za-z]{2,4})?", text):
        raise argparse.ArgumentTypeError(f"expected the short name of a language such as fr, got {text!r:.60}")
    return text


def few(text: str) -> int:
    """A number of threads or processes, from its digits."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= 64:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 64, got {text!r:.60}")
    return int(text)


def origin(text: str) -> str:
    """A host under which browsers come, with its port or without."""
    host, _, number = text.partition(":")
    if not host or "/" in host or (number and not (number.isascii() and number.isdigit() and int(number[:6]) <= 65535)):
        raise argparse.ArgumentTypeError(f"expected a host, or a host and a port as host:5006, got {text!r:.60}")
    return text


def read_position(of: Game[Any, Any], given: str) -> Any:
    """The state that a file, standard input or a text describes.

    Raises:
        GameError: it cannot be read, or is not a position; says where it came from.
    """
    if given == "-":
        return parse_position(of, sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    try:
        with open(given, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENAMETOOLONG, errno.EINVAL) or Path(given).suffix[1:].isalnum():
            raise DataError(given, "", f"cannot be read: {error.strerror}") from error
        try:
            return of.parse_position(given)
        except GameError as wrong:
            if any(sign in given for sign in "\n:/"):
                raise
            raise PositionError(f"{given!r:.60} is neither a file nor a position: {wrong}") from wrong
    return parse_position(of, data, given)


def parse_position(of: Game[Any, Any], data: bytes, source: str) -> Any:
    """The state that the content of a file describes.

    Raises:
        GameError: the text is too long, not UTF-8 or not a position.
    """
    if len(data) > MAX_BYTES:
        raise DataError(source, "", f"is too long for a position: at most {MAX_BYTES} bytes are read")
    try:
        return of.parse_position(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError(source, "", f"is not UTF-8 text (byte {error.start})") from error
    except PositionError as error:
        raise DataError(source, "", "{error}", error=error) from error


def run_trace(options: argparse.Namespace) -> int:
    """Tell what moves do."""
    from engine.report import trace_text

    state = read_position(options.game, options.position)
    for number, move in enumerate(options.moves):
        trace = options.game.trace(state, options.game.parse_move(state, move))
        print("\n" * bool(number) + trace_text(trace, options.language))
        if not trace.legal:
            return REFUSED
        state = trace.after
    return 0


def run_replay(options: argparse.Namespace) -> int:
    """Check a record."""
    from engine import record as records
    from engine.report import trace_text

    if options.record == "-":
        source, record = "standard input", records.parse_record(sys.stdin.buffer.read(records.MAX_BYTES + 1))
    else:
        source, record = options.record, records.load(options.record)
    start, tree, line = records.replay_lines(record, source)
    traces = [tree[node].trace for node in line]
    if options.steps:
        for trace in traces:
            print(trace_text(trace, options.language), end="\n\n")
    lines = f", {counted(len(record.branches), 'more line')}" if record.branches else ""
    of = engine.get_game(record.game)
    print(f"{source}: {of.title}, {counted(len(traces), 'move')}{lines}; every move is legal.")
    print(f"Result: {result(of, start, traces, options.language)}")
    return 0


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def result(of: Game[Any, Any], start: Any, traces: list[Trace[Any, Any]], language: str) -> str:
    """How a game ended, in the words of the rule that ended it."""
    outcome = of.outcome(traces[-1].after if traces else start)
    if outcome is None:
        return "the game is not over."
    ends = (step for trace in traces[-1:] for step in trace.steps if step.rule == outcome.rule)
    step = next(ends, None)
    return of.rulebook.title(outcome.rule, language) if step is None else of.rulebook.sentence(step, language)


def run_export(options: argparse.Namespace) -> int:
    """Write a page."""
    text = moves_text(options) if options.lesson is None else lesson_text(options)
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(options.output, "", f"cannot be written: {error.strerror}") from error
    print(options.output)
    return 0


def moves_text(options: argparse.Namespace) -> str:
    """The page of the moves that were asked for.

    Raises:
        GameError: something is missing, cannot be read or is not legal.
    """
    if options.game is None or options.position is None or not options.moves:
        raise GameError("expected a game, a position and at least one --move MOVE, or else --lesson GAME/NUMBER")
    _refuse_to_overwrite(options.position, options.output)
    state = read_position(options.game, options.position)
    traces = []
    for move in options.moves:
        traces.append(options.game.trace(state, options.game.parse_move(state, move)))
        options.game.refuse(traces[-1])
        state = traces[-1].after
    from apps.parts.export import page

    return page(traces, options.language)


def lesson_text(options: argparse.Namespace) -> str:
    """The page of the lesson that was asked for.

    Raises:
        GameError: there is no such lesson, or it was asked for together with a position.
    """
    from engine.lessons import get_lesson, load

    if options.position is not None or options.moves:
        raise GameError("expected either a lesson, or a position and moves")
    _refuse_to_overwrite(options.lesson, options.output)
    if options.lesson.endswith((".yaml", ".yml")):
        lesson = load(options.lesson, options.game)
    else:
        id, _, which = options.lesson.partition("/")
        lesson = get_lesson(engine.get_game(id), int(which) if which.isdecimal() else which)
    from apps.parts.lesson_export import lesson_page

    return lesson_page(lesson, options.language)


def _refuse_to_overwrite(given: str, output: Path) -> None:
    """Refuse an output that would take the place of what was read, or that is no file.

    Raises:
        GameError: says where else to write.
    """
    if str(output) == "-":
        raise GameError("-o: expected the name of a file to write, got -")
    try:
        same = output.samefile(given)
    except (OSError, ValueError):  # what was given is no file, or nothing lies there yet
        same = False
    if same:
        raise GameError(f"-o: {output} holds the position; write the page to another file")


def run_solve(options: argparse.Namespace) -> int:
    """Solve the Lion."""
    from apps.parts.solving import solve_lion

    return solve_lion(options.folder, options.threads, options.check)


def run_lessons_check(options: argparse.Namespace) -> int:
    """Check lesson files, or all lessons."""
    from engine import lesson_check
    from engine.lessons import lesson_files

    given: list[tuple[Path, Game[Any, Any] | None]] = [(path, options.game) for path in options.files]
    if not given:
        chosen = [options.game] if options.game else engine.GAMES.values()
        given = [(path, of) for of in chosen for path in lesson_files(of)]
    faults = [fault for path, of in given for fault in lesson_check.check_file(path, of)]
    for fault in faults:
        print(one_line(str(fault)), file=sys.stderr)
    if faults:
        return WRONG
    print(f"{len(given)} {'lesson' if len(given) == 1 else 'lessons'} checked; nothing is wrong.")
    return 0


def run_messages(options: argparse.Namespace) -> int:
    """Bring the catalogues in step."""
    from apps.parts import messages

    for language in sorted({*languages()[1:], *filter(None, [options.add])}):
        changed = messages.update(language)
        missing = {path.name: len(list(messages.faults(path))) for path in messages.files(language)}
        todo = ", ".join(f"{name} {count}" for name, count in missing.items() if count) or "nothing"
        print(f"{language}: {counted(len(changed), 'file')} changed; still to be done: {todo}.")
    return 0


def run_serve(options: argparse.Namespace) -> int:
    """Start the pages."""
    from apps.parts.serving import serve, serve_several

    if options.no_insight:
        os.environ["MATADOJO_HIDE_INSIGHT"] = "1"
    given = {"port": options.port, "address": options.address, "origins": options.origin, "proxy": options.proxy}
    if options.num_procs > 1:
        return serve_several(options.num_procs, **given)
    serve(**given, show=options.open)
    return 0


def run_db_upgrade(options: argparse.Namespace) -> int:
    """Bring the database to its newest form."""
    from apps import db

    opened = db.Database(db.database_url())
    before, after = opened.upgraded
    opened.close()
    print(f"The database is in its newest form, {after}." + (f" It was {before or 'new'}." if before != after else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
