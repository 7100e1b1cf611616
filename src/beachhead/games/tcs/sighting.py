"""TCS 7, 1.3 Visibility, spotting and line of sight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from beachhead.games.tcs.state import Tcs
from beachhead.hexes import bits, listed
from beachhead.kernel import Ruling, derived, rule


@rule("TCS 7.0", "TCS 7.3", "4.3b")
def visibility(g: Tcs, there: int) -> int:
    """TCS 7.0 How far one sees to a hex; TCS 7.3 at night only lit hexes are seen from farther away."""
    far = g.box.visibility[g.weather]
    return min(far, g.constant("night_visibility")) if g.is_night and there not in g.lit else far


def seen_from(g: Tcs, unit: int, here: int) -> int:
    """TCS 7.1 From how many hexes away a unit is seen by somebody in a hex, whatever lies between them."""
    return _seen_from(g, unit, here, visibility(g, g.units[unit].at))


@rule("TCS 7.1")
def _seen_from(g: Tcs, unit: int, here: int, far: int) -> int:
    record = g.units[unit]
    if record.mode == "move" or record.fired:
        return far
    ground = g.box.ground
    hidden = ground.cover[record.at] or ground.lines.own_bocage(here, record.at)
    return min(far, g.box.spotted_at(is_large(g, unit), hidden))


def is_large(g: Tcs, unit: int) -> bool:
    """TCS 7.1 Whether a unit is seen from twice as far: vehicles, carriers and pill boxes, but no guns in battery."""
    kind = g.type_of(unit)
    return kind.row.kind == "pillbox" or (kind.is_machine and kind.row.kind != "artillery")


def is_spotted(g: Tcs, unit: int, here: int) -> bool:
    """TCS 7.1 Whether somebody in a hex sees a unit."""
    place = g.units[unit].at
    if g.box.board.distance(here, place) > seen_from(g, unit, here):
        return False
    return sees(g, here, place)


@rule("TCS 7.0", "TCS 7.2", "1.3a", "TCS 11.0")
def sees(g: Tcs, here: int, there: int) -> bool:
    """TCS 7.0, TCS 7.2, 1.3a, TCS 11.0 Whether somebody in a hex sees another hex."""
    if here == there:
        return True
    if not g.box.ground.lines.sees(here, there) or g.box.board.distance(here, there) > visibility(g, there):
        return False
    return not g.smoke or refuse_smoke(g, here, there) is None


def refuse_sight(g: Tcs, here: int, there: int) -> Ruling | None:
    """TCS 7.0, TCS 7.2, 1.3a, TCS 11.0 Why nobody in a hex sees another hex."""
    if sees(g, here, there):
        return None
    ground, far = g.box.ground, visibility(g, there)
    if g.box.board.distance(here, there) > far:
        return Ruling("TCS 7.0", f"Nobody sees farther than {far} hexes there", (), (there,))
    if not ground.lines.sees(here, there):
        obstacle = ground.landscape.obstacle(here, there)
        if obstacle is not None and obstacle.sides and not obstacle.hexes:
            return Ruling("1.3a", "Bocage lies between that borders neither of the two hexes", (), (there,))
        hexes = obstacle.hexes if obstacle else ()
        return Ruling("TCS 7.2", "The ground in between hides it", (), (*hexes, there))
    return refuse_smoke(g, here, there)


@derived("smoke")
def smoke_bits(g: Tcs) -> int:
    """TCS 11.0 The bits of the hexes with smoke."""
    return bits(g.smoke)


@rule("TCS 11.0")
def refuse_smoke(g: Tcs, here: int, there: int) -> Ruling | None:
    """TCS 11.0 Nobody sees farther than one hex beyond the first smoke on the line."""
    if not smoke_bits(g) & g.box.ground.landscape.planes.between(here, there):
        return None  # no smoke lies on a shortest way, and a line is one
    return _refuse_line(g, here, there)


def _refuse_line(g: Tcs, here: int, there: int) -> Ruling | None:
    passed = _smoke_on(g, here, there)
    return Ruling("TCS 11.0", "Smoke lies between", (), (*passed, there)) if passed else None


def _smoke_on(g: Tcs, here: int, there: int) -> tuple[int, ...]:
    """TCS 11.0 The first smoke on a line, if it lies more than one hex before its end."""
    smoke = g.smoke
    if not g.box.board.is_on_line(here, there, smoke):
        return ()
    for passed in g.box.board.line(here, there):
        if passed[0] in smoke and (len(passed) == 1 or passed[1] in smoke):
            return () if g.box.board.distance(passed[0], there) <= 1 else passed
    return ()


def _is_smoked(g: Tcs, here: int, there: int) -> bool:
    """TCS 11.0 Whether smoke lies on a line more than one hex before its end."""
    board = g.box.board
    far = [place for place in g.smoke if board.distance(place, there) > 1]
    if not far or not board.is_on_line(here, there, far):
        return False
    return not board.runs_along_sides(here, there) or bool(_smoke_on(g, here, there))


def smoke_between(g: Tcs, here: int, there: int) -> int:
    """TCS 8.4 How many smoke markers lie on a line, both ends included."""
    if not g.smoke or not g.box.board.is_on_line(here, there, g.smoke):
        return 0
    return sum(all(place in g.smoke for place in passed) for passed in g.box.board.line(here, there))


@rule("1.3b", "1.3c")
def hides_trigger(g: Tcs, here: int, there: int, *, moved: bool) -> bool:
    """1.3b, 1.3c Whether one who sees a hex sees no trigger there: fire as if one fired there, movement not always."""
    return moved and g.box.ground.lines.hides_movement(here, there)


class Look:
    """What is seen of a hex and of a side in it, asked once for each hex from where one looks."""

    def __init__(self, g: Tcs, side: str, place: int, seen_from: int) -> None:
        self.place = place
        self.units = g.friends_at(side, place)
        self.lookers = seen_from
        """The bits of the hexes from which it is seen where no smoke lies between."""
        self.hurt: dict[tuple[int, bool], list[int]] = {}
        """Of the units, those whom a weapon hurts, by how it fires (`weapons.Fire`)."""
        self._far = visibility(g, place)
        self._spotted: dict[int, tuple[int, ...]] = {}

    def sees(self, g: Tcs, here: int) -> bool:
        """TCS 7.0 Whether the hex is seen from another."""
        if not self.lookers >> here & 1:
            return False
        return not g.smoke or here == self.place or refuse_smoke(g, here, self.place) is None

    def spotted(self, g: Tcs, here: int) -> tuple[int, ...]:
        """TCS 7.1 Those of the side in the hex who are seen from another."""
        known = self._spotted.get(here)
        if known is None:
            far = g.box.board.distance(here, self.place)
            seen = self.units if self.sees(g, here) else ()
            known = self._spotted[here] = tuple([u for u in seen if far <= _seen_from(g, u, here, self._far)])
        return known


@rule("TCS 7.0", "TCS 7.3")
def field(g: Tcs, here: int) -> int:
    """TCS 7.0, TCS 7.3 The bits of the hexes that are seen from a hex where no smoke lies between."""
    lines, far = g.box.ground.lines, g.box.visibility[g.weather]
    if not g.is_night:
        return lines.field(here, far)
    near = lines.field(here, min(far, g.constant("night_visibility")))
    return near | lines.field(here, far) & bits(g.lit) if g.lit else near


def lookers(g: Tcs, there: int) -> int:
    """TCS 7.0 The bits of the hexes from which a hex is seen where no smoke lies between."""
    return g.box.ground.lines.field(there, visibility(g, there))


@rule("TCS 11.0")
def seen_by(g: Tcs, places: Iterable[int], among: int) -> int:
    """TCS 7.0, TCS 11.0 Of the hexes with these bits, those in play that are seen from at least one of the places."""
    among &= g.box.bits_in_play[g.scenario]
    fields = {here: field(g, here) & among for here in places}
    if not g.smoke:
        return reduce(or_, fields.values(), 0)
    behind, found, rest = g.box.ground.landscape.planes.behind, 0, 0
    for here, seen in fields.items():
        hidden = seen & reduce(or_, [behind(here, smoke) for smoke in g.smoke])
        found |= seen ^ hidden
        rest |= hidden
    rest &= ~found
    for here, seen in fields.items():
        clear = bits(h for h in listed(seen & rest) if not _is_smoked(g, here, h))
        found |= clear
        rest ^= clear
    return found
