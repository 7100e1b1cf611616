"""The game of this folder is a package beside its tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
