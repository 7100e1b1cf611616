"""6.31, 6.34 The assignment of hits: which of the US units that it may hit each position does hit.

The fire of a position is a *volley*: a hit limit, and the *targets* that the fire chart lets it hit, each with what
the hit does. A volley alone hits its targets in the order of 6.31 (intense before steady before sporadic fire, then
the closer, then the one with more steps) until its limit is used up; the player chooses among equals at the limit.

On turns 1-16 the volleys of one fire card are assigned together, because 6.34 wants as many different units hit as
possible. That is a flow problem. Hits flow from a source through the volleys (at most the limit) to the targets they
may hit, through the units that are hit, to a sink. A unit loses one step at most, so that all hits which take a step
pass a gate that lets one through (6.34); hits which only disrupt go round the gate (6.33). The best flow has, one
after the other:

1. the most different units hit (6.34),
2. the most hits: what one unit cannot take goes to another, and only the rest is ignored (6.34),
3. the most hits in intense fire, then in steady fire (6.31),
4. the least distance in all, then the most steps of the units hit (6.31),
5. the most different units disrupted; and of two positions whose hits on one unit differ only in that the one also
   disrupts, the milder (the order of fire is the player's).

For a volley that shares no unit with another, this is the order of 6.31 exactly. Where several best flows leave the
units in different states, the player chooses hit by hit: the alternatives are the cycles of the residual network
that gain nothing, which are those of its tight links. Flows that differ only in who hits whom are no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from beachhead.games.omaha.box import INTENSE, STEADY
from beachhead.games.omaha.names import spaced
from beachhead.kernel import Flow, Offer, Ruling, ask, rule
from beachhead.wargame.flows import SINK, SOURCE, Network


class Target(msgspec.Struct, frozen=True, gc=False):
    """A US unit that a position may hit, and what the hit does to it."""

    unit: int
    hex: int
    intensity: int
    distance: int
    steps: int
    loses_step: bool
    disrupts: bool
    why: str = ""
    rule: str = ""

    @property
    def rank(self) -> tuple[int, int, int]:
        """6.31 The place in the order of hits, first the least."""
        return -self.intensity, self.distance, -self.steps


class Volley(msgspec.Struct, frozen=True):
    """6.31 The fire of one position. `about` says in a decision which position it is, `spares` why it hits another."""

    name: str
    limit: int
    targets: Sequence[Target]
    hexes: Sequence[int] = ()
    """Where it comes from."""
    about: Mapping[str, Any] = {}
    spares: Callable[[Any, int], Ruling] | None = None


Hits: TypeAlias = list[list[Target]]
"""For each volley the targets that it hits, in the order of 6.31."""

Chooser: TypeAlias = Callable[[Sequence[int]], str]
"""Who chooses among these units."""


@rule("6.34", "6.34a", "6.34b")
def assign_together(volleys: Sequence[Volley], chooser: Chooser) -> Flow:
    """6.34 The hits of volleys that are fired together; returns `Hits`."""
    hits: Hits = [[] for _ in volleys]
    for group in _groups(volleys):
        if len(group) == 1:
            hits[group[0]] = yield from assign_alone(volleys[group[0]], chooser)
        else:
            found: Hits = yield from _assign_group([volleys[v] for v in group], chooser)
            for v, targets in zip(group, found, strict=True):
                hits[v] = sorted(targets, key=lambda target: target.rank)
    return hits


@rule("6.31", "6.31.pri", "6.31.tie")
def assign_alone(volley: Volley, chooser: Chooser) -> Flow:
    """6.31 The hits of one volley by itself; returns a list of targets."""
    ranked = sorted(volley.targets, key=lambda target: target.rank)
    if len(ranked) <= volley.limit:
        return ranked
    last = ranked[volley.limit - 1].rank
    hits = [target for target in ranked if target.rank < last]
    equals = [target for target in ranked if target.rank == last]
    while len(hits) < volley.limit < len(hits) + len(equals):
        chosen = yield from _choose(volley, equals, volley.limit - len(hits), chooser)
        equals.remove(chosen)
        hits.append(chosen)
    return hits + equals[: volley.limit - len(hits)]


def _choose(volley: Volley, options: Sequence[Target], left: int, chooser: Chooser) -> Flow:
    """6.31 The player picks the next unit to be hit; returns its target."""
    units = [target.unit for target in options]
    hits = "1 hit" if left == 1 else f"{left} hits"
    fires = f"{spaced(volley.name)} fires and has {hits} left"
    prompt = f"{fires}. Nothing in the order of hits parts these units: which is hit?"
    offer = Offer.among(units, volley.spares) if volley.spares else units
    answer = yield ask(chooser(units), prompt, {"hit": offer}, rule="6.31.tie", automatic=True, about=volley.about)
    return next(target for target in options if target.unit == answer.arg)


def _groups(volleys: Sequence[Volley]) -> list[list[int]]:
    """Volleys that share a unit, directly or through others, are in one group; those without targets in none."""
    groups: list[tuple[list[int], set[int]]] = []
    for v, volley in enumerate(volleys):
        if not volley.targets:
            continue
        members, units = [v], {target.unit for target in volley.targets}
        apart = []
        for group in groups:
            if group[1].isdisjoint(units):
                apart.append(group)
            else:
                members += group[0]
                units |= group[1]
        groups = [*apart, (members, units)]
    return [sorted(members) for members, _ in groups]


def _assign_group(volleys: Sequence[Volley], chooser: Chooser) -> Flow:
    """6.34 The best flow of a group, or what the player makes of equally good ones; returns `Hits`."""
    if all(len(volley.targets) <= volley.limit for volley in volleys):
        return _all_hits(volleys)
    fixed: Hits = [[] for _ in volleys]
    while True:
        flow = _HitFlow(volleys, fixed)
        choice = flow.choice()
        if choice is None:
            return [done + more for done, more in zip(fixed, flow.hits(), strict=True)]
        v, options = choice
        left = volleys[v].limit - len(fixed[v])
        fixed[v].append((yield from _choose(volleys[v], options, left, chooser)))


def _all_hits(volleys: Sequence[Volley]) -> Hits:
    """6.34 The best flow where each volley has a hit for each of its targets, found without a search.

    All are hit, and of the hits that would take the step of a unit the best one does.
    """
    best: dict[int, Target] = {}
    for target in (target for volley in volleys for target in volley.targets if target.loses_step):
        if target.unit not in best or _gain(target) > _gain(best[target.unit]):
            best[target.unit] = target
    return [[t for t in volley.targets if not t.loses_step or best[t.unit] is t] for volley in volleys]


# --- the flow problem ----------------------------------------------------------------------------------------------

# What a hit gains, so that any number of lesser gains (there are fewer than 100 hits) stays below one greater one.
DISRUPTED = 2
MILDER = 1
STEP = 10**3
NEARER = 10**6
IN_STEADY = 10**9
IN_INTENSE = 10**11
ONE_HIT = 10**13
NEW_UNIT = 10**15


def _gain(target: Target) -> int:
    gain = ONE_HIT - NEARER * target.distance + STEP * target.steps
    if target.intensity == INTENSE:
        gain += IN_INTENSE
    elif target.intensity == STEADY:
        gain += IN_STEADY
    return gain + (MILDER if target.loses_step and not target.disrupts else 0)


class _HitFlow:
    """The best assignment of the hits that are not yet fixed."""

    def __init__(self, volleys: Sequence[Volley], fixed: Hits) -> None:
        self._net = net = Network()
        self._limits: list[int] = []
        self._links: list[list[tuple[Target, int]]] = []
        self._effects: dict[tuple[int, bool, bool], int] = {}
        self._telling: list[int] = []
        """The links whose use changes what becomes of a unit."""
        self._gates: dict[int, int] = {}
        self._units: dict[int, int] = {}
        done = [target for targets in fixed for target in targets]
        self._hit = {target.unit for target in done}
        self._gone = {target.unit for target in done if target.loses_step}
        self._disrupted = {target.unit for target in done if not target.loses_step}
        for volley, hits in zip(volleys, fixed, strict=True):
            node = net.node()
            self._limits.append(net.link(SOURCE, node, volley.limit - len(hits)))
            taken = {target.unit for target in hits}
            open_targets = [
                target
                for target in volley.targets
                if target.unit not in taken and not (target.loses_step and target.unit in self._gone)
            ]
            self._links.append([(t, net.link(node, self._effect(t), 1, _gain(t))) for t in open_targets])
        net.fill()

    def _effect(self, target: Target) -> int:
        """The node through which hits of this kind on this unit pass."""
        key = (target.unit, target.loses_step, target.disrupts)
        if key not in self._effects:
            self._effects[key] = node = self._net.node()
            if target.loses_step:
                self._telling.append(self._net.link(node, self._gate(target.unit), 1))
            else:
                if target.unit not in self._disrupted:
                    self._telling.append(self._net.link(node, self._unit(target.unit), 1, DISRUPTED))
                self._net.link(node, self._unit(target.unit), 99)
        return self._effects[key]

    def _gate(self, unit: int) -> int:
        """6.34 The gate through which a unit loses one step at most."""
        if unit not in self._gates:
            self._gates[unit] = self._net.node()
            self._net.link(self._gates[unit], self._unit(unit), 1)
        return self._gates[unit]

    def _unit(self, unit: int) -> int:
        if unit not in self._units:
            self._units[unit] = node = self._net.node()
            if unit not in self._hit:
                self._net.link(node, SINK, 1, NEW_UNIT)
            self._net.link(node, SINK, 99)
        return self._units[unit]

    def hits(self) -> Hits:
        """The targets hit, by volley."""
        return [[target for target, link in links if self._net.room[link] == 0] for links in self._links]

    def choice(self) -> tuple[int, list[Target]] | None:
        """The first volley for which another hit is as good, if what becomes of any unit depends on it.

        Volleys that have as many hits in every best flow come before those whose hits another may take over.
        """
        tight = self._net.tight()

        def is_open(link: int) -> bool:
            return self._net.can_change(tight, link) or self._net.can_change(tight, link ^ 1)

        if not any(map(is_open, self._telling)):
            return None
        choices = []
        for v, links in enumerate(self._links):
            options = [target for target, link in links if is_open(link)]
            if len(options) > 1:
                choices.append((is_open(self._limits[v]), v, options))
        if not choices:
            return None
        _, v, options = min(choices, key=lambda choice: choice[:2])
        return v, options
