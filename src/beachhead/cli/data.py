"""`beachhead data`: checking a game's data files, and where their content comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from beachhead.cli.choosing import choose_game, existing_overlay, find_overlay
from beachhead.cli.errors import FAILED, UserError
from beachhead.cli.parameters import AsJson, GameId, Overlay
from beachhead.cli.screen import Screen, write_json
from beachhead.datafiles import Manifest, Problem, ProvenanceCount
from beachhead.datafiles import check as check_files
from beachhead.datafiles import provenance as count_sources
from beachhead.games import game_ids, overlay_problems
from beachhead.kernel import Game
from beachhead.kernel.guides import guide_problems

app = typer.Typer(name="data", help="Check a game's data files and see where their content comes from.")


@app.command("check")
def check(
    game: Annotated[str | None, typer.Argument(metavar="[ID]", help="A game; all of them if left out.")] = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> int:
    """Check every data file; each problem is named with its file, line and what to write."""
    names = [game] if game else _games_of(overlay)
    found = {name: _problems(name, overlay) for name in names}
    if as_json:
        write_json([_as_json(name, problems) for name, problems in found.items()])
    else:
        for name, problems in found.items():
            _show(Screen(), name, problems)
            if overlay is not None and not problems:
                for line in choose_game(name, overlay).corrections:
                    Screen().line(Text(f"  {line}"))
    return FAILED if any(found.values()) else 0


def _games_of(overlay: Path | None) -> Sequence[str]:
    """The games to check: those for which the overlay has a folder, or all."""
    if overlay is None:
        return game_ids()
    found = [name for name in game_ids() if (existing_overlay(overlay) / name).is_dir()]
    if not found:
        raise UserError(f"--overlay {overlay} belongs to one game: name the game before it")
    return found


@app.command("provenance")
def provenance(game: GameId, overlay: Overlay = None, as_json: AsJson = False) -> None:
    """Count for every data file how many records come from the rulebook, from public sources, or are reconstructed."""
    found = choose_game(game, overlay)
    counts = count_sources(found.files, _manifest(found))
    if as_json:
        write_json({name: msgspec.to_builtins(count) for name, count in counts.items()})
    else:
        _show_counts(Screen(), counts)


def _manifest(game: Game[Any]) -> Manifest:
    if game.manifest is None:
        raise UserError(f"{game.id} has no data files to check: it does not set manifest")
    return game.manifest


def _problems(name: str, overlay: Path | None) -> list[Problem]:
    """The problems of a game's files."""
    base, folder = choose_game(name), find_overlay(name, overlay)
    if folder is not None:
        return overlay_problems(name, folder)
    return check_files(base.files, _manifest(base)) or list(guide_problems(base))


def _as_json(name: str, problems: list[Problem]) -> dict[str, Any]:
    return {"game": name, "ok": not problems, "problems": [msgspec.to_builtins(problem) for problem in problems]}


def _show(screen: Screen, name: str, problems: list[Problem]) -> None:
    if not problems:
        screen.print(Text.assemble((name, "bold"), (": the data is in order", "green")))
        return
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    screen.print(Text.assemble((name, "bold"), (f": {count}", "red")))
    for problem in problems:
        screen.line(Text(f"  {problem}"))


def _show_counts(screen: Screen, counts: Mapping[str, ProvenanceCount]) -> None:
    kinds = ProvenanceCount.__struct_fields__
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_footer=True)
    table.add_column("file", "all")
    for kind in kinds:
        total = sum(getattr(count, kind) for count in counts.values())
        table.add_column(kind, Text(str(total), style="bold"), justify="right")
    for name, count in counts.items():
        table.add_row(name, *(str(getattr(count, kind) or "") for kind in kinds))
    screen.print(table)
