"""Draws the curve that `train.py --curve` has written: `python examples/learning/curve.py CURVE.jsonl -o curve.svg`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib as mpl

NOT_WON = ("steps", "games", "seconds", "paid", "alike", "points")
LABELS = {"won": "won", "counted": "lived to see points counted"}
COLOURS = ("#1f5f4a", "#b5562b", "#35518f", "#8a6d1d")


def main() -> None:
    """Draw the share of games won by the steps that were learned from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("curve.svg"))
    wanted = parser.parse_args()
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "beachhead"
    from matplotlib import pyplot  # noqa: PLC0415  after it knows where to draw

    lines = [json.loads(line) for line in wanted.curve.read_text(encoding="utf-8").splitlines()]
    figure, axis = pyplot.subplots(figsize=(6.4, 3.6))
    names = [name for name in lines[0] if name not in NOT_WON]
    for name, colour in zip(names, COLOURS, strict=False):
        exams = [line for line in lines if name in line]
        label = LABELS.get(name, f"won against {name}")
        axis.plot([e["steps"] for e in exams], [e[name] * 100 for e in exams], color=colour, label=label)
    axis.set(xlabel="decisions learned from", ylabel="% of games", ylim=(0, 100))
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False)
    figure.savefig(wanted.output, bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    main()
