"""4.II, 15.II, 15.IV The event phases, and what each event does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from beachhead.games.omaha import artillery, german_units, losses, reinforcements
from beachhead.games.omaha.box import DIVISIONS, SECTOR_OF, SECTORS
from beachhead.games.omaha.cards import SYMBOLS, CardEvent
from beachhead.games.omaha.firers import choose_among, choose_first
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Flow, Offer, Told, Verb, ask, rule
from beachhead.wargame.force import Asking, choose_unit, others
from beachhead.wargame.sequence import played

VERBS = {
    "hero": Verb("Give the hero to", "unit"),
    "restore": Verb("Add a step to", "unit"),
    "betray": Verb("Reveal", "hex"),
    "meemies-hit": Verb("The rockets hit", "unit"),
    "naval-hit": Verb("The shells hit", "unit"),
    "no": Verb("No"),
}
EVENTS = {
    "event_card": Told("Event, card {card:card}: {title}", "card"),
    "no_event": Told("The event has no effect: {why}"),
    "hero_placed": Told("A hero rises in {unit:unit}", "star"),
    "naval_marker": Told("A destroyer closes in: {markers:#naval fire marker}"),
    "smoke": Told("Smoke hides {positions:position}: they do not fire this turn"),
    "initiative": Told("Initiative: one more action for each division this turn", "star"),
    "intense_fire": Told("Intense German fire: one action for each division this turn", "fire"),
    "recovery": Told("German units recover from disruption"),
    "plunging_fire": Told("Plunging fire: sporadic fire behind cover counts as steady this turn", "fire"),
    "engineers_blocked": Told("German artillery stops engineer operations this turn", "engineer"),
    "meemies": Told("Screaming Meemies!", "hit"),
    "rockets_destroyed": Told("Naval fire destroys the rocket battery", "loss"),
    "step_regained": Told("{unit:unit} is rejoined by lost men and has {steps:#step}", "star"),
    "concealed": Told("Concealed Germans surprise units with {symbols}"),
    "snipers": Told("Snipers pin the runners of {unit:unit}: its command reaches one hex this turn", "hit"),
    "naval_stray": Told("Naval fire comes down on {position:position}", "hit", at="position"),
    "patrol_report": Told("A patrol reports on {hex:hex}"),
    "prisoner": Told("A prisoner talks about {hex:hex}"),
}


@rule("4.II", "15.II", "15.IV", "2.3", "14.changes", "22.1.a")
def event_phase(g: Omaha) -> Flow:
    """4.II Draw an event card and apply what it says for this turn band."""
    slot = "second event" if g.phase == "second event" else "event"
    cited = "15.IV" if slot == "second event" else "15.II" if g.is_extended else "4.II"
    number = g.draw_card(slot, rule=cited)
    brought = g.box.cards[number].events_on(g.turn)
    g.tell("event_card", rule=cited, card=number, title="; ".join(event.title for event in brought))
    for event in brought:
        if g.is_half and names_only_the_west(event):
            g.tell("no_event", rule="EF.5", why="it concerns the west only")
            continue
        yield from played(HANDLERS[event.code](g, event))


@rule("EF.5")
def names_only_the_west(event: CardEvent) -> bool:
    """EF.5 Whether an event names only the zones E, F and G, or the 29th Division."""
    if event.code == "RE":
        return set(event.args) <= set("EFG")
    if event.code == "SM":
        return all(int(number) >= 66 for number in event.args)
    return event.code in ("HE", "LB", "SU", "PR", "PT") and event.args == ("29",)


def _nothing(g: Omaha, why: str, *, rule: str) -> None:
    g.tell("no_event", rule=rule, why=why)


def asking(prompt: str, rule: str) -> Asking:
    """How an event asks the player for a unit."""
    return Asking(prompt, rule, automatic=True, refuse=others(rule, "{} is not one whom the event concerns"))


def given_away(hexes: Iterable[int], rule: str) -> Offer:
    """The hexes of which an event lets the player learn one."""
    return Offer.among(hexes, others(rule, "No unrevealed Germans whom it concerns are there", "hex"))


# --- reinforcements, depth, markers ------------------------------------------------------------------------------


def zones_in_play(g: Omaha, zones: tuple[str, ...]) -> list[str]:
    """EF.5 The zones of an event that exist in the scenario."""
    return [zone for zone in zones if zone in "ABCD" or not g.is_half]


@rule("EV.naval", "8.5", "8.54")
def naval_marker(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.naval A naval fire marker."""
    g.naval += 1
    g.tell("naval_marker", rule="EV.naval", markers=g.naval)


# --- heroes and men ----------------------------------------------------------------------------------------------


def in_play(g: Omaha) -> list[int]:
    """2.1 The US units in play, leaders not counted: on the map and in landing boxes, not on the turn track."""
    return sorted([*g.fighters(), *(u for u in g.in_boxes() if not g.piece(u).is_leader)])


@rule("EV.hero", "EV.hero2", "11.1", "11.11", "9.23")
def hero(g: Omaha, event: CardEvent) -> Flow:
    """11.11 A hero for a unit of the division; 9.23 a depth marker that comes with him goes to his sector."""
    division = int(event.args[0])
    card = g.box.cards[g.track[-1][1]]
    candidates = [u for u in in_play(g) if g.units[u].division == division]
    sectors: tuple[str, ...] | None = None
    if not g.heroes_left[division]:
        _nothing(g, f"no hero marker of the {ordinal(division)} Division is left", rule="11.11")
    elif not candidates:
        _nothing(g, f"the {ordinal(division)} Division has no unit for a hero", rule="11.11")
    else:
        how = asking(f"A hero of the {ordinal(division)} Division: which unit is his?", "11.11")
        led = yield from choose_unit(g.player(division), candidates, "hero", how)
        g.heroes_left[division] -= 1
        unit = g.units[led]
        g.change(led, hero="hero", more_heroes=unit.more_heroes + (unit.hero == "hero"))
        g.tell("hero_placed", rule="11.11", unit=led, hex=unit.hex)
        sectors = (artillery.sector_of(g, led),)
    if any(other.code == "DP1" for other in card.events_on(g.turn)):
        reinforcements.depth_event(g, sectors, rule="9.23")


@rule("EV.depth")
def depth_anywhere(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.depth One depth marker on the whole map; one that comes with a hero has been placed with him."""
    card = g.box.cards[g.track[-1][1]]
    if all(other.code != "HE" for other in card.events_on(g.turn)):
        reinforcements.depth_event(g, None, rule="EV.depth")


@rule("EV.lostboats", "EV.lostboats2", "13.12")
def regain_step(g: Omaha, event: CardEvent) -> Flow:
    """EV.lostboats A one-step infantry unit gets a second step; 13.12 its counter leaves the loss box."""
    named = int(event.args[0])
    for division in (named, *(other for other in DIVISIONS if other != named)):
        units = [u for u in in_play(g) if g.piece(u).is_regular and g.units[u].steps == 1]
        units = [u for u in units if g.units[u].division == division]
        if not units:
            continue
        prompt = f"Lost men find the {ordinal(division)} Division: which one-step unit do they join?"
        offer = Offer.among(units, asking(prompt, "EV.lostboats").why)
        options = {"restore": offer} | ({"no": Offer()} if division != named else {})
        answer = yield ask(g.player(division), prompt, options, rule="EV.lostboats", automatic=True)
        if answer.verb == "restore":
            g.change(answer.arg, steps=2)
            g.loss_box.discard(answer.arg)
            g.tell("step_regained", rule="EV.lostboats", unit=answer.arg, steps=2, hex=g.units[answer.arg].hex)
        return
    _nothing(g, "there is no one-step infantry", rule="EV.lostboats2")


# --- fire, smoke and shells --------------------------------------------------------------------------------------


@rule("EV.smoke")
def smoke(g: Omaha, event: CardEvent) -> None:
    """EV.smoke The WNs named do not fire this turn."""
    hidden = [p for p, there in enumerate(g.box.positions) if there.is_wn and str(there.number) in event.args]
    g.smoke.update(hidden)
    g.tell("smoke", rule="EV.smoke", positions=hidden)


@rule("EV.initiative")
def initiative(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.initiative One more action for each division."""
    g.initiative += 1
    g.tell("initiative", rule="EV.initiative")


@rule("EV.intense")
def intense_fire(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.intense One action instead of two."""
    g.intense = True
    g.tell("intense_fire", rule="EV.intense")


@rule("EV.undisrupt")
def recovery(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.undisrupt All German units recover."""
    places = [g.box.positions[p].hex for p, post in enumerate(g.posts) if post.unit is not None and post.disrupted]
    places += [unit.hex for unit in g.armor if unit.hex is not None and unit.disrupted]
    g.tell("recovery", rule="EV.undisrupt")
    for place in places:
        german_units.recover_german(g, place, rule="EV.undisrupt")


@rule("EV.plunging", "EV.plunging2")
def plunging_fire(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.plunging Sporadic fire behind cover counts as steady in the coming fire phase, if one is to come."""
    if g.phase == "second event":
        _nothing(g, "the fire phase is over", rule="EV.plunging2")
        return
    g.plunging = True
    g.tell("plunging_fire", rule="EV.plunging")


@rule("EV.engineer", "EV.engineer2", "19.33")
def engineers_blocked(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.engineer No engineer operations this turn, if the Germans have guns left."""
    if not artillery.artillery_in_play(g):
        _nothing(g, "the Germans have no guns left", rule="EV.engineer2")
        return
    g.engineers_blocked = True
    g.tell("engineers_blocked", rule="EV.engineer")


def rocket_position(g: Omaha) -> int | None:
    """The position of WN 69 if the rocket battery is there."""
    position = g.box.wn["WN69"]
    unit = g.posts[position].unit
    return position if unit is not None and g.box.german[unit].kind == "rocket" else None


@rule("EV.meemies", "6.53a", "19.33")
def screaming_meemies(g: Omaha, event: CardEvent) -> Flow:  # noqa: ARG001
    """EV.meemies The rockets hit the largest unit on low ground three to seven hexes away: artillery fire (19.33)."""
    position = rocket_position(g)
    if position is None or g.posts[position].disrupted:
        return _nothing(g, "the rocket battery is silent", rule="EV.meemies")
    g.meemies = True
    g.tell("meemies", rule="EV.meemies")
    here, distance = g.box.positions[position].hex, g.box.board.distance
    exposed = [u for u in g.fighters() if g.box.is_low[g.units[u].at] and 3 <= distance(here, g.units[u].at) <= 7]
    if not exposed:
        return _nothing(g, "no unit is in reach of the rockets", rule="EV.meemies")
    how = asking("Rockets come down on the beach: which of the largest units do they hit?", "EV.meemies")
    (hit,) = yield from choose_first(g, exposed, lambda u: -g.units[u].steps, "meemies-hit", how)
    g.artillery_fired.add(artillery.sector_of(g, hit))  # type: ignore[arg-type]
    yield from losses.lose_step(g, hit, rule="EV.meemies", by_fire=True)


@rule("EV.rocketkill")
def rockets_destroyed(g: Omaha, event: CardEvent) -> None:  # noqa: ARG001
    """EV.rocketkill The rocket battery is destroyed if it has fired."""
    position = rocket_position(g)
    if position is None or not g.meemies:
        _nothing(g, "the rocket battery has not been found", rule="EV.rocketkill")
        return
    g.tell("rockets_destroyed", rule="EV.rocketkill")
    german_units.remove_unit(g, g.box.positions[position].hex, rule="EV.rocketkill")


@rule("EV.concealed")
def concealed(g: Omaha, event: CardEvent) -> None:
    """EV.concealed Units with either symbol next to unrevealed reinforcements are disrupted."""
    symbols = [SYMBOLS[code] for code in event.args]
    g.tell("concealed", rule="EV.concealed", symbols=symbols)
    hidden = {h for h in unrevealed(g, SECTORS) if reinforcements.is_unrevealed(g, german_units.german_in(g, h))}
    for u in g.fighters():
        if g.side(u).symbol in symbols and not hidden.isdisjoint(g.box.board.adjacent[g.units[u].at]):
            losses.disrupt(g, u, rule="EV.concealed")


@rule("EV.snipers")
def snipers(g: Omaha, event: CardEvent) -> None:
    """EV.snipers The command post named reaches one hex this turn."""
    unit = g.box.unit[f"{event.args[0]} HQ"]
    if not g.units[unit].command_post:
        _nothing(g, f"{g.piece(unit).id} has no command post", rule="EV.snipers")
        return
    g.snipers.add(unit)
    g.tell("snipers", rule="EV.snipers", unit=unit)


@rule("EV.navalhit", "EV.navalhit2", "EV.navalhit3")
def naval_hit(g: Omaha, event: CardEvent) -> Flow:
    """EV.navalhit A fire card picks one of three positions, and shells fall on whoever is there."""
    target = g.box.cards[g.draw_card("naval hit", rule="EV.navalhit")].target
    position = g.box.position[event.args[("diamond", "triangle", "circle").index(target)]]
    place = g.box.positions[position].hex
    g.tell("naval_stray", rule="EV.navalhit", position=position, hex=place)
    if g.has_german(place):
        german_units.disrupt_german(g, place, rule="EV.navalhit")
        german_units.remove_depth(g, place, rule="EV.navalhit")
        return
    there = [u for u in g.standing(place) if not g.piece(u).is_leader]
    if not there:
        return _nothing(g, "nobody is there", rule="EV.navalhit3")
    symbol = g.box.cards[g.draw_card("naval hit", rule="EV.navalhit2")].target
    exposed = [u for u in there if g.side(u).symbol == symbol]
    if not exposed:
        return _nothing(g, f"no unit there bears the {symbol}", rule="EV.navalhit2")
    how = asking("Your own ships hit you: which unit loses a step?", "EV.navalhit2")
    hit = yield from choose_among(g, exposed, "naval-hit", how)
    yield from losses.lose_step(g, hit, rule="EV.navalhit2")


# --- intelligence ------------------------------------------------------------------------------------------------


def unrevealed(g: Omaha, sectors: tuple[str, ...]) -> list[int]:
    """9.1 Hexes of the sectors with an unrevealed German unit."""
    return [
        there.hex
        for p, there in enumerate(g.box.positions)
        if there.sector in sectors and g.posts[p].unit is not None and not g.posts[p].shown
    ]


def _lay_open(g: Omaha, place: int, event: str, *, rule: str) -> None:
    """9.1 The Germans of a hex are turned up, and what lies under them."""
    g.tell(event, rule=rule, hex=place)
    german_units.reveal_unit(g, place, rule=rule)
    reinforcements.reveal_depth(g, place, rule=rule, face_up=True)


@rule("EV.prisoner", "EV.prisoner2")
def prisoner(g: Omaha, event: CardEvent) -> Flow:
    """EV.prisoner The player reveals a German unit and its depth in the sector; if it has none, he may in the other."""
    sector = SECTOR_OF[int(event.args[0])]
    options = {"betray": given_away(unrevealed(g, (sector,)), "EV.prisoner")}
    if not options["betray"]:
        options = {"betray": given_away(unrevealed(g, SECTORS), "EV.prisoner"), "no": Offer()}
    if not options["betray"]:
        return _nothing(g, "every German unit is known", rule="EV.prisoner")
    prompt = "A prisoner talks. Which German position does he give away?"
    answer = yield ask(g.player_in(sector), prompt, options, rule="EV.prisoner", automatic=True)
    if answer.verb == "betray":
        _lay_open(g, answer.arg, "prisoner", rule="EV.prisoner")


@rule("EV.patrol")
def patrol_report(g: Omaha, event: CardEvent) -> Flow:
    """EV.patrol The unrevealed unit closest to a US unit of the sector is revealed, wherever it is."""
    sector = SECTOR_OF[int(event.args[0])]
    ours = [place for place in g.held_hexes() if g.box.sector[place] == sector]
    hidden, distance = unrevealed(g, SECTORS), g.box.board.distance
    if not ours or not hidden:
        return _nothing(g, "there is nothing to report", rule="EV.patrol")
    ranges = {place: min(distance(place, h) for h in ours) for place in hidden}
    nearest = [place for place in hidden if ranges[place] == min(ranges.values())]
    prompt = "A patrol reports. Which of the nearest German positions has it seen?"
    options = {"betray": given_away(nearest, "EV.patrol")}
    answer = yield ask(g.player_in(sector), prompt, options, rule="EV.patrol", automatic=True)
    _lay_open(g, answer.arg, "patrol_report", rule="EV.patrol")


HANDLERS: Mapping[str, Callable[[Omaha, CardEvent], Flow | None]] = {
    "RE": lambda g, event: reinforcements.reinforce_zones(g, zones_in_play(g, event.args), rule="EV.reinf"),
    "DP1": depth_anywhere,
    "DP2": lambda g, _: reinforcements.depth_event(g, g.sectors, rule="EV.depth"),
    "HE": hero,
    "NF": naval_marker,
    "SM": smoke,
    "GI": initiative,
    "IN": intense_fire,
    "RD": recovery,
    "PF": plunging_fire,
    "EA": engineers_blocked,
    "MM": screaming_meemies,
    "RK": rockets_destroyed,
    "LB": regain_step,
    "SU": regain_step,
    "CO": concealed,
    "SN": snipers,
    "NH": naval_hit,
    "PR": prisoner,
    "PT": patrol_report,
    "KM": lambda g, _: reinforcements.release_kg_meyer(g),
}
