"""How much of a rulebook is code and is tested."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from beachhead.rules.citations import Citation
from beachhead.rules.index import Rule, RuleIndex

State = Literal["done", "not exercised", "not cited", "open", "not applicable"]


class RuleStatus(msgspec.Struct, frozen=True):
    """One rule: the places in the code that cite it and the tests that exercise it."""

    rule: str
    title: str
    applies: str
    state: State
    cited: tuple[str, ...]
    exercised: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """The counts over a rule index.

    `cited` and `exercised` count applicable rules only, and a rule that no code cites is not exercised.
    """

    rows: int
    applicable: int
    cited: int
    exercised: int
    missing: tuple[str, ...]
    statuses: tuple[RuleStatus, ...]

    def to_json(self, details: bool = False) -> str:
        """The counts and the missing rules as JSON; with the status of each rule when asked."""
        content: dict[str, Any] = {
            "rows": self.rows,
            "applicable": self.applicable,
            "cited": self.cited,
            "exercised": self.exercised,
            "missing": self.missing,
        }
        if details:
            content["details"] = self.statuses
        return msgspec.json.encode(content).decode()


def coverage(index: RuleIndex, cited: Iterable[Citation], exercised: Mapping[str, Sequence[str]]) -> Coverage:
    """Compare the rule index of a game with the citations in its code and the tests by rule."""
    places: dict[str, list[str]] = {}
    for citation in cited:
        places.setdefault(citation.rule, []).append(citation.place)
    statuses = tuple(_status(rule, places.get(rule.rule, ()), exercised.get(rule.rule, ())) for rule in index)
    applicable = [status for status in statuses if status.state != "not applicable"]
    return Coverage(
        rows=len(index),
        applicable=len(applicable),
        cited=sum(bool(status.cited) for status in applicable),
        exercised=sum(status.state == "done" for status in applicable),
        missing=tuple(status.rule for status in applicable if status.state != "done"),
        statuses=statuses,
    )


def _status(rule: Rule, places: Sequence[str], tests: Sequence[str]) -> RuleStatus:
    return RuleStatus(
        rule=rule.rule,
        title=rule.title,
        applies=rule.applies,
        state=_state(rule, bool(places), bool(tests)),
        cited=tuple(places),
        exercised=tuple(tests),
    )


def _state(rule: Rule, is_cited: bool, is_exercised: bool) -> State:
    if not rule.is_applicable:
        return "not applicable"
    if is_cited:
        return "done" if is_exercised else "not exercised"
    return "not cited" if is_exercised else "open"
