"""The box: a board of ten thousand hexes and 2,600 counters, made by rule of thumb and always the same."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from beachhead.hexes import read_board, ways
from beachhead.kernel.places import Places
from beachhead.wargame import OddsAxis, ResultsTable

SIZE = 100
RED, BLUE = SIDES = ("red", "blue")
STACK = 4
COSTS = {"clear": 1, "woods": 2, "hills": 3}
RIVER = 2
ALLOWANCES = (10, 12, 16)


class Piece(NamedTuple):
    """A counter as printed."""

    id: str
    side: str
    attack: int
    allowance: int
    start: int
    """The hex of the great set-up."""


class Box:
    """What the rules read as `g.box`."""

    def __init__(self, pieces: int = 2600) -> None:
        self.sheet = read_board(_board_text(Random("ground")))
        self.board = self.sheet.board
        rivers = self.sheet.hexsides.costs({"river": RIVER})
        roads = dict.fromkeys(self.sheet.paths.sides("road"), 1)
        self.ways = ways(self.board, self.sheet.terrain.costs(COSTS), rivers, road=roads)
        self.pieces = [*self._army(RED, pieces // 2, range(30, 50)), *self._army(BLUE, pieces // 2, range(50, 70))]
        self.sides = [piece.side for piece in self.pieces]
        self.places = Places(self.board, ("lost", "unused"))
        self.lost, self.unused = self.places.at("lost"), self.places.at("unused")
        columns = OddsAxis(("1:2", "1:1", "2:1", "3:1", "4:1"))
        self.results = ResultsTable(columns, "1d6", {
            1: ("A1", "A1", "A1", "A1", "NE"),
            2: ("A1", "A1", "NE", "NE", "DR"),
            3: ("A1", "NE", "NE", "DR", "DR"),
            4: ("NE", "NE", "DR", "DR", "D1"),
            5: ("NE", "DR", "DR", "D1", "D1"),
            6: ("DR", "D1", "D1", "D1", "D1"),
        })  # fmt: skip

    def _army(self, side: str, count: int, columns: range) -> list[Piece]:
        """Stacks of up to four, spread over some columns of the map."""
        random, found = Random(side), list[Piece]()
        hexes = [column * SIZE + row for column in columns for row in range(SIZE)]
        random.shuffle(hexes)
        while len(found) < count:
            place = hexes.pop()
            for _ in range(min(random.randint(1, STACK), count - len(found))):
                number = len(found)
                name = f"{number // 50 + 1}{side[0].upper()}/{number % 50 + 1}"
                found.append(Piece(name, side, random.randint(2, 6), random.choice(ALLOWANCES), place))
        return found


def _board_text(random: Random) -> str:
    """The board as its file would have it."""
    columns = range(SIZE)
    names = [f"{column:02}{row:02}" for column in columns for row in columns]
    ground = {"woods": random.sample(names, len(names) // 4), "hills": random.sample(names, len(names) // 8)}
    ground["hills"] = sorted(set(ground["hills"]) - set(ground["woods"]))
    rivers = [
        f"{column:02}{row:02}/{column:02}{row + 1:02}" for column in columns for row in (24, 49, 74) if column % 7
    ]
    roads = [" ".join(f"{column:02}{row:02}" for row in columns) for column in range(5, SIZE, 15)]
    return "\n".join([
        'id = "frontier"',
        'title = "The frontier"',
        "[grid]",
        'shape = "flat"\nfirst = "column"\ncolumns = [0, 99]\nrows = [0, 99]',
        "[terrain]",
        'kinds = { clear = "", woods = "", hills = "" }\ndefault = "clear"',
        "lines = '''",
        *(f"{kind}: {' '.join(sorted(hexes))}" for kind, hexes in ground.items()),
        "'''",
        "[hexsides]",
        f"kinds = [\"river\"]\nlines = '''\nriver: {' '.join(rivers)}\n'''",
        "[paths]",
        "kinds = [\"road\"]\nlines = '''",
        *(f"road {number}: {road}" for number, road in enumerate(roads)),
        "'''",
    ])  # fmt: skip
