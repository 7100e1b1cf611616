"""What a game says to newcomers: a course beside a first game, and a sample game with comments.

Both are documents in the data directory of a game (`course.toml`, `sample.toml`). A course comes with conditions that
a screen can check without knowing the game; a sample is a record of actions, with comments on some of them.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from beachhead.datafiles import refers

Text = Annotated[str, Meta(min_length=1)]
RuleId = Annotated[str, refers("rules.csv")]
Positive = Annotated[int, Meta(ge=1)]


class Point(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is learnt, told before the course begins."""

    KEY: ClassVar[tuple[str, ...]] = ("title",)

    icon: Text
    title: Text
    text: Text


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to say at a moment, and where to look. The first lesson whose conditions all hold is given.

    `is_first`: before the player's first question, until it has been read; `until_turn`: not later; `verbs`, `about`,
    `after`: one of these verbs is offered, the question is about one of these kinds of things, one of these kinds of
    events has just happened.

    A lesson with `during` is given once, while the first of these kinds of events is being told: the telling waits
    until it has been read. Before the first question it comes after the lesson that `is_first`.
    """

    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: Text
    title: Text
    text: Text
    look: str = ""
    rule: RuleId = ""
    is_first: bool = False
    until_turn: Positive | None = None
    verbs: list[Text] = []
    about: list[Text] = []
    after: list[Text] = []
    during: list[Text] = []


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first turns of a scenario on the real rules, with lessons beside the board."""

    KEY: ClassVar[tuple[str, ...]] = ("scenario",)

    scenario: Text
    seed: Text
    last_turn: Positive
    minutes: Positive
    lead: Text
    points: list[Point]
    lessons: list[Lesson]
    goodbye: Lesson


class Course(Chapter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guided game: a first chapter, and others where a rulebook teaches scenario by scenario."""

    chapters: list[Chapter] = []

    def every(self) -> list[Chapter]:
        """All chapters in the order in which they are learnt."""
        return [self, *self.chapters]


class Comment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to say when the sample game has come to a step; it stands until the next comment."""

    KEY: ClassVar[tuple[str, ...]] = ("step",)

    step: Annotated[int, Meta(ge=0)]
    title: Text
    text: Text
    rule: RuleId = ""
    hexes: list[Annotated[str, refers("board.toml", "hexes")]] = []


class Sample(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that somebody played, with comments for those who watch it; an excerpt is only its first turns."""

    scenario: Text
    options: dict[str, Any] = {}
    seed: Text
    title: Text
    lead: Text
    is_excerpt: bool = False
    comments: list[Comment]
    actions: list[Text]
