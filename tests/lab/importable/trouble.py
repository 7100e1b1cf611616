"""A game with players that fail, in a module that worker processes can import."""

from __future__ import annotations

import os

from beachhead.bench.drill import Drill
from beachhead.players import PlayerError


class Dies:
    """A player that takes its process down with it."""

    def __init__(self, game, side, random):
        pass

    def choose(self, seat):
        os._exit(3)


class Fails:
    def __init__(self, game, side, random):
        pass

    def choose(self, seat):
        raise PlayerError("I do not know what to do")


class Trouble(Drill):
    players = {"dies": Dies, "fails": Fails}  # noqa: RUF012
