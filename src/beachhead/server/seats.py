"""Seats: capability tokens that nobody can guess, of which only hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from beachhead.kernel import Game
from beachhead.players import HUMAN, PlayerError, check_spec, no_such
from beachhead.server.errors import Unprocessable
from beachhead.server.rows import SeatRow, ShareRow

SPECTATOR = ""
"""The side under which the spectators' token is kept."""


class Sitting(msgspec.Struct, frozen=True):
    """Whom a token stands for: a side, or None for a spectator. `person` shares it; empty for whoever holds it."""

    side: str | None
    person: str = ""


def new_token() -> str:
    """A token with 192 bits of chance."""
    return secrets.token_urlsafe(24)


def claimed_token(invite: str, secret: str) -> str:
    """The token into which an invite turns for whoever has this secret."""
    return hashlib.sha256(f"{invite}\n{secret}".encode()).hexdigest()


def token_hash(token: str) -> str:
    """What is kept of a token. It has so much chance that a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_sitting(seats: Iterable[SeatRow], token: str, shares: Iterable[ShareRow] = ()) -> Sitting | None:
    """Who holds the token."""
    wanted, found = token_hash(token), None
    for share in shares:
        if secrets.compare_digest(share.token_hash, wanted):
            found = Sitting(share.side, share.name)
    for seat in seats:
        if seat.token_hash is not None and secrets.compare_digest(seat.token_hash, wanted):
            found = Sitting(seat.side if seat.side != SPECTATOR else None)
    return found


def computer_players(game: Game[Any]) -> list[str]:
    """The computer players that a table may have, best first. A script reads files, so it stays outside."""
    return [*game.players, *(name for name in ("random", "first") if name not in game.players)]


def refuse_player(game: Game[Any], player: str) -> str:
    """Why nobody of this name sits down at a table, with the style that he plays in; empty if he does."""
    name, names = player.partition(":")[0], [HUMAN, *computer_players(game)]
    if name not in names:
        return no_such(f"{game.id} player", name, names)
    try:
        check_spec(player, game, human=True)
    except PlayerError as error:
        return str(error)
    return ""


def fill_seats(game: Game[Any], sides: Sequence[str], named: Mapping[str, str]) -> dict[str, str]:
    """A player for each side: with nobody named the first is human, and the computer takes the rest."""
    players = computer_players(game)
    for side, player in named.items():
        if side not in sides:
            raise Unprocessable(no_such(f"{game.id} side", side, sides), error="bad_setup")
        if refusal := refuse_player(game, player):
            raise Unprocessable(refusal, error="bad_setup")
    chosen = named or {sides[0]: HUMAN}
    return {side: chosen.get(side, players[0]) for side in sides}


class HandedOut(msgspec.Struct, frozen=True):
    """Seats, and what opens them: the tokens of people's seats, invites to others', and a token to watch with."""

    rows: list[SeatRow]
    tokens: dict[str, str]
    invites: dict[str, str]
    spectator: str


def hand_out(players: Mapping[str, str], invited: Collection[str] = ()) -> HandedOut:
    """Seats for these players. Those who are invited get a token when they claim their seat."""
    secrets_ = {side: new_token() for side, player in players.items() if player == HUMAN}
    hashes = {side: token_hash(secret) for side, secret in secrets_.items()}
    spectator = new_token()
    rows = [
        SeatRow(side, player, None, invite_hash=hashes[side])
        if side in invited
        else SeatRow(side, player, hashes.get(side))
        for side, player in players.items()
    ]
    return HandedOut(
        [*rows, SeatRow(SPECTATOR, HUMAN, token_hash(spectator))],
        {side: secret for side, secret in secrets_.items() if side not in invited},
        {side: secret for side, secret in secrets_.items() if side in invited},
        spectator,
    )
