"""4.2, 4.3.2, 5.3, 5.4.3 Looking ahead while landings are planned: chances from what both players may know.

Wind and sea are not rolled yet, so that every die counts alike. Flak that may still come is named and not counted.
"""

from __future__ import annotations

from fractions import Fraction

from beachhead.games.bradley import scatter
from beachhead.games.bradley.box import AMERICAN, GERMAN, PORT
from beachhead.games.bradley.losses import BEACH_AREAS, LARGE_TARGET, firepower
from beachhead.games.bradley.shores import along, displaced, refuse_shore
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Modifier, Preview, count_of, rule
from beachhead.wargame import total
from beachhead.wargame.chances import Chances, both, evenly, mix, rolls

Figures = dict[str, str | int]
FATES = {"landed": AMERICAN, "disrupted": GERMAN, "not landed": GERMAN, "lost": GERMAN}
"""4.4 For whom it is good what becomes of a unit that drops."""
TURNED_BACK = "turned back"


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)}%"


# --- 4.2.1, 4.3.2 air landings -----------------------------------------------------------------------------------


@rule("4.2.1", "4.3.2b")
def aimed(g: Bradley, zone: int, place: int) -> Preview:
    """4.2.1 Where a Drop Zone that is meant for a hex would come down, with any wind and without flak."""
    taken = scatter.zone_hexes(g) - {g.drop_zones[zone].hex}
    winds, germans = g.box.wind.values(), g.hexes(GERMAN)
    hits = both(evenly(winds), rolls("2d6")).map(lambda roll: scatter.scattered(g, place, roll))
    down = hits.map(lambda h: None if h in taken else h)
    figures: Figures = {
        "on clear ground": _percent(down.chance(lambda h: h is not None and g.box.is_clear[h])),
        "beside Germans": _percent(down.chance(lambda h: h is not None and not germans.isdisjoint(g.box.within(h, 1)))),
    }
    sea = down.chance(lambda h: h is not None and g.is_all_sea(h))
    if sea:
        figures["in the sea"] = _percent(sea)
    figures["wind"] = f"{min(winds):+d} \u2026 {max(winds):+d}"
    guns = sum(g.box.board.distance(g.where(u), place) <= scatter.FLAK_RANGE for u in g.on_map(GERMAN))
    figures["flak within three hexes"] = count_of(guns, "unit") if guns else "0 units"
    results = down.map(lambda h: _zone_words(g, h)).likeliest_first()
    return Preview("4.2.1", figures, (), results, favours=dict.fromkeys(results, ""))


def _zone_words(g: Bradley, place: int | None) -> str:
    return "repeated" if place is None else g.hex_name(place)


def landings(g: Bradley, zone: int, by: int) -> Chances[str]:
    """4.3.2d Where a Drop Zone in flight comes down with so much for wind and flak."""
    return rolls("2d6").map(lambda dice: _zone_words(g, scatter.zone_landing(g, zone, dice + by))).likeliest_first()


@rule("4.3.2c")
def shelled(g: Bradley, zone: int, unit: int, sign: int) -> Preview:
    """4.3.2c What the flak of one more unit makes of a landing: of the marker in flight, else of the next unit."""
    modifiers = [*scatter.zone_modifiers(g, zone), Modifier("4.3.2c", f"Flak of {g.name(unit)}", sign)]
    by, waiting = total(modifiers), scatter.droppers(g, zone)
    found: Chances[str] | dict[str, Fraction] = {}
    if g.drop_zones[zone].place == "flight":
        found = landings(g, zone, by)
    elif waiting:
        found = rolls("2d6").map(lambda dice: _fate(g, waiting[0], zone, dice + by)).likeliest_first()
    favours = {words: FATES.get(words, "") for words in found}
    return Preview("4.3.2c", {"modifier": f"{by:+d}"}, modifiers, found, favours=favours)


def _fate(g: Bradley, unit: int, zone: int, roll: int) -> str:
    found = scatter.fall(g, unit, zone, roll)
    if found.fate == "lost" or len(found.shocks) > 1:
        return "lost"
    if found.fate != "lands":
        return "not landed"
    return "disrupted" if found.shocks else "landed"


# --- 5.4-5.6 amphibious landings ---------------------------------------------------------------------------------


@rule("5.4.3a", "5.4.3c")
def mine_guesses(g: Bradley, area: str) -> list[int]:
    """5.4.3 The numbers of mine points off a beach that both players must reckon with."""
    if area not in BEACH_AREAS or area in g.announced:
        return [0]
    if area in g.counted:
        return [g.mines_at(area)]
    row, others = g.row, len(g.row.beaches) - 1
    return [
        number
        for points in (row.mines_low, row.mines_high)
        for number in range(max(points - others * row.mine_cap, 0) if others else points, min(points, row.mine_cap) + 1)
    ]


def landed(g: Bradley, area: str, unit: int, coast: int) -> Preview:
    """5.5 Where a unit that waits off a coast hex would land, and how likely the fire that meets it harms it."""
    reckoned, seas = mine_guesses(g, area), evenly(row.value for row in g.box.sea.values())
    hampered: Chances[int] = both(evenly(reckoned), seas)
    if area == PORT:
        where = evenly([_where(g, area, unit, coast, 0)])
    else:
        shifts = both(hampered, rolls("2d6"), lambda modifier, dice: displaced(g, dice, modifier))
        where = shifts.map(lambda shift: _where(g, area, unit, coast, shift))
    figures: Figures = {"tide": g.tide, "sea": "rolled when it lands"}
    if area in BEACH_AREAS:
        figures["mine points"] = " to ".join(str(n) for n in sorted({min(reckoned), max(reckoned)}))
        figures["guns on the beach"] = firepower(g, area)
    figures |= _casualties(g, area, unit, evenly(reckoned), seas)
    favours = {words: GERMAN if words == TURNED_BACK else "" for words in where}
    return Preview("5.5.2", figures, (), where.likeliest_first(), favours=favours)


def _where(g: Bradley, area: str, unit: int, coast: int, shift: int) -> str:
    place = along(g, area, coast, shift)
    if place is None or refuse_shore(g, unit, place) is not None:
        return TURNED_BACK
    return f"{g.hex_name(place)}{' on the enemy' if g.holds(GERMAN, place) else ''}"


@rule("5.6.3", "5.6.4")
def _casualties(g: Bradley, area: str, unit: int, mines: Chances[int], seas: Chances[int]) -> Figures:
    """5.6 The chances of the check of one unit."""
    guns = firepower(g, area) if area in BEACH_AREAS else 0
    large = LARGE_TARGET if g.box.pieces[unit].is_large else 0
    table = g.box.casualties
    found = mix(
        (table.distribution(table.axis.column(guns + points) or 0, sea + large), chance * share)
        for points, chance in mines.items()
        for sea, share in seas.items()
    )
    return {
        "disrupted by fire": _percent(found.chance(lambda loss: loss == "D")),
        "eliminated by fire": _percent(found.chance(lambda loss: loss == "E")),
    }
