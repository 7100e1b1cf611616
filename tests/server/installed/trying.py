"""Pegasus Bridge with computer players that try the patience of a server."""

from __future__ import annotations

import os
import time
from pathlib import Path

from beachhead.kernel import Action
from pegasus import PegasusBridge


class Player:
    def __init__(self, game, side, random):
        self.random = random


class Slow(Player):
    """Waits until it is let go."""

    def choose(self, seat):
        gate = Path(os.environ["TRYING_GATE"])
        while not gate.exists():
            time.sleep(0.01)
        return next(seat.decision.actions())


class Broken(Player):
    def choose(self, seat):
        raise RuntimeError("no idea")


class Dead(Player):
    def choose(self, seat):
        os._exit(1)


class Cheat(Player):
    def choose(self, seat):
        return Action("done")


class Loud(Player):
    def choose(self, seat):
        print("hm" * 1000)
        return next(seat.decision.actions())


class Trying(PegasusBridge):
    id = "trying"
    players = {"slow": Slow, "broken": Broken, "dead": Dead, "cheat": Cheat, "loud": Loud}  # noqa: RUF012


def game(overlay=None):
    return Trying(overlay)
