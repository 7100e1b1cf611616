"""A save knows the data it was played with: on other data it says so, and does not speak of a drift."""

import json
from random import Random

import pytest

from beachhead.kernel import Match, OtherData, SaveDrift, load, read_save, save, verify
from beachhead.testing.properties import walk
from pegasus import PegasusBridge


@pytest.fixture(scope="module")
def packaged():
    return PegasusBridge()


@pytest.fixture(scope="module")
def corrected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corrections")
    (folder / "units.csv").write_text("id,steps\nBridge guard,5\n", encoding="utf-8")
    game = PegasusBridge(folder)
    game.overlay = folder
    return game


def played(game):
    match = Match.new(game, seed="7")
    for _ in walk(match, Random("7")):
        pass
    return match


def test_a_save_carries_the_digest_of_its_data(packaged, corrected):
    plain, changed = read_save(save(played(packaged))), read_save(save(played(corrected)))
    assert plain.data == packaged.data_digest != corrected.data_digest == changed.data
    assert (plain.corrections, changed.corrections) == ((), ("units.csv: Bridge guard changed",))
    assert load(save(played(corrected)), lambda _: corrected).is_over


def test_on_other_data_nobody_speaks_of_a_drift(packaged, corrected):
    for game, other in ((packaged, corrected), (corrected, packaged)):
        data = save(played(game))
        with pytest.raises(OtherData, match="was played with other data") as caught:
            load(data, lambda _, other=other: other)
        assert ("Bridge guard changed" in str(caught.value)) == (game is corrected)
        verdict = verify(data, lambda _, other=other: other)
        [problem] = (claim.words for claim in verdict.claims if claim.about == "replay")
        assert problem.startswith("the save was played with other data") and verdict.status == 5
        assert not verify(data, lambda _, game=game: game).problems


def test_a_drift_on_the_same_data_is_a_drift(packaged):
    document = json.loads(save(played(packaged)))
    document["actions"][3]["digest"] = "0"
    with pytest.raises(SaveDrift, match="the save drifts at action 4") as caught:
        load(json.dumps(document).encode(), lambda _: packaged)
    assert not isinstance(caught.value, OtherData)


def test_an_old_save_without_a_digest_drifts(packaged, corrected):
    document = json.loads(save(played(corrected)))
    del document["data"], document["corrections"]
    with pytest.raises(SaveDrift, match="the save drifts"):
        load(json.dumps(document).encode(), lambda _: packaged)


def test_what_a_file_says_of_its_data_is_printable(packaged, corrected):
    document = json.loads(save(played(corrected)))
    document |= {"data": "\x1b[2J", "corrections": ["\x07units"]}
    with pytest.raises(OtherData) as caught:
        load(json.dumps(document).encode(), lambda _: packaged)
    assert str(caught.value).isprintable()


def test_data_that_leads_to_the_same_game_replays(packaged, tmp_path):
    (tmp_path / "units.csv").write_text("id,reference\nBridge guard,counted again\n", encoding="utf-8")
    game = PegasusBridge(tmp_path)
    game.overlay = tmp_path
    assert load(save(played(packaged)), lambda _: game).is_over
