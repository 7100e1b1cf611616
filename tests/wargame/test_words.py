"""Words that games share."""

from beachhead.games import find_game, game_ids
from beachhead.kernel import Verb
from beachhead.wargame.words import USUAL_EVENTS, USUAL_VERBS


def test_a_chapter_may_have_words_of_its_own_for_what_is_usual():
    bradley, omaha = find_game("bradley"), find_game("omaha")
    assert bradley.verbs["done"] == USUAL_VERBS["done"] == Verb("Done", role="done")
    assert omaha.verbs["done"] == Verb("End the action phase", role="done")
    assert omaha.events["moved"] == USUAL_EVENTS["moved"]


def test_every_word_is_one_of_two_games_at_least():
    games = [find_game(name) for name in game_ids()]
    assert [verb for verb, words in USUAL_VERBS.items() if sum(g.verbs.get(verb) == words for g in games) < 2] == []
    assert [kind for kind, words in USUAL_EVENTS.items() if sum(g.events.get(kind) == words for g in games) < 2] == []
