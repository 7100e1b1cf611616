"""The cases that come with a game, as a reader of its rules looks for them: by the rules that they show."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from beachhead.cases.paths import packaged_cases
from beachhead.kernel import Game
from beachhead.kernel.guides import read_rules


class CaseHead(msgspec.Struct, frozen=True):
    """What a case is about: its id is the name of its file, `refuses` are the rules by which something is refused."""

    id: str
    title: str
    rules: tuple[str, ...]
    refuses: tuple[str, ...]
    path: Path


@cache
def case_heads(game: Game[Any]) -> Mapping[str, CaseHead]:
    """The cases of a game by their ids, in the order of the rules that they are about."""
    index = read_rules(game)
    place = {rule.rule: number for number, rule in enumerate(index)}
    heads = [_head(path, place) for path in packaged_cases(game)]
    heads.sort(key=lambda head: (place.get(head.rules[0], len(place)), head.id))
    return {head.id: head for head in heads}


def _head(path: Path, known: Mapping[str, int]) -> CaseHead:
    file = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    rules = tuple(file["rules"])
    refused = dict.fromkeys(rule for rule in _refused(file) if rule in known)
    return CaseHead(path.stem, bare_title(file["title"], known), rules, tuple(refused), path)


def _refused(file: Mapping[str, Any]) -> Iterator[str]:
    for step in (file, *file.get("then", ())):
        expect = step.get("expect", {})
        for refused in (*expect.get("refused", ()), expect.get("position_refused", {})):
            if "rule" in refused:
                yield refused["rule"]


_NUMBERS = re.compile(r"(?:[A-Z]*\d|[A-Z]+\d*\.|[IVX]+\.)[\w.()-]*")
_BETWEEN = re.compile(r"[,;:]?\s+(?:(?:to|and|with)\s+(?=\S*\d))?")


def bare_title(title: str, known: Mapping[str, int]) -> str:
    """A title without the numbers of rules before it: a reader has come from one of them."""
    rest, chapters = title, {rule.partition(".")[0] for rule in known}
    named = {*known, *(chapter for chapter in chapters if len(chapter) > 1 and chapter.isupper())}
    names = sorted((name for name in named if name in title), key=len, reverse=True)
    while found := _leading(rest, names):
        rest = rest[found:]
    return rest[:1].upper() + rest[1:]


def _leading(text: str, names: Sequence[str]) -> int:
    """How much of a text is the number of a rule, or of several, with what stands between it and the rest; or 0."""
    named = (len(name) for name in names if text.startswith(name))
    word = _NUMBERS.match(text)
    for length in (*((word.end(),) if word else ()), *named):
        if between := _BETWEEN.match(text, length):
            return between.end()
    return 0
