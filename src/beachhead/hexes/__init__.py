"""The board: hexes as integers inside, printed names at the edge."""

from beachhead.hexes.board import Board
from beachhead.hexes.boardfile import BoardSheet, load_board, read_board
from beachhead.hexes.errors import BoardError, UnknownHexError
from beachhead.hexes.grid import Grid
from beachhead.hexes.search import BLOCKED, Reach, reach

__all__ = [
    "BLOCKED",
    "Board",
    "BoardError",
    "BoardSheet",
    "Grid",
    "Reach",
    "UnknownHexError",
    "load_board",
    "reach",
    "read_board",
]
