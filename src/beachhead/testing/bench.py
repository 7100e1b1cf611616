"""A bench for the tests of a game's chapters: positions, matches and single procedures, written with printed names.

BENCH = Bench("omaha", {"scenario": "first-waves"}, columns={"units": ("id", "hex", "steps")})
g = BENCH.at(clear=True, turn=5, units=[("A/1/116", "0427")], script={"fire east": ["21"]})
BENCH.run(fire_phase(g), ["hit A/1/116"])
assert BENCH.told(g, "step_lost")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic

from beachhead.cases.script import CaseScript
from beachhead.games import find_game
from beachhead.kernel import (
    Action,
    Decision,
    Flow,
    Game,
    GameOver,
    Match,
    Offer,
    Preview,
    Ruling,
    Seeded,
    Settings,
    Source,
    Table,
    action_text,
    load_position,
    parse_action,
)
from beachhead.kernel.game import S
from beachhead.testing.properties import walk

Script = Mapping[str, Sequence[Any]]
"""Chance by reason, in printed names: `{"fire east": ["21"], "WN depth": ["wn-01", "wn-02"]}`."""

Answer = str | Action | tuple[str, Any]
"""An action: as text, as it is, or as verb and argument."""


class Bench(Generic[S]):
    """A game on the bench. `position` is what its positions have unless they say otherwise.

    `columns` names the columns of lists in positions, so that their rows can be written as tuples.
    """

    def __init__(
        self,
        game: str | Game[S],
        position: Mapping[str, Any] | None = None,
        *,
        columns: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._game = game
        self._position = dict(position or {})
        self._columns = dict(columns or {})

    @property
    def game(self) -> Game[S]:
        """The one game object; loading its data takes a moment."""
        return find_game(self._game) if isinstance(self._game, str) else self._game

    @property
    def box(self) -> Any:
        """What never changes: board, counters, tables."""
        return self.game.box

    def number(self, kind: str, name: str) -> int:
        """The number of a thing by its printed name."""
        return self.game.names[kind].number(name)

    # --- states and matches ----------------------------------------------------------------------------------------

    def chance(self, script: Script | None = None, seed: str = "test") -> Source:
        """Scripted values for the reasons named, seeded ones for all others."""
        source = CaseScript(self.game, Seeded(seed))
        source.add({reason: list(values) for reason, values in (script or {}).items()})
        return source

    def seated(self, g: S, script: Script | None = None, seed: str = "test") -> S:
        """The state on a table, so that rules can draw and tell."""
        g.attach(self.box)
        g.seat(Table(self.chance(script, seed)))
        return g

    def new(self, scenario: str, script: Script | None = None, seed: str = "test", **options: Any) -> S:
        """A scenario as it is laid out before anything is decided, seated. Options with `_` for `-`."""
        return self.seated(self.game.start(scenario, _settings(options)), script, seed)

    def new_match(self, scenario: str, seed: str = "test", **options: Any) -> Match[S]:
        """A match from the start. Options with `_` for `-`."""
        return Match.new(self.game, scenario, _settings(options), seed=seed)

    def at(
        self, position: Mapping[str, Any] | None = None, script: Script | None = None, seed: str = "test", **fields: Any
    ) -> S:
        """A position as in case files, seated: `at(clear=True, turn=5, units=[{"id": "A/1/116", "hex": "0427"}])`."""
        return self.seated(load_position(self.game, self._document(position, fields)).state, script, seed)

    def match_at(
        self, position: Mapping[str, Any] | None = None, script: Script | None = None, seed: str = "test", **fields: Any
    ) -> Match[S]:
        """A match that begins in a position."""
        read = load_position(self.game, self._document(position, fields))
        source = self.chance(script, seed)
        return Match(self.game, read.state, source, scenario=read.scenario, settings=read.settings)

    def _document(self, position: Mapping[str, Any] | None, fields: Mapping[str, Any]) -> dict[str, Any]:
        document = {**self._position, **(position or {}), **fields}
        for name, columns in self._columns.items():
            if name in document:
                document[name] = [_row(columns, row) for row in document[name]]
        return document

    # --- playing ---------------------------------------------------------------------------------------------------

    def action(self, answer: Answer) -> Action:
        """An answer as an action."""
        if isinstance(answer, str):
            return parse_action(self.game, answer)
        return answer if isinstance(answer, Action) else Action(*answer)

    def play(self, match: Match[S], *answers: Answer) -> Match[S]:
        """Take these actions."""
        for answer in answers:
            match.apply(self.action(answer))
        return match

    def offered(self, match: Match[S], verb: str) -> list[str]:
        """The arguments offered under a verb, by their printed names."""
        assert match.decision is not None, "the game is over"
        args = match.decision.options.get(verb, ())
        return [action_text(self.game, Action(verb, arg)).partition(" ")[2] for arg in args]

    def refusal(self, match: Match[S], answer: Answer) -> str:
        """The rule that refuses an action."""
        ruling = match.why_not(self.action(answer))
        assert ruling is not None, f"{answer} is allowed"
        return ruling.rule

    def run(self, flow: Flow, answers: Sequence[Answer] = (), *, take_first: bool = False) -> Decision | None:
        """Drive one procedure by hand through these answers; single automatic choices are taken by themselves.

        Returns the decision for which there is no answer any more, or None when the procedure has ended. With
        `take_first` such decisions take their first option instead.
        """
        left = list(answers)
        action: Action | None = None
        while True:
            try:
                decision = next(flow) if action is None else flow.send(action)
            except StopIteration:
                assert not left, f"nobody asked for {left}"
                return None
            assert any(decision.options.values()), f"a decision without options: {decision.prompt}"
            if decision.automatic and len(decision) == 1:
                action = decision[0]
            elif left:
                action = self._offered(decision, left.pop(0))
            elif take_first:
                action = decision[0]
            else:
                return decision

    def drive(self, flow: Flow, *answers: Answer) -> Any:
        """Answer all questions of a procedure: the decision after these, or what it returns with the last."""
        try:
            decision = next(flow)
            for answer in answers:
                decision = flow.send(self._offered(decision, answer))
        except StopIteration as end:
            return end.value
        return decision

    def ends(self, flow: Flow, answers: Sequence[Answer] = ()) -> GameOver:
        """Run a procedure that must end the game, and say how."""
        try:
            self.run(flow, answers)
        except GameOver as over:
            return over
        raise AssertionError("the game goes on")

    def _offered(self, decision: Decision, answer: Answer) -> Action:
        action = self.action(answer)
        assert decision.offers(action), f"{answer!r} is not offered: {decision}"
        return action

    def play_through(self, scenario: str, settings: Settings, seed: int, random: Random | None = None) -> Match[S]:
        """A random game to its end; every turn point is a position that can be, and no counter is lost."""
        game = self.game
        match = Match.new(game, scenario, settings, seed=str(seed), keeps_digests=False)
        census = dict(game.census(match.state))
        for _ in walk(match, random or Random(seed)):
            if match.decision is not None and match.decision.is_turn_point:
                assert dict(game.census(match.state)) == census, f"seed {seed}"
                ruling = game.refuse_position(match.state)
                assert ruling is None, f"seed {seed}: {ruling}"
        assert match.outcome is not None, f"seed {seed}"
        assert dict(game.census(match.state)) == census, f"seed {seed}"
        return match


def told(g: Any, kind: str | None = None) -> list[dict[str, Any]]:
    """What the rules have told a seated state so far, as data: `told(g, "step_lost")[0]["unit"]`."""
    events = g.__dict__["table"].events
    return [{"kind": event.kind, "rule": event.rule, **event.data} for event in events if kind in (None, event.kind)]


def why_not(g: Any, decision: Decision, action: Action) -> Ruling | None:
    """What refuses an action, asked of the offer of its verb; None for one that is offered."""
    offer = decision.options.get(action.verb)
    return offer.refuse(g, action.arg) if isinstance(offer, Offer) and offer.refuse else None


def preview(g: Any, decision: Decision, action: Action) -> Preview | None:
    """What an action would bring, asked of the offer of its verb."""
    offer = decision.options.get(action.verb)
    return offer.foresee(g, action.arg) if isinstance(offer, Offer) and offer.foresee else None


def options(decision: Decision) -> dict[str, list[Any]]:
    """What is open, by verb."""
    return {verb: list(args) for verb, args in decision.options.items() if args}


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in options.items()}


def _row(columns: Sequence[str], row: Any) -> Any:
    return row if isinstance(row, Mapping) else dict(zip(columns, row, strict=False))
