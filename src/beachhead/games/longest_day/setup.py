"""VI, I.J Setting up: everybody in his place, or on the track until his turn comes."""

from __future__ import annotations

from beachhead.games.longest_day import carpet, deployment, forts, variants, weather
from beachhead.games.longest_day.box import ALLIED, GERMAN, TRACK, Box
from beachhead.games.longest_day.schemas import ScenarioRow, SetupRow
from beachhead.games.longest_day.state import LongestDay, Phase, Unit
from beachhead.games.longest_day.victory import CITIES
from beachhead.kernel import Settings, rule, used


@rule("X.A", "X.C", "XII")
def new_state(box: Box, scenario: str, settings: Settings) -> LongestDay:
    """VI Before anything is decided."""
    letters = variants.chosen(settings)
    facts, setups = used(box.scenarios[scenario]), box.setups_of(scenario, letters)
    g = LongestDay(
        scenario=scenario,
        units=[
            _placed(box, setups[unit]) if unit in setups else _printed(box, scenario, unit)
            for unit in range(len(box.pieces))
        ],
        turn=facts.first_turn,
        phase=_first_phase(facts),
        variations=letters,
        chosen={row.id for row in box.options if settings.get(row.id, row.default) is True},
    )
    g.attach(box)
    forts.garrison_all(g)
    g.held = first_holders(g)
    weather.begin(g)
    g.queued = first_queue(g)
    carpet.set_up(g)
    variants.begin(g, settings)
    if deployment.is_used(g):
        deployment.begin(g)
        g.phase = "german set-up"
    return g


def _first_phase(facts: ScenarioRow) -> Phase:
    """I.A.1, II.A.1 The Allied segment begins, with its replacement phase from the second chapter on."""
    if facts.skips_first:
        return "german movement"
    if "V" in facts.chapters:
        return "air drop"
    return "allied upkeep" if "II" in facts.chapters else "allied movement"


@rule("II.C.2-02", "II.C.2-03", "II.C.2-08", "II.C.2-09", "II.C.2-10", "II.C.2-11", "II.C.2-12")
def _placed(box: Box, row: SetupRow) -> Unit:
    """VI A unit where it begins, or on the track."""
    return Unit(
        at=_first_place(box, row),
        turn=row.turn,
        step="full" if row.state == "immobile" else row.state,
        corps=box.corps_names.number(row.corps) if row.corps else None,
        hq=_first_headquarters(box, row),
        is_fixed=row.state == "immobile",
    )


def _first_headquarters(box: Box, row: SetupRow) -> int | None:
    """II.C.1, II.C.2-20 The headquarters that a set-up names, or that of the unit's own division."""
    if row.headquarters:
        return box.unit[row.headquarters]
    unit = box.unit[row.unit]
    hq = box.organization.adopted.get(unit, box.divisions.get(box.pieces[unit].parent))
    return hq if box.combat[unit] and hq in box.setups[row.scenario] and hq != unit else None


def _printed(box: Box, scenario: str, unit: int) -> Unit:
    """IV.B.2 A fortification in its printed hex, if the scenario has it; everybody else takes no part."""
    row = box.fort_rows.get(unit)
    return Unit(at=box.board.number(row.hex)) if row is not None and scenario in row.scenarios else Unit()


def _first_place(box: Box, row: SetupRow) -> int:
    """VI, X.C In a hex, in a box, or on the track until the turn in which it is placed, dropped or landed.

    What comes to box 10 or to the German tracks after 6 June waits on the track until then: IX.E.4.a, IX.F.2.a.
    """
    if row.kind == "hex" and not row.turn:
        return box.board.number(row.place)
    is_late = row.turn > 1 and (row.place == "entry:10" or row.kind in ("start", "track"))
    return TRACK if is_late or not row.box else box.box_at(row.box)


def first_holders(g: LongestDay) -> dict[int, str]:
    """X.H Who holds the hexes that count for victory at the start: the side whose units are nearest."""
    held = {}
    for place in prizes(g):
        distance = {
            side: min((g.box.board.distance(place, h) for h in g.hexes(side)), default=999) for side in (GERMAN, ALLIED)
        }
        held[place] = min(distance, key=lambda side: distance[side])
    return held


@rule("IX.E.5.e")
def first_queue(g: LongestDay) -> dict[str, int]:
    """IX.E.5.d, IX.E.5.e When those who begin on the Entry Track, or land on 6 June, would have come to box 10."""
    found: dict[str, int] = {}
    for unit, row in g.setups.items() if g.has("IX") else ():
        box = int(row.box.removeprefix("entry ")) if row.kind == "entry" and row.turn <= 2 else 0
        if (box or row.wave) and row.turn <= 2:
            parent = g.box.pieces[unit].parent
            found[parent] = min(found.get(parent, 0), box - 9)
    return found


def prizes(g: LongestDay) -> list[int]:
    """X.H The hexes of which it matters who was the last in them."""
    rows = [row for row in g.box.victory[g.scenario] if row.kind == "last_occupied" or row.by_hexes]
    cities = [h for city in CITIES for h in g.box.areas[city]] if g.has("X") else []
    return sorted({*cities, *(g.box.board.number(name) for row in rows for name in (*row.hexes, *row.by_hexes))})
