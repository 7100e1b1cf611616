"""How much of a rulebook is code and is tested, from the project's cases and the record of its tests."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from beachhead.cases import CaseError, CaseResult, load_case, packaged_cases, run_case
from beachhead.cli.screen import Screen
from beachhead.kernel import Game
from beachhead.kernel.guides import read_rules
from beachhead.rules import (
    Citation,
    Coverage,
    Exercised,
    RuleStatus,
    coverage,
    merge_exercised,
    record_exercised,
    scan_package,
    unknown_citations,
)

CASES = ("tests/**/cases/*.toml", "examples/*/tests/**/cases/*.toml")
"""Where a project has cases beside those that come with its games."""
RECORD = Path("build") / "exercised"

FindGame = Callable[[str], Game[Any]]


class Survey(NamedTuple):
    """The coverage of a game, and what is wrong with the sources of it."""

    coverage: Coverage
    cases: int
    failed: tuple[Path, ...]
    unknown: tuple[Citation, ...]
    project: Path | None


def project_root(here: Path) -> Path | None:
    """The folder of the project around here: where `pyproject.toml` is Beachhead's, else the nearest one."""
    roots = [folder for folder in (here, *here.parents) if (folder / "pyproject.toml").is_file()]
    return next(filter(_is_beachhead, roots), roots[0] if roots else None)


def _is_beachhead(folder: Path) -> bool:
    try:
        document = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(document.get("project", {}).get("name") == "beachhead")


def survey(game: Game[Any], project: Path | None, find_game: FindGame) -> Survey:
    """Scan the code of a game, run its cases with tracing, and read what its tests have recorded."""
    index = read_rules(game)
    cited = scan_package(game.data.parent)
    results = list(_run(game, project, find_game))
    exercised = _recorded(project)
    for result in results:
        if result.ok:
            record_exercised(exercised, game.id, result.exercised, str(result.path))
    return Survey(
        coverage(index, cited, exercised.get(game.id, {})),
        len(results),
        tuple(result.path for result in results if not result.ok),
        tuple(unknown_citations(index, cited)),
        project,
    )


def _run(game: Game[Any], project: Path | None, find_game: FindGame) -> Iterator[CaseResult]:
    others = {path for pattern in CASES for path in project.glob(pattern)} if project else set()
    for path in [*packaged_cases(game), *sorted(others)]:
        try:
            case = load_case(path)
            if case.game == game.id:
                yield run_case(case, find_game)
        except CaseError as error:
            yield CaseResult(path=path, error=str(error))


def _recorded(project: Path | None) -> Exercised:
    """What tests have recorded, less the cases: they have just been run."""
    if project is None:
        return {}
    recorded = merge_exercised(project / RECORD)
    return {
        game: {rule: [test for test in tests if ".toml::" not in test] for rule, tests in rules.items()}
        for game, rules in recorded.items()
    }


def show_coverage(screen: Screen, game: Game[Any], report: Survey, details: bool) -> None:
    """The counts, then the rules that miss something."""
    counts = report.coverage
    screen.heading(Text.assemble((game.title, "bold"), " rules"))
    screen.facts(
        {
            "in the index": f"{counts.rows:>5}",
            "applicable": f"{counts.applicable:>5}",
            "cited by code": _share(counts.cited, counts.applicable),
            "and exercised": _share(counts.exercised, counts.applicable),
        }
    )
    for warning in _warnings(report):
        screen.warn(warning)
    shown = [status for status in counts.statuses if details or status.state not in ("done", "not applicable")]
    if shown:
        screen.blank()
        screen.indented(_table(shown, details))


def _share(part: int, whole: int) -> Text:
    share = f"  {part / whole:.0%}" if whole else ""
    return Text.assemble((f"{part:>5}", "green" if part == whole else "yellow"), (share, "dim"))


def _warnings(report: Survey) -> Iterable[str]:
    if report.project is None:
        yield "No project is around this folder, so only cases were run: go to the project's folder to count its tests."
    for path in report.failed:
        yield f"{path} fails and does not count: run `beachhead case {path}`"
    for citation in report.unknown:
        yield f"{citation.place} cites {citation.rule}, which is not in the index"


def _table(statuses: Iterable[RuleStatus], details: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("rule", "title", "state", *(("code", "tests") if details else ())):
        table.add_column(column, overflow="fold")
    for status in statuses:
        places = ["\n".join(status.cited), "\n".join(status.exercised)] if details else []
        table.add_row(Text(status.rule, style="bold cyan"), *map(Text, (status.title, status.state, *places)))
    return table
