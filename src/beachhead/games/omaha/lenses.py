"""What the whole map shows at a key: points, fields of fire, what threatens a hex, what a unit reaches, who can act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from beachhead.display import Goal, Overview, Patch
from beachhead.games.omaha.box import DIVISIONS, INTENSE
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.fields import active_firers, fire_into, fire_map
from beachhead.games.omaha.firers import armor_of, fire_field, firer_called, firer_colour, firer_sector, refuse_fire
from beachhead.games.omaha.landing import FIRE
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.ready import ready
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.victory import (
    LEVELS,
    beach_points,
    controlled_for_victory,
    final_level,
    inland_points,
    points_now,
    victory_points,
)
from beachhead.kernel import Lens, count_of
from beachhead.wargame.lenses import aim, goal, keys, named, of_hex, of_unit, patch, seen, victory

SYMBOLS = ("diamond", "triangle", "circle")
TONE, GERMAN = "us-1", "german"
HEXES = "hex", "hexes"
INTENSITIES = tuple(sorted(FIRE, reverse=True))
SHOWN = 8


def tell(g: Omaha) -> tuple[list[str], list[Goal]]:
    """13.2, 20.3 The points now, what is wanted at the end, and the positions and draws that are missing."""
    now, held = points_now(g), controlled_for_victory(g)
    awards = beach_points(g) if g.turn <= 16 else inland_points(g)
    positions = [there for there in g.box.positions if g.box.sector[there.hex] in g.sectors]
    draws = {name: set(hexes) for name, hexes in g.box.draws.items() if g.box.sector[hexes[0]] in g.sectors}
    goals = [
        _held(g, "WN positions held", {there.hex for there in positions if there.is_wn}, held),
        _held(g, "reinforcement positions held", {there.hex for there in positions if not there.is_wn}, held),
        *(_held(g, f"hexes of the {name} draw held", hexes, held) for name, hexes in draws.items()),
    ]
    return [*_points(g, now), *(f"{each.what}: {each.points} VP" for each in awards if each.points)], goals


def _points(g: Omaha, now: int) -> list[str]:
    wanted = g.facts.points
    if g.last_turn == 16:
        missing = max(0, wanted - now)
        state = "That is enough" if not missing else f"{missing} more are missing"
        return [f"{now} VP now; {wanted} are needed when turn 16 ends. {state}."]
    level = final_level(g, sum(award.points for award in victory_points(g)))[0]
    steps = [f"{LEVELS[rank]} from {wanted + 10 * (rank - 1)} VP" for rank in range(1, len(LEVELS))]
    return [f"{now} VP now; by the points of the end that is a {level}.", f"{'; '.join(steps)}."]


def _held(g: Omaha, what: str, hexes: set[int], held: set[int]) -> Goal:
    text, missing = f"{len(hexes & held)} of {len(hexes)} {what}", hexes - held
    return goal(g, text, met=not missing, missing=missing, tone=TONE)


# --- fields of fire, and the danger of a hex ----------------------------------------------------------------------


def fire(g: Omaha, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """6.2, 6.4 All ground that somebody fires into who is not disrupted, by how intensely."""
    strongest, patches = fire_map(g), []
    for intensity in INTENSITIES:
        hexes = [h for h, found in enumerate(strongest) if found == intensity]
        words = f"{count_of(len(hexes), *HEXES)} in {FIRE[intensity]} fire"
        ground = patch(g, f"fire {intensity}", hexes, GERMAN, words, "hatched" if intensity == INTENSE else "plain")
        patches.append(replace(ground, is_strong=intensity != INTENSITIES[-1]))
    lines = [each.words for each in patches]
    free = [u for u in g.ashore() if not strongest[g.units[u].at]]
    lines.append(f"{count_of(len(active_firers(g)), 'position')} can fire")
    lines.append(f"Out of all fire: {named(g, free)}" if free else "No unit ashore is out of fire")
    return Overview(patches=seen(*patches), counters=keys(g, free), lines=lines)


def danger(g: Omaha, side: str | None, place: int) -> Overview:  # noqa: ARG001
    """6.1, 6.3 Who fires into a hex, and the chance that the next card calls him and hits, by target symbol."""
    found = [firer for firer, _ in sorted(fire_into(g, place), key=lambda each: -each[1])]
    name = g.box.board.called(place)
    if not found:
        return Overview(lines=[f"{name}: nobody fires there."])
    cards = [g.box.cards[number] for number in g.deck] or list(g.box.cards)
    lines = [f"{name}: {count_of(len(found), 'position')} can fire there. In the next German fire:"]
    for firer in found:
        calls, how = _share(cards, partial(_fires, g, firer)), FIRE.get(fire_field(g, firer).get(place, 0), "no")
        who = f"{firer_called(g, firer)} ({firer_colour(g, firer)})"
        lines.append(f"{who}: {how} fire, fires with {float(calls):.0%}")
    lines += [f"A unit with a {s} is hit with {_hit_chance(g, found, place, cards, s):.0%}" for s in SYMBOLS]
    traces = [
        aim(g, str(firer), _stands(g, firer), place, GERMAN, f"{firer_called(g, firer)} fires into {name}")
        for firer in found
    ]
    return Overview(traces=traces, lines=lines)


def _stands(g: Omaha, firer: int) -> int:
    tank = armor_of(g, firer)
    return g.box.sites[firer].hexes[0] if tank is None else g.armor[tank].place


def _hit_chance(g: Omaha, firers: Sequence[int], place: int, cards: Sequence[Card], symbol: str) -> float:
    """6.22 Each sector has a card of its own."""
    safe = Fraction(1)
    for sector in {firer_sector(g, firer) for firer in firers}:
        here = [firer for firer in firers if firer_sector(g, firer) == sector]
        safe *= _share(cards, lambda card, here=here: not any(_hits(g, f, place, card, symbol) for f in here))  # type: ignore[misc]
    return float(1 - safe)


def _share(cards: Sequence[Card], is_such: Callable[[Card], bool]) -> Fraction:
    return Fraction(sum(map(is_such, cards)), len(cards))


def _fires(g: Omaha, firer: int, card: Card) -> bool:
    """6.1 Whether a card calls a firer, and it answers."""
    item = card.fire.get(firer_colour(g, firer))
    return item is not None and refuse_fire(g, firer, item) is None


def _hits(g: Omaha, firer: int, place: int, card: Card, symbol: str) -> bool:
    """6.3 Whether a card lets a firer hit a unit with this symbol that has no armor."""
    intensity = fire_field(g, firer).get(place, 0)
    return _fires(g, firer, card) and (intensity == INTENSE or (bool(intensity) and card.target == symbol))


# --- units --------------------------------------------------------------------------------------------------------


def targets(g: Omaha, unit: int) -> tuple[list[Patch], list[str]]:
    """8.1 Which German positions a unit reaches from where it stands: beside it, or as far as its range goes."""
    here, board, far = g.units[unit].at, g.box.board, 1 if g.piece(unit).is_leader else max(1, g.side(unit).range or 0)
    occupied = {_stands(g, firer) for firer in active_firers(g)}
    near = sorted((board.distance(here, h), h) for h in occupied if board.distance(here, h) <= far)
    found = count_of(len(near), "occupied German position")
    words = f"{g.name(unit)} reaches {found} within {count_of(far, *HEXES)}"
    lines = [words, *(f"{board.called(h)}, {count_of(away, *HEXES)} away" for away, h in near[:SHOWN])]
    return [patch(g, "targets", [h for _, h in near], GERMAN, words, "hatched")], lines


def idle(g: Omaha, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """7.1 Who can still act in this phase: for free, or for an action of his division."""
    now = ready(g)
    free = sorted(now.free)
    lines = [f"{count_of(len(free), 'unit')} can act for free" + (f": {named(g, free)}" if free else "")]
    lines += [f"{ordinal(division)} Division: {count_of(g.actions[division], 'action')} left" for division in DIVISIONS]
    return Overview(counters=keys(g, sorted({*free, *now.payable})), lines=lines)


LENSES = {
    "victory": victory(tell),
    "danger": of_hex("Who may fire at the hex under the pointer, how strongly, at what chance.", danger),
    "fire": Lens("All fields of fire", "All ground that the Germans fire into, and who is out of fire.", fire),
    "targets": of_unit("What it can attack", "The German positions that the unit under the pointer reaches.", targets),
    "idle": Lens("Who can act", "Who can still act in this phase, and how many actions are left.", idle),
}
