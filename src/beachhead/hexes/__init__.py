"""The board: hexes as integers inside, printed names at the edge."""

from beachhead.hexes.bits import Planes, Rings, Shifts, bits, listed, marks
from beachhead.hexes.board import Board
from beachhead.hexes.boardfile import BoardReader, BoardSheet, load_board, read_board
from beachhead.hexes.errors import BoardError, UnknownHexError
from beachhead.hexes.grid import Grid, Sheet
from beachhead.hexes.layers import Chain, HexLayer, Note, PathLayer, SideLayer
from beachhead.hexes.layertext import hex_list
from beachhead.hexes.search import BLOCKED, Marks, Reach, Steps, Ways, flood, marked, reach_by, ways

__all__ = [
    "BLOCKED",
    "Board",
    "BoardError",
    "BoardReader",
    "BoardSheet",
    "Chain",
    "Grid",
    "HexLayer",
    "Marks",
    "Note",
    "PathLayer",
    "Planes",
    "Reach",
    "Rings",
    "Sheet",
    "Shifts",
    "SideLayer",
    "Steps",
    "UnknownHexError",
    "Ways",
    "bits",
    "flood",
    "hex_list",
    "listed",
    "load_board",
    "marked",
    "marks",
    "reach_by",
    "read_board",
    "ways",
]
