"""Set-ups of S1 to S9: there is room for everybody, and what the game proposes may stand there."""

from __future__ import annotations

import pytest
from tests.tcs.helpers import GAME

from beachhead.games.tcs.box import POOL
from beachhead.kernel import Action, Match

BOX = GAME.box
SCENARIOS = [name for name in BOX.scenarios if name.startswith("S")]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_there_is_room(scenario: str) -> None:
    """7.0, 7.0c Line by line the game places all that is left, and every proposal is legal."""
    match = Match.new(GAME, scenario, {}, seed="1")
    while (decision := match.decision) is not None and GAME.sequence.is_before(match.state):
        verbs = decision.options
        if match.state.phase.endswith("set-up"):
            match.apply(Action("rest", None))
        elif "done" in verbs:
            match.apply(Action("done", None))
        elif "rockets" in verbs:
            match.apply(Action("rockets", verbs["rockets"][0]))
        else:
            break
    g = match.state
    assert not [BOX.pieces[unit].id for unit, record in enumerate(g.units) if record.at == POOL]
    assert GAME.refuse_position(g) is None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_pill_boxes_fit_their_zones(scenario: str) -> None:
    """3.3g One a hex, and enough defensive zone hexes on the maps in play."""
    rows = [row for row in BOX.set_ups.get(scenario, ()) if row.how == "zone"]
    boxes = sum(len(BOX.picked(row.of, row.pick)) for row in rows)
    assert boxes <= sum(bool(BOX.in_play[scenario][h]) for h in BOX.ground.zones)
