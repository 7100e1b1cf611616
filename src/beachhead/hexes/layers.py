"""What lies on a board: terrain in hexes, terrain on hexsides, and paths from hex to hex.

Every layer is a few flat tuples indexed by hex or by hexside, so a rule reads `terrain.at[h]` or
`"bluff" in hexsides.at[side]`, and a table of movement costs is made once with `costs` and then indexed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from beachhead.hexes.board import Board
from beachhead.hexes.errors import BoardError, did_you_mean

Kinds = frozenset[str]


@dataclass(frozen=True, slots=True)
class Note:
    """Where one line of a board file has its facts from, and which of them are doubtful."""

    section: str
    head: str
    source: str
    count: int
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """One named line on the board: a road as its hexes in order, a river as its hexsides as listed."""

    kind: str
    name: str
    items: tuple[int, ...]
    exits: tuple[str, str] = ("", "")
    """For a path: the names of the exits by which it leaves the board at its start and its end, if it does."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HexLayer:
    """Terrain in hexes; a hex may have several kinds."""

    kinds: tuple[str, ...]
    at: tuple[Kinds, ...]
    """The kinds of every hex."""
    listed: tuple[tuple[str, ...], ...]
    """The same in the order of the board file, the ground first."""

    def hexes(self, *kinds: str) -> tuple[int, ...]:
        """The hexes that have any of the kinds."""
        wanted = _declared(kinds, self.kinds)
        return tuple(h for h, here in enumerate(self.at) if here & wanted)

    def mask(self, *kinds: str) -> tuple[bool, ...]:
        """For every hex, whether it has any of the kinds."""
        wanted = _declared(kinds, self.kinds)
        return tuple(not wanted.isdisjoint(here) for here in self.at)

    def costs(self, of: Mapping[str, int]) -> tuple[int, ...]:
        """For every hex, the highest number of its kinds; every kind must have one."""
        missing = [kind for kind in self.kinds if kind not in of]
        if missing:
            raise BoardError(f"no cost is given for {', '.join(missing)}")
        _declared(of, self.kinds)
        return tuple(max(of[kind] for kind in here) for here in self.at)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SideLayer:
    """Terrain on hexsides; a hexside may have several kinds, most have none."""

    board: Board
    kinds: tuple[str, ...]
    at: tuple[Kinds, ...]
    """The kinds of every hexside."""
    chains: tuple[Chain, ...]

    def on_side(self, side: int) -> Kinds:
        """The kinds of a hexside."""
        return self.at[side]

    def between(self, a: int, b: int) -> Kinds:
        """The kinds of the hexside between two adjacent hexes."""
        return self.at[self.board.side(a, b)]

    def sides(self, *kinds: str) -> tuple[int, ...]:
        """The hexsides that have any of the kinds; of all kinds, if none is given."""
        wanted = _declared(kinds or self.kinds, self.kinds)
        return tuple(side for side, here in enumerate(self.at) if here & wanted)

    def costs(self, of: Mapping[str, int]) -> tuple[int, ...]:
        """For every hexside, the highest number of its kinds; 0 where it has none or none that is given."""
        _declared(of, self.kinds)
        return tuple(max((of[kind] for kind in here if kind in of), default=0) for here in self.at)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PathLayer:
    """Roads, rails and rivers that run from hex to hex."""

    board: Board
    kinds: tuple[str, ...]
    at: tuple[Kinds, ...]
    """The kinds of path that cross every hexside."""
    on: tuple[Kinds, ...]
    """The kinds of path in every hex."""
    chains: tuple[Chain, ...]
    exits: Mapping[str, int]
    """The hex from which a path leaves the board, by the name of the exit."""

    def between(self, a: int, b: int) -> Kinds:
        """The kinds of path that lead from a hex to the one beside it."""
        return self.at[self.board.side(a, b)]

    def connects(self, a: int, b: int, *kinds: str) -> bool:
        """Whether a path (of one of the kinds, if any are given) leads from a hex to the one beside it."""
        return not self.between(a, b).isdisjoint(_declared(kinds or self.kinds, self.kinds))

    def sides(self, *kinds: str) -> tuple[int, ...]:
        """The hexsides that a path of any of the kinds crosses; of all kinds, if none is given."""
        wanted = _declared(kinds or self.kinds, self.kinds)
        return tuple(side for side, here in enumerate(self.at) if here & wanted)

    def adjacent(self, *kinds: str) -> tuple[tuple[int, ...], ...]:
        """For every hex, the hexes that a path of any of the kinds leads to; of all kinds, if none is given."""
        wanted = _declared(kinds or self.kinds, self.kinds)
        return tuple(tuple(n for n, side in links if self.at[side] & wanted) for links in self.board.links)


def _declared(kinds: Iterable[str], known: tuple[str, ...]) -> Kinds:
    wanted = frozenset(kinds)
    for kind in wanted.difference(known):
        raise BoardError(f"no kind {kind!r} on this board: {did_you_mean(kind, known)}")
    return wanted
