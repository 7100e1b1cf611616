"""Players of one's own, from a Python file: loaded where somebody at this computer names them, and nowhere else."""

from pathlib import Path

import pytest

from beachhead.games import find_game
from beachhead.kernel import Match
from beachhead.players import PlayerError, check_spec, make_player, make_players, parse_spec, play_match
from beachhead.players.simple import FirstPlayer

LOOKAHEAD = Path(__file__).parents[2] / "examples" / "agents" / "lookahead.py"

AGENT = """
from dataclasses import dataclass

from tactics import favourite  # a file beside this one


@dataclass
class Agent:
    game: object
    side: str
    random: object
    bold: bool = False

    def choose(self, seat):
        return favourite(seat.decision)


class Stone:
    pass
"""


@pytest.fixture
def agent(tmp_path):
    (tmp_path / "tactics.py").write_text("def favourite(decision):\n    return decision[0]\n")
    (tmp_path / "agent.py").write_text(AGENT)
    return tmp_path / "agent.py"


def test_a_spec_with_a_file_reads_back():
    spec = parse_spec("my_agent.py:Agent:depth=3")
    assert (spec.file, spec.name, dict(spec.parameters)) == ("my_agent.py", "Agent", {"depth": "3"})
    assert parse_spec(str(spec)) == spec


def test_an_agent_from_a_file_plays_a_game(agent):
    game = find_game("pegasus")
    match = Match.new(game, seed="own")
    players = make_players({side: check_spec(f"{agent}:Agent", game, own=True) for side in game.sides}, match, "1")
    first = Match.new(game, seed="own")
    play_match(match, players)
    play_match(first, dict.fromkeys(game.sides, FirstPlayer(game, "", None)))
    assert match.is_over and [step.action for step in match.record] == [step.action for step in first.record]


def test_its_parameters_are_those_of_the_class():
    game = find_game("pegasus")
    player = make_player(check_spec(f"{LOOKAHEAD}:Lookahead:width=2:worlds=1", game, own=True), game, "german", "1")
    assert (player.width, player.worlds) == (2, 1)
    with pytest.raises(PlayerError, match="width"):
        check_spec(f"{LOOKAHEAD}:Lookahead:width=two", game, own=True)


def test_looking_ahead_plays_from_what_the_side_knows():
    game = find_game("pegasus")
    match = Match.new(game, seed="ahead")
    spec = check_spec(f"{LOOKAHEAD}:Lookahead:width=2:worlds=1", game, own=True)
    play_match(match, make_players({"german": spec, "british": "random"}, match, "1"))
    assert match.is_over


@pytest.mark.parametrize("name", ["pegasus", "omaha", "tcs"])
def test_a_text_from_elsewhere_loads_nothing(agent, name):
    agent.write_text("raise SystemExit('loaded')")
    with pytest.raises(PlayerError, match="must name it again"):
        check_spec(f"{agent}:Agent", find_game(name))
    with pytest.raises(PlayerError, match="must name it again"):
        make_player(f"{agent}:Agent", find_game(name), find_game(name).sides[0], "1")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("{agent}", "write the class too"),
        ("{agent}:Nobody", "has no 'Nobody'"),
        ("{agent}:Stone", "has no player 'Stone'"),
        ("{agent}x.py:Agent", "is not a Python file that can be read"),
        ("{broken}:Agent", "cannot be loaded: ZeroDivisionError"),
    ],
)
def test_what_is_wrong_is_said(agent, spec, said):
    broken = agent.with_name("broken.py")
    broken.write_text("1 / 0\n")
    with pytest.raises(PlayerError, match=said):
        check_spec(spec.format(agent=agent, broken=broken), find_game("pegasus"), own=True)
