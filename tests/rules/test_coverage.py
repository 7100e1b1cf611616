"""How much of a rulebook is code and is tested."""

import json

from hypothesis import given
from hypothesis import strategies as st

from beachhead.rules import Citation, Rule, RuleIndex, coverage


def rule(rule_id, applies="yes"):
    return Rule(rule_id, f"Title {rule_id}", "Sentence.", "procedure", applies)


INDEX = RuleIndex([rule("6.1"), rule("6.2"), rule("6.10"), rule("6.3"), rule("7", "paper only")])
CITED = (
    Citation("6.1", "fire.py", 3),
    Citation("6.1", "fire.py", 9),
    Citation("6.2", "fire.py", 4),
    Citation("7", "fire.py", 5),
    Citation("9.9", "fire.py", 6),
)
EXERCISED = {"6.1": ["t1", "t2"], "6.3": ["t1"], "7": ["t1"], "9.9": ["t1"]}


def test_counts():
    found = coverage(INDEX, CITED, EXERCISED)
    assert (found.rows, found.applicable, found.cited, found.exercised) == (5, 4, 2, 1)
    assert found.missing == ("6.2", "6.10", "6.3")


def test_status_of_each_rule():
    statuses = {status.rule: status for status in coverage(INDEX, CITED, EXERCISED).statuses}
    assert {name: status.state for name, status in statuses.items()} == {
        "6.1": "done",
        "6.2": "not exercised",
        "6.10": "open",
        "6.3": "not cited",
        "7": "not applicable",
    }
    assert statuses["6.1"].cited == ("fire.py:3", "fire.py:9")
    assert statuses["6.1"].exercised == ("t1", "t2")
    assert statuses["6.3"].exercised == ("t1",)
    assert statuses["7"].applies == "paper only"


def test_json_is_exactly_the_counts():
    found = coverage(INDEX, CITED, EXERCISED)
    wanted = {"rows": 5, "applicable": 4, "cited": 2, "exercised": 1, "missing": ["6.2", "6.10", "6.3"]}
    assert json.loads(found.to_json()) == wanted
    assert list(json.loads(found.to_json())) == list(wanted)
    detailed = json.loads(found.to_json(details=True))
    assert {key: detailed[key] for key in wanted} == wanted
    assert detailed["details"][1] == {
        "rule": "6.2",
        "title": "Title 6.2",
        "applies": "yes",
        "state": "not exercised",
        "cited": ["fire.py:4"],
        "exercised": [],
    }


def test_nothing_is_missing_when_all_is_done():
    cited = [Citation(r.rule, "a.py", 1) for r in INDEX]
    found = coverage(INDEX, cited, {r.rule: ["t"] for r in INDEX})
    assert (found.cited, found.exercised, found.missing) == (4, 4, ())


IDS = st.sets(st.sampled_from("abcdefgh"))


@given(rows=IDS, not_applicable=IDS, cited=IDS, exercised=IDS)
def test_counts_agree_with_sets(rows, not_applicable, cited, exercised):
    index = RuleIndex(rule(name, "paper" if name in not_applicable else "yes") for name in sorted(rows))
    found = coverage(index, [Citation(name, "a.py", 1) for name in cited], {name: ["t"] for name in exercised})
    applicable = rows - not_applicable
    assert found.rows == len(rows)
    assert found.applicable == len(applicable)
    assert found.cited == len(applicable & cited)
    assert found.exercised == len(applicable & cited & exercised)
    assert list(found.missing) == sorted(applicable - (cited & exercised))
    assert found.exercised + len(found.missing) == found.applicable
