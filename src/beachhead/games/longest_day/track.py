"""IX.F.2, IX.F.5 The German Strategic Movement Track: who is called up, and who comes through from box to box."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from beachhead.games.longest_day import rail_repair, strategic, variants
from beachhead.games.longest_day.box import GERMAN, LOST, SPENT, TRACK, UNUSED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, ask, cite, rule, turn
from beachhead.wargame.pieces import elsewhere

VERBS = {
    "go-on": Verb("Send on", "unit"),
    "all-go-on": Verb("Send on all in", "box"),
    "to": Verb("To", "box"),
    "brittany": Verb("Start in Brittany", "unit"),
}
EVENTS = {
    "called_up": Told("{units:unit} {units:?comes|come} to {box:box}"),
    "went_on": Told("{unit:unit} comes through to {box:box}", "move"),
    "held_up": Told("{unit:unit} is held up on the way to {box:box}", "note"),
    "not_released": Told("{unit:unit} is not released", "note"),
}
ARMOUR_EVERY = 3
"""IX.F.5.b Turns between two replacement units for armour; one for infantry comes every turn."""
RELEASED = 2
"""IX.F.5.e, V.C.4.b The turn from which the supply units on the track, and the 12ss Division, may move."""


def is_used(g: LongestDay) -> bool:
    """IX.F.2 Whether the Germans come by the track."""
    return g.has("IX")


@rule("V.C.4.c")
def is_played(g: LongestDay) -> bool:
    """V.C.4.c Whether anybody may try to come: the 711 Division does in the scenario of the invasion too."""
    if is_used(g):
        return True
    return g.has("V") and bool(g.waiting(GERMAN, g.box.box_at("711")))


def begin(g: LongestDay) -> None:
    """IX.F.2 The beginning of the German replacement phase of the campaign."""
    if is_used(g):
        variants.confer(g)
        call_up(g)


# --- calling up --------------------------------------------------------------------------------------------------


@rule("IX.F.2.a", "IX.F.5", "IX.F.5.c", "X.D", "X.E")
def call_up(g: LongestDay) -> None:
    """IX.F.5 As the German replacement phase begins: schedule, supply and replacements come to their boxes."""
    g.arrived = set()
    rail_repair.repair(g)
    for unit in g.overdue(GERMAN):
        row = g.setups[unit]
        if row.kind in ("start", "track") and g.box.pieces[unit].function != "replacement":
            _place(g, unit, row.box)
    call_supply(g)
    call_replacements(g)
    for name in g.box.boxes:
        here = [unit for unit in sorted(g.arrived) if g.units[unit].at == g.box.box_at(name)]
        if here:
            g.tell("called_up", rule="IX.F.5.c", units=here, box=g.box.box_names.number(name))


def _place(g: LongestDay, unit: int, box: str) -> None:
    g.change(unit, at=g.box.box_at(box), step="full")
    g.arrived.add(unit)


@rule("IX.F.5.a")
def call_supply(g: LongestDay) -> None:
    """IX.F.5.a What lies in the supply pool as the phase begins starts in BeNeLux."""
    for unit in g.waiting(GERMAN, g.box.box_at("German supply pool")):
        _place(g, unit, "BeNeLux")


@rule("IX.F.5.b")
def call_replacements(g: LongestDay) -> None:
    """IX.F.5.b Replacements start in BeNeLux at their rate, as long as counters are out of play."""
    kinds = ["infantry"] + ["armour"] * (g.turn % ARMOUR_EVERY == 0)
    for kind in kinds if g.turn >= RELEASED else ():
        free = [unit for unit in g.box.such(side=GERMAN, function="replacement", special=kind) if _is_free(g, unit)]
        if free:
            _place(g, free[0], "BeNeLux")


def _is_free(g: LongestDay, unit: int) -> bool:
    """IX.F.5.b Whether a counter is out of play."""
    return g.units[unit].at in (UNUSED, TRACK, LOST, SPENT)


# --- from box to box ---------------------------------------------------------------------------------------------


@rule("IX.F.2", "IX.F.2.b", "IX.F.2.f")
def phase(g: LongestDay) -> Flow:
    """IX.F.2.b Units try to enter the next box, each once a turn and only if the player likes."""
    ready = Offer.of(g, refuse_send, on_track(g))
    west = Offer.of(g, refuse_brittany, sorted(g.arrived))
    if not ready and not west:
        return over(g)
    boxes = dict.fromkeys(_number(g, g.units[unit].at) for unit in ready)
    options = {
        "go-on": ready,
        "all-go-on": Offer(boxes, refuse=refuse_send_all),
        "brittany": west,
        "done": (None,),
    }
    choice = yield turn(GERMAN, "Strategic movement: who tries to go on?", options, rule="IX.F.2.b")
    match choice.verb:
        case "done":
            return over(g)
        case "brittany":
            g.change(choice.arg, at=g.box.box_at("Brittany"))
            g.tell("called_up", rule="IX.F.5.a", units=[choice.arg], box=g.box.box_names.number("Brittany"))
        case "go-on":
            yield from send(g, [choice.arg])
        case _:
            yield from send(g, [unit for unit in ready if _number(g, g.units[unit].at) == choice.arg])
    return False


def over(g: LongestDay) -> bool:
    """IX.F.2.b The phase is over: next turn they may try again."""
    g.reset(moved=False)
    g.arrived = set()
    return True


def on_track(g: LongestDay) -> list[int]:
    """IX.F.2 The units in boxes from which one goes on."""
    lying = elsewhere(g)
    return [unit for place in g.box.strategic.links for unit in lying.get(place, ())]


def send(g: LongestDay, units: Sequence[int]) -> Flow:
    """IX.F.2.b Units of one box try to go on to another; where several lie ahead the player says to which."""
    targets = list(dict.fromkeys(box for unit in units for box in ways_on(g, unit)))
    if len(targets) > 1:
        who = g.name(units[0]) if len(units) == 1 else f"All in {g.box.places.called(g.units[units[0]].at)}"
        offer = Offer(
            targets,
            refuse=lambda g, box: refuse_target(g, units[0], box),
            foresee=lambda g, box: foresee(g, units[0], box),
        )
        about = {"unit": tuple(units)}
        choice = yield ask(GERMAN, f"{who}: where to?", {"to": offer, "back": (None,)}, rule="IX.F.2.d", about=about)
        if choice.verb == "back":
            return
        targets = [choice.arg]
    for unit in units:
        if refuse_target(g, unit, targets[0]) is None:
            attempt(g, unit, targets[0])


def ways_on(g: LongestDay, unit: int) -> list[int]:
    """IX.F.2.d The boxes to which a unit may try to go."""
    links = g.box.strategic.links.get(g.units[unit].at, ())
    return [box for place in links if refuse_target(g, unit, box := _number(g, place)) is None]


def _number(g: LongestDay, place: int) -> int:
    """The number of the box that a place is."""
    number = g.box.places.item(place, "box")
    assert number is not None
    return number


@rule("IX.F.2.c")
def attempt(g: LongestDay, unit: int, box: int) -> None:
    """IX.F.2.c Each unit rolls for itself and comes through on more than the value of the box.

    IX.F.2.e To the To Mapboard area no die is rolled; IX.F.5.d those of the 711 Division must exceed their number.
    """
    place, here = g.box.places.at("box", box), g.units[unit].at
    special = g.box.strategic.rows[here].special
    least = special if special is not None else interdiction(g, place, unit)
    if special is not None and g.turn < RELEASED:
        cite("V.C.4.c")
    if least is not None:
        number = "IX.F.2.c"
        if special is not None:
            cite(number := "IX.F.5.d")
        if g.dice.roll("strategic movement", "1d6", rule=number).total <= least:
            g.change(unit, moved=True)
            if special is None:
                g.tell("held_up", rule=number, unit=unit, box=box)
            else:
                g.tell("not_released", rule=number, unit=unit)
            return
    is_ready = place == g.box.strategic.mapboard
    g.change(unit, at=place, moved=True, route=_number(g, here) if is_ready else None)
    g.arrived.add(unit)
    if here == g.box.box_at(variants.GARRISON):
        variants.bring_supply(g, unit)
    g.tell("went_on", rule="IX.F.2.e" if is_ready else "IX.F.2.c", unit=unit, box=box)


def interdiction(g: LongestDay, place: int, unit: int) -> int | None:
    """IX.F.2.c What is printed in a box, with its bombers, and the Maquis for the 2ss; None where no die is rolled."""
    row = g.box.strategic.rows.get(place)
    if row is None or row.interdiction is None:
        return None
    return row.interdiction + strategic.raised(g, _number(g, place), unit)


def foresee(g: LongestDay, unit: int, box: int) -> Preview | None:
    """IX.F.2.c How likely it is that a unit comes through."""
    value = interdiction(g, g.box.places.at("box", box), unit)
    if value is None:
        return None
    chance = Fraction(max(0, 6 - value), 6)
    results = {"comes through": chance, "is held up": 1 - chance}
    favours = {"comes through": GERMAN, "is held up": g.enemy(GERMAN)}
    return Preview("IX.F.2.c", {"interdiction": value}, results=results, favours=favours)


# --- what is refused ---------------------------------------------------------------------------------------------


def refuse_send(g: LongestDay, unit: int) -> Ruling | None:
    """IX.F.2 Why a unit may not try to go on."""
    name, record = g.name(unit), g.units[unit]
    if g.box.sides[unit] != GERMAN or record.at not in g.box.strategic.links:
        return Ruling("IX.F.2", f"{name} is not on the Strategic Movement Track", (unit,))
    if record.moved:
        return Ruling("IX.F.2.b", f"{name} has tried to go on this turn", (unit,))
    ruling = refuse_early(g, unit)
    if ruling is not None:
        return ruling
    if not ways_on(g, unit):
        return refuse_target(g, unit, _number(g, g.box.strategic.links[record.at][0]))
    return None


@rule("IX.F.5.e", "V.C.4.b", "X.I.6", "IX.F.2.e.1-02")
def refuse_early(g: LongestDay, unit: int) -> Ruling | None:
    """IX.F.5.e, V.C.4.b Why a unit may not move yet: on 6 June neither the supply units on the track nor the 12ss."""
    if g.units[unit].at == g.box.box_at(variants.GARRISON):
        return variants.refuse_islander(g, unit)
    frozen = variants.refuse_frozen(g, unit)
    if frozen is not None or g.turn >= RELEASED:
        return frozen
    if is_track_supply(g, unit):
        return Ruling("IX.F.5.e", f"{g.name(unit)} may not move before 7 June", (unit,))
    if g.box.pieces[unit].formation == "12ss":
        return Ruling("V.C.4.b", f"{g.name(unit)} may not move before 7 June", (unit,))
    return None


def is_track_supply(g: LongestDay, unit: int) -> bool:
    """IX.F.5.e The supply units that begin on the track belong to no division and no corps."""
    return g.box.is_supply[unit] and not g.box.pieces[unit].formation and not g.box.pieces[unit].corps


@rule("IX.F.2.d", "IX.F.2.e")
def refuse_target(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.F.2.d, IX.F.2.e Why a unit may not try to go to a box."""
    place, strategic = g.box.places.at("box", box), g.box.strategic
    if place not in strategic.links.get(g.units[unit].at, ()):
        words = f"From {g.box.places.called(g.units[unit].at)} no track leads to {g.box.places.called(place)}"
        return Ruling("IX.F.2.d", words, (unit,))
    if place == strategic.mapboard and unit in g.arrived:
        return Ruling("IX.F.2.e", f"{g.name(unit)} has come to its box in this phase", (unit,))
    return variants.refuse_cherbourg(g, unit) if place == g.box.box_at("port Cherbourg") else None


def refuse_send_all(g: LongestDay, box: int) -> Ruling | None:
    """IX.F.2.b Why nobody is sent on from a box."""
    here = elsewhere(g).get(g.box.places.at("box", box), ())
    if any(refuse_send(g, unit) is None for unit in here):
        return None
    return Ruling("IX.F.2.b", f"Nobody in {g.box.box_names.called(box)} can go on now")


def refuse_brittany(g: LongestDay, unit: int) -> Ruling | None:
    """IX.F.5.a Why a supply unit may not start in Brittany: one of those from the pool may, each phase."""
    if not g.box.is_supply[unit] or unit not in g.arrived or g.units[unit].at != g.box.box_at("BeNeLux"):
        return Ruling("IX.F.5.a", f"{g.name(unit)} has not come from the supply pool in this phase", (unit,))
    if g.units[unit].moved or any(
        g.box.is_supply[other] and g.units[other].at == g.box.box_at("Brittany") for other in g.arrived
    ):
        return Ruling("IX.F.5.a", "One supply unit starts in Brittany each turn", (unit,))
    return None
