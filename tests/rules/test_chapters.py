"""The book by chapters, and what is wrong with one that leaves rules out."""

import pytest

from beachhead.games import find_game, game_ids
from beachhead.kernel.guides import read_chapters, read_rules
from beachhead.rules import ChapterRow, Rule, RuleIndex, chapters

INDEX = RuleIndex(Rule(each, "Title", "Sentence.", "procedure", "yes") for each in ("1.1", "1.2", "2.1", "3.1"))


def test_a_chapter_goes_on_until_the_next_begins():
    book = chapters(
        INDEX, [ChapterRow("1.1", "1", "Turn", "What it is."), ChapterRow("2.1", "2", "Moving", "How far.")]
    )
    assert [(each.number, [rule.rule for rule in each.rules]) for each in book] == [
        ("1", ["1.1", "1.2"]),
        ("2", ["2.1", "3.1"]),
    ]


def test_no_rule_is_left_out():
    with pytest.raises(ValueError, match=r"no chapter begins with the first rule, 1\.1"):
        chapters(INDEX, [ChapterRow("1.2", "1", "Turn", "What it is.")])


def test_chapters_stand_in_the_order_of_the_rules():
    with pytest.raises(ValueError, match="order"):
        chapters(
            INDEX,
            [ChapterRow("1.1", "1", "a", "b"), ChapterRow("3.1", "3", "a", "b"), ChapterRow("2.1", "2", "a", "b")],
        )


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_a_book_for_readers(game):
    found = find_game(game)
    book = read_chapters(found)
    assert len(book) > 1 and all(each.title and each.introduction for each in book)
    assert [rule for each in book for rule in each.rules] == list(read_rules(found))
    assert len({each.number for each in book}) == len(book)
