"""What players read: every verb, event and name of a game, in every number, as a sentence and never as an id.

`table_problems` renders what the tables of a game say; `play_problems` reads what is said in a random game. Each gives
sentences about words that a player should not have to read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from random import Random
from string import Formatter
from typing import Any

import msgspec

from beachhead.kernel import Action, Event, Game, Match, action_label, describe, guarded_actions
from beachhead.kernel.edge import arg_called, event_kinds, event_words
from beachhead.testing.properties import Play, attempts, sampled, walk

AnyGame = Game[Any]

NOUNS = (
    "action", "battalion", "box", "card", "city", "column", "company", "counter", "depth marker", "factor",
    "garrison", "hero", "hex", "leader", "marker", "minute", "naval marker", "point",
    "position", "regiment", "replacement", "shift", "space", "step", "unit", "wave", "zone",
)  # fmt: skip
"""Things that are counted in wargames. What a game counts in its own sentences (`{left:#step}`) is added."""
AFTER_MANY = frozenset(
    ["at", "before", "behind", "by", "can", "cannot", "could", "did", "for", "from", "in", "into", "may", "must",
     "next", "not", "of", "off", "on", "past", "through", "to", "together", "toward", "under", "will", "with"]
)  # fmt: skip
"""Words after a list of things that are the same for one and for many."""
TEXTS = frozenset(["heading", "clock", "note", "title", "small", "text", "words", "label", "lines", "value", "hint"])
"""The fields of a scene that are read."""
_IRREGULAR = {"box": "boxes", "hex": "hexes", "city": "cities", "hero": "heroes"}
_DOUBLED = re.compile(r"\b([A-Za-z]{2,}) \1\b")
_SNAKE = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_BROKEN = re.compile(r"#-?\d|[{}]|\b(?:None|True|False)\b|<[a-z]")
_COUNT = "(?:^|[^\\w./:-])" + "".join(f"(?<!{word} )" for word in ("urn", "ave", "ard", "box", "ase", "arker"))
"""Where a number is no name: not behind a turn, a wave, a card."""
_TOKEN = re.compile(r"[A-Za-z0-9][\w/-]*")


class Reader:
    """Reads sentences of a game as a player would."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def raw(self) -> Collection[str]:
        """Words that stand for something inside and are never read: printed names of things that people call otherwise,
        and ids of verbs, events, scenarios and options that are more than a word."""
        ids = {*self.game.verbs, *self.game.events, *self.game.scenarios, *self.game.options, *self.game.words}
        found = {word for word in ids if re.search(r"[-_]", word) and word not in self.game.words.values()}
        found |= {word for word in (*self.game.sides, *self.game.words) if word.isalpha() and word.islower()}
        for kind, names in self.game.names.items():
            if kind in ("hex", "place"):
                continue
            for number in range(len(names)):  # type: ignore[arg-type]
                name, called = names.name(number), names.called(number)
                if name not in called and re.search(r"[-_\d]", name):
                    found.add(name)
        return found

    @cached_property
    def named_hexes(self) -> Mapping[str, str]:
        """What hexes are called that have a name, by their number."""
        hexes: Any = self.game.names.get("hex", ())
        pairs = ((hexes.name(h), hexes.called(h)) for h in range(len(hexes)))
        return {name: called for name, called in pairs if name != called}

    @cached_property
    def nouns(self) -> Mapping[str, str]:
        """What is counted, and its plural."""
        found = {one: _IRREGULAR.get(one, one + "s") for one in NOUNS}
        for template in event_words(self.game).values():
            for _, _, spec, _ in Formatter().parse(template):
                if spec and spec[0] == "#":
                    one, _, many = spec[1:].partition("|")
                    found[one] = many or one + "s"
        return found

    @cached_property
    def _one_of_many(self) -> re.Pattern[str]:
        many = "|".join(map(re.escape, self.nouns.values()))
        return re.compile(rf"{_COUNT}1 (?:(?!of )[a-z]+ ){{0,2}}(?:{many})\b")

    @cached_property
    def _many_of_one(self) -> re.Pattern[str]:
        one = "|".join(map(re.escape, self.nouns))
        others = "|".join(map(re.escape, (*self.nouns, *self.nouns.values())))
        return re.compile(rf"{_COUNT}(?:0|[2-9]|1\d) (?:{one})\b(?! (?:{others}|loss|losses)\b)")

    def problem(self, text: str) -> str | None:
        """What is wrong with a sentence, if anything."""
        if not text.strip():
            return "nothing is said"
        if found := _BROKEN.search(text):
            return f"{found[0]!r} is no word"
        if found := _DOUBLED.search(text):
            return f"{found[0]!r} is said twice"
        if found := _SNAKE.search(text):
            return f"{found[0]!r} is an id"
        for found in _TOKEN.finditer(text):
            if found[0] in self.raw:
                return f"{found[0]!r} is an id"
            if found[0] in self.named_hexes and not _is_beside_its_name(text, found, self.named_hexes[found[0]]):
                return f"{found[0]!r} has a name: {self.named_hexes[found[0]]}"
        if found := self._one_of_many.search(text) or self._many_of_one.search(text):
            return f"{found[0].strip()!r} is the wrong number"
        return None

    def look(self, where: str, text: str) -> Iterator[str]:
        """The problem of a sentence with the sentence and where it is said."""
        if found := self.problem(text):
            yield f"{where}: {text!r}: {found}"


def _is_beside_its_name(text: str, found: re.Match[str], called: str) -> bool:
    """Whether a number stands behind the name of its hex, or is a time of day."""
    return text[: found.end() + 1].endswith(called) or text[found.end() :].startswith((" hours", ":"))


# --- tables --------------------------------------------------------------------------------------------------------


def table_problems(game: AnyGame) -> list[str]:
    """What is wrong with the words of a game's tables: names, verbs with every argument, events in every number."""
    reader = Reader(game)
    found = [*_names(reader), *_verbs(reader), *_events(reader), *_deeds(game)]
    for side in game.sides:
        found += reader.look(f"side {side}", game.side_name(side))
    return found


def _names(reader: Reader) -> Iterator[str]:
    for kind, names in reader.game.names.items():
        for number in range(len(names) if kind != "place" else 0):  # type: ignore[arg-type]
            yield from reader.look(f"{kind} {names.name(number)}", arg_called(reader.game, kind, number))


def _verbs(reader: Reader) -> Iterator[str]:
    game = reader.game
    for name, verb in game.verbs.items():
        names: Any = game.names.get(verb.kind)
        args: list[Any] = [None] if not verb.kind else [0, 1, 2] if verb.kind == "number" else ["word"]
        for arg in range(len(names)) if names is not None else args:
            yield from reader.look(f"verb {name}", action_label(game, Action(name, arg)))
        if not (verb.label[:1].isupper() or verb.label.startswith("{}")):
            yield f"verb {name}: {verb.label!r} does not begin as a sentence"


def _events(reader: Reader) -> Iterator[str]:
    game = reader.game
    for kind, template in event_words(game).items():
        fields = [(field, spec or "") for _, field, spec, _ in Formatter().parse(template) if field]
        yield from _agreement(game, kind, template)
        for number in (0, 1, 2, 3):
            data: dict[str, Any] = {field: number for field, _ in fields}
            data |= {field: _things(game, spec or field, number) for field, spec in fields if spec in game.names}
            yield from reader.look(f"event {kind}", describe(game, Event(kind, "", data)))


def _deeds(game: AnyGame) -> Iterator[str]:
    """Who acts and upon whom are things that lie on the table."""
    for kind, words in game.events.items():
        kinds = event_kinds(game, Event(kind, "", dict.fromkeys((words.by, words.at), ())))
        for name in filter(None, (words.by, words.at)):
            if name not in kinds:
                yield f"event {kind}: {name!r} is said to act or to be acted upon, and names nothing"


def _things(game: AnyGame, kind: str, number: int) -> list[int]:
    """So many things of a kind, but one at least."""
    names: Any = game.names[kind]
    return list(range(min(max(number, 1), len(names))))


def _agreement(game: AnyGame, kind: str, template: str) -> Iterator[str]:
    """Verbs after a list must follow its number."""
    pieces = list(Formatter().parse(template))
    for (_, field, spec, _), (literal, *_) in zip(pieces, [*pieces[1:], ("", None, None, None)], strict=True):
        if field and field.endswith("s") and (spec or "") in game.names:
            word = re.match(r" ([a-z]+)", literal)
            if word and word[1] not in AFTER_MANY:
                yield f"event {kind}: {template!r} says {word[1]!r} of one and of many"


# --- play ----------------------------------------------------------------------------------------------------------


def words_are_read(play: Play) -> None:
    """Whatever is said in a random game reads as a sentence."""
    found = play_problems(play)
    assert not found, "\n".join(found[:20])


def play_problems(play: Play, one_in: int = 5) -> list[str]:
    """What is wrong with what is said in a random game: questions, options, refusals, scenes, events and the end."""
    match, random, reader = play.match(), Random(play.seed), Reader(play.game)
    found, seen, taken = list[str](), set[str](), list[Action]()

    def look(where: str, text: str) -> None:
        if text not in seen:
            seen.add(text)
            found.extend(reader.look(where, text))

    for action in walk(match, random):
        decision = match.decision
        assert decision is not None
        taken.append(action)
        look("question", decision.prompt)
        look("option", action_label(play.game, action))
        if decision.secret:
            look("secret", decision.secret)
        if sampled(random, one_in):
            for where, text in _closer(match, taken, random):
                look(where, text)
    for event in match.events:
        look(f"event {event.kind}", describe(play.game, event))
    assert match.outcome is not None
    look("outcome", match.outcome.reason)
    return found


def _closer(match: Match[Any], taken: list[Action], random: Random) -> Iterator[tuple[str, str]]:
    decision = match.decision
    assert decision is not None
    for action in decision.actions():
        yield "option", action_label(match.game, action)
    for action in (*attempts(match.game, taken, random),):
        ruling = match.why_not(action) if match.game.is_thing(action) else None
        if ruling is not None:
            yield f"refusal of {action.verb}", ruling.sentence
    yield from ((f"guard of {action.verb}", ruling.sentence) for action, ruling in guarded_actions(match))
    for action in random.sample(list(decision.actions()), min(3, len(decision))):
        preview = match.preview(action)
        if preview is not None:
            yield from ((f"preview of {action.verb}", result.words) for result in preview.told())
            yield from ((f"preview of {action.verb}", modifier.text) for modifier in preview.modifiers)
    yield from ((f"scene {key}", text) for key, text in _texts(msgspec.to_builtins(match.scene(decision.side)), ""))


def _texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """The strings of a scene that are read, with the field that they stand in."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(item, name)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item, key)
    elif isinstance(value, str) and key in TEXTS and " " in value:
        yield key, value
