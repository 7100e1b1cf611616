"""The table as a screen shows it, made from a view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.display import Badge, Card, Chip, Counter, Mark, Panel, Scene, Slots, StepState, Tally, TrackCell
from beachhead.games.bocage.box import Box
from beachhead.kernel import rule

STEPS: Sequence[tuple[str, str, tuple[str, ...]]] = (
    ("set-up", "Set-up", ("record", "beachheads", "assault landing", "ranger", "ranger move", "beach assaults")),
    ("markers", "Support fire markers", ("weather", "markers", "replacements")),
    ("allied", "Allied player turn", ("allied movement", "allied landing", "allied combat", "allied mobile movement",
                                      "allied mobile combat", "supply")),
    ("german", "German player turn", ("german movement", "german combat", "german mobile movement",
                                      "german mobile combat")),
    ("end", "End of turn", ("end",)),
)  # fmt: skip
PHASE_WORDS = {
    "record": "Secret German set-up",
    "beachheads": "Beachhead markers",
    "assault landing": "Assault landing",
    "ranger": "Pointe du Hoc",
    "ranger move": "Pointe du Hoc",
    "beach assaults": "Beach assaults",
    "weather": "Weather",
    "markers": "Support Fire Marker Phase",
    "replacements": "Replacements",
    "allied landing": "Allied reinforcements",
    "supply": "Allied supply",
    "end": "End of turn",
}


def phase_words(phase: str) -> str:
    """A phase as it is read."""
    return PHASE_WORDS.get(phase) or f"{phase.title()} Phase"


@rule("S2.2", "S2.3", "10.3", "10.4")
def scene(box: Box, view: Mapping[str, Any]) -> Scene:
    """Everything that lies open, as counters, marks, the turn track and the displays."""
    last = view["last_turn"]
    return Scene(
        heading=f"Game Turn {view['turn']}",
        clock=view["dates"],
        note="Inclement weather" if view["storm"] else phase_words(view["phase"]),
        track=[_cell(box, view, turn) for turn in range(1, last + 1)],
        here=view["turn"] - 1,
        counters=[*(unit_counter(box, unit) for unit in view["units"] if "hex" in unit), *_recorded(box, view)],
        marks=_marks(view),
        panels=[*_steps(view), *_displays(box, view)],
    )


def _cell(box: Box, view: Mapping[str, Any], turn: int) -> TrackCell:
    due = [unit for unit in view["units"] if unit["place"] == "track" and unit["turn"] == turn]
    chips = [
        Chip(text=side[0].upper() + str(len(units)), icon="arrive", words=", ".join(unit["id"] for unit in units))
        for side in ("allied", "german")
        if (units := [unit for unit in due if unit["side"] == side])
    ]
    return TrackCell(label=str(turn), small=box.turns[turn].dates, chips=chips)


# --- counters ----------------------------------------------------------------------------------------------------


def unit_counter(box: Box, unit: Mapping[str, Any]) -> Counter:
    """S2.3 A counter: attack and defence, movement allowance, steps and markers."""
    piece = box.pieces[box.unit[unit["id"]]]
    reduced = unit["reduced"]
    words = f"{unit['id']}, {unit['size']}, {unit['formation']}, {box.types[piece.type].words}: "
    words += f"attack {unit['attack']}, defence {unit['defence']}, movement {unit['ma']}, {unit['class']}"
    words += ", reduced" if reduced else ""
    return Counter(
        kind="unit",
        id=unit["id"],
        hex=unit.get("hex", ""),
        tone=unit["side"],
        name=unit["id"],
        glyph=box.types[piece.type].glyph,
        left=f"{unit['attack']}-{unit['defence']}",
        left_small=str(unit["ma"]),
        symbol="circle" if unit["class"] == "mobile" else "square",
        pips=0 if unit["place"] == "gone" else 1 if reduced else 2,
        most_pips=2,
        badges=_badges(unit),
        is_faded=bool(unit.get("moved") or unit.get("fought")),
        words="; ".join([words, unit["means"]] if "means" in unit else [words]),
    )


def _badges(unit: Mapping[str, Any]) -> list[Badge]:
    found = []
    if unit.get("fought"):
        found.append(Badge(kind="acted", text="Has attacked"))
    elif unit.get("moved"):
        found.append(Badge(kind="acted", text="Has moved"))
    if unit.get("supplied") is False:
        found.append(Badge(kind="disrupted", text="Out of supply"))
    if unit.get("landed"):
        found.append(Badge(kind="note", text="Landed this turn"))
    return found


def _recorded(box: Box, view: Mapping[str, Any]) -> list[Counter]:
    """11.0d The German's own record, for his eyes: counters that lie face down where they will stand."""
    by_id = {unit["id"]: unit for unit in view["units"]}
    found = []
    for name, place in view["recorded"].items():
        unit = {**by_id[name], "hex": place}
        found.append(unit_counter(box, unit))
    return found


def _marks(view: Mapping[str, Any]) -> list[Mark]:
    marks = [Mark(kind="base", hex=place, text="Beachhead", tone="allied") for place in view["beachheads"]]
    marks += [Mark(kind="attacked", hex=place, text="Attacked in this phase") for place in view["attacked"]]
    marks += [Mark(kind="barraged", hex=place, text="Bombarded in this phase") for place in view["bombarded"]]
    for place, city in view["cities"].items():
        if city["held"] == "allied":
            text = "Captured by the Allies" if city["captured"] else "Last held by the Allies, without supply"
            marks.append(Mark(kind="note", hex=place, text=text, tone="allied"))
    return marks


# --- displays ----------------------------------------------------------------------------------------------------


def _steps(view: Mapping[str, Any]) -> list[Panel]:
    phases = [phase for _, _, group in STEPS for phase in group]
    now = phases.index(view["phase"])
    found = []
    for key, title, group in STEPS:
        if key == "set-up" and view["phase"] not in group:
            continue
        first = phases.index(group[0])
        state: StepState = "now" if view["phase"] in group else "past" if first < now else "todo"
        small = phase_words(view["phase"]) if state == "now" else ""
        found.append(Panel(id=f"step-{key}", title=title, small=small, state=state))
    return found


def _displays(box: Box, view: Mapping[str, Any]) -> list[Panel]:
    """Waiting units, cups, victory, and units that are gone."""
    return [
        _victory(view),
        _allied_markers(view),
        _german_markers(view),
        _waiting(box, view, "allied", "Allied reinforcements"),
        _waiting(box, view, "german", "German reinforcements"),
        Panel(
            id="gone",
            title="Eliminated",
            counters=[unit_counter(box, unit) for unit in view["units"] if unit["place"] == "gone"],
        ),
    ]


def _waiting(box: Box, view: Mapping[str, Any], side: str, title: str) -> Panel:
    places = ("track", "recorded") if side == "german" else ("track",)
    hidden = set(view["recorded"])
    units = [u for u in view["units"] if u["side"] == side and u["place"] in places and u["id"] not in hidden]
    units.sort(key=lambda unit: unit.get("turn", 0))
    return Panel(id=f"waiting-{side}", title=title, counters=[unit_counter(box, unit) for unit in units])


def _victory(view: Mapping[str, Any]) -> Panel:
    tallies = [Tally(label="Beachheads", value=str(len(view["beachheads"])), words="With none left the German wins")]
    if view["scenario"] == "us-campaign":
        tallies.append(Tally(label="City hexes", value=f"{view['captured_hexes']} of 7"))
        tallies.append(Tally(label="Cities", value=f"{view['captured_cities']} of 7"))
    else:
        tallies.append(Tally(label="Units at Saint-Lo", value=f"{view['near_saint_lo']} of 2"))
    lines = [
        f"{place}: {'captured' if city['captured'] else city['held'].title()}" for place, city in view["cities"].items()
    ]
    return Panel(id="victory", title="Victory", tallies=tallies, lines=lines)


def _allied_markers(view: Mapping[str, Any]) -> Panel:
    markers, points = view["markers"]["allied"], view["points"]
    tallies = [
        Tally(label="Artillery", value=str(markers["artillery"]), words="Markers in the cup without aircraft"),
        Tally(label="Aircraft", value=str(markers["aircraft"]), words="Markers in the cup with aircraft"),
    ]
    if markers["naval"]:
        tallies.append(Tally(label="Naval", value=str(markers["naval"])))
    if points["leg"] or points["mobile"]:
        tallies.append(Tally(label="Replacements", value=f"{points['leg']} leg, {points['mobile']} mobile"))
    return Panel(
        id="allied-markers", title="Allied support", tallies=tallies, lines=_lines(markers), cards=_hand(markers)
    )


def _german_markers(view: Mapping[str, Any]) -> Panel:
    markers = view["markers"]["german"]
    slots = [Slots(label="Not used", filled=markers["unused"], total=15 - len(markers["gone"]), tone="german")]
    lines = _lines(markers)
    if markers.get("aside"):
        lines.append(f"Aside: {', '.join(markers['aside'])}")
    return Panel(id="german-markers", title="German support", slots=slots, lines=lines, cards=_hand(markers))


def _lines(markers: Mapping[str, Any]) -> list[str]:
    words = (("used", "Used"), ("out", "Not available"), ("gone", "Given up"))
    return [f"{title}: {', '.join(markers[key])}" for key, title in words if markers.get(key)]


def _hand(markers: Mapping[str, Any]) -> list[Card]:
    return [
        Card(kind="plain", title=name, rows=[[name]], words="Drawn for this combat") for name in markers.get("hand", ())
    ]


def event_picture(box: Box, event: Mapping[str, Any]) -> Card | None:
    """Dice, and the markers of a combat, as a picture of a line of the log."""
    if event["kind"] == "rolled":
        rows = [[str(die)] for die in event["result"]]
        return Card(kind="dice", title=event["reason"], rows=rows, words=event["text"])
    if event["kind"] == "support_shown":
        rows = [[f"+{box.markers[box.marker[name]].value}"] for name in event["markers"]]
        return Card(kind="plain", title=f"{event['side']} support", rows=rows, words=event["text"])
    return None
