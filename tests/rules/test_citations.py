"""Which rules code cites."""

import pytest

from beachhead.rules import Citation, Rule, RuleIndex, scan_package, unknown_citations


@pytest.fixture
def cited(tmp_path):
    def cited(code):
        (tmp_path / "combat.py").write_text(code, encoding="utf-8")
        return [citation.rule for citation in scan_package(tmp_path)]

    return cited


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ('roll("2d6", rule="5.6.3")', ["5.6.3"]),
        ('g.deck.draw("fire", rule="6.1")', ["6.1"]),
        ('event(rules=("6.1", "6.2"))', ["6.1", "6.2"]),
        ('event(rules=["6.1", x, "6.2"])', ["6.1", "6.2"]),
        ('event(rules={"6.1"})', ["6.1"]),
        ('event(rule="6.1" if x else "6.2")', ["6.1", "6.2"]),
        ('event(rule="6.1" if x else "6.2" if y else "6.3")', ["6.1", "6.2", "6.3"]),
        ('event(rules=("6.1", "6.2" if x == "no" else "6.3"))', ["6.1", "6.2", "6.3"]),
        ('event(rule=given or "6.1")', ["6.1"]),
        ('Ruling("8.2", "Too far.", units)', ["8.2"]),
        ('kernel.Ruling("8.2", "Too far.")', ["8.2"]),
        ('refuse("8.3", "No.")', ["8.3"]),
        ('g.refuse("8.3" if x else "8.4", "No.")', ["8.3", "8.4"]),
        ('cite("8.5")', ["8.5"]),
        ('Ruling(sentence="No.", rule="8.6")', ["8.6"]),
        ('@rule("5.2", "5.3")\ndef f(): pass', ["5.2", "5.3"]),
        ('@kernel.rule("5.2")\nclass C: pass', ["5.2"]),
        ('@rule("5.2")\nasync def f(): pass', ["5.2"]),
        ('mark = rule("5.2", "5.3")', ["5.2", "5.3"]),
        ('f(g(h(rule="1")), rule="2")', ["1", "2"]),
        ('async def f():\n    x = [lambda: (yield ask(rule="TCS 8.4"))]', ["TCS 8.4"]),
        # What does not cite:
        ('console.rule("Title")', []),
        ('rule = "6.1"', []),
        ("event(rule=RULE)", []),
        ("event(rule=6.1)", []),
        ('event(rule=f"6.{n}")', []),
        ('event(other="6.1")', []),
        ('event("6.1")', []),
        ('Ruling(x, "6.1")', []),
        ('refuse(decide("6.1"))', []),
        ('def f(rule="6.1"): pass', []),
        ('# rule="6.1"\n"Ruling(\'6.1\')"', []),
    ],
)
def test_forms(cited, code, rules):
    assert cited(code) == rules


def test_rows_of_data(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "units.csv").write_text('# Units.\nid,rule,words\nA,18.1,"one, two"\nB,,none\nC,18.2,\n')
    (tmp_path / "data" / "wind.csv").write_text("die,words\n1,18.9\n")
    (tmp_path / "data" / "rules.csv").write_text("rule,title,requirement,kind,applies\n1,A,B,data,yes\n")
    (tmp_path / "data" / "empty.csv").write_text("# Nothing yet.\n")
    assert scan_package(tmp_path) == (Citation("18.1", "data/units.csv", 3), Citation("18.2", "data/units.csv", 5))


def test_places(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.py").write_text('f(\n    rules=(\n        "1",\n        "2",\n    ),\n)\n', encoding="utf-8")
    (tmp_path / "a.py").write_text('\n@rule("1")\ndef f():\n    cite("1"); cite("1")\n', encoding="utf-8")
    (tmp_path / "notes.txt").write_text('cite("9")', encoding="utf-8")
    found = scan_package(tmp_path)
    assert found == (
        Citation("1", "a.py", 2),
        Citation("1", "a.py", 4),
        Citation("1", "sub/b.py", 3),
        Citation("2", "sub/b.py", 4),
    )
    assert found[2].place == "sub/b.py:3"


def test_code_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "broken.py").write_text("def f(:", encoding="utf-8")
    with pytest.raises(SyntaxError) as caught:
        scan_package(tmp_path)
    assert caught.value.filename == str(tmp_path / "broken.py")


def test_a_folder_that_is_not_there_does_not_pass_for_one_without_citations(tmp_path):
    with pytest.raises(NotADirectoryError):
        scan_package(tmp_path / "nothing")


def test_unknown_citations():
    index = RuleIndex([Rule("6.1", "a", "b", "data", "yes"), Rule("2", "a", "b", "data", "paper only")])
    known, wrong = Citation("6.1", "a.py", 1), Citation("6.11", "a.py", 2)
    assert unknown_citations(index, [known, wrong, Citation("2", "a.py", 3)]) == [wrong]
