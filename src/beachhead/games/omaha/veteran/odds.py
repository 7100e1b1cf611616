"""8.2, 8.3 How likely a force that is still on its way will defeat the Germans in a hex."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

from beachhead.games.omaha.attack_preview import possible_depth, possible_units
from beachhead.games.omaha.box import Box
from beachhead.games.omaha.german_units import occupant
from beachhead.games.omaha.schemas import DepthMarkerRow
from beachhead.games.omaha.veteran.reading import Nest, Reading
from beachhead.games.omaha.weapons import FLANKING, RADIO

TANK_WEAPONS = frozenset({"AR", "BZ", "BR", "MG"})
NEAR = 3
"""How far from a target tanks and HQs are that can help against it."""
DEEP = 0.75
"""8.3 Germans with depth have to be attacked twice, unless after turn 16 (14) the force is twice as strong."""
MARGIN = 1.5
"""How much stronger than the average defence a force on the beach should be."""
WEAK = 0.7
"""8.3 How much a force counts that is still too weak: others may join it."""
UNARMED = 0.1
"""8.3 How much a force counts that lacks a weapon but is twice as strong: it disrupts the Germans."""
FLANKS = (FLANKING, "from three sides")
"""8.22 What two units can do that one cannot, and what three can."""

Need = tuple[frozenset[str], float, bool]
"""What Germans ask for, how strong they are, and whether they have depth."""


def defence_factor(box: Box, front: int, target: int) -> float:
    """TEC How good a hex is to attack from: terrain and hexside double the defenders once."""
    sides = box.between(front, target)
    if box.is_building[target] or box.is_bocage[target] or sides & {"slope", "bluff"}:
        return 0.75
    if box.is_woods[target] or sides & {"shingle", "ditch", "wall"}:
        return 0.85
    return 1.0


class AttackOdds:
    """The chances of attacks, over all that may be hidden."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._needs: dict[int, dict[Need, float]] = {}
        self._rough: dict[int, tuple[float, list[tuple[frozenset[str], float]]]] = {}
        """By hex, how strong an attack should be, and what the Germans may ask for."""
        self._support: dict[int, frozenset[str]] = {}

    def chance(self, nest: Nest, strength: int, held: set[str], count: int) -> float:
        """8.3 How likely an attack by so many units succeeds, with the tanks and HQs that are near."""
        held = held | self.support(nest.hex) | set(FLANKS[: max(0, count - 1)])
        if not self.reading.is_extended:
            return self._rough_chance(nest, strength, held)
        total = 0.0
        for (need, defence, deep), weight in self.needs(nest).items():
            if not need <= held:
                total += weight * (UNARMED if strength >= 2 * defence else 0.0)
            elif strength <= defence:
                total += weight * WEAK * strength / (defence + 1)
            elif not deep or strength >= 2 * defence:
                total += weight
            else:
                total += weight * DEEP
        return total

    def _rough_chance(self, nest: Nest, strength: int, held: set[str]) -> float:
        """8.3 The same for the beach, where who waits until he is sure comes too late."""
        if nest.hex not in self._rough:
            needs = self.needs(nest)
            average = sum(defence * weight for (_, defence, _), weight in needs.items())
            asked = [(need - {FLANKS[1]}, weight) for (need, _, _), weight in needs.items()]
            self._rough[nest.hex] = max(3.0, MARGIN * average), asked
        enough, asked = self._rough[nest.hex]
        ok = sum([weight for need, weight in asked if need <= held])
        return ok * (DEEP if nest.has_depth else 1.0) * min(1.0, strength / enough)

    def asks_for(self, nest: Nest, weapon: str) -> bool:
        """Whether the Germans in a hex may ask for a weapon."""
        return any(weapon in need for need, _, _ in self.needs(nest))

    def needs(self, nest: Nest) -> dict[Need, float]:
        """8.2, TEC What the Germans in a hex may ask for, and how strong they may be, each with its chance."""
        if nest.hex not in self._needs:
            there = occupant(self.reading.g, nest.hex)
            assert there is not None
            units = possible_units(self.reading.g, there)
            depths: list[tuple[DepthMarkerRow | None, Fraction]] = [(None, Fraction(1))]
            if there.depth is not None:
                depths = list(possible_depth(self.reading.g, there))
            double, deep_double = self._doubling(nest)
            whole = len(units) * float(sum(weight for _, weight in depths))
            shares = [(depth, float(weight) / whole) for depth, weight in depths]
            found: dict[Need, float] = {}
            for unit, (depth, share) in product(units, shares):
                more: tuple[str, ...] = () if depth is None else depth.needs
                defence = double * unit.strength + (0.0 if depth is None else deep_double * depth.strength)
                key = (_together(unit.needs, more), defence, depth is not None and not depth.tactical)
                found[key] = found.get(key, 0.0) + share
            self._needs[nest.hex] = found
        return self._needs[nest.hex]

    def _doubling(self, nest: Nest) -> tuple[float, float]:
        """TEC How much the terrain helps a unit and its depth against an attack from the best side."""
        box = self.reading.box
        if box.is_building[nest.hex] or box.is_bocage[nest.hex]:
            return 2.0, 2.0
        fronts = [h for h in self.reading.ground.fronts[nest.hex] if h not in self.reading.german_hexes]
        behind = any(defence_factor(box, front, nest.hex) == 1.0 for front in fronts)
        return (1.0 if behind else 2.0), 1.0

    def support(self, place: int) -> frozenset[str]:
        """8.24, 8.27 The weapons of tanks near a target, and the radio of an HQ."""
        if place not in self._support:
            distance, reading = self.reading.box.board.distance, self.reading
            tank = any(c.piece.type == "tank" and distance(c.hex, place) <= NEAR for c in reading.fighters)
            radio = reading.is_extended and any(
                c.piece.type == "HQ" and distance(c.hex, place) <= NEAR for c in reading.leaders
            )
            self._support[place] = (TANK_WEAPONS if tank else frozenset()) | ({RADIO} if radio else set())
        return self._support[place]


@lru_cache(maxsize=1024)
def _together(unit: tuple[str, ...], depth: tuple[str, ...]) -> frozenset[str]:
    """8.22 What a unit and its depth ask for; if both want to be outflanked, that is from three sides."""
    both = FLANKING in unit and FLANKING in depth
    return frozenset((*unit, *depth, *(FLANKS[1:] if both else ())))
