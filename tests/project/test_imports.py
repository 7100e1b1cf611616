"""The shape of the program: imports point down only."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check-imports"


def test_imports_point_down():
    found = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_an_import_that_points_up_is_found(tmp_path):
    text = SCRIPT.read_text(encoding="utf-8")
    root = tmp_path / "src" / "beachhead"
    (root / "kernel").mkdir(parents=True)
    (root / "kernel" / "match.py").write_text("from beachhead.games import find_game\n", encoding="utf-8")
    script = tmp_path / "scripts" / "check-imports"
    script.parent.mkdir()
    script.write_text(text, encoding="utf-8")
    found = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "kernel may not import games" in found.stdout
