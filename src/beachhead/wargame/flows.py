"""Flows: sharing things out, such as hits among units, so that it does most, and whether another way does as much."""

from __future__ import annotations

from collections.abc import Sequence

SOURCE, SINK = 0, 1
"""The nodes where every flow begins and ends."""
UNREACHED = -(10**18)


class Network:
    """A flow network in which links have room and gain. Link n and link n ^ 1 are the two directions of one link."""

    def __init__(self) -> None:
        self.out: list[list[int]] = [[], []]
        self.tip: list[int] = []
        self.room: list[int] = []
        self.gain: list[int] = []

    def node(self) -> int:
        """A new node."""
        self.out.append([])
        return len(self.out) - 1

    def link(self, start: int, end: int, room: int, gain: int = 0) -> int:
        """A new link between two nodes; its number."""
        number = len(self.tip)
        self.out[start].append(number)
        self.out[end].append(number + 1)
        self.tip += (end, start)
        self.room += (room, 0)
        self.gain += (gain, -gain)
        return number

    def fill(self) -> None:
        """Send one thing after the other along the path that gains most, until none gains anything."""
        while (path := self._best_path()) is not None:
            for number in path:
                self.room[number] -= 1
                self.room[number ^ 1] += 1

    def _best_path(self) -> list[int] | None:
        best, came = self._spread([SOURCE])
        if best[SINK] <= 0:
            return None
        path, node = [], SINK
        while node != SOURCE:
            path.append(came[node])
            node = self.tip[came[node] ^ 1]
        return path

    def _spread(self, start: Sequence[int]) -> tuple[list[int], list[int]]:
        """The greatest gain to every node within reach, and the link by which it is reached. No cycle gains."""
        out, tip, room, gain = self.out, self.tip, self.room, self.gain
        best, came, queued = [UNREACHED] * len(out), [-1] * len(out), bytearray(len(out))
        for node in start:
            best[node], queued[node] = 0, 1
        waiting = list(start)
        for node in waiting:  # grows while it runs
            queued[node] = 0
            here = best[node]
            for number in out[node]:
                if room[number]:
                    end, total = tip[number], here + gain[number]
                    if total > best[end]:
                        best[end], came[end] = total, number
                        if not queued[end]:
                            queued[end] = 1
                            waiting.append(end)
        return best, came

    def tight(self) -> list[list[int]]:
        """Of a filled network, the tight links out of every node: cycles of these, and only these, gain nothing."""
        height, _ = self._spread(range(len(self.out)))
        return [
            [n for n in links if self.room[n] and height[node] + self.gain[n] == height[self.tip[n]]]
            for node, links in enumerate(self.out)
        ]

    def can_change(self, tight: Sequence[Sequence[int]], number: int) -> bool:
        """Whether an equally good flow uses a link more, in this direction."""
        start = self.tip[number ^ 1]
        if number not in tight[start]:
            return False
        waiting = [self.tip[number]]
        seen = set(waiting)
        for node in waiting:  # grows while it runs
            for further in tight[node]:
                if further != number ^ 1 and self.tip[further] not in seen:
                    seen.add(self.tip[further])
                    waiting.append(self.tip[further])
        return start in seen
