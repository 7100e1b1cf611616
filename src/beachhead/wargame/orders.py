"""Orders to many units at once: who goes first, where each would like to be, and the actions that bring it there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from beachhead.hexes.search import distances
from beachhead.kernel import Action, FlowError, Formation, Match, Plan, Ruling
from beachhead.wargame.pieces import Pieces

P = TypeVar("P", bound=Pieces)
Wish: TypeAlias = Callable[[Any, int, int], tuple[int, ...]]
"""How far from its wish a unit is in a hex: state, unit, hex. Less is better."""


class Sent(NamedTuple):
    """What is done so that a unit goes somewhere, and the hexes that it goes through, where the game foresees them."""

    actions: Sequence[Action] = ()
    way: Sequence[int] = ()


NOTHING = Sent()


class MarchOrders(Generic[P]):
    """Units march towards a hex one after the other: each is chosen, and goes where it comes nearest to its wish.

    A game with other wishes than to be near says so in `wish`, and who goes first in `rank`.
    """

    chooses: Sequence[str] = ("unit",)
    """The verbs that choose a unit at a turn point; the first by which it can be chosen."""
    moves: Sequence[str] = ("move",)
    """The verbs that move it then; of two that lead as near the first is taken."""
    ends: Sequence[str] = ()
    """The verbs that let go of it where its move goes on."""
    back = "back"

    def formations(self, g: P) -> Sequence[Formation]:  # noqa: ARG002
        """Who may be ordered together."""
        return ()

    def wish(self, g: P, target: int) -> Wish:
        """Where units want to be that are sent to a hex."""
        away = distances(g.box.board.adjacent, (target,))
        return lambda _g, _unit, place: (away[place],)

    def rank(self, g: P, unit: int) -> int:  # noqa: ARG002
        """Who goes first; of one rank those who are nearest."""
        return 0

    def march(self, match: Match[P], units: Sequence[int], target: int) -> Plan:
        """The actions by which units go towards a hex, tried out one after the other."""
        g, side = match.state, match.decision.side if match.decision else ""
        wish = self.wish(g, target)
        actions: list[Action] = []
        ends: dict[int, int] = {}
        ways: dict[int, Sequence[int]] = {}
        stays: dict[int, Ruling | None] = {}
        on_map = [unit for unit in dict.fromkeys(units) if g.units[unit].at >= 0]
        for unit in sorted(on_map, key=lambda u: (self.rank(g, u), wish(g, u, g.units[u].at), u)):
            if match.decision is None or match.decision.side != side or not match.decision.is_turn_point:
                break  # it is for somebody else now, or something else is asked
            refusal, taken = None, NOTHING
            for verb in self.chooses:
                refusal = match.why_not(Action(verb, unit))
                taken = NOTHING if refusal else self._send(match, Action(verb, unit), wish)
                if taken.actions:
                    break
            actions += taken.actions
            if taken.actions:
                ends[unit], ways[unit] = match.state.units[unit].at, taken.way
            else:
                stays[unit] = refusal
        return Plan(actions, ends, stays, ways)

    def _send(self, match: Match[P], choice: Action, wish: Wish) -> Sent:
        """Choose a unit and let it go where it comes nearest to its wish; nothing if it is better off where it is."""
        begun, unit = len(match.record), choice.arg
        match.apply(choice)
        assert match.decision is not None
        g, here = match.state, match.state.units[unit].at
        ways = [Action(verb, place) for verb in self.moves for place in match.decision.numbers(verb)]
        best = min(ways, key=lambda way: wish(g, unit, way.arg), default=None)
        if best is not None and wish(g, unit, best.arg) < wish(g, unit, here):
            foreseen = match.preview(best)
            with suppress(FlowError):  # chance would decide on the way
                match.apply(best)
                self._let_go(match)
                way = [stop.hex for stop in foreseen.way] if foreseen else []
                return Sent([step.action for step in match.record[begun:]], way)
        if match.decision.offers(Action(self.back)):
            match.apply(Action(self.back))
        return NOTHING

    def _let_go(self, match: Match[P]) -> None:
        for verb in self.ends:
            if match.decision is not None and match.decision.offers(Action(verb)):
                with suppress(FlowError):
                    match.apply(Action(verb))
