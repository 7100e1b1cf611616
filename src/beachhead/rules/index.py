"""The rule index of a game: every rule as one testable sentence, in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec

from beachhead.datafiles import read_table
from beachhead.datafiles.problems import nearest

Filled = Annotated[str, msgspec.Meta(min_length=1)]
Kind = Literal["procedure", "restriction", "definition", "data", "optional", "scenario", "victory"]

_NO_REASON = {"no", "false", "none", "n/a", "na", "-", "?"}


class Rule(msgspec.Struct, frozen=True):
    """One row of the index.

    `applies` is `yes`, or the reason why a program has nothing to do; `source` says where a rule comes from that the
    rulebook itself does not state in full.
    """

    KEY: ClassVar[tuple[str, ...]] = ("rule",)

    rule: Filled
    title: Filled
    requirement: Filled
    kind: Kind
    applies: Filled
    source: str = ""

    def __post_init__(self) -> None:
        if self.applies.casefold() in _NO_REASON:
            raise ValueError("applies must be yes, or say why a program has nothing to do for this rule")

    @property
    def is_applicable(self) -> bool:
        """Whether a program has something to do for this rule."""
        return self.applies == "yes"


class UnknownRuleError(LookupError):
    """A rule id that the index does not have; says which ids look like it."""

    def __init__(self, rule: str, near: Iterable[str]) -> None:
        self.rule = rule
        self.near = tuple(near)
        super().__init__(rule, self.near)

    def __str__(self) -> str:
        hint = f"; nearest: {', '.join(self.near)}" if self.near else ""
        return f"there is no rule {self.rule}{hint}"


class RuleIndex:
    """The rules of one game, looked up by id, searched by words, ordered as in the file."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = {rule.rule: rule for rule in rules}
        self._place = {rule: place for place, rule in enumerate(self._rules)}

    @classmethod
    def read(cls, path: Path) -> "RuleIndex":
        """Read `rules.csv`; a DataError lists everything that is wrong with it."""
        return cls(read_table(path, Rule))

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def get(self, rule: str) -> Rule:
        """The rule with this id."""
        found = self._rules.get(rule)
        if found is None:
            raise UnknownRuleError(rule, nearest(rule, self._rules, count=3, likeness=0.0))
        return found

    def under(self, rule: str) -> list[Rule]:
        """The rules below one, or below a number that has no row of its own: `22.1.a` and `22.1(2)`, not `22.10`."""
        return [found for found in self if _is_under(found.rule, rule)]

    def applicable(self) -> list[Rule]:
        """The rules that a program has to follow."""
        return [rule for rule in self if rule.is_applicable]

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Rule ids in the order of the file; ids it does not have come last, by their spelling."""
        last = len(self._place)
        return sorted(ids, key=lambda rule: (self._place.get(rule, last), rule))

    def search(self, words: str) -> list[Rule]:
        """The rules in which all words occur: the id itself, then titles, then sentences; else as in the file."""
        wanted = words.casefold().split()
        scored = [(_score(rule, wanted), rule) for rule in self] if wanted else []
        hits = [(score, rule) for score, rule in scored if score is not None]
        return [rule for _, rule in sorted(hits, key=lambda hit: hit[0], reverse=True)]


def _is_under(rule: str, above: str) -> bool:
    rest = rule[len(above) :]
    return bool(above) and rule.startswith(above) and bool(rest) and not rest[0].isdigit()


def _score(rule: Rule, wanted: list[str]) -> tuple[int, int, int] | None:
    """Words equal to the id, words in id or title, words that begin a word; None when one is nowhere."""
    rule_id, title = rule.rule.casefold(), rule.title.casefold()
    heading, text = f"{rule_id} {title}", f"{rule_id} {title} {rule.requirement.casefold()}"
    if not all(word in text for word in wanted):
        return None
    exact = sum(word == rule_id for word in wanted) + (" ".join(wanted) == rule_id)
    in_heading = sum(word in heading for word in wanted)
    starts = sum(f" {word}" in f" {text}" for word in wanted)
    return exact, in_heading, starts
