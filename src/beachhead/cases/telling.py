"""What a case expects, in words for players: what may be done, what may not and why, the chances, what is true then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, Literal

import msgspec

from beachhead.cases.format import Expect, PreviewExpected
from beachhead.cases.wording import SPECTATOR, read_action
from beachhead.kernel import Action, Game, Match, Preview, Ruling, action_label, closed_verbs, told
from beachhead.kernel.edge import arg_called
from beachhead.kernel.naming import UnknownName
from beachhead.kernel.sentences import count_of, listing

Kind = Literal["may", "may-not", "chance", "is", "is-not", "hidden"]
_MOST = 12
_OPEN = "…"
"""Stands for what a case leaves open."""


class Remark(msgspec.Struct, frozen=True):
    """Something that holds at a moment: a sentence, the rule of it, and the things it is about, by their printed names.

    `reason` is why something may not be done.
    """

    kind: Kind
    text: str
    rule: str = ""
    reason: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


def remarks(match: Match[Any], expect: Expect) -> Iterator[Remark]:
    """What a case says of the moment at which a match stands."""
    teller = _Teller(match)
    yield from teller.allowed(expect)
    yield from teller.forbidden(expect)
    for preview in _each(expect.preview):
        yield from teller.chance(preview)
    yield from _facts(match.game, expect.state or {})
    for wanted in expect.no_events or ():
        if (text := _unhappened(match.game, wanted)).count(_OPEN) <= 1:
            yield Remark("is-not", text)
    for hidden in expect.hidden or ():
        who = "A spectator" if hidden.side == SPECTATOR else f"The {match.game.side_name(hidden.side)} player"
        yield Remark("hidden", f"{who} cannot see: {hidden.text}")
    if expect.can_undo is not None:
        yield Remark("is", f"The last action can {'' if expect.can_undo else 'no longer '}be taken back")


def refused_position(ruling: Ruling) -> Remark:
    """That a position itself breaks a rule."""
    return Remark("may-not", "This position cannot come about", ruling.rule, ruling.sentence)


class _Teller:
    """Puts actions of a decision into words."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.game = match.game

    def allowed(self, expect: Expect) -> Iterator[Remark]:
        """What is offered, verb by verb."""
        by_verb: dict[str, list[Any]] = {}
        for text in expect.offered or ():
            action = read_action(self.game, text).action
            by_verb.setdefault(action.verb, []).append(action.arg)
        for verb, wanted in (expect.offered_exactly or {}).items():
            if isinstance(wanted, list):
                options = self.match.decision.options if self.match.decision else {}
                args = [arg for arg in options.get(verb, ()) if arg is not None]
                if args:
                    yield self._may(verb, args, "only ")
            elif wanted:
                by_verb.setdefault(verb, [])
        for verb, args in by_verb.items():
            yield self._may(verb, [arg for arg in args if arg is not None])

    def _may(self, verb: str, args: list[Any], only: str = "") -> Remark:
        spoken = self.game.verbs[verb]
        names = [arg_called(self.game, spoken.kind, arg) for arg in args[:_MOST]]
        rest = [f"{len(args) - _MOST} more"] if len(args) > _MOST else []
        label = spoken.label.replace("{}", _OPEN).rstrip(":")
        printed = tuple(self._printed(spoken.kind, arg) for arg in args)
        units, hexes = (printed if spoken.kind == kind else () for kind in ("unit", "hex"))
        text = f"{label}: {only}{listing([*names, *rest])}" if names else label
        return Remark("may", text, units=units, hexes=hexes)

    def _printed(self, kind: str, arg: Any) -> str:
        return self.game.names[kind].name(arg) if kind in self.game.names and isinstance(arg, int) else str(arg)

    def forbidden(self, expect: Expect) -> Iterator[Remark]:
        """What is refused, by which rule and why."""
        texts = [*(refused.action for refused in expect.refused or ()), *(expect.not_offered or ())]
        for text in dict.fromkeys(texts):
            yield self._refused(read_action(self.game, text).action)
        closed = dict(closed_verbs(self.match)) if self.match.decision else {}
        for verb, wanted in (expect.offered_exactly or {}).items():
            if wanted is False or wanted == []:
                label, ruling = self.game.verbs[verb].label.replace("{}", _OPEN).rstrip(":"), closed.get(verb)
                yield Remark("may-not", label, ruling.rule if ruling else "", ruling.sentence if ruling else "")

    def _refused(self, action: Action) -> Remark:
        ruling = self.match.why_not(action)
        kind = self.game.verbs[action.verb].kind
        own = (self._printed(kind, action.arg),) if kind in ("unit", "hex") else ()
        label = action_label(self.game, action)
        if ruling is None:  # for another side
            return Remark("may-not", label)
        named = {"unit": ruling.units, "hex": ruling.hexes}
        things = {name: tuple(self._printed(name, thing) for thing in found) for name, found in named.items()}
        if own:
            things[kind] = tuple(dict.fromkeys((*own, *things[kind])))
        return Remark("may-not", label, ruling.rule, ruling.sentence, things["unit"], things["hex"])

    def chance(self, expected: PreviewExpected) -> Iterator[Remark]:
        """What is foretold of an action."""
        action = read_action(self.game, expected.action).action
        preview = self.match.preview(action)
        if preview is None:
            return
        label, kind = action_label(self.game, action), self.game.verbs[action.verb].kind
        own = (self._printed(kind, action.arg),) if kind in ("unit", "hex") else ()
        parts = _preview_parts(preview)
        units, hexes = (own if kind == name else () for name in ("unit", "hex"))
        yield Remark("chance", f"{label}: {'; '.join(parts)}", preview.rule, units=units, hexes=hexes)


def _preview_parts(preview: Preview) -> Iterator[str]:
    if preview.figures:
        yield ", ".join(f"{name} {value}" for name, value in preview.figures.items())
    for modifier in preview.modifiers:
        yield f"{modifier.text} {modifier.value:+d}"
    if preview.results:
        yield ", ".join(f"{each.words} {_percent(float(each.chance))}" for each in preview.told() if each.chance)


def _percent(chance: float) -> str:
    rounded = round(chance * 100)
    return "under 1%" if rounded == 0 else "over 99%" if rounded == 100 and chance < 1 else f"{rounded}%"


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


# --- what is true -------------------------------------------------------------------------------------------------


def _facts(game: Game[Any], expected: Mapping[str, Any]) -> Iterator[Remark]:
    """What the case says of units, each in a sentence. Of anything else the events have told."""
    for row in expected.get("units", ()):
        if remark := _row(game, row):
            yield remark


def _row(game: Game[Any], row: Mapping[str, Any]) -> Remark | None:
    name = str(row["id"])
    names = game.names["unit"]
    try:
        called = names.called(names.number(name))
    except (UnknownName, LookupError, ValueError):
        called = name
    rest = {key: value for key, value in row.items() if key != "id" and (key, value) not in _PLAIN}
    parts = [_part(game, key, value) for key, value in rest.items()]
    hexes = (str(row["hex"]),) if row.get("hex") else ()
    return Remark("is", f"{called}: {', '.join(parts)}", units=(name,), hexes=hexes) if parts else None


_PLAIN = (("place", "map"), ("place", ""))
"""What goes without saying."""


def _part(game: Game[Any], key: str, value: Any) -> str:
    """A field of a counter as people say it."""
    word = _words(key).lower()
    if isinstance(value, bool):
        return word if value else f"not {word}"
    if isinstance(value, int):
        return count_of(value, "step") if key == "steps" else f"{word} {value}"
    if value == "":
        return "not on the map" if key == "hex" else f"no {word}"
    text = _value(game, value)
    if key in ("hex", "at"):
        return f"in {_hex_called(game, str(value))}"
    return f"in {text}" if key in ("box", "place") else f"{word} {text}"


def _hex_called(game: Game[Any], name: str) -> str:
    board = game.names.get("hex")
    try:
        return name if board is None else board.called(board.number(name))
    except (UnknownName, LookupError, ValueError):
        return name


def _value(game: Game[Any], value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return listing(f"{str(key).replace('_', ' ')} {_value(game, item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        return listing(_value(game, item) for item in value) if value else "none"
    return str(game.words.get(str(value), value)) or "none"


def _words(field: str) -> str:
    words = field.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def _verb(spec: str | None) -> str:
    """The verb that follows a number, for one."""
    return spec[1:].partition("|")[0] if spec and spec.startswith("?") else ""


def _unhappened(game: Game[Any], wanted: Mapping[str, Any]) -> str:
    """The sentence of an event that does not happen, as far as the case says of what it would speak."""
    words = []
    for literal, field, spec, _ in Formatter().parse(told(game, str(wanted["kind"])).words):
        words.append(literal)
        if field is not None:
            value = wanted.get(field)
            shown = _OPEN if value is None else _value(game, value)
            words.append(_verb(spec) if value is None and _verb(spec) else shown)
    text = "".join(words)
    return text[:1].upper() + text[1:]
