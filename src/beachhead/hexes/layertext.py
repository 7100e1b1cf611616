"""The compact text in which a person writes down what lies on a board.

    bocage: 0535 0728 0907-0909         terrain: kinds, then hexes
    draw woods: 1016 1112               two kinds in one hex
    bluff: 0608/0708 0707/NE,E          hexsides: two hexes, or a hex and directions
    primary coast road: @A 1001 1002    paths: a kind and a name, then hexes in order; @ names an exit

A line without a colon continues the line above it, and `#` begins a comment. A range runs along the second number. `?`
after an item marks it as doubtful. `[seed 6.3]` before the colon says where the facts of the line come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from beachhead.hexes.board import Board
from beachhead.hexes.errors import BoardError, did_you_mean, quoted
from beachhead.hexes.layers import Chain, HexLayer, Kinds, Note, PathLayer, SideLayer

SOURCES = ("seed", "public", "reconstructed")
_NONE: Kinds = frozenset()
_SOURCE = re.compile(r"\[([^\[\]]*)\]\s*$")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a file: its text, where it stands, and where its facts come from unless a line says otherwise.

    What stands in `over` corrects it: hex by hex in terrain and levels, line by line elsewhere.
    """

    text: str
    file: str = ""
    first_line: int = 1
    section: str = ""
    source: str = ""
    over: Passage | None = None

    def error(self, line: int, message: str) -> BoardError:
        """A complaint about one line of the file."""
        return BoardError(message, file=self.file, line=line)


@dataclass(slots=True)
class Entry:
    """One line of the text, with those that continue it."""

    passage: Passage
    head: str
    source: str
    line: int
    items: list[tuple[str, int]] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)

    def add(self, words: Iterable[str], line: int) -> None:
        """Take in items, remembering the doubtful ones."""
        for word in words:
            item = word.removesuffix("?")
            self.items.append((item, line))
            if item != word:
                self.doubtful.append(item)

    def note(self, section: str, count: int) -> Note:
        """Where the facts of the line come from."""
        return Note(section, self.head, self.source, count, tuple(self.doubtful))

    def error(self, line: int, message: str) -> BoardError:
        """A complaint about one line of its file."""
        return self.passage.error(line, message)


def read_entries(passage: Passage) -> list[Entry]:
    """The lines of a text, taken apart but not yet understood."""
    entries: list[Entry] = []
    for line, raw in enumerate(passage.text.split("\n"), passage.first_line):
        text = raw.partition("#")[0].strip()
        head, colon, rest = text.partition(":")
        if colon:
            entries.append(_entry(passage, head.strip(), line))
            entries[-1].add(rest.split(), line)
        elif text and entries:
            entries[-1].add(text.split(), line)
        elif text:
            raise passage.error(line, f"{quoted(text)} has no colon: write 'kind: hexes'")
    for entry in entries:
        if not entry.items:
            raise passage.error(entry.line, f"{quoted(entry.head)} lists nothing: add hexes or remove the line")
    return entries


def corrected_entries(passage: Passage) -> list[Entry]:
    """The lines of a text, those that have a correction replaced by it, and the new ones behind them."""
    entries = read_entries(passage)
    if passage.over is None:
        return entries
    over = read_entries(passage.over)
    heads = {entry.head for entry in over}
    return [*(entry for entry in entries if entry.head not in heads), *over]


def _entry(passage: Passage, head: str, line: int) -> Entry:
    source = passage.source
    found = _SOURCE.search(head)
    if found:
        head, source = head[: found.start()].strip(), found[1].strip()
        if source.partition(" ")[0] not in SOURCES:
            raise passage.error(line, f"source {quoted(source)} must begin with {', '.join(SOURCES)}")
    if not head:
        raise passage.error(line, "nothing stands before the colon: write 'kind: hexes'")
    return Entry(passage, " ".join(head.split()), source, line)


def hexes_of(board: Board, item: str) -> tuple[int, ...]:
    """The hexes of one item: a name, or a range such as `0907-0909` along the second number."""
    single = board.find(item)
    if single is not None:
        return (single,)
    for split in (at for at, mark in enumerate(item[:40]) if mark == "-"):
        low, high = board.grid.parse(item[:split]), board.grid.parse(item[split + 1 :])
        if low and high:
            if low[:2] != high[:2] or low[2] >= high[2]:
                raise BoardError(f"bad range {quoted(item)}: both ends need the same first number, the lower end first")
            board.number(item[:split])
            board.number(item[split + 1 :])
            return tuple(board.number(board.grid.label(*low[:2], n)) for n in range(low[2], high[2] + 1))
    return (board.number(item),)


def hex_list(board: Board, text: str) -> tuple[int, ...]:
    """The hexes of a list such as `0535 0907-0909`, for a cell of a table or the value of a setting."""
    return tuple(h for item in text.split() for h in hexes_of(board, item))


def sides_of(board: Board, item: str) -> tuple[int, ...]:
    """The hexsides of one item: two adjacent hexes `0608/0708`, or a hex and directions `0608/NE,E`."""
    one, slash, other = item.partition("/")
    if not slash:
        raise BoardError(f"{quoted(item)} is not a hexside: write two adjacent hexes such as {_example(board)}")
    a = board.number(one)
    words = other.split(",")
    if not all(word in board.directions for word in words):
        b = board.number(other)
        if b not in board.adjacent[a]:
            beside = ", ".join(board.name(n) for n in board.adjacent[a])
            raise BoardError(f"{quoted(item)}: the hexes are not adjacent; beside {board.name(a)} are {beside}")
        return (board.side(a, b),)
    sides = tuple(board.sides[a][board.directions.index(word)] for word in words)
    if -1 in sides:
        raise BoardError(f"{quoted(item)}: the board ends to the {words[sides.index(-1)]} of {board.name(a)}")
    return sides


def _example(board: Board) -> str:
    return "/".join(board.name(h) for h in board.ends(0)) if board.side_count else "0101/0102"


class _Words:
    """The declared kinds of a section, found at the beginning of a line."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self.kinds = tuple(kinds)
        self._by_words = {tuple(kind.replace("+", " ").split()): kind for kind in self.kinds}
        self._longest = max(map(len, self._by_words), default=0)

    def first(self, words: list[str]) -> tuple[str, list[str]] | None:
        """The longest kind that the words begin with, and the words after it."""
        for length in range(min(self._longest, len(words)), 0, -1):
            kind = self._by_words.get(tuple(words[:length]))
            if kind is not None:
                return kind, words[length:]
        return None

    def unknown(self, words: list[str]) -> str:
        """The complaint about words that begin with no kind."""
        text = " ".join(words)
        return f"unknown kind {quoted(text)}: {did_you_mean(text, self.kinds)}"


def _resolved(entry: Entry, board: Board, of: Callable[[Board, str], tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    for item, line in entry.items:
        try:
            yield from ((number, line) for number in of(board, item))
        except BoardError as error:
            raise entry.error(line, error.message) from None


def read_terrain(
    board: Board, kinds: Iterable[str], passage: Passage, default: str = ""
) -> tuple[HexLayer, list[Note]]:
    """Terrain in hexes. A hex stands in one line only; without a default every hex must stand in one."""
    words, notes = _Words(kinds), []
    listed: list[tuple[str, ...]] = [()] * len(board)
    lines: dict[int, int] = {}
    over = read_entries(passage.over) if passage.over else []
    corrected = {h for entry in over for h, _ in _resolved(entry, board, hexes_of)}
    for entry in (*read_entries(passage), *over):
        here = _terrain_head(entry, words)
        before = len(lines)
        for h, line in _resolved(entry, board, hexes_of):
            if h in corrected and entry.passage is passage:
                continue
            if h in lines:
                fix = f"keep one, or write a line for both kinds such as '{' '.join((*listed[h], *here))}'"
                raise entry.error(line, f"{board.name(h)} has terrain already, from line {lines[h]}: {fix}")
            lines[h], listed[h] = line, here
        notes.append(entry.note(passage.section, len(lines) - before))
    if default and default not in words.kinds:
        raise passage.error(passage.first_line, words.unknown([default]))
    bare = [h for h in range(len(board)) if h not in lines]
    if bare and not default:
        some = " ".join(board.name(h) for h in bare[:12]) + (" ..." if len(bare) > 12 else "")
        raise passage.error(passage.first_line, f"no terrain for {len(bare)} hexes ({some}): list them or set default")
    for h in bare:
        listed[h] = (default,)
    if bare:
        notes.append(Note(passage.section, f"{default} (default)", passage.source, len(bare)))
    shared = {some: frozenset(some) for some in set(listed)}
    return HexLayer(words.kinds, tuple(shared[some] for some in listed), tuple(listed)), notes


def _terrain_head(entry: Entry, words: _Words) -> tuple[str, ...]:
    rest = entry.head.replace("+", " ").split()
    kinds: list[str] = []
    while rest:
        found = words.first(rest)
        if found is None:
            raise entry.error(entry.line, words.unknown(rest))
        kind, rest = found
        kinds.append(kind)
    if len(set(kinds)) < len(kinds) or not kinds:
        raise entry.error(entry.line, f"{quoted(entry.head)} must name each kind once")
    return tuple(kinds)


def _named_head(entry: Entry, words: _Words) -> tuple[str, str]:
    found = words.first(entry.head.replace("+", " ").split())
    if found is None:
        raise entry.error(entry.line, words.unknown(entry.head.split()))
    return found[0], " ".join(found[1])


def read_sides(board: Board, kinds: Iterable[str], passage: Passage) -> tuple[SideLayer, list[Note]]:
    """Terrain on hexsides. A hexside may have several kinds, each of them once."""
    words, notes, chains = _Words(kinds), [], []
    at: list[Kinds] = [_NONE] * board.side_count
    lines: dict[tuple[str, int], int] = {}
    for entry in corrected_entries(passage):
        kind, name = _named_head(entry, words)
        items = []
        for side, line in _resolved(entry, board, sides_of):
            if (kind, side) in lines:
                pair = "/".join(board.name(h) for h in board.ends(side))
                first = lines[kind, side]
                raise entry.error(line, f"{pair} is listed twice as {kind}, first on line {first}: remove one")
            lines[kind, side] = line
            at[side] |= {kind}
            items.append(side)
        chains.append(Chain(kind, name, tuple(items)))
        notes.append(entry.note(passage.section, len(items)))
    return SideLayer(board, words.kinds, tuple(at), tuple(chains)), notes


def read_paths(board: Board, kinds: Iterable[str], passage: Passage) -> tuple[PathLayer, list[Note]]:
    """Paths from hex to hex. Several may share a step."""
    words, notes, chains = _Words(kinds), [], []
    at: list[Kinds] = [_NONE] * board.side_count
    on: list[Kinds] = [_NONE] * len(board)
    exits: dict[str, int] = {}
    lines: dict[tuple[str, str], int] = {}
    for entry in corrected_entries(passage):
        kind, name = _named_head(entry, words)
        if lines.setdefault((kind, name), entry.line) != entry.line:
            raise entry.error(entry.line, f"{quoted(entry.head)} stands on line {lines[kind, name]} too: rename one")
        ends = _take_exits(entry)
        hexes = list(_resolved(entry, board, hexes_of))
        for (a, _), (b, line) in pairwise(hexes):
            if b not in board.adjacent[a]:
                message = f"{board.name(a)} and {board.name(b)} are not adjacent: add the hexes between them"
                raise entry.error(line, message)
            at[board.side(a, b)] |= {kind}
        for h, _ in hexes:
            on[h] |= {kind}
        for exit_name, (h, line) in zip(ends, (hexes[0], hexes[-1]), strict=True):
            if exit_name and exits.setdefault(exit_name, h) != h:
                raise entry.error(line, f"exit {quoted(exit_name)} leaves from {board.name(exits[exit_name])} too")
        chains.append(Chain(kind, name, tuple(h for h, _ in hexes), ends))
        notes.append(entry.note(passage.section, len(hexes)))
    return PathLayer(board, words.kinds, tuple(at), tuple(on), tuple(chains), exits), notes


def _take_exits(entry: Entry) -> tuple[str, str]:
    ends = ["", ""]
    for end, place in ((0, 0), (1, -1)):
        if entry.items and entry.items[place][0].startswith("@"):
            ends[end] = entry.items.pop(place)[0][1:]
    for item, line in entry.items:
        if item.startswith("@"):
            raise entry.error(line, f"{quoted(item)}: an exit stands only at the beginning or the end of a path")
    if not entry.items:
        raise entry.error(entry.line, f"{quoted(entry.head)} has no hexes")
    return ends[0], ends[1]


def read_areas(board: Board, passage: Passage) -> tuple[dict[str, tuple[int, ...]], list[Note]]:
    """Named sets of hexes, in the order listed; they may overlap."""
    areas: dict[str, tuple[int, ...]] = {}
    notes = []
    for entry in corrected_entries(passage):
        hexes = [h for h, _ in _resolved(entry, board, hexes_of)]
        if entry.head in areas:
            raise entry.error(entry.line, f"{quoted(entry.head)} is listed twice: rename one or join them")
        if len(set(hexes)) < len(hexes):
            twice = next(board.name(h) for n, h in enumerate(hexes) if h in hexes[:n])
            raise entry.error(entry.line, f"{quoted(entry.head)} lists {twice} twice: remove one")
        areas[entry.head] = tuple(hexes)
        notes.append(entry.note(passage.section, len(hexes)))
    return areas, notes


def read_levels(board: Board, passage: Passage, default: int = 0) -> tuple[tuple[int, ...], list[Note]]:
    """A whole number for every hex, such as its height: `3: 0101-0109`."""
    entries = [*read_entries(passage), *(read_entries(passage.over) if passage.over else ())]
    for entry in entries:
        if not re.fullmatch("-?[0-9]{1,4}", entry.head):
            raise entry.error(entry.line, f"{quoted(entry.head)} is not a whole number")
    kinds = {entry.head for entry in entries} | {str(default)}
    layer, notes = read_terrain(board, sorted(kinds), passage, str(default))
    return tuple(int(listed[0]) for listed in layer.listed), notes
