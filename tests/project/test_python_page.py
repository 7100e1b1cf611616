"""The blocks of docs/python.md, docs/players.md and docs/learning.md run, one after the other."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def run_blocks(page: str, least: int):
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= least
    names = {"__name__": "page"}
    for number, block in enumerate(blocks):
        exec(compile(block, f"{page}, block {number}", "exec"), names)
    return names


def test_the_page_does_what_it_says():
    names = run_blocks("python.md", 6)
    assert names["match"].is_over and sum(row.games for row in names["result"].outcomes) == 20


def test_the_page_of_players_does_what_it_says():
    names = run_blocks("players.md", 1)
    assert names["bold"] != names["usual"]


def test_the_page_of_learning_does_what_it_says():
    names = run_blocks("learning.md", 2)
    assert names["is_over"] and names["info"]["outcome"].figures and len(names["world"].record) > 0
