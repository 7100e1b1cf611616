"""8.3 What an attack would bring, from what lies open on the table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from beachhead.games.omaha import allotment
from beachhead.games.omaha.attack_result import (
    ATTRITION,
    COLUMNS,
    COMPARED,
    REVEAL,
    Force,
    Reading,
    column_of,
    defence_strength,
    effects,
    readings,
    standing,
    worth,
)
from beachhead.games.omaha.german_units import Occupant, german_in
from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.weapons import NAVAL_STRENGTH, is_flanking, missing_weapons
from beachhead.kernel import Modifier, Preview, rule
from beachhead.wargame.chances import weighted

# --- what may lie face down --------------------------------------------------------------------------------------


@rule("AID.reveal", "9.1")
def possible_units(g: Omaha, there: Occupant) -> list[GermanUnitRow]:
    """AID.reveal The unit, or all with the same back that have not been seen. The class of a WN is public (3.b)."""
    german = g.box.german
    piece = german[there.unit]
    if there.shown:
        return [piece]
    seen = {*g.gone, *(post.unit for post in g.posts if post.shown)}
    return [
        other
        for number, other in enumerate(german)
        if number not in seen and other.pool == piece.pool and (piece.pool != "WN" or other.kind == piece.kind)
    ]


@rule("AID.reveal", "9.1a", "9.5")
def possible_depth(g: Omaha, there: Occupant) -> list[tuple[DepthMarkerRow, Fraction]]:
    """AID.reveal The marker, or all with the same back that have not been seen, each with its weight.

    The markers of KG Meyer have the back of mobile ones; as long as some are in their box, each counts for the
    share that has been released (9.5).
    """
    assert there.depth is not None
    depth = g.box.depth
    back = back_of(depth[there.depth])
    if there.depth_shown:
        return [(depth[there.depth], Fraction(1))]
    seen = {*g.gone_depth, *(post.depth for post in g.posts if post.depth_shown)}
    seen.update(armor.depth for armor in g.armor if armor.depth_shown)
    hidden = [piece for number, piece in enumerate(depth) if number not in seen and back_of(piece) == back]
    meyer = sum(piece.pool == "kg" for piece in hidden)
    boxed = sum(depth[marker].pool == "kg" for marker in (*g.depth_pool["kg"], *g.depth_pool["out"]))
    released = Fraction(meyer - boxed, meyer) if meyer else Fraction(0)
    weighed = [(piece, released if piece.pool == "kg" else Fraction(1)) for piece in hidden]
    return [(piece, weight) for piece, weight in weighed if weight]


def back_of(piece: DepthMarkerRow) -> str:
    """9.5 What a marker shows face down: those of KG Meyer look like mobile ones."""
    return "mobile" if piece.pool == "kg" else piece.pool


# --- the chances -------------------------------------------------------------------------------------------------


@rule("8.3", "8.3.5")
def forecast(g: Omaha, force: Force) -> Preview:
    """8.3 The chance of each result over all that may lie face down, each counter as likely as the others."""
    there = german_in(g, force.target)
    units, column = possible_units(g, there), column_of(there)
    alone: list[tuple[DepthMarkerRow | None, Fraction]] = [(None, Fraction(1))]
    depths = alone if there.depth is None else [*possible_depth(g, there)]
    ground = standing(g, there)
    whole = sum((weight for _, weight in depths), start=Fraction(0))
    merit: dict[str, int] = {}

    def told(unit: GermanUnitRow, choices: tuple[Reading, ...], before: str = "") -> str:
        parts = []
        for reading in choices:
            found = effects(reading.results, unit, ground)
            parts.append(", ".join("optional attrition" if part == ATTRITION else part for part in found))
        text = before + " or ".join(dict.fromkeys(parts))
        merit[text] = 0 if REVEAL in choices[0].results else worth(choices[0])
        return text

    def outcomes(unit: GermanUnitRow) -> Iterator[tuple[str, Fraction]]:
        first = readings(g.box, force, unit, depths[0][0] if there.depth_shown else None, column)
        if REVEAL not in first[0].results or len(first) > 1:
            yield told(unit, first), whole
            return
        for depth, weight in depths:
            assert depth is not None
            if depth.tactical:  # 9.4
                yield told(unit, readings(g.box, force, unit, None, "alone"), "tactical reinforcement, "), weight
            else:
                yield told(unit, readings(g.box, force, unit, depth, "revealed")), weight

    chances = weighted(outcome for unit in units for outcome in outcomes(unit))
    results = chances.in_order(sorted(chances, key=lambda text: (-merit[text], text)))
    own = g.player(g.division)
    return Preview(
        "8.3",
        _figures(g, force, there, units, [piece for piece, _ in depths]),
        _modifiers(g, force),
        results,
        favours={text: own if value > 0 else "german" if value < 0 else "" for text, value in merit.items()},
    )


# --- the figures -------------------------------------------------------------------------------------------------


def _figures(
    g: Omaha, force: Force, there: Occupant, units: list[GermanUnitRow], depths: list[DepthMarkerRow | None]
) -> dict[str, str | int]:
    """What goes in: the force, the defence as far as it is known, and the cell if it is."""
    known = depths[0] if there.depth_shown else None
    defence = [defence_strength(force, unit, known) for unit in units]
    full = [defence_strength(force, unit, depth) for unit in units for depth in depths]
    found: dict[str, str | int] = {
        "attackers": ", ".join(g.piece(u).id for u in force.units),
        "strength": force.strength,
        "weapons": " ".join(sorted(force.weapons)),
        "attack hexes": len(force.fronts),
        "German strength": _span(defence),
    }
    if column_of(there) == "unrevealed":
        found["German strength with depth"] = _span(full)
    price = allotment.price(g, force.units)
    if price is not None:
        found["actions"] = price
    if there.shown:
        found["weapons missing"] = " ".join(_missing(g, force, units[0], known)) or "none"
        reading = readings(g.box, force, units[0], known, column_of(there))[0]
        weapons = "yes" if not reading.missing or reading.benefit == "weapon" else "no"
        found["table"] = f"weapons {weapons}, {COMPARED[reading.comparison]}, {COLUMNS[reading.column]}"
    needs = {need for unit in units for depth in depths for need in _missing(g, force, unit, depth)}
    if len(units) > 1 or len(depths) > 1:
        found["weapons that may be missing"] = " ".join(sorted(needs)) or "none"
    return found


def _missing(g: Omaha, force: Force, unit: GermanUnitRow, depth: DepthMarkerRow | None) -> tuple[str, ...]:
    return missing_weapons(g.box, force.weapons, force.fronts, unit.needs, () if depth is None else depth.needs)


def _span(values: list[int]) -> str | int:
    low, high = min(values), max(values)
    return low if low == high else f"{low} to {high}"


def _modifiers(g: Omaha, force: Force) -> list[Modifier]:
    """Each thing that changes a figure, with its rule."""
    found = [Modifier(ground.rule, ground.text, 2) for ground in force.doublings]
    if force.naval:
        found.append(Modifier("8.51", "naval fire", NAVAL_STRENGTH))
    if force.hero:
        found.append(Modifier("8.23", "a hero stands in for one weapon or adds 1 to the strength", 1))
    if is_flanking(g.box, force.fronts, double=False):
        found.append(Modifier("8.22", "flanking", len(force.fronts)))
    return found


# --- the prompt --------------------------------------------------------------------------------------------------


def summary(g: Omaha, force: Force) -> str:
    """What the attack amounts to so far, for the question who else attacks."""
    name, there = g.box.board.called(force.target), german_in(g, force.target)
    hidden = " and hidden depth" if column_of(there) == "unrevealed" else ""
    against = f", against an unrevealed unit{hidden}."
    if there.shown:
        unit = g.box.german[there.unit]
        marker = g.box.depth[there.depth] if there.depth is not None and there.depth_shown else None
        missing = " ".join(_missing(g, force, unit, marker))
        against = f", against {defence_strength(force, unit, marker)}{hidden}. "
        against += f"Still missing: {missing}." if missing else "No weapon is missing."
    if not force.units:
        return f"Attack on {name}{against} Who attacks?"
    weapons, cost, left = " ".join(sorted(force.weapons)), allotment.price(g, force.units), g.actions.get(g.division, 0)
    costs = f"costs {cost} of the {left} actions left" if left > 1 else "costs the last action"
    strength = f"strength {force.strength} with {weapons}"
    return f"Attack on {name}: {strength}{against} It {costs if cost else 'is free'}. Who else attacks?"
