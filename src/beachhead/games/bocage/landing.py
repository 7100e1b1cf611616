"""11.2.1, 11.2.3(1), 11.2.4 The landings: Beachhead markers, assault units, the rangers, and reinforcements."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.box import ALLIED, BEACH_LIMIT, GERMAN
from beachhead.games.bocage.occupation import eliminate, enter, lose_step
from beachhead.games.bocage.setup import refuse_ground, reveal
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, cite, rule, turn, used

VERBS = {
    "beachhead": Verb("Beachhead in", "hex"),
    "land": Verb("Land in", "hex"),
    "climb": Verb("Rangers move to", "hex"),
}
EVENTS = {
    "beachhead": Told("A Beachhead marker is placed in {hex:hex}", "move"),
    "beachhead_removed": Told("Nobody landed in {hex:hex}: its Beachhead marker is removed", "move"),
    "no_room": Told("{units:unit} did not fit on the beaches and will land on Game Turn 2"),
    "rangers": Told("2 Ranger Battalion climbs Pointe du Hoc: {fate}", "move"),
    "rangers_move": Told("{unit:unit} moves on to {hex:hex}", "move"),
    "guns_spiked": Told("The battery is out of action: the German loses {marker:marker} for good", "hit"),
}
REINFORCEMENT_TURN = 2


# --- 11.2.1 The assault ------------------------------------------------------------------------------------------


@rule("11.2", "11.2.1(1)", "11.2.1(1)a", "14.0b")
def beachhead_phase(g: Bocage) -> Flow:
    """11.2.1(1) Beachhead markers, one at least, in Omaha beach hexes; those not placed now are out of the game."""
    options = {
        "beachhead": Offer.of(g, refuse_beachhead, sorted(g.box.omaha)),
        "done": Offer.when(bool(g.beachheads), "At least one Beachhead marker must be placed", rule="11.2.1(1)"),
    }
    prompt = "Place Beachhead markers on the beach hexes where you will land."
    choice = yield turn(ALLIED, prompt, options, rule="11.2.1(1)")
    if choice.verb == "done":
        cite("11.2.1(1)c")
        return True
    g.beachheads.add(choice.arg)
    g.tell("beachhead", rule="11.2.1(1)", hex=choice.arg)
    return len(g.beachheads) == len(g.box.omaha)


def refuse_beachhead(g: Bocage, place: int) -> Ruling | None:
    """11.2.1(1) Why a marker may not be placed."""
    if place not in g.box.omaha:
        return Ruling("11.2.1(1)", "Beachhead markers go to Omaha beach hexes only", (), (place,))
    if g.phase != "beachheads":
        return Ruling("11.2.1(1)c", "No Beachhead marker can be placed any more", (), (place,))
    return Ruling("11.2.1(1)", "That hex has its marker", (), (place,)) if place in g.beachheads else None


@rule("11.2.1(2)", "11.2.1(2)a")
def assault_landing_phase(g: Bocage) -> Flow:
    """11.2.1(2) The 1st and 29th Divisions land in marked hexes; who finds no room comes on Game Turn 2.

    11.2.1(3) Markers without Allied units leave the map.
    """
    waiting = [u for u in g.box.assault if g.units[u].at < 0]
    if (yield from land_one(g, waiting, rule="11.2.1(2)")):
        return False
    if waiting:
        g.tell("no_room", rule="11.2.1(2)e", units=waiting)
        for unit in waiting:
            g.change(unit, turn=REINFORCEMENT_TURN)
    for place in sorted(g.beachheads):
        if not g.standing(place):
            g.beachheads.discard(place)
            g.tell("beachhead_removed", rule="11.2.1(3)", hex=place)
    reveal(g)
    return True


def land_one(g: Bocage, waiting: list[int], *, rule: str) -> Flow:
    """11.2.1(2), 11.2.4 One unit lands. Returns whether anybody could."""
    able = Offer.of(g, lambda g, unit: refuse_lander(g, unit, waiting), waiting)
    if not able:
        return False
    over = {"beachhead": Offer((), refuse=refuse_beachhead)}
    choice = yield turn(ALLIED, "Choose a unit to land.", {"unit": able, **over}, rule=rule, automatic=True)
    unit = choice.arg
    options = {"land": landing_hexes(g, unit), **({"back": (None,)} if len(able) > 1 else {}), **over}
    answer = yield ask(ALLIED, f"Where does {g.name(unit)} land?", options, rule=rule, about={"unit": unit})
    if answer.verb == "land":
        g.change(unit, at=answer.arg)
        g.landed.add(unit)
        used(g.box.pieces[unit])
        g.tell("landed", rule=rule, unit=unit, hex=answer.arg)
    return True


def landing_hexes(g: Bocage, unit: int) -> Offer:
    """11.2.4 Where a unit can land."""
    return Offer.of(g, lambda g, place: refuse_landing(g, unit, place), sorted(g.beachheads))


def refuse_lander(g: Bocage, unit: int, waiting: Sequence[int]) -> Ruling | None:
    """11.2.4 Why a unit may not be chosen to land."""
    if unit not in waiting:
        return Ruling("11.2.4", f"{g.name(unit)} does not land now", (unit,))
    if not landing_hexes(g, unit):
        return Ruling("11.2.4a", f"No landing hex has room for {g.name(unit)}", (unit,))
    return None


@rule("11.2.4a", "11.2.4d", "14.0k")
def refuse_landing(g: Bocage, unit: int, place: int) -> Ruling | None:
    """11.2.1(2), 11.2.4 Why a unit may not land in a hex."""
    if place not in g.beachheads:
        return Ruling("11.2.1(1)a", "Units land in hexes with a Beachhead marker", (unit,), (place,))
    there = g.standing(place)
    if len(there) >= BEACH_LIMIT:
        first = g.phase == "assault landing"
        words = "Three units stand there: the limit of a beach landing hex"
        return Ruling("11.2.1(2)a" if first else "11.2.4a", words, (unit,), (place,))
    if any(g.units[u].left for u in there):
        return Ruling("11.2.1(2)b", "The unit there has left its landing hex and may not stack", (unit,), (place,))
    if not there and g.phase != "assault landing" and g.zone(GERMAN)[place]:
        return Ruling("11.2.4d", "That hex is in an EZOC and no Allied unit stands there", (unit,), (place,))
    return None


# --- 11.2.3(1) Pointe du Hoc -------------------------------------------------------------------------------------


@rule("11.2.3(1)", "11.2.2")
def ranger_phase(g: Bocage) -> None:
    """11.2.3(1) The rangers climb; what the die says happens at once. 11.2.3(1)a A +6 marker may leave the game."""
    ranger = g.box.ranger
    g.change(ranger, at=g.box.pointe)
    g.landed.add(ranger)
    die = g.dice.roll("Pointe du Hoc", rule="11.2.3(1)").total
    row = g.box.ranger_table[die]
    g.tell("rangers", rule=row.rule, unit=ranger, fate=row.fate)
    if row.fate == "eliminated":
        eliminate(g, ranger, rule=row.rule)
    elif row.fate == "reduced":
        lose_step(g, ranger, rule=row.rule)
    if row.marker:
        marker = next(m for m in g.german_cup if g.box.value[m] == 6)
        g.german_cup.remove(marker)
        g.german_gone.append(marker)
        g.tell("guns_spiked", rule="11.2.3(1)a", marker=marker)
    if not row.moves:
        g.phase = "ranger move"  # which is over before it begins


def ranger_move_phase(g: Bocage) -> Flow:
    """11.2.3(1) The rangers may move one hex, whatever the enemy controls."""
    ranger = g.box.ranger
    options = {"climb": Offer.of(g, refuse_climb, g.box.board.adjacent[g.box.pointe]), "stay": (None,)}
    choice = yield turn(ALLIED, "The rangers may move one hex.", options, rule="11.2.3(1)", about={"unit": ranger})
    if choice.verb == "climb":
        enter(g, ranger, choice.arg)
        g.tell("rangers_move", rule="11.2.3(1)b", unit=ranger, hex=choice.arg)
    return True


def refuse_climb(g: Bocage, place: int) -> Ruling | None:
    """11.2.3(1) Why the rangers may not go there."""
    ranger = g.box.ranger
    if place not in g.ground.playable:
        return refuse_ground(g, ranger, place)
    if place not in g.box.board.adjacent[g.units[ranger].at]:
        return Ruling("11.2.3(1)", "The rangers may move one hex", (ranger,), (place,))
    if g.occupied(GERMAN)[place]:
        return Ruling("S5.1", "An enemy stands there", (ranger,), (place,))
    if g.standing(place):
        return Ruling("S5.3", "One unit in a hex: the rangers may not stack", (ranger,), (place,))
    return None


# --- 11.2.4 Reinforcements ---------------------------------------------------------------------------------------


@rule("11.2.4", "11.2.4f", "11.2.4g")
def reinforcement_phase(g: Bocage) -> Flow:
    """11.2.4 At the end of the Allied Movement Phase those who are due land, if they can; the others wait."""
    return not (yield from land_one(g, due(g), rule="11.2.4"))


def due(g: Bocage) -> list[int]:
    """11.2.4 The Allied units that are due and not yet ashore."""
    return g.overdue(ALLIED) if g.turn >= REINFORCEMENT_TURN else []
