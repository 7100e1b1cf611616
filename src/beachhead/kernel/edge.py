"""The edge of the kernel: actions, decisions, rulings and events as people and programs outside read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from string import Formatter
from typing import Any

import msgspec

from beachhead.kernel.decisions import Action, Arg, Decision
from beachhead.kernel.events import KERNEL_EVENTS, Event, Told
from beachhead.kernel.game import Game, Preview, Sight, Verb
from beachhead.kernel.legal import legal_of
from beachhead.kernel.naming import UnknownName, to_named
from beachhead.kernel.rulings import Ruling
from beachhead.kernel.sentences import count_of, listing

AnyGame = Game[Any]

MAX_ACTION_TEXT = 200


class BadAction(Exception):
    """Text that cannot be read as an action of the game."""


def arg_name(game: AnyGame, kind: str, arg: Arg) -> str:
    """How an argument is printed."""
    if arg is None:
        return ""
    if isinstance(arg, int) and kind in game.names:
        try:
            return game.names[kind].name(arg) if arg >= 0 else f"#{arg}"
        except IndexError:
            return f"#{arg}"
    return str(arg)


def _reason_called(game: AnyGame, reason: str) -> str:
    """What chance is asked for, with hexes called by their names: scripts know reasons by what is printed."""
    board = game.names.get("hex")

    def called(found: re.Match[str]) -> str:
        with suppress(UnknownName, LookupError, ValueError):
            return board.called(board.number(found[0])) if board else found[0]
        return found[0]

    return re.sub(r"(?<![\w/-])\d{4}(?![\w/-])", called, reason)


_WORDS: Mapping[str, Callable[[AnyGame, str], str]] = {
    "side": lambda game, side: game.side_name(side),
    "word": lambda game, word: game.words.get(word, word),
    "reason": _reason_called,
}
"""How people read words that stand for something."""


def arg_called(game: AnyGame, kind: str, arg: Arg) -> str:
    """How people read an argument in a sentence: `Caumont (0421)`."""
    if isinstance(arg, str):
        return _WORDS[kind](game, arg) if kind in _WORDS else arg
    if isinstance(arg, int) and kind in game.names and arg >= 0:
        with suppress(IndexError):
            return game.names[kind].called(arg)
    return arg_name(game, kind, arg)


def action_text(game: AnyGame, action: Action) -> str:
    """The readable form of an action, such as `move 0613`. `parse_action` reads it back."""
    verb = game.verbs.get(action.verb)
    arg = arg_name(game, verb.kind if verb else "", action.arg)
    return f"{action.verb} {arg}".rstrip()


def parse_action(game: AnyGame, text: str) -> Action:
    """Read `move 0613`. Raises `BadAction` with what would be right."""
    if len(text) > MAX_ACTION_TEXT:
        raise BadAction(f"an action has at most {MAX_ACTION_TEXT} characters")
    word, _, rest = text.strip().partition(" ")
    if word not in game.verbs:
        unknown = UnknownName("action", word, game.verbs)
        raise BadAction(f"{unknown}{legal_of(unknown)}")
    kind, rest = game.verbs[word].kind, rest.strip()
    if not kind:
        if rest:
            raise BadAction(f"{word!r} stands alone: leave out {rest!r}")
        return Action(word)
    if not rest:
        raise BadAction(f"{word!r} needs a {kind} after it")
    return Action(word, _parse_arg(game, kind, rest))


def _parse_arg(game: AnyGame, kind: str, text: str) -> Arg:
    if kind == "word":
        return text
    if kind == "number":
        try:
            return int(text)
        except ValueError:
            raise BadAction(f"{text!r} is not a number") from None
    try:
        return game.names[kind].number(text)
    except (UnknownName, LookupError, ValueError) as error:
        raise BadAction(f"{error}{legal_of(error)}") from None


def action_label(game: AnyGame, action: Action) -> str:
    """The action in words, such as `Move to Caumont (0421)`."""
    verb = game.verbs.get(action.verb)
    if verb is None:
        return action_text(game, action)
    arg = _arg_words(game, verb, action.arg)
    return verb.label.format(arg) if "{}" in verb.label else f"{verb.label} {arg}".rstrip()


def name_decision(game: AnyGame, decision: Decision) -> dict[str, Any]:
    """A decision with printed names: each verb with its kind, label and arguments, and the words for those of them that
    people call otherwise."""
    return {
        "side": decision.side,
        "prompt": decision.prompt,
        "rule": decision.rule,
        "about": {kind: _name_value(game, kind, value) for kind, value in decision.about.items()},
        "options": {
            verb: {
                "kind": game.verbs[verb].kind,
                "label": game.verbs[verb].label,
                "role": game.verbs[verb].role,
                **({"brief": game.verbs[verb].brief} if game.verbs[verb].brief else {}),
                **({"noun": game.words[game.verbs[verb].kind]} if game.verbs[verb].kind in game.words else {}),
                **_name_args(game, game.verbs[verb], args),
            }
            for verb, args in decision.options.items()
            if args
        },
    }


def _arg_words(game: AnyGame, verb: Verb, arg: Arg) -> str:
    """How people read the argument of a verb: a number with what it counts."""
    if verb.counts and isinstance(arg, int):
        return _counted(arg, f"#{verb.counts}")
    return arg_called(game, verb.kind, arg)


def _name_args(game: AnyGame, verb: Verb, args: Iterable[Arg]) -> dict[str, Any]:
    named: list[str | None] = []
    words: dict[str, str] = {}
    for arg in args:
        name = None if arg is None else arg_name(game, verb.kind, arg)
        named.append(name)
        if name is not None and (called := _arg_words(game, verb, arg)) != name:
            words[name] = called
    return {"args": named, **({"words": words} if words else {})}


def name_view(game: AnyGame, view: Any) -> Any:
    """A view with printed names."""
    return to_named(view, type(view), game.names) if isinstance(view, msgspec.Struct) else view


def name_ruling(game: AnyGame, ruling: Ruling) -> dict[str, Any]:
    """A ruling with printed names."""
    return {
        "rule": ruling.rule,
        "sentence": ruling.sentence,
        "units": [arg_name(game, "unit", unit) for unit in ruling.units],
        "hexes": [arg_name(game, "hex", hex_) for hex_ in ruling.hexes],
    }


def name_preview(preview: Preview, game: AnyGame | None = None) -> dict[str, Any]:
    """A preview as plain values; chances as floats, hexes and units with printed names if the game is given."""
    found: dict[str, Any] = {
        "rule": preview.rule,
        "figures": dict(preview.figures),
        "modifiers": [msgspec.to_builtins(modifier) for modifier in preview.modifiers],
        "results": [
            {"words": each.words, "chance": float(each.chance), "favours": each.favours} for each in preview.told()
        ],
    }
    for key, kind, things in (("hexes", "hex", preview.hexes), ("units", "unit", preview.units)):
        if things:
            found[key] = [arg_name(game, kind, thing) if game else thing for thing in things]
    if preview.way:
        found["way"] = [{"hex": arg_name(game, "hex", h) if game else h, "cost": cost} for h, cost in preview.way]
    return found


def name_sight(game: AnyGame, sight: Sight) -> dict[str, Any]:
    """What was seen, with printed names."""
    return {
        "rule": sight.rule,
        "sentence": sight.sentence,
        "is_clear": sight.is_clear,
        "hexes": [arg_name(game, "hex", hex_) for hex_ in sight.hexes],
    }


def event_kinds(game: AnyGame, event: Event) -> dict[str, str]:
    """Of which kind the arguments of an event are, as far as they are things with names: hexes, units, boxes."""
    kinds = {**{kind: kind for kind in game.names}, **_kinds(_template(game, event.kind))}
    if event.kind == "drawn":
        kinds["item"] = event.data.get("kind", "")
    kinds = {**_of_many(event, game.names), **kinds}
    return {key: kinds[key] for key in event.data if kinds.get(key)}


def _of_many(event: Event, kinds: Iterable[str]) -> dict[str, str]:
    """Lists that bear the plural of a kind as their name: `hexes`, `units`."""
    plurals = {plural: kind for kind in kinds for plural in (f"{kind}s", f"{kind}es")}
    lists = (key for key, value in event.data.items() if isinstance(value, list | tuple | set | frozenset))
    return {key: plurals[key] for key in lists if key in plurals}


def event_words(game: AnyGame) -> dict[str, str]:
    """The kinds of events that a game and the kernel tell, with their words."""
    return {kind: told.words for kind, told in {**KERNEL_EVENTS, **game.events}.items()}


def name_event(game: AnyGame, event: Event) -> dict[str, Any]:
    """An event with printed names and its sentence. What its sentence leaves out is named if the key is a kind."""
    kinds = event_kinds(game, event)
    data = {key: _name_value(game, kinds.get(key, ""), value) for key, value in event.data.items()}
    return {**data, "kind": event.kind, "rule": event.rule, "text": _sentence(game, event, kinds)}


def describe(game: AnyGame, event: Event) -> str:
    """The sentence that an event reads as in a log."""
    text: str = name_event(game, event)["text"]
    return text


def told(game: AnyGame, kind: str) -> Told:
    """How a kind of event reads, and its sign."""
    return game.events.get(kind) or KERNEL_EVENTS.get(kind) or Told(kind.replace("_", " "))


def _template(game: AnyGame, kind: str) -> str:
    return told(game, kind).words


def _sentence(game: AnyGame, event: Event, kinds: Mapping[str, str]) -> str:
    words = []
    for literal, field, spec, _ in Formatter().parse(_template(game, event.kind)):
        words.append(literal)
        if field is not None:
            value = event.data.get(field)
            words.append(_counted(value, spec) if _counts(spec) else _in_words(game, kinds.get(field, ""), value))
    text = "".join(words)
    return text[:1].upper() + text[1:]


def _counts(spec: str | None) -> bool:
    """Whether a field of a sentence is for the number of something: `{left:#step}`, `{units:?attacks|attack}`."""
    return bool(spec) and spec[0] in "#?"  # type: ignore[index]


def _counted(value: Any, spec: str | None) -> str:
    """`#step` counts in words, `#man|men` with a plural of its own; `?attacks|attack` only chooses by the number."""
    assert spec is not None
    number = value if isinstance(value, int) else len(value or ())
    one, _, many = spec[1:].partition("|")
    if spec[0] == "?":
        return one if number == 1 else many
    return count_of(number, one, many)


def _in_words(game: AnyGame, kind: str, value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple | set | frozenset):
        items = sorted(value) if isinstance(value, set | frozenset) else value
        return listing(_in_words(game, kind, item) for item in items)
    return str(value) if isinstance(value, bool | float) else arg_called(game, kind, value)


@cache
def _kinds(template: str) -> dict[str, str]:
    fields = [(field, spec or "") for _, field, spec, _ in Formatter().parse(template) if field]
    counted = {field: "" for field, spec in fields if _counts(spec)}
    return {**counted, **{field: spec for field, spec in fields if not _counts(spec)}}


def _name_value(game: AnyGame, kind: str, value: Any) -> Any:
    if isinstance(value, list | tuple | set | frozenset):
        items: Iterable[Any] = sorted(value) if isinstance(value, set | frozenset) else value
        return [_name_value(game, kind, item) for item in items]
    if kind and isinstance(value, int) and not isinstance(value, bool):
        return arg_name(game, kind, value)
    return value
