"""The rules of a game on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from beachhead.cli.errors import UserError
from beachhead.cli.screen import Screen
from beachhead.rules import Rule, RuleIndex


def find_rules(index: RuleIndex, words: str) -> list[Rule]:
    """The rules in which all words occur."""
    found = index.search(words)
    if not found:
        raise UserError(f"no rule speaks of {words!r}: try fewer or shorter words")
    return found


def show_rule(screen: Screen, index: RuleIndex, name: str) -> None:
    """The rule with this number in full, and those below it; a number that has no row of its own shows only those."""
    below = index.under(name)
    if name in index or not below:
        _show_one(screen, index.get(name))
    if below:
        show_rules(screen, below)


def _show_one(screen: Screen, rule: Rule) -> None:
    notes = [
        rule.kind,
        *filter(None, [rule.source]),
        *([] if rule.is_applicable else [f"not enforced: {rule.applies}"]),
    ]
    kind = f" ({'; '.join(notes)})"
    screen.print(Text.assemble((rule.rule, "bold cyan"), (f"  {rule.title}", "bold"), (kind, "dim")))
    screen.indented(Text(rule.requirement))


def show_rules(screen: Screen, rules: Sequence[Rule]) -> None:
    """Rules with their sentences, aligned."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_column()
    for rule in rules:
        grid.add_row(rule.rule, Text.assemble((rule.title, "bold"), f"\n{rule.requirement}"))
    screen.print(grid)
