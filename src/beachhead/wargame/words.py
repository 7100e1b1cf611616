"""Words that wargames share: verbs and events that read alike in all of them, unless a chapter says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.kernel import Told, Verb

USUAL_VERBS: Mapping[str, Verb] = {
    "unit": Verb("Choose", "unit"),
    "move": Verb("Move to", "hex"),
    "retreat": Verb("Retreat to", "hex"),
    "advance": Verb("Advance with", "unit"),
    "stay": Verb("Stay"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done", role="done"),
}
USUAL_EVENTS: Mapping[str, Told] = {
    "moved": Told("{unit:unit} moves from {start:hex} to {hex:hex}", "move"),
    "landed": Told("{unit:unit} lands in {hex:hex}", "sea"),
    "retreated": Told("{unit:unit} retreats from {start:hex} to {hex:hex}", "move"),
    "advanced": Told("{unit:unit} advances to {hex:hex}", "move"),
    "eliminated": Told("{unit:unit} is eliminated", "loss"),
}
