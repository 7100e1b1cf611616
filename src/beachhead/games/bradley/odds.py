"""10.1 What a battle would bring: its figures and the chance of every result, for previews."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from beachhead.games.bradley.box import AMERICAN, ENEMY
from beachhead.games.bradley.combat import Battle, chances, final_letter
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Preview
from beachhead.wargame.chances import Chances, sure

WORDS: Mapping[str, str] = {"E": "eliminated", "D": "disrupted", "R": "retreat", "-": "no effect"}
"""10.4 The results, most favourable to the attacker first."""
SHAKEN = "attackers disrupted"
"""10.3.4 What a light red cell brings in a close assault."""


def outlook(g: Bradley, battle: Battle, *, rule: str, red: str = "", reads: Mapping[str, str] = WORDS) -> Preview:
    """10.1.3 The figures of a battle and its chances; `reads` says what each result means to these defenders."""
    figures: dict[str, str | int] = {
        "attack": battle.attack,
        "defence": battle.defence,
        "differential": f"{battle.differential:+d}",
        "line": battle.line,
        "column": final_letter(g, battle) or "too weak",
    }
    if battle.multiplier > 1:
        figures["cover"] = f"defence \u00d7{battle.multiplier}"
    modifiers = [*battle.shifts, *battle.drms]
    found = chances(g, battle)
    results = in_words(found, red=red, reads=reads) if found else sure(WORDS["-"])
    side = g.box.sides[battle.attackers[0]] if battle.attackers else AMERICAN
    return Preview(rule, figures, modifiers, results, units=battle.attackers, favours=favoured(results, side))


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
