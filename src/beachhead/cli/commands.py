"""What a person can type at a decision besides an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from beachhead.cli import summary
from beachhead.cli.errors import UserError
from beachhead.cli.matching import find_action, meant_action
from beachhead.cli.rulelist import find_rules, show_rule, show_rules
from beachhead.cli.screen import Screen
from beachhead.cli.showing import ruling_text, show_decision, show_preview
from beachhead.cli.storage import Keeper
from beachhead.cli.textmap import hexes_offered, text_map
from beachhead.kernel import Action, BadAction, Decision, Match, UnknownName, name_view
from beachhead.kernel.guides import read_rules
from beachhead.players import no_such


class Quit(Exception):
    """The person leaves the game."""


class Command(NamedTuple):
    """A word that can be typed, what may follow it, and what it does."""

    usage: str
    help: str
    run: Callable[[str], bool]


class Commands:
    """The commands of one match. Each returns whether the position has changed."""

    def __init__(self, match: Match[Any], keeper: Keeper, screen: Screen) -> None:
        self._match = match
        self._keeper = keeper
        self._screen = screen
        self._asked: Action | None = None
        """The action about whose loss the person has just been told; `_armed` is the one of the line before."""
        self._armed: Action | None = None
        self._all: Mapping[str, Command] = {
            "options": Command("", "list everything that can be done now", self._options),
            "why": Command("ACTION", "why an action is not allowed", self._why),
            "preview": Command("ACTION", "odds and modifiers of an action before you take it", self._preview),
            "undo": Command("", "take the last action back: not past dice, reveals or the other side", self._undo),
            "redo": Command("", "take again what was taken back", self._redo),
            "map": Command("[HEX]", "the map around the hexes you may choose, or around HEX", self._map),
            "view": Command("", "everything that you may know of the position", self._view),
            "log": Command("[N]", "what happened: the last N events, or all", self._log),
            "rule": Command("ID", "the rule with this number", self._rule),
            "rules": Command("WORDS", "the rules that speak of these words", self._rules),
            "save": Command("[FILE]", "save now, or a copy into FILE (every action is saved anyway)", self._save),
            "help": Command("", "this list", self._help),
            "quit": Command("", "save and leave; the game goes on when you come back", self._quit),
        }
        self._short = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo", "o": "options"}

    def obey(self, line: str) -> bool:
        """Do what was typed: a command or an action. A leading `/` says that a command is meant."""
        text, self._armed, self._asked = line.strip(), self._asked, None
        if not text:
            return False
        word, _, rest = text.removeprefix("/").partition(" ")
        name = self._short.get(word, word)
        is_verb = word in self._decision.options and not text.startswith("/")
        if name in self._all and not is_verb:
            return self._all[name].run(rest.strip())
        if text.startswith("/"):
            raise UserError(no_such("command", word, self._all))
        return self._act(text)

    @property
    def _decision(self) -> Decision:
        assert self._match.decision is not None
        return self._match.decision

    def _act(self, text: str) -> bool:
        try:
            action = find_action(self._match, self._decision, text)
        except BadAction:
            word = text.split(maxsplit=1)[0]
            if word in self._match.game.verbs:
                raise
            known = UnknownName("action or command", word, [*self._decision.options, *self._all])
            raise UserError(f"{known} (type help for all commands)") from None
        if self._must_ask(action):
            return False
        self._match.apply(action, side=self._decision.side)
        return True

    def _must_ask(self, action: Action) -> bool:
        """Whether something would be lost unasked: it is said, and the action is taken when it is typed again."""
        lost = self._match.guard(action)
        if lost is None or action == self._armed:
            return False
        self._asked = action
        self._screen.consequence(ruling_text(self._screen, self._match.game, lost))
        self._screen.indented(Text("Type it again to do it all the same; anything else leaves it.", style="dim"))
        return True

    def _options(self, _: str) -> bool:
        show_decision(self._screen, self._match.game, self._decision, whole=True)
        return False

    def _why(self, text: str) -> bool:
        game = self._match.game
        action = meant_action(game, self._decision, _needed("why", "ACTION", text))
        ruling = self._match.why_not(action, side=self._decision.side)
        if ruling is None:
            self._screen.indented(Text("It is allowed: it is one of your options."))
        else:
            self._screen.refuse(ruling_text(self._screen, game, ruling))
        return False

    def _preview(self, text: str) -> bool:
        action = find_action(self._match, self._decision, _needed("preview", "ACTION", text))
        preview = self._match.preview(action)
        if preview is None:
            self._screen.indented(Text("Nothing can be foretold of this action."))
        else:
            show_preview(self._screen, preview, self._decision.side)
        return False

    def _undo(self, _: str) -> bool:
        self._match.undo()
        return True

    def _redo(self, _: str) -> bool:
        self._match.redo()
        return True

    def _map(self, text: str) -> bool:
        game, side = self._match.game, self._decision.side
        if game.board_sheet is None:
            raise UserError(f"{game.title} has no map to draw")
        centre = game.board_sheet.board.number(text) if text else None
        lit = hexes_offered(game, self._decision)
        self._screen.print(
            text_map(game.board_sheet, name_view(game, self._match.view(side)), lit, self._screen.width, centre)
        )
        return False

    def _view(self, _: str) -> bool:
        for part in summary.full(self._screen, name_view(self._match.game, self._match.view(self._decision.side))):
            self._screen.indented(part)
        return False

    def _log(self, text: str) -> bool:
        events = self._match.events_for(self._decision.side)
        if text and not (text.isascii() and text.isdigit()):
            raise UserError(f"log takes a number of events, not {text!r}")
        first = max(0, len(events) - int(text)) if text else 0
        self._screen.events(events[first:])
        return False

    def _rule(self, text: str) -> bool:
        index = read_rules(self._match.game)
        show_rule(self._screen, index, _needed("rule", "ID", text))
        return False

    def _rules(self, text: str) -> bool:
        index = read_rules(self._match.game)
        show_rules(self._screen, find_rules(index, _needed("rules", "WORDS", text)))
        return False

    def _save(self, text: str) -> bool:
        if text:
            self._keeper.copy_to(Path(text).expanduser())
            self._screen.indented(Text(f"A copy is in {Path(text).expanduser()}"))
        else:
            self._keeper.keep()
            self._screen.indented(Text(f"Saved in {self._keeper.path}"))
        return False

    def _help(self, _: str) -> bool:
        lines = ["Type the number of an option, or an action such as it stands there; its beginning is enough."]
        lines += ["Or a command (with / in front where the game has an action of that name):"]
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for name, command in self._all.items():
            grid.add_row(Text.assemble((name, "bold"), (f" {command.usage}", "dim")), command.help)
        self._screen.indented(Text("\n".join(lines)))
        self._screen.indented(grid)
        return False

    def _quit(self, _: str) -> bool:
        raise Quit


def _needed(command: str, usage: str, text: str) -> str:
    if not text:
        raise UserError(f"write {command} {usage}")
    return text
