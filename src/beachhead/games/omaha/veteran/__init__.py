"""A computer player who has been there before."""

from beachhead.games.omaha.veteran.player import Veteran

__all__ = ["Veteran"]
