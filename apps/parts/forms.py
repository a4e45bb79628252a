"""The form of a new game, made from what a ruleset says about its options."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import yaml

from engine import Game, PositionError, Ruleset
from engine.rulebook import parse_yaml
from engine.words import SOURCE_LANGUAGE, translate

from .seats import seat_name
from .texts import MENU, words


def new_game_form(game: Game[Any, Any], now: Ruleset, seats: int, language: str = SOURCE_LANGUAGE) -> dict[str, Any]:
    """Fields and values for the script: players, presets with their values, and each option.

    Args:
        now: the ruleset played at present.
        seats: the number of players at present.
    """
    say = words(MENU, language)
    book = game.rulebook
    presets = []
    for name, rules in game.rulesets.items():
        key = f"ruleset.{name}"
        presets.append({
            "name": name,
            "label": book.word(key, language) if key in book.words else name,
            "values": {option: shown(value) for option, value in rules.options().items()},
        })  # fmt: skip
    return {
        "seats": [[count, say["players_n"].format(count=count)] for count in game.seats],
        "seat": seats if seats in game.seats else game.seats[0],
        "starts": [seat_name(game, seat, language) for seat in range(max(game.seats))],
        "presets": presets,
        "preset": now.name if now.name in game.rulesets else "",
        "values": {option: shown(value) for option, value in now.options().items()},
        "options": [_field(name, meta, language) for name, meta in now.option_fields().items()],
    }


def _field(name: str, meta: Mapping[str, Any], language: str) -> dict[str, Any]:
    kind = "text" if meta["convert"] else "choice" if meta["choices"] else type(meta["default"]).__name__
    return {
        "name": name,
        "label": translate(meta["doc"], language),
        "kind": kind,
        "choices": [[value, translate(str(value), language)] for value in meta["choices"]],
        "bounds": meta["bounds"],
    }


def shown(value: Any) -> Any:
    """An option's value as a field of a form holds it: as it is, or as a line of YAML."""
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        value = dict(value)
    plain = value if isinstance(value, dict) else list(value)
    return yaml.safe_dump(plain, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10_000).strip()


BY_LOT = -1
"""What the form sends for a seat where lots are drawn."""


def state_from_form(
    game: Game[Any, Any], preset: str, seats: int, start: int, values: Mapping[str, Any], rng: random.Random
) -> Any:
    """The state in which the game begins that a filled-in form asks for.

    Raises:
        PositionError: no such preset, option, number of players or seat, or a value that does not fit.
    """
    if start == BY_LOT and seats in game.seats:
        start = rng.randrange(seats)
    return game.initial_state(ruleset_from_form(game, preset, values), seats, start=start)


def ruleset_from_form(game: Game[Any, Any], preset: str, values: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a filled-in form asks for.

    Raises:
        PositionError: no such preset or option, or a value that does not fit.
    """
    rules = game.ruleset(preset or None)
    fields = rules.option_fields()
    changed = {}
    for name, value in values.items():
        if name not in fields:
            changed[name] = value  # with_options says what there is
        elif fields[name]["convert"] and isinstance(value, str):
            if value != shown(getattr(rules, name)):
                changed[name] = _parsed(name, value)
        elif value != getattr(rules, name):
            changed[name] = value
    return rules.with_options(changed, name=None if not changed else "own") if changed else rules


def _parsed(name: str, line: str) -> Any:
    try:
        return parse_yaml(f"value: {line}", "form")["value"]
    except ValueError as error:
        raise PositionError(
            "option {name}: {line!r:.60} cannot be read; write it as {{a: 1, b: 2}}", name=name, line=line
        ) from error
