"""7.32 Infiltration: slipping past a German position under its guns."""

from __future__ import annotations

from collections.abc import Sequence, Set

from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.firers import armor_of, firer_colour, firer_name
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.losses import lose_step
from beachhead.games.omaha.names import spaced
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Flow, Preview, ask, rule
from beachhead.wargame.chances import evenly

NOBODY: Set[int] = frozenset()
UNHARMED = "nobody is hit"


@rule("7.32")
def threats(g: Omaha, place: int) -> Set[int]:
    """7.32 The undisrupted German positions and armor units next to a hex that have it in their field of fire."""
    return lines(g).threats.get(place, NOBODY)


@rule("7.32", "EV.smoke2")
def passed(g: Omaha, start: int, end: int) -> Set[int]:
    """7.32 The positions that a move from a hex to the next infiltrates past, smoke or not."""
    threatened = lines(g).threats
    if start not in threatened or end not in threatened:
        return NOBODY
    return threatened[start] & threatened[end]


@rule("7.32.e", "6.41a")
def has_depth(g: Omaha, firer: int) -> bool:
    """7.32 Whether a position that may fire has a depth marker; of a two-hex WN the undisrupted units count."""
    tank = armor_of(g, firer)
    units = [g.posts[p] for p in g.active(firer)] if tank is None else [g.armor[tank]]
    return any(unit.depth is not None for unit in units)


@rule("7.32", "7.32.d", "7.32.e")
def is_hit(g: Omaha, unit: int, card: Card, firers: Set[int]) -> bool:
    """7.32 Whether a card with a position's colour and the unit's symbol hits it: once, however many positions."""
    return card.target == g.side(unit).symbol and any(fires(g, card, firer) for firer in firers)


@rule("7.32", "7.32.e")
def fires(g: Omaha, card: Card, firer: int) -> bool:
    """7.32 Whether a card lets a position fire: a double symbol only if it has a depth marker."""
    item = card.fire.get(firer_colour(g, firer))
    return item is not None and (not item.double or has_depth(g, firer))


@rule("7.32", "7.32.a", "7.32.b", "7.32.c", "7.32.d", "AID.log")
def draw_fire(g: Omaha, units: Sequence[int], start: int, end: int) -> Flow:
    """7.32 One card for all who go together, each compared with it. Returns those who complete the move.

    Concentrated targets (6.35) play no part in it, and leaders go only where a unit goes.
    """
    firers = passed(g, start, end)
    if not firers:
        return list(units)
    positions = [firer_name(g, firer) for firer in sorted(firers)]
    g.tell("infiltrating", rule="7.32", units=list(units), hex=end, positions=positions)
    number = g.draw_card("infiltration", rule="7.32")
    card = g.box.cards[number]
    soldiers = [u for u in units if not g.piece(u).is_leader]
    hits = [u for u in soldiers if is_hit(g, u, card, firers)]
    colours = [f"double {item.colour}" if item.double else item.colour for item in card.fire.values()]
    shows = f"{', '.join(colours)}; {card.target}"
    kind = "caught" if hits else "slipped_past"
    g.tell(kind, rule="7.32", units=hits or soldiers, hex=end, card=number, shows=shows)
    through = [u for u in soldiers if u not in hits]
    for unit in hits:
        steps = g.units[unit].steps
        yield from lose_step(g, unit, rule="7.32.d" if len(firers) > 1 else "7.32", by_fire=True)
        left, goes_on = g.units[unit].steps, True
        if left and left < steps:  # 7.32.a it completes its move or not; it has acted in any case
            prompt = f"{g.piece(unit).id} lost a step on the way. Does it complete the move?"
            options = {"press-on": (None,), "fall-back": (None,)}
            answer = yield ask(g.decider(unit), prompt, options, rule="7.32.a", about={"unit": unit})
            goes_on = answer.verb == "press-on"
        if left and goes_on:
            through.append(unit)
    return [u for u in units if u in through or (through and g.piece(u).is_leader)]


@rule("7.32", "AID.deck")
def forecast(g: Omaha, units: Sequence[int], firers: Set[int]) -> Preview:
    """7.32 The chance that somebody loses a step: any card of the deck may come, or of the discards if it is empty."""
    pile = g.deck or g.discards
    soldiers = [u for u in units if not g.piece(u).is_leader]

    def result(card: int) -> str:
        hits = [g.name(u) for u in soldiers if is_hit(g, u, g.box.cards[card], firers)]
        return f"{' and '.join(hits)} lose{'s' * (len(hits) == 1)} a step" if hits else UNHARMED

    chances = evenly(map(result, pile)).in_order((UNHARMED,))
    past = ", ".join(spaced(firer_name(g, firer)) for firer in sorted(firers))
    own = g.player(g.units[units[0]].division)
    favours = {words: own if words == UNHARMED else "german" for words in chances}
    figures: dict[str, str | int] = {"infiltrating past": past, "cards in the deck": len(pile)}
    return Preview("7.32", figures, (), chances, favours=favours)
