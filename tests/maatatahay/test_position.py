"""Positions and moves as text: what is read, and what is refused in which words."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GameError, NotationError, PositionError, get_game
from tests.maatatahay import naive

GAME = get_game("maatatahay")
TO_PLACE = {"tribe": "balan", "tile": "archer"}


def test_the_page_s_example_is_read() -> None:
    state = GAME.parse_position("""
warriors:
  c2: {tribe: balan, tile: guard, facing: N, energy: 2, spirit: 1}
  c3: {tribe: wazu, tile: scout, facing: E}
  d3: {tribe: wazu, tile: hunter, dead: true}
relics: [b2, d2, b4, d4]          # temples whose Relic is still there
crystals: {a1: EES, b1: E}        # E Energy, S Spirit
storage: {balan: EES, wazu: S}
taken: {balan: [1], wazu: []}     # the places in the taking order
to_place: {tribe: balan, tile: archer}   # whose placement is next
""")
    assert (state.phase, GAME.current_player(state)) == ("place", 0)
    assert state.bag == (45 - 2 - 3 - 2, 15 - 1 - 1 - 2)
    assert len(state.stack[0]) == 10, "guard and archer are to be seen"
    assert "hunter" not in {tile.id for tile in state.stack[1]}
    assert GAME.parse_position(GAME.format_position(state)) == state


def test_every_key_may_be_left_out() -> None:
    state = GAME.parse_position({})
    assert (state.phase, state.bag, state.relics) == ("tiles", (45, 15), ("b2", "d2", "c3", "b4", "d4"))
    assert GAME.parse_position({"warriors": {"c3": {"tribe": "wazu", "tile": "scout"}}}).relics == (
        "b2",
        "d2",
        "b4",
        "d4",
    )


@pytest.mark.parametrize("seed", range(3))
def test_random_positions_come_back(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        state = GAME.parse_position(naive.random_position(rng))
        text = GAME.format_position(state)
        assert GAME.parse_position(text) == state
        assert GAME.format_position(GAME.parse_position(text)) == text


def test_tiles_and_map_of_one_s_own_come_back() -> None:
    position = {
        "tiles": {"balan": {"yak": {"strength": 3, "arrows": ["W", "N"]}, "no": "1/0//convert"}, "wazu": {"ox": {}}},
        "map": "T1111/11111/11111/11111/1111T",
        "relic_mode": "standard",
        "to_place": {"tribe": "balan", "tile": "no"},
    }
    state = GAME.parse_position(position)
    assert state.relics == ("a1", "e5")
    again = GAME.parse_position(GAME.format_position(state))
    assert again == state
    assert again.ruleset.tiles(0)["yak"].arrows == ("N", "W")
    assert list(again.ruleset.tiles(1)) == ["ox"]


BAD: list[tuple[Any, str]] = [
    (5, "keys and values"),
    (None, "keys and values"),
    ([1], "keys and values"),
    ("- a", "expected lines of keys"),
    ("warriors: [", "is not YAML"),
    ("x" * 50_000, "too long"),
    ({"warrior": {}}, "'warrior' is not a key"),
    ({3: 4}, "3 is not a key"),
    ({"warriors": []}, "warriors: expected keys"),
    ({"warriors": {"f1": {"tribe": "balan", "tile": "scout"}}}, "space from a1 to e5, got 'f1'"),
    ({"warriors": {1: {"tribe": "balan", "tile": "scout"}}}, "space from a1 to e5, got 1"),
    ({"warriors": {"a1": None}}, "warriors.a1: expected tribe"),
    ({"warriors": {"a1": {"tribe": "balan"}}}, "warriors.a1.tile"),
    ({"warriors": {"a1": {"tribe": 0, "tile": "scout"}}}, "warriors.a1.tribe: expected balan or wazu, got 0"),
    ({"warriors": {"a1": {"tribe": ["balan"], "tile": "scout"}}}, "warriors.a1.tribe"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "wolf"}}}, "warriors.a1.tile: expected one of scout"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "facing": "NE"}}}, "warriors.a1.facing"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "facing": ["N"]}}}, "warriors.a1.facing"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "energy": True}}}, "warriors.a1.energy"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "energy": -1}}}, "from 0 to 999, got -1"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "spirit": 10**40}}}, "warriors.a1.spirit"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "dead": "yes"}}}, "true or false, got 'yes'"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "scout", "crown": 1}}}, "warriors.a1: expected tribe"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": {"strenght": 3}}}}, "'strenght' is not a key of a tile"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": {"strength": "3"}}}}, "warriors.a1.tile.strength"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": {"arrows": ["N", "N"]}}}}, "warriors.a1.tile.arrows"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": {"arrows": "N"}}}}, "warriors.a1.tile.arrows"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": {"ability": "fly"}}}}, "warriors.a1.tile.ability"),
    ({"warriors": {"a1": {"tribe": "balan", "tile": "3/2/N"}}}, "expected a line such as"),
    ({"relics": ["a1"]}, "a1 is no temple"),
    ({"relics": ["b2", "b2"]}, "each space once"),
    ({"relics": "b2"}, "relics: expected a list"),
    ({"relics": ["b2"], "warriors": {"b2": {"tribe": "balan", "tile": "scout"}}}, "a Warrior stands on b2"),
    ({"crystals": {"a1": "EX"}}, "crystals.a1: expected letters E"),
    ({"crystals": {"a1": 3}}, "crystals.a1"),
    ({"crystals": {"a1": "E" * 61}}, "crystals.a1"),
    ({"storage": {"red": "E"}}, "storage: expected balan and wazu, got 'red'"),
    ({"storage": "EES"}, "storage: expected keys"),
    ({"storage": {"balan": ["E"]}}, "storage.balan"),
    ({"taken": {"balan": [1, 1]}}, "each place in the order once"),
    ({"taken": {"balan": [1], "wazu": [1]}}, "each place in the order once"),
    ({"taken": {"balan": [0]}}, "from 1 to 25"),
    ({"taken": {"balan": 1}}, "taken.balan: expected a list"),
    ({"to_place": "archer"}, "to_place: expected keys"),
    ({"to_place": {"tribe": "balan"}}, "to_place"),
    ({"to_place": {"tribe": "balan", "tile": "archer", "at": "a1"}}, "to_place: expected tribe and tile"),
    ({"then": TO_PLACE}, "then: there is no placement before it"),
    ({"to_place": TO_PLACE, "phase": "charge", "new": "a1"}, "to_place: nobody is to place"),
    ({"to_place": TO_PLACE, "phase": "pay", "new": "a1", "facing": "N"}, "expected a temple with its Relic"),
    ({"to_place": TO_PLACE, "phase": "pay", "new": "b2", "facing": "N"}, "storage.balan: cannot pay"),
    ({"to_place": TO_PLACE, "new": "b2", "phase": "pay", "storage": {"balan": "SSSS"}}, "facing"),
    ({"to_place": TO_PLACE, "facing": "N"}, "facing"),
    ({"to_place": TO_PLACE, "draws": 1}, "draws: belongs to the phase draw"),
    ({"to_place": TO_PLACE, "falling": ["a1"]}, "falling: belongs to the phase"),
    ({"phase": "place"}, "to_place: expected tribe and tile"),
    ({"phase": "night"}, "phase: expected setup or"),
    ({"phase": True}, "phase: expected setup or"),
    ({"phase": "first"}, "pair: expected the chosen pair"),
    ({"pair": ["guard"]}, "pair: expected two tiles"),
    ({"pair": ["guard", "archer"], "phase": "pair"}, "pair: expected the chosen pair"),
    ({"pairs": [["guard", "archer"], "scout"]}, "pairs, number 2"),
    ({"pairs": 7}, "pairs: expected a list"),
    ({"phase": "pair"}, "pairs: expected an open pair"),
    ({"phase": "over"}, "the game is not over"),
    ({"phase": "charge", "new": "a1"}, "new: expected the space of the Warrior just placed"),
    ({"phase": "charge", "new": "a1", "warriors": {"a1": TO_PLACE}}, "storage: expected crystals"),
    ({"phase": "draw", "new": "a1", "warriors": {"a1": TO_PLACE}}, "draws: expected the number"),
    ({"phase": "tiles", "stack": {"balan": [], "wazu": ["scout"]}}, "stack: expected tiles of both"),
    ({"phase": "setup", "bag": {"E": 0}}, "bag: expected crystals"),
    ({"phase": "setup", "map": "TTTTT/TTTTT/TTTTT/TTTTT/TTTTT"}, "not setup any more"),
    ({"phase": "judge", "new": "a1", "warriors": {"a1": TO_PLACE}, "falling": ["b1"]}, "falling: expected spaces"),
    ({"new": "a1", "phase": "pair", "pairs": [["guard", "archer"]]}, "new: no Warrior is being placed"),
    ({"active": "red"}, "active: expected balan or wazu"),
    ({"track": 1.5}, "track: expected a whole number"),
    ({"track": 10**5000}, "too large to show"),
    ({"storage": {"balan": 10**5000}}, "too large to show"),
    ({"bag": {"E": 5, "X": 1}}, "bag: expected E and S"),
    ({"bag": [5, 1]}, "bag: expected keys"),
    ({"stack": {"balan": ["wolf"]}}, "stack.balan: expected one of"),
    ({"ruleset": "house"}, "ruleset: expected printed or"),
    ({"relic_mode": "odd"}, "option relic_mode"),
    ({"together": 1}, "option together"),
    ({"ability_size": True}, "option ability_size"),
    ({"map": "T1/T2"}, "option map"),
    ({"balan_tiles": {"scout": {"strength": -1}}}, "scout.strength"),
    ({"tiles": {"balan": {"Scout": {}}}}, "tiles.balan"),
    ({"tiles": []}, "tiles"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_a_wrong_position_says_where(position: Any, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(position)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 600


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JUNK = st.recursive(
    SCALARS | st.sampled_from(["a1", "balan", "EES"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
KEYS = (
    "warriors", "relics", "crystals", "storage", "taken", "to_place", "then", "pairs", "pair", "active", "track", "bag",
    "stack", "phase", "new", "facing", "draws", "given", "falling", "died", "map", "tiles", "balan_tiles", "open_pairs",
    "ruleset",
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KEYS), JUNK, st.booleans())
def test_nothing_typed_ends_in_another_error(key: str, value: Any, placing: bool) -> None:
    position = {"to_place": TO_PLACE, key: value} if placing else {key: value}
    try:
        state = GAME.parse_position(position)
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(state)) == state


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30) | st.from_regex(r"(pair|first|pay|charge|draw|tiles) ?[a-zA-Z0-9/+ -]{0,20}"))
def test_a_move_is_read_or_refused(text: str) -> None:
    state = GAME.parse_position({"to_place": TO_PLACE})
    try:
        move = GAME.parse_move(state, text)
    except NotationError:
        return
    assert GAME.parse_move(state, GAME.format_move(state, move)) == move
    assert GAME.trace(state, move).steps


@pytest.mark.parametrize(
    ("text", "again"),
    [("charge SEE", "charge EES"), (" c3  N ", "c3 N"), ("pay SE", "pay ES")]
    + [(text, text) for text in ("charge -", "pay -", "draw S", "first wazu", "pair 2", "tiles guard archer",
                                 "tiles 5/1/N+NE/elder archer", "go", "pass")],
)  # fmt: skip
def test_notation(text: str, again: str) -> None:
    state = GAME.parse_position({})
    assert GAME.format_move(state, GAME.parse_move(state, text)) == again


@pytest.mark.parametrize(
    "text", [None, 5, ["c3 N"], "", "c3", "c3 NE", "f1 N", "a6 N", "pair", "pay XY", "charge", "c3 n"]
)
def test_not_a_move(text: Any) -> None:
    with pytest.raises(NotationError):
        GAME.parse_move(GAME.parse_position({}), text)


@pytest.mark.parametrize("arguments", [{"seats": 3}, {"start": 2}, {"start": -1}, {"ruleset": "house"}])
def test_a_game_that_there_is_not(arguments: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        GAME.initial_state(**arguments)
