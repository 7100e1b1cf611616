"""S8.1-S8.3, 11.1.4, 11.2.6 Drawing support fire markers for a combat, and showing them.

The markers of a combat lie face down until both sides have drawn (`Bocage.drawn`); then they are shown and spent.
"""

from __future__ import annotations

from beachhead.games.bocage.battle import BOMBARDMENT, Battle
from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.forecast import foresee_support
from beachhead.games.bocage.markers import choices, drawn_by, german_numbers, mixtures, refuse_support, worth
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Flow, Offer, Told, Verb, ask, cite, rule

VERBS = {
    "support": Verb("Support: {}", "word", among=mixtures),
    "use": Verb("Use the Mines here"),
    "redraw": Verb("Put the Mines aside and draw another"),
    "aside": Verb("Put the Mines aside"),
}
EVENTS = {
    "support_chosen": Told("{side} support: {words}", "fire"),
    "support_shown": Told("{side} support: {markers:marker} for {total}", "fire"),
    "mines_put_aside": Told("{marker:marker} is put aside", "fire"),
}


@rule("S8.1a", "S8.0")
def support(g: Bocage, side: str, battle: Battle) -> Flow:
    """S8.1a A side says what it draws, and draws it face down."""
    role = "attack" if side == battle.side else "defence"
    does = "bombard it" if battle.kind == BOMBARDMENT else f"support your {role}"
    offer = Offer(
        choices(g, side, battle),
        refuse=lambda g, words: refuse_support(g, side, battle, words),
        foresee=lambda g, words: foresee_support(g, side, battle, words),
    )
    prompt, cited = f"{g.hex_name(battle.hex)}: which markers {does}?", "11.1.4f" if side == GERMAN else "S8.1a"
    answer = yield ask(side, prompt, {"support": offer}, rule=cited, automatic=True, about=battle.about)
    if side == GERMAN:
        yield from _german_markers(g, battle, answer.arg)
    else:
        _allied_markers(g, answer.arg)


def both_support(g: Bocage, battle: Battle) -> Flow:
    """S8.1a The attacker draws first, then the defender."""
    for side in (battle.side, ENEMY[battle.side]):
        yield from support(g, side, battle)


def _allied_markers(g: Bocage, words: str) -> None:
    """11.2.6a The Allied player draws from his cups."""
    g.tell("support_chosen", rule="S8.1a", side="Allied", words=words)
    for cup in words.split(" + "):
        if cup == "naval":
            cite("11.2.7a")
            g.drawn.append(g.naval.pop())
        elif cup != "none":
            pile = g.artillery if cup == "artillery" else g.aircraft
            marker = g.dice.draw(pile, f"Allied {cup}", rule="11.2.6a", kind="marker", only=(ALLIED,))
            g.drawn.append(marker)


def _german_markers(g: Bocage, battle: Battle, words: str) -> Flow:
    """11.1.4f The German player takes Mines that lie aside, and draws."""
    draws, extra = german_numbers(words)
    g.tell("support_chosen", rule="11.1.4f", side="German", words=words)
    if extra:
        cite("11.1.4b")
        g.drawn += [g.german_aside.pop() for _ in range(extra)]
    for _ in range(draws):
        yield from _german_draw(g, battle)


def _german_draw(g: Bocage, battle: Battle) -> Flow:
    """11.1.4a A marker from the cup; Mines are used here or kept for later, and 11.1.4h another may be drawn."""
    bombards = battle.kind == BOMBARDMENT
    while g.german_cup:
        marker = g.dice.draw(g.german_cup, "German support", rule="11.1.4f", kind="marker", only=(GERMAN,))
        g.drawn.append(marker)
        if marker not in g.box.mines:
            return
        options = {
            "use": Offer.when(not bombards, "Mines are never used in a bombardment", rule="11.1.4g"),
            "redraw": Offer.when(bool(g.german_cup), "The cup is empty", rule="11.1.4h"),
            "aside": (None,),
        }
        cite("11.1.4a")
        cite("11.1.4h")
        # The prompt and its rule reach everybody, so that they must not say what was drawn.
        prompt = "The markers are drawn. Use what you have, or put something aside?"
        answer = yield ask(GERMAN, prompt, options, rule="11.1.4f", about=battle.about, automatic=True)
        if answer.verb == "use":
            return
        g.german_aside.append(g.drawn.pop())
        g.tell("mines_put_aside", rule="11.1.4g" if bombards else "11.1.4a", only=(GERMAN,), marker=marker)
        if answer.verb == "aside":
            return


@rule("S8.3", "S8.1")
def show_support(g: Bocage, place: int) -> dict[str, int]:
    """S8.3 The markers of both sides are shown and spent; their sums by side."""
    sums = {}
    for side in (ALLIED, GERMAN):
        markers = drawn_by(g, side)
        sums[side] = sum(worth(g, m, place) for m in markers)
        if markers:
            g.reveal("support_shown", rule="S8.3", side=side.title(), markers=markers, total=sums[side])
    for marker in g.drawn:
        piece = g.box.markers[marker]
        used = g.allied_used if piece.side == ALLIED else g.german_used
        (g.naval_gone if piece.kind == "naval" else used).append(marker)
    g.drawn = []
    return sums
