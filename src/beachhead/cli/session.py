"""A match at the terminal: people are asked, bots answer, and every action is saved before the next."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import Any

from rich.text import Text

from beachhead.cli import summary
from beachhead.cli.commands import Commands, Quit
from beachhead.cli.errors import UserError, explain
from beachhead.cli.reader import Reader
from beachhead.cli.screen import Screen
from beachhead.cli.showing import ruling_text, show_decision
from beachhead.cli.storage import Keeper
from beachhead.kernel import Decision, Match, Refused, name_view
from beachhead.players import HUMAN, Player, PlayerSpec, make_player, play_match

_NEWS_LINES = 40
_KEEP_EVERY = 100


class Bots:
    """The computer players of a match that people play.

    Before each of its decisions a bot's generator is seeded anew from the match's seed and the number of the action.
    So a game that was left and taken up again goes on as if it had not been left.
    """

    def __init__(self, match: Match[Any], seats: Mapping[str, PlayerSpec]) -> None:
        self._match = match
        self._random = {side: Random(0) for side, spec in seats.items() if spec.name != HUMAN}
        self.players: dict[str, Player] = {
            side: make_player(seats[side], match.game, side, random) for side, random in self._random.items()
        }

    def step(self) -> None:
        """One action of the bot that is to decide."""
        decision = self._match.decision
        assert decision is not None
        number = len(self._match.past) + len(self._match.record)
        self._random[decision.side].seed(f"{self._match.secret_seed}/{decision.side}/{number}")
        play_match(self._match, self.players, limit=1)


class Session:
    """Plays a match to its end, or until the person quits."""

    def __init__(self, match: Match[Any], seats: Mapping[str, PlayerSpec], keeper: Keeper, screen: Screen) -> None:
        self._match = match
        self._keeper = keeper
        self._screen = screen
        self._reader = Reader(screen)
        self._bots = Bots(match, seats)
        self._people = [side for side in seats if side not in self._bots.players]
        self._commands = Commands(match, keeper, screen)
        self._told = {side: self._last_action_of(side) for side in (*self._people, None)}
        self._summary: Any = None
        self._at_keyboard = self._people[0] if self._people else None

    def run(self) -> None:
        """Play. Raises `Quit` when the person leaves; whatever happened is saved by then."""
        try:
            while (decision := self._match.decision) is not None:
                if decision.side in self._bots.players:
                    self._play_bots()
                else:
                    self._ask(decision)
        finally:
            self._keeper.keep()
        self._tell_news(self._at_keyboard)

    # --- bots --------------------------------------------------------------------------------------------------

    def _play_bots(self) -> None:
        """Bots answer until a person is to decide. When nobody is at the keyboard, what happens is told at once."""
        with self._waiting():
            steps = 0
            while self._match.decision is not None and self._match.decision.side in self._bots.players:
                self._bots.step()
                steps += 1
                if not self._people:
                    self._tell_news(None)
                if steps % _KEEP_EVERY == 0:
                    self._keep()
        self._keep()

    def _waiting(self) -> AbstractContextManager[Any]:
        """A sign that a bot thinks."""
        if self._screen.is_live and not self._screen.plain and self._people:
            return self._screen.console.status("The other side decides…", spinner="dots")
        return nullcontext()

    # --- people ------------------------------------------------------------------------------------------------

    def _ask(self, decision: Decision) -> None:
        """Show a person the news and the decision, and do what is typed until the position has changed."""
        self._hand_over(decision.side)
        self._tell_news(decision.side)
        self._show_summary(decision)
        show_decision(self._screen, self._match.game, decision)
        while True:
            line = self._reader.read(f"{decision.side}> ")
            if line is None:
                raise Quit
            if self._obey(line):
                self._keep()
                return

    def _obey(self, line: str) -> bool:
        """Whether what was typed has changed the position; mistakes are explained."""
        try:
            return self._commands.obey(line)
        except Refused as refusal:
            self._screen.refuse(ruling_text(self._screen, self._match.game, refusal.ruling))
        except Quit:
            raise
        except Exception as error:
            told = explain(error)
            if told is None:
                raise
            self._screen.refuse(told.message)
        return False

    def _keep(self) -> None:
        """Save; a full disk must not end the game."""
        try:
            self._keeper.keep()
        except UserError as error:
            self._screen.warn(f"NOT SAVED: {error}. `save FILE` saves a copy elsewhere.")

    def _hand_over(self, side: str) -> None:
        """Between two people at one keyboard: hide what the other may not see."""
        before, self._at_keyboard = self._at_keyboard, side
        if before in (None, side) or not self._screen.is_live or self._match.view(before) == self._match.view(side):
            return
        self._screen.console.clear()
        if self._reader.read(f"It is for {side} to decide. Press Enter when {before} does not look. ") is None:
            raise Quit

    def _tell_news(self, side: str | None) -> None:
        """What the side has seen happen since it was told last."""
        since = min(self._told[side], len(self._match.events))  # undo takes events back
        self._told[side] = len(self._match.events)
        news = self._match.events_for(side, since)
        if not news:
            return
        if len(news) > _NEWS_LINES:
            left_out = len(news) - _NEWS_LINES
            self._screen.indented(Text(f"… {left_out} earlier events: `log` shows all", style="dim"))
        self._screen.events(news[-_NEWS_LINES:])

    def _show_summary(self, decision: Decision) -> None:
        """Where everybody stands, when it has changed and no procedure is under way."""
        if not decision.is_turn_point and self._summary is not None:
            return
        view = name_view(self._match.game, self._match.view(decision.side))
        if view == self._summary:
            return
        self._summary = view
        self._screen.blank()
        self._screen.heading(summary.status_line(self._screen, view))
        places = summary.brief(self._screen, view)
        if places is not None:
            self._screen.indented(places)
            self._screen.blank()

    def _last_action_of(self, side: str | None) -> int:
        """Where the events of a side's last action begin, which is what somebody who comes back wants to read."""
        steps = reversed(self._match.record)
        return next((step.events for step in steps if side in (None, step.side)), 0)
