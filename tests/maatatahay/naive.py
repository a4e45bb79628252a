"""A second, deliberately plain implementation of placing and scoring in Maatatahay.

It is written from the rules page alone and shares no code with the engine, so that
the two can be compared on many random positions. Names like ``surround.judge`` are
rule ids of that page. Where the page is silent the choice made here is marked CHOICE.
"""

from __future__ import annotations

import random
from typing import Any

# material.map
COLUMNS = "abcde"
CELLS = [column + row for row in "12345" for column in COLUMNS]
TEMPLES = ["b2", "d2", "c3", "b4", "d4"]

# material.tiles: tile | Strength | Diamonds | arrows (facing N) | ability
TILE_TABLE = """
scout        | 1 | 1 | N NE E SE S SW W NW |
runner       | 1 | 2 | N E S W             |
drummer      | 2 | 0 | N NE NW E W         |
healer       | 2 | 1 | NE SE SW NW         |
weaver       | 2 | 2 | N S                 |
elder        | 2 | 2 | N E W               | elder
convert      | 2 | 1 | NE NW               | convert
archer       | 3 | 1 | N NE NW             |
guard        | 3 | 2 | E W                 |
hunter       | 4 | 1 | N                   |
shieldbearer | 4 | 2 |                     |
champion     | 5 | 1 |                     |
"""

TRIBES = ["balan", "wazu"]

# The directions clockwise: two steps in this list are a turn of 90 degrees.
DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
QUARTER_TURNS = {"N": 0, "E": 1, "S": 2, "W": 3}
STEP = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
ORTHOGONAL = ["N", "E", "S", "W"]
DIAGONAL = ["NE", "SE", "SW", "NW"]

# material.storage
STORAGE_LIMIT = 4


def read_tiles(table: str) -> dict[str, dict[str, Any]]:
    """Read the table of the rules page into one mapping a tile."""
    tiles = {}
    for line in table.strip().splitlines():
        name, strength, diamonds, arrows, ability = (part.strip() for part in line.split("|"))
        tiles[name] = {
            "strength": int(strength),
            "diamonds": int(diamonds),
            "arrows": arrows.split(),
            "ability": ability,
        }
    return tiles


TILES = read_tiles(TILE_TABLE)


def tile_of(warrior: dict[str, Any]) -> dict[str, Any]:
    """Return the tile of a Warrior, whether it is named or given in place."""
    tile = warrior["tile"]
    if isinstance(tile, str):
        return TILES[tile]
    # CHOICE: what a tile given in place leaves out is 0, no arrows, no ability.
    return {
        "strength": tile.get("strength", 0),
        "diamonds": tile.get("diamonds", 0),
        "arrows": tile.get("arrows", []),
        "ability": tile.get("ability") or "",
    }


def neighbour(cell: str, direction: str) -> str | None:
    """Return the cell next to this one, or None past the edge of the map."""
    x = COLUMNS.index(cell[0]) + STEP[direction][0]
    y = int(cell[1]) - 1 + STEP[direction][1]
    if 0 <= x < 5 and 0 <= y < 5:
        return COLUMNS[x] + str(y + 1)
    return None


def living(warriors: dict[str, Any], cell: str | None, tribe: str) -> dict[str, Any] | None:
    """Return the Warrior on the cell if it lives and is of the tribe, else None."""
    if cell is None or cell not in warriors:
        return None
    warrior: dict[str, Any] = warriors[cell]
    if warrior.get("dead", False) or warrior["tribe"] != tribe:
        return None
    return warrior


def other(tribe: str) -> str:
    """Return the other tribe."""
    return "wazu" if tribe == "balan" else "balan"


def arrows_of(warrior: dict[str, Any]) -> list[str]:
    """Return the Support Arrows as they point on the map.

    A turn of the tile by 90 degrees clockwise turns every arrow with it.
    CHOICE: a Warrior without ``facing`` faces N.
    """
    turns = QUARTER_TURNS[warrior.get("facing", "N")]
    turned = []
    for arrow in tile_of(warrior)["arrows"]:
        turned.append(DIRECTIONS[(DIRECTIONS.index(arrow) + 2 * turns) % 8])
    return turned


def strength_of(warriors: dict[str, Any], cell: str) -> int:
    """Return the Strength of the living Warrior on the cell.

    ``strength.energy``, ``ability.elder`` and ``ability.convert`` are counted.
    """
    warrior = warriors[cell]
    tribe = warrior["tribe"]
    tile = tile_of(warrior)
    strength: int = tile["strength"] + warrior.get("energy", 0)
    if tile["ability"] == "elder":
        for direction in ORTHOGONAL:
            if living(warriors, neighbour(cell, direction), tribe):
                strength = strength + 1
    if tile["ability"] == "convert":
        for direction in DIAGONAL:
            if living(warriors, neighbour(cell, direction), other(tribe)):
                strength = strength + 1
    return strength


def strength_against(warriors: dict[str, Any], cell: str) -> int:
    """Return the sum of the Strengths of living enemies around (``surround.judge``)."""
    enemy = other(warriors[cell]["tribe"])
    total = 0
    for direction in ORTHOGONAL:
        beside = neighbour(cell, direction)
        if beside is not None and living(warriors, beside, enemy):
            total = total + strength_of(warriors, beside)
    return total


def is_surrounded(warriors: dict[str, Any], cell: str) -> bool:
    """Tell whether no orthogonal neighbour is vacant (``surround.check``).

    The edge of the map and a face-down Warrior fill their side.
    """
    for direction in ORTHOGONAL:
        beside = neighbour(cell, direction)
        if beside is not None and beside not in warriors:
            return False
    return True


def relics_of(position: dict[str, Any]) -> list[str]:
    """Return the temples whose Relic is still there.

    By default they are the temples on which no Warrior stands.
    """
    warriors = position.get("warriors", {})
    if "relics" not in position:
        return [cell for cell in TEMPLES if cell not in warriors]
    for cell in position["relics"]:
        if cell not in TEMPLES or cell in warriors:
            raise ValueError(f"there can be no Relic on {cell}")
    return list(position["relics"])


def price_of(warriors: dict[str, Any], cell: str, tribe: str) -> int:
    """Return the price of a Relic: 4 less 1 a friend beside, never below 1."""
    price = 4
    for direction in ORTHOGONAL:
        if living(warriors, neighbour(cell, direction), tribe):
            price = price - 1
    return max(price, 1)


def letters(text: str | None) -> list[str]:
    """Return the crystals of a text: ``EES``; nothing is None, empty or ``-``."""
    if text is None or text == "-":
        return []
    for letter in text:
        if letter not in "ES":
            raise ValueError(f"a crystal is E or S, not {letter!r}")
    return sorted(text)


def contains(stock: list[str], wanted: list[str]) -> bool:
    """Tell whether all the crystals wanted are in the stock."""
    return all(wanted.count(letter) <= stock.count(letter) for letter in "ES")


def without(stock: list[str], taken: list[str]) -> list[str]:
    """Return the stock without the crystals taken."""
    rest = list(stock)
    for letter in taken:
        rest.remove(letter)
    return rest


def place(
    position: dict[str, Any],
    at: str,
    facing: str,
    charge: str,
    pay: str | None = None,
    drawn: str = "",
) -> dict[str, Any]:
    """Place the Warrior of ``to_place`` and report what happened.

    Args:
        position: the mapping of the rules page's section *Position*; left unchanged.
        at: the space.
        facing: N, E, S or W.
        charge: the crystals moved from storage onto the new Warrior, like ``EES``;
            empty or ``-`` for none.
        pay: the crystals paid for a Relic, in the same way.
        drawn: the crystals that the bag then gives (chance).

    Returns:
        ``support``, ``judged`` (cell -> ``own``, ``against``, ``dies``),
        ``energy_on_new``, ``spirit_on_new``, ``spirit_removed``, ``storage`` (of both
        tribes, after), ``dead`` (who died, sorted). If it is not allowed, instead
        ``{"refused": reason}``: ``occupied``, ``relic-cost``, ``relic-spirit``,
        ``not-in-storage`` or ``storage-over-four``.
        CHOICE: where several apply, the first in the order of play (the space, how
        many are paid, a Spirit among them, whether one has them, then the charge).
    """
    if at not in CELLS or facing not in ORTHOGONAL:
        raise ValueError(f"{at} {facing} is no space and facing")
    warriors = {}
    for cell, warrior in position.get("warriors", {}).items():
        warriors[cell] = dict(warrior)
    tribe = position["to_place"]["tribe"]
    storage = {}
    for each in TRIBES:
        storage[each] = letters(position.get("storage", {}).get(each, ""))
    paid = letters(pay)
    charged = letters(charge)
    drawn_crystals = letters(drawn)

    # place.free: no Warrior there, alive or dead.
    if at in warriors:
        return {"refused": "occupied"}

    if at in relics_of(position):
        # place.relic. CHOICE: the price is paid exactly, never more.
        if len(paid) != price_of(warriors, at, tribe):
            return {"refused": "relic-cost"}
        if "S" not in paid:
            return {"refused": "relic-spirit"}
        if not contains(storage[tribe], paid):
            return {"refused": "not-in-storage"}
        storage[tribe] = without(storage[tribe], paid)
        if len(drawn_crystals) > 2:
            raise ValueError("at most two crystals are drawn for a Relic")
        storage[tribe] = sorted(storage[tribe] + drawn_crystals)
        # CHOICE: crystals lying on a temple whose Relic is still there stay there.
    else:
        # CHOICE: where there is no Relic the price is 0, so paying is a wrong number.
        if paid:
            return {"refused": "relic-cost"}
        if drawn_crystals:
            raise ValueError("crystals are drawn only for a Relic")
        # place.collect
        found = letters(position.get("crystals", {}).get(at, ""))
        storage[tribe] = sorted(storage[tribe] + found)

    # support.energy: only living friends on the 8 neighbouring spaces count, each
    # with an arrow that points at the new Warrior.
    support = 0
    for cell in CELLS:
        friend = living(warriors, cell, tribe)
        if friend:
            for arrow in arrows_of(friend):
                if neighbour(cell, arrow) == at:
                    support = support + 1

    # place.charge
    if not contains(storage[tribe], charged):
        return {"refused": "not-in-storage"}
    storage[tribe] = without(storage[tribe], charged)
    if len(storage[tribe]) > STORAGE_LIMIT:
        return {"refused": "storage-over-four"}

    new = {
        "tribe": tribe,
        "tile": position["to_place"]["tile"],
        "facing": facing,
        "energy": support + charged.count("E"),
        "spirit": charged.count("S"),
    }
    warriors[at] = new

    # surround.when: the new Warrior and its orthogonal neighbours. The space was
    # vacant before, so a neighbour that is surrounded now has just become so.
    looked_at = [at]
    for direction in ORTHOGONAL:
        beside = neighbour(at, direction)
        if beside is not None:
            looked_at.append(beside)

    # surround.judge, surround.together: all by the Strengths before any falls.
    judged = {}
    for cell in looked_at:
        if cell not in warriors or warriors[cell].get("dead", False):
            continue
        if is_surrounded(warriors, cell):
            own = strength_of(warriors, cell)
            against = strength_against(warriors, cell)
            judged[cell] = {"own": own, "against": against, "dies": own < against}

    # death.down: Energy is lost. death.spirit: Spirit of the dead goes to the new
    # Warrior; if that one died too, all of it is removed from the game.
    dead = sorted(cell for cell in judged if judged[cell]["dies"])
    spirit_removed = 0
    for cell in dead:
        fallen = warriors[cell]
        if at in dead:
            spirit_removed = spirit_removed + fallen.get("spirit", 0)
        else:
            new["spirit"] = new["spirit"] + fallen.get("spirit", 0)
        fallen["dead"] = True
        fallen["energy"] = 0
        fallen["spirit"] = 0

    return {
        "support": support,
        "judged": judged,
        "energy_on_new": new["energy"],
        "spirit_on_new": new["spirit"],
        "spirit_removed": spirit_removed,
        "storage": {each: "".join(storage[each]) for each in TRIBES},
        "dead": dead,
    }


def score(position: dict[str, Any], relic_mode: str = "progressive") -> dict[str, Any]:
    """Score a position as at the end of the game.

    Args:
        position: the mapping; ``warriors`` and ``taken`` count.
        relic_mode: ``progressive`` (``score.relics``) or ``standard``
            (``score.relics-standard``).

    Returns:
        ``balan`` and ``wazu``: the points; ``parts``: for each tribe ``diamonds``
        (``score.diamonds``), ``spirit`` (``score.spirit``) and ``relics``.
    """
    if relic_mode not in ("progressive", "standard"):
        raise ValueError(f"no such relic mode: {relic_mode}")
    warriors = position.get("warriors", {})
    totals: dict[str, Any] = {}
    parts = {}
    for tribe in TRIBES:
        diamonds = 0
        spirit = 0
        for cell in warriors:
            warrior = living(warriors, cell, tribe)
            if warrior:
                diamonds = diamonds + tile_of(warrior)["diamonds"]
                spirit = spirit + warrior.get("spirit", 0)
        taken = position.get("taken", {}).get(tribe, [])
        relics = 0
        if relic_mode == "progressive":
            for number in range(1, len(taken) + 1):
                relics = relics + number
        else:
            for place_in_order in taken:
                relics = relics + place_in_order
        parts[tribe] = {"diamonds": diamonds, "spirit": spirit, "relics": relics}
        totals[tribe] = diamonds + spirit + relics
    totals["parts"] = parts
    return totals


def winner(position: dict[str, Any], relic_mode: str = "progressive") -> int | None:
    """Return who has won by ``score.tie``: 0 balan, 1 wazu, None for a draw."""
    totals = score(position, relic_mode)
    if totals["balan"] != totals["wazu"]:
        return 0 if totals["balan"] > totals["wazu"] else 1
    warriors = position.get("warriors", {})
    alive = []
    for tribe in TRIBES:
        alive.append(len([cell for cell in warriors if living(warriors, cell, tribe)]))
    if alive[0] != alive[1]:
        return 0 if alive[0] > alive[1] else 1
    last = []
    for tribe in TRIBES:
        last.append(max(position.get("taken", {}).get(tribe, []), default=0))
    if last[0] != last[1]:
        return 0 if last[0] > last[1] else 1
    return None


def random_crystals(rng: random.Random, count: int) -> str:
    """Return so many crystals, a Spirit a little more often than in the bag."""
    return "".join(sorted(rng.choice("EES") for _ in range(count)))


def random_tile(rng: random.Random) -> str | dict[str, Any]:
    """Return a tile's name, or now and then a tile given in place."""
    if rng.random() < 0.9:
        return rng.choice(list(TILES))
    tile: dict[str, Any] = {
        "strength": rng.randint(0, 6),
        "diamonds": rng.randint(0, 3),
        "arrows": rng.sample(DIRECTIONS, rng.randint(0, 8)),
    }
    if rng.random() < 0.5:
        tile["ability"] = rng.choice(["elder", "convert"])
    return tile


def random_position(rng: random.Random) -> dict[str, Any]:
    """Make a random position in which a Warrior is about to be placed.

    At least one space has no Warrior (it may be a temple that nobody can pay for).
    ``taken`` agrees with the Relics that are gone; ``relics`` may be left to default.
    Counts of tiles and crystals are not kept to (the page allows that), and there is
    no ``bag``.
    """
    fullness = rng.choice(["sparse", "half", "full", "nearly full"])
    if fullness == "sparse":
        count = rng.randint(0, 6)
    elif fullness == "half":
        count = rng.randint(7, 15)
    elif fullness == "full":
        count = rng.randint(16, 22)
    else:
        count = rng.randint(21, 24)
    share_of_dead = rng.choice([0.0, 0.1, 0.3])
    share_of_balan = rng.choice([0.5, 0.5, 0.3, 0.7])
    warriors: dict[str, Any] = {}
    for cell in rng.sample(CELLS, count):
        tribe = "balan" if rng.random() < share_of_balan else "wazu"
        warrior: dict[str, Any] = {
            "tribe": tribe,
            "tile": random_tile(rng),
            "facing": rng.choice(ORTHOGONAL),
        }
        if rng.random() < share_of_dead:
            warrior["dead"] = True
        else:
            if rng.random() < 0.5:
                warrior["energy"] = rng.randint(0, 4)
            if rng.random() < 0.4:
                warrior["spirit"] = rng.randint(0, 3)
        warriors[cell] = warrior

    share_of_relics = rng.choice([1.0, 0.7, 0.3, 0.0])
    relics = []
    for cell in TEMPLES:
        if cell not in warriors and rng.random() < share_of_relics:
            relics.append(cell)
    taken: dict[str, list[int]] = {"balan": [], "wazu": []}
    for place_in_order in range(1, len(TEMPLES) - len(relics) + 1):
        taken[rng.choice(TRIBES)].append(place_in_order)

    crystals = {}
    for cell in CELLS:
        if cell not in warriors and cell not in TEMPLES and rng.random() < 0.7:
            crystals[cell] = random_crystals(rng, rng.randint(1, 3))

    storage = {}
    for tribe in TRIBES:
        storage[tribe] = random_crystals(rng, rng.choice([0, 1, 2, 3, 4, 4, 4]))

    position = {
        "warriors": warriors,
        "relics": relics,
        "crystals": crystals,
        "storage": storage,
        "taken": taken,
        "to_place": {"tribe": rng.choice(TRIBES), "tile": random_tile(rng)},
    }
    if share_of_relics == 1.0 and rng.random() < 0.5:
        del position["relics"]  # these are the default
    return position


def random_placement(rng: random.Random, position: dict[str, Any]) -> tuple[str, str, str, str | None]:
    """Choose a placement on the position: mostly legal, sometimes not at all.

    Returns:
        ``at``, ``facing``, ``charge`` and ``pay`` for ``place``. The charge is chosen
        without knowing what the bag will give for a Relic.
    """
    warriors = position["warriors"]
    relics = relics_of(position)
    tribe = position["to_place"]["tribe"]
    free = [cell for cell in CELLS if cell not in warriors and cell not in relics]

    chance = rng.random()
    if chance < 0.05:
        at = rng.choice(CELLS)
    elif relics and (chance < 0.4 or not free):
        at = rng.choice(relics)
    else:
        at = rng.choice(free)
    facing = rng.choice(ORTHOGONAL)
    stock = letters(position["storage"][tribe])

    pay = None
    if at in relics:
        paid = []
        if rng.random() < 0.8:
            # Pay the price with one Spirit at least, as far as storage allows.
            price = price_of(warriors, at, tribe)
            rest = list(stock)
            if "S" in rest:
                rest.remove("S")
                paid.append("S")
            rng.shuffle(rest)
            paid = paid + rest[: price - len(paid)]
        else:
            paid = letters(random_crystals(rng, rng.randint(0, 4)))
        pay = "".join(sorted(paid))
        if contains(stock, paid):
            stock = without(stock, paid)
    elif at not in warriors:
        stock = stock + letters(position["crystals"].get(at, ""))
        if rng.random() < 0.03:
            pay = random_crystals(rng, rng.randint(1, 2))

    if rng.random() < 0.85:
        fewest = max(len(stock) - STORAGE_LIMIT, 0)
        charged = rng.sample(stock, rng.randint(fewest, len(stock)))
    else:
        charged = letters(random_crystals(rng, rng.randint(0, 4)))
    return at, facing, "".join(sorted(charged)), pay


def random_drawn(rng: random.Random, position: dict[str, Any], at: str) -> str:
    """Return two crystals to draw if there is a Relic on the space, else none."""
    if at in relics_of(position):
        return random_crystals(rng, 2)
    return ""
