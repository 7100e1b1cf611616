"""Games in packages of their own: whatever lies in `examples` is installed and checked without being named."""

import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [path.parent.name for path in (ROOT / "examples").glob("*/pyproject.toml")]


def test_every_example_is_installed(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    for path in ("requirements/dev.lock", "pyproject.toml", "scripts/ensure-python", "scripts/ensure-node"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).touch()
    for name in ("one", "two"):
        (tmp_path / "examples" / name).mkdir(parents=True)
        (tmp_path / "examples" / name / "pyproject.toml").touch()
    found = subprocess.run(["make", "-n", "ready"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "-e . -e examples/one -e examples/two" in found.stdout


def test_every_example_is_checked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "examples/*/src" in project["tool"]["mypy"]["files"] and "examples/*/src" in project["tool"]["ruff"]["src"]


def test_no_example_is_named():
    assert EXAMPLES
    for path in ("Makefile", "pyproject.toml"):
        text = (ROOT / path).read_text()
        assert not [name for name in EXAMPLES if name in text], path
