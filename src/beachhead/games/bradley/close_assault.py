"""3.1F, 3.1K, 10.3, 10.4 Close assault: who assaults which hex, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from beachhead.games.bradley import fire
from beachhead.games.bradley.box import ENEMY, GERMAN
from beachhead.games.bradley.combat import Battle, assault
from beachhead.games.bradley.facing import refuse_direction
from beachhead.games.bradley.headquarters import hq_support
from beachhead.games.bradley.occupation import disrupt, harm, remove_garrison
from beachhead.games.bradley.odds import SHAKEN, WORDS, figures, outlook, roll
from beachhead.games.bradley.retreat import advance, retreat
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import refuse_assault_uphill, refuse_over_wall
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, cite, rule
from beachhead.wargame.force import Asking, Call, Gathering, Units, choose_unit, gather, others
from beachhead.wargame.sequence import at_will

VERBS = {
    "assault": Verb("Close assault", "hex", role="attack"),
    "storm": Verb("Assault with", "unit"),
    "storm_all": Verb("Assault with all"),
    "begin": Verb("Assault now", role="confirm"),
    "shake": Verb("Disrupt the attackers in", "hex"),
}
EVENTS = {
    "assaulted": Told("{hex:hex} is close assaulted by {units:unit}", "fire", by="units", at="hex"),
    "assault_fails": Told("{hex:hex}: {attack} against {defence} is too weak", "fire"),
    "assault_result": Told(
        "{hex:hex}: {attack} against {defence} is {differential}, column {column}, roll {roll}: {words}", "fire"
    ),
    "attackers_shaken": Told("The attackers from {hex:hex} are shaken", "hit"),
}
SEGMENTS = ("allied close assault", "german close assault")


# --- 10.3.1 who may assault what ---------------------------------------------------------------------------------


def refuse_assaulter(g: Bradley, unit: int) -> Ruling | None:
    """10.3.1, 10.3.2, 10.6.3 Why a unit cannot close assault anything now."""
    piece = g.box.pieces[unit]
    if g.segment not in SEGMENTS or piece.side != g.side:
        return Ruling("10.3.2", f"{piece.id} assaults in the Close Assault Segment of its own player turn", (unit,))
    if not g.is_on_map(unit):
        return Ruling("10.3.3a", f"{piece.id} is not on the map", (unit,))
    if not piece.assaults:
        cite("2.3-tb")
        cite("2.3-tc")
        return Ruling("10.3.1", "Artillery, anti-tank and flak units do not close assault", (unit,))
    if g.units[unit].disrupted:
        return Ruling("10.6.3", f"{piece.id} is disrupted and cannot close assault", (unit,))
    if unit in g.assaulted:
        return Ruling("10.3", f"{piece.id} has assaulted in this segment", (unit,))
    return None


def refuse_storm(g: Bradley, unit: int, target: int) -> Ruling | None:
    """10.3, 6.2.9a, 6.3.6a Why a unit cannot close assault a hex."""
    if found := refuse_assaulter(g, unit):
        return found
    here = g.where(unit)
    if target not in g.box.board.adjacent[here]:
        return Ruling("10.3.3a", f"{g.name(unit)} is not next to that hex", (unit,), (target,))
    return (
        refuse_direction(g, unit, target)
        or refuse_over_wall(g, unit, here, target)
        or refuse_assault_uphill(g, unit, here, target)
    )


@rule("10.3.3a")
def stormers(g: Bradley, target: int) -> list[int]:
    """10.3.3a The units that can close assault a hex."""
    return [u for u in g.beside(target, g.side) if refuse_storm(g, u, target) is None]


@rule("10.3.3a", "13.3.2")
def targets(g: Bradley) -> Offer:
    """10.3.3a The hexes with enemies that can be assaulted; garrisons are assaulted and never assault."""
    friends, adjacent = g.hexes(g.side), g.box.board.adjacent
    near = [h for h in sorted(g.held(g.foe)) if not friends.isdisjoint(adjacent[h])]
    return Offer.of(g, refuse_target, near, foresee=_foresee_target)


def refuse_target(g: Bradley, place: int) -> Ruling | None:
    """10.3.2, 10.3.3a Why a hex cannot be assaulted."""
    if g.segment not in SEGMENTS:
        return Ruling("10.3.2", "Close assaults are made in the Close Assault Segment only")
    if not g.holds(g.foe, place):
        return Ruling("10.3.3a", "No enemy is there", (), (place,))
    if place in g.assaulted_hexes:
        return Ruling("10.3", "That hex has been assaulted in this segment", (), (place,))
    if stormers(g, place):
        return None
    found = next((refuse_storm(g, u, place) for u in g.beside(place, g.side)), None)
    return found or Ruling("10.3.3a", "No unit of yours is next to that hex", (), (place,))


# --- 3.1F, 3.1K the segment --------------------------------------------------------------------------------------


@rule("3.1F", "3.1K", "10.3")
def assault_phase(g: Bradley) -> Flow:
    """3.1F, 3.1K One close assault after another, as many or as few as the player likes."""
    side, whose = g.side, "German" if g.side == GERMAN else "Allied"
    prompt = f"Turn {g.turn}, {whose} Close Assault Segment: choose a hex to assault, or be done."
    deeds, closed = {"assault": (targets(g), _declare)}, Offer((), refuse=fire.refuse_target)
    return at_will(g, side, prompt, deeds, rule="3.1K" if side == GERMAN else "3.1F", fire=closed)


@rule("10.3.4a")
def _declare(g: Bradley, target: int) -> Flow:
    """10.3.4a The attackers are chosen one by one, then the assault begins."""
    side = g.side

    def refuse(g: Bradley, unit: int, force: Units) -> Ruling | None:
        if unit in force:
            return Ruling("10.3.4a", f"{g.name(unit)} is in this assault already", (unit,))
        return refuse_storm(g, unit, target)

    def prompt(force: Units) -> str:
        battle = _battle(g, side, force, target) if force else None
        so_far = f" So far {battle.attack} against {battle.defence}." if battle else ""
        return f"Who assaults {g.hex_name(target)}?{so_far}"

    how = Gathering(
        Call("storm", "begin", everybody="storm_all"),
        refuse,
        prompt,
        "10.3.4a",
        {"hex": target},
        lacks=lambda _, force: None if force else Ruling("10.3.4a", "Nobody assaults yet"),
        foresee=lambda g, force: foretell(g, _battle(g, side, force, target)),
        alone=lambda *_: Ruling("10.3.4a", "There is only one unit left"),
        begins_full=True,
    )
    attackers = yield from gather(g, side, stormers(g, target), how)
    if attackers is not None:
        yield from close_assault(g, side, attackers, target)


def _battle(g: Bradley, side: str, attackers: Sequence[int], target: int) -> Battle:
    return assault(g, side, {u: g.where(u) for u in attackers}, target)


# --- 10.3.4 one close assault ------------------------------------------------------------------------------------


@rule("10.3", "10.3.4h", "10.3.4l")
def close_assault(g: Bradley, side: str, attackers: Sequence[int], target: int, *, landing: bool = False) -> Flow:
    """10.3.4 One close assault, from where the attackers are. Returns whether the hex is free of the enemy.

    With `landing` the attackers come from the air onto the enemy, who stand in the same hex (4.4.9), or from the
    approach hexes where they are at sea (5.3.4, 5.5.6): what becomes of them afterwards is for the caller, who brings
    in or takes away the survivors, and no advance is offered. Disrupted attackers do not advance (10.6.3).
    """
    origins = {unit: g.where(unit) for unit in attackers}
    g.tell("assaulted", rule="10.3", units=list(attackers), hex=target)
    if landing:
        cite("10.3.2")
    else:
        g.assaulted.update(attackers)
        g.assaulted_hexes.add(target)
    battle = assault(g, side, origins, target)
    support = yield from hq_support(g, battle)
    if support:
        battle = assault(g, side, origins, target, support=support)
    costs_a_stack = yield from _resolve(g, battle)
    if costs_a_stack:
        cause = "10.3.4e" if battle.column is None else "10.4-red2"
        yield from _shake(g, ENEMY[side], origins, target, rule=cause)
    is_free = not g.holds(ENEMY[side], target)
    if is_free and not landing:
        yield from advance(g, side, attackers, target)
    return is_free


@rule("10.3.4i", "10.3.4j", "10.3.5-EX")
def _resolve(g: Bradley, battle: Battle) -> Flow:
    """10.3.4e-10.3.4j The dice and what they do to the defenders. Returns whether attackers are to be disrupted."""
    if battle.column is None:
        g.tell("assault_fails", rule="10.3.4e", **figures(battle))
        return True
    found = roll(g, battle)
    yield from _apply(g, battle, found.code)
    return found.red


@rule("10.5.6")
def _apply(g: Bradley, battle: Battle, code: str) -> Flow:
    """10.4 The result for all defenders, those who have retreated into the hex before included."""
    if code == "-":
        cite("10.4-blank")
        return
    if battle.has_garrison:
        remove_garrison(g, battle.target, rule="13.3.5b")
    if code == "R":
        cite("10.4-R")
        yield from retreat(g, battle.defenders, assault=True)
        return
    for unit in battle.defenders:
        harm(g, unit, code, rule="10.4-D" if code == "D" else "10.4-E")


@rule("10.3.4e", "10.4-red2")
def _shake(g: Bradley, foe: str, origins: Mapping[int, int], target: int, *, rule: str) -> Flow:
    """10.3.4e, 10.4 The defender chooses the hex whose attackers are disrupted."""
    hexes, other = set(origins.values()), others(rule, "No attackers stand there", "hex")
    prompt = f"One stack of those who have assaulted {g.hex_name(target)} is disrupted. Which one?"
    how = Asking(prompt, rule, {"hex": target, "unit": tuple(origins)}, automatic=True)
    place = yield from choose_unit(foe, sorted(hexes), "shake", how, other)
    g.tell("attackers_shaken", rule=rule, hex=place)
    for unit, origin in origins.items():
        if origin == place:
            disrupt(g, unit, rule=rule)


# --- looking ahead, and reasons ----------------------------------------------------------------------------------


def foretell(g: Bradley, battle: Battle) -> Preview:
    """10.3.4 The figures of a close assault and the chance of each result for these defenders."""
    found = outlook(g, battle, rule="10.3.4j", red=SHAKEN, reads=_reads(g, battle))
    if battle.letter:
        return found
    return replace(found, rule="10.3.4e", results={SHAKEN: Fraction(1)}, favours={SHAKEN: ENEMY[g.side]})


def _reads(g: Bradley, battle: Battle) -> Mapping[str, str]:
    """13.3.5b, 10.5.3e What the results mean: garrisons vanish, and who shows no movement allowance cannot retreat."""
    if battle.has_garrison:
        return {code: words if code == "-" else "garrison gone" for code, words in WORDS.items()}
    stuck = not any(g.face(u).ma for u in battle.defenders)
    return {**WORDS, "R": WORDS["E"]} if stuck else WORDS


def _foresee_target(g: Bradley, target: int) -> Preview:
    """10.3.4 What the assault of all who can would bring."""
    return foretell(g, _battle(g, g.side, stormers(g, target), target))
