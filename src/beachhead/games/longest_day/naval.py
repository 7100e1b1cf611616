"""IV.A Naval bombardment: boxes of the gunfire display are laid on target hexes, then all of them fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import bombardment, weather
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import (
    Action,
    Arg,
    Flow,
    Modifier,
    Offer,
    Preview,
    Ruling,
    Told,
    Verb,
    cite,
    derived,
    remembered,
    rule,
)
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "bombard": Verb("Bombard", "hex"),
    "salvo": Verb("Fire with", "ship"),
    "all-ships": Verb("Fire with all who can"),
    "range": Verb("These fire", role="confirm"),
    "check-fire": Verb("Call off the bombardment of", "hex"),
}
EVENTS = {
    "laid": Told("{ships:ship} {ships:?is|are} laid on {hex:hex}", "fire"),
    "called_off": Told("The bombardment of {hex:hex} is called off"),
}
INVASION = 1
"""IV.A.1.a The turn of 6 June, on which rockets fire."""
FOREIGN = ("forest", "swamp")
"""IV.A.2 Terrain in which units cannot be bombarded."""


def offers(g: LongestDay) -> Mapping[str, Sequence[Arg]]:
    """IV.A What can be bombarded now, and which bombardments can still be called off."""
    if not g.has("IV"):
        return {}
    return {
        "bombard": Offer(targets(g), refuse=refuse_target, foresee=foresee_target),
        "check-fire": Offer(sorted(set(g.salvoes.values())), refuse=refuse_check),
    }


@derived("units", "salvoes", "weather", "turn", "scenario")
def targets(g: LongestDay) -> tuple[int, ...]:
    """IV.A.2 The hexes that can be bombarded."""
    return tuple(place for place in sorted(g.hexes(GERMAN)) if refuse_target(g, place) is None)


def begin(g: LongestDay) -> None:
    """IV.A.1.a Every box is ready again."""
    g.salvoes = {}


@rule("IV.A", "IV.A.2-03", "IV.A.1.a")
def take(g: LongestDay, choice: Action) -> Flow:
    """IV.A.2 Ships are laid on a target, each with all its points; or taken off it again."""
    place = choice.arg
    if choice.verb == "check-fire":
        g.salvoes = {ship: target for ship, target in g.salvoes.items() if target != place}
        g.tell("called_off", rule="IV.A.2", hex=place)
        return
    how = Gathering(
        Call("salvo", "range", everybody="all-ships"),
        refuse=lambda g, ship, force: refuse_salvo(g, ship, place, force),
        prompt=lambda _: f"Which ships bombard {g.hex_name(place)}?",
        rule="IV.A.2",
        about={"hex": place},
        lacks=lambda _, force: None if force else Ruling("IV.A.2", "No ship fires yet", (), (place,)),
        foresee=lambda g, force: foresee(g, place, (*laid_on(g, place), *force)),
        kind="ship",
    )
    ships = yield from gather(g, ALLIED, range(len(g.box.sea.ships)), how)
    if ships is not None:
        for ship in ships:
            g.salvoes[ship] = place
        g.tell("laid", rule="IV.A.2", ships=list(ships), hex=place)


def resolve(g: LongestDay) -> None:
    """IV.A.2 All targets are bombarded, each with the points of all ships that are laid on it."""
    for place in sorted(set(g.salvoes.values())):
        ships = laid_on(g, place)
        bombardment.bombard(g, place, points(g, ships), modifiers(g, place, ships), rule="IV.A.2")


def laid_on(g: LongestDay, place: int) -> tuple[int, ...]:
    """IV.A.2 The ships that are laid on a target."""
    return tuple(sorted(ship for ship, target in g.salvoes.items() if target == place))


def points(g: LongestDay, ships: Sequence[int]) -> int:
    """IV.A.1.a The strength points of ships together."""
    return sum(g.box.sea.ships[ship].points for ship in ships)


def modifiers(g: LongestDay, place: int, ships: Sequence[int]) -> list[Modifier]:
    """IV.A.2 What is added to the die: for disruption and for the weather; nothing for rockets alone."""
    if all(g.box.sea.ships[ship].kind == "R" for ship in ships):
        return []
    rough = weather.naval_die(g) or 0
    sky = [Modifier("IX.C.4.b-02", "the weather", rough)] if rough else []
    return [*bombardment.shaken_already(g, place), *sky]


def foresee(g: LongestDay, place: int, ships: Sequence[int]) -> Preview | None:
    """IV.A.2 What ships would do to a target."""
    return bombardment.foresee(g, points(g, ships), modifiers(g, place, ships))


def foresee_target(g: LongestDay, place: int) -> Preview | None:
    """IV.A.2 What the ships would do that can be laid on a target now."""
    force: tuple[int, ...] = laid_on(g, place)
    for ship in range(len(g.box.sea.ships)):
        if refuse_salvo(g, ship, place, force) is None:
            force = (*force, ship)
    return foresee(g, place, force)


# --- what is refused ---------------------------------------------------------------------------------------------


def refuse_check(g: LongestDay, place: int) -> Ruling | None:
    """IV.A.2 Why there is nothing to call off."""
    return None if laid_on(g, place) else Ruling("IV.A.2", "No ship is laid on that hex", (), (place,))


@rule("IV.A.2.a", "IV.A.2-01")
def refuse_target(g: LongestDay, place: int) -> Ruling | None:
    """IV.A.2 Why a hex cannot be bombarded."""
    box = g.box
    if not any(box.combat[unit] or not box.is_fort[unit] for unit in g.friends_at(GERMAN, place)):
        return Ruling("IV.A.2", "No German unit is there", (), (place,))
    if box.terrain[place] in FOREIGN:
        return Ruling("IV.A.2-01", "Units in forests and swamps cannot be bombarded", (), (place,))
    if place not in box.sea.on_shore and not g.near(ALLIED)[place]:
        return Ruling("IV.A.2.a", "It is next to neither the sea nor an Allied combat unit", (), (place,))
    if any(refuse_aim(g, ship, place, ()) is None for ship in ready_ships(g)):
        return None
    return refuse_salvo(g, 0, place, ())


def refuse_salvo(g: LongestDay, ship: int, place: int, force: Sequence[int]) -> Ruling | None:
    """IV.A.1, IV.A.4 Why a ship cannot be laid on a hex together with others."""
    return refuse_firing(g, ship, place, force) or refuse_aim(g, ship, place, force)


def refuse_firing(g: LongestDay, ship: int, place: int | None, force: Sequence[int]) -> Ruling | None:
    """IV.A.1 Why a ship cannot fire, wherever the target is."""
    hexes = () if place is None else (place,)
    if ship in force or ship in g.salvoes:
        return Ruling("IV.A.2-03", f"{g.box.sea.ships[ship].name} is laid on a target already", (), hexes)
    if weather.naval_die(g) is None:
        return Ruling("IX.C.4.c", "In a storm no ship fires", (), hexes)
    return refuse_out_of_action(g, ship)


@derived("salvoes", "weather", "turn", "scenario")
def ready_ships(g: LongestDay) -> tuple[int, ...]:
    """IV.A.1 The ships that can fire."""
    return tuple(ship for ship in range(len(g.box.sea.ships)) if refuse_firing(g, ship, None, ()) is None)


def refuse_aim(g: LongestDay, ship: int, place: int, force: Sequence[int]) -> Ruling | None:
    """IV.A.4, IV.A.1.b Why a ship that can fire is not laid on a hex together with others."""
    return refuse_range(g, ship, place) or refuse_nation(g, ship, place, force) or refuse_sector(g, ship, place, force)


@rule("IV.A.1", "IV.A.1.a-01", "X.G")
def refuse_out_of_action(g: LongestDay, ship: int) -> Ruling | None:
    """IV.A.1 Why a ship is not there at all: not on this turn of the scenario; rockets on 6 June only."""
    row = g.box.sea.ships[ship]
    if row.kind == "R":
        return None if g.turn == INVASION else Ruling("IV.A.1.a-01", "Rockets are fired on 6 June only")
    support = g.box.support.get((g.scenario, g.turn))
    if support is None:
        return None
    ready = getattr(support, f"{'us' if row.army == 'US' else 'br'}_{row.kind.lower()}")
    number = int(row.id.rpartition("-")[2])
    return None if number <= ready else Ruling("IV.A.1", f"{row.name} cannot fire on this turn")


@rule("IV.A.4", "IV.A.4-01")
def refuse_range(g: LongestDay, ship: int, place: int) -> Ruling | None:
    """IV.A.4 Why a ship does not reach a hex: ranges are counted from sea hexes with landing boxes."""
    row, sea = g.box.sea.ships[ship], g.box.sea
    if row.kind == "R" and (place not in sea.landfall or sea.landfall[place].beach != row.beach):
        return Ruling("IV.A.1.a-01", f"{row.name} are fired at the hexes of that beach only", (), (place,))
    away = sea.range_to(place, row.beach)
    if away <= row.range:
        return None
    return Ruling("IV.A.4", f"{row.name} fire {row.range} hexes far; the target is {away} away", (), (place,))


@rule("IV.A.1.b", "IV.A.1.b-01", "IV.A.1.b-02", "IX.H.2")
def refuse_nation(g: LongestDay, ship: int, place: int, force: Sequence[int]) -> Ruling | None:
    """IV.A.1.b Fleets do not combine; who is next to soldiers of an army, or on its beaches, is left to its ships."""
    army, near = army_of(g, ship), armies_beside(g, place)
    if any(army_of(g, other) != army for other in (*laid_on(g, place), *force)):
        number = "IX.H.2" if g.has("IX") else "IV.A.1.b"
        return Ruling(number, "British and US ships do not bombard the same hex", (), (place,))
    if army in near:
        return None
    beach = g.box.sea.landfall.get(place)
    if near or (beach is not None and beach.army not in (army, "both")):
        return Ruling("IV.A.1.b-01", "That target is left to the ships of the other army", (), (place,))
    return None


@rule("IV.A.1.b-03", "IV.A.1.b-04")
def refuse_sector(g: LongestDay, ship: int, place: int, force: Sequence[int]) -> Ruling | None:
    """IV.A.1.b The fleets meet at Port-en-Bessin: few British ships fire west of it, and no US ships east of it."""
    sea, army = g.box.sea, army_of(g, ship)
    side = sea.columns[place] - sea.columns[sea.divide]
    if not side or army in armies_beside(g, place):
        return None
    if army == "US":
        if side < 0:
            return None
        return Ruling("IV.A.1.b-04", "US ships do not fire east of Port-en-Bessin", (), (place,))
    kind = sea.ships[ship].kind
    most = sum(row.west and row.kind == kind for row in sea.ships)
    if side > 0 or western(g, kind, force, place) < most:
        return None
    words = f"No more than {most} of these British boxes fire west of Port-en-Bessin"
    return Ruling("IV.A.1.b-03", words, (), (place,))


def western(g: LongestDay, kind: str, force: Sequence[int], place: int) -> int:
    """IV.A.1.b How many British boxes of a kind are laid on targets in the west that no British soldier is next to."""
    sea = g.box.sea
    aims = [*g.salvoes.items(), *((ship, place) for ship in force)]
    return sum(
        sea.ships[ship].kind == kind
        and army_of(g, ship) == "British"
        and sea.columns[target] < sea.columns[sea.divide]
        and "British" not in armies_beside(g, target)
        for ship, target in aims
    )


def army_of(g: LongestDay, ship: int) -> str:
    """IV.A.1.b Whose ship it is; before Cherbourg the British cruisers fire with the US fleet."""
    if g.scenario == "4":
        cite("VI")
        return "US"
    return g.box.sea.ships[ship].army


@remembered("units")
def armies_beside(g: LongestDay, place: int) -> frozenset[str]:
    """IV.A.1.b The Allied armies of which units are next to a hex."""
    return frozenset(g.box.army[unit] for unit in g.beside(place, ALLIED))
