"""The command line: `beachhead`."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command that was typed, and leave with its exit code."""
    try:
        from beachhead.cli.app import run  # noqa: PLC0415  # an early Ctrl-C must be a clean stop too

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
