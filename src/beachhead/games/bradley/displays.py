"""2.2, 4.3, 5.1.5 The displays as a screen shows them: boxes, what they hold, what they will do."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Mapping

from beachhead.display import Display, DisplayBox, Slots
from beachhead.games.bradley.box import AMERICAN, SET_UP
from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.schemas import Tide, TurnTrackRow
from beachhead.games.bradley.shores import TITLES
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.waves import PRINTED, unit_kind
from beachhead.kernel import rule
from beachhead.wargame.scenes import keys

PLACES = {
    "hand": "Not placed",
    "flight": "In flight to {hex}",
    "ground": "On the ground in {hex}",
    "eliminated": "Lost",
}
"""4.2 What may be said of a Drop Zone marker."""
LANDS = {"past": "Landed", "now": "Lands now", "todo": "Lands"}


def displays(g: Bradley) -> list[Display]:
    """2.2 All displays of the scenario."""
    air = [_air(g)] if g.row.airborne else []
    return [*air, *(_beach(g, beach) for beach in g.row.beaches), _record(g), _eliminated(g)]


def clock(row: TurnTrackRow) -> str:
    """2.2 The hour at which a turn begins."""
    return f"{row.clock[:2]}:{row.clock[2:]}"


@rule("5.4.1")
def tides(g: Bradley) -> Mapping[int, Tide]:
    """5.4.1 The tide of this turn and of those to come; the marker does not move at the end of Turn 1."""
    tide, found = g.tide, {}
    for turn in range(g.turn, g.last_turn + 1):
        found[turn] = tide
        tide = next_tide(tide) if turn > 1 else tide
    return found


def _when(g: Bradley, turn: int) -> str:
    """2.2 The hour of a turn and its tide."""
    tide = tides(g).get(turn, "")
    return f"{clock(g.box.turns[turn])}{f', {tide} tide' if tide else ''}"


# --- 5.1.5 the Invasion Displays ---------------------------------------------------------------------------------


@rule("5.1.2", "5.1.5", "5.1.6a", "5.1.9")
def _beach(g: Bradley, beach: str) -> Display:
    """5.1.5 The Landing Pool of a beach and the boxes of its waves, for the cycle that lands or is the next to land."""
    coming = next((g.box.turns[t] for t in range(g.turn, g.last_turn + 1) if g.box.turns[t].wave), None)
    boxes = [_wave(g, beach, wave, coming) for wave in (1, 2, 3)]
    pool = g.box.available[beach]
    lying = keys(g, g.in_box(pool))
    boxes.append(
        DisplayBox(
            kind="box",
            id=g.box.displays[pool].id,
            title="Available",
            small=f"Waiting for a wave: {len(lying)}",
            counters=lying,
            is_wide=True,
            is_folded=g.part == "place",
        )
    )
    small = f"Cycle {coming.cycle}" if coming else "No more landings"
    return Display(id=beach, title=f"{TITLES[beach]} Beach", small=small, boxes=boxes)


def _wave(g: Bradley, beach: str, wave: int, coming: TurnTrackRow | None) -> DisplayBox:
    number = g.box.wave_box[beach, wave]
    name, units = g.box.displays[number].id, g.in_box(number)
    lying = keys(g, units)
    turn = next((t for t, row in g.box.turns.items() if coming and (row.cycle, row.wave) == (coming.cycle, wave)), 0)
    if coming is None or not turn or turn > g.last_turn:
        return DisplayBox(
            kind="box", id=name, title=f"Wave {wave}", small="Does not land", state="past", counters=lying
        )
    state, when = _state(g, turn), f"Turn {turn}, {_when(g, turn)}"
    if g.cycles.get(beach, 0) >= coming.cycle and not lying and state != "todo":
        words = "Sent in" if state == "now" else "Landed"
        return DisplayBox(kind="box", id=name, title=f"Wave {wave}", small=f"{words}: {when}", state="past")
    kinds = Count(unit_kind(g.box.pieces[u]) for u in units if not g.box.pieces[u].is_hq)
    needs = _needs(g, beach, coming.cycle, wave, kinds)
    return DisplayBox(
        kind="box",
        id=name,
        title=f"Wave {wave}",
        small=f"{LANDS[state]}: {when}",
        filled=sum(kinds.values()),
        total=g.box.wave(beach, coming.cycle, wave).limit,
        needs=needs,
        lines=() if needs else ["Units of any kind"],
        state=state,
        counters=lying,
        is_folded=g.part == "place" and state != "now",
    )


def _state(g: Bradley, turn: int) -> str:
    return "past" if turn < g.turn else "now" if turn == g.turn else "todo"


@rule("5.1.2", "5.1.9", "5.2.3")
def _needs(g: Bradley, beach: str, cycle: int, wave: int, kinds: Count[str]) -> list[Slots]:
    """5.1.2 What is printed for a wave, kind by kind, and what of its limit is left for units of any kind."""
    limit = g.box.wave(beach, cycle, wave)
    printed = {kind: getattr(limit, kind) for kind in PRINTED if getattr(limit, kind)}
    found = [Slots(label=kind, filled=min(kinds[kind], number), total=number) for kind, number in printed.items()]
    free = limit.limit - sum(printed.values())
    if found and free:
        used = sum(max(number - printed.get(kind, 0), 0) for kind, number in kinds.items())
        found.append(Slots(label="any kind", filled=used, total=free))
    return found


# --- 4.3 the Airborne Landing Display ----------------------------------------------------------------------------


@rule("4.3", "4.3.1", "4.3.1a", "4.6")
def _air(g: Bradley) -> Display:
    """4.3 The units due by air, a box for every Drop Zone, and the landings of later turns."""
    boxes = [_drop_box(g, zone) for zone in range(len(g.drop_zones))]
    now = keys(g, sorted(g.coming(AMERICAN, "air"), key=lambda u: g.units[u].turn))
    if now:
        boxes.append(
            DisplayBox(
                id="air-due", title="Due by air now", small="A regiment lands together", counters=now, is_wide=True
            )
        )
    windows = [turn for turn in range(g.turn + 1, g.last_turn + 1) if g.box.turns[turn].window]
    for turn in windows:
        coming = keys(g, (u for u in g.due(turn) if g.row.deployment[u].how == "air"))
        small = f"Turn {turn}, {_when(g, turn)}"
        boxes.append(DisplayBox(id=f"air-{turn}", title=f"Turn {turn}", small=small, counters=coming, state="todo"))
    small = f"Next landings on Turn {windows[0]}" if windows else ""
    if g.box.turns[g.turn].window:
        small = "Landings this turn"
    return Display(id="air", title="Air landings", small=small, boxes=boxes)


def _drop_box(g: Bradley, zone: int) -> DisplayBox:
    row, marker, number = g.box.drop_zones[zone], g.drop_zones[zone], g.box.drop_box[zone]
    lines = ["HQs and engineers land here"] if row.role == "main" else []
    regiments = [name.split("/")[-1] for name, of in sorted(g.regiment_zone.items()) if of == zone]
    if regiments:
        lines.append(f"Regiments: {', '.join(regiments)}")
    if marker.wind is not None:
        lines.append(f"Wind {marker.wind:+d}, flak {sum(sign for _, sign in marker.flak):+d}")
    here = [f"dz:{row.id}"] if marker.place == "hand" else []
    return DisplayBox(
        kind="box",
        id=g.box.displays[number].id,
        title=row.id,
        small=PLACES[marker.place].format(hex="" if marker.hex is None else g.hex_name(marker.hex)),
        lines=lines,
        state="past" if marker.place == "eliminated" else "",
        counters=[*here, *keys(g, g.in_box(number))],
    )


# --- 2.2 the turn track, 2.1 the eliminated ----------------------------------------------------------------------


@rule("2.2", "2.5(1)")
def _record(g: Bradley) -> Display:
    """2.2 Who comes when: units to be set up, then the reinforcements of every turn."""
    boxes = []
    ready = [key for side in g.box.of_side for key in keys(g, g.waiting(side, SET_UP))]
    if ready:
        boxes.append(DisplayBox(id="set-up", title="To be set up", counters=ready, state="now", is_wide=len(ready) > 6))
    for turn in range(1, g.last_turn + 1):
        row, coming = g.box.turns[turn], keys(g, g.due(turn))
        if coming:
            lines = [f"Cycle {row.cycle}, wave {row.wave}"] if row.wave else ["Night"]
            state = "now" if turn <= g.turn else "todo"
            boxes.append(
                DisplayBox(id=f"turn-{turn}", title=f"Turn {turn}", small=_when(g, turn), lines=lines,
                           counters=coming, state=state, is_wide=len(coming) > 8, is_folded=bool(ready))
            )  # fmt: skip
    return Display(id="record", title="Reinforcements", boxes=boxes)


@rule("2.1")
def _eliminated(g: Bradley) -> Display:
    """2.1 The Eliminated Units Boxes."""
    boxes = []
    for side in g.box.of_side:
        lost = g.eliminated(side)
        small = f"{len(lost)} lost"
        boxes.append(DisplayBox(kind="pile", id=side, title=side.title(), small=small, counters=keys(g, lost)))
    return Display(id="eliminated", title="Eliminated", boxes=boxes)
