"""7.2-7.7 What a unit, or a stack, may do with its action."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from msgspec.structs import replace

from beachhead.games.omaha import barrage
from beachhead.games.omaha.allotment import can_act, is_free, refuse_marked, refuse_unit
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.infiltration import forecast, passed
from beachhead.games.omaha.movement import destinations, refuse_climb, refuse_move
from beachhead.games.omaha.preservation import preservation_hexes, refuse_preservation
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import bluffs, cliffs, closed_hexes, kind_of, steps, ways
from beachhead.kernel import Arg, Offer, Preview, Ruling, Waypoint, first_refusal, rule

Options = Mapping[str, Sequence[Arg]]
ONCE: Sequence[Arg] = (None,)
DEEDS = (
    "rally", "unclimb", "continue-climb", "stop-climb", "move", "preserve", "exit", "climb", "scale", "begin-climb",
)  # fmt: skip
MARKER_DEEDS = frozenset(["rally", "unclimb", "continue-climb", "stop-climb"])
MOVES = frozenset(["move", "preserve", "climb", "scale", "continue-climb"])


# --- whether there is anything to do -----------------------------------------------------------------------------


def has_something_to_do(g: Omaha, unit: int) -> bool:
    """7 Whether a unit without markers could do anything but attack."""
    return can_go(g, unit) or bool(barrage.can_barrage(g, unit) and barrage.barrage_targets(g, unit))


def can_go(g: Omaha, unit: int) -> bool:
    """7 Whether a unit without markers could leave its hex, found out as cheaply as possible."""
    here, kind = g.units[unit].at, kind_of(g, unit)
    if kind == "infantry":
        return infantry_can_go(g, here)
    if here in g.box.exit_at:
        return True
    closed = closed_hexes(g)
    if kind == "leader":
        return any(not passed(g, here, h) for h in steps(g, kind, here, closed))
    return not closed.issuperset(ways(g.box).drive[here]) or bool(steps(g, kind, here, closed))


def infantry_can_go(g: Omaha, here: int) -> bool:
    """7 Whether infantry could leave a hex: by an exit, on foot, or up a bluff or cliff."""
    way, closed = ways(g.box), closed_hexes(g)
    if here in g.box.exit_at or not closed.issuperset(way.walk[here]):
        return True
    return bool((cliffs(g, here, closed) if g.is_extended else way.cliff[here]) or bluffs(g, here, closed))


# --- the offers --------------------------------------------------------------------------------------------------


def unit_offers(g: Omaha, units: tuple[int, ...], *, paid: bool) -> dict[str, Offer]:
    """7 All that a unit and those who go with it might do, free or for one of the allotment."""
    options = dict(_closed(units, paid))
    for verb, args in unit_options(g, units, paid=paid).items():
        if args:
            options[verb] = options[verb].holding(args)
    return options


@lru_cache(maxsize=1024)
def _closed(units: tuple[int, ...], paid: bool) -> Mapping[str, Offer]:
    """7 The offers to these units with nothing in them: what refuses and what foretells depends on nothing else."""
    options = {
        verb: Offer(
            (),
            refuse=partial(refuse_deed, units=units, verb=verb, paid=paid),
            foresee=partial(foresee_move, units=units, verb=verb) if verb in MOVES else None,
        )
        for verb in DEEDS
    }
    refuse, foresee = partial(refuse_barrage, units=units, paid=paid), partial(barrage.foresee_barrage, unit=units[0])
    options["barrage"] = Offer((), refuse=refuse, foresee=foresee)
    options["with"] = Offer((), refuse=partial(refuse_companion, units=units, paid=paid))
    options["back"] = Offer()
    return options


@rule("7", "7.1.mark", "7.4b", "7.4c", "7.51", "7.7")
def unit_options(g: Omaha, units: Sequence[int], *, paid: bool) -> Options:
    """7 What they may do: whoever bears a marker can only handle that."""
    unit, closed = units[0], closed_hexes(g)
    record, here = g.units[unit], g.units[unit].at
    if record.disrupted:  # 7.4c, 7.7
        return {"rally": ONCE}
    if record.climb == "climb":
        return {"unclimb": ONCE}
    if record.climb == "climb cliff":
        return {"continue-climb": cliffs(g, here, closed), "stop-climb": ONCE}
    aims = barrage.can_barrage(g, unit) and refuse_firing(g, units, paid=paid) is None
    targets = barrage.barrage_targets(g, unit) if aims else ()
    others = companions(g, units, paid=paid)
    return {**group_options(g, units, paid=paid, closed=closed), "barrage": targets, "with": others}


@rule("7.1.self", "7.4", "7.5", "17.11", "17.12", "19.3.traf", "19.3.traf1", "2.1.off")
def group_options(g: Omaha, units: Sequence[int], *, paid: bool, closed: Collection[int]) -> Options:
    """7 What these units may do together. Self-preservation and managed traffic allow nothing but their moves."""
    unit = units[0]
    here = g.units[unit].at
    moves = destinations(g, units, closed)
    if not paid and is_free(g, unit) is None:
        shelter = [h for h in preservation_hexes(g, unit) if (h,) in moves.get(h, ())]
        return {"move": list(moves) if traffic_managed(g, unit) else (), "preserve": shelter}
    options: dict[str, Sequence[Arg]] = {"move": list(moves)}
    if here in g.box.exit_at:
        options["exit"] = (g.box.exit_at[here],)
    us = g.box.us
    infantry = [u for u in units if us[u].is_infantry]
    others = [u for u in units if not us[u].is_infantry]
    if infantry and all(us[u].is_leader for u in others):
        options["climb"] = bluffs(g, here, closed)
    if not others and ways(g.box).cliff[here]:
        if g.is_extended:
            options["scale"] = cliffs(g, here, closed)
        else:
            options["begin-climb"] = ONCE
    return options


@rule("7.21", "7.21a", "7.32.c")
def companions(g: Omaha, units: Sequence[int], *, paid: bool) -> list[int]:
    """7.21 Who of the stack may come along: whoever is free, and one more to share an action of the allotment."""
    others = [other for other in g.standing(g.units[units[0]].at) if other not in units]
    return [other for other in others if refuse_companion(g, other, units=units, paid=paid) is None]


# --- why not -----------------------------------------------------------------------------------------------------


@rule("7", "7.1", "7.1.self", "19.3.traf1")
def refuse_deed(g: Omaha, arg: Arg, *, units: Sequence[int], verb: str, paid: bool) -> Ruling | None:
    """7 Why the chosen units may not do this."""
    if verb in MARKER_DEEDS:
        return _refuse_marker(g, units[0], verb, arg)
    if refused := refuse_marked(g, units[0]) or _refuse_limited(g, units[0], verb, paid=paid):
        return refused
    match verb:
        case "preserve":
            return refuse_preservation(g, arg, units=units)  # type: ignore[arg-type]
        case "move":
            return refuse_move(g, arg, units=units)  # type: ignore[arg-type]
        case "exit":
            return refuse_exit(g, arg, unit=units[0])  # type: ignore[arg-type]
        case "begin-climb":
            return _refuse_begin(g, units)
    if verb == "scale" and not g.is_extended:
        return Ruling("7.5", "A cliff takes three turns: the first action begins the climb", tuple(units))
    if verb == "climb" and all(g.piece(u).is_leader for u in units):
        return Ruling("7.41", "Leaders need not climb a bluff: they move across it", tuple(units))
    side = "bluff" if verb == "climb" else "scaleable-cliff"
    return first_refusal(refuse_climb(g, u, arg, side) for u in units)  # type: ignore[arg-type]


def _refuse_limited(g: Omaha, unit: int, verb: str, *, paid: bool) -> Ruling | None:
    """7.1 Why an action that is free for one purpose only does not allow this."""
    name, limited = g.piece(unit).id, not paid and is_free(g, unit) is None
    if verb == "preserve":
        sentence = f"{name} may move anyway: no need to call it self-preservation"
        return None if limited else Ruling("7.1.self", sentence, (unit,))
    if not limited or (verb == "move" and traffic_managed(g, unit)):
        return None
    if traffic_managed(g, unit):
        return Ruling("19.3.traf1", "Managed traffic is for moving only", (unit,))
    return Ruling("7.1.self", f"For free, {name} can only seek shelter", (unit,))


@rule("7.4b", "7.4c", "7.51", "7.7")
def _refuse_marker(g: Omaha, unit: int, verb: str, arg: Arg) -> Ruling | None:
    record, name = g.units[unit], g.piece(unit).id
    if verb == "rally":
        return None if record.disrupted else Ruling("7.7", f"{name} is not disrupted", (unit,))
    if record.disrupted:
        return refuse_marked(g, unit)
    if verb == "unclimb":
        return None if record.climb == "climb" else Ruling("7.4b", f"{name} has no climb marker", (unit,))
    if record.climb != "climb cliff":
        return Ruling("7.51", f"{name} is not climbing a cliff", (unit,))
    return refuse_climb(g, unit, arg, "scaleable-cliff") if verb == "continue-climb" else None  # type: ignore[arg-type]


@rule("7.5", "17.12")
def _refuse_begin(g: Omaha, units: Sequence[int]) -> Ruling | None:
    here = g.units[units[0]].at
    others = [u for u in units if not g.piece(u).is_infantry]
    if others:
        return Ruling("7.5", "Only infantry can climb a cliff", tuple(others))
    if not ways(g.box).cliff[here]:
        return Ruling("7.5", "No cliff that can be scaled borders the hex", tuple(units), (here,))
    return Ruling("17.12", "From turn 17 on a cliff is scaled at once", tuple(units)) if g.is_extended else None


@rule("2.1.off")
def refuse_exit(g: Omaha, letter: str, *, unit: int) -> Ruling | None:
    """2.1 Why a unit may not leave the map by an exit."""
    here = g.units[unit].at
    if g.box.exit_at.get(here) == letter:
        return None
    if letter not in g.box.exits:
        return Ruling("2.1.off", "The exits are A to G", (unit,))
    hexes = (here, g.box.exits[letter])
    return Ruling("2.1.off", f"{g.piece(unit).id} is not in the hex of exit {letter}", (unit,), hexes)


@rule("7.21", "7.21a")
def refuse_companion(g: Omaha, other: int, *, units: Sequence[int], paid: bool) -> Ruling | None:
    """7.21 Why a unit may not do the same together with these."""
    name, here = g.piece(other).id, g.units[units[0]].hex
    if other in units:
        return Ruling("7.21", f"{name} is one of them already", (other,))
    if g.units[other].hex != here:
        return Ruling("7.21", f"{name} is not in the same hex", (other,))
    if not can_act(g, other):
        return refuse_unit(g, other)
    if marked := refuse_marked(g, units[0]) or refuse_marked(g, other):
        return marked
    if is_free(g, other) is None and not (paid and sum(is_free(g, unit) is None for unit in units) < 2):
        sentence = "Two units share an action at most" if paid else f"{name} does not act for free"
        return Ruling("7.21", sentence, (other,))
    if any(group_options(g, [*units, other], paid=paid, closed=closed_hexes(g)).values()):
        return None
    return Ruling("7.21a", f"There is nothing that {name} could do together with them", (other,))


def refuse_firing(g: Omaha, units: Sequence[int], *, paid: bool) -> Ruling | None:
    """8.4 Why those chosen barrage nothing: a unit does it alone, by a whole action."""
    if len(units) > 1:
        return Ruling("8.4", f"{g.piece(units[0]).id} can barrage only by itself", tuple(units))
    return barrage.refuse_firing(g, units[0]) or _refuse_limited(g, units[0], "barrage", paid=paid)


def refuse_barrage(g: Omaha, target: int, *, units: Sequence[int], paid: bool) -> Ruling | None:
    """8.4, 17.3 Why the chosen unit may not barrage a hex."""
    return refuse_firing(g, units, paid=paid) or barrage.refuse_target(g, units[0], target)


# --- what a move may cost ----------------------------------------------------------------------------------------


def foresee_move(g: Omaha, place: int, *, units: Sequence[int], verb: str) -> Preview | None:
    """7.3, 7.32 The way of a move, and its risk if it is an infiltration; None for a plain step to the next hex."""
    here = g.units[units[0]].at
    paths = sorted(destinations(g, units)[place] if verb == "move" else [(place,)], key=len)
    risks = [[firers for a, b in pairwise((here, *path)) if (firers := passed(g, a, b))] for path in paths]
    safe = next((path for path, risk in zip(paths, risks, strict=True) if not risk), None)
    way = [Waypoint(here, ""), *(Waypoint(h, str(n)) for n, h in enumerate(safe or paths[0], 1))]
    if safe is None:
        return replace(forecast(g, units, risks[0][0]), way=way)
    cited = "17.2" if kind_of(g, units[0]) == "tank" else "17.1"
    return Preview(cited, {"hexes": len(safe)}, way=way) if len(safe) > 1 else None
