"""The terminal as the commands use it: one style for sides, rules, warnings and headings."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import msgspec
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_SIDE_STYLES = ("bold cyan", "bold yellow", "bold green", "bold magenta")
_MAX_WIDTH = 120
_INDENT = 2


class Screen:
    """Prints what the commands say. Plain means no colour and only ASCII marks."""

    def __init__(self, *, plain: bool = False, sides: Sequence[str] = (), stderr: bool = False) -> None:
        self.console = Console(
            stderr=stderr,
            color_system=None if plain else "auto",
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
        )
        self.plain = plain
        self._styles = {side: _SIDE_STYLES[number % len(_SIDE_STYLES)] for number, side in enumerate(sides)}
        self.dot = "-" if plain else "·"
        self.console.width = min(self.console.width, _MAX_WIDTH)

    @property
    def width(self) -> int:
        """The columns to fill."""
        return self.console.width

    @property
    def is_live(self) -> bool:
        """Whether a person looks at it."""
        return self.console.is_terminal and sys.stdin.isatty()

    def print(self, *items: RenderableType) -> None:
        """Lines, tables, texts."""
        for item in items:
            self.console.print(item)

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def heading(self, text: str | Text) -> None:
        """A line across the screen with words in it; many words stand below it."""
        title = Text(text, style="bold") if isinstance(text, str) else text
        fits = len(title) + _INDENT < self.width
        self.console.rule(title if fits else "", align="left", characters="-" if self.plain else "─", style="dim")
        if not fits:
            self.indented(title)

    def indented(self, item: RenderableType, by: int = _INDENT) -> None:
        """Something, a little to the right."""
        self.console.print(Padding(item, (0, 0, 0, by), expand=False))

    def line(self, text: Text) -> None:
        """A line that is never broken, so that paths and commands in it can be copied."""
        self.console.print(text, soft_wrap=True)

    def warn(self, text: str) -> None:
        """Something that the user should know."""
        self.console.print(Text(text, style="yellow"))

    def refuse(self, text: str | Text) -> None:
        """Something that cannot be done, and why."""
        self.indented(Text.assemble(("Not possible: ", "red"), text))

    def consequence(self, text: Text) -> None:
        """What would be lost by something."""
        self.indented(Text.assemble(("Lost by it: ", "red"), text))

    def facts(self, pairs: Mapping[str, str | Text]) -> None:
        """Names and values, aligned."""
        widest = max(map(len, pairs), default=0)
        for name, value in pairs.items():
            text = Text(f"{'':{_INDENT}}{name:<{widest}}  ", style="dim")
            self.line(Text.assemble(text, value))

    def side(self, side: str) -> Text:
        """The name of a side in its colour."""
        return Text.assemble((side, self._styles.get(side, "bold")))

    def order(self, side: str) -> int:
        """The place of a side in the game's list of sides."""
        return list(self._styles).index(side) if side in self._styles else len(self._styles)

    def cited(self, sentence: str, rule: str, style: str = "") -> Text:
        """A sentence with the rule that it follows from."""
        return Text.assemble((sentence, style), (f" [{rule}]" if rule else "", "dim"))

    def joined(self, parts: Iterable[str | Text]) -> Text:
        """Words in a row with dots between them."""
        dots = chain.from_iterable(((f" {self.dot} ", "dim"), part) for part in parts)
        return Text.assemble(*islice(dots, 1, None))

    def events(self, events: Iterable[Mapping[str, Any]], by: int = _INDENT) -> None:
        """What happened, a line for each event."""
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(style="dim", no_wrap=True)
        grid.add_column()
        for event in events:
            style = "bold" if event["kind"] == "finished" else ""
            grid.add_row(self.dot, self.cited(event["text"], event["rule"], style))
        self.indented(grid, by)


def write_json(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
