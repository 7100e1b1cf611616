"""`beachhead play`: a game at the terminal."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from beachhead.cli.choosing import show_choice
from beachhead.cli.commands import Quit
from beachhead.cli.errors import INTERRUPTED
from beachhead.cli.parameters import Options, Overlay, Plain, ScenarioId
from beachhead.cli.screen import Screen
from beachhead.cli.session import Session
from beachhead.cli.showing import show_outcome
from beachhead.cli.storage import Keeper, keep_seed
from beachhead.cli.tables import Table, Wishes, load_table, new_table
from beachhead.kernel import FlowError, Refused
from beachhead.players import HUMAN, PlayerError

app = typer.Typer()


@app.command("play")
def play(
    game: Annotated[str | None, typer.Argument(metavar="[ID]", help="A game; not needed with --load.")] = None,
    *,
    scenario: ScenarioId = None,
    seed: Annotated[str | None, typer.Option(metavar="N", help="A seed for the dice; secret if left out.")] = None,
    option: Options = None,
    seats: Annotated[
        str | None, typer.Option(metavar="SIDE=PLAYER,..", help="Who plays: human, random, first or a game's own.")
    ] = None,
    load_file: Annotated[Path | None, typer.Option("--load", metavar="SAVE", help="Go on with a saved game.")] = None,
    save_file: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save the game.")] = None,
    from_landmark: Annotated[
        bool, typer.Option("--from-landmark", help="Go on from the last landmark of a save that no longer replays.")
    ] = False,
    overlay: Overlay = None,
    plain: Plain = False,
) -> int:
    """Play a game at the terminal. Every action is saved at once; Ctrl-C or `quit` leaves, --load comes back."""
    wishes = Wishes(game, scenario, seed, option or [], seats, load_file, save_file, overlay, from_landmark)
    table = new_table(wishes) if load_file is None else load_table(wishes)
    keep_seed(table.match)
    keeper = Keeper(table.match, table.path, is_kept=table.is_kept)
    keeper.keep()
    return _Play(table, keeper, Screen(plain=plain, sides=table.match.game.sides)).run()


class _Play:
    """A match from the first word to the last."""

    def __init__(self, table: Table, keeper: Keeper, screen: Screen) -> None:
        self._table = table
        self._match = table.match
        self._keeper = keeper
        self._screen = screen

    def run(self) -> int:
        """Play to the end, or until the person leaves. Whatever comes, the game is saved and the way back is told."""
        code = 0
        try:
            self._announce()
            Session(self._match, self._table.seats, self._keeper, self._screen).run()
        except Quit:
            pass
        except KeyboardInterrupt:
            self._screen.blank()
            code = INTERRUPTED
        except (FlowError, Refused, PlayerError):
            self._tell_the_way_back()
            raise
        if self._match.is_over:
            self._show_end()
        else:
            self._tell_the_way_back()
        return code

    def _announce(self) -> None:
        screen, match = self._screen, self._match
        scenario = match.game.scenarios[match.scenario]
        screen.heading(Text.assemble((match.game.title, "bold"), f" {screen.dot} {scenario.title}"))
        if scenario.summary:
            screen.indented(Text(scenario.summary, style="italic"))
        screen.facts(self._facts())
        for note in self._table.notes:
            screen.warn(note)
        if any(spec.name == HUMAN for spec in self._table.seats.values()):
            screen.indented(Text("Type help for the commands.", style="dim"))
        screen.blank()

    def _facts(self) -> dict[str, str | Text]:
        facts: dict[str, str | Text] = {}
        for side, spec in self._table.seats.items():
            default = "" if side in self._table.chosen else " (default: choose with --seats)"
            facts[side] = Text.assemble(str(spec), (default, "dim"))
        if self._match.settings:
            facts["options"] = ", ".join(f"{name}={show_choice(value)}" for name, value in self._match.settings.items())
        if self._match.game.corrections:
            facts["corrected"] = "\n".join(self._match.game.corrections)
        facts["saved in"] = str(self._keeper.path)
        shown_later = (" (the seed is shown at the end)", "dim")
        facts["dice"] = Text.assemble(f"commitment {self._match.commitment[:16]}", shown_later)
        return facts

    def _tell_the_way_back(self) -> None:
        self._screen.line(Text(f"Saved in {self._keeper.path}"))
        self._screen.line(Text.assemble("Go on with: ", (self._command("play --load"), "bold")))

    def _show_end(self) -> None:
        assert self._match.outcome is not None
        show_outcome(self._screen, self._match.outcome)
        self._screen.facts(
            {
                "seed": self._match.seed or "not known here",
                "commitment": self._match.commitment,
                "saved in": str(self._keeper.path),
                "check the dice": self._command("verify"),
                "watch it again": self._command("replay"),
            }
        )

    def _command(self, words: str) -> str:
        """A command about this save, to be copied."""
        overlay = self._match.game.overlay
        laid = [] if overlay is None else ["--overlay", str(overlay)]
        return shlex.join(["beachhead", *words.split(), str(self._keeper.path), *laid])
