"""II.C.2-45 to II.C.2-48 De facto corps: divisions cut off from their corps that act together round one in a city."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.command import is_near_hq, refuse_member
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Action, Arg, Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "de-facto": Verb("Let a corps form round", "unit"),
    "include": Verb("Include", "unit"),
    "form": Verb("They form a corps", role="confirm"),
    "dissolve": Verb("Dissolve the corps round", "unit"),
}
EVENTS = {
    "de_facto": Told("{unit:unit} acts as headquarters of a corps with {others:unit}", "flag"),
    "dissolved": Told("{unit:unit} acts for no corps any more", "flag"),
}
MOST = 3
"""II.C.2-46 Divisions of a de facto corps."""


def offers(g: LongestDay, side: str) -> dict[str, Sequence[Arg]]:
    """II.C.2-45 Who could lead a de facto corps, and which can be dissolved."""
    able = [hq for hq in sorted(g.box.organization.divisions) if g.box.sides[hq] == side and g.units[hq].at >= 0]
    own = [hq for hq in sorted(g.de_facto) if g.box.sides[hq] == side]
    return {
        "de-facto": Offer.of(g, lambda g, hq: refuse_leader(g, hq, side), able),
        "dissolve": Offer.of(g, lambda g, hq: refuse_dissolving(g, hq, side), own),
    }


def refuse_dissolving(g: LongestDay, hq: int, side: str) -> Ruling | None:
    """II.C.2-45 Why no de facto corps is dissolved round a headquarters: it leads none of this side."""
    if hq in g.de_facto and g.box.sides[hq] == side:
        return None
    return Ruling("II.C.2-45", f"{g.name(hq)} leads no such corps of yours", (hq,))


@rule("II.C.2-45", "II.C.2-47")
def refuse_leader(g: LongestDay, hq: int, side: str) -> Ruling | None:
    """II.C.2-47 Why a divisional headquarters cannot act for a corps."""
    if g.box.sides[hq] != side or hq not in g.box.organization.divisions or g.units[hq].at < 0:
        return Ruling("II.C.2-47", f"{g.name(hq)} is no divisional headquarters of yours on the map", (hq,))
    if any(hq in (leader, *others) for leader, others in g.de_facto.items()):
        return Ruling("II.C.2-45", f"{g.name(hq)} is in such a corps already", (hq,))
    if not g.box.city[g.units[hq].at]:
        return Ruling("II.C.2-47", f"{g.name(hq)} must be in a city", (hq,))
    return refuse_member(g, hq)


@rule("II.C.2-46", "II.C.2-48")
def refuse_inclusion(g: LongestDay, hq: int, leader: int, others: Sequence[int]) -> Ruling | None:
    """II.C.2-46, II.C.2-48 Why a division cannot join a de facto corps."""
    if hq in (leader, *others) or hq not in g.box.organization.divisions or g.units[hq].at < 0:
        return Ruling("II.C.2-46", f"{g.name(hq)} cannot be included", (hq,))
    if any(hq in (other, *rest) for other, rest in g.de_facto.items()):
        return Ruling("II.C.2-45", f"{g.name(hq)} is in such a corps already", (hq,))
    if g.units[hq].corps != g.units[leader].corps:
        return Ruling("II.C.2-46", f"{g.name(hq)} belongs to another corps", (hq, leader))
    if len(others) + 2 > MOST:
        return Ruling("II.C.2-46", "A de facto corps has three divisions at most", (hq,))
    if not is_near_hq(g, g.units[hq].at, leader):
        return Ruling("II.C.2-48", f"{g.name(hq)} is not within eight hexes of {g.name(leader)}", (hq, leader))
    return refuse_member(g, hq)


def take(g: LongestDay, side: str, choice: Action) -> Flow:
    """II.C.2-45 A de facto corps is formed, or dissolved."""
    leader = choice.arg
    if choice.verb == "dissolve":
        del g.de_facto[leader]
        g.tell("dissolved", rule="II.C.2-45", unit=leader)
        return
    how = Gathering(
        Call("include", "form"),
        refuse=lambda g, hq, others: refuse_inclusion(g, hq, leader, others),
        prompt=lambda _: f"Which divisions form a corps with {g.name(leader)}?",
        rule="II.C.2-46",
        about={"leader": leader},
        lacks=lambda _, others: None if others else Ruling("II.C.2-46", "It must have two divisions", (leader,)),
    )
    able = sorted(hq for hq in g.box.organization.divisions if g.box.sides[hq] == side)
    others = yield from gather(g, side, able, how)
    if others:
        g.de_facto[leader] = list(others)
        g.tell("de_facto", rule="II.C.2-45", unit=leader, others=list(others))
