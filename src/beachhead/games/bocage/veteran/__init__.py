"""Computer players for both sides that use nothing but what they know."""

from beachhead.games.bocage.veteran.player import Veteran

__all__ = ["Veteran"]
