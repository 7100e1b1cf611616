"""Simulate worlds, one after the other, and say what was simulated: `python -m tests.simulation --worlds 10`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

_HASHES = "PYTHONHASHSEED"


def main() -> int:
    """Simulate; the first seed that fails ends it, and is said."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", default="0", help="of the first world; others follow it")
    parser.add_argument("--kind", choices=["file", "shared"], help="one server with a file, or two workers")
    parser.add_argument("--worlds", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="go on for so long, however many worlds that are")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2, help="times of trouble in a world")
    wanted = parser.parse_args()
    if os.environ.get(_HASHES) != "0":  # the order of names in sets is part of a seed
        os.execve(
            sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]], {**os.environ, _HASHES: "0"}
        )
    return run(wanted)


def run(wanted: argparse.Namespace) -> int:
    """Simulate as many worlds as are wanted."""
    from tests.simulation.apart import Failed, apart, read_everything
    from tests.simulation.world import KINDS, Plan, simulate

    read_everything()
    began, number, hours, told = time.monotonic(), 0, 0.0, Counter[str]()
    while number < wanted.worlds or (wanted.minutes and time.monotonic() - began < wanted.minutes * 60):
        seed = wanted.seed if number == 0 else f"{wanted.seed}.{number}"
        kind = wanted.kind or KINDS[number % len(KINDS)]
        plan = Plan(seed, kind, wanted.tables, wanted.rounds)
        try:
            with TemporaryDirectory() as folder:
                found = apart(partial(simulate, plan, Path(folder)))
        except Failed as error:
            sys.stdout.write(f"{error}\n")
            again = f"--seed {seed} --kind {kind} --tables {plan.tables} --rounds {plan.rounds}"
            sys.stdout.write(f"WRONG: python -m tests.simulation {again}\n")
            return 1
        number, hours = number + 1, hours + found.hours
        counts = {"entries": found.entries, "acknowledged": found.acknowledged, "requests": found.requests}
        told.update({**counts, "states compared": found.compared, **found.faults})
        sys.stdout.write(f"{kind} {seed}: {found.hours:.2f} h, {sum(found.faults.values())} faults, {found.trace}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{number} worlds, {hours:.1f} simulated hours in {time.monotonic() - began:.0f} s\n")
    for what, count in sorted(told.items()):
        sys.stdout.write(f"  {count:8d} {what}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
