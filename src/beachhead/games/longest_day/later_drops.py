"""V.B.6 to V.B.8 Drops after the first: those of the build-up phase, and of 7 June or the first fair day after it."""

from __future__ import annotations

from beachhead.games.longest_day import air_drop, weather
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import Landing, LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS = {
    "release": Verb("Drop", "unit"),
    "release-all": Verb("Drop all who are scheduled"),
    "jump": Verb("Let those who are chosen jump"),
}
EVENTS = {
    "released": Told("{unit:unit} is to drop", "move"),
    "drop_cancelled": Told("{units:unit} {units:?does|do} not drop", "note"),
}


@rule("V.B.7", "V.B.8-01", "V.B.3-02")
def build_up(g: LongestDay) -> Flow:
    """V.B.7 Airborne units of the build-up land first; V.B.8 those whom the player does not drop now never do."""
    ready = Offer.of(g, refuse_release, candidates(g))
    if ready:
        words = "Build-up Phase: choose airborne units to drop; who is not dropped now never is."
        choice = yield turn(ALLIED, words, {"release": ready, "release-all": (None,), "done": (None,)}, rule="V.B.7")
        if choice.verb != "done":
            for unit in ready if choice.verb == "release-all" else [choice.arg]:
                release(g, unit)
            return False
    yield from jump(g, None)
    cancel(g)
    return None


def wave(g: LongestDay) -> str:
    """V.B.7, V.B.8 The wave that may drop now."""
    return "build-up" if g.is_invasion else "7 June"


def candidates(g: LongestDay) -> list[int]:
    """V.B.8 The airborne units on the schedule whose drop is due."""
    due = [unit for unit in air_drop.scheduled(g, wave(g)) if g.units[unit].turn <= g.turn]
    return [unit for unit in due if unit not in g.grounded]


@rule("V.B.8", "V.B.6")
def refuse_release(g: LongestDay, unit: int) -> Ruling | None:
    """V.B.7, V.B.8 Why a unit does not drop now: it is not its turn, or the weather is bad."""
    if unit in g.dropping or unit not in candidates(g):
        return Ruling("V.B.8", f"{g.name(unit)} does not drop now", (unit,))
    return weather.refuse_mission(g, "drop")


def release(g: LongestDay, unit: int) -> None:
    """V.B.1 A unit is to drop with the others."""
    g.dropping.add(unit)
    g.tell("released", rule="V.B.1", unit=unit)


def jump(g: LongestDay, _: None) -> Flow:
    """V.B.6, V.B.7 All who are to drop do, and fight where they come down on enemies."""
    units = sorted(g.dropping)
    landed: Landing = "late drop" if g.is_invasion else "drop"
    g.dropping = set()
    yield from air_drop.drop_all(g, units, "basic", landed=landed)


@rule("V.B.8-01")
def cancel(g: LongestDay) -> None:
    """V.B.8 Whoever could have dropped and did not stays on the card, and comes by the Entry Track if at all."""
    if weather.refuse_mission(g, "drop") is not None:
        return
    g.dropping = set()
    left = candidates(g)
    g.grounded.update(left)
    if left:
        g.tell("drop_cancelled", rule="V.B.8-01", units=left)


def close(g: LongestDay) -> None:
    """V.B.8 The end of a replacement phase after 6 June: who has not dropped on a fair day never does."""
    if g.has("V"):
        cancel(g)


TASKS = (
    Task("release", lambda g: Offer.of(g, refuse_release, candidates(g) if g.has("V") else []), release),
    Task("jump", lambda g: (None,) if g.dropping else (), jump),
)
