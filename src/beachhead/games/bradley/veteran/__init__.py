"""Computer players for both sides that use nothing but their view."""

from beachhead.games.bradley.veteran.player import Veteran

__all__ = ["Veteran"]
