"""Reporting on cases: as text, as JSON, on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from beachhead.cases.runner import CaseResult


def to_json(result: CaseResult) -> dict[str, Any]:
    """A result as plain values."""
    return {
        "path": str(result.path),
        "game": result.game,
        "title": result.title,
        "ok": result.ok,
        "error": result.error,
        "failures": [msgspec.to_builtins(failure) for failure in result.failures],
        "rules": list(result.rules),
        "executed": sorted(result.executed),
        "seconds": round(result.seconds, 4),
    }


def results_json(results: Iterable[CaseResult]) -> str:
    """All results as one JSON document."""
    cases = [to_json(result) for result in results]
    failed = sum(not case["ok"] for case in cases)
    return msgspec.json.encode({"cases": cases, "passed": len(cases) - failed, "failed": failed}).decode()


def describe_result(result: CaseResult) -> str:
    """A result as text: one line if it passed, else every failure with its place and what was found."""
    heading = f"{result.path}: {result.title}".removesuffix(": ")
    if result.ok:
        return heading
    lines = [heading, *(f"  {line}" for line in result.error.splitlines())]
    for failure in result.failures:
        place = failure.where if failure.line is None else f"line {failure.line}, {failure.where}"
        lines.append(f"  {place}: {failure.what}")
        lines += [f"      {line}" for line in failure.found]
    return "\n".join(lines)


def print_results(results: Iterable[CaseResult], console: Console) -> bool:
    """Print results as they come, with a count at the end; True if all passed."""
    passed = failed = 0
    for result in results:
        mark = Text("pass ", "green") if result.ok else Text("FAIL ", "bold red")
        console.print(mark + Text(describe_result(result)), soft_wrap=True)
        passed, failed = passed + result.ok, failed + (not result.ok)
    summary = f"{passed} passed" + (f", {failed} failed" if failed else "")
    console.print(Text(summary, "bold red" if failed else "green"))
    return not failed
