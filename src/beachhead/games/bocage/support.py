"""S8.1-S8.3, 11.1.4, 11.2.6, 11.2.7 Support fire markers: who draws how many, and what they are worth.

The markers of a combat lie face down until both sides have drawn (`Bocage.drawn`); then they are shown and spent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from beachhead.games.bocage.box import ALLIED, GERMAN
from beachhead.games.bocage.state import Bocage, field
from beachhead.games.bocage.system import halved
from beachhead.kernel import Action, Decision, Flow, Modifier, Ruling, Told, Verb, ask, cite, rule

MAXIMUM = 2
"""S8.2 Markers of one side in a combat or bombardment."""
CUPS = ("artillery", "aircraft", "naval")
COUNTS = ("none", "one marker", "two markers")
MINES = ("", "Mines", "two Mines")
VERBS: Mapping[str, Verb] = {
    "support": Verb("Support: {}", "word"),
    "use": Verb("Use the Mines here"),
    "redraw": Verb("Put the Mines aside and draw another"),
    "aside": Verb("Put the Mines aside"),
}
EVENTS: Mapping[str, Told] = {
    "support_chosen": Told("{side} support: {words}", "fire"),
    "support_shown": Told("{side} support: {markers:marker} for {total}", "fire"),
    "mines_put_aside": Told("{marker:marker} is put aside", "fire"),
}


# --- choosing ----------------------------------------------------------------------------------------------------


@rule("11.2.6a", "S8.2", "11.2.7b", "11.2.7")
def allied_choices(g: Bocage, *, cups: Sequence[str], least: int = 0) -> list[str]:
    """11.2.6a One or two markers from either cup, in any mixture; 11.2.7b naval markers count among the two."""
    left = {"artillery": len(g.artillery), "aircraft": len(g.aircraft), "naval": len(g.naval)}
    return [
        " + ".join(picked) or "none"
        for count in range(least, MAXIMUM + 1)
        for picked in combinations_with_replacement(cups, count)
        if all(picked.count(cup) <= left[cup] for cup in picked)
    ]


@rule("11.1.4f", "S8.2")
def german_choices(g: Bocage, *, mines: bool, least: int = 0) -> list[str]:
    """11.1.4f None, one or two markers from the cup; 11.1.4b and any Mines that lie aside."""
    counts = [COUNTS[count] for count in range(least, min(MAXIMUM, len(g.german_cup)) + 1)]
    extra = range(1, len(g.german_aside) + 1) if mines else range(0)
    with_mines = [MINES[n] if count == "none" else f"{count} + {MINES[n]}" for n in extra for count in counts]
    return [*counts, *with_mines]


def refuse_support(g: Bocage, decision: Decision, words: object) -> Ruling | None:
    """S8.2, 11.2.6, 11.2.7 Why a mixture of markers is not allowed."""
    parts = [part.strip() for part in str(words).split("+")]
    if decision.side == GERMAN:
        if any("Mines" in part for part in parts):
            if decision.about.get("kind") == "bombardment":
                return Ruling("11.1.4g", "Mines are never used in a bombardment")
            return Ruling("11.1.4b", "Not so many Mines lie aside")
        return Ruling("S8.2", "A side draws two markers at most, as far as its cup goes")
    if len(parts) > MAXIMUM:
        return Ruling("S8.2", "A side applies two markers at most, naval ones among them")
    if "naval" in parts and decision.about.get("kind") != "beach assault":
        return Ruling("11.2.7a", "Naval gunfire supports the beach assaults of Game Turn 1 alone")
    if "artillery" in parts and decision.about.get("kind") == "bombardment" and g.artillery:
        return Ruling("11.2.6b", "The target is more than two hexes from every Allied unit: only aircraft reach it")
    return Ruling("11.2.6a", "The cups do not hold those markers")


@rule("S8.1a", "S8.0")
def allied_support(g: Bocage, prompt: str, about: Mapping[str, object], *, cups: Sequence[str], least: int = 0) -> Flow:
    """S8.1a The Allied player says what he draws, and draws it face down."""
    options = allied_choices(g, cups=cups, least=least)
    answer = yield ask(ALLIED, prompt, {"support": options}, rule="S8.1a", automatic=True, about=about)
    g.tell("support_chosen", rule="S8.1a", side="Allied", words=answer.arg)
    for cup in answer.arg.split(" + "):
        if cup == "naval":
            cite("11.2.7a")
            g.drawn.append(g.naval.pop())
        elif cup != "none":
            pile = g.artillery if cup == "artillery" else g.aircraft
            marker = g.dice.draw(pile, f"Allied {cup}", rule="11.2.6a", kind="marker", only=(ALLIED,))
            g.drawn.append(marker)


def german_support(g: Bocage, prompt: str, about: Mapping[str, object], *, bombards: bool = False) -> Flow:
    """11.1.4f The German player says what he draws, and draws it face down."""
    options = german_choices(g, mines=not bombards, least=1 if bombards else 0)
    answer = yield ask(GERMAN, prompt, {"support": options}, rule="11.1.4f", automatic=True, about=about)
    parts = answer.arg.split(" + ")
    draws = max(COUNTS.index(part) if part in COUNTS else 0 for part in parts)
    extra = max(MINES.index(part) if part in MINES else 0 for part in parts)
    g.tell("support_chosen", rule="11.1.4f", side="German", words=answer.arg)
    if extra:
        cite("11.1.4b")
        g.drawn += [g.german_aside.pop() for _ in range(extra)]
    for _ in range(draws):
        yield from german_draw(g, about, bombards=bombards)


def german_draw(g: Bocage, about: Mapping[str, object], *, bombards: bool) -> Flow:
    """11.1.4a A marker from the cup; Mines are used here or put aside, and 11.1.4h another may be drawn."""
    while g.german_cup:
        marker = g.dice.draw(g.german_cup, "German support", rule="11.1.4f", kind="marker", only=(GERMAN,))
        g.drawn.append(marker)
        if marker not in g.box.mines:
            return
        options = {
            **({} if bombards else {"use": (None,)}),
            **({"redraw": (None,)} if g.german_cup else {}),
            "aside": (None,),
        }
        cite("11.1.4a")
        cite("11.1.4h")
        # The prompt and its rule reach everybody, so that they must not say what was drawn.
        prompt = "The markers are drawn. Use what you have, or put something aside?"
        answer = yield ask(GERMAN, prompt, options, rule="11.1.4f", about=about, automatic=True)
        if answer.verb == "use":
            return
        put_aside(g, marker, rule="11.1.4g" if bombards else "11.1.4a")
        if answer.verb == "aside":
            return


def put_aside(g: Bocage, marker: int, *, rule: str) -> None:
    """11.1.4a Mines are kept for a later combat of this turn."""
    g.drawn.remove(marker)
    g.german_aside.append(marker)
    g.tell("mines_put_aside", rule=rule, only=(GERMAN,), marker=marker)


# --- applying ----------------------------------------------------------------------------------------------------


@rule("S8.3", "S8.1")
def show_support(g: Bocage, place: int) -> dict[str, int]:
    """S8.3 The markers of both sides are shown and spent; their sums by side."""
    sums = {ALLIED: 0, GERMAN: 0}
    for side in (ALLIED, GERMAN):
        markers = [m for m in g.drawn if g.box.markers[m].side == side]
        sums[side] = sum(worth(g, m, place) for m in markers)
        if markers:
            g.reveal("support_shown", rule="S8.3", side=side.title(), markers=markers, total=sums[side])
    for marker in g.drawn:
        piece = g.box.markers[marker]
        used = g.allied_used if piece.side == ALLIED else g.german_used
        (g.naval_gone if piece.kind == "naval" else used).append(marker)
    g.drawn = []
    return sums


def worth(g: Bocage, marker: int, place: int) -> int:
    """S8.3, 15.0 What a marker adds in a combat over a hex."""
    value = g.box.value[marker]
    if g.flak and g.box.markers[marker].is_aircraft and is_under_flak(g, place):
        return halved(value)
    return value


@rule("15.0")
def is_under_flak(g: Bocage, place: int) -> bool:
    """15.0 Whether a German AA unit stands in the hex or next to it."""
    here = {place, *g.box.board.adjacent[place]}
    return any(g.units[u].hex in here for u in g.box.flak)


def flak_modifiers(g: Bocage, place: int) -> list[Modifier]:
    """15.0 A word on Flak for a preview."""
    if g.flak and is_under_flak(g, place):
        return [Modifier("15.0", "Flak halves every aircraft marker, rounded up", 0)]
    return []


@rule("11.1.4c", "11.2.6b")
def is_in_range(g: Bocage, side: str, place: int) -> bool:
    """11.1.4c, 11.2.6b Whether a hex is within two hexes of a hex that the side occupies."""
    return not g.box.near[place].isdisjoint(field(g).hexes[side])


def why_not(g: Bocage, decision: Decision, action: Action) -> Ruling | None:
    """S8 Why markers are not offered."""
    if action.verb == "support" and "support" in decision.options:
        return refuse_support(g, decision, action.arg)
    return None
