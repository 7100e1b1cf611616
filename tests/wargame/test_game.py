"""What a game with chapters answers by functions of its modules, and by methods of its own."""

from beachhead.games import find_game
from beachhead.games.bradley import lookout, positions
from beachhead.games.bradley.game import BradleysDDay


def test_functions_beside_a_game_answer_for_it():
    game = find_game("bradley")
    assert game.sight is lookout.sight and game.clear_board is positions.clear_board
    row = game.box.scenarios["omaha"]
    assert game.scenarios["omaha"].turns == row.last_turn + 1 - row.first_turn


def test_a_method_comes_before_a_function():
    class Quiet(BradleysDDay):
        """The same game without anything to look at."""

        def sight(self, g, here, there, unit):
            """Nothing."""

    assert Quiet().sight(None, 0, 1, None) is None
    assert Quiet().clear_board is positions.clear_board
