"""What whoever answers a decision should know beforehand: what would be lost, what is closed, and what is safe to take.

Tables and terminals read these; none of them guesses what an option means.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beachhead.kernel.decisions import Action, Decision
from beachhead.kernel.game import Game
from beachhead.kernel.match import Match
from beachhead.kernel.offers import Offer
from beachhead.kernel.rulings import Ruling

AnyMatch = Match[Any]


def guarded_actions(match: AnyMatch) -> Iterator[tuple[Action, Ruling]]:
    """The options by which something would be lost unasked, each with what and by which rule."""
    for verb, offer in _offers(match):
        for arg in offer if offer.guard is not None else ():
            ruling = match.guard(Action(verb, arg))
            if ruling is not None:
                yield Action(verb, arg), ruling


def closed_verbs(match: AnyMatch) -> Iterator[tuple[str, Ruling | None]]:
    """The verbs that would be there but for a rule. None is the reason where it depends on what is pointed at."""
    for verb, offer in _offers(match):
        if offer or offer.refuse is None:
            continue
        stands_alone = not match.game.verbs[verb].kind
        yield verb, match.why_not(Action(verb)) if stands_alone else None


def default_action(match: AnyMatch) -> Action | None:
    """The answer that may be taken without a look: it confirms what was put together, or there is no other.

    It is none by which something would be lost, and none that more likely serves another side, unless it must be.
    """
    decision = match.decision
    action = None if decision is None else _natural(match.game, decision)
    if decision is None or action is None:
        return None
    if len(decision) == 1:
        return action if match.guard(action) is None else None
    preview = match.preview(action)
    is_worse = preview is not None and preview.balance(decision.side) < 0
    return None if is_worse or match.guard(action) is not None else action


def _natural(game: Game[Any], decision: Decision) -> Action | None:
    """The one confirmation, or else the one option beside stepping back."""
    roles = {verb: game.verbs[verb].role for verb, args in decision.options.items() if args}
    wanted = [verb for verb, role in roles.items() if role == "confirm"]
    wanted = wanted or [verb for verb, role in roles.items() if role != "back"]
    if len(wanted) != 1 or len(decision.options[wanted[0]]) != 1:
        return None
    return Action(wanted[0], decision.options[wanted[0]][0])


def _offers(match: AnyMatch) -> Iterator[tuple[str, Offer]]:
    for verb, offer in match.decision.options.items() if match.decision else ():
        if isinstance(offer, Offer):
            yield verb, offer
