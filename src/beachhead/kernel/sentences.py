"""Small words for sentences: numbers of things, and several things in a row."""

from __future__ import annotations

from collections.abc import Iterable


def count_of(number: int, one: str, many: str = "") -> str:
    """A number of things: `1 step`, `2 steps`, `no steps`."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def listing(words: Iterable[str]) -> str:
    """Several things in a sentence: `A`, `A and B`, `A, B and C`."""
    *first, last = list(words) or ["none"]
    return f"{', '.join(first)} and {last}" if first else last
