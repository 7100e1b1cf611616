"""The folder of a study: what was played, written down game by game so that nothing is lost whatever ends it.

`games.jsonl` has a line for each game, `turns.jsonl` one for each turn and `losses.jsonl` one for each loss. The line
of a game is written after those of its turns and losses, and counts them in: lines of a game that has none are left
over from a run that was killed, and are played again. `study.lock.json` says by what the games were played, so that
a run is never continued with something else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from beachhead.lab.measuring import Loss, TurnRow

if TYPE_CHECKING:
    from beachhead.lab.study import GameRecord

GAMES, TURNS, LOSSES = "games.jsonl", "turns.jsonl", "losses.jsonl"
SUMMARY, LOCK, STUDY = "summary.json", "study.lock.json", "study.toml"
FILES = (GAMES, TURNS, LOSSES, SUMMARY, LOCK)
FORMAT = 1

Key = tuple[str, int]


class JournalError(Exception):
    """A folder that cannot be gone on with; the message says why and what to do."""


class LockedArm(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an arm is played, to the digest of its data and of the state that it begins at."""

    name: str
    scenario: str
    options: Mapping[str, Any]
    players: Mapping[str, str]
    data: str
    overlay: str = ""
    begins: str = ""
    start: str = ""


class Lock(msgspec.Struct, frozen=True, omit_defaults=True):
    """By what the games of a folder are played. `folder` is where the study's file lay."""

    format: int
    version: str
    game: str
    rules_version: str
    rules: str
    seed: str
    dice: str
    games: Sequence[int]
    arms: Sequence[LockedArm]
    measures: Mapping[str, Sequence[str]] = {}
    define: Mapping[str, str] = {}
    observer: str = ""
    stop: str = ""
    folder: str = ""

    def differences(self, other: Lock) -> list[str]:
        """What is not the same in another; the folder of the file may be another."""
        mine, theirs = msgspec.to_builtins(self), msgspec.to_builtins(other)
        names = [name for name in self.__struct_fields__ if name not in ("folder", "games", "stop")]
        return [_WORDS.get(name, name) for name in names if mine.get(name) != theirs.get(name)]


_WORDS = {
    "format": "the form of the files",
    "version": "the version of the program",
    "rules_version": "the version of the rules",
    "rules": "the rules' code",
    "arms": "the arms (players, options, data or starting positions)",
    "seed": "the seed",
}


class _TurnLine(TurnRow, frozen=True, omit_defaults=True, kw_only=True):
    arm: str
    game: int


class _LossLine(Loss, frozen=True, omit_defaults=True, kw_only=True):
    arm: str
    game: int


_encode = msgspec.json.Encoder().encode


class Journal:
    """The files of a folder; without a folder nothing is written."""

    def __init__(self, folder: Path | None, lock: Lock | None = None) -> None:
        self._folder, self._lock = folder, lock
        self._streams: dict[str, IO[bytes]] = {}

    def begin(self) -> None:
        """Begin anew: what was there goes."""
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (self._folder / name).unlink(missing_ok=True)
        if self._lock is not None:
            write_whole(self._folder / LOCK, msgspec.json.format(_encode(self._lock), indent=1) + b"\n")
        self._open()

    def resume(self) -> list[GameRecord]:
        """The games that the folder has, if they were played by what the lock says; lines that hang loose go."""
        assert self._folder is not None
        if self._lock is not None:
            differing = self._lock.differences(read_lock(self._folder))
            if differing:
                be = "is" if len(differing) == 1 else "are"
                raise JournalError(
                    f"{self._folder} was played otherwise: {', '.join(differing)} {be} not the same now. Go on with "
                    "what it was played with, or begin anew in another folder"
                )
        records = read_records(self._folder)
        self._write(records)
        self._open()
        return records

    def _open(self) -> None:
        assert self._folder is not None
        self._streams = {name: (self._folder / name).open("ab") for name in (TURNS, LOSSES, GAMES)}

    def add(self, record: GameRecord) -> None:
        """Write one game, its own line last."""
        for name, lines in _lines(record).items():
            if self._streams:
                self._streams[name].write(lines)
                self._streams[name].flush()

    def close(self) -> None:
        """Nothing more comes."""
        for stream in self._streams.values():
            stream.close()
        self._streams = {}

    def finish(self, records: Sequence[GameRecord], summary: Mapping[str, Any]) -> None:
        """The rows in order, and the summary."""
        if self._folder is not None:
            self._write(records)
            write_whole(self._folder / SUMMARY, msgspec.json.format(_encode(summary), indent=1) + b"\n")

    def _write(self, records: Sequence[GameRecord]) -> None:
        assert self._folder is not None
        parts = [_lines(record) for record in records]
        for name in (TURNS, LOSSES, GAMES):
            write_whole(self._folder / name, b"".join(lines[name] for lines in parts))


def _lines(record: GameRecord) -> dict[str, bytes]:
    """The lines of a game by file, in the order in which they are written."""
    arm, game = record.row.key
    turns = [_TurnLine(arm=arm, game=game, **msgspec.structs.asdict(turn)) for turn in record.turns]
    losses = [_LossLine(arm=arm, game=game, **msgspec.structs.asdict(loss)) for loss in record.losses]
    return {
        TURNS: b"".join(_encode(turn) + b"\n" for turn in turns),
        LOSSES: b"".join(_encode(loss) + b"\n" for loss in losses),
        GAMES: _encode(record.row) + b"\n",
    }


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a crash at any moment leaves the old content or the new."""
    temporary = path.with_name(f".{path.name}.tmp")
    with temporary.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(path)


# --- reading ------------------------------------------------------------------------------------------------------


def read_lock(folder: Path) -> Lock:
    """By what a folder was played."""
    path = folder / LOCK
    if not path.is_file():
        raise JournalError(f"{folder} holds no study: {LOCK} is missing. Begin one with `beachhead study run`")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Lock)
    except msgspec.DecodeError as error:
        raise JournalError(f"{path} cannot be read ({error}): begin anew in another folder") from None


def read_records(folder: Path) -> list[GameRecord]:
    """The games of a folder with their turns and losses, each once."""
    from beachhead.lab.study import GameRecord, Row  # noqa: PLC0415  rows belong to studies, which stand on this

    rows = {row.key: row for row in _read(folder / GAMES, Row)}
    turns: dict[Key, list[TurnRow]] = {}
    losses: dict[Key, list[_LossLine]] = {}
    for turn in _read(folder / TURNS, _TurnLine):
        turns.setdefault((turn.arm, turn.game), []).append(TurnRow(turn.turn, turn.figures, turn.held, turn.taken))
    for loss in _read(folder / LOSSES, _LossLine):
        losses.setdefault((loss.arm, loss.game), []).append(loss)
    return [
        GameRecord(row, turns.get(key, []), [_plain(loss) for loss in losses.get(key, [])]) for key, row in rows.items()
    ]


def _plain(line: _LossLine) -> Loss:
    return Loss(**{name: getattr(line, name) for name in Loss.__struct_fields__})


def _read(path: Path, kind: type[Any]) -> Iterator[Any]:
    """The lines of a file; the last one may have been cut off."""
    if not path.is_file():
        return
    decode = msgspec.json.Decoder(kind).decode
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        try:
            yield decode(line)
        except msgspec.DecodeError as error:
            if number < len(lines) - 1 or line.endswith(b"\n"):
                raise JournalError(
                    f"{path}, line {number + 1}, is damaged ({error}): restore it or begin anew"
                ) from None
