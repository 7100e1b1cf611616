"""7 The action phase: attacks and barrages first, then everybody moves, leaders last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from beachhead.games.omaha.allotment import is_free
from beachhead.games.omaha.box import TIDES
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.infiltration import passed
from beachhead.games.omaha.movement import destinations
from beachhead.games.omaha.terrain import bluffs, cliffs, closed_hexes
from beachhead.games.omaha.veteran.attacking import Attack, Gathering, Worth
from beachhead.games.omaha.veteran.commanding import Leaders
from beachhead.games.omaha.veteran.fire import CROWD, Fire, Firer, worth_of_step
from beachhead.games.omaha.veteran.paths import FAR
from beachhead.games.omaha.veteran.plan import Plan
from beachhead.games.omaha.veteran.reading import Company, Nest, Reading
from beachhead.kernel import Action, Arg

Options = Mapping[str, Sequence[Arg]]
IMPOSSIBLE = 1000.0


class Deed(msgspec.Struct):
    """Something to do: the actions that bring it about, and what it is worth, per action of the allotment."""

    value: float
    actions: tuple[Action, ...]


class Staff:
    """What the veteran thinks about one moment of an action phase."""

    def __init__(self, reading: Reading, plan: Plan | None = None, habits: Mapping[int, str] | None = None) -> None:
        self.reading, self.w = reading, reading.w
        if plan is None:
            self.fire = Fire(reading)
            self.plan = Plan(reading, self.fire, habits or {})
        else:
            self.fire, self.plan = plan.fire, plan
            self.fire.reading = reading
            plan.refresh(reading)
        self.free = {c.number for c in reading.ashore if is_free(reading.g, c.number) is not None}
        self.steps_in = {h: sum(c.steps for c in units) for h, units in reading.at.items()}
        self.sea = TIDES[reading.tide] - 1
        self.closed = closed_hexes(reading.g)
        self._costs: dict[tuple[int, int], float] = {}
        self.leaders = Leaders(reading, self.fire, self.plan, self.closed, self.sea)

    # --- what a hex is worth to a unit -----------------------------------------------------------------------------

    def cost(self, company: Company, place: int) -> float:
        """What it costs a unit to stand in a hex at the end of the phase."""
        about = company.number, place
        if about not in self._costs:
            self._costs[about] = self._cost(company, place)
        return self._costs[about]

    def _cost(self, company: Company, place: int) -> float:
        reading, fire, box = self.reading, self.fire, self.reading.box
        if box.tide_band[place] <= self.sea and company.climb != "climb cliff":
            return self.drowning(company)
        here = company.hex == place
        others = [c for c in reading.at.get(place, ()) if c is not company]
        if len(others) >= 2 and not here:
            return IMPOSSIBLE
        steps = sum(c.steps for c in others)
        crowded = steps + company.steps >= CROWD
        total = worth_of_step(reading, company) * fire.loss(company, place, crowded=crowded)
        total += self.w.disruption * fire.disruption(company, place, crowded=crowded)
        if crowded and steps < CROWD:
            for other in others:
                more = fire.loss(other, place, crowded=True) - fire.loss(other, place)
                total += worth_of_step(reading, other) * more
        if company.piece.is_infantry:
            if self.plan.is_last:
                return -self.plan.point * self.plan.holding.gain(company, place)
            total += self.plan.price(company, place)
        else:
            total += self.gun_price(company, place)
        return total

    def drowning(self, company: Company) -> float:
        """5.21 What it costs to leave a unit to the sea."""
        if company.piece.is_infantry:
            return 4.0 + company.steps
        return company.strength * (0.25 if company.piece.type == "tank" else 0.1)

    def gun_price(self, company: Company, place: int) -> float:
        """How badly a gun stands: far from targets, or where the tide will come."""
        reading, box = self.reading, self.reading.box
        driving = self.plan.driving
        band, price = box.tide_band[place], 0.0 if driving is None else driving.price_of(company, place)
        if reading.turn <= 7 and band == 1:
            price += (0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.5, 1.0)[reading.turn]
        if reading.turn <= 16 and band == 2:
            price += 0.02 if reading.turn < 12 else 0.15 * (reading.turn - 11)
        if company.piece.type == "tank":
            near = [n for h, n in reading.nests.items() if box.board.distance(place, h) <= 5]
            price -= 0.05 * min(4, len(near))
            price -= 0.05 * min(4, sum(box.board.distance(place, n.hex) <= 3 for n in near))
        return price

    # --- where a unit may go ---------------------------------------------------------------------------------------

    def moves(self, company: Company) -> dict[int, str]:
        """7.3-7.5 The hexes a unit can move to, with the verb that takes it there."""
        g, here = self.reading.g, company.hex
        found = dict.fromkeys(destinations(g, [company.number], self.closed), "move")
        if company.piece.is_infantry:
            found |= dict.fromkeys(bluffs(g, here, self.closed), "climb")
            found |= dict.fromkeys(cliffs(g, here, self.closed), "scale" if g.is_extended else "begin-climb")
        return found

    def passed(self, start: int, end: int) -> list[Firer]:
        """7.32 The positions that a move from a hex to the next infiltrates past."""
        sites = passed(self.reading.g, start, end)
        return [self.fire.firers[site] for site in sorted(sites) if site in self.fire.firers] if sites else []

    def risk(self, company: Company, start: int, end: int) -> float:
        """7.32 What infiltration costs on the way."""
        firers = self.passed(start, end)
        if not firers or not company.symbol:
            return 0.0
        return worth_of_step(self.reading, company) * min(1.0, sum(f.by_symbol[company.symbol] for f in firers))

    def best_move(
        self, company: Company, *, shelter_only: bool = False, walk_only: bool = False
    ) -> tuple[float, int, str]:
        """The move that gains most: how much, where to, and by which verb; the verb is empty if it should stay."""
        stay = self.cost(company, company.hex)
        best = (0.0, company.hex, "")
        protection, beach = self.reading.box.protection, self.reading.box.is_beach
        for place, verb in self.moves(company).items():
            if shelter_only and not (verb == "move" and beach[place] and protection[place] < protection[company.hex]):
                continue
            if walk_only and verb != "move":
                continue
            there = self.cost(company, place) + self.risk(company, company.hex, place)
            if verb == "begin-climb":
                there = self._cliff_cost(company, place)
            gain = stay - there
            if gain > best[0] + 1e-9:
                best = (gain, place, "preserve" if shelter_only else verb)
        return best

    def _cliff_cost(self, company: Company, place: int) -> float:
        """7.5 A climber stays where he is for another turn."""
        here = self.cost(company, company.hex) - self.plan.price(company, company.hex)
        return here + self.plan.price(company, place) + 0.4 + 2 * self.fire.lasting[place]

    # --- deeds -----------------------------------------------------------------------------------------------------

    def next_deed(self, options: Options) -> tuple[Action, ...]:
        """7.2 What to do next."""
        for verb in ("rally-all", "unclimb-all"):
            if options.get(verb):
                return (Action(verb),)
        fights = self._fights(options)
        moves = self._moves(options)
        best = max([*fights, *moves], key=lambda deed: deed.value, default=None)
        if best is not None and best.value > 0.02:
            return best.actions
        leader = self.leaders.move(set(options.get("free", ())), self.moves)
        if leader is not None:
            return leader
        return (Action("next" if options.get("next") else "done"),)

    def _fights(self, options: Options) -> list[Deed]:
        reading = self.reading
        self.places = self._forecast()
        found: list[Deed] = []
        found += self._attacks(options)
        found += self._barrages(options)
        for target in options.get("naval-barrage", ()):
            nest = reading.nests.get(target)  # type: ignore[arg-type]
            if nest is not None and not (nest.disrupted and not nest.has_depth):
                worth = self.worth(nest)
                value = worth.disrupt + (worth.depth if nest.has_depth else 0.0)
                if value > self.w.salvo:
                    found.append(Deed(value, (Action("naval-barrage", target),)))
        return found

    def _attacks(self, options: Options) -> list[Deed]:
        """8.1 Attacks that are worth it; an action spent on one is lost for the next best."""
        nests = [self.reading.nests[h] for h in options.get("attack", ()) if h in self.reading.nests]
        if not nests:
            return []
        errands = self._errands()
        searches = {n.hex: Gathering(self.reading, n.hex, self.worth(n), self.free, errands) for n in nests}
        frugal = {place: search.best(self.w.action, 1) for place, search in searches.items()}
        found = []
        for place, search in searches.items():
            rest = [a.value / a.price for h, a in frugal.items() if a is not None and h != place and a.price]
            attack = search.best(max([self.w.action, *rest]))
            if attack is not None and attack.value > 0.1:
                found.append(Deed(self.w.attack_first + attack.value, _attack_actions(attack)))
        return found

    def _errands(self) -> dict[int, float]:
        """What infantry on its way elsewhere loses if it stays to attack."""
        return {
            c.number: max(0.0, self.best_move(c)[0])
            for c in self.reading.fighters
            if c.piece.is_infantry and c.can_fight and c.number in self.plan.goals
        }

    def worth(self, nest: Nest) -> Worth:
        """What results against a German unit are worth."""
        kill = self.plan.value[nest.hex]
        silence = self._silence(nest)
        return Worth(kill=kill, depth=self.w.depth * kill, disrupt=0.0 if nest.disrupted else silence)

    def _silence(self, nest: Nest) -> float:
        """6.4 What it is worth to disrupt a German unit: it misses its next call, if it would have fired at all."""
        firer = self.fire.firers.get(nest.site)
        if firer is None or nest.disrupted:
            return 0.0
        full = self.fire.damage(firer, self.places, firer.limit) * (1.0 if firer.deep else 0.5)
        rest = [other for other in firer.crews if other is not nest]
        less = 0.0
        if rest:
            limit = sum(1 + n.has_depth for n in rest)
            deep = any(n.has_depth for n in rest)
            less = self.fire.damage(firer, self.places, limit) * (1.0 if deep else 0.5)
        return self.w.silence * (full - less)

    def _forecast(self) -> dict[int, int]:
        """Where units will stand when the Germans fire next, if all goes as planned."""
        places = {}
        for company in self.reading.fighters:
            place = company.hex
            if company.piece.is_infantry and company.can_fight and self.reading.box.is_beach[place]:
                _, place, _ = self.best_move(company, shelter_only=True)
            places[company.number] = place
        tide = self.reading.box.turns[min(self.reading.turn + 1, 32)].tide
        for company in self.reading.companies:
            if company.box >= 0 and not company.piece.is_leader:
                landing = self.reading.box.boxes[company.box].hexes[tide]
                if landing is not None:
                    places[company.number] = landing
        return places

    def _barrages(self, options: Options) -> list[Deed]:
        """8.4 Tanks that can silence a position."""
        reading, found = self.reading, []
        free, paid = set(options.get("free", ())), set(options.get("paid", ()))
        for company in reading.fighters:
            number = company.number
            if company.piece.type != "tank" or not company.can_fight:
                continue
            if number not in paid and (number not in free or number not in self.free):
                continue
            for nest in reading.nests.values():
                value = self._barrage_value(company, nest)
                if value > 0.03:
                    verb = "paid" if number in paid else "free"
                    found.append(Deed(value, (Action(verb, number), Action("barrage", nest.hex))))
        return found

    def _barrage_value(self, company: Company, nest: Nest) -> float:
        reading, box = self.reading, self.reading.box
        if nest.disrupted or nest.hex in reading.attacked or not (nest.is_wn or nest.unit is not None):
            return 0.0
        distance = box.board.distance(company.hex, nest.hex)
        if not 2 <= distance <= company.range or company.hex not in box.sites[nest.site].field:
            return 0.0
        if box.is_low[company.hex] and box.is_high[nest.hex] and not box.sites[nest.site].reaches_beach:
            return 0.0
        colour = box.sites[nest.site].colour
        strong = company.strength >= 3
        hits = 0
        for card in reading.cards:
            if colour in card.fire:
                hits += strong or not nest.has_depth or card.target == company.symbol
            elif card.target == company.symbol:
                hits += strong and not nest.has_depth
        return hits / len(reading.cards) * self._silence(nest)

    # --- moves -----------------------------------------------------------------------------------------------------

    def _moves(self, options: Options) -> list[Deed]:
        reading = self.reading
        found: list[Deed] = []
        free, paid = set(options.get("free", ())), set(options.get("paid", ()))
        for company in reading.fighters:
            number = company.number
            if number not in free and number not in paid:
                continue
            if company.climb == "climb cliff":
                found.append(self._climb_on(company))
                continue
            if (number in self.free or number in paid) and (leaving := self._leave(company, paid=number in paid)):
                found.append(leaving)
                continue
            if number in free:
                managed = number not in self.free and self._is_managed(company)
                shelter = number not in self.free and not managed
                gain, place, verb = self.best_move(company, shelter_only=shelter, walk_only=managed)
                if verb and gain > 0.005:
                    found.append(Deed(0.03 + self._urgency(company), (Action("free", number), _go(verb, place))))
                    continue
            if number in paid:
                found += self._paid_move(company)
        return found

    def _leave(self, company: Company, *, paid: bool) -> Deed | None:
        """20.3.exit Off the map, if that brings more than what the unit holds here."""
        points = self.plan.exits(company).get(company.hex, 0.0)
        gain = points - self.plan.holding.gain(company, company.hex)
        if not points or gain <= 0:
            return None
        letter = self.reading.box.exit_at[company.hex]
        return Deed(
            self.plan.point * gain, (Action("paid" if paid else "free", company.number), Action("exit", letter))
        )

    def _is_managed(self, company: Company) -> bool:
        """19.3.traf Whether engineers let a unit move for free."""
        return traffic_managed(self.reading.g, company.number)

    def _urgency(self, company: Company) -> float:
        """Those in front move first, to make room."""
        return (FAR - self.plan.price(company, company.hex)) / 1000 if company.piece.is_infantry else 0.0

    def _climb_on(self, company: Company) -> Deed:
        way = self.reading.ground.ways
        places = [h for h in way.cliff[company.hex] if h not in self.closed]
        go = Action("free", company.number)
        if not places:
            return Deed(0.04, (go, Action("stop-climb")))
        best = min(places, key=lambda h: self.cost(company, h))
        return Deed(0.04, (go, Action("continue-climb", best)))

    def _paid_move(self, company: Company) -> list[Deed]:
        gain, place, verb = self.best_move(company)
        if not verb or gain < 0.03:
            return []
        actions = [Action("paid", company.number)]
        for other in self.reading.at[company.hex]:
            if other is company or not other.can_fight or other.number in self.free:
                continue
            if other.piece.is_infantry != company.piece.is_infantry:
                continue
            if not self.reading.belongs(other, self.reading.division):
                continue
            room = 2 - len(self.reading.at.get(place, ()))
            more = self.cost(other, other.hex) - self.cost(other, place)
            if room >= 2 and more > 0:
                gain += more
                actions.append(Action("with", other.number))
        gain *= self.w.foot_move * self.plan.urgency(company) if company.piece.is_infantry else self.w.gun_move
        return [Deed(gain, (*actions, _go(verb, place)))]


def _go(verb: str, place: int) -> Action:
    return Action(verb) if verb == "begin-climb" else Action(verb, place)


def _attack_actions(attack: Attack) -> tuple[Action, ...]:
    """8.1 Declare, collect, resolve; infantry next to the target joins first, because guns depend on it."""
    units = sorted(attack.units, key=lambda c: not c.piece.is_infantry)
    joins = [Action("join", c.number) for c in units]
    naval = [Action("naval-fire")] if attack.naval else []
    return (Action("attack", attack.target), *joins, *naval, Action("resolve"))
