"""The veteran: every decision by the verbs it offers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random

from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.veteran import assaulting, firing, moving, ordering, setting_up, shelling
from beachhead.games.tcs.veteran.doctrine import Weights
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.ordering import Order
from beachhead.games.tcs.veteran.weighing import Scales
from beachhead.games.tcs.weapons import GUN, reach_of, targets_in, weapon
from beachhead.kernel import Action, Decision, Game
from beachhead.players.doctrine import Answer, Doctrine
from beachhead.players.weights import USUAL

NAVAL = -1000
"""What stands for the destroyer among those who have been asked."""
OWN_FIRE = "TCS 8.1"
"""The rule under which one gathers who fires in one's own phase, not in overwatch."""


class Veteran(Doctrine[Tcs]):
    """Plays either side from what it knows."""

    weights: Weights

    def __init__(self, game: Game[Tcs], side: str, random: Random, *, doctrine: str = USUAL) -> None:
        super().__init__(game, side, random, doctrine=doctrine)
        self._scales = Scales(self.weights)
        self._front: Front | None = None
        self._target = -1
        self._forget()

    def _forget(self) -> None:
        self._done: set[int] = set()
        self._modes: dict[int, bool] | None = None
        self._force: set[int] = set()
        self._storm: tuple[int, tuple[int, ...]] = (-1, ())
        self._order: Order | None = None
        self._refused: set[int] = set()
        self._paint: list[int] | None = None
        self._idle: set[int] = set()

    def answers(self) -> Mapping[str, Answer[Tcs]]:
        """How each verb is answered, in the order in which they are looked at."""
        return {
            "place": self._place,
            "points-for-me": lambda *_: Action("points-for-me"),
            "rockets": self._rockets,
            "no-more-smoke": lambda *_: Action("no-more-smoke"),
            "load-for-me": self._load,
            "plan-stands": lambda *_: Action("plan-stands"),
            "ship": self._ship,
            "ship-unit": self._ship,
            "to-beach": self._beach,
            # command
            "roll": lambda _, decision: Action("roll", decision.numbers("roll")[0]),
            "commit": self._commit,
            "reinforce-sheet": self._reinforce,
            "write": self._write,
            "order": self._formation,
            "mission": self._mission,
            "objective": self._objective,
            "village": self._objective,
            "paint": self._brush,
            "enough": self._brush,
            "prepare": self._prepare,
            "attach": self._attach,
            "to-sheet": self._host,
            # artillery and aircraft
            "destroyer": self._destroyer,
            "call": self._call,
            "on-hex": self._on_hex,
            "check-fire": self._after_burst,
            "fires": self._fires,
            "concentration": self._concentration,
            "no-more": lambda *_: Action("no-more"),
            "arm": self._arm,
            "do-without": self._arm,
            "strike": self._strike,
            # modes and movement
            "overwatch": self._overwatch,
            "all-companies": lambda *_: Action("all-companies"),
            "policy": lambda *_: Action("policy", "ask"),
            "to-move": self._set_modes,
            "to-fire": self._set_modes,
            "unit": self._unit,
            "leader": self._leader,
            "enter": lambda _, decision: Action("enter", decision.numbers("enter")[0]),
            "lead-to": self._lead,
            "exit": self._exit,
            "cross": lambda _, decision: Action("cross", decision.options["cross"][0]),
            "move": self._move,
            "with": lambda *_: Action("back"),
            "edge": self._edge,
            "on": lambda *_: Action("on"),
            "ashore": self._ashore,
            "ground": self._ground,
            "ride": self._ride,
            "refill": lambda _, decision: Action("refill", decision.options["refill"][0]),
            "stand": lambda *_: Action("stand"),
            "retreat": self._retreat,
            "withdraw": self._retreat,
            "roll-on": self._retreat,
            # combat
            "target": self._target_hex,
            "answer": self._answer,
            "hold": self._gather,
            "aim": self._aim,
            "assault": self._assault,
            "overrun": self._assault,
            "go-in": self._send,
            "send": self._send,
            # the rest
            "breach": self._work,
            "test": self._work,
            "done": lambda *_: Action("done"),
        }

    def moment(self, g: Tcs) -> Hashable:
        """Plans last for a segment."""
        return g.turn, g.phase

    def begin(self, g: Tcs) -> None:  # noqa: ARG002
        """What was planned for the last segment is forgotten."""
        self._front = None
        self._forget()

    def _now(self, g: Tcs) -> Front:
        """The front at this moment."""
        if self._front is None:
            self._front = Front(g, self.side, self._scales)
        return self._front

    # --- set-up and command --------------------------------------------------------------------------------------

    def _place(self, g: Tcs, decision: Decision) -> Action:
        unit = setting_up.next_counter(g, self.side)
        return Action("place", setting_up.best_hex(g, self._now(g), unit, decision.numbers("place")))

    def _commit(self, g: Tcs, decision: Decision) -> Action | None:
        wanted = [number for number in decision.numbers("commit") if ordering.wants_commitment(g, number)]
        return Action("commit", wanted[0]) if wanted else None

    def _reinforce(self, g: Tcs, decision: Decision) -> Action | None:  # noqa: ARG002
        return None if -1 in self._refused else Action("reinforce-sheet")

    def _attach(self, g: Tcs, decision: Decision) -> Action:
        unit = ordering.to_attach(g, [u for u in decision.numbers("attach") if u not in self._idle])
        if unit is None:
            self._refused.add(-1)
            return Action("back")
        self._attached = unit
        return Action("attach", unit)

    def _host(self, g: Tcs, decision: Decision) -> Action:
        sheet = ordering.host(g, self._attached, decision.numbers("to-sheet"))
        if sheet is None:
            self._idle.add(self._attached)
            return Action("back")
        return Action("to-sheet", sheet)

    def _write(self, g: Tcs, decision: Decision) -> Action | None:  # noqa: ARG002
        self._order = ordering.next_order(g, self._now(g), self._open_companies(g))
        return Action("write") if self._order else None

    def _open_companies(self, g: Tcs) -> list[int]:
        return [number for number in ordering.companies(g) if number not in self._refused]

    def _formation(self, _: Tcs, decision: Decision) -> Action:
        order = self._order
        if order is None or order.formation not in decision.options["order"]:
            if order is not None:
                self._refused.add(order.formation)
            return Action("back")
        self._refused.add(order.formation)
        return Action("order", order.formation)

    def _mission(self, _: Tcs, decision: Decision) -> Action:
        assert self._order is not None
        word = self._order.mission
        return Action("mission", word if word in decision.options["mission"] else "hasty")

    def _objective(self, g: Tcs, decision: Decision) -> Action:
        assert self._order is not None
        goal, options = self._order.goal, decision.options
        if goal is None:
            return Action("in-place") if options.get("in-place") else Action("back")
        village = ordering.village_of(g, goal)
        if village is not None and village in options.get("village", ()):
            return Action("village", village)
        if options.get("objective"):
            places = decision.numbers("objective")
            return Action("objective", ordering.place_of(g, self._now(g), self._order.units, goal, places))
        return Action("back")

    def _prepare(self, g: Tcs, decision: Decision) -> Action:
        if ordering.WIDE in decision.options.get("wide", ()):
            return Action("wide", ordering.WIDE)
        if self._paint is None and self._order is not None and decision.options.get("outline"):
            self._paint = ordering.hunted_together(g, self._now(g), self._order.goal)
            if len(self._paint) > 1:
                return Action("outline")
        self._paint = None
        return Action("prepare")

    def _brush(self, _: Tcs, decision: Decision) -> Action:
        """TCS 6.2 The hexes of all enemies near the first are the objective."""
        offered = decision.numbers("paint") if decision.options.get("paint") else ()
        left = [place for place in self._paint or () if place in offered]
        return Action("paint", left[0]) if left else Action("enough")

    # --- artillery and aircraft ----------------------------------------------------------------------------------

    def _load(self, g: Tcs, decision: Decision) -> Action | None:  # noqa: ARG002
        """2.1h Boats that are loaded stay as they are."""
        return None if g.fleet else Action("load-for-me")

    def _ship(self, g: Tcs, decision: Decision) -> Action | None:
        """2.1m Tanks and rifle companies come first; whoever would only be shot at on the beach can wait."""
        tanks = [u for u in decision.numbers("ship-unit") if g.box.pieces[u].type in setting_up.SHERMANS]
        lines = [c for c in decision.numbers("ship") if g.box.companies[c].kind == "line"]
        loaded = sum(g.box.kinds[u] == "tank" for boat in g.fleet if boat.due for u in boat.units)
        if tanks and (loaded < setting_up.TANKS_AN_HOUR or not lines):
            return Action("ship-unit", tanks[0])
        if lines:
            return Action("ship", lines[0])
        if decision.options.get("done"):
            return Action("done")
        verb = "ship" if decision.options.get("ship") else "ship-unit"
        return Action(verb, decision.numbers(verb)[0])

    def _beach(self, g: Tcs, decision: Decision) -> Action:
        """2.1m-3 The beach that is least under fire."""
        beaches, risk = [str(word) for word in decision.options["to-beach"]], self._now(g).threat.area
        return Action("to-beach", min(beaches, key=lambda beach: setting_up.danger(g, beach, risk)))

    def _rockets(self, g: Tcs, decision: Decision) -> Action:
        return Action("rockets", setting_up.densest_zone(g, decision.numbers("rockets")))

    def _destroyer(self, _: Tcs, decision: Decision) -> Action | None:  # noqa: ARG002
        if NAVAL in self._done:
            return None
        self._done.add(NAVAL)
        return Action("destroyer")

    def _call(self, g: Tcs, decision: Decision) -> Action:
        for number in decision.numbers("call"):
            if number not in self._done:
                self._done.add(number)
                self._target, gain = shelling.best_hex(g, self._now(g), number)
                if gain >= self.weights.mission:
                    return Action("call", number)
        return Action("done")

    def _on_hex(self, g: Tcs, decision: Decision) -> Action:
        places, number = decision.numbers("on-hex"), decision.about.get("battery")
        if number is None:
            self._target, gain = shelling.destroyer_hex(g, self._now(g), places)
            return Action("on-hex", self._target) if gain >= self.weights.mission else Action("back")
        if self._target in places:
            return Action("on-hex", self._target)
        self._target, _ = shelling.best_hex(g, self._now(g), int(number), places)
        return Action("on-hex", self._target) if self._target >= 0 else Action("back")

    def _after_burst(self, g: Tcs, decision: Decision) -> Action:
        return shelling.after_burst(g, self._now(g), decision, self._target)

    def _fires(self, g: Tcs, decision: Decision) -> Action:
        self._battery = int(decision.about["battery"])
        wanted = shelling.fires_wanted(g, self._now(g), self._battery)
        self._fired = min(decision.numbers("fires"), key=lambda number: abs(number - wanted))
        return Action("fires", self._fired)

    def _concentration(self, g: Tcs, decision: Decision) -> Action:
        burst = int(decision.about["hex"])
        return Action("concentration", shelling.concentration(g, self._now(g), burst, self._battery, self._fired))

    def _arm(self, g: Tcs, decision: Decision) -> Action:
        """2.10-1 Aircraft are used where they promise more than the Germans would make of those that they direct."""
        load = shelling.arm(g, self._now(g), [str(word) for word in decision.options["arm"]])
        return Action("arm", load) if load else Action("do-without")

    def _strike(self, g: Tcs, decision: Decision) -> Action:
        return Action("strike", shelling.strike(g, self._now(g), decision.numbers("strike")))

    # --- modes and movement --------------------------------------------------------------------------------------

    def _overwatch(self, g: Tcs, decision: Decision) -> Action | None:  # noqa: ARG002
        """TCS 8.9 It weighs every answer itself."""
        return None if self.side in g.watch else Action("overwatch")

    def _set_modes(self, g: Tcs, decision: Decision) -> Action | None:
        """TCS 4.2 By whole companies where all want the same."""
        front = self._now(g)
        if self._modes is None:
            self._modes = {unit: moving.wants_to_move(g, front, unit) for unit in g.on_map(self.side)}
        for verb, whole, is_moving in (("to-move", "company-moves", True), ("to-fire", "company-fires", False)):
            offered = decision.numbers(verb)
            for unit in offered:
                if self._modes.get(unit, False) is is_moving:
                    company = g.box.company_of[unit]
                    others = [u for u in offered if g.box.company_of[u] == company]
                    if len(others) > 1 and all(self._modes.get(u, False) is is_moving for u in others):
                        return Action(whole, company)
                    return Action(verb, unit)
        return Action("done")

    def _unit(self, g: Tcs, decision: Decision) -> Action | None:
        """TCS 12.0 The next unit that has somewhere to go, those nearest to their goals first."""
        front = self._now(g)
        waiting = [unit for unit in decision.numbers("unit") if unit not in self._done]
        for unit in moving.order_of_march(g, front, waiting):
            self._done.add(unit)
            if self._leaves(g, unit) or moving.best_place(g, front, (unit,))[1] != g.units[unit].at:
                return Action("unit", unit)
        return None

    def _leaves(self, g: Tcs, unit: int) -> bool:
        """1.8b Whether a unit stands at an exit by which its side wants it to leave."""
        goal = self._now(g).aim(g, unit)
        return goal is not None and goal.word == "exit" and g.units[unit].at in goal.hexes

    def _exit(self, g: Tcs, decision: Decision) -> Action | None:
        units = decision.about["unit"]
        return Action("exit") if self._leaves(g, units[0]) else None

    def _move(self, g: Tcs, decision: Decision) -> Action:
        units, front = tuple(int(unit) for unit in decision.about["unit"]), self._now(g)
        here = g.units[units[0]].at
        place = moving.best_place(g, front, units, decision.numbers("move"))[1]
        if place == here:
            return Action("back")
        if len(units) == 1 and decision.options.get("company") and self._goes_together(g, units[0], here, place):
            return Action("company")
        self._done.update(units)
        return Action("move", place)

    def _goes_together(self, g: Tcs, unit: int, *places: int) -> bool:
        """Men keep apart under fire; vehicles go together, so that fewer shots are fired at each."""
        return g.type_of(unit).is_machine or not any(self._now(g).threat.area.get(place) for place in places)

    def _leader(self, _: Tcs, decision: Decision) -> Action | None:
        waiting = [leader for leader in decision.numbers("leader") if -2 - leader not in self._done]
        if not waiting:
            return None
        self._done.add(-2 - waiting[0])
        self._led = waiting[0]
        return Action("leader", waiting[0])

    def _lead(self, g: Tcs, decision: Decision) -> Action:
        places = [*decision.numbers("lead-to"), g.leaders[self._led].at]
        place = moving.leader_place(g, self._now(g), self._led, places)
        return Action("lead-to", place) if place in decision.options["lead-to"] else Action("back")

    def _edge(self, g: Tcs, decision: Decision) -> Action:
        front, places = self._now(g), decision.numbers("edge")
        hexes = frozenset(h for goal in front.goals for h in goal.hexes)
        away = front.field(g, "foot", hexes) if hexes else {}
        risk = front.threat.area
        return Action("edge", min(places, key=lambda h: (away.get(h, 9999) + 12 * risk.get(h, 0), h)))

    def _ashore(self, g: Tcs, decision: Decision) -> Action:
        steps = g.box.ground.to_shingle
        return Action("ashore", min(decision.numbers("ashore"), key=lambda h: (steps.get(h, 0), h)))

    def _ground(self, g: Tcs, decision: Decision) -> Action:
        risk = self._now(g).threat.area
        return Action("ground", min(decision.numbers("ground"), key=lambda h: (risk.get(h, 0.0), h)))

    def _ride(self, g: Tcs, decision: Decision) -> Action:
        """2.3f-2 With infantry that lands early."""
        waves = {unit: boat.wave for boat in g.fleet for unit in boat.units}
        units = decision.numbers("ride")
        return Action("ride", min(units, key=lambda u: (g.box.kinds[u] != "infantry", waves.get(u, 99), u)))

    def _retreat(self, g: Tcs, decision: Decision) -> Action:
        verb = next(verb for verb in ("retreat", "withdraw", "roll-on") if decision.options.get(verb))
        found = decision.about["unit"]
        unit = int(found[0]) if isinstance(found, tuple) else int(found)
        return Action(verb, moving.refuge(g, self._now(g), unit, decision.numbers(verb)))

    # --- combat --------------------------------------------------------------------------------------------------

    def _target_hex(self, g: Tcs, decision: Decision) -> Action:
        place, force, _ = firing.best_target(g, self._now(g), decision.numbers("target"))
        self._force = set(force)
        return Action("target", place) if force else Action("done")

    def _answer(self, g: Tcs, decision: Decision) -> Action:
        return Action("answer", firing.best_answer(g, self._now(g), decision.numbers("answer")))

    def _gather(self, g: Tcs, decision: Decision) -> Action | None:
        """TCS 8.1, TCS 8.9 Who fires, one after the other."""
        options = decision.options
        if "join" not in options:
            return Action("hold") if options.get("smoke-on") else None
        able, force = decision.numbers("join"), decision.about["weapon"]
        if not force:
            place, front = int(decision.about["hex"]), self._now(g)
            if decision.rule != OWN_FIRE:
                self._force = set(firing.answer(g, front, place, able))
            elif not self._force.intersection(able):
                self._force = set(able[:1])
        waiting = [number for number in able if number in self._force]
        if len(waiting) == len(able) > 1 and options.get("all"):
            return Action("all")
        if waiting:
            return Action("join", waiting[0])
        return Action("fire") if force else Action("hold")

    def _aim(self, g: Tcs, decision: Decision) -> Action:
        targets, found = decision.numbers("aim"), decision.about.get("unit")
        if isinstance(found, int):
            gun = weapon(found, GUN)
            if reach_of(g, gun).strength and set(targets) <= set(targets_in(g, gun, g.units[targets[0]].at)):
                return Action("aim", firing.aim(g, gun, targets))
        return Action("aim", firing.dearest(g, targets))

    def _assault(self, g: Tcs, decision: Decision) -> Action:
        front = self._now(g)
        on_foot = assaulting.best(g, front, decision.numbers("assault"), on_foot=True)
        rushing = assaulting.best(g, front, decision.numbers("overrun"), on_foot=False)
        gain, place, units = max(on_foot, rushing)
        if place < 0:
            return Action("done")
        self._storm = place, units
        return Action("assault" if gain == on_foot[0] and place == on_foot[1] else "overrun", place)

    def _send(self, _: Tcs, decision: Decision) -> Action:
        """TCS 13.0 Those who were meant to go in, one after the other."""
        able, force = decision.numbers("send"), decision.about["unit"]
        waiting = [unit for unit in self._storm[1] if unit in able]
        if waiting:
            return Action("send", waiting[0])
        return Action("go-in") if force else Action("send", able[0])

    def _work(self, _: Tcs, decision: Decision) -> Action:
        """2.4 Americans breach mines and test the line; Germans leave it as it is."""
        if self.side == "american":
            for verb in ("breach", "test"):
                if decision.options.get(verb):
                    return Action(verb, decision.numbers(verb)[0])
        return Action("done")
