"""IX.K Air bombardment: light and medium bombers disrupt Germans wherever they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import bombardment, support
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.state import LongestDay, Sortie
from beachhead.kernel import Action, Arg, Flow, Offer, Ruling, Told, Verb, derived, rule
from beachhead.wargame.force import gather

VERBS = {"air-bombard": Verb("Bombard from the air", "hex")}
EVENTS = {
    "sent_to_bomb": Told("{craft:aircraft} {craft:?is|are} to bombard {hex:hex}"),
}
INVASION = 1


def offers(g: LongestDay) -> Mapping[str, Sequence[Arg]]:
    """IX.K.1 The German hexes that can be bombarded from the air."""
    if not g.has("IX"):
        return {}
    places = targets(g) if support.refuse_any(g, "bombardment", "IX.K.1") is None else ()
    return {"air-bombard": Offer(places, refuse=refuse_target)}


@derived("units", "turn", "scenario", "phase", "starved", "rail_damage")
def targets(g: LongestDay) -> tuple[int, ...]:
    """IX.K The hexes that bombs can harm."""
    return tuple(place for place in sorted(g.hexes(GERMAN)) if refuse_place(g, place) is None)


@rule("IX.K.1", "IX.K.6")
def refuse_target(g: LongestDay, place: int) -> Ruling | None:
    """IX.K Why a hex cannot be bombarded from the air."""
    return support.refuse_any(g, "bombardment", "IX.K.1") or refuse_place(g, place)


@rule("IX.K.1", "IX.K.3", "IX.K.3-01", "IX.K.5")
def refuse_place(g: LongestDay, place: int) -> Ruling | None:
    """IX.K Why bombs harm nobody in a hex; IX.K.3 nobody need be next to it."""
    if g.box.terrain[place] in ("forest", "swamp"):
        return Ruling("IX.K.5", "Units in forests and swamps cannot be bombarded", (), (place,))
    there = [unit for unit in g.friends_at(GERMAN, place) if g.box.combat[unit] or not g.box.is_fort[unit]]
    if not there:
        return Ruling("IX.K.1", "No German unit is there", (), (place,))
    if set(there).issubset(spared(g, place)):
        words = "On 6 June only units that cannot move are bombarded from the air"
        return Ruling("IX.K.3-01" if g.turn == INVASION else "IX.K.5", words, (), (place,))
    return None


@rule("IX.K.5")
def spared(g: LongestDay, place: int) -> list[int]:
    """IX.K.3-01, IX.K.5 Whom bombs do not harm: railway troops, and on 6 June all who can move."""
    pieces = g.box.pieces
    return [
        unit
        for unit in g.standing(place)
        if pieces[unit].function == "rail repair" or (g.turn == INVASION and g.allowance(unit))
    ]


def take(g: LongestDay, choice: Action) -> Flow:
    """IX.K.1 Bombers are sent to bombard a hex."""
    how = support.crews(f"bombard {g.hex_name(choice.arg)}", "IX.K.1", choice.arg)
    force = yield from gather(g, ALLIED, support.bombers(g), how)
    if force:
        for craft in force:
            g.sorties[craft] = Sortie("bombardment", choice.arg)
        g.tell("sent_to_bomb", rule="IX.K.1", craft=list(force), hex=choice.arg)


@rule("IX.K.2", "IX.K.4")
def resolve(g: LongestDay) -> None:
    """IX.K.2 Each hex is bombarded on the Bombardment Table with the strength of all bombers over it."""
    points: dict[int, int] = {}
    for craft, sortie in sorted(g.sorties.items()):
        if sortie.mission == "bombardment" and sortie.hex is not None:
            points[sortie.hex] = points.get(sortie.hex, 0) + g.box.air.craft[craft].attack
    for place, strength in sorted(points.items()):
        changes = bombardment.shaken_already(g, place)
        bombardment.bombard(g, place, strength, changes, rule="IX.K.2", spared=spared(g, place))


@rule("IX.H.3")
def refuse_joint(g: LongestDay, unit: int, target: int) -> Ruling | None:
    """IX.H.3 Why a unit may not attack a hex: bombers of the other army have bombarded it this turn."""
    for nation in bombed(g).get(target, ()):
        if nation != g.box.army[unit]:
            return Ruling("IX.H.3", f"{nation} bombers have bombarded that hex this turn", (unit,), (target,))
    return None


@derived("sorties")
def bombed(g: LongestDay) -> Mapping[int | None, list[str]]:
    """IX.H.3 The hexes that are bombarded this turn, and of which nation the bombers are."""
    found: dict[int | None, list[str]] = {}
    for craft, sortie in g.sorties.items():
        if sortie.mission == "bombardment":
            found.setdefault(sortie.hex, []).append(g.box.air.craft[craft].nation)
    return found
