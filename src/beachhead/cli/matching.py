"""From what a person types to an action: a number of the list, the action's text, or enough of its beginning."""

from __future__ import annotations

from typing import Any

from beachhead.cli.errors import UserError
from beachhead.kernel import Action, Decision, Game, Match, Refused, action_text, parse_action

_SHOWN = 6


def find_action(match: Match[Any], decision: Decision, text: str) -> Action:
    """The offered action that the text means. Raises `Refused` with the rule for one that is not offered."""
    found = offered_action(match.game, decision, text)
    if found is not None:
        return found
    action = parse_action(match.game, text)
    ruling = match.why_not(action, side=decision.side)
    if ruling is not None:
        raise Refused(ruling)
    return action


def meant_action(game: Game[Any], decision: Decision, text: str) -> Action:
    """The action that the text means, whether it is offered or not."""
    return offered_action(game, decision, text) or parse_action(game, text)


def offered_action(game: Game[Any], decision: Decision, text: str) -> Action | None:
    """The offered action of this number, text or unique beginning; None when nothing fits."""
    actions = list(decision.actions())
    if text.isascii() and text.isdigit():
        number = int(text)
        if not 1 <= number <= len(actions):
            raise UserError(f"there is no option {number}: the last is {len(actions)}")
        return actions[number - 1]
    texts = {action_text(game, action): action for action in actions}
    if text in texts:
        return texts[text]
    words = text.casefold().split()
    near = [name for name in texts if name.casefold().startswith(" ".join(words))]
    near = near or [name for name in texts if _begins(name.casefold().split(), words)]
    if len(near) > 1:
        shown = ", ".join(near[:_SHOWN]) + (f" and {len(near) - _SHOWN} more" if len(near) > _SHOWN else "")
        raise UserError(f"{text!r} could be {shown}: type more of it")
    return texts[near[0]] if near else None


def _begins(words: list[str], typed: list[str]) -> bool:
    """Whether each typed word begins the word in its place: `m 06` for `move 0613`."""
    return len(typed) <= len(words) and all(word.startswith(start) for word, start in zip(words, typed, strict=False))
