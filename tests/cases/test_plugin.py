"""The pytest plugin, in test runs of its own."""

from pathlib import Path

import pytest

from beachhead.rules import merge_exercised

pytest_plugins = ["pytester"]

CASE = 'game = "skirmish"\ntitle = "A case"\nrules = ["4.1", "7.1"]\nactions = ["done"]\nexpect.state.turn = {}\n'
TESTS = """
import pytest
from beachhead.kernel import Match, cite
from conftest import SkirmishGame, around


@pytest.mark.rule("skirmish", "5.3", "5.2")
def test_good():
    cite("5.2")
    assert around(0) == (1, 3)

@pytest.mark.rule("skirmish", "6.1", "6.2", "4.1")
def test_idle():
    Match.new(SkirmishGame())

@pytest.mark.rule("skirmish", "9.1")
def test_failing():
    cite("9.1")
    assert False

@pytest.mark.rule("skirmish", "9.2")
@pytest.mark.skip
def test_skipped():
    cite("9.2")

@pytest.mark.rule("skirmish", "9.3")
@pytest.mark.xfail
def test_xpass():
    cite("9.3")

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@pytest.mark.rule("skirmish", "9.4")
def test_teardown(broken):
    cite("9.4")

@pytest.mark.rule("skirmish")
def test_empty_mark():
    pass

def test_unmarked():
    cite("9.5")

@pytest.mark.rule("skirmish", "9.6")
class TestClass:
    @pytest.mark.rule("other", "1")
    def test_both(self):
        cite("1")
        cite("9.6")
"""


@pytest.fixture
def project(pytester):
    """A repository with the small game, a root conftest and an ini file."""
    skirmish = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
    pytester.makeconftest(skirmish + '\npytest_plugins = ["beachhead.testing.plugin"]\n')
    pytester.makeini("[pytest]\naddopts = --strict-markers -p no:cacheprovider -p no:playwright\npythonpath = .\n")
    return pytester


def _write(pytester, name, text):
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _exercised(pytester):
    return merge_exercised(pytester.path / "build" / "exercised")


def test_cases_are_tests(project):
    _write(project, "tests/skirmish/cases/good.toml", CASE.format(2))
    _write(project, "tests/cases/near.toml", CASE.format(2))
    _write(project, "examples/x/tests/cases/far.toml", CASE.format(2))
    _write(project, "tests/skirmish/data.toml", "x = 1")
    _write(project, "data/cases/other.toml", "x = 1")
    _write(project, "src/skirmish/data/rules.csv", "rule")
    _write(project, "src/skirmish/cases/packed.toml", CASE.format(2))
    project.runpytest().assert_outcomes(passed=4)
    tests = [
        "examples/x/tests/cases/far.toml::far",
        "src/skirmish/cases/packed.toml::packed",
        "tests/cases/near.toml::near",
        "tests/skirmish/cases/good.toml::good",
    ]
    assert _exercised(project) == {"skirmish": {"4.1": tests, "7.1": tests}}


def test_failing_cases_are_explained_without_a_traceback(project):
    _write(project, "tests/cases/bad.toml", CASE.format(3))
    _write(project, "tests/cases/idle.toml", CASE.format(2).replace('"7.1"', '"7.1", "9.9"'))
    _write(project, "tests/cases/slip.toml", CASE.format(2).replace("turn", "trun"))
    _write(project, "tests/cases/strange.toml", CASE.format(2).replace("skirmish", "skirmisch"))
    result = project.runpytest()
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(
        [
            "*bad.toml: A case",
            "*line 5, expect.state.turn: turn: expected 3, found 2",
            "*line 3, rules[[]3[]]: marked with rule 9.9, but nothing that cites it ran",
            "*slip.toml:5: expect.state.trun: trun: there is no field 'trun'; did you mean turn?",
            "*strange.toml:1: game: there is no game 'skirmisch'*",
        ]
    )
    assert "runtest" not in result.stdout.str()
    assert _exercised(project) == {}


def test_marks_count_only_when_the_rule_ran_and_the_test_passed(project):
    project.makepyfile(test_marks=TESTS)
    result = project.runpytest_subprocess()
    result.assert_outcomes(passed=4, failed=3, skipped=1, xpassed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "marked with rule 6.1, but nothing that cites it ran",
            "marked with rule 6.2, but nothing that cites it ran",
            "rules cited while it ran: 4.1",
            '*write the mark as @pytest.mark.rule("game", "4.1", …)',
        ]
    )
    assert _exercised(project) == {
        "other": {"1": ["test_marks.py::TestClass::test_both"]},
        "skirmish": {
            "5.2": ["test_marks.py::test_good"],
            "5.3": ["test_marks.py::test_good"],
            "9.6": ["test_marks.py::TestClass::test_both"],
        },
    }


def test_earlier_runs_are_forgotten(project):
    _write(project, "tests/cases/good.toml", CASE.format(2))
    _write(project, "build/exercised/123.json", '{"skirmish": {"1.1": ["gone"]}}')
    project.runpytest("--collect-only")
    assert "1.1" in _exercised(project)["skirmish"]
    project.runpytest()
    assert set(_exercised(project)["skirmish"]) == {"4.1", "7.1"}


def test_every_worker_writes_its_own_file(project):
    _write(project, "build/exercised/123.json", '{"skirmish": {"1.1": ["gone"]}}')
    for number in range(6):
        _write(project, f"tests/cases/case{number}.toml", CASE.format(2))
    project.runpytest_subprocess("-n", "2").assert_outcomes(passed=6)
    assert set(_exercised(project)["skirmish"]) == {"4.1", "7.1"}
    assert len(_exercised(project)["skirmish"]["4.1"]) == 6
