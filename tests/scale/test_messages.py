"""A table with 2,600 counters: what is sent of an action is small, and leads where the table stands."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.metadata import EntryPoint
from random import Random

import pytest
from tests.scale.frontier import FrontierGame
from tests.server.serving import actions, follow, hear, new_table, served

from beachhead import games

MOST_BYTES = 20_000


def game(_overlay=None):
    """The game, as an installed one is found."""
    return FrontierGame()


@pytest.fixture(scope="module")
def frontier(tmp_path_factory):
    """A server that has the game; its address."""
    known = {**games._entries(), "frontier": EntryPoint("frontier", "tests.scale.test_messages:game", games.GROUP)}
    with pytest.MonkeyPatch.context() as patch, served(tmp_path_factory.mktemp("frontier")) as address:
        patch.setattr(games, "_entries", lambda: known)
        yield address
    games.find_game.cache_clear()


def test_an_action_among_2600_counters_is_a_small_message(frontier):
    seats = new_table(frontier, game="frontier", seats={"red": "human", "blue": "human"}, seed="messages")
    chance, sizes = Random(1), []
    with ExitStack() as stack:
        listeners = {side: stack.enter_context(seat.live()) for side, seat in seats.items()}
        for listener in listeners.values():
            hear(listener)
        assert len(listeners["red"].state["scene"]["counters"]) == 2600
        for number in range(80):
            side = listeners["spectator"].state["deciding"]
            seat, state = seats[side], listeners[side].state
            offered = [action for action in actions(state) if action[0] != "done" or number % 9 == 8]
            verb, arg = chance.choice(offered)
            body = {"seq": state["seq"], "since": state["since"] + len(state["events"]), "verb": verb, "arg": arg}
            answer = seat.post("/actions", **body, follows=True)
            assert answer.status_code == 200, answer.text
            after = follow(state, answer.json(), seat.hexes)
            sizes.append(len(answer.content))
            for listener in listeners.values():
                hear(listener, until=lambda message, seq=after["seq"]: message["state"]["seq"] == seq)
        for side, listener in listeners.items():
            now = seats[side].state()
            assert listener.state["scene"] == now["scene"] and listener.state["decision"] == now["decision"]
    assert sum(sizes) / len(sizes) < MOST_BYTES / 4 and sorted(sizes)[int(len(sizes) * 0.95)] < MOST_BYTES
