"""III.C The air as a screen shows it: bombers over hexes, craters, and the display of aircraft."""

from __future__ import annotations

from beachhead.display import Mark, Panel, Tally
from beachhead.games.longest_day import interdiction, support, weather
from beachhead.games.longest_day.state import LongestDay

CARPETS = {
    "holding": "Heavy bombers wait",
    "box": "A carpet is planned at {}",
    "bombed": "Heavy bombers have laid a carpet",
    "resting": "Heavy bombers are back and rest",
}
TASKS = {
    "support": "over {}",
    "bombardment": "bombarding {}",
    "strategic": "over {}",
    "rail": "on railways",
}


def air_marks(g: LongestDay) -> list[Mark]:
    """III.C.1, III.C.3 Bombers over hexes, the target of a carpet, and craters."""
    board, over = g.box.board, sorted({sortie.hex for sortie in g.sorties.values() if sortie.hex is not None})
    marks = Mark.on(board, "burst", g.craters, "Craters: two points more to enter")
    marks += Mark.on(board, "cloud", over, "Bombers are over this hex", "allied")
    aim = [g.carpet_aim] if g.carpet_aim is not None else []
    return marks + Mark.on(board, "note", aim, "A carpet is planned here")


def air_panels(g: LongestDay) -> list[Panel]:
    """III.C The Allied Aircraft Deployment Display."""
    if not weather.is_used(g):
        return []
    free = [craft for craft in support.bombers(g) if craft not in g.sorties]
    busy = g.fighter_bombers + g.fighter_bombers_on_rail
    aim = "" if g.carpet_aim is None else g.hex_name(g.carpet_aim)
    lines = [f"Interdiction: {interdiction.EFFECTS[g.interdiction]}"] if g.interdiction else []
    lines.append(CARPETS[g.carpet].format(aim))
    lines += [_task(g, craft) for craft in sorted(g.sorties)]
    tallies = [
        Tally(label="Fighter-bombers left", value=str(interdiction.available(g) - busy)),
        Tally(label="Bombers left", value=str(len(free))),
    ]
    return [Panel(id="air", title="Aircraft", small=weather.words(g), tallies=tallies, lines=lines)]


def _task(g: LongestDay, craft: int) -> str:
    sortie = g.sorties[craft]
    where = "" if sortie.hex is None else g.hex_name(sortie.hex)
    if sortie.box is not None:
        where = g.box.boxes[g.box.box_names.name(sortie.box)].title
    return f"{g.box.air.craft[craft].name}: {TASKS[sortie.mission].format(where)}"
