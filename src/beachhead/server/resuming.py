"""What to do with a record that no longer replays because the rules have changed.

The game goes on from the last landmark that the new rules take as it was. What came after it is out of play, but
stays in the record, and an entry says so. A game that is over is not opened again: its end is all that is shown.
"""

from __future__ import annotations

from beachhead.server.landmarks import END, base_landmarks, marks_behind
from beachhead.server.rows import Kept, Landmark, Mark
from beachhead.server.table import Drift, GameTable


def build(kept: Kept) -> GameTable:
    """The table that the record gives. A drift counts only if it comes twice: nothing is dropped for a fluke."""
    try:
        return _build(kept)
    except Drift:
        return _build(kept)


def _build(kept: Kept) -> GameTable:
    found = GameTable(kept.row, kept.seats, kept.begun)
    found.replay(kept.entries)
    found.marks = list(kept.marks)
    return found


def choices(kept: Kept, drift: Drift) -> list[Mark | Landmark]:
    """Where the game might go on, the best first: what is kept, and what the record still gives."""
    marks = marks_behind(kept)
    if marks and marks[0].name == END:
        return [marks[0]]
    agreed = drift.landmark()
    found: list[Mark | Landmark] = [*marks, *([] if agreed is None else [agreed])]
    return [*sorted(found, key=lambda choice: -_after(choice)), *base_landmarks(kept.row)]


def _after(choice: Mark | Landmark) -> int:
    return choice.mark.after if isinstance(choice, Landmark) else choice.after


def go_on(kept: Kept, landmark: Landmark) -> GameTable | None:
    """The table as it goes on from a landmark; None if the rules do not take it."""
    mark = Mark(len(kept.entries) + 1, landmark.mark.after, landmark.mark.name)
    try:
        found = GameTable(kept.row, kept.seats, Landmark(mark, landmark.save))
        found.replay(kept.entries)
    except Drift:
        return None
    found.marks = list(kept.marks)
    return found
