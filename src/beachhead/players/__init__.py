"""Players: who answers a decision. A person, a bot, a script."""

from beachhead.players.doctrine import Answer, Doctrine
from beachhead.players.driver import make_players, play_match
from beachhead.players.registry import (
    BUILT_IN,
    HUMAN,
    PlayerMaker,
    PlayerSpec,
    check_spec,
    make_player,
    no_such,
    parse_spec,
    player_makers,
)
from beachhead.players.seat import Player, PlayerError, Seat
from beachhead.players.simple import FirstPlayer, RandomPlayer, ScriptPlayer

__all__ = [
    "BUILT_IN",
    "HUMAN",
    "Answer",
    "Doctrine",
    "FirstPlayer",
    "Player",
    "PlayerError",
    "PlayerMaker",
    "PlayerSpec",
    "RandomPlayer",
    "ScriptPlayer",
    "Seat",
    "check_spec",
    "make_player",
    "make_players",
    "no_such",
    "parse_spec",
    "play_match",
    "player_makers",
]
