"""Computer players for both sides that use nothing but what their side knows."""

from beachhead.games.longest_day.veteran.player import Veteran

__all__ = ["Veteran"]
