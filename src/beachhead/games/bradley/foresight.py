"""4.2, 4.3.2, 5.3, 5.4.3 Looking ahead while landings are planned: chances from what both players may know.

Wind and sea are not rolled yet, so that every die counts alike. Flak that may still come is named and not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from beachhead.games.bradley import airborne, drops, mines, waves
from beachhead.games.bradley.airborne import zone_hexes
from beachhead.games.bradley.box import GERMAN, OMAHA, POINTE, PORT, UTAH
from beachhead.games.bradley.landing import along, displaced
from beachhead.games.bradley.losses import BEACH_AREAS, LARGE_TARGET, firepower
from beachhead.games.bradley.scatter import (
    FLAK_RANGE,
    TWO_DICE,
    droppers,
    fall,
    scattered,
    zone_landing,
    zone_modifiers,
)
from beachhead.games.bradley.state import Bradley, stand
from beachhead.games.bradley.waves import refuse_shore
from beachhead.kernel import Action, Decision, Modifier, Preview, Verb, rule
from beachhead.wargame import total

VERBS: Mapping[str, Verb] = {
    verb: chapter.VERBS[verb]
    for chapter, verbs in ((airborne, "aim"), (drops, "flak_up flak_down"), (waves, "approach cliff"), (mines, "mine"))
    for verb in verbs.split()
}
"""The verbs of other chapters of which this one says what they would bring."""
Odds = dict[str, Fraction]
Figures = dict[str, str | int]


def preview(g: Bradley, decision: Decision, action: Action) -> Preview | None:
    """What a Drop Zone, flak, an approach hex or a mine would bring."""
    about, arg = decision.about, action.arg
    match action.verb:
        case "aim" if "dz" in about:
            return _aim(g, about["dz"], arg)
        case "flak_up" | "flak_down":
            return _flak(g, about["dz"], arg, 1 if action.verb == "flak_up" else -1)
        case "approach" if "unit" in about:
            area = next(area for area in (OMAHA, UTAH, PORT) if arg in g.box.beaches[area].approach)
            coast = next(berth.coast for berth in g.shore(area) if berth.approach == arg)
            return _landing(g, area, about["unit"], coast)
        case "cliff" if "unit" in about:
            return _landing(g, POINTE, about["unit"], arg)
        case "mine":
            beach = g.box.beach_of[arg]
            return Preview("5.4.3", {"to be recorded": g.mine_points, f"at {beach.title()}": g.mines_at(beach)})
    return None


def _add(found: Odds, words: str, chance: Fraction) -> None:
    found[words] = found.get(words, Fraction(0)) + chance


def _likeliest(found: Odds) -> Odds:
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)}%"


def two_dice() -> Iterator[tuple[int, Fraction]]:
    """The sums of two dice with their chances."""
    return ((dice, Fraction(6 - abs(7 - dice), 36)) for dice in TWO_DICE)


# --- 4.2.1, 4.3.2 air landings -----------------------------------------------------------------------------------


@rule("4.2.1", "4.3.2b")
def _aim(g: Bradley, zone: int, place: int) -> Preview:
    """4.2.1 Where a Drop Zone that is meant for a hex would come down, with any wind and without flak."""
    taken = zone_hexes(g) - {g.drop_zones[zone].hex}
    found: Odds = {}
    clear = sea = near = Fraction(0)
    for wind in g.box.wind.values():
        for dice, chance in two_dice():
            share = chance / len(g.box.wind)
            hit = scattered(g, place, dice + wind)
            if hit is None or hit in taken:
                _add(found, "repeated", share)
                continue
            _add(found, g.hex_name(hit), share)
            clear += share * g.box.is_clear[hit]
            sea += share * g.is_all_sea(hit)
            near += share * _is_near_germans(g, hit)
    figures: Figures = {"on clear ground": _percent(clear), "beside Germans": _percent(near)}
    if sea:
        figures["in the sea"] = _percent(sea)
    figures["wind"] = f"{min(g.box.wind.values()):+d} \u2026 {max(g.box.wind.values()):+d}"
    guns = sum(g.box.board.distance(g.where(u), place) <= FLAK_RANGE for u in g.on_map(GERMAN))
    figures["flak within three hexes"] = f"{guns} units" if guns != 1 else "1 unit"
    return Preview("4.2.1", figures, (), _likeliest(found))


def _is_near_germans(g: Bradley, place: int) -> bool:
    return not stand(g).hexes[GERMAN].isdisjoint((place, *g.box.board.adjacent[place]))


@rule("4.3.2c")
def _flak(g: Bradley, zone: int, unit: int, sign: int) -> Preview:
    """4.3.2c What the flak of one more unit makes of a landing: of the marker in flight, else of the next unit."""
    modifiers = [*zone_modifiers(g, zone), Modifier("4.3.2c", f"Flak of {g.name(unit)}", sign)]
    by = total(modifiers)
    found: Odds = {}
    waiting = droppers(g, zone)
    for dice, chance in two_dice():
        if g.drop_zones[zone].place == "flight":
            hit = zone_landing(g, zone, dice + by)
            _add(found, "repeated" if hit is None else g.hex_name(hit), chance)
        elif waiting:
            fate = fall(g, waiting[0], zone, dice + by)
            lands = fate.fate == "lands" and len(fate.shocks) < 2
            words = "lost" if fate.fate == "lost" or len(fate.shocks) > 1 else "not landed"
            _add(found, ("disrupted" if fate.shocks else "landed") if lands else words, chance)
    return Preview("4.3.2c", {"modifier": f"{by:+d}"}, modifiers, _likeliest(found))


# --- 5.4-5.6 amphibious landings ---------------------------------------------------------------------------------


@rule("5.4.3a", "5.4.3c")
def mine_guesses(g: Bradley, area: str) -> list[int]:
    """5.4.3 The numbers of mine points off a beach that both players must reckon with."""
    if area not in BEACH_AREAS or area in g.announced:
        return [0]
    if area in g.counted:
        return [g.mines_at(area)]
    row, others = g.row.row, len(g.row.row.beaches) - 1
    return [
        number
        for points in (row.mines_low, row.mines_high)
        for number in range(max(points - others * row.mine_cap, 0) if others else points, min(points, row.mine_cap) + 1)
    ]


def _landing(g: Bradley, area: str, unit: int, coast: int) -> Preview:
    """5.5 Where a unit that waits off a coast hex would land, and how likely the fire that meets it harms it."""
    reckoned = mine_guesses(g, area)
    found: Odds = {}
    seas = [row.value for row in g.box.sea.values()]
    for points in reckoned:
        for sea in seas:
            for dice, chance in two_dice():
                shift = displaced(g, dice, sea + points) if area != PORT else 0
                _add(found, _where(g, area, unit, coast, shift), chance / len(seas) / len(reckoned))
    figures: Figures = {"tide": g.tide, "sea": "rolled when it lands"}
    if area in BEACH_AREAS:
        figures["mine points"] = " to ".join(str(n) for n in sorted({min(reckoned), max(reckoned)}))
        figures["guns on the beach"] = firepower(g, area)
    figures |= _casualties(g, area, unit, reckoned, seas)
    return Preview("5.5.2", figures, (), _likeliest(found))


def _where(g: Bradley, area: str, unit: int, coast: int, shift: int) -> str:
    place = along(g, area, coast, shift)
    if place is None or refuse_shore(g, unit, place) is not None:
        return "turned back"
    return f"{g.hex_name(place)}{' on the enemy' if g.holds(GERMAN, place) else ''}"


@rule("5.6.3", "5.6.4")
def _casualties(g: Bradley, area: str, unit: int, reckoned: Iterable[int], seas: Iterable[int]) -> Figures:
    """5.6 The chances of the check of one unit."""
    guns = firepower(g, area) if area in BEACH_AREAS else 0
    large = LARGE_TARGET if g.box.pieces[unit].is_large else 0
    table = g.box.casualties
    found = [table.distribution(table.column(guns + points), sea + large) for points in reckoned for sea in seas]
    share = {loss: sum((odds.get(loss, Fraction(0)) for odds in found), Fraction(0)) / len(found) for loss in "DE"}
    return {"disrupted by fire": _percent(share["D"]), "eliminated by fire": _percent(share["E"])}
