"""Computer players for both sides that use nothing but what their side knows."""

from beachhead.games.tcs.veteran.player import Veteran

__all__ = ["Veteran"]
