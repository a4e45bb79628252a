"""The odds of Matadoon's bull in numbers and words, ready to be shown. No view in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine import PUBLIC, get_game
from engine.matadoon.advice import placeable
from engine.matadoon.odds import BullOdds, bull_odds
from engine.matadoon.rules import stage
from engine.matadoon.state import UNKNOWN, State
from engine.words import SOURCE_LANGUAGE

from .seats import seat_name
from .texts import ODDS, words

GAME = get_game("matadoon")
Changes = Mapping[str, Mapping[int, Fraction]]
"""Cell -> seat -> by how much its probability to be hit changes."""

odds_of = lru_cache(maxsize=512)(bull_odds)
"""The odds; kept, because a class often looks at the same position."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What somebody makes of a state.

    Args:
        state: everything on the table; only :attr:`seen` is shown.
        viewer: whose eyes the page has; None sees all.
        mind: whose guess is shown: the viewer's, or for one who sees all anybody's.
    """

    state: State
    viewer: int | None
    mind: int | None

    @property
    def seen(self) -> State:
        """The state as the mind knows it."""
        return self.state if self.mind is None else GAME.observation(self.state, self.mind)

    @property
    def odds(self) -> BullOdds:
        """What the mind expects."""
        return odds_of(self.seen)

    @property
    def placer(self) -> int | None:
        """The seat that is about to place a chip, if the viewer may look into its hand and it holds one."""
        seat = self.state.seat
        allowed = self.viewer in (None, seat) and stage(self.state) == "place"
        return seat if allowed and placeable(self.state) else None

    @property
    def now(self) -> BullOdds:
        """What the placer expects before the chip lies there."""
        return odds_of(self.state, self.placer)


def minds(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Whose guesses a viewer may see."""
    return (None, *range(state.players), PUBLIC) if viewer is None else (viewer,)


def percent(chance: Fraction) -> str:
    """A probability in whole percent; 0 and 100 are only said of what is certain.

    >>> percent(Fraction(3, 7)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000)), percent(Fraction(1))
    ('43', '<1', '>99', '100')
    """
    if 0 < chance < Fraction(1, 200):
        return "<1"
    if Fraction(199, 200) < chance < 1:
        return ">99"
    return str(int(100 * chance + Fraction(1, 2)))


def points(change: Fraction) -> str:
    """A change of a probability in points of a hundred.

    >>> points(Fraction(1, 4)), points(Fraction(-1, 4)), points(Fraction(1, 1000)), points(Fraction(0))
    ('+25', '−25', '≈0', '0')
    """
    if not change:
        return "0"
    if abs(change) < Fraction(1, 200):
        return "≈0"
    return f"{'+' if change > 0 else '−'}{percent(abs(change))}"


def exactly(chance: Fraction) -> str:
    """A probability with one decimal, and as a fraction where that can be read.

    >>> exactly(Fraction(3, 7)), exactly(Fraction(1))
    ('42.9 % (3/7)', '100 %')
    """
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    fraction = f" ({chance})" if chance.denominator < 10_000 else ""
    return f"{float(100 * chance):.1f} %{fraction}"


def mind_name(mind: int | None, language: str = SOURCE_LANGUAGE) -> str:
    """How a mind is called."""
    say = words(ODDS, language)
    return say["all"] if mind is None else say["outside"] if mind == PUBLIC else seat_name(GAME, mind, language)


def told(reading: Reading, language: str = SOURCE_LANGUAGE) -> list[str]:
    """What is to be said about a reading before any number."""
    say = words(ODDS, language)
    state, seen = reading.state, reading.seen
    chips = len(seen.chips)
    unknown = sum(chip.face == UNKNOWN for chip in seen.chips)
    says = []
    if state.phase == "over":
        says.append(say["over"])
    if not chips:
        says.append(say["no_chips"])
    elif not unknown:
        says.append(say["certain_all" if reading.mind is None else "certain"])
    else:
        says.append(say["guess"].format(who=mind_name(reading.mind, language), chips=chips, unknown=unknown))
    if state.hits or state.jump or state.under:
        says.append(say["running"])
    return says


def hit_rows(reading: Reading, language: str = SOURCE_LANGUAGE) -> list[dict[str, Any]]:
    """Who gets hit, by seat."""
    state, odds = reading.state, reading.odds
    rows: list[dict[str, Any]] = []
    for seat in range(state.players):
        fighter = state.fighter_of(seat)
        rows.append({
            "seat": seat,
            "name": seat_name(GAME, seat, language),
            "state": "out" if seat not in state.seats_in else "none" if fighter is None
            else "down" if fighter.down else "up",
            "bars": [[float(100 * one[seat]), percent(one[seat]), exactly(one[seat])]
                     for one in (odds.floored, odds.removed)],
        })  # fmt: skip
    return rows


def guesses(reading: Reading, language: str = SOURCE_LANGUAGE) -> list[list[str]]:
    """For one who sees all: what each mind thinks of each seat's chance to be hit, as the rows of a table."""
    if reading.viewer is not None or not reading.state.chips:
        return []
    state = reading.state
    seats = [seat for seat in state.seats_in if state.fighter_of(seat)]
    rows = [["", *(seat_name(GAME, seat, language) for seat in seats)]]
    for mind in (*state.seats_in, PUBLIC, None):
        odds = odds_of(state if mind is None else GAME.observation(state, mind))
        rows.append([mind_name(mind, language), *(f"{percent(odds.hit[seat])} %" for seat in seats)])
    return rows if seats else []


def advice_words(
    reading: Reading, chip: str, victim: int, effects: Changes | None, language: str = SOURCE_LANGUAGE
) -> list[str]:
    """Where a chip hurts a seat most, and where it helps it most."""
    if effects is None:
        return []
    say = words(ODDS, language)
    changes = {cell: change[victim] for cell, change in effects.items()}
    most, least = max(changes.values(), default=Fraction(0)), min(changes.values(), default=Fraction(0))
    before = reading.now.hit[victim]
    fill = {"chip": GAME.rulebook.term("chip", chip, language), "seat": seat_name(GAME, victim, language)}
    says = []
    for key, change in (("hurts", most), ("helps", least)):
        if (change > 0) == (key == "hurts") and change:
            cells = [cell for cell, one in changes.items() if one == change]
            shown = ", ".join(cells[:4]) + (" …" if len(cells) > 4 else "")
            says.append(
                say[key].format(
                    **fill, cells=shown, change=points(change), before=percent(before), after=percent(before + change)
                )
            )
    return says or [say["no_change"].format(**fill)]


def advice_refusal(reading: Reading, language: str = SOURCE_LANGUAGE) -> str:
    """Why there is no advice; "" where there is."""
    say = words(ODDS, language)
    if reading.placer is not None:
        return ""
    if stage(reading.state) != "place":
        return say["nobody_places"]
    seat = seat_name(GAME, reading.state.seat, language)
    return say["only_m" if reading.viewer in (None, reading.state.seat) else "hand_hidden"].format(seat=seat)


def table(state: State, texts: Mapping[str, str]) -> list[list[str]]:
    """Texts of cells as rows of a table, with the letters of the columns and the numbers of the rows."""
    size = state.board.size
    cells = state.board.cells
    rows = [[str(y + 1), *(texts.get(cell, "") for cell in cells[y * size : (y + 1) * size])] for y in range(size)]
    return [["", *(cell[0] for cell in cells[:size])], *rows]
