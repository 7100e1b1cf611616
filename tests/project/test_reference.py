"""docs/reference.md: every word that a screen knows has a picture, and the words are those of the client."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.display import WORDS, Counter, Label, Layout, Mark, Scene, layout_problems, scene_problems
from beachhead.games import find_game

ROOT = Path(__file__).resolve().parents[2]
STARS = {"hq", "general", "leader", "hero"}
"""Glyphs that are drawn without the frame of a unit's type."""


def rows(path):
    """The words of tables in the source of the client that have a line for each."""
    return set(re.findall(r"^  '?([a-z][a-z-]*)'?: ?[\['\n]", (ROOT / "web" / "src" / path).read_text(), re.M))


def test_the_words_are_those_that_the_client_draws():
    assert set(WORDS["glyphs"].words) == rows("board/glyphs.ts") | STARS
    assert set(WORDS["badges"].words) == rows("board/badges.ts")
    source = (ROOT / "web" / "src" / "board" / "marks.ts").read_text()
    tables = re.findall(r"^const (?:BELOW|ABOVE).*?{(.*)};", source, re.M)
    marks = {word.partition(":")[0].strip() for table in tables for word in table.split(",")}
    assert set(WORDS["marks"].words) == marks | {"note"}
    assert set(WORDS["icons"].words) <= rows("lib/icons.ts")


PICTURED = ("ground", "sides", "roads", "labels", "glyphs", "symbols", "badges", "marks", "ways", "patches", "roles")


@pytest.mark.parametrize(
    "kind", ["ground", "sides", "roads", "labels", "glyphs", "symbols", "badges", "marks", "roles"]
)
def test_every_word_has_a_picture(kind):
    for word in WORDS[kind].words:
        assert list((ROOT / "docs" / "reference").glob(f"{kind}-{word}.*")), word


def test_a_page_that_is_not_current_is_found(tmp_path):
    for path in ("scripts/reference", "docs/reference.md", "src/beachhead", "docs/reference", "web/src/lib/icons.ts"):
        source, target = ROOT / path, tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("static", "data", "__pycache__"))
        else:
            shutil.copy(source, target)

    def run(*args):
        command = [sys.executable, tmp_path / "scripts" / "reference", *args]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    assert run("--text").returncode == 0 and run("--check").returncode == 0, run("--check").stdout
    with (tmp_path / "src" / "beachhead" / "players" / "__init__.py").open("a") as more:
        more.write('\n__all__ = [*__all__, "Unheard"]\n')
    (tmp_path / "docs" / "reference" / "marks-cloud.png").unlink()
    (tmp_path / "src" / "beachhead" / "wargame" / "unheard.py").write_text('def heard() -> None:\n    """New."""\n')
    found = run("--check")
    assert found.returncode == 1
    assert "not that of the source" in found.stdout and "marks-cloud.png is missing" in found.stdout


def a_layout() -> Layout:
    layout = find_game("pegasus").layout()
    assert layout is not None and layout_problems(layout) == []
    return layout


def test_words_that_no_screen_knows_are_named():
    layout = a_layout()
    scene = Scene(
        heading="",
        counters=[Counter(kind="unit", id="a", name="a", hex="0101", tone="nobody", glyph="machine gun")],
        marks=[Mark(kind="fog", hex="9999")],
    )
    found = "\n".join(scene_problems(scene, layout))
    for word in ("'machine gun'", "'fog'", "no tone 'nobody'", "no hex '9999'"):
        assert word in found
    changed = Layout(
        **{
            **{name: getattr(layout, name) for name in Layout.__struct_fields__},
            "terrain": [["forest"] for _ in layout.names],
            "labels": [Label(text="x", x=0, y=0, style="loud")],
        }
    )
    assert [problem for word in ("'forest'", "'loud'") for problem in layout_problems(changed) if word in problem]
    assert len(layout_problems(changed)) == 2
