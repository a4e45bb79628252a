"""The English texts of the user interface: the one place where a translator finds them.

A text may hold fields such as ``{step}``; whoever shows it fills them.
"""

from __future__ import annotations

from engine.words import SOURCE_LANGUAGE, translate

from .texts_matanga import CHANCES, LIVE, RACE  # noqa: F401 (a game's own texts, to be found here too)
from .texts_rivals import RIVALS  # noqa: F401
from .texts_school import CLASSROOM, JOIN, SCHOOL  # noqa: F401
from .texts_tables import CLASS_GAMES, LOBBY, TABLE_BAR, TABLE_PLAY, TABLES  # noqa: F401

BOARD = {
    "first": "First step",
    "back": "One step back",
    "play": "Play",
    "pause": "Pause",
    "forward": "One step forward",
    "last": "Last step",
    "speed": "Speed",
    "scrubber": "Step",
    "step_of": "Step {step} of {count}",
    "before": "Before the move",
    "no_steps": "No move yet",
    "legal": "possible",
    "chosen": "chosen",
    "refused": "Not allowed",
    "facts": "State of the game",
    "keys": (
        "Left and Right step, Home and End jump, Space plays. Up, Down and Shift with an arrow move between cells, "
        "or type the name of a cell; Enter chooses it. Escape leaves the board for the controls."
    ),
}
STEPS = {
    "steps": "Steps",
    "before": "Before the move",
    "no_steps": "No move yet",
    "skip": "I don't know",
    "check": "Check",
    "effect": "Effect",
    "end": "End",
    "refused": "Not allowed",
}
RULE = {
    "rule": "The rule that acts",
    "source": "Source",
    "no_rule": "Step through a move: the rule that acts appears here.",
}
EXPORT = {"moves": "Moves"}

# Pages ---------------------------------------------------------------------------------------------------------------

PLAY = {
    "fault": "Something went wrong here; the game stayed as it was. The fault has been noted.",
    "over": "The game is over. Go back a move, or start a new game.",
    "chance": "First chance has to decide: use the button.",
    "other_eyes": "You look as somebody else. Look as the one to move, or see all, to play.",
    "computer": "The computer is to move here.",
    "choose_first": "First choose one of the marked pieces, then the place.",
    "not_there": "Nothing can be done there now. What you can tap is marked.",
    "at_start": "This is the start of the game.",
    "at_end": "There is nothing to play again.",
}
SEATS = {
    "player": "Player {number}",
    "all": "See all",
    "side": "{seat}",
    "eyes": "As {seat}",
    "public": "Outside",
}
TURN = {
    "turn": "{seat}: your turn",
    "chance": "Chance decides",
    "forced": "Now the rules decide",
    "over": "The game is over",
    "hint_first": "Tap something that is marked. Tap anything else to learn why it is not possible.",
    "hint_then": "Now tap a marked place, or tap your choice again to let go of it.",
    "hint_button": "Choose one of these.",
    "hint_preview": "This is what would happen. Play it, or choose another way.",
    "hint_forced": "There is nothing to choose here.",
    "hint_choose": "Choose what is drawn. Beside it stands how likely it is.",
    "hint_hidden": "You see only what this player may know. Somebody else is to move.",
    "computer": "{seat} is thinking ...",
    "hint_computer": "The computer plays here.",
    "hint_back": "Here the computer played. Go forward, or take another move back.",
    "look_as": "Look as {seat}",
    "see_all": "See all",
    "draw": "Draw",
    "done": "Done",
    "play_it": "Play it",
    "go_on": "Go on",
    "gone": "This can no longer be drawn.",
    "draws": "Draws",
    "automatic": "by themselves",
    "press": "one by one",
    "choose": "I choose",
    "chances": "How likely",
    "watch": "Watch how it ends!",
    "not_allowed": "Not allowed",
    "to_do": "What to do now",
    "won": "{seat} has won.",
    "draw_game": "Nobody has won: a draw.",
    "again": "Play again",
}
MOVES = {
    "moves": "Moves",
    "start": "Start",
    "undo": "Take back",
    "redo": "Forward",
    "many_draws": "{count} draws",
    "other": "Also tried",
    "none": "No move yet.",
    "alike": "The same position as now",
}
MENU = {
    "bar": "Game menu",
    "new": "New game",
    "more": "More",
    "close": "Close",
    "view": "View",
    "position": "Edit the position",
    "open": "Open a saved game",
    "save": "Save this game as a file",
    "link": "Copy a link to this step",
    "friend": "Play with a friend",
    "random": "Show a random game",
    "players": "Players",
    "start": "Who begins",
    "lot": "Draw lots",
    "careful": "Show each move before it is played",
    "players_n": "{count} players",
    "preset": "Rules",
    "own": "Own rules",
    "options": "House rules",
    "begin": "Start",
    "show": "Show",
    "cancel": "Cancel",
    "position_help": "Change the text and show it. The position starts a new game.",
    "choose_file": "Choose a file that was saved here",
    "reading": "The file cannot be read.",
    "link_copied": "The link is copied. It holds the whole game, hidden things included.",
    "link_position": "The game is too long for a link: this one holds only the position. Save the game as a file.",
    "link_here": "Copy this link:",
    "too_long": "This is too long: at most a million characters are read.",
    "not_sent": "The file did not arrive whole. Please try again.",
}
RULES = {
    "title": "The rules of {game}",
    "search": "Search the rules",
    "contents": "Contents",
    "goal": "Goal",
    "tip": "Tip",
    "source": "Source",
    "example": "Show me",
    "close": "Close the example",
    "loading": "One moment ...",
    "questions": "Questions and answers",
    "see": "See",
    "found": "{count} found",
    "nothing": "Nothing found. Try another word.",
}
INSIGHT = {
    "title": "Who wins with best play?",
    "wait": "One moment ...",
    "win": "wins in {n}",
    "win_now": "wins at once",
    "loss": "loses in {n}",
    "draw": "draw",
    "open": "not decided within {n}",
    "position_win": "{seat} is to move and can win in {n}, whatever {other} does.",
    "position_win_now": "{seat} is to move and can win at once.",
    "position_loss": "{seat} is to move and loses in {n} if {other} plays without a mistake.",
    "position_draw": "{seat} is to move. Neither side can force a win: with best play it is a draw.",
    "position_open": (
        "{seat} is to move. I looked {depth} moves ahead: within them nobody can force a win. What comes later "
        "I do not know."
    ),
    "over": "The game is over.",
    "lot": "First the lot has to decide who begins.",
    "counted": "Counted are the single moves of both sides, up to the one that ends the game.",
    "from_search": "Looked {depth} moves ahead ({positions} positions). Only what is certain is told.",
    "moves": "Every move and what it leads to",
    "best": "best",
    "line": "The best line",
    "line_help": "Both sides play their best. Tap a move to play up to it.",
    "game": "How the game went",
    "game_help": "The higher, the better for {first}; the lower, the better for {second}. A mark shows a mistake.",
    "game_none": "Play some moves. Then this shows how each of them changed the game.",
    "game_table": "This needs the table of the solved game.",
    "mistakes": "Mistakes",
    "no_mistakes": "No win and no draw was thrown away.",
    "win_lost": "a win was thrown away: {was}, now {now}",
    "draw_lost": "a draw was thrown away: now {now}",
    "axis": "Advantage",
    "wins_now": "{seat} wins now",
    "wins_in": "{seat} wins in {n}",
    "puzzles": "Solve puzzles like this",
    "no_table": "There is no table of the solved game on this computer yet, so I can only look a few moves ahead.",
    "bad_table": "The table of the solved game cannot be used: {why}",
    "not_here": "The table cannot help here. {why}",
    "offer": "Solving the game takes some minutes and 130 MB. You can go on playing meanwhile.",
    "build": "Solve the game now",
    "building": "The game is being solved: {percent} %",
    "failed": "Solving stopped: {why}",
    "install": "To solve the game, first install numba (the extra matadojo[solve]): pip install numba",
    "gone": "This move cannot be played any more.",
}
ODDS = {
    "title": "Where will the bull run?",
    "wait": "One moment ...",
    "mind": "Who guesses?",
    "mind_why": "You look with the eyes of one player. To see what the others think, choose See all on Explore.",
    "all": "Seeing all",
    "outside": "From outside",
    "no_chips": "No chip lies on the arena yet, so the bull would run straight ahead. Place chips on Explore.",
    "certain_all": (
        "All chips are known to you, so nothing is left to chance. Choose a player to see what they can only guess."
    ),
    "certain": "Every chip that lies there is known, so nothing is left to chance.",
    "guess": "{who}: {unknown} of {chips} chips are unknown. In percent: how likely the bull comes to each cell.",
    "running": "The bull is running. The numbers are about the rest of its run.",
    "has_run": "The bull has run. On Explore, go back to an earlier step to see its odds there.",
    "over": "The game is over.",
    "chance_bar": "The bull comes here, in percent",
    "change_bar": "Change, in points of a hundred",
    "taken": "no chip can be placed here",
    "from_to": "from {before} % to {after} % ({change})",
    "table": "The numbers as a table",
    "hits": "Who gets hit?",
    "player": "Player",
    "floored": "knocked down",
    "removed": "out",
    "is_down": "lies on the ground",
    "is_out": "is out",
    "is_none": "not set up yet",
    "guesses": "What each one thinks: chance of being hit, in percent",
    "thinks": "Who thinks so",
    "where": "Where would a chip hurt whom?",
    "where_help": (
        "As {seat} sees it, if the bull ran right after this chip. Plus: hit more often. Minus: hit less often."
    ),
    "chip": "Chip of {seat}",
    "victim": "Hurt whom?",
    "nobody_places": "Nobody is about to place a chip. In a lap, this shows what each place of a chip would change.",
    "only_m": "{seat} holds no chip that can be placed.",
    "hand_hidden": "{seat} is about to place a chip. Only {seat} knows which ones there are.",
    "hurts": "{chip} hurts {seat} most on {cells}: from {before} % to {after} %.",
    "helps": "{chip} helps {seat} most on {cells}: from {before} % to {after} %.",
    "no_change": "{chip} changes nothing for {seat}, wherever it lies.",
}
LEARN = {
    "title": "Learn {game}",
    "lead": "Short lessons, one after the other. Nothing can go wrong: try, look what happens, try again.",
    "lessons": "Lessons",
    "lesson_n": "Lesson {number}",
    "start": "Start",
    "resume": "Go on",
    "repeat": "Again",
    "done_of": "{done} of {count}",
    "stars": "{stars} of 3 stars",
    "all": "All lessons",
    "restart": "Start again",
    "before": "Read the step before again",
    "progress": "Progress in this lesson",
    "step_of": "{number} of {count}",
    "step": "Next step",
    "next": "Continue",
    "again": "Try again",
    "hint": "Hint",
    "solve": "Show me",
    "skip": "I don't know",
    "check": "Check",
    "number": "Your answer",
    "steps": "What happens, step by step",
    "rule": "The rule",
    "ask_cell": "Tap a cell of the board.",
    "ask_choice": "Choose an answer.",
    "ask_number": "Type a number.",
    "answer_is": "The answer: {answer}.",
    "one_way": "Watch the board: this is one way to do it.",
    "end": "Lesson done!",
    "at_once": "{right} of {total} right at once",
    "better": "For three stars, answer everything at once and without help.",
    "next_lesson": "Next lesson",
    "practice": "Practice without end",
    "practice_text": (
        "Fresh questions, as many as you like. They get harder as you get better, and what went wrong comes back."
    ),
    "puzzles": "Puzzles without end",
    "puzzles_text": "Positions with one right move: win by force, or find the only move that helps.",
    "level": "Level {level} of {levels}",
    "score": "{right} of {count} right",
    "not_quite": "Not quite.",
    "never_mind": "Never mind.",
    "up": "You go up to level {level}!",
    "down": "You go on at level {level}.",
    "kept": "Your progress",
    "kept_text": (
        "It is kept under a random name that only this browser knows: no account, no name of yours. Save it as a file "
        "to take it to another computer."
    ),
    "kept_open": "It is kept as long as this page is open. Save it as a file to go on another time.",
    "save": "Save as a file",
    "load": "Open a file",
    "forget": "Delete",
    "forget_sure": "Delete all stars and progress in every game? This cannot be taken back.",
    "forget_yes": "Yes, delete",
    "cancel": "Cancel",
    "reading": "The file cannot be read.",
    "trouble": "Your progress cannot be kept right now, only as long as this page is open.",
    "course_done": "That was the last lesson. You know {game}!",
    "loading": "One moment ...",
    "sample": (
        "This part is a game against an opponent. This page works without a server and cannot play. So it shows one "
        "way to the goal: step through it."
    ),
    "astray": "That is allowed, but from there the goal cannot be reached any more. Try again.",
    "unprepared": (
        "This may lead on. But this page works without a server and was not prepared for it. Try another move, or look "
        "at the solution."
    ),
}
SHELL = {
    "about": "Learn the rules of table games by stepping through them.",
    "skip": "Skip to the game",
    "games": "Games",
    "language": "Language",
    "theme": "Colours",
    "system": "Auto",
    "light": "Light",
    "dark": "Dark",
    "explore": "Explore",
    "rules": "Rules",
    "odds": "Odds",
    "live": "Live",
    "race": "Race",
    "chances": "Chances",
    "learn": "Learn",
    "insight": "Insight",
    "noscript": "This page needs JavaScript.",
    "lost": "The connection is lost. The page comes back by itself as soon as the server answers.",
    "lost_stays": (
        "The connection is lost. What you see stays, but nothing answers until you load the page again, and then a "
        "new game begins."
    ),
    "reload": "Load the page again",
    "away": "You are in a class.",
    "away_back": "Back to the class",
    "coming": "coming",
    "play": "Play with a friend",
    "join": "Join a class",
    "classroom": "For teachers: open a class",
    "index_title": "Learn table games, step by step",
    "index_text": (
        "Play, watch every rule act, and ask why a move is not possible. Nothing to install, nothing to lose: "
        "take back as much as you like."
    ),
    "link_wrong": "The link could not be opened, so here is a new game. {why}",
}


def words(texts: dict[str, str], language: str = SOURCE_LANGUAGE) -> dict[str, str]:
    """Texts in a reader's language."""
    return {key: translate(text, language) for key, text in texts.items()}
