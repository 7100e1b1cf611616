"""Words that games share."""

import pytest

from beachhead.games import find_game, game_ids
from beachhead.kernel import Verb
from beachhead.wargame.words import USUAL_EVENTS, USUAL_VERBS, usual_events, usual_verbs


def test_a_game_takes_the_words_that_it_needs():
    assert usual_verbs("done", "move") == {"done": Verb("Done", role="done"), "move": Verb("Move to", "hex")}
    assert list(usual_events("moved")) == ["moved"] and not usual_verbs()
    with pytest.raises(KeyError):
        usual_verbs("fly")


def test_every_word_is_one_of_two_games_at_least():
    games = [find_game(name) for name in game_ids()]
    assert [verb for verb, words in USUAL_VERBS.items() if sum(g.verbs.get(verb) == words for g in games) < 2] == []
    assert [kind for kind, words in USUAL_EVENTS.items() if sum(g.events.get(kind) == words for g in games) < 2] == []
