"""The guides of a game: documents in its data directory that a game may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from beachhead.datafiles import Problem
from beachhead.datafiles.documents import read_layers
from beachhead.datafiles.merging import Places
from beachhead.datafiles.problems import suggestion
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.display import Chapter, Course, Lesson, Sample
from beachhead.kernel.edge import parse_action
from beachhead.kernel.events import KERNEL_EVENTS
from beachhead.kernel.game import Game
from beachhead.kernel.match import Match
from beachhead.rules import BookChapter, ChapterRow, Rule, RuleIndex, TermRow, chapters

CHAPTERS, TERMS, COURSE, SAMPLE = "chapters.csv", "terms.csv", "course.toml", "sample.toml"


def read_rules(game: Game[Any]) -> RuleIndex:
    """The rule index of a game."""
    return RuleIndex(game.files.table("rules.csv", Rule))


def read_chapters(game: Game[Any]) -> list[BookChapter]:
    """The rulebook of a game by chapters; a game that names none has one of its own title."""
    index = read_rules(game)
    if CHAPTERS in game.files.names():
        return chapters(index, game.files.table(CHAPTERS, ChapterRow))
    return [BookChapter("", game.title, "", tuple(index))]


def read_terms(game: Game[Any]) -> dict[str, str]:
    """Words that a rule explains, each with its rule."""
    return {row.term: row.rule for row in game.files.table(TERMS, TermRow)} if TERMS in game.files.names() else {}


def read_course(game: Game[Any]) -> Course | None:
    """The guided game for newcomers, if there is one."""
    return game.files.document(COURSE, Course) if COURSE in game.files.names() else None


def read_sample(game: Game[Any]) -> Sample | None:
    """The sample game with comments, if there is one."""
    return game.files.document(SAMPLE, Sample) if SAMPLE in game.files.names() else None


def guide_problems(game: Game[Any]) -> Iterator[Problem]:
    """Words of the guides that this game does not have."""
    names = game.files.names()
    if COURSE in names:
        course, places = read_layers(game.files.layers(COURSE), Course)
        yield from _chapter_problems(game, course, (), places)
        for number, chapter in enumerate(course.chapters):
            yield from _chapter_problems(game, chapter, ("chapters", number), places)
    if SAMPLE in names:
        sample, places = read_layers(game.files.layers(SAMPLE), Sample)
        yield from _unknown(places, ("scenario",), [sample.scenario], game.scenarios)


def _chapter_problems(game: Game[Any], chapter: Chapter, path: ValuePath, places: Places) -> Iterator[Problem]:
    yield from _unknown(places, (*path, "scenario"), [chapter.scenario], game.scenarios)
    lessons: list[tuple[ValuePath, Lesson]] = [(("lessons", n), lesson) for n, lesson in enumerate(chapter.lessons)]
    told = {**game.events, **KERNEL_EVENTS}
    known = {"verbs": game.verbs, "about": game.names, "after": told, "during": told}
    for place, lesson in (*lessons, (("goodbye",), chapter.goodbye)):
        for name, words in known.items():
            yield from _unknown(places, (*path, *place, name), getattr(lesson, name), words)


def _unknown(places: Places, path: ValuePath, found: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    words = list(known)
    for word in found:
        if word not in words:
            yield places.problem(path, f"the game has no {word!r} here", suggestion(word, words))


def play_sample(game: Game[Any], sample: Sample) -> Match[Any]:
    """The sample game, action by action. Nobody plays on where an excerpt ends."""
    seats = dict.fromkeys(game.seats(sample.scenario, sample.options), "human") if sample.is_excerpt else None
    match = Match.new(game, sample.scenario, sample.options, seats=seats, seed=sample.seed)
    for text in sample.actions:
        match.apply(parse_action(game, text))
    return match
