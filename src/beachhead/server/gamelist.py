"""The games that can be played here, as the API tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import structlog

from beachhead.display import Course, Layout, Sample
from beachhead.games import game_ids
from beachhead.kernel import Game, Option, Scenario, save
from beachhead.kernel.guides import play_sample, read_chapters, read_course, read_sample
from beachhead.players.levels import LEVELS
from beachhead.players.weights import doctrines_of
from beachhead.server import wire
from beachhead.server.errors import NotFound
from beachhead.server.seats import computer_players
from beachhead.server.shelf import Shelf
from beachhead.server.statics import StaticFile, make_file

SOURCES = {"seed": "", "public": "from public sources", "heading": "known by its heading"}
"""Words of the index for where a rule comes from, as a reader wants them."""

log = structlog.get_logger("beachhead.games")


@cache
def game_list(shelf: Shelf) -> list[wire.GameInfo]:
    """Every game that can be loaded; a broken one is logged and left out."""
    found = []
    for name in game_ids():
        try:
            found.append(_describe(shelf.game(name), shelf.overlays(name)))
        except Exception as error:  # whatever is wrong with one game, the others can be played
            log.error("game left out", game=name, error=str(error))
    return found


def _describe(game: Game[Any], overlays: list[wire.Overlay]) -> wire.GameInfo:
    defaults = {option.id: option.default for option in game.options.values()}
    scenarios = [
        wire.ScenarioInfo(
            id=s.id,
            title=s.title,
            summary=s.summary,
            turns=s.turns,
            minutes=s.minutes,
            seats=list(game.seats(s.id, defaults)),
            options=[option.id for option in game.options.values() if _can_take(game, s, option, defaults)],
        )
        for s in game.scenarios.values()
    ]
    options = [
        wire.OptionInfo(o.id, o.title, o.rule, o.default, list(o.choices), _other_seats(game, o.id, defaults))
        for o in game.options.values()
    ]
    return wire.GameInfo(
        id=game.id,
        title=game.title,
        summary=str(getattr(game, "summary", "") or scenarios[0].summary),
        tags=list(getattr(game, "tags", ())),
        scenarios=scenarios,
        options=options,
        players=list(game.players) or computer_players(game)[:1],
        has_layout=layout_of(game) is not None,
        course=course.scenario if (course := course_of(game)) else "",
        sample=sample.title if (sample := sample_of(game)) else "",
        has_sight=game.answers("sight"),
        has_plans=game.planner is not None,
        has_calendar=game.has_calendar,
        has_helper=bool(game.players),
        lenses=[
            wire.LensInfo(name, lens.title, lens.words, lens.is_of_unit, lens.at is not None)
            for name, lens in game.lenses.items()
        ],
        overlays=overlays,
        levels=[wire.LevelInfo(name, words) for name, words in LEVELS.items() if name in game.players],
        styles=_styles(game),
    )


def _styles(game: Game[Any]) -> list[wire.StyleInfo]:
    """The styles in which its computers play, the usual one first."""
    found = doctrines_of(game)
    styles = {} if found is None else found.styles
    return [wire.StyleInfo(name, style.title, style.words) for name, style in styles.items()]


def _can_take(game: Game[Any], scenario: Scenario, option: Option, defaults: dict[str, Any]) -> bool:
    """Whether an option can be set to anything but its default in a scenario, and means something there."""
    if option.id in scenario.leaves_out:
        return False
    others = (choice for choice in option.choices if choice != option.default)
    return any(game.refuse_settings(scenario.id, {**defaults, option.id: choice}) is None for choice in others)


def _other_seats(game: Game[Any], option: str, defaults: dict[str, Any]) -> list[str]:
    """The sides that decide when an option is on, if they are not those of a plain game."""
    scenario = next(iter(game.scenarios))
    seats = game.seats(scenario, {**defaults, option: True})
    return [] if seats == game.seats(scenario, defaults) else list(seats)


@cache
def _layout_file(game: Game[Any]) -> StaticFile | None:
    layout = layout_of(game)
    return None if layout is None else make_file(msgspec.json.encode(layout), "application/json")


@cache
def hex_places(game: Game[Any]) -> Mapping[str, int]:
    """The place of every hex in the layout of a game; none if it has no layout."""
    layout = layout_of(game)
    return {} if layout is None else {hex_: place for place, hex_ in enumerate(layout.names)}


@cache
def layout_of(game: Game[Any]) -> Layout | None:
    """The printed sheet of a game, if it has one; its names are placed once."""
    return game.layout()


def layout_file(game: Game[Any]) -> StaticFile:
    """The sheet of a game as it is sent."""
    found = _layout_file(game)
    if found is None:
        raise NotFound("This game has no sheet to draw.", error="no_layout")
    return found


@cache
def rulebook(game: Game[Any]) -> list[wire.RuleChapter]:
    """The rulebook of a game by chapters, rule by rule."""
    return [
        wire.RuleChapter(
            chapter.number,
            chapter.title,
            chapter.introduction,
            [
                wire.RuleText(rule.rule, rule.title, rule.requirement, SOURCES.get(rule.source, rule.source))
                for rule in chapter.rules
            ],
        )
        for chapter in read_chapters(game)
    ]


@cache
def course_of(game: Game[Any]) -> Course | None:
    """The guided game for newcomers, if the game has one."""
    return read_course(game)


@cache
def sample_of(game: Game[Any]) -> Sample | None:
    """The sample game with comments, if the game has one."""
    return read_sample(game)


@cache
def sample_save(game: Game[Any]) -> bytes:
    """The sample game as a save, played through."""
    sample = sample_of(game)
    if sample is None:
        raise NotFound("This game has no sample to watch.", error="no_sample")
    return save(play_sample(game, sample))
