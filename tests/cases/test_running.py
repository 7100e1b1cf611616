"""Finding, running and reporting cases."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from beachhead.bench.drill import Drill
from beachhead.cases import (
    CaseError,
    describe_result,
    expand_paths,
    load_case,
    print_results,
    results_json,
    run_case,
    run_cases,
)
from beachhead.cases.script import CaseScript
from beachhead.kernel import ChanceError, Seeded, tracing
from beachhead.kernel.citing import TRACE_VARIABLE

HERE = Path(__file__).parent
GOOD = HERE / "attack.toml"
BAD = 'game = "skirmish"\ntitle = "[bold] brackets"\nrules = ["4.1"]\nexpect.state.turn = 2\n'


@pytest.fixture
def folder(tmp_path):
    for name in ("a/cases/two.toml", "a/cases/one.toml", "b/cases/three.toml", "b/pyproject.toml", ".x/cases/no.toml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BAD, encoding="utf-8")
    return tmp_path


def _names(paths):
    return [path.name for path in paths]


def test_paths_are_files_folders_and_globs(folder, monkeypatch):
    one = folder / "a/cases/one.toml"
    assert expand_paths([one, one]) == [one]
    assert _names(expand_paths([folder])) == ["one.toml", "two.toml", "three.toml"]
    assert _names(expand_paths([folder / "b", str(folder / "a")])) == ["three.toml", "one.toml", "two.toml"]
    assert _names(expand_paths([f"{folder}/*/cases/t*.toml"])) == ["two.toml", "three.toml"]
    assert _names(expand_paths([f"{folder}/**/one.toml"])) == ["one.toml"]
    assert _names(expand_paths([folder / "a/cases"])) == ["one.toml", "two.toml"]
    monkeypatch.chdir(folder)
    assert _names(expand_paths(["a"])) == ["one.toml", "two.toml"]


def test_a_folder_without_cases_stands_for_its_own_files(tmp_path):
    (tmp_path / "mine.toml").touch()
    assert _names(expand_paths([tmp_path])) == ["mine.toml"]


@pytest.mark.parametrize("paths", [[], ["no/such.toml"], ["no/*.toml"], ["bad\0name"]])
def test_no_files_is_an_error(paths):
    with pytest.raises(CaseError):
        expand_paths(paths)


def test_every_path_without_files_is_named(folder):
    with pytest.raises(CaseError) as caught:
        expand_paths(["x.toml", folder, "y*.toml"])
    assert [problem.file for problem in caught.value.problems] == ["x.toml", "y*.toml"]


def test_a_good_case(find_skirmish):
    case = load_case(GOOD)
    result = run_case(case, find_skirmish)
    assert result.ok
    assert result.failures == ()
    assert {"5.3", "6.3", "8.1"} <= result.executed
    assert result.exercised == set(case.rules)
    assert result.seconds > 0
    assert describe_result(result) == f"{GOOD}: {case.title}"


def test_a_case_runs_twice_alike(find_skirmish):
    case = load_case(GOOD)
    assert run_case(case, find_skirmish).ok
    assert run_case(case, find_skirmish).ok


def test_the_seed_decides_what_is_not_scripted(run):
    text = 'actions = ["unit B/1/16", "attack WN62"]\nseed = {}\n[expect]\nevents = [{{kind = "rolled", result = [9]}}]'
    told = {describe_result(run(text.format(seed))) for seed in (1, '"one"', '"two"', 1)}
    assert len(told) == 3


def test_executed_rules_count_for_a_test_around_the_case(find_skirmish):
    with tracing() as executed:
        run_case(load_case(GOOD), find_skirmish)
    assert "6.3" in executed


def test_without_tracing_an_idle_rule_is_no_failure(run, monkeypatch):
    text, head = "[expect]\nstate.turn = 1", 'game = "skirmish"\ntitle = "x"\nrules = ["6.3"]\n'
    assert not run(text, head).ok
    monkeypatch.delenv(TRACE_VARIABLE)
    assert run(text, head).ok


def test_all_cases_run_and_are_reported(folder, find_skirmish):
    (folder / "b/cases/broken.toml").write_text("game", encoding="utf-8")
    (folder / "b/cases/odd.toml").write_text(BAD.replace("state", "stat"), encoding="utf-8")
    (folder / "b/cases/slip.toml").write_text(BAD.replace("turn", "trun"), encoding="utf-8")
    paths = [folder / "b", GOOD]
    told = json.loads(results_json(run_cases(paths, find_skirmish)))
    assert [(Path(case["path"]).name, case["ok"]) for case in told["cases"]] == [
        ("broken.toml", False),
        ("odd.toml", False),
        ("slip.toml", False),
        ("three.toml", False),
        ("attack.toml", True),
    ]
    assert (told["passed"], told["failed"]) == (1, 4)
    assert "did you mean turn?" in told["cases"][2]["error"]
    assert told["cases"][3]["failures"] == [
        {"line": 4, "where": "expect.state.turn", "what": "turn: expected 2, found 1", "found": []}
    ]
    assert "6.3" in told["cases"][4]["executed"]


def test_results_are_printed(folder, find_skirmish):
    out = io.StringIO()
    ok = print_results(run_cases([GOOD, folder / "a"], find_skirmish), Console(file=out, width=40))
    assert not ok
    text = out.getvalue()
    assert text.startswith("pass ")
    assert "[bold] brackets" in text  # what an author writes is not markup
    assert "  line 4, expect.state.turn: turn: expected 2, found 1" in text
    assert text.endswith("1 passed, 2 failed\n")
    assert print_results(run_cases([GOOD], find_skirmish), Console(file=out, width=40))


def test_a_forked_script_goes_on_by_itself(find_skirmish):
    script = CaseScript(find_skirmish("skirmish"), Seeded("x"))
    script.add({"fire": ["17", 18], "attack": [[3, 4]]})
    assert script.value(1, 6, "attack", None) == 2
    twin = script.fork()
    assert twin.value(2, 6, "attack", None) == 3
    assert twin.value(3, 2, "fire", [40, 16], "card") == 1
    assert script.unused() == {"fire": ["17", 18], "attack": [4]}
    with pytest.raises(ChanceError, match="'x' is not a number"):
        twin.add({"other": ["x"]})
        twin.value(4, 2, "other", [1, 2], "thing")
    twin.add({"number": ["2"]})
    assert twin.value(5, 2, "number", [1, 2], "thing") == 1


def test_a_game_without_event_sentences(tmp_path):
    path = tmp_path / "drill.toml"
    path.write_text(
        """
        game = "drill"
        title = "A stumble"
        rules = ["1"]
        actions = ["left: unit u5", "hex 6", "right: lose 1"]
        [chance]
        stumble = [6]
        [expect]
        state.hexes = [{id = "u5", value = 6}]
        state.steps = [{id = "u5", value = 1}]
        state.moved = [5]
        events = [{kind = "moved", to = 6}, {kind = "rolled", result = [6]}]
        """,
        encoding="utf-8",
    )
    result = run_case(load_case(path), lambda _: Drill())
    assert describe_result(result) == f"{path}: A stumble"
