"""S7.3, S7.4, S8 What an attack, an assault or a bombardment would bring, over all markers that could be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.battle import ASSAULT, ATTACK, BOMBARDMENT, Battle, line_of, strengths
from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.markers import MAXIMUM, allied_cups, drawn_by, flak_modifiers, german_numbers, worth
from beachhead.games.bocage.schemas import CrtCodeRow
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Preview
from beachhead.wargame.chances import NOTHING, Chances, both, draws, summed, sure
from beachhead.wargame.tables import forecast, span, total

Sums = Chances[int]
"""The chance of each sum of markers."""
ORDER = {
    ASSAULT: ("NE", "EX", "D2", "D3", "DE"),
    ATTACK: ("DE", "D3", "D2", "D1", "EX", "NE", "A1", "AE"),
    BOMBARDMENT: ("DE", "D3", "D2", "D1", "EX", "NE", "A1", "AE"),
}


def foresee_attack(g: Bocage, side: str, target: int, attackers: Sequence[int]) -> Preview:
    """S7.3 An attack without markers. Of a stack the strongest is taken to defend."""
    defender = max(g.standing(target), key=g.defence)
    return _figures(g, Battle(ATTACK, side, target, tuple(attackers), defender), NOTHING, NOTHING, "no markers counted")


def foresee_assault(g: Bocage, place: int) -> Preview:
    """11.2.3(2) A beach assault without markers."""
    return _figures(g, Battle(ASSAULT, ALLIED, place, g.standing(place)), NOTHING, NOTHING, "no markers counted")


def foresee_bombardment(g: Bocage, target: int) -> Preview:
    """S8.4 A bombardment with one marker: of the Allies a gun if one reaches the hex (11.2.6b), else an aircraft."""
    defender = max(g.standing(target), key=g.defence)
    battle = Battle(BOMBARDMENT, g.side, target, (), defender)
    guns = g.side == ALLIED and "artillery" in allied_cups(g, target)
    pool = _without_mines(g) if g.side == GERMAN else g.artillery if guns else g.aircraft
    return _figures(g, battle, draws(_values(g, pool, target), 1), NOTHING, "one marker counted")


def foresee_support(g: Bocage, side: str, battle: Battle, words: str) -> Preview:
    """S8.1a The markers chosen, over all that could come, and what the enemy draws or has drawn."""
    own = _own(g, side, words, battle)
    if battle.kind == BOMBARDMENT:
        return _figures(g, battle, own, NOTHING, "the defender draws no markers")
    if side == battle.side:
        return _figures(g, battle, own, _enemy_to_come(g, ENEMY[side], battle.hex), "two enemy markers expected")
    return _figures(g, battle, _enemy_drawn(g, ENEMY[side], battle.hex), own, "enemy markers lie face down")


def _figures(g: Bocage, battle: Battle, ours: Sums, theirs: Sums, note: str) -> Preview:
    """The differential, the column and the chances. `ours` are the markers of the attacker."""
    modifiers = strengths(g, battle)
    base, line = total(modifiers), line_of(g, battle)
    table = line.results
    found = both(ours, theirs, lambda a, d: base + a - d)
    results = found.then(lambda differential: table.distribution(table.axis.column(differential)))
    ends = min(found), max(found)
    figures = {
        "differential": span((f"{end:+d}" for end in ends), " to "),
        "mean": f"{float(found.mean()):+.1f}",
        "line": line.title,
        "column": span((table.columns[table.axis.column(end)] for end in ends), " ... "),
        "markers": note,
    }
    rows = [g.box.codes[battle.kind, code] for code in ORDER[battle.kind]]
    codes: dict[str, tuple[str, str]] = {row.code: (row.words, _good_for(battle, row)) for row in rows}
    return forecast("S7.4", results, codes, figures, [*modifiers, *flak_modifiers(g, battle.hex)])


def _good_for(battle: Battle, row: CrtCodeRow) -> str:
    """S7.6, 11.2.3 For whom a result is good: whoever is not harmed by it. A landing that costs nothing goes well."""
    if bool(row.attackers) == bool(row.defender):
        return battle.side if battle.kind == ASSAULT and not row.attackers else ""
    return ENEMY[battle.side] if row.attackers else battle.side


# --- markers that could come -------------------------------------------------------------------------------------


def _unspent(g: Bocage) -> list[int]:
    """The German markers that are not known to be spent: cup, Mines aside and drawn ones look alike from outside."""
    return g.german_cup + g.german_aside + drawn_by(g, GERMAN)


def _values(g: Bocage, markers: Sequence[int], place: int) -> tuple[int, ...]:
    return tuple(sorted(worth(g, m, place) for m in markers))


def _without_mines(g: Bocage) -> list[int]:
    """11.1.4g, 11.1.4h The German cup in a bombardment, where Mines are put aside and replaced."""
    return [m for m in g.german_cup if m not in g.box.mines]


def _own(g: Bocage, side: str, words: str, battle: Battle) -> Sums:
    """The sums that a choice of markers can bring its own side."""
    place = battle.hex
    if side == GERMAN:
        count, extra = german_numbers(words)
        mines = sum(g.box.value[m] for m in g.german_aside[-extra:]) if extra else 0
        pool = _without_mines(g) if battle.kind == BOMBARDMENT else g.german_cup
        return both(draws(_values(g, pool, place), count), sure(mines))
    parts, cups = words.split(" + "), {"artillery": g.artillery, "aircraft": g.aircraft, "naval": g.naval}
    return summed(draws(_values(g, pile, place), parts.count(cup)) for cup, pile in cups.items())


def _enemy_to_come(g: Bocage, enemy: str, place: int) -> Sums:
    """Two markers of the enemy, as far as he has them; of the Allies one from each cup."""
    if enemy == GERMAN:
        return draws(_values(g, _unspent(g), place), MAXIMUM)
    cups = [cup for cup in (g.artillery, g.aircraft) if cup]
    return summed(draws(_values(g, cup, place), MAXIMUM if len(cups) == 1 else 1) for cup in cups)


def _enemy_drawn(g: Bocage, enemy: str, place: int) -> Sums:
    """What the enemy has drawn, as far as one can know: how many, and from which cup."""
    drawn = drawn_by(g, enemy)
    if enemy == GERMAN:
        return draws(_values(g, _unspent(g), place), len(drawn))
    kinds = {"plain": g.artillery, "aircraft": g.aircraft, "naval": g.naval}
    lying = {kind: [m for m in drawn if g.box.markers[m].kind == kind] for kind in kinds}
    return summed(draws(_values(g, [*cup, *lying[kind]], place), len(lying[kind])) for kind, cup in kinds.items())
