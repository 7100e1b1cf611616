"""The rule index: reading, looking up, searching and ordering."""

import pytest

from beachhead.datafiles import DataError
from beachhead.rules import RuleIndex, UnknownRuleError

HEADER = "rule,title,requirement,kind,applies\n"
ROWS = """\
6.0,German fire,Each position with a matching colour fires.,procedure,yes
6.3,Hits,A unit in an intense hex is hit.,procedure,yes
6.31,Armour hits,Armour is hit by a bazooka symbol only.,restriction,yes
6.10,Stacks,"A stack, once fired at, is not fired at again.",restriction,yes
TCS 8.4,Stacking,Three units may stack in a hex.,restriction,yes
2.1,Printing,The map is printed on paper.,data,nothing to do: printing
"""


@pytest.fixture
def read(tmp_path):
    def read(rows=ROWS, header=HEADER):
        path = tmp_path / "rules.csv"
        path.write_text(header + rows, encoding="utf-8")
        return RuleIndex.read(path)

    return read


def ids(rules):
    return [rule.rule for rule in rules]


def test_rules_are_kept_in_the_order_of_the_file(read):
    index = read()
    assert ids(index) == ["6.0", "6.3", "6.31", "6.10", "TCS 8.4", "2.1"]
    assert len(index) == 6
    assert index.in_order({"2.1", "6.10", "6.31", "zz", "aa", "6.3"}) == ["6.3", "6.31", "6.10", "2.1", "aa", "zz"]


def test_get(read):
    index = read()
    assert index.get("6.31").title == "Armour hits"
    assert "6.31" in index
    assert "6.32" not in index


@pytest.mark.parametrize(("wrong", "near"), [("6.32", "6.3"), ("tcs 8.4", "TCS 8.4"), ("TCS8.4", "TCS 8.4")])
def test_unknown_rule_names_the_nearest(read, wrong, near):
    with pytest.raises(UnknownRuleError) as caught:
        read().get(wrong)
    assert caught.value.near[0] == near
    assert str(caught.value).startswith(f"there is no rule {wrong}; nearest: {near}")


def test_unknown_rule_always_names_some_rule(read):
    with pytest.raises(UnknownRuleError) as caught:
        read().get("@@@")
    assert len(caught.value.near) == 3


def test_applicable(read):
    assert ids(read().applicable()) == ["6.0", "6.3", "6.31", "6.10", "TCS 8.4"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("hit", ["6.3", "6.31"]),  # both in title and sentence
        ("ARMOUR hit", ["6.31"]),
        ("fire", ["6.0", "6.10"]),  # title before sentence
        ("stack", ["6.10", "TCS 8.4"]),
        ("hex", ["6.3", "TCS 8.4"]),  # sentences only: order of the file
        ("hex unit three", ["TCS 8.4"]),
        ("6.3", ["6.3", "6.31"]),  # the id itself first
        ("6.31", ["6.31"]),
        ("tcs 8.4", ["TCS 8.4"]),
        ("hit cavalry", []),
        ("", []),
        ("  ", []),
    ],
)
def test_search(read, words, found):
    assert ids(read().search(words)) == found


def test_a_title_hit_goes_before_an_earlier_sentence(read):
    index = read(
        "1,Turn,Smoke may be laid.,procedure,yes\n"
        "2,Besmoked,Nothing.,procedure,yes\n"
        "3,Smoke,Laid by guns.,procedure,yes\n"
        "4,Fog,No smoke.,procedure,yes\n"
    )
    assert ids(index.search("smoke")) == ["3", "2", "1", "4"]


def test_faults_of_the_file_are_named(read):
    with pytest.raises(DataError) as caught:
        read("1,a,b,procedure,yes\n1,a,b,rumour,yes\n2,,b,data,yes\n3,a,b,data,no\n4,a,b,data,\n")
    found = [(problem.line, problem.column) for problem in caught.value.problems]
    assert found == [(3, "rule"), (3, "kind"), (4, "title"), (5, ""), (6, "applies")]
    assert "say why" in str(caught.value)


def test_index_without_the_applies_column(read):
    with pytest.raises(DataError, match="applies: the column is missing"):
        read("1,a,b,procedure\n", "rule,title,requirement,kind\n")
