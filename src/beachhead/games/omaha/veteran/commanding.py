"""7.1, 11.2, 11.3, 18 Leaders: where they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from beachhead.games.omaha.box import STEADY
from beachhead.games.omaha.veteran.fire import Fire
from beachhead.games.omaha.veteran.plan import Plan
from beachhead.games.omaha.veteran.reading import Company, Reading
from beachhead.kernel import Action

DROWNED = 1000.0
IDLE = 0.2
"""How much a leader is wanted by infantry that has nothing to do, or does it without him."""
GUN_WANT = 0.2
"""How much a leader is wanted by a gun."""
FOLLOW = 0.8
"""How much a leader loses by each hex that he has to walk to his men."""


def is_silenced(fire: Fire, leader: Company) -> bool:
    """18.32 Whether a command post commands nobody, because a position in action fires at it."""
    return bool(leader.post) and any(leader.hex in firer.field for firer in fire.firers.values())


class Leaders:
    """11.2, 11.3 Where leaders should be."""

    def __init__(self, reading: Reading, fire: Fire, plan: Plan, closed: Set[int], sea: int) -> None:
        self.reading, self.fire, self.plan, self.closed, self.sea = reading, fire, plan, closed, sea
        self._wants: dict[int, dict[int, float]] = {}

    def move(self, free: Set[object], moves: Callable[[Company], Iterable[int]]) -> tuple[Action, ...] | None:
        """7.33, 11.2, 18.11 Leaders go where most units will need them; a post stays, unless fire has silenced it."""
        for leader in self.reading.leaders:
            if leader.number not in free or (leader.post and not is_silenced(self.fire, leader)):
                continue
            best, where = self.cost(leader, leader.hex) - 0.05, -1
            if leader.post:
                best = DROWNED
            for place in moves(leader):
                cost = self.cost(leader, place)
                if cost < best:
                    best, where = cost, place
            if where >= 0:
                return (Action("free", leader.number), Action("move", where))
        return None

    def cost(self, leader: Company, place: int) -> float:
        """How badly a leader is placed in a hex: far from many units that no other leader commands."""
        box = self.reading.box
        if box.tide_band[place] <= self.sea:
            return DROWNED
        distance = box.board.distance
        total = -max((found * FOLLOW ** distance(place, h) for h, found in self._wanted(leader).items()), default=0.0)
        if any(f.field.get(place, 0) >= STEADY for f in self.fire.firers.values()):
            total += 0.1
        return total

    def _wanted(self, leader: Company) -> dict[int, float]:
        """11.2, 11.3 How many units a leader would command from a hex."""
        reading, board = self.reading, self.reading.box.board
        if leader.number in self._wants:
            return self._wants[leader.number]
        others = [o for o in reading.leaders if o is not leader]
        found: dict[int, float] = {}
        for company in reading.fighters:
            want = self._want(company)
            if any(board.distance(company.hex, o.hex) <= 1 for o in others):
                want *= 0.35
            for h in (company.hex, *board.adjacent[company.hex]):
                if h not in self.closed:
                    found[h] = found.get(h, 0.0) + want
        self._wants[leader.number] = found
        return found

    def _want(self, company: Company) -> float:
        """7.1 How much a unit wants to be in command next turn."""
        if not company.piece.is_infantry:
            return GUN_WANT
        if company.piece.type == "ranger" or company.hero or company.climb:
            return IDLE
        return self.plan.urgency(company) if self.plan.is_bound(company) else IDLE
