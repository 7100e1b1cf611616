"""XI.D.2, XI.E, XI.F The Germans set up what a variation lets them place, within areas and with cities to hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beachhead.games.longest_day import stacking
from beachhead.games.longest_day.box import GERMAN
from beachhead.games.longest_day.schemas_campaign import VariantRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.variant_setups import STAYS, concerned
from beachhead.hexes import BLOCKED
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn, used

VERBS = {
    "deploy": Verb("Set up elsewhere", "unit"),
    "at": Verb("In", "hex"),
    "anew": Verb("Begin anew with the proposal"),
}
EVENTS = {
    "deployed": Told("{unit:unit} is set up in {hex:hex}", "move"),
    "deployed_anew": Told("All stand as the staff proposes again"),
}
ESCORTS = {"XI.E.2": "XI.E.2-01", "XI.E.4": "XI.E.4-01", "XI.F.1": "XI.F.1-01", "XI.F.2": "XI.F.2-01",
           "XI.F.3": "XI.F.3-01"}  # fmt: skip
"""The rules that say which cities a formation holds, and where its headquarters stands."""


def groups(g: LongestDay) -> Iterator[VariantRow]:
    """XI What the variations in play let the Germans place on the map."""
    return (row for row in g.box.variant_places if row.variant in g.variations and row.area)


def is_used(g: LongestDay) -> bool:
    """XI Whether there is anything to set up."""
    return any(groups(g))


@rule("XI.D.2", "XI.E", "XI.F", "XI.F.5.a", "XI.F.8")
def begin(g: LongestDay) -> None:
    """XI Everybody stands where he may: cities are held first, and headquarters stand in their hexes with supply."""
    for row in [row for row in g.box.variant_places if row.variant in g.variations]:
        used(row)
    for row in groups(g):
        if row.rule != STAYS:
            _set_up(g, row)


def _set_up(g: LongestDay, row: VariantRow) -> None:
    """XI First headquarters and supply, then the smallest units that fit into cities, then the others."""
    box, units = g.box, concerned(g.box, row)
    for unit in units:
        g.change(unit, at=box.track)
    staff = [unit for unit in units if box.is_hq[unit] or box.is_supply[unit]]
    for unit in staff:
        _put(g, unit, row, _spots(g, row))
    others = sorted((u for u in units if u not in staff), key=lambda unit: (not box.combat[unit], g.stacking(unit)))
    for city in sorted(unheld(g, row), key=lambda h: room(g, h)):
        _put(g, others.pop(0), row, [city, *_spots(g, row)])
    for unit in others:
        _put(g, unit, row, _spots(g, row))


def _put(g: LongestDay, unit: int, row: VariantRow, spots: Sequence[int]) -> None:
    """XI In the first of these hexes in which nothing forbids it."""
    place = next(h for h in spots if refuse_at(g, unit, h, row) is None)
    g.change(unit, at=place)


def unheld(g: LongestDay, row: VariantRow) -> list[int]:
    """XI The city hexes that a formation must still hold; where others leave no room, they hold it."""
    held = {g.units[unit].at for unit in concerned(g.box, row) if g.box.combat[unit]}
    return [h for h in g.box.hexes(row.garrison) if h not in held and room(g, h)]


def room(g: LongestDay, place: int) -> int:
    """I.F.1 The stacking points that are free in a hex."""
    return max(0, stacking.LIMIT - stacking.points(g, g.standing(place)))


def _spots(g: LongestDay, row: VariantRow) -> list[int]:
    return [*g.box.hexes(row.hq), *g.box.areas[row.area]]


def phase(g: LongestDay) -> Flow:
    """XI The German player moves units within their areas until he is content."""
    units = {unit: row for row in groups(g) for unit in concerned(g.box, row)}
    options = {
        "deploy": Offer(sorted(units), refuse=refuse_unit),
        "anew": (None,),
        "done": Offer.of(g, lambda g, _: refuse_done(g)),
    }
    choice = yield turn(GERMAN, "Set up the units that the variation lets you place.", options, rule="XI.E")
    if choice.verb == "done":
        return True
    if choice.verb == "anew":
        begin(g)
        g.tell("deployed_anew", rule="XI.E")
        return False
    unit = choice.arg
    row = units[unit]
    spots = Offer.of(g, lambda g, place: refuse_at(g, unit, place, row), sorted({*_spots(g, row), g.units[unit].at}))
    prompt = f"Where is {g.name(unit)} set up?"
    choice = yield ask(GERMAN, prompt, {"at": spots, "back": (None,)}, rule=row.rule, about={"unit": unit})
    if choice.verb == "at":
        g.change(unit, at=choice.arg)
        g.tell("deployed", rule=row.rule, unit=unit, hex=choice.arg)
    return False


def refuse_unit(g: LongestDay, unit: int) -> Ruling:
    """XI Why a unit is not set up elsewhere."""
    return Ruling("XI.F.8", f"{g.name(unit)} begins where it always does", (unit,))


@rule("XI.E.2", "XI.E.3", "XI.E.4", "XI.F.1", "XI.F.2", "XI.F.3", "XI.F.4", "XI.F.5")
def refuse_at(g: LongestDay, unit: int, place: int, row: VariantRow) -> Ruling | None:
    """XI Why a unit may not be set up in a hex: it is outside its area, full, or not for its headquarters."""
    box = g.box
    with_hq = row.hq and (box.is_hq[unit] or (box.is_supply[unit] and row.garrison))
    allowed = box.hexes(row.hq) if with_hq else _spots(g, row)
    if place not in allowed:
        number = ESCORTS.get(row.rule, row.rule) if with_hq else row.rule
        return Ruling(number, f"{g.name(unit)} is not set up there", (unit,), (place,))
    category = box.pieces[unit].category
    if category in g.ground.ways and box.cost(box.terrain[place], category) >= BLOCKED and not box.on_road[place]:
        return Ruling("I.B.10", f"{g.name(unit)} cannot stand there", (unit,), (place,))
    if stacking.points(g, (*stacking.friends(g, unit, place), unit)) > stacking.LIMIT:
        return Ruling("I.F.1", "More than 6 stacking points would stand there", (unit,), (place,))
    if box.is_hq[unit] and any(box.is_hq[other] for other in stacking.friends(g, unit, place)):
        return Ruling("II.D.1.a", "One headquarters in a hex", (unit,), (place,))
    return None


@rule("XI.E.2-01", "XI.E.4-01", "XI.F.1-01", "XI.F.2-01", "XI.F.3-01")
def refuse_done(g: LongestDay) -> Ruling | None:
    """XI.E.2, XI.F.1 Why the set-up is not over: each hex of the listed cities needs a combat unit of the formation."""
    for row in groups(g):
        empty = unheld(g, row)
        if empty:
            words = f"A combat unit of the {row.formation} must hold {g.hex_name(empty[0])}"
            return Ruling(ESCORTS[row.rule], words, (), tuple(empty))
    return None
