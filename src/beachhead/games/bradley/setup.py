"""2.5, 18.0 Setting up: every counter in its place before anything is decided, and where the others may be placed."""

from __future__ import annotations

from beachhead.games.bradley.box import BRUNO, GERMAN, Box, Scenario
from beachhead.games.bradley.schemas import DeploymentRow
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley, DropZone, Unit, stand
from beachhead.games.bradley.terrain import refuse_ground
from beachhead.kernel import Ruling, Settings, cite, rule

NORTHEAST = 1
"""14.0 How the railway gun lies at first: to the northeast, toward the beaches."""


@rule("2.5(3)", "2.5(4)", "18.0a", "18.0d", "5.1.4", "18.1.1", "18.1.3", "18.2.1", "18.2.3", "18.3")
def new_state(box: Box, scenario: str, settings: Settings) -> Bradley:
    """2.5 Units with a printed hex stand in it, seaborne units lie in their Available Box, all others wait."""
    play = box.scenarios[scenario]
    cite(play.row.rule)
    g = Bradley(
        scenario=scenario,
        variants=tuple(row.id for row in box.options if row.id != "automaton" and settings.get(row.id)),
        automaton=settings.get("automaton") or "",
        turn=play.row.first_turn,
        last_turn=play.row.last_turn,
        tide=play.row.tide,
        queue=[],
        units=[_waiting(box, play, unit) for unit in range(len(box.pieces))],
        drop_zones=[DropZone() for _ in box.drop_zones],
        regiment_zone={},
        dropped=set(),
        ashore=set(),
        entered=set(),
        cycles={},
        sea={},
        mines=set(),
        counted=set(),
        probed={},
        cleared=set(),
        announced=set(),
        beachheads={},
        moved=set(),
        fired=set(),
        fired_on=set(),
        assaulted=set(),
        assaulted_hexes=set(),
        supported=set(),
        ruins=set(),
        breached=set(),
        garrisons={},
        objectives={},
        released=set(),
        idle=set(),
    )
    g.attach(box)
    return g


def _waiting(box: Box, play: Scenario, unit: int) -> Unit:
    row = play.deployment.get(unit)
    if row is None:
        return Unit("unused")
    if row.turn and (row.how != "available" or row.turn > play.row.first_turn):
        return Unit("track", turn=row.turn)
    return _at_start(box, play, unit, row)


def _at_start(box: Box, play: Scenario, unit: int, row: DeploymentRow) -> Unit:
    if row.how == "available":
        return Unit("box", box=box.available[row.where])  # type: ignore[index]
    if row.how == "hex" and not play.row.shift:
        facing = NORTHEAST if box.pieces[unit].id == BRUNO else -1
        return Unit("map", hex=box.board.number(row.where), facing=facing)
    return Unit("set-up")


# --- 18.1.1 Where a unit may be set up ---------------------------------------------------------------------------


def set_up_hexes(g: Bradley, unit: int) -> list[int]:
    """18.1.1 The hexes in which a unit that waits may be set up."""
    return [h for h in sorted(g.row.area & g.box.ground) if refuse_set_up(g, unit, h) is None]


def refuse_set_up(g: Bradley, unit: int, place: int) -> Ruling | None:
    """18.1.1, 18.2.1, 18.4, 18.5 Why a unit may not be set up in a hex."""
    if unit not in g.row.deployment:
        return Ruling("18.0d", f"{g.name(unit)} takes no part in this scenario", (unit,))
    row = g.row.deployment[unit]
    if row.how == "hex":
        printed, most = g.box.board.number(row.where), g.row.row.shift
        if g.box.board.distance(printed, place) > most:
            rule_id = "18.5" if most else "18.1.1"
            return Ruling(rule_id, f"{g.name(unit)} is set up {_near(row.where, most)}", (unit,), (place,))
    elif row.how == "zone":
        found = _refuse_zone(g, unit, row, place)
        if found is not None:
            return found
    else:
        return Ruling("2.5(1)", f"{g.name(unit)} is not set up on the map", (unit,), (place,))
    return refuse_ground(g, unit, place) or refuse_joining(g, (unit,), place)


def _near(name: str, most: int) -> str:
    return f"within {most} hexes of {name}" if most else f"in {name}"


def _refuse_zone(g: Bradley, unit: int, row: DeploymentRow, place: int) -> Ruling | None:
    zone = g.box.zones[row.where]
    if place not in g.box.zone_hexes[row.where]:
        return Ruling(ZONE_RULES[row.where], f"{g.name(unit)} is set up in {zone.words}", (unit,), (place,))
    if zone.single and any(_zone_of(g, other) == row.where for other in stand(g).at.get(place, ()) if other != unit):
        return Ruling(ZONE_RULES[row.where], "One of these units in a hex", (unit,), (place,))
    return None


def _zone_of(g: Bradley, unit: int) -> str:
    row = g.row.deployment[unit]
    return row.where if row.how == "zone" else ""


ZONE_RULES = {
    "omaha-town": "18.1.1a",
    "fortified-east": "18.1.1b",
    "town-east-of-24": "18.1.1c",
    "strong-place": "18.1.1d",
    "bayeux": "18.1.1e",
    "town-south-of-25": "18.1.1f",
    "west-of-20": "18.2.1",
    "12ss": "18.4",
    "town-south-of-24": "18.4",
    "anywhere": "18.5",
}


def garrison_hexes(g: Bradley) -> list[int]:
    """13.3 The fortifications of the playing area without a unit, within three hexes of a German unit."""
    germans, board, reach = stand(g).hexes[GERMAN], g.box.board, g.box.garrison.radius
    return [
        h
        for h in sorted(g.box.forts)
        if h in g.row.area and h not in germans and any(board.distance(h, place) <= reach for place in germans)
    ]


def garrison_parent(g: Bradley, place: int) -> int | None:
    """13.3.3 The unit from which a garrison is drawn: the nearest within three hexes, of the best morale if several."""
    board, pieces = g.box.board, g.box.pieces
    near = [
        (board.distance(place, g.where(u)), -pieces[u].morale, u)
        for u in g.on_map(GERMAN)
        if board.distance(place, g.where(u)) <= g.box.garrison.radius
    ]
    return min(near)[2] if near else None
