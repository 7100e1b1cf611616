"""S7.3, S7.4, S8 What an attack, an assault or a bombardment would bring, over all markers that could be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage.battle import ASSAULT, ATTACK, BOMBARDMENT, Battle, line_of, strengths
from beachhead.games.bocage.bombardment import allied_cups
from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.support import COUNTS, MAXIMUM, MINES, flak_modifiers, worth
from beachhead.kernel import Action, Decision, Modifier, Preview
from beachhead.wargame import total
from beachhead.wargame.chances import NOTHING, Chances, both, draws, sure

Sums = Chances[int]
"""The chance of each sum of markers."""
ORDER = {
    ASSAULT: ("NE", "EX", "D2", "D3", "DE"),
    ATTACK: ("DE", "D3", "D2", "D1", "EX", "NE", "A1", "AE"),
    BOMBARDMENT: ("DE", "D3", "D2", "D1", "EX", "NE", "A1", "AE"),
}


def preview(g: Bocage, decision: Decision, action: Action) -> Preview | None:
    """What an offered action would bring, as its side may know it."""
    match action.verb:
        case "assault":
            battle = Battle(ASSAULT, ALLIED, action.arg, g.standing(action.arg))
            return _figures(g, battle, NOTHING, NOTHING, "no markers counted")
        case "bombard":
            return _bombard(g, decision.side, action.arg)
        case "support":
            return _support(g, decision, str(action.arg))
    return None


def foresee_attack(g: Bocage, side: str, target: int, attackers: Sequence[int]) -> Preview:
    """S7.3 An attack without markers. Of a stack the strongest is taken to defend."""
    defender = max(g.standing(target), key=g.defence)
    battle = Battle(ATTACK, side, target, tuple(attackers), defender)
    return _figures(g, battle, NOTHING, NOTHING, "no markers counted")


def _bombard(g: Bocage, side: str, target: int) -> Preview:
    """S8.4 A bombardment with one marker: of the Allies a gun if one reaches the hex (11.2.6b), else an aircraft."""
    defender = max(g.standing(target), key=g.defence)
    battle = Battle(BOMBARDMENT, side, target, (), defender)
    guns = side == ALLIED and "artillery" in allied_cups(g, target)
    pool = _without_mines(g) if side == GERMAN else g.artillery if guns else g.aircraft
    return _figures(g, battle, draws(_values(g, pool, target), 1), NOTHING, "one marker counted")


def _support(g: Bocage, decision: Decision, words: str) -> Preview:
    """S8.1a The markers chosen, over all that could come, and what the enemy draws or has drawn."""
    about = decision.about
    kind, place, side = str(about["kind"]), int(about["hex"]), decision.side
    attacking = ALLIED if kind == ASSAULT else g.side
    attackers = tuple(u for u in about["unit"] if g.box.sides[u] == attacking)
    defender = next((u for u in about["unit"] if g.box.sides[u] != attacking), None)
    battle = Battle(kind, attacking, place, attackers, defender)
    own = _own(g, side, words, place, bombards=kind == BOMBARDMENT)
    if kind == BOMBARDMENT:
        return _figures(g, battle, own, NOTHING, "the defender draws no markers")
    if side == attacking:
        return _figures(g, battle, own, _enemy_to_come(g, ENEMY[side], place), "two enemy markers expected")
    return _figures(g, battle, _enemy_drawn(g, ENEMY[side], place), own, "enemy markers lie face down")


def _figures(g: Bocage, battle: Battle, ours: Sums, theirs: Sums, note: str) -> Preview:
    """The differential, the column and the chances. `ours` are the markers of the attacker."""
    modifiers = strengths(g, battle)
    base, line = total(modifiers), line_of(g, battle)
    table = line.results
    found = both(ours, theirs, lambda a, d: base + a - d)
    results = found.then(lambda differential: table.distribution(table.axis.column(differential, 0)))
    low, high = min(found), max(found)
    headings = line.headings
    columns = [headings[table.axis.column(end, 0)] for end in (low, high)]
    figures: dict[str, str | int] = {
        "differential": f"{low:+d}" if low == high else f"{low:+d} to {high:+d}",
        "mean": f"{float(found.mean()):+.1f}",
        "line": line.title,
        "column": columns[0] if columns[0] == columns[1] else f"{columns[0]} ... {columns[1]}",
        "markers": note,
    }
    cited: list[Modifier] = [*modifiers, *flak_modifiers(g, battle.hex)]
    return Preview("S7.4", figures, cited, results.in_order(ORDER[battle.kind]))


# --- markers that could come -------------------------------------------------------------------------------------


def unknown(g: Bocage, side: str) -> list[int]:
    """The German markers that are not known to be spent: cup, Mines aside and drawn ones look alike from outside."""
    drawn = [m for m in g.drawn if g.box.markers[m].side == side]
    return sorted(g.german_cup + g.german_aside + drawn)


def _values(g: Bocage, markers: Sequence[int], place: int) -> tuple[int, ...]:
    return tuple(sorted(worth(g, m, place) for m in markers))


def _without_mines(g: Bocage) -> list[int]:
    """11.1.4g, 11.1.4h The German cup in a bombardment, where Mines are put aside and replaced."""
    return [m for m in g.german_cup if m not in g.box.mines]


def _own(g: Bocage, side: str, words: str, place: int, *, bombards: bool) -> Sums:
    """The sums that a choice of markers can bring its own side."""
    parts = words.split(" + ")
    if side == GERMAN:
        count = max(COUNTS.index(part) if part in COUNTS else 0 for part in parts)
        extra = max(MINES.index(part) if part in MINES else 0 for part in parts)
        mines = sum(g.box.value[m] for m in g.german_aside[-extra:]) if extra else 0
        pool = _without_mines(g) if bombards else g.german_cup
        return both(draws(_values(g, pool, place), count), sure(mines))
    found = NOTHING
    for cup in ("artillery", "aircraft", "naval"):
        pile = {"artillery": g.artillery, "aircraft": g.aircraft, "naval": g.naval}[cup]
        found = both(found, draws(_values(g, pile, place), parts.count(cup)))
    return found


def _enemy_to_come(g: Bocage, enemy: str, place: int) -> Sums:
    """Two markers of the enemy, as far as he has them; of the Allies one from each cup."""
    if enemy == GERMAN:
        return draws(_values(g, unknown(g, GERMAN), place), MAXIMUM)
    cups = [cup for cup in (g.artillery, g.aircraft) if cup]
    if len(cups) == 1:
        return draws(_values(g, cups[0], place), MAXIMUM)
    found = NOTHING
    for cup in cups:
        found = both(found, draws(_values(g, cup, place), 1))
    return found


def _enemy_drawn(g: Bocage, enemy: str, place: int) -> Sums:
    """What the enemy has drawn, as far as one can know: how many, and from which cup."""
    drawn = [m for m in g.drawn if g.box.markers[m].side == enemy]
    if enemy == GERMAN:
        return draws(_values(g, unknown(g, GERMAN), place), len(drawn))
    found = NOTHING
    for kind, cup in (("plain", g.artillery), ("aircraft", g.aircraft), ("naval", g.naval)):
        lying = [m for m in drawn if g.box.markers[m].kind == kind]
        found = both(found, draws(_values(g, [*cup, *lying], place), len(lying)))
    return found
