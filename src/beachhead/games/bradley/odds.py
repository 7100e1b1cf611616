"""10.1 What a battle brings: its figures and the chance of every result for previews, and what the dice say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from beachhead.games.bradley.box import AMERICAN, ENEMY
from beachhead.games.bradley.charts import Verdict
from beachhead.games.bradley.combat import ASSAULT, Battle, chances, final_letter, verdict
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Preview, rule
from beachhead.wargame import total
from beachhead.wargame.chances import Chances, sure

WORDS: Mapping[str, str] = {"E": "eliminated", "D": "disrupted", "R": "retreat", "-": "no effect"}
"""10.4 The results, most favourable to the attacker first."""
SHAKEN = "attackers disrupted"
"""10.3.4 What a light red cell brings in a close assault."""


def outlook(g: Bradley, battle: Battle, *, rule: str, red: str = "", reads: Mapping[str, str] = WORDS) -> Preview:
    """10.1.3 The figures of a battle and its chances; `reads` says what each result means to these defenders."""
    shown: dict[str, str | int] = {
        "attack": battle.attack,
        "defence": battle.defence,
        "differential": f"{battle.differential:+d}",
        "line": battle.line,
        "column": final_letter(g, battle) or "too weak",
    }
    if battle.multiplier > 1:
        shown["cover"] = f"defence \u00d7{battle.multiplier}"
    modifiers = [*battle.shifts, *battle.drms]
    found = chances(g, battle)
    results = in_words(found, red=red, reads=reads) if found else sure(WORDS["-"])
    side = g.box.sides[battle.attackers[0]] if battle.attackers else AMERICAN
    return Preview(rule, shown, modifiers, results, units=battle.attackers, favours=favoured(results, side))


@rule("10.2.8i", "10.2.8j", "10.3.4i", "10.3.4j")
def roll(g: Bradley, battle: Battle) -> Verdict:
    """10.2.8i, 10.3.4i The dice are rolled for a battle whose differential is not too low, and all are told."""
    fires = battle.line != ASSAULT
    reason = "Fire combat" if fires else f"Close assault on {g.box.board.name(battle.target)}"
    dice = g.dice.roll(reason, "2d6", rule="10.2.8i" if fires else "10.3.4i").total
    found = verdict(g, battle, dice)
    g.tell(
        "fire_result" if fires else "assault_result",
        rule="10.2.8j" if fires else "10.3.4j",
        **figures(battle),
        differential=f"{battle.differential:+d}",
        column=final_letter(g, battle),
        roll=dice + total(battle.drms),
        result=found.code,
        words=WORDS[found.code],
    )
    return found


def figures(battle: Battle) -> dict[str, Any]:
    """10.1.3 What every event tells of a battle."""
    return {"hex": battle.target, "attack": battle.attack, "defence": battle.defence, "line": battle.line}


def favoured(results: Iterable[str], side: str) -> dict[str, str]:
    """10.4 For whom results in words are good when this side attacks; those that harm both are good for neither."""
    found = {}
    for words in results:
        parts = words.split(", ")
        harms, costs = parts[0] not in (WORDS["-"], SHAKEN), SHAKEN in parts
        found[words] = "" if harms == costs else side if harms else ENEMY[side]
    return found


def in_words(found: Chances[str], *, red: str = "", reads: Mapping[str, str] = WORDS) -> Chances[str]:
    """10.4 The chances of results in words, in order. `red` is what a light red cell brings besides, if anything."""
    cells = {cell: (reads[code], more) for code in WORDS for cell, more in ((code, ""), (f"{code}!", red))}
    return found.in_order(cells).map(lambda cell: ", ".join(filter(None, cells[cell])))
