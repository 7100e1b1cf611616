"""S7.3, S7.4, 11.2.3 One combat as figures, for the rules and the previews: strengths, line and column."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from beachhead.games.bocage.box import ENEMY, GERMAN, Line
from beachhead.games.bocage.schemas import CrtCodeRow
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.system import halved
from beachhead.kernel import Modifier, Told, cite, rule, used
from beachhead.wargame import total

EVENTS = {
    "result": Told(
        "{hex:hex}: {attack} to {defence} is {differential} on the line {line}, column {column}: {result}, {words}",
        "fire",
    ),
}
ATTACK, BOMBARDMENT, ASSAULT = "attack", "bombardment", "beach assault"


class Battle(msgspec.Struct, frozen=True):
    """A combat. `side` attacks; a beach assault has no defender, a bombardment no attackers."""

    kind: str
    side: str
    hex: int
    attackers: tuple[int, ...] = ()
    defender: int | None = None

    @property
    def about(self) -> dict[str, object]:
        """What the questions of this combat are about: the hex, and the units of both sides."""
        units = self.attackers if self.defender is None else (*self.attackers, self.defender)
        return {"hex": self.hex, "unit": units}


def is_across(g: Bocage, unit: int, target: int) -> bool:
    """S7.4b Whether a river lies between a unit and a hex next to it."""
    return g.units[unit].at in g.box.across[target]


@rule("S7.3", "S8.3")
def strengths(g: Bocage, battle: Battle) -> list[Modifier]:
    """S7.3 What each unit brings to the differential; S7.4b across a river half of it."""
    found = []
    for unit in battle.attackers:
        strength, name = g.attack(unit), g.name(unit)
        if battle.kind == ATTACK and is_across(g, unit, battle.hex):
            found.append(Modifier("S7.4b", f"{name} attacks across a river, half of {strength}", halved(strength)))
        else:
            found.append(Modifier("S7.3", f"{name} attacks", strength))
    if battle.defender is not None:
        found.append(Modifier("S7.3", f"{g.name(battle.defender)} defends", -g.defence(battle.defender)))
    elif battle.kind == ASSAULT:
        found.append(Modifier("11.2.3(2)d", "the beach is defended with strength zero", 0))
    return found


def line_of(g: Bocage, battle: Battle) -> Line:
    """S7.4 The line of the defender's terrain; a beach assault has two lines of its own."""
    if battle.kind != ASSAULT:
        cite("S7.4")
        cite("S7.5")
        cite("S8.5")
        return g.box.lines[g.box.line_of[battle.hex]]
    is_controlled = g.zone(GERMAN)[battle.hex]
    cite("11.2.3(2)b" if is_controlled else "11.2.3(2)c")
    return g.box.lines["beach assault in EZOC" if is_controlled else "beach assault"]


@rule("S2.2", "S7.4a")
def roll_result(g: Bocage, battle: Battle, sums: Mapping[str, int]) -> CrtCodeRow:
    """S7.4, S7.6 The differential on the line of the table, the die, and what its result does."""
    figures = strengths(g, battle)
    attack = total(m for m in figures if m.value > 0) + sums[battle.side]
    defence = -total(m for m in figures if m.value < 0) + sums[ENEMY[battle.side]]
    line = line_of(g, battle)
    column = line.results.axis.column(attack, defence)
    die = g.dice.roll(battle.kind, line.results.dice, rule="S7.6").total
    result = used(g.box.codes[battle.kind, line.results.lookup(column, die)])
    g.tell(
        "result",
        rule="S7.6",
        hex=battle.hex,
        attack=attack,
        defence=defence,
        differential=f"{attack - defence:+d}",
        line=line.title,
        column=line.results.columns[column],
        result=result.code,
        words=result.words,
    )
    return result
