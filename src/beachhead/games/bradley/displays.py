"""2.2, 4.3, 5.1.5 The displays as a screen shows them, made from a view: boxes, what they hold, what they will do."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from beachhead.display import Counter, Display, DisplayBox, Slots
from beachhead.games.bradley.box import Box
from beachhead.games.bradley.schemas import TurnRow, WaveRow
from beachhead.games.bradley.shores import TITLES
from beachhead.games.bradley.waves import PRINTED, unit_kind
from beachhead.kernel import rule

PLACES = {
    "hand": "Not placed",
    "flight": "In flight to {hex}",
    "ground": "On the ground in {hex}",
    "eliminated": "Lost",
}
"""4.2 What may be said of a Drop Zone marker."""
LANDS = {"past": "Landed", "now": "Lands now", "todo": "Lands"}


class Look(msgspec.Struct, frozen=True):
    """What the displays are made of: the view, the counters in boxes, and the tides to come."""

    box: Box
    view: Mapping[str, Any]
    counters: Sequence[Counter]
    tides: Mapping[int, str]

    def lying(self, spot: str) -> list[str]:
        """The counters in a box that are not on the map."""
        found = [each for each in self.counters if each.spot == spot and not each.hex]
        return [f"{each.kind}:{each.id}" for each in sorted(found, key=lambda each: each.kind)]

    def waiting(self, place: str, turn: int = 0) -> list[str]:
        """2.2 The units that are to be set up, or due on a turn."""
        units = self.view["units"]
        return [f"unit:{u['id']}" for u in units if u["place"] == place and u.get("turn", 0) == turn]

    def by_air(self, turn: int) -> list[str]:
        """4.0 The units that are due by air on a turn."""
        play = self.box.scenarios[self.view["scenario"]]
        return [key for key in self.waiting("track", turn) if play.deployment[self.piece(key)].how == "air"]

    def piece(self, key: str) -> int:
        """The number of a unit."""
        return self.box.unit[key.removeprefix("unit:")]

    def when(self, turn: int) -> str:
        """2.2 A turn in words."""
        clock, tide = self.box.turns[turn].clock, self.tides.get(turn, "")
        return f"Turn {turn}, {clock[:2]}:{clock[2:]}{f', {tide} tide' if tide else ''}"


def displays(look: Look) -> list[Display]:
    """2.2 All displays of the scenario."""
    row = look.box.scenarios[look.view["scenario"]].row
    found = [_beach(look, beach) for beach in row.beaches]
    if row.airborne:
        found.insert(0, _air(look))
    return [*found, _record(look), _eliminated(look)]


# --- 5.1.5 the Invasion Displays ---------------------------------------------------------------------------------


@rule("5.1.2", "5.1.5", "5.1.6a", "5.1.9")
def _beach(look: Look, beach: str) -> Display:
    """5.1.5 The Landing Pool of a beach and the boxes of its waves, for the cycle that lands or is the next to land."""
    view, box = look.view, look.box
    coming = next((box.turns[t] for t in range(view["turn"], view["last_turn"] + 1) if box.turns[t].wave), None)
    boxes = [_wave(look, beach, wave, coming) for wave in (1, 2, 3)]
    pool = box.displays[box.available[beach]].id
    lying = look.lying(pool)
    boxes.append(
        DisplayBox(
            kind="box",
            id=pool,
            title="Available",
            small=f"Waiting for a wave: {len(lying)}",
            counters=lying,
            is_wide=True,
            is_folded=view["part"] == "place",
        )
    )
    small = f"Cycle {coming.cycle}" if coming else "No more landings"
    return Display(id=beach, title=f"{TITLES[beach]} Beach", small=small, boxes=boxes)


def _wave(look: Look, beach: str, wave: int, coming: TurnRow | None) -> DisplayBox:
    box, view = look.box, look.view
    name = box.displays[box.wave_box[beach, wave]].id
    lying = look.lying(name)
    turn = next((t for t, row in box.turns.items() if coming and (row.cycle, row.wave) == (coming.cycle, wave)), 0)
    if coming is None or not turn or turn > view["last_turn"]:
        return DisplayBox(
            kind="box", id=name, title=f"Wave {wave}", small="Does not land", state="past", counters=lying
        )
    state = "past" if turn < view["turn"] else "now" if turn == view["turn"] else "todo"
    is_loaded = view["cycles"].get(beach, 0) >= coming.cycle
    if is_loaded and not lying and state != "todo":
        words = "Sent in" if state == "now" else "Landed"
        return DisplayBox(kind="box", id=name, title=f"Wave {wave}", small=f"{words}: {look.when(turn)}", state="past")
    limit = box.wave(beach, coming.cycle, wave)
    kinds = _kinds(look, lying)
    needs = _needs(limit, kinds)
    return DisplayBox(
        kind="box",
        id=name,
        title=f"Wave {wave}",
        small=f"{LANDS[state]}: {look.when(turn)}",
        filled=sum(kinds.values()),
        total=limit.limit,
        needs=needs,
        lines=() if needs else ["Units of any kind"],
        state=state,
        counters=lying,
        is_folded=view["part"] == "place" and state != "now",
    )


@rule("5.1.2", "5.1.9")
def _needs(limit: WaveRow, kinds: Count[str]) -> list[Slots]:
    """5.1.2 What is printed for a wave, kind by kind, and what of its limit is left for units of any kind."""
    printed = {kind: getattr(limit, kind) for kind in PRINTED if getattr(limit, kind)}
    found = [Slots(label=kind, filled=min(kinds[kind], number), total=number) for kind, number in printed.items()]
    free = limit.limit - sum(printed.values())
    if found and free:
        used = sum(max(number - printed.get(kind, 0), 0) for kind, number in kinds.items())
        found.append(Slots(label="any kind", filled=used, total=free))
    return found


@rule("5.1.2", "5.2.3")
def _kinds(look: Look, lying: Sequence[str]) -> Count[str]:
    """5.1.2 How many units of each kind lie in a wave box; headquarters do not count."""
    pieces = [look.box.pieces[look.piece(key)] for key in lying]
    return Count(unit_kind(piece) for piece in pieces if not piece.is_hq)


# --- 4.3 the Airborne Landing Display ----------------------------------------------------------------------------


@rule("4.3", "4.3.1", "4.3.1a", "4.6")
def _air(look: Look) -> Display:
    """4.3 The units due by air, a box for every Drop Zone, and the landings of later turns."""
    view, box = look.view, look.box
    boxes = [_drop_box(look, marker) for marker in view["drop_zones"]]
    now = [key for turn in range(view["turn"] + 1) for key in look.by_air(turn)]
    if now:
        boxes.append(
            DisplayBox(
                id="air-due", title="Due by air now", small="A regiment lands together", counters=now, is_wide=True
            )
        )
    windows = [turn for turn in range(view["turn"] + 1, view["last_turn"] + 1) if box.turns[turn].window]
    for turn in windows:
        coming = look.by_air(turn)
        boxes.append(
            DisplayBox(id=f"air-{turn}", title=f"Turn {turn}", small=look.when(turn), counters=coming, state="todo")
        )
    small = f"Next landings on Turn {windows[0]}" if windows else ""
    if box.turns[view["turn"]].window:
        small = "Landings this turn"
    return Display(id="air", title="Air landings", small=small, boxes=boxes)


def _drop_box(look: Look, marker: Mapping[str, Any]) -> DisplayBox:
    box = look.box
    number = box.drop_zone[marker["id"]]
    name = box.displays[box.drop_box[number]].id
    lines = ["HQs and engineers land here"] if box.drop_zones[number].role == "main" else []
    regiments = [regiment for regiment, zone in look.view["regiments"].items() if zone == marker["id"]]
    if regiments:
        lines.append(f"Regiments: {', '.join(name.split('/')[-1] for name in regiments)}")
    if "wind" in marker:
        lines.append(f"Wind {marker['wind']:+d}, flak {sum(marker.get('flak', {}).values()):+d}")
    place = box.board.called(box.board.number(marker["hex"])) if "hex" in marker else ""
    return DisplayBox(
        kind="box",
        id=name,
        title=marker["id"],
        small=PLACES[marker["place"]].format(hex=place),
        lines=lines,
        state="past" if marker["place"] == "eliminated" else "",
        counters=look.lying(name),
    )


# --- 2.2 the turn track, 2.1 the eliminated ----------------------------------------------------------------------


@rule("2.2", "2.5(1)")
def _record(look: Look) -> Display:
    """2.2 Who comes when: units to be set up, then the reinforcements of every turn."""
    view, box = look.view, look.box
    boxes = []
    ready = look.waiting("set-up")
    if ready:
        boxes.append(DisplayBox(id="set-up", title="To be set up", counters=ready, state="now", is_wide=len(ready) > 6))
    for turn in range(1, view["last_turn"] + 1):
        coming = look.waiting("track", turn)
        if not coming:
            continue
        row = box.turns[turn]
        lines = [f"Cycle {row.cycle}, wave {row.wave}"] if row.wave else ["Night"]
        state = "now" if turn <= view["turn"] else "todo"
        boxes.append(
            DisplayBox(id=f"turn-{turn}", title=f"Turn {turn}", small=look.when(turn).split(", ", 1)[1], lines=lines,
                       counters=coming, state=state, is_wide=len(coming) > 8, is_folded=bool(ready))
        )  # fmt: skip
    return Display(id="record", title="Reinforcements", boxes=boxes)


@rule("2.1")
def _eliminated(look: Look) -> Display:
    """2.1 The Eliminated Units Boxes."""
    boxes = []
    for side, number in look.view["losses"].items():
        lost = look.lying(side)
        boxes.append(DisplayBox(kind="pile", id=side, title=side.title(), small=f"{number} lost", counters=lost))
    return Display(id="eliminated", title="Eliminated", boxes=boxes)
