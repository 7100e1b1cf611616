"""Words for messages and words of a case: actions as text, options and events as a reader wants them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from beachhead.kernel import Action, BadAction, Decision, Event, Game, Match, UnknownName, name_event, parse_action
from beachhead.kernel.edge import action_text, arg_name

SHOWN = 24
SPECTATOR = "spectator"

_PREFIXED = re.compile(r"\s*([^\s:]+)\s*:\s+(.*)", re.DOTALL)


class Spoken(msgspec.Struct, frozen=True):
    """An action as a case writes it: `move 0613`, or `german: lose 1` with the side that must be deciding."""

    text: str
    side: str | None
    action: Action


def read_action(game: Game[Any], text: str) -> Spoken:
    """Read an action with its optional side. Raises `BadAction` with what would be right."""
    found = _PREFIXED.fullmatch(text)
    side, rest = (found[1], found[2]) if found else (None, text)
    if side is not None and side not in game.sides:
        raise BadAction(str(UnknownName("side", side, game.sides)))
    return Spoken(text, side, parse_action(game, rest))


def show(value: Any) -> str:
    """A value as a case would write it, never long."""
    if value is None:
        return '"" (nothing)'
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError):
        text = str(value)
    return text if len(text) <= 300 else text[:300] + "…"


def listed(words: Sequence[str], shown: int = SHOWN) -> str:
    """Words with commas, a few of many."""
    if not words:
        return "nothing"
    rest = f" and {len(words) - shown} more" if len(words) > shown else ""
    return ", ".join(words[:shown]) + rest


def nearest_of(word: str, choices: Iterable[str]) -> list[str]:
    """The choices that look like the word, best first."""
    return difflib.get_close_matches(word, list(choices), n=3, cutoff=0.5)


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Advice on a slip of the pen: the nearest choice, or the choices."""
    valid = sorted(set(choices))
    near = nearest_of(word, valid)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"write one of {listed(valid)}" if valid else "remove it"


def situation(match: Match[Any]) -> str:
    """Who decides what, or how the game ended."""
    if match.decision is None:
        assert match.outcome is not None
        return f"the game is over: {match.outcome.reason} [{match.outcome.rule}]"
    return f"{match.decision.side} decides: {match.decision.prompt} [{match.decision.rule}]"


def option_lines(game: Game[Any], decision: Decision | None, near: str = "") -> list[str]:
    """The options by verb, and those that look like the one that was looked for."""
    if decision is None:
        return []
    lines = []
    for verb, args in decision.options.items():
        if args:
            words = listed(option_names(game, verb, args))
            lines.append(f"offered: {verb} {words}".rstrip())
    if near and len(decision) > SHOWN:
        texts = nearest_of(near, (action_text(game, action) for action in decision.actions()))
        lines += [f"nearest: {', '.join(texts)}"] if texts else []
    return lines or ["nothing is offered"]


def option_names(game: Game[Any], verb: str, args: Iterable[Any]) -> list[str]:
    """The printed names of the arguments under a verb."""
    kind = game.verbs[verb].kind if verb in game.verbs else ""
    return [arg_name(game, kind, arg) for arg in args]


def event_lines(game: Game[Any], events: Sequence[Event]) -> list[str]:
    """What happened, as sentences with their rules."""
    if not events:
        return ["nothing happened"]
    lines = [f"happened: {event_line(name_event(game, event))}" for event in events[:40]]
    if len(events) > 40:
        lines.append(f"… and {len(events) - 40} more")
    return lines


def event_line(named: dict[str, Any]) -> str:
    """One event: its kind, sentence, rule and fields."""
    fields = ", ".join(f"{key} = {show(value)}" for key, value in named.items() if key not in ("kind", "rule", "text"))
    return f"{named['kind']}: {named['text']} [{named['rule']}]" + (f" ({fields})" if fields else "")
