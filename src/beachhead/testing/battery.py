"""The battery: every game gets the properties, golden playthroughs and counts by one line in a test module.

    TestPegasus = battery("pegasus", golden=Path(__file__).parent / "golden")

Golden playthroughs are text files, one per scenario: what happened and all that could have been done at each decision.
`make golden` writes them anew; a change in the rules is then read as a difference. `endings.toml` beside them names
positions shortly before the end, one for every way the game can end, and what must come of them. Counts are kept
in `counts.toml`: how many sequences of decisions start from a named position, which catches any missing or extra
option.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from beachhead.datafiles import Manifest, check
from beachhead.display import Course, Sample
from beachhead.games import find_game, make_game
from beachhead.kernel import Action, Game, Match, Seeded, describe, dump_position, load_position, tracing
from beachhead.kernel.edge import action_text
from beachhead.kernel.guides import guide_problems, play_sample, read_course, read_rules, read_sample
from beachhead.rules import scan_package, unknown_citations
from beachhead.testing import properties, words
from beachhead.testing.choices import choices_hide
from beachhead.testing.coached import given_lessons
from beachhead.testing.figures import figures_are_read
from beachhead.testing.properties import Play, walk

GOLDEN_VARIABLE = "BEACHHEAD_GOLDEN"


class Plan(msgspec.Struct, frozen=True):
    """How much to play."""

    scenarios: tuple[tuple[str, dict[str, Any]], ...]
    games: int
    golden: Path | None
    positions: Mapping[str, Mapping[str, Any]]


PROPERTIES: Mapping[str, Callable[..., Any]] = {
    "every_random_game_ends": properties.games_end,
    "offered_is_accepted": properties.offered_is_accepted,
    "not_offered_is_refused": properties.not_offered_is_refused,
    "offers_agree": properties.offers_agree,
    "clones_agree": properties.clones_agree,
    "clones_are_apart": properties.clones_are_apart,
    "saves_load": properties.saves_load,
    "undo_restores": properties.undo_restores,
    "views_hide": properties.views_hide,
    "events_hide": properties.events_hide,
    "secrets_are_kept": properties.secrets_are_kept,
    "worlds_are_imagined": properties.worlds_are_imagined,
    "choices_hide": choices_hide,
    "values_follow": properties.values_follow,
    "counters_are_conserved": properties.counters_are_conserved,
    "words_are_known": properties.words_are_known,
    "figures_are_read": figures_are_read,
    "words_are_read": words.words_are_read,
    "tables_show": properties.tables_show,
}
_NEED_RULES = (properties.not_offered_is_refused, properties.words_are_known, figures_are_read)
_NEED_RECORD = (properties.saves_load,)
"""What is checked only in games that begin with a scenario: a save replays its record from there."""


def battery(
    game: str | Game[Any],
    *,
    scenarios: Sequence[tuple[str, dict[str, Any]]] | None = None,
    games: int = 3,
    golden: Path | None = None,
    positions: Path | None = None,
    only: Sequence[str] = (),
) -> type:
    """A class of tests for a game: every property for every scenario, `games` random games each.

    `scenarios` lists the scenarios with their options; all of them with default options if it is left out. `positions`
    is a TOML file of positions by name, from which random games begin too: moments that random play would not reach.
    With `only` these properties are tested and nothing else: what is quick where games are long.
    """
    found = find_game(game) if isinstance(game, str) else game
    chosen = tuple(scenarios) if scenarios is not None else tuple((name, {}) for name in found.scenarios)
    placed = tomllib.loads(positions.read_text(encoding="utf-8")) if positions is not None else {}
    plan = Plan(chosen, games, golden, placed)
    tests: dict[str, Any] = {f"test_{name}": _property_test(found, plan, name) for name in only or PROPERTIES}
    if only:
        return _named(found, tests)
    tests["test_code_cites_only_rules_of_the_index"] = _citation_test(found)
    tests["test_tables_are_read"] = _tables_test(found)
    if isinstance(game, str):
        tests["test_reading_the_data_cites_nothing"] = _reading_test(game)
        if course := read_course(found):
            tests["test_course"] = _guides_test(found, course)
        if sample := read_sample(found):
            tests["test_sample"] = _sample_test(found, sample)
    if found.manifest is not None:
        tests["test_data_is_in_order"] = _data_test(found, found.manifest)
    if golden is not None:
        tests["test_golden"] = _golden_test(found, plan)
        if (golden / "endings.toml").exists():
            tests["test_golden_endings"] = _endings_test(found, golden)
        tests["test_counts"] = _counts_test(found, golden / "counts.toml")
    return _named(found, tests)


def _named(game: Game[Any], tests: dict[str, Any]) -> type:
    return type(f"Test{game.id.title().replace('_', '')}", (), tests)


def check_property(name: str, play: Play) -> None:
    """Check one property of the battery by its name."""
    check = PROPERTIES[name]
    if check in _NEED_RULES:
        check = partial(check, known_rules=read_rules(play.game).__contains__)
    check(play)


def _label(scenario: str, settings: Mapping[str, Any]) -> str:
    return "+".join([scenario, *(f"{name}={value}" for name, value in settings.items())])


def _property_test(game: Game[Any], plan: Plan, name: str) -> Any:
    plays = {
        f"{_label(scenario, settings)}-{seed}": Play(game, scenario, settings, str(seed))
        for scenario, settings in plan.scenarios
        for seed in range(plan.games)
    }
    for label, position in plan.positions.items() if PROPERTIES[name] not in _NEED_RECORD else ():
        scenario = position.get("scenario", next(iter(game.scenarios)))
        for seed in range(plan.games):
            plays[f"{label}-{seed}"] = Play(game, scenario, position.get("options", {}), str(seed), position)

    @pytest.mark.parametrize("play", plays.values(), ids=list(plays))
    def test(self: object, play: Play) -> None:  # noqa: ARG001
        check_property(name, play)

    return test


def _citation_test(game: Game[Any]) -> Any:
    def test(self: object) -> None:  # noqa: ARG001
        unknown = unknown_citations(read_rules(game), scan_package(game.data.parent))
        assert not unknown, f"cited, but not in rules.csv: {unknown}"

    return test


def _tables_test(game: Game[Any]) -> Any:
    """Every verb, event and name reads as a sentence in every number."""

    def test(self: object) -> None:  # noqa: ARG001
        assert not words.table_problems(game)

    return test


def _reading_test(game: str) -> Any:
    def test(self: object) -> None:  # noqa: ARG001
        with tracing() as cited:
            make_game(game)
        words = (
            "cited while the data is read, where no rule is applied: mark the code that uses it, or give the row a rule"
        )
        assert not cited, f"{words}: {', '.join(sorted(cited))}"

    return test


# --- guides ------------------------------------------------------------------------------------------------------


def _data_test(game: Game[Any], manifest: Manifest) -> Any:
    """Every file is as its schema says, and they fit each other."""

    def test(self: object) -> None:  # noqa: ARG001
        assert not check(game.files, manifest)

    return test


def _guides_test(game: Game[Any], course: Course) -> Any:
    """Every lesson can be given: its verbs, kinds, events and scenarios exist. Many are, where the computer plays."""

    def test(self: object) -> None:  # noqa: ARG001
        assert not list(guide_problems(game))
        for chapter in course.every():
            given = given_lessons(game, chapter)
            never = [lesson.id for lesson in chapter.lessons if lesson.id not in given]
            assert chapter.goodbye.id in given, f"{chapter.scenario}: the lesson does not end"
            assert len(never) <= 0.6 * len(chapter.lessons), f"{chapter.scenario}: nobody hears of {', '.join(never)}"

    return test


def _sample_test(game: Game[Any], sample: Sample) -> Any:
    """The sample is a whole game under the rules of today, or the beginning of one, and its comments fit it."""

    def test(self: object) -> None:  # noqa: ARG001
        match = play_sample(game, sample)
        assert sample.is_excerpt == (match.outcome is None), "an excerpt is a game that is not over"
        steps = [comment.step for comment in sample.comments]
        assert steps == sorted(set(steps)) and steps[0] == 0 and steps[-1] <= len(sample.actions)

    return test


# --- golden playthroughs -----------------------------------------------------------------------------------------


def playthrough(match: Match[Any], seed: str) -> str:
    """A random game as text: events with their rules, and all options at every decision."""
    lines = [f"# {match.game.title}: {_label(match.scenario, match.settings)}, seed {seed}", ""]
    told = 0
    for action in walk(match, Random(seed)):
        assert match.decision is not None
        told = _tell(lines, match, told)
        lines.append(f"? {match.decision.side}: {match.decision.prompt} [{match.decision.rule}]")
        for verb, args in match.decision.options.items():
            texts = (action_text(match.game, Action(verb, arg)).partition(" ")[2] for arg in args)
            if args:
                lines.append(f"    {verb} {' | '.join(texts)}".rstrip())
        lines.append(f"> {action_text(match.game, action)}")
    _tell(lines, match, told)
    position = dump_position(match.game, match.scenario, match.settings, match.state)
    printed = hashlib.sha256(msgspec.json.encode(position, order="deterministic")).hexdigest()[:24]
    return "\n".join([*lines, f"= {_ending(match)}", f"= {printed}", ""])


def _ending(match: Match[Any]) -> str:
    """How the game ended, by the rules: the figures that go with it are no rules."""
    over = match.outcome
    assert over is not None
    facts = {name: getattr(over, name) for name in ("winner", "reason", "rule", "level", "scores")}
    return f"Outcome({', '.join(f'{name}={value!r}' for name, value in facts.items())})"


def _tell(lines: list[str], match: Match[Any], since: int) -> int:
    for event in match.events[since:]:
        secret = f" (only {', '.join(event.only)})" if event.only is not None else ""
        lines.append(f"  - {describe(match.game, event)} [{event.rule}]{secret}")
    return len(match.events)


def _golden_test(game: Game[Any], plan: Plan) -> Any:
    @pytest.mark.parametrize(("scenario", "settings"), plan.scenarios)
    def test(self: object, scenario: str, settings: dict[str, Any]) -> None:  # noqa: ARG001
        assert plan.golden is not None
        match = Play(game, scenario, settings, "golden").match()
        _compare(plan.golden / f"{_label(scenario, settings)}.txt", playthrough(match, "golden"))

    return test


def _compare(path: Path, text: str) -> None:
    """Whether the golden file holds this text; writes it when asked to."""
    if os.environ.get(GOLDEN_VARIABLE) == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: `make golden` writes it"
    assert path.read_text(encoding="utf-8") == text, "the game goes otherwise now: read `make golden`'s difference"


def _endings_test(game: Game[Any], golden: Path) -> Any:
    table = tomllib.loads((golden / "endings.toml").read_text(encoding="utf-8"))

    @pytest.mark.parametrize("name", list(table))
    def test(self: object, name: str) -> None:  # noqa: ARG001
        row = table[name]
        seed = row.get("seed", "ending")
        match = Play(game, "", {}, seed, row["position"]).match()
        text = playthrough(match, seed)
        assert match.outcome is not None
        ended = msgspec.to_builtins(match.outcome)
        assert {key: ended[key] for key in row["outcome"]} == row["outcome"]
        _compare(golden / "endings" / f"{name}.txt", text)

    return test


# --- counts ------------------------------------------------------------------------------------------------------


def _counts_test(game: Game[Any], path: Path) -> Any:
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    names = list(table)

    @pytest.mark.parametrize("name", names)
    def test(self: object, name: str) -> None:  # noqa: ARG001
        row = table[name]
        position = load_position(game, row["position"])
        match = Match(game, position.state, Seeded("counts"), scenario=position.scenario, settings=position.settings)
        counted = [properties.count(match, depth) for depth in range(1, len(row["counts"]) + 1)]
        assert counted == row["counts"]

    return test
