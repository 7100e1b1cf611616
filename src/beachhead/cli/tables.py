"""Setting the table: from what was typed to a match with its seats, new or loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from beachhead.cli.choosing import choose_game, choose_scenario, read_options, read_seats
from beachhead.cli.errors import UserError
from beachhead.cli.storage import existing_save, find_seed, new_save_path, refuse_to_overwrite
from beachhead.games import game_ids
from beachhead.kernel import Match, check_setup, load, read_save
from beachhead.players import HUMAN, PlayerSpec, check_spec


class Wishes(NamedTuple):
    """What was typed on the command line."""

    game: str | None
    scenario: str | None
    seed: str | None
    options: list[str]
    seats: str | None
    load: Path | None
    save: Path | None
    overlay: Path | None
    from_landmark: bool


class Table(NamedTuple):
    """A match with its seats, ready to play.

    `chosen` are the sides whose players were chosen; the other seats are filled by default. `is_kept` says that the
    file has all of the match already.
    """

    match: Match[Any]
    seats: Mapping[str, PlayerSpec]
    chosen: Sequence[str]
    path: Path
    notes: Sequence[str] = ()
    is_kept: bool = False


def new_table(wishes: Wishes) -> Table:
    """A new match."""
    if wishes.game is None:
        raise UserError(f"say which game to play: beachhead play {'|'.join(game_ids())}")
    game = choose_game(wishes.game, wishes.overlay)
    scenario = choose_scenario(game, wishes.scenario)
    setup = check_setup(game, scenario, read_options(game, wishes.options), {})
    sides = game.seats(scenario, setup.settings)
    named = read_seats(game, sides, wishes.seats) if wishes.seats else {}
    seats = _filled(sides, named)
    if wishes.save is not None:
        refuse_to_overwrite(wishes.save)
    match = Match.new(game, scenario, setup.settings, seats=_written(seats), seed=wishes.seed)
    return Table(match, seats, tuple(named), wishes.save or new_save_path(game.id))


def _filled(sides: Sequence[str], named: Mapping[str, PlayerSpec]) -> dict[str, PlayerSpec]:
    """A player for each side: the first is a human if nobody was named, all others are random."""
    first = named or {sides[0]: PlayerSpec(HUMAN)}
    return {side: first.get(side, PlayerSpec("random")) for side in sides}


def _written(seats: Mapping[str, PlayerSpec]) -> dict[str, str]:
    return {side: str(spec) for side, spec in seats.items()}


def load_table(wishes: Wishes) -> Table:
    """A match that goes on from its save."""
    assert wishes.load is not None
    _refuse_fixed(wishes)
    file = read_save(existing_save(wishes.load))
    if wishes.game not in (None, file.game):
        raise UserError(f"{wishes.load} is a game of {file.game}, not of {wishes.game}: leave out the id")
    seed = find_seed(file.commitment)
    match = load(
        wishes.load,
        partial(choose_game, overlay=wishes.overlay),
        seed=seed,
        from_landmark=wishes.from_landmark,
        quick=True,
    )
    seats = _resumed_seats(wishes, match)
    match.seats = _written(seats)
    is_whole = match.opening is not None or len(match.past) == file.past
    cut = not is_whole or len(match.past) + len(match.record) < len(file.actions)
    path = _resumed_path(wishes, match, cut)
    notes = list(_notes(wishes, match, is_seed_known=seed is not None or match.is_over, cut=cut))
    is_kept = path == wishes.load and not notes and match.seats == file.seats
    return Table(match, seats, tuple(seats), path, notes, is_kept)


def _refuse_fixed(wishes: Wishes) -> None:
    """A save says what is played; it cannot be changed on the way."""
    fixed = {"--scenario": wishes.scenario, "--seed": wishes.seed, "--option": wishes.options or None}
    for name, value in fixed.items():
        if value is not None:
            raise UserError(f"{name} cannot be given with --load, because the save fixes it: leave it out")


def _resumed_seats(wishes: Wishes, match: Match[Any]) -> dict[str, PlayerSpec]:
    """The seats as they were saved, changed as wished."""
    sides = match.game.seats(match.scenario, match.settings)
    named = read_seats(match.game, sides, wishes.seats) if wishes.seats else {}
    kept = {side: spec for side, spec in match.seats.items() if side in sides and side not in named}
    return _filled(sides, {side: check_spec(spec, match.game, human=True) for side, spec in kept.items()} | named)


def _resumed_path(wishes: Wishes, match: Match[Any], cut: bool) -> Path:
    """The save goes on in its own file, unless actions had to be cut off: then the old file stays as it is."""
    assert wishes.load is not None
    if wishes.save is not None and wishes.save.resolve() != wishes.load.resolve():
        refuse_to_overwrite(wishes.save)
        return wishes.save
    return new_save_path(match.game.id) if cut else wishes.load


def _notes(wishes: Wishes, match: Match[Any], *, is_seed_known: bool, cut: bool) -> Sequence[str]:
    notes = []
    if cut:
        notes.append(
            f"The rules have changed since: the game goes on from its last landmark, after action {len(match.past)}, "
            f"in a new file. {wishes.load} stays as it is."
        )
    if not is_seed_known:
        notes.append(
            "The secret seed of this game is not on this computer: the dice from here on come from a new seed, "
            "and the save says so."
        )
    return notes
