"""3, 21.1, EF What the rules put where when a game is set up, by the names on map and counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Places = Mapping[str, Sequence[str]]
"""WN hexes by the kind of unit that goes there."""

WN_UNITS: Places = {
    "88": ("WN61", "WN72S"),
    "75": ("WN60", "WN62S", "WN65S", "WN68S", "WN70", "WN73"),
    "rocket": ("WN69",),
    "plain": ("WN62N", "WN64", "WN65N", "WN66N", "WN66S", "WN67", "WN68N", "WN71", "WN72N"),
}
WN_DEPTH = ("WN60", "WN61", "WN62N", "WN65N", "WN66N", "WN68N", "WN70", "WN72N", "WN73")
EASY_FOX_UNITS: Places = {
    "88": ("WN61",),
    "75": ("WN60", "WN62S", "WN65S"),
    "plain": ("WN62N", "WN64", "WN65N"),
}
EASY_FOX_DEPTH = ("WN60", "WN61", "WN62N", "WN65N")

BEYOND_UNITS: Places = {
    "88": ("WN72S",),
    "rocket": ("WN69",),
    "75": ("WN62S", "WN65S", "WN68S"),
    "plain": ("WN62N", "WN65N", "WN67", "WN66N", "WN66S", "WN68N", "WN71", "WN72N"),
}
BEYOND_DEPTH = ("WN62S", "WN65S", "WN66S", "WN67", "WN68S", "WN69", "WN72N", "WN72S")
INLAND = ("A3", "A4", "A7", "C2", "C4", "C6", "D1", "E5", "F1", "G1", "G2", "G6")
INLAND_DEPTH = frozenset({"A3", "A4", "C2", "C4", "D1", "F1", "G2"})
CLEARED = ("0612", "0613", "0614", "0615", "0616", "0523", "0524", "0525", "0426")
ELIMINATED = "A/1/116"
DELAYED, DELAYED_TO = "62AFA", 26

NAMED_POSITIONS = (*(name for names in WN_UNITS.values() for name in names), *INLAND)
"""The positions that must be on the map."""
NAMED_UNITS = (ELIMINATED, DELAYED, "C/2R")
"""The US units that must be among the counters."""
