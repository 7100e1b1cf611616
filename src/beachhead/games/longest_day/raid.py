"""V.F.4 The raid of 46 Royal Marine Commando on 7 June, against the batteries of Cabourg or Benerville."""

from __future__ import annotations

from msgspec.structs import replace

from beachhead.games.longest_day import beach_assault, weather
from beachhead.games.longest_day.battle import column_of
from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, TRACK
from beachhead.games.longest_day.occupation import eliminate, lose_step
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS = {
    "raid-shore": Verb("Let 46 Royal Marine Commando raid", "hex"),
    "withdraw-raid": Verb("Take 46 Royal Marine Commando off by sea"),
    "stay-ashore": Verb("Leave it ashore"),
}
EVENTS = {
    "commando_raid": Told("{unit:unit} lands for a raid at {hex:hex}", "move"),
    "raid_over": Told("{unit:unit} is taken off by sea", "move"),
    "raid_stays": Told("{unit:unit} cannot be taken off", "note"),
}
COMMANDO = "BR-4_SS-46_RM"
BATTERIES = ("GE-Cabourg_1/1255", "GE-Benerville_4/1255")
DAY = 2
"""V.F.4 The turn of 7 June."""
CAUGHT, FAILED = 4, 6
"""V.F.4.a From which die on a unit next to Germans loses a step, and with which it stays."""


def commando(g: LongestDay) -> int:
    """V.F.4 The unit that may raid."""
    return g.box.unit[COMMANDO]


def shores(g: LongestDay) -> list[int]:
    """V.F.4 The hexes of the two batteries, and those on the coast next to them."""
    spots = [g.box.board.number(g.setups[g.box.unit[name]].place) for name in BATTERIES if g.box.unit[name] in g.setups]
    return sorted({h for spot in spots for h in (spot, *g.box.board.adjacent[spot]) if h in g.box.sea.on_shore})


@rule("V.F.4")
def refuse_raid(g: LongestDay, place: int) -> Ruling | None:
    """V.F.4 Why the commando does not raid a hex."""
    unit = commando(g)
    if g.turn != DAY or g.units[unit].at != TRACK or not g.has("V"):
        return Ruling("V.F.4", f"{g.name(unit)} raids on 7 June only, instead of landing", (unit,))
    if g.weather != "FAIR":
        return Ruling("V.F.4", f"It is {weather.words(g)}: a raid needs fair weather", (unit,))
    if place not in shores(g):
        return Ruling(
            "V.F.4", "It raids the batteries of Cabourg and Benerville, or a hex beside them", (unit,), (place,)
        )
    return None


@rule("V.F.4-01", "V.F.4-02")
def land(g: LongestDay, place: int) -> Flow:
    """V.F.4 The commando lands, and fights those who are in the hex as in a beach assault."""
    unit = commando(g)
    g.change(unit, at=g.box.box_at("raid"))
    g.tell("commando_raid", rule="V.F.4", unit=unit, hex=place)
    if not g.fighters(GERMAN)[place]:
        yield from beach_assault.go_ashore(g, [unit], place)
    else:
        battle = replace(beach_assault.battle_at(g, place, [unit]), is_raid=True)
        if column_of(g, battle) is None:
            eliminate(g, unit, rule="V.C.2.b.1-02")
            return
        yield from beach_assault.resolve(g, battle, [unit])
    if g.units[unit].at >= 0:
        g.change(unit, landed="raid", fought=False)


def is_raiding(g: LongestDay) -> bool:
    """V.F.4.a Whether the commando is ashore for its raid, when it may be taken off."""
    return g.turn == DAY and g.has("V") and g.units[commando(g)].landed == "raid" and g.units[commando(g)].at >= 0


@rule("V.F.4.a", "V.F.4.a.1", "V.F.4.a.2", "V.F.4.a.3")
def phase(g: LongestDay) -> Flow:
    """V.F.4.a In the German reset phase of 7 June it may be taken off from a coastal hex, by a die."""
    unit = commando(g)
    place = g.units[unit].at
    if place not in g.box.sea.on_shore:
        return True
    options = {"withdraw-raid": (None,), "stay-ashore": (None,)}
    choice = yield turn(ALLIED, f"Is {g.name(unit)} taken off by sea?", options, rule="V.F.4.a")
    if choice.verb == "stay-ashore":
        return True
    die = g.dice.roll("withdrawal", "1d6", rule="V.F.4.a.1").total
    if die >= FAILED:
        g.tell("raid_stays", rule="V.F.4.a.1", unit=unit)
        return True
    if die >= CAUGHT and any(g.occupied(ENEMY[ALLIED])[h] for h in g.box.board.adjacent[place]):
        lose_step(g, unit, rule="V.F.4.a.2")
    if g.units[unit].at >= 0:
        first = g.box.box_at("entry 1") if g.has("IX") else TRACK
        g.change(unit, at=first, turn=g.turn + 1, came=0, landed="", under="")
        g.tell("raid_over", rule="V.F.4.a.1", unit=unit)
    return True


TASKS = (
    Task("raid-shore", lambda g: Offer.of(g, refuse_raid, shores(g) if g.turn == DAY and g.has("V") else []), land),
)
