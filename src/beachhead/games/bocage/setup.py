"""S3.0, 11.0, 11.1.1 Setting up: everything in its place, and the German's secret record."""

from __future__ import annotations

from beachhead.games.bocage.box import GERMAN, RECORDED, TRACK, UNUSED, Box
from beachhead.games.bocage.schemas import UnitRow
from beachhead.games.bocage.state import Bocage, Unit
from beachhead.kernel import Flow, Offer, Ruling, Settings, Told, Verb, cite, rule, turn, used

FORWARD = 2
"""11.0a Units that must stand next to a beach hex."""
VERBS = {"record": Verb("Record", "hex")}
EVENTS = {
    "recorded": Told("{unit:unit} will be set up in {hex:hex}", "move"),
    "record_made": Told("The German player has recorded where his {units:#unit stands|units stand}"),
    "revealed": Told("{unit:unit} stands in {hex:hex}", "move"),
}


@rule("S3.0", "10.2", "11.1.3", "11.1.4", "11.2.6", "14.0d", "14.0e", "14.0f", "14.0c")
def new_state(box: Box, scenario: str, settings: Settings) -> Bocage:
    """S3.0 Before anything is decided. 11.1.3 The German gets no replacements. 14.0e, 14.0f One cup and two."""
    facts = used(box.scenarios[scenario])
    campaign = facts.campaign
    if campaign:
        cite("14.0a")
    if settings.get("weather") and not campaign:
        cite("14.1d")
    if settings.get("flak"):
        cite("15.0a")
    g = Bocage(
        scenario=scenario,
        units=[_waiting(piece, campaign) for piece in box.pieces],
        held=dict.fromkeys(sorted(box.cities), GERMAN),
        german_cup=list(box.german_markers),
        artillery=list(box.artillery),
        aircraft=list(box.aircraft),
        naval=list(box.naval),
        last_turn=facts.turns,
        weather=campaign or bool(settings.get("weather")),
        flak=bool(settings.get("flak")),
    )
    g.attach(box)
    return g


@rule("14.2a")
def _waiting(piece: UnitRow, campaign: bool) -> Unit:
    """14.2a Some units come in the campaign only."""
    if piece.campaign and not campaign:
        return Unit(UNUSED)
    stacks = piece.arrives in ("assault", "beach")
    return Unit(RECORDED if piece.arrives == "recorded" else TRACK, turn=piece.turn, left=not stacks)


# --- 11.0 The secret record --------------------------------------------------------------------------------------


@rule("11.0", "11.1.1")
def record_phase(g: Bocage) -> Flow:
    """11.0 The German records a hex for each of his units; nobody else sees it (11.0d)."""
    unit = next(u for u in g.box.at_start if u not in g.recorded)
    places = Offer.of(g, lambda g, place: refuse_record(g, unit, place), sorted(g.ground.playable))
    wanted = "At least two units must stand next to an Omaha beach hex."
    prompt = f"Record in secret where {g.name(unit)} is set up. {wanted}"
    secret = "The German records in secret where his units stand."
    choice = yield turn(GERMAN, prompt, {"record": places}, rule="11.0", about={"unit": unit}, secret=secret)
    g.recorded[unit] = choice.arg
    g.tell("recorded", rule="11.0d", only=(GERMAN,), unit=unit, hex=choice.arg)
    if len(g.recorded) < len(g.box.at_start):
        return False
    g.tell("record_made", rule="11.0", units=len(g.recorded))
    return True


def refuse_record(g: Bocage, unit: int, place: int) -> Ruling | None:
    """11.0a-11.0c, 10.1 Why a unit may not be recorded in a hex."""
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    if place in g.box.omaha:
        return Ruling("11.0a", "German units are set up next to the beach hexes, never in them", (unit,), (place,))
    if place == g.box.pointe:
        return Ruling("11.0c", "Nobody may be set up at Pointe du Hoc", (unit,), (place,))
    if place in g.recorded.values():
        return Ruling("11.0b", "Another unit is recorded there: one for each hex", (unit,), (place,))
    left = len(g.box.at_start) - len(g.recorded)
    if place not in g.box.forward and left <= FORWARD and left <= FORWARD - forward_units(g):
        return Ruling("11.0a", "At least two units must stand next to an Omaha beach hex", (unit,), (place,))
    return None


def forward_units(g: Bocage) -> int:
    """11.0a How many recorded units stand next to a beach."""
    return sum(place in g.box.forward for place in g.recorded.values())


def refuse_ground(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S5.1, 10.1 Why nobody may be in a hex at all."""
    if place in g.ground.playable:
        return None
    if place not in g.box.land:
        return Ruling("S5.1", "That is the sea", (unit,), (place,))
    if int(g.box.board.name(place)[:2]) <= 7:
        return Ruling("10.1c", "That is west of the boundary hexes from 0705 to 0104", (unit,), (place,))
    return Ruling("10.1", "That is beyond the Douve and Taute, outside the scenario", (unit,), (place,))


@rule("S1.0")
def refuse_first_day(g: Bocage, unit: int, does: str) -> Ruling:
    """11.2.1(2)c, 11.2.1(2)d Why those who land do nothing else on that day. S1.0 The exclusive rules come first."""
    words = f"{g.name(unit)} has just landed and {does}"
    return Ruling("11.2.1(2)d" if g.is_mobile_phase else "11.2.1(2)c", words, (unit,))


@rule("11.2.1(4)", "11.0d")
def reveal(g: Bocage) -> None:
    """11.2.1(4) The German places his units where he recorded them."""
    for unit in g.box.at_start:
        place = g.recorded[unit]
        g.change(unit, at=place)
        g.reveal("revealed", rule="11.2.1(4)", unit=unit, hex=place)
    g.recorded = {}


def refuse_plan(g: Bocage) -> Ruling | None:
    """11.0 Why a whole record is not legal."""
    if forward_units(g) < FORWARD:
        return Ruling("11.0a", "At least two units must stand next to an Omaha beach hex", (), (*g.recorded.values(),))
    return None
