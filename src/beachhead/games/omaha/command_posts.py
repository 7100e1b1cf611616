"""18 Command posts."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.omaha.control import german_communication
from beachhead.games.omaha.fields import in_potential_fire, is_under_fire
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Action, Decision, Flow, Ruling, Verb, rule, turn

VERBS: Mapping[str, Verb] = {
    "establish": Verb("Establish a command post with", "unit"),
    "command-done": Verb("Leave the HQs as they are"),
}
EVENTS: Mapping[str, str] = {
    "command_post": "{unit:unit} establishes a command post in {hex:hex}",
    "command_range": "The command post of {unit:unit} now reaches {range} hexes",
}

TRACK = (0, 1, 1, 2, 2, 3, 3, 3, 4)
"""18.22 Command range by space of the track, counted from 1."""


@rule("18.22", "18.2")
def command_range(space: int) -> int:
    """18.22 The range of a command post on a space of the track."""
    return TRACK[space]


@rule("18", "18.1", "18.1a")
def refuse_establish(g: Omaha, unit: int, communication: set[int]) -> Ruling | None:
    """18.1 Why an HQ may not become a command post here."""
    place = g.units[unit].hex
    if g.piece(unit).type != "HQ" or g.units[unit].command_post:
        return Ruling("18.1", "Only an HQ that is not yet a command post can establish one", (unit,))
    if place is None:
        return Ruling("18.1", f"{g.piece(unit).id} is not on the map", (unit,))
    if not g.is_extended:
        return Ruling("18", "Command posts are established from turn 17 on", (unit,))
    if in_potential_fire(g, place, communication):
        return Ruling("18.1", "A German position could fire into this hex", (unit,), (place,))
    return None


@rule("18.1", "18.1a", "18.2", "18.21", "15.V")
def command_post_step(g: Omaha) -> Flow:
    """18.1, 18.2 Established posts reach farther by themselves; then the player may establish new ones."""
    if g.at == "command":
        extend_ranges(g)
        g.at = "establish"
    while g.at == "establish":
        communication = german_communication(g)
        able = [
            u for u, piece in enumerate(g.box.us) if piece.type == "HQ" and not refuse_establish(g, u, communication)
        ]
        prompt = "Turn an HQ into a command post? It will not move, and its command will reach farther."
        player = g.player(g.units[able[0]].division) if able else g.player(1)
        options = {"establish": able, "command-done": (None,)}
        answer = yield turn(player, prompt, options, rule="18.1", automatic=True)
        if answer.verb == "command-done":
            g.at = ""
            return
        g.change(answer.arg, command_post=1)
        g.tell("command_post", rule="18.1a", unit=answer.arg, hex=g.units[answer.arg].hex)


@rule("18.2", "18.21", "18.22", "18.32a")
def extend_ranges(g: Omaha) -> None:
    """18.2, 18.21 Every post outside all fields of fire advances one space; nothing speaks against doing it always."""
    for u, unit in enumerate(g.units):
        if not unit.command_post or unit.hex is None or unit.command_post + 1 >= len(TRACK):
            continue
        if is_under_fire(g, unit.hex):  # 6.4 a disrupted unit projects no field of fire
            continue
        g.change(u, command_post=unit.command_post + 1)
        g.tell("command_range", rule="18.2", unit=u, range=command_range(unit.command_post + 1))


def why_not(g: Omaha, decision: Decision, action: Action) -> Ruling | None:
    """Why an HQ cannot become a command post."""
    if action.verb == "establish" and "establish" in decision.options:
        return refuse_establish(g, action.arg, german_communication(g))
    return None
