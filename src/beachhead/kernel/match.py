"""Match: the only driver of a flow. It checks, records, undoes, clones and explains.

Generators cannot be copied, so the match never copies one. At a turn point now and then it keeps a clone of the
state; the position at any moment is that clone, the answers given since, and the values of chance that came since.
Clone, undo and recovery from an error all re-run the flow from there.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, cast

import msgspec

from beachhead.kernel.chance import Draw, Seeded, Source, commitment
from beachhead.kernel.decisions import Action, Decision, Flow, FlowError
from beachhead.kernel.edge import action_label, action_text, name_event
from beachhead.kernel.events import Event
from beachhead.kernel.game import Game, GameOver, Outcome, Preview, S, Settings
from beachhead.kernel.imagining import imagine
from beachhead.kernel.offers import Offer
from beachhead.kernel.pickling import reduce_match
from beachhead.kernel.rulings import Refused, Ruling
from beachhead.kernel.setups import check_setup
from beachhead.kernel.state import Table

if TYPE_CHECKING:
    from beachhead.display import Scene

AUTOMATIC_LIMIT = 10_000
"""Automatic decisions in a row after which a flow is going round in circles."""


STRIDE = 32
"""Answers after which a turn point is worth a new clone: it costs as much as a few decisions, and is seldom used."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One action of the record with what chance gave it. `events` is where its events begin in `Match.events`.

    `unseen`: it was taken in secret, told nobody else anything and led to the next that is taken in secret, so that
    others cannot even see that it was taken.
    """

    side: str
    action: Action
    draws: tuple[Draw, ...]
    events: int
    digest: str = ""
    unseen: bool = False


class EarlierSeed(msgspec.Struct, frozen=True):
    """A seed that served up to draw number `until`, before the game went on from a save without it."""

    commitment: str
    until: int
    seed: str | None = None


class Landmark(msgspec.Struct, Generic[S], frozen=True):
    """A named moment whose state is kept: `after` actions had been taken."""

    name: str
    after: int
    state: S


class Opening(msgspec.Struct, frozen=True):
    """How the record of a match begins that was opened at a landmark of its save: what is written there again.

    `past` of its actions were history before; `start`, the set-up and the landmarks are as the save has them, and so
    are the rules and the data with which it began: nobody has looked whether those of now lead to the landmark.
    """

    rules_version: str
    data: str
    start: dict[str, Any] | None
    past: int
    set_up_digest: str
    set_up_chance: tuple[Any, ...]
    landmarks: tuple[Any, ...]


class _Mark(msgspec.Struct, Generic[S], frozen=True):
    """A place to which undo can return: so many of these answers and values had been given since the checkpoint."""

    checkpoint: S
    answers: list[Action]
    values: list[int]
    given: int
    drawn: int
    steps: int
    landmarks: int


class Match(Generic[S]):
    """A game being played.

    `start` is the state it began from; `past` are actions before that, which are history and are not replayed. Where
    only this match has left them out, its `opening` says how its save begins.
    A game that is begun with its `outcome` is over and only looked at.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        source: Source,
        *,
        scenario: str,
        settings: Settings | None = None,
        seats: Mapping[str, str] | None = None,
        keeps_digests: bool = True,
        outcome: Outcome | None = None,
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.settings: Settings = settings or {}
        self.seats: Mapping[str, str] = seats or {}
        self.commitment = commitment(source.seed) if isinstance(source, Seeded) else ""
        self.earlier_seeds: tuple[EarlierSeed, ...] = ()
        self.past: list[Step] = []
        self.opening: Opening | None = None
        self._outcome = outcome
        self.decision: Decision | None = None
        self.record: list[Step] = []
        self.events: list[Event] = []
        self.landmarks: list[Landmark[S]] = []
        self.keeps_digests = keeps_digests
        self.has_history = True
        self._table = Table(source)
        self._table.events = self.events
        self._marks: list[_Mark[S]] = []
        self._undone: list[Action] = []
        self._answers: list[Action] = []
        self._stride = STRIDE
        self._is_shared = False  # whether a clone comes back to the same checkpoint
        self._seen: tuple[Decision, S] | None = None
        state.attach(game.box)
        self.start = self._checkpoint = state.clone()
        try:
            self._seat(state)
            self._flow: Flow | None = None
            if outcome is None:
                self._flow = game.flow(state)
                self._advance(None)
            self.set_up_digest = state.digest() if keeps_digests else ""
        except FlowError:
            raise
        except Exception as error:
            raise FlowError(f"{game.id} cannot begin: {error}") from error
        self.set_up_draws = tuple(self._table.draws)
        self._settle()

    @classmethod
    def new(
        cls,
        game: Game[S],
        scenario: str | None = None,
        settings: Settings | None = None,
        *,
        seats: Mapping[str, str] | None = None,
        seed: str | None = None,
        keeps_digests: bool = True,
    ) -> Match[S]:
        """Start a game. Without a seed a secret one is made."""
        setup = check_setup(game, scenario, settings or {}, seats or {})
        seed = secrets.token_hex(16) if seed is None else seed
        return cls(
            game,
            game.start(setup.scenario, setup.settings),
            Seeded(seed),
            scenario=setup.scenario,
            settings=setup.settings,
            seats=setup.seats,
            keeps_digests=keeps_digests,
        )

    # --- playing -----------------------------------------------------------------------------------------------

    def apply(self, action: Action, *, side: str | None = None) -> None:
        """Take an action, for `side` if given. Raises `Refused` and changes nothing if it is not offered."""
        decision = self.decision
        if decision is None or (side is not None and side != decision.side) or not decision.offers(action):
            raise Refused(self._refusal(action, side))
        self._take(action, decision.side)
        self._undone.clear()

    def why_not(self, action: Action, *, side: str | None = None) -> Ruling | None:
        """Why the action is refused; None when it is offered."""
        decision = self.decision
        if decision is not None and side in (None, decision.side) and decision.offers(action):
            return None
        return self._refusal(action, side)

    def preview(self, action: Action) -> Preview | None:
        """What an offered action would bring, from what the deciding side may know."""
        if self.decision is None or not self.decision.offers(action):
            return None
        offer = self.decision.options[action.verb]
        if not isinstance(offer, Offer) or offer.foresee is None:
            return None
        return offer.foresee(self._looked_at(), action.arg)

    def guard(self, action: Action) -> Ruling | None:
        """What would be lost by an offered action without being asked for, by which rule; None when nothing is."""
        offer = self.decision.options.get(action.verb) if self.decision else None
        if not isinstance(offer, Offer) or offer.guard is None or action.arg not in offer:
            return None
        return offer.guard(self._looked_at(), action.arg)

    def _refusal(self, action: Action, side: str | None) -> Ruling:
        decision = self.decision
        if decision is None:
            assert self.outcome is not None
            return Ruling(self.outcome.rule, f"The game is over: {self.outcome.reason}")
        if side is not None and side != decision.side:
            return Ruling(decision.rule, f"It is for {decision.side} to decide now: {decision.prompt}")
        offer = decision.options.get(action.verb)
        if isinstance(offer, Offer) and self.game.is_thing(action):
            ruling = offer.why_not(self._looked_at(), action.arg)
            if ruling is not None:
                return ruling
        return Ruling(decision.rule, f"`{action_label(self.game, action)}` is not offered here: {decision.prompt}")

    def _looked_at(self) -> S:
        """The state as the deciding side knows it: what explains a decision must not know more."""
        decision = self.decision
        assert decision is not None
        if self._seen is None or self._seen[0] is not decision:
            self._seen = decision, self.known(decision.side)
        return self._seen[1]

    # --- undo --------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: no dice, no reveal, no decision of another side since."""
        return bool(self._marks)

    def undo(self) -> None:
        """Take the last action back."""
        if not self._marks:
            raise Refused(self._nothing("undo: dice, a reveal or another side's decision lie between"))
        mark = self._marks[-1]
        self._return_to(mark)
        self._undone.append(self.record[-1].action)
        del self._marks[-1]
        self._forget_events(self.record[mark.steps].events)
        del self.record[mark.steps :]
        del self.landmarks[mark.landmarks :]

    @property
    def can_redo(self) -> bool:
        """Whether an action was taken back that can be taken again."""
        return bool(self._undone)

    def redo(self) -> None:
        """Take again the action that was taken back last."""
        if not self._undone:
            raise Refused(self._nothing("redo"))
        assert self.decision is not None
        self._take(self._undone[-1], self.decision.side)
        del self._undone[-1]

    def _nothing(self, what: str) -> Ruling:
        cited = self.decision.rule if self.decision else self.outcome.rule if self.outcome else ""
        return Ruling(cited, f"There is nothing to {what}")

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, with the figures of its end, which are worked out when somebody asks."""
        outcome = self._outcome
        if outcome is not None and not outcome.figures:
            outcome = self._outcome = msgspec.structs.replace(outcome, figures=self.game.figures(self.state))
        return outcome

    @outcome.setter
    def outcome(self, outcome: Outcome | None) -> None:
        self._outcome = outcome

    @property
    def seed(self) -> str | None:
        """The secret seed, once the game is over."""
        return self.secret_seed if self.is_over else None

    @property
    def secret_seed(self) -> str | None:
        """The seed, for whoever keeps the game: never to be shown while it runs."""
        source = self._table.source
        return source.seed if isinstance(source, Seeded) else None

    @property
    def source(self) -> Source:
        """Where chance comes from."""
        return self._table.source

    @source.setter
    def source(self, source: Source) -> None:
        self._table.source = source

    @property
    def moments(self) -> list[tuple[int, S]] | None:
        """How the state stood when each event was told, by the event's place; None as long as nobody wants to know.

        The last event of an action stands for where the action led.
        """
        return cast("list[tuple[int, S]] | None", self._table.moments)

    def keep_moments(self, *, wanted: bool) -> None:
        """Begin to keep moments, with none yet; or stop it."""
        self._table.moments = [] if wanted else None

    @property
    def lasting_landmarks(self) -> list[Landmark[S]]:
        """The landmarks that no undo can take back any more."""
        return self.landmarks[: self._marks[0].landmarks] if self._marks else self.landmarks

    def known(self, side: str | None) -> S:
        """The state as that side knows it. None is a spectator."""
        return self.game.known(self.state, side)

    def view(self, side: str | None) -> Any:
        """What that side may know, as facts. None is a spectator."""
        return self.game.view(self.known(side), side)

    def scene(self, side: str | None) -> Scene | None:
        """What lies on the table before that side. None is a spectator."""
        return self.game.scene(self.known(side), side)

    def imagine(self, side: str | None, random: Random) -> Match[S]:
        """A match that goes on from here as far as the side knows, with all that is hidden and to come dealt anew.

        Raises `CannotImagine` if no such world is found.
        """
        return imagine(self, side, random)

    def trail(self) -> tuple[S, Sequence[Action], Sequence[int]]:
        """The turn point from which play is run again, the answers since, and the values of chance since."""
        self._stride = 1  # whoever asks does so again, and should not have to go back far
        return self._checkpoint, self._answers, self._table.values

    def events_for(self, side: str | None, since: int = 0) -> list[dict[str, Any]]:
        """The events from number `since` on that the side may see, with printed names."""
        return [name_event(self.game, event) for event in self.events[since:] if event.is_seen_by(side)]

    def clone(self, *, history: bool = True) -> Match[S]:
        """A match that goes on by itself from here.

        Without history it has no record and cannot be saved, which is what search wants.
        """
        twin = object.__new__(type(self))
        twin.game, twin.scenario, twin.settings = self.game, self.scenario, self.settings
        twin.seats, twin.commitment, twin._outcome = self.seats, self.commitment, self._outcome
        twin.earlier_seeds, twin.start, twin.past = self.earlier_seeds, self.start, self.past
        twin.opening = self.opening
        twin.keeps_digests = self.keeps_digests and history
        twin.has_history = self.has_history and history
        twin.set_up_draws, twin.set_up_digest = self.set_up_draws, self.set_up_digest
        twin.record = self.record.copy() if history else []
        twin.events = self.events.copy() if history else []
        twin.landmarks = self.landmarks.copy() if history else []
        twin._marks = self._marks.copy() if history else []
        twin._undone = self._undone.copy() if history else []
        twin._table = Table(self._table.source.fork())
        twin._table.events = twin.events
        twin._table.values = self._table.values.copy()
        twin.decision, twin._seen = self.decision, None
        if self.decision is None or not self.decision.is_turn_point:
            self._stride = 1  # whoever looks ahead from questions does so again, and should not have to go back far
        elif self._answers:
            self._renew_checkpoint()
            twin._table.values.clear()
        twin._checkpoint, twin._answers, twin._stride = self._checkpoint, self._answers.copy(), self._stride
        twin._flow = None  # it can wait for the first action
        twin._seat(self.state.clone())
        self._is_shared = twin._is_shared = True
        return twin

    def wake(self) -> None:
        """Run the flow of a clone up to where it waits, as its first action does."""
        if self._flow is not None or self.decision is None:
            return
        if self.decision.is_turn_point:
            self._run_again(())
        else:
            self._restore(self._checkpoint, self._answers, self._table.values)

    # --- between processes -------------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_match(self)

    @classmethod
    def blank(cls, game: Game[S], source: Source) -> Match[S]:
        """A match that is still to be filled with what was kept of it."""
        match = object.__new__(cls)
        match.game, match._table, match._flow, match._seen = game, Table(source), None, None
        match._marks, match._undone, match._stride, match._is_shared = [], [], STRIDE, False
        return match

    def come_back(self, stand: S, answers: Sequence[Action], values: Sequence[int]) -> None:
        """Go on from a turn point after these answers, with these values of chance; or show the end of a game."""
        self._table.events, self.decision = self.events, None
        if self._outcome is None:
            self._restore(stand, answers, values)
            return
        self._checkpoint, self._answers = stand, []
        self._seat(stand)

    # --- the flow ----------------------------------------------------------------------------------------------

    def _seat(self, state: S) -> None:
        self.state: S = state
        state.seat(self._table)

    def _take(self, action: Action, side: str) -> None:
        table = self._table
        if self._flow is None:
            self.wake()
            if self.decision is None or not self.decision.offers(action):
                raise FlowError(f"the flow of {self.game.id} does not repeat itself: it waits for {self.decision}")
        was, began, answers, values = self.decision, len(self.events), self._answers, table.values
        steps, landmarks = len(self.record), len(self.landmarks)
        mark = _Mark(self._checkpoint, answers, values, len(answers), len(values), steps, landmarks)
        table.draws, table.final = [], False
        self._answers.append(action)
        try:
            self._advance(action)
            digest = self.state.digest() if self.keeps_digests else ""
        except BaseException as error:
            self._forget_events(began)
            del self.landmarks[mark.landmarks :]
            self._return_to(mark)
            if not isinstance(error, Exception) or isinstance(error, FlowError):
                raise
            text = action_text(self.game, action)
            raise FlowError(f"{self.game.id} failed on {text!r} and nothing was changed: {error}") from error
        unseen = was is not None and bool(was.secret) and self._goes_on_unseen(was, began)
        self.record.append(Step(side, action, tuple(table.draws), began, digest, unseen))
        if table.moments and table.moments[-1][0] >= began:
            table.moments[-1] = (table.moments[-1][0], self.state.clone())
        self._settle()
        if table.draws or table.final or self.decision is None or self.decision.side != side:
            self._marks.clear()
        else:
            self._marks.append(mark)

    def _goes_on_unseen(self, was: Decision, began: int) -> bool:
        """Whether a side that has acted in secret goes on with it, and nobody else was told anything since an event."""
        now = self.decision
        acts = now is not None and now.secret == was.secret and now.side == was.side
        return acts and all(event.only == (was.side,) for event in self.events[began:])

    def _forget_events(self, place: int) -> None:
        """Take back what was told from this place on."""
        del self.events[place:]
        moments = self._table.moments
        while moments and moments[-1][0] >= place:
            moments.pop()

    def _advance(self, action: Action | None) -> None:
        """Send the answer and run to the next decision that somebody must take."""
        assert self._flow is not None
        try:
            decision = next(self._flow) if action is None else self._flow.send(action)
            if decision.automatic:
                decision = self._pass_by(self._flow, decision, len(self.record) + (action is not None))
        except GameOver as over:
            self.decision, self._outcome = None, over.outcome
            reason, winner = over.outcome.reason, over.outcome.winner
            self.state.tell("finished", rule=over.outcome.rule, winner=winner, reason=reason)
            return
        except StopIteration:
            raise FlowError(f"the flow of {self.game.id} ended without raising GameOver") from None
        if not any(decision.options.values()):
            raise FlowError(f"a decision without options: {decision.prompt!r} [{decision.rule}]")
        self.decision = decision

    def _pass_by(self, flow: Flow, decision: Decision, after: int) -> Decision:
        """Take automatic decisions that leave no choice, up to one that somebody must take."""
        acting = self.decision
        for _ in range(AUTOMATIC_LIMIT):
            if not (decision.automatic and len(decision) == 1):
                return decision
            if acting is not None and acting.side != decision.side:
                self._table.final = True  # what the other side can do, and what not, may be a secret
            if decision.is_turn_point:
                self._keep_landmark(after)
            action = decision[0]
            text = action_label(self.game, action)
            self.state.tell("automatic", rule=decision.rule, only=(decision.side,), text=text)
            decision = flow.send(action)
        raise FlowError(f"the flow of {self.game.id} does not come to a decision: {decision.prompt!r}")

    def _settle(self) -> None:
        """At a turn point, keep a clone to come back to if the last one is some way back."""
        decision = self.decision
        if decision is None or not decision.is_turn_point:
            return
        if not self._answers or len(self._answers) >= self._stride:  # without answers the game has just begun
            self._renew_checkpoint()
        self._keep_landmark(len(self.record))

    def _renew_checkpoint(self) -> None:
        if not self._is_shared:
            self._checkpoint.kept.clear()  # undo may go back there, but seldom: it is only to be small
        self._checkpoint, self._is_shared = self.state.clone(), False
        self._answers, self._table.values = [], []  # marks hold the others

    def _keep_landmark(self, after: int) -> None:
        name = self.game.landmark(self.state)
        if name and (not self.landmarks or self.landmarks[-1].name != name):
            state = self.state.clone()
            state.kept.clear()
            self.landmarks.append(Landmark(name, after, state))

    def _return_to(self, mark: _Mark[S]) -> None:
        self._restore(mark.checkpoint, mark.answers[: mark.given], mark.values[: mark.drawn])

    def _restore(self, checkpoint: S, answers: Sequence[Action], values: Sequence[int]) -> None:
        """Go back to a turn point and through the answers since, with the values of chance since."""
        self._checkpoint, self._answers = checkpoint, list(answers)
        self._seat(checkpoint.clone())
        self._run_again(tuple(values))

    def _run_again(self, values: Sequence[int]) -> None:
        """Run the flow from the turn point through the answers since. What happens has been told and kept already."""
        table, landmarks, moments = self._table, len(self.landmarks), self._table.moments
        table.moments = None
        table.events, table.draws, table.values, table.feed = [], [], [], list(reversed(values))
        self._outcome = None
        try:
            self._flow = self.game.flow(self.state)
            self._advance(None)
            for answer in self._answers:
                self._advance(answer)
            if len(table.values) != len(values):
                raise FlowError("chance was asked for something else")
        except Exception as error:
            self._flow = None
            raise FlowError(f"the flow of {self.game.id} does not repeat itself: {error}") from error
        finally:
            table.events, table.feed, table.moments = self.events, [], moments
            del self.landmarks[landmarks:]
