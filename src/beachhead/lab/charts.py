"""Charts of a study: panels of bars, histograms and lines by turn, drawn as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from beachhead.lab.figures import Number, means_by_turn, quantile, turns_of, word
from beachhead.lab.playing import Value

Games = Mapping[str, Sequence[Mapping[str, Value]]]
"""The measures of every game, by arm."""

_PANEL = (4.4, 3.6)
_INK = "#1f5f4a"


class Bar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word to be counted, and how its bar is labelled."""

    value: str
    label: str = ""
    colour: str = _INK


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A measure in a panel, of the chart's arm unless it names another."""

    measure: str
    arm: str = ""
    label: str = ""
    colour: str = _INK


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture of a chart.

    `counts` has a bar for each word; `histogram` columns `step` wide; `by turn` the mean of each turn, `spread by turn`
    its median and quartiles, and `reached by turn` the share of games whose value is that turn or an earlier one.
    `axis` says what is counted if it is not turns.
    """

    kind: Literal["counts", "histogram", "by turn", "spread by turn", "reached by turn"]
    title: str
    lines: Annotated[list[Line], msgspec.Meta(min_length=1)]
    bars: list[Bar] = []
    axis: str = "turn"
    step: Annotated[int, msgspec.Meta(ge=1)] = 1


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file with panels side by side."""

    KEY: ClassVar[tuple[str, ...]] = ("file",)

    file: Annotated[str, msgspec.Meta(pattern=r"^[\w-]+\.svg$")]
    panel: Annotated[list[Panel], msgspec.Meta(min_length=1)]
    arm: str = ""

    def arms(self) -> set[str]:
        """The arms of which the chart speaks."""
        return {line.arm or self.arm for panel in self.panel for line in panel.lines}


def can_draw() -> bool:
    """Whether the library that draws is installed."""
    return find_spec("matplotlib") is not None


def draw(charts: Sequence[Chart], games: Games, folder: Path) -> None:
    """Draw the charts into the folder; the same games give the same files."""
    import matplotlib  # noqa: PLC0415  an optional library, and slow to start

    matplotlib.use("svg")
    from matplotlib import pyplot  # noqa: PLC0415

    matplotlib.rcParams["svg.hashsalt"] = "beachhead"
    for chart in charts:
        width, height = _PANEL
        figure, axes = pyplot.subplots(1, len(chart.panel), figsize=(width * len(chart.panel), height), squeeze=False)
        for panel, axis in zip(chart.panel, axes[0], strict=True):
            axis.set_title(panel.title)
            for line in panel.lines:
                found = [game[line.measure] for game in games[line.arm or chart.arm] if line.measure in game]
                _DRAW[panel.kind](axis, panel, line, found)
            if panel.kind.endswith("turn"):
                axis.set_xlabel(panel.axis)
            if any(line.label for line in panel.lines):
                axis.legend()
        figure.tight_layout()
        figure.savefig(folder / chart.file, metadata={"Date": None})
        pyplot.close(figure)


def _counts(axis: Any, panel: Panel, line: Line, found: Sequence[Value]) -> None:
    counted = Counter(word(value) for value in found if value is not None)
    bars = panel.bars or [Bar(value, colour=line.colour) for value, _ in counted.most_common()]
    labels = [bar.label or bar.value for bar in reversed(bars)]
    axis.barh(labels, [counted[bar.value] for bar in reversed(bars)], color=[bar.colour for bar in reversed(bars)])


def _histogram(axis: Any, panel: Panel, line: Line, found: Sequence[Value]) -> None:
    numbers = [value for value in found if isinstance(value, int | float)]
    if numbers:
        first, last = (int(end // panel.step) * panel.step for end in (min(numbers), max(numbers)))
        bins = range(first, last + 2 * panel.step, panel.step)
        axis.hist(numbers, bins=bins, alpha=0.65, label=line.label or None, color=line.colour, edgecolor="white")
    axis.set_ylabel("games")


def _by_turn(axis: Any, panel: Panel, line: Line, found: Sequence[Value]) -> None:  # noqa: ARG001
    means = means_by_turn(_turns(found))
    axis.plot(list(means), list(means.values()), marker="o", markersize=3, color=line.colour, label=line.label or None)


def _spread_by_turn(axis: Any, panel: Panel, line: Line, found: Sequence[Value]) -> None:  # noqa: ARG001
    games = _turns(found)
    turns = turns_of(games)
    for share, style in ((0.25, ":"), (0.5, "-"), (0.75, ":")):
        values = [quantile([game.get(turn, 0) for game in games], share) for turn in turns]
        axis.plot(turns, values, style, color=line.colour, label=(line.label or "median") if share == 0.5 else None)
    axis.legend()


def _reached_by_turn(axis: Any, panel: Panel, line: Line, found: Sequence[Value]) -> None:  # noqa: ARG001
    reached = [value for value in found if isinstance(value, int)]
    turns = range(1, max(reached, default=1) + 1)
    shares = [sum(turn <= now for turn in reached) / len(found) for now in turns]
    axis.plot(turns, shares, color=line.colour, label=line.label or None)


def _turns(found: Sequence[Value]) -> list[Mapping[int, Number]]:
    return [value for value in found if isinstance(value, Mapping)]


_DRAW = {
    "counts": _counts,
    "histogram": _histogram,
    "by turn": _by_turn,
    "spread by turn": _spread_by_turn,
    "reached by turn": _reached_by_turn,
}
