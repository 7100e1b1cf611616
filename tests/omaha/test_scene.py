"""AID.reveal The table on a screen: the printed sheet, nothing hidden, cards as pictures."""

from random import Random

import msgspec
import pytest
from tests.omaha.helpers import match_at, the_game

from beachhead.kernel import Match

GAME = the_game()
QUIET = {"fire east": ["4"], "fire west": ["5"]}


@pytest.fixture(scope="module")
def layout():
    return GAME.layout()


def _moments(scenario, seed, count=150):
    match, random = Match.new(GAME, scenario, seed=seed, keeps_digests=False), Random(seed)
    for _ in range(count):
        if match.decision is None:
            return
        yield match
        match.apply(match.decision[random.randrange(len(match.decision))])


@pytest.mark.rule("omaha", "2.1", "2.1.wn", "2.1.fof")
def test_the_sheet_has_every_hex_position_dot_and_box():
    layout = GAME.layout()
    assert len(layout.names) == len(layout.centres) == len(layout.terrain) == len(layout.neighbours)
    assert len(layout.plates) == 91
    assert sum(len(field.dots) for field in layout.fields) == 1071
    assert sum(plate.points for plate in layout.plates) == 42
    assert [spot.id for spot in layout.spots] == [box.id for box in GAME.box.boxes]


def test_neighbours_lie_in_their_directions(layout):
    for h, row in enumerate(layout.neighbours):
        for direction, n in enumerate(row):
            if n >= 0:
                assert layout.neighbours[n][(direction + 3) % 6] == h
                dx, dy = layout.centres[n][0] - layout.centres[h][0], layout.centres[n][1] - layout.centres[h][1]
                assert dx * dx + dy * dy == pytest.approx(1.0, abs=1e-3)
                assert (dx > 0) == (direction in (0, 1, 2))


def test_every_relief_hexside_runs_from_the_low_hex_to_the_high_one(layout):
    box = GAME.box
    for low, high in layout.sides["bluff"] + layout.sides["slope"]:
        assert not (box.is_low[high] and not box.is_low[low])


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
@pytest.mark.rule("omaha", "AID.reveal")
def test_scenes_are_the_same_whatever_is_hidden(scenario):
    for match in list(_moments(scenario, f"hidden-{scenario}", 60))[::20]:
        twin = match.game.imagine(match.known("us"), "us", Random(7))
        ours, theirs = (GAME.scene(GAME.known(g, "us"), "us") for g in (match.state, twin))
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)


@pytest.mark.rule("omaha", "2.3", "4.II")
def test_cards_in_the_log_have_pictures():
    kinds = set()
    for match in _moments("first-waves", "pictures"):
        last = match
    for event in last.events_for("us"):
        card = GAME.picture(event)
        if card is not None:
            kinds.add(card.kind)
            assert card.title in GAME.box.card
            assert card.rows
    assert kinds == {"waves", "bars", "tinted"}


@pytest.mark.rule("omaha", "10.11")
@pytest.mark.parametrize("phase", ["fire", "engineer", "action"])
def test_the_cell_of_the_engineers_tells_of_this_turn_alone(phase):
    """Lanes that were cleared on earlier turns lie on the map and nowhere else."""
    match = match_at({"turn": 5, "phase": phase, "clear": True, "cleared": ["0613", "0612"]}, QUIET)
    scene = match.scene("us")
    assert {mark.hex for mark in scene.marks if mark.kind == "lane"} == {"0612", "0613"}
    (cell,) = [panel for panel in scene.panels if panel.id == "step-engineer"]
    assert list(cell.lines) == [] and not cell.cards and not cell.tallies and "061" not in cell.title + cell.small


@pytest.mark.rule("omaha", "10.1")
def test_the_cell_of_the_engineers_says_that_there_are_no_operations():
    match = match_at({"turn": 5, "phase": "engineer", "clear": True, "engineers_blocked": True}, QUIET)
    (cell,) = [panel for panel in match.scene("us").panels if panel.id == "step-engineer"]
    assert list(cell.lines) == ["No operations this turn"]
