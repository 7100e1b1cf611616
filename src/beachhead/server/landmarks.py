"""Landmarks: moments from which a game can go on when its rules have changed and its record no longer replays.

One is written with the first entry after which nobody can take it back, so at most once a turn; the end of a game is
one too, so that a result stands whatever the rules become. Nobody reads them as long as the record replays.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from beachhead.kernel import Event, Game, Match, Outcome, SaveError, read_save
from beachhead.kernel.proofs import resumed_seed
from beachhead.kernel.saves import KEPT_LANDMARKS, landmark_moments, resume_moment, save_moment
from beachhead.server.rows import RESUME, Kept, Landmark, Mark, TableRow
from beachhead.server.shelf import game_of

END = ""
"""The name under which the end of a game is kept."""

NOTICE = "notice"
"""An event that comes from the table and not from the game; its data has the text."""

_GOES_ON = "{} since this game was begun: it goes on from {}."
_IS_OVER = "{} since this game was played. Its end stands as it was."


def due_mark(match: Match[Any], seq: int, kept: int, *, is_over: bool) -> Mark | None:
    """What is to be kept with entry number `seq`, when all up to action number `kept` is kept already."""
    steps = len(match.past)
    if is_over:
        return Mark(seq, steps + len(match.record), END)
    lasting = match.lasting_landmarks
    if not lasting or steps + lasting[-1].after <= kept:
        return None
    return Mark(seq, steps + lasting[-1].after, lasting[-1].name)


def make_landmark(match: Match[Any], mark: Mark, outcome: Outcome | None) -> Landmark:
    """The landmark to be written for a mark."""
    if mark.name == END:
        return Landmark(mark, _pack(save_moment(match, outcome=outcome)))
    wanted = mark.after - len(match.past)
    found = next(landmark for landmark in reversed(match.landmarks) if landmark.after == wanted)
    return Landmark(mark, _pack(save_moment(match, found)))


def outdated(marks: list[Mark], begun: Landmark | None) -> tuple[int, ...]:
    """Which of these nobody needs any more once another one is written: only the last few are kept."""
    needed = None if begun is None else begun.mark.seq
    return tuple(mark.seq for mark in marks[: 1 - KEPT_LANDMARKS] if mark.seq != needed)


def open_landmark(row: TableRow, players: Mapping[str, str], begun: Landmark) -> Match[Any]:
    """The match as it begins at a landmark. Everybody is told; what was rolled since does not come again."""
    name, data = begun.mark.name, _unpack(begun.save)
    match = resume_moment(data, lambda _: game_of(row), seed=resumed_seed(row.play_seed, begun.mark.seq), seats=players)
    what = changed(read_save(data).data, match.game)
    text = _IS_OVER.format(what) if name == END else _GOES_ON.format(what, name)
    match.events.insert(0, Event(NOTICE, "", {"text": text}))
    return match


def changed(data: str, game: Game[Any]) -> str:
    """What is not as it was when a table was played with this data."""
    return "The data has changed" if data and data != game.data_digest else "The rules have changed"


def _pack(data: bytes) -> bytes:
    return zlib.compress(data, 1)


def _unpack(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise SaveError("the landmark is damaged") from error


# --- which to go on from ------------------------------------------------------------------------------------------


def marks_behind(kept: Kept) -> list[Mark]:
    """The marks that lie behind the table, the last one first; not those of play that was dropped before."""
    resumed = {entry.seq for entry in kept.entries if entry.kind == RESUME}
    found, until = [], max((mark.after for mark in kept.marks), default=0)
    for mark in sorted(kept.marks, key=lambda mark: -mark.seq):
        if mark.after <= until:
            found.append(mark)
            until = mark.after if mark.seq in resumed else until
    return found


def agreed_landmark(match: Match[Any], agreed: int) -> Landmark | None:
    """The last landmark among the first `agreed` actions of a match."""
    found = next((landmark for landmark in reversed(match.landmarks) if landmark.after <= agreed), None)
    if found is None:
        return None
    return Landmark(Mark(0, found.after + len(match.past), found.name), _pack(save_moment(match, found)))


def base_landmarks(row: TableRow) -> list[Landmark]:
    """The landmarks in the save that an imported table goes on from, the last one first; none if it is over."""
    try:
        file = None if row.base is None else read_save(row.base)
    except SaveError:  # of a form that is no longer read
        return []
    if file is None or file.outcome is not None:
        return []
    moments = landmark_moments(file, row.seed)
    return [Landmark(Mark(0, mark.after, mark.name), _pack(data)) for mark, data in moments]
