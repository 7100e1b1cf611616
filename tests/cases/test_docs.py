"""What the manual shows must work as shown."""

import re
from pathlib import Path

from beachhead.cases import describe_result, load_case, run_case
from beachhead.cases.format import Expect, _File
from beachhead.games import find_game

MANUAL = Path(__file__).parents[2] / "docs" / "cases.md"


def test_the_example_passes(tmp_path):
    (example,) = re.findall(r"```toml\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    result = run_case(load_case(path), find_game)
    assert describe_result(result) == f"{path}: {result.title}"


def test_every_key_is_explained():
    text = MANUAL.read_text(encoding="utf-8")
    for name in (*_File.__struct_fields__, *Expect.__struct_fields__):
        assert re.search(rf"`\[*{name}\b", text), name
