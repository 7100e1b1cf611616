"""`make check` says how much code a rule takes."""

import re
import subprocess
import sys
from pathlib import Path

from beachhead.games import game_ids

ROOT = Path(__file__).resolve().parents[2]


def test_lines_per_rule_row():
    found = subprocess.run(
        [sys.executable, ROOT / "scripts" / "lines-per-rule"], capture_output=True, text=True, check=True
    )
    per_row = dict(re.findall(r"(\w+) (\d+\.\d)", found.stdout))
    assert set(per_row) == {game for game in game_ids() if (ROOT / "src" / "beachhead" / "games" / game).is_dir()}
    assert all(1 < float(lines) < 100 for lines in per_row.values())
    assert re.search(r"shared by games: wargame/ \d+, players/ \d+", found.stdout)
