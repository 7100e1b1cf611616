"""A guided game as it goes when the computer plays it: which lessons it gives, chosen as by `web/src/lib/coach.ts`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from beachhead.display import Chapter, Lesson
from beachhead.kernel import Decision, Game, Match
from beachhead.players.driver import make_players
from beachhead.players.seat import Seat

_MOST = 1500
"""Decisions after which a chapter should be over."""


_known: dict[tuple[str, str], set[str]] = {}
"""What was found already: several tests of a game ask for the same."""


def given_lessons(game: Game[Any], chapter: Chapter) -> set[str]:
    """The lessons of a chapter that somebody hears who plays its first side as the best computer does."""
    key = game.id, chapter.scenario
    if key not in _known:
        _known[key] = _heard(game, chapter)
    return _known[key]


def _heard(game: Game[Any], chapter: Chapter) -> set[str]:
    match = Match.new(game, chapter.scenario, {}, seed=chapter.seed, keeps_digests=False)
    sides = game.seats(match.scenario, match.settings)
    players = make_players(dict.fromkeys(sides, next(iter(game.players), "random")), match, chapter.seed)
    given, told, marks, turn = set[str](), 0, -1, 1
    for _ in range(_MOST):
        kinds = {event.kind for event in match.events[told:] if event.is_seen_by(sides[0])}
        given |= {lesson.id for lesson in chapter.lessons if not kinds.isdisjoint(lesson.during)}
        if len(match.landmarks) != marks or match.decision is None:
            marks, scene = len(match.landmarks), match.scene(sides[0])
            turn = 1 if scene is None else scene.here + 1
        if match.decision is None or turn > chapter.last_turn:
            return given | {chapter.goodbye.id}
        if match.decision.side == sides[0]:
            lesson = _advised(chapter, match.decision, turn, kinds)
            given |= set() if lesson is None else {lesson.id}
            given |= {lesson.id for lesson in chapter.lessons if lesson.is_first}
            told = len(match.events)
        match.apply(players[match.decision.side].choose(Seat(match, match.decision)), side=match.decision.side)
    return given


def _advised(chapter: Chapter, decision: Decision, turn: int, kinds: Collection[str]) -> Lesson | None:
    verbs = {verb for verb, args in decision.options.items() if args}
    found = {"verbs": verbs, "about": set(decision.about), "after": set(kinds)}

    def fits(lesson: Lesson) -> bool:
        return (
            not lesson.during
            and not lesson.is_first
            and (lesson.until_turn is None or turn <= lesson.until_turn)
            and all(not wanted or there & set(wanted) for there, wanted in _pairs(lesson, found))
        )

    return next((lesson for lesson in chapter.lessons if fits(lesson)), None)


def _pairs(lesson: Lesson, found: dict[str, set[str]]) -> list[tuple[set[str], list[str]]]:
    return [(there, getattr(lesson, name)) for name, there in found.items()]
