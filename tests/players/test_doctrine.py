"""The frame of computer players."""

from random import Random

from beachhead.bench.drill import Drill
from beachhead.kernel import Action, Match
from beachhead.players import Doctrine, play_match


class Sergeant(Doctrine):
    """Moves the first two units of a round one hex on, then ends the round."""

    def __init__(self, game, side, random):
        super().__init__(game, side, random)
        self.begun = []
        self.moved = 0

    def answers(self):
        return {"unit": self._unit, "hex": self._hex, "lose": lambda g, decision: None}

    def moment(self, g):
        return g.round

    def begin(self, g):
        self.begun.append(g.round)
        self.moved = 0

    def _unit(self, g, decision):
        if self.moved == 2:
            return Action("done")
        self.moved += 1
        self.script = [Action("hex", -1), Action("hex", max(decision.options["unit"]))]
        return Action("unit", decision.options["unit"][0])

    def _hex(self, g, decision):
        return self.scripted(decision) or decision[0]


def test_a_doctrine_plays_a_whole_game():
    match = Match.new(Drill(), seed="1")
    players = {side: Sergeant(match.game, side, Random(side)) for side in match.game.sides}
    play_match(match, players)
    assert match.is_over
    assert players["left"].begun == sorted(set(players["left"].begun)), "each moment begins once"


def test_a_script_drops_what_is_not_offered():
    match = Match.new(Drill(), seed="1")
    sergeant = Sergeant(match.game, "left", Random(1))
    first = match.decision[0]
    sergeant.script = [Action("hex", 10**6), first]
    assert sergeant.scripted(match.decision) == first
    assert sergeant.scripted(match.decision) is None
