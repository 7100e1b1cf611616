"""Lines of supply."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def supplied(
    adjacent: Sequence[Sequence[int]],
    sources: Iterable[int],
    blocked: Collection[int] = (),
    controlled: Collection[int] = (),
) -> set[int]:
    """The hexes from which a line of supply leads to any of the sources.

    A line steps along `adjacent` and never enters a hex in `blocked`, such as one with an enemy. It may begin or end in
    a hex in `controlled`, an enemy zone of control, but not pass through one.
    """
    edge = [source for source in sources if source not in blocked]
    found = set(edge)
    for here in edge:  # grows while it runs; only sources and free hexes stand in it, so nothing is passed in a zone
        for there in adjacent[here]:
            if there not in found and there not in blocked:
                found.add(there)
                if there not in controlled:
                    edge.append(there)
    return found
