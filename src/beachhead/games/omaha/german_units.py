"""9.1, 9.21 German units and depth markers on the map: revealing, disrupting, adding depth, removing.

Whatever is German on the map is addressed by its hex, be it in a position or an armor unit of variant 23.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow
from beachhead.games.omaha.state import LOST, Omaha, Post
from beachhead.kernel import Told, rule

EVENTS = {
    "unit_revealed": Told("The Germans in {hex:hex} are {german:german}: {face}"),
    "unit_hidden": Told("The Germans in {hex:hex} slip out of sight"),
    "depth_revealed": Told("The {depth:depth} in {hex:hex} is turned up: {face}"),
    "german_disrupted": Told("The Germans in {hex:hex} are disrupted", "fire"),
    "german_recovered": Told("The Germans in {hex:hex} recover", "star"),
    "depth_removed": Told("The {depth:depth} in {hex:hex} is eliminated", "loss"),
    "german_removed": Told("{german:german} in {hex:hex} is eliminated", "loss"),
    "withdrew": Told("The Germans in {hex:hex} withdraw to fight again", "move"),
    "mobile_returned": Told("Mobile depth markers return to their pool: {count}"),
    "depth_added": Told("The Germans in {hex:hex} gain depth{why}"),
    "captured": Told("{unit:unit} is captured in {hex:hex}", "loss"),
    "german_appeared": Told("Germans appear in {hex:hex}", "move"),
    "german_moved": Told("The Germans in {start:hex} move to {hex:hex}", "move"),
    "depth_swapped": Told("The depth marker in {hex:hex} is exchanged for one that fits the ground"),
}


class Occupant(msgspec.Struct, frozen=True, gc=False):
    """The German unit in a hex and its depth marker. `position` or `armor` says where its record is."""

    hex: int
    unit: int
    shown: bool
    depth: int | None
    depth_shown: bool
    disrupted: bool
    is_wn: bool
    position: int | None = None
    armor: int | None = None


def occupant(g: Omaha, place: int) -> Occupant | None:
    """Who occupies a hex for the Germans; 23.43 an armor unit stands before the position."""
    number = g.armor_at(place)
    if number is not None:
        armor = g.armor[number]
        unit = g.armor_number(number)
        return Occupant(place, unit, True, armor.depth, armor.depth_shown, armor.disrupted, False, armor=number)
    position = g.german_at(place)
    if position is None:
        return None
    post, wn = g.posts[position], g.box.positions[position].is_wn
    assert post.unit is not None
    return Occupant(place, post.unit, post.shown, post.depth, post.depth_shown, post.disrupted, wn, position=position)


def _face(piece: GermanUnitRow | DepthMarkerRow) -> str:
    """2.22, 2.24 What is printed on a counter, in words."""
    if isinstance(piece, DepthMarkerRow) and piece.tactical:
        return "tactical reinforcement"
    return f"strength {piece.strength}, requires {' '.join(piece.needs) or 'no weapon'}"


def _change(g: Omaha, there: Occupant, **fields: object) -> None:
    if there.armor is not None:
        g.change_armor(there.armor, **{name: value for name, value in fields.items() if name != "shown"})
    else:
        assert there.position is not None
        g.change_post(there.position, **fields)


def german_in(g: Omaha, place: int) -> Occupant:
    """Who occupies a hex in which Germans are known to be."""
    there = occupant(g, place)
    assert there is not None, "no German unit is there"
    return there


@rule("9.1", "9.1a", "8.3.1")
def reveal_unit(g: Omaha, place: int, *, rule: str) -> None:
    """9.1 Turn the unit up; its depth marker stays hidden."""
    there = german_in(g, place)
    if not there.shown:
        _change(g, there, shown=True)
        g.reveal("unit_revealed", rule=rule, german=there.unit, hex=place, face=_face(g.box.german[there.unit]))


@rule("9.1", "AT.hide")
def hide_unit(g: Omaha, place: int, *, rule: str) -> None:
    """9.1 A result turns the unit face down again."""
    there = german_in(g, place)
    if there.shown and there.armor is None:
        _change(g, there, shown=False)
        g.tell("unit_hidden", rule=rule, hex=place)


@rule("9.1")
def turn_up_depth(g: Omaha, place: int, *, rule: str) -> int | None:
    """9.1 Turn the depth marker up and say which it is. What a tactical marker brings is for 9.4."""
    there = german_in(g, place)
    if there.depth is not None and not there.depth_shown:
        _change(g, there, depth_shown=True)
        g.reveal("depth_revealed", rule=rule, depth=there.depth, hex=place, face=_face(g.box.depth[there.depth]))
    return there.depth


@rule("6.4")
def disrupt_german(g: Omaha, place: int, *, rule: str) -> None:
    """6.4 The unit is disrupted."""
    there = german_in(g, place)
    if not there.disrupted:
        _change(g, there, disrupted=True)
        g.tell("german_disrupted", rule=rule, hex=place)


@rule("6.4a")
def recover_german(g: Omaha, place: int, *, rule: str) -> None:
    """6.4 The unit recovers."""
    there = german_in(g, place)
    if there.disrupted:
        _change(g, there, disrupted=False)
        g.tell("german_recovered", rule=rule, hex=place)


@rule("2.24", "AT.depth")
def remove_depth(g: Omaha, place: int, *, rule: str) -> None:
    """The depth marker leaves play, face up."""
    there = german_in(g, place)
    if there.depth is not None:
        g.gone_depth.append(there.depth)
        _change(g, there, depth=None, depth_shown=False)
        g.reveal("depth_removed", rule=rule, depth=there.depth, hex=place)


@rule("2.24")
def remove_unit(g: Omaha, place: int, *, rule: str) -> None:
    """The unit leaves play, face up, and its depth marker with it: a marker is never on the map alone."""
    remove_depth(g, place, rule=rule)
    there = _leave(g, place)
    g.gone.append(there.unit)
    g.reveal("german_removed", rule=rule, german=there.unit, hex=place)


def _leave(g: Omaha, place: int) -> Occupant:
    """A unit leaves the map; who it was."""
    there = german_in(g, place)
    _change(g, there, shown=False, disrupted=False, **({"hex": None} if there.position is None else {"unit": None}))
    return there


@rule("8.33")
def withdraw_unit(g: Omaha, place: int, *, rule: str) -> None:
    """8.33 The unit goes face down to the division pool; a depth marker it still has leaves play."""
    remove_depth(g, place, rule=rule)
    there = _leave(g, place)
    g.pool["D"].append(there.unit)
    g.tell("withdrew", rule=rule, german=there.unit if there.shown else None, hex=place)


@rule("2.24.type", "9.21", "9.24a")
def depth_kind(g: Omaha, place: int) -> str:
    """9.21 The pool from which the unit in a position takes depth; 9.24 a building hex falls back on mobile markers."""
    if g.box.positions[g.box.position_at[place]].is_wn:
        return "wn"
    return "building" if g.box.is_building[place] and g.depth_pool["building"] else "mobile"


@rule("9.21", "9.24b", "22.4b")
def draw_depth(g: Omaha, place: int, *, rule: str) -> int | None:
    """9.21 A depth marker for a position from the pool of its kind; None if there is none."""
    kind = depth_kind(g, place)
    if kind == "mobile":
        _return_mobile(g)
    return _take_depth(g, kind, rule=rule) if g.depth_pool[kind] else None


@rule("22.4b")
def _take_depth(g: Omaha, kind: str, *, rule: str) -> int:
    """9.21 A marker from a pool at random; 22.4 with the last mobile one the eliminated ones return."""
    marker = g.dice.draw(g.depth_pool[kind], f"{kind} depth", rule=rule, kind="depth", only=())
    if kind == "mobile":
        _return_mobile(g)
    return marker


def spent_mobile(g: Omaha) -> list[int]:
    """22.4 The eliminated markers that come back the first time the mobile ones run out, if the variant is in force."""
    if not g.has("reaction") or g.mobile_returned:
        return []
    return [marker for marker in g.gone_depth if g.box.depth[marker].pool in ("mobile", "kg")]


def _return_mobile(g: Omaha) -> None:
    """22.4 The first time the mobile markers run out, five of the eliminated ones come back."""
    spent = spent_mobile(g)
    if g.depth_pool["mobile"] or not spent:
        return
    g.mobile_returned = True
    for _ in range(min(5, len(spent))):
        marker = g.dice.draw(spent, "returning depth", rule="22.4b", kind="depth", only=())
        g.gone_depth.remove(marker)
        g.depth_pool["mobile"].append(marker)
    g.tell("mobile_returned", rule="22.4b", count=len(g.depth_pool["mobile"]))


@rule("9.21", "9.22")
def add_depth(g: Omaha, place: int, *, rule: str, why: str = "") -> bool:
    """9.21 Put a face-down depth marker under the unit; False if it has one or none is left."""
    there = german_in(g, place)
    if there.depth is not None or there.armor is not None:
        return False
    marker = draw_depth(g, place, rule="9.21")
    if marker is None:
        return False
    _change(g, there, depth=marker, depth_shown=False)
    g.tell("depth_added", rule=rule, hex=place, why=why and f": {why}")
    return True


@rule("11.31a")
def capture_generals(g: Omaha, place: int) -> None:
    """11.31 A general who is alone where a German unit appears is captured."""
    for leader in g.standing(place):
        if g.piece(leader).type == "general":
            g.change(leader, at=LOST)
            g.tell("captured", rule="11.31a", unit=leader, hex=place)


@rule("9.1", "11.31a", "19.3.gar1")
def place_unit(g: Omaha, position: int, unit: int, *, rule: str, shown: bool = False, acted: bool = False) -> None:
    """9.1 A unit appears in an empty position, face down unless said otherwise; 11.31 a general alone is captured."""
    place = g.box.positions[position].hex
    capture_generals(g, place)
    g.change_post(position, unit=unit, shown=shown, depth=None, depth_shown=False, disrupted=False, acted=acted)
    tell = g.reveal if shown else g.tell
    tell("german_appeared", rule=rule, german=unit if shown else None, hex=place)


@rule("16.34", "16.83", "19.3.gar4")
def move_unit(g: Omaha, start: int, end: int, *, rule: str, swap_rule: str) -> None:
    """16.3, 16.8 A unit and its depth marker change position; the marker is swapped to fit buildings or open ground."""
    post, there = g.posts[start], g.box.positions[end]
    capture_generals(g, there.hex)
    g.posts[start] = Post(garrison=post.garrison, acted=post.acted)
    g.posts[end] = replace(post, garrison=False, acted=True)
    g.tell("german_moved", rule=rule, start=g.box.positions[start].hex, hex=there.hex)
    if post.depth is None or g.box.depth[post.depth].pool not in ("building", "mobile", "kg"):
        return
    has = "building" if g.box.depth[post.depth].pool == "building" else "mobile"
    wants = "building" if g.box.is_building[there.hex] else "mobile"
    if has != wants and g.depth_pool[wants]:
        marker = _take_depth(g, wants, rule=swap_rule)
        g.depth_pool[has].append(post.depth)
        g.change_post(end, depth=marker, depth_shown=False)
        g.tell("depth_swapped", rule=swap_rule, hex=there.hex)
