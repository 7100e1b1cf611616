"""Where the data lies, and the words that the rules know on the board."""

from __future__ import annotations

from pathlib import Path

from beachhead.hexes import BoardReader

DATA = Path(__file__).parent / "data"

read_map = BoardReader(
    terrain=("clear", "sea", "beach", "obstacle", "woods", "forest", "building", "village"),
    hexsides=("shingle", "slope", "cliff", "bocage", "river", "bridge", "breach"),
    paths=("primary", "secondary"),
    areas=("defensive zone", "south of the Aure", "seen from the sea"),
    places=("Formigny",),
)
