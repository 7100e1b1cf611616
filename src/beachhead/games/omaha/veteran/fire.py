"""6 How much German fire a hex will get: in the next fire phase, and as long as the Germans around it live.

The chance that a position fires is counted over the cards that may come; what it hits follows from the fire chart.
A position hits no more units than its limit, so that among many targets each is hit less often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from beachhead.games.omaha.box import INTENSE, SPORADIC, STEADY
from beachhead.games.omaha.cards import COLOURS, SYMBOLS, Card
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading

CROWD = 5
"""6.35 Steps in a hex that make a concentrated target."""
FRAGILE = 1.5
"""From what it costs to come nearer to the end on, companies of two steps are kept out of fire."""
RECOVERY = 0.5
"""6.4 How often, roughly, a disrupted position is back in action when it is called."""


class Odds:
    """How often a colour comes up on a card, by target symbol; `single` without the double symbols."""

    def __init__(self, cards: Iterable[Card]) -> None:
        zero = dict.fromkeys(SYMBOLS.values(), 0.0)
        self.single = {colour: dict(zero) for colour in COLOURS.values()}
        self.any = {colour: dict(zero) for colour in COLOURS.values()}
        self.armor_single = {colour: dict(zero) for colour in COLOURS.values()}
        self.armor = {colour: dict(zero) for colour in COLOURS.values()}
        cards = list(cards)
        one = 1 / len(cards)
        for card in cards:
            for item in card.fire.values():
                self.any[item.colour][card.target] += one
                if not item.double:
                    self.single[item.colour][card.target] += one
                if item.mark == "armor":
                    self.armor[item.colour][card.target] += one
                    if not item.double:
                        self.armor_single[item.colour][card.target] += one


class Firer:
    """A position that will fire if it is called."""

    def __init__(self, reading: Reading, site: int, crews: list[Nest], odds: Odds) -> None:
        there = reading.box.sites[site]
        self.site, self.crews = site, crews
        self.field: Mapping[int, int] = there.field
        self.deep = any(nest.has_depth for nest in crews)
        self.limit = sum(1 + nest.has_depth for nest in crews) * (2 if reading.is_extended else 1)
        self.hit_disrupts = not there.is_wn and crews[0].unit is None
        self.by_symbol = (odds.any if self.deep else odds.single)[there.colour]
        self.at_armor = (odds.armor if self.deep else odds.armor_single)[there.colour]
        self.chance = sum(self.by_symbol.values())
        self.share = 1.0

    def spread(self, targets: Iterable[tuple[int, bool]]) -> None:
        """6.31 How much of its fire each target gets; targets as intensity and whether it is armored."""
        hits = sum(1.0 if fire == INTENSE else 0.0 if armored else 1 / 3 for fire, armored in targets)
        self.share = min(1.0, self.limit / hits) if hits else 1.0


class Fire:
    """All German fire on the map."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        odds = Odds(reading.cards)
        size = reading.ground.size
        self.firers: dict[int, Firer] = {}
        self._into: dict[int, list[tuple[Firer, int]]] = {}
        """Who fires into a hex, and how intensely."""
        calm = [1.0] * size
        self.any = bytearray(size)
        """12.31 The strongest dot of any German unit, disrupted or not."""
        for site, nests in reading.sites.items():
            there = reading.box.sites[site]
            crews = [nest for nest in nests if not nest.disrupted]
            deep = any(nest.has_depth for nest in nests)
            usual = (0.5 if deep else 0.25) * (1.0 if crews else RECOVERY)
            for h, intensity in there.field.items():
                self.any[h] = max(self.any[h], intensity)
                if intensity != SPORADIC:
                    calm[h] *= 1 - usual * (1.0 if intensity == INTENSE else 1 / 3)
                else:
                    calm[h] *= 1 - usual / 12
            if crews:
                firer = self.firers[site] = Firer(reading, site, crews, odds)
                for h, intensity in firer.field.items():
                    self._into.setdefault(h, []).append((firer, intensity))
        self.lasting = [1 - value for value in calm]
        """The chance to lose a step in a turn, by hex, as things are; disruption counts a little."""
        self._spread()

    def _spread(self) -> None:
        targets: dict[int, list[tuple[int, bool]]] = {}
        for company in self.reading.fighters:
            for firer, intensity in self._into.get(company.hex, ()):
                if intensity != SPORADIC:
                    targets.setdefault(firer.site, []).append((intensity, company.piece.is_armored))
        for site, found in targets.items():
            self.firers[site].spread(found)

    def loss(self, company: Company, place: int, *, crowded: bool = False) -> float:
        """6.3 The chance that a unit in a hex loses a step in the next fire phase."""
        calm = 1.0
        armored, symbol = company.piece.is_armored, company.symbol
        for firer, intensity in self._into.get(place, ()):
            if intensity == INTENSE:
                chance = firer.chance
            elif intensity == STEADY:
                odds = firer.at_armor if armored else firer.by_symbol
                chance = sum(odds.values()) if crowded else odds[symbol]
            else:
                continue
            calm *= 1 - chance * firer.share
        return 1 - calm

    def disruption(self, company: Company, place: int, *, crowded: bool = False) -> float:
        """6.33 The chance that a unit in a hex is disrupted in the next fire phase."""
        if company.piece.is_armored:
            return 0.0
        calm = 1.0
        for firer, intensity in self._into.get(place, ()):
            if intensity == SPORADIC or firer.hit_disrupts:
                chance = firer.chance if crowded or intensity == INTENSE else firer.by_symbol[company.symbol]
                calm *= 1 - chance * firer.share
        return 1 - calm

    def damage(self, firer: Firer, places: Mapping[int, int], limit: int) -> float:
        """What a position takes from us when it fires once, in steps; `places` says where units will stand."""
        intense = steady = 0.0
        for number, place in places.items():
            intensity = firer.field.get(place, 0)
            if intensity < STEADY:
                continue
            company = self.reading.by_number[number]
            weight = worth_of_step(self.reading, company)
            if intensity == INTENSE:
                intense += weight
            elif not company.piece.is_armored:
                steady += weight / 3
        hard = min(intense, float(limit))
        return hard + min(steady, limit - hard)


def worth_of_step(reading: Reading, company: Company) -> float:
    """13.1 What the next step of a unit is worth: the second one of regular infantry brings the end nearer."""
    piece = company.piece
    if piece.is_leader:
        return 0.0
    if not piece.is_infantry:
        return 0.35
    nerve = reading.w.nerve if reading.is_extended else 1.0
    if not piece.is_regular:
        return nerve * (1.0 if company.steps > 1 else 1.2)
    if company.steps == 2:
        return nerve * 1.2 + doom(reading, piece.division)
    return nerve * (1.0 if company.steps > 2 else 0.7)


def doom(reading: Reading, division: int) -> float:
    """13.1, 20.1 What it costs a division to come one company nearer to catastrophic loss."""
    if reading.is_extended:
        return reading.w.inland_doom / max(1, 14 - reading.losses[division]) ** 2
    return reading.w.doom / max(1, 8 - reading.losses[division])


def is_fragile(reading: Reading, company: Company) -> bool:
    """13.1, 20.1 Whether the next hit on a unit would bring its division close to catastrophic loss."""
    piece = company.piece
    return piece.is_regular and company.steps == 2 and doom(reading, piece.division) >= FRAGILE
