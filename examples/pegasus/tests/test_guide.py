"""What the guide to adding a game shows of this one is its code."""

import re
from pathlib import Path

EXAMPLE = Path(__file__).parents[1]
GUIDE = EXAMPLE.parents[1] / "docs" / "adding-a-game.md"


def test_the_guide_shows_the_code_as_it_is():
    sources = [*EXAMPLE.glob("src/pegasus/*.py"), *EXAMPLE.glob("tests/test_*.py")]
    code = {line for path in sources for line in path.read_text(encoding="utf-8").splitlines()}
    shown = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(shown) >= 5
    assert [line for block in shown for line in block.splitlines() if line and line not in code] == []
