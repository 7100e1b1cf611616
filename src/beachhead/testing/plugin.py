"""The pytest plugin: case files as tests, and a record of the rules that passing tests have executed.

A file `cases/*.toml` below a folder `tests`, or beside the `data` of a game, is a test. A Python test says which rules
it exercises with `@pytest.mark.rule("pegasus", "4.1", "4.2")`. A mark alone counts for nothing: if no code that cites
the rule runs in the test, the test fails. What passing tests have exercised is written to `build/exercised/` for
`beachhead rules coverage`. Processes that a test starts with `beachhead.testing.children` end with it.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from beachhead.cases import CaseError, CaseResult, describe_result, is_packaged, load_case, run_case
from beachhead.cases.paths import FOLDER
from beachhead.games import find_game
from beachhead.kernel import Game, tracing
from beachhead.kernel.citing import TRACE_VARIABLE
from beachhead.rules import Exercised, clear_exercised, record_exercised, write_exercised
from beachhead.testing.children import ended_afterwards

# Here and not in a hook, because a conftest may import a game before any hook has run.
os.environ.setdefault(TRACE_VARIABLE, "1")

STORE = Path("build") / "exercised"

_MARK = "rule(game, *ids): the rules of a game that this test exercises"

_exercised = pytest.StashKey[Exercised]()
_ran = pytest.StashKey[Mapping[str, set[str]]]()


class Hooks:
    """Hooks that a conftest may answer."""

    @pytest.hookspec(firstresult=True)
    def pytest_beachhead_game(self, name: str) -> Game[Any] | None:
        """The game with this id, for cases about a game that is not installed; None to pass."""


class CaseFailed(Exception):
    """A case whose expectations were not met."""

    def __init__(self, result: CaseResult) -> None:
        super().__init__(describe_result(result))


class CaseFile(pytest.File):
    """A TOML file with a case."""

    def collect(self) -> Generator[CaseItem, None, None]:
        """The one test in it. The file is read when the test runs, so that a mistake in it is a failed test."""
        yield CaseItem.from_parent(self, name=self.path.stem)


class CaseItem(pytest.Item):
    """A case as a test."""

    def runtest(self) -> None:
        """Run the case; the rules that it names and has executed are noted."""
        result = run_case(load_case(self.path), self._find_game)
        if not result.ok:
            raise CaseFailed(result)
        self.stash[_ran] = {result.game: set(result.exercised)}

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The failures of a case in words; a traceback only for what is wrong with the program."""
        if isinstance(excinfo.value, CaseFailed | CaseError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the test stands."""
        return self.path, 0, f"case {self.name}"

    def _find_game(self, name: str) -> Game[Any]:
        offered: Game[Any] | None = self.ihook.pytest_beachhead_game(name=name)
        return find_game(name) if offered is None else offered


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the hooks above."""
    pluginmanager.add_hookspecs(Hooks)


def pytest_configure(config: pytest.Config) -> None:
    """Begin a new record; the controlling process forgets earlier runs before any worker starts."""
    config.addinivalue_line("markers", _MARK)
    config.stash[_exercised] = {}
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        clear_exercised(config.rootpath / STORE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """Collect case files."""
    if file_path.suffix != ".toml" or file_path.parent.name != FOLDER:
        return None
    root = parent.config.rootpath
    inside = file_path.relative_to(root) if file_path.is_relative_to(root) else file_path
    if "tests" not in inside.parts and not is_packaged(file_path):
        return None
    file: CaseFile = CaseFile.from_parent(parent, path=file_path)
    return file


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Run a test; processes that it starts end with it. If it is marked, the rules must have been executed."""
    marked = _marked_rules(item)
    with ended_afterwards():
        if not marked:
            return (yield)
        with tracing() as executed:
            result = yield
    idle = [rule for rules in marked.values() for rule in sorted(rules - executed)]
    if idle:
        lines = [f"marked with rule {rule}, but nothing that cites it ran" for rule in idle]
        cited = ", ".join(sorted(executed)) or "none"
        pytest.fail("\n".join([*lines, f"rules cited while it ran: {cited}"]), pytrace=False)
    item.stash[_ran] = marked
    return result


def _marked_rules(item: pytest.Item) -> dict[str, set[str]]:
    """The marked rules by game; a class or module may carry marks too."""
    marked: dict[str, set[str]] = {}
    for mark in item.iter_markers("rule"):
        if len(mark.args) < 2 or mark.kwargs or not all(isinstance(arg, str) for arg in mark.args):
            pytest.fail('write the mark as @pytest.mark.rule("game", "4.1", …)', pytrace=False)
        game, *rules = mark.args
        marked.setdefault(game, set()).update(rules)
    return marked


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note what a test exercised once it has passed, its teardown included."""
    report = yield
    ran = item.stash.get(_ran, None)
    if ran is None:
        return report
    if not report.passed or hasattr(report, "wasxfail"):
        del item.stash[_ran]
    elif report.when == "teardown":
        for game, rules in ran.items():
            record_exercised(item.config.stash[_exercised], game, rules, item.nodeid)
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the record of this process."""
    exercised = session.config.stash.get(_exercised, {})
    if exercised:
        write_exercised(session.config.rootpath / STORE, exercised)
