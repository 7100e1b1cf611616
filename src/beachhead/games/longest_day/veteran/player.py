"""The veteran: every decision by the verbs it offers."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence

from beachhead.games.longest_day import movement, stacking
from beachhead.games.longest_day.box import GERMAN
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran import arriving, flying
from beachhead.games.longest_day.veteran.doctrine import Weights
from beachhead.games.longest_day.veteran.fighting import Fight, Shot, Strike, best_shot
from beachhead.games.longest_day.veteran.front import Front, is_fighter
from beachhead.games.longest_day.veteran.planning import Plan
from beachhead.games.longest_day.veteran.staff import Staff, serves
from beachhead.games.longest_day.veteran.weighing import step_worth, worth
from beachhead.kernel import Action, Decision
from beachhead.players.doctrine import Answer, Doctrine

AIR_SUPPLY = 4
"""IX.L As many air supply units as there are."""


class Veteran(Doctrine[LongestDay]):
    """Plays either side from what it knows."""

    weights: Weights

    def answers(self) -> Mapping[str, Answer[LongestDay]]:
        """How each verb is answered."""
        return {
            **dict.fromkeys(arriving.TAKEN, arriving.due),
            "bring": arriving.bring,
            "assignments": self._assign,
            "staff": self._issue,
            "issue": self._issue,
            **dict.fromkeys(("interdict", "support", "bombard", "carpet", "recall"), self._allocate),
            **dict.fromkeys(("fly", "over"), flying.fly),
            **dict.fromkeys(("salvo", "range"), flying.salvo),
            **dict.fromkeys(("lay", "bomb"), flying.lay),
            "storm": self._storm,
            **dict.fromkeys(("join", "go-in"), self._go_in),
            "send-back": self._send_back,
            "embark": self._land,
            "land": self._land,
            "disembark": self._disembark,
            **dict.fromkeys(("to-box", "land-at"), self._to_box),
            "ashore": self._move,
            "air-supply": self._air_supply,
            "drop-at": self._drop_at,
            **dict.fromkeys(("assign-raid", "set-out"), self._raise),
            **dict.fromkeys(("rail", "detrain"), self._ride),
            "rebuild": self._rebuild,
            "with": self._with,
            "give-step": self._give_step,
            "all-go-on": arriving.send_on,
            "to": arriving.nearer,
            **dict.fromkeys(("sweep-all", "sweep", "shore-fire", "shore-gun"), self._sweep),
            "leave-by": self._exit,
            "unit": self._unit,
            "enter": self._unit,
            "move": self._move,
            "attack": self._attack,
            "add": self._join,
            "fight": self._join,
            "reduce": self._reduce,
            "remove": self._remove,
            "retreat": self._retreat,
            "advance": self._advance,
            "follow": self._follow,
            "pledge": self._pledge,
            "shell": self._shell,
            **dict.fromkeys(("aim", "aim-all", "ready"), self._aim),
            **dict.fromkeys(("gun", "all-guns", "fire"), self._lay_guns),
        }

    def moment(self, g: LongestDay) -> Hashable:
        """Plans last for a phase."""
        return g.turn, g.phase

    def begin(self, g: LongestDay) -> None:
        """What was planned for the last phase is forgotten."""
        self._front = Front(g, self.side, self.weights)
        self._plan: Plan | None = None
        self._fight: Fight | None = None
        self._strike: Strike | None = None
        self._waiting: list[int] | None = None
        self._tries: dict[int, int] = {}
        self._moved_out: set[int] = set()
        self._is_staffed = False
        self._shot: Shot | None = None
        self._sky: flying.Sky | None = None
        self._has_assigned = False

    def otherwise(self, g: LongestDay, decision: Decision) -> Action:  # noqa: ARG002
        """A phase is over when there is nothing more to do."""
        for verb in ("done", "back", "leave", "stay", "halt", "enter"):
            if decision.options.get(verb):
                return Action(verb, decision.options[verb][0])
        return decision[0]

    # --- corps, boats and replacements -----------------------------------------------------------------------------

    def _assign(self, g: LongestDay, decision: Decision) -> Action | None:  # noqa: ARG002
        """II.C.2 Once a phase the staff finds headquarters for all who have none."""
        if self._has_assigned:
            return None
        self._has_assigned = True
        return Action("assignments")

    def _issue(self, g: LongestDay, decision: Decision) -> Action | None:  # noqa: ARG002
        """II.C.2 What the staff proposes is ordered."""
        options = decision.options
        if options.get("staff") and not self._tries.get(-1):
            self._tries[-1] = 1
            return Action("staff")
        return Action("issue") if options.get("issue") else Action("back")

    def _storm(self, g: LongestDay, decision: Decision) -> Action:
        return Action("storm", arriving.storm(g, decision.numbers("storm")))

    def _go_in(self, g: LongestDay, decision: Decision) -> Action:  # noqa: ARG002
        """V.C.2.b.1 Everybody who can joins."""
        options = decision.options
        return Action("join", options["join"][0]) if options.get("join") else Action("go-in")

    def _send_back(self, g: LongestDay, decision: Decision) -> Action:
        return Action("send-back", min(decision.numbers("send-back"), key=lambda u: (worth(g, u), u)))

    def _land(self, g: LongestDay, decision: Decision) -> Action | None:
        """V.C.3, IX.E.2 Who lands first, each tried once."""
        verb = "embark" if decision.options.get("embark") else "land"
        coming = (u for u in decision.numbers(verb) if not self._tries.get(u) and not arriving.waits(g, u))
        unit = arriving.first_ashore(g, coming)
        if unit is None:
            return None
        self._tries[unit] = 1
        return Action(verb, unit)

    def _to_box(self, g: LongestDay, decision: Decision) -> Action:
        verb = "to-box" if decision.options.get("to-box") else "land-at"
        unit = int(decision.about["unit"])
        return Action(verb, arriving.box_for(g, unit, decision.numbers(verb)))

    def _disembark(self, g: LongestDay, decision: Decision) -> Action | None:
        unit = arriving.first_ashore(g, (u for u in decision.numbers("disembark") if self._tries.get(-2 - u, 0) < 2))
        if unit is None:
            return None
        self._tries[-2 - unit] = self._tries.get(-2 - unit, 0) + 1
        return Action("disembark", unit)

    def _air_supply(self, g: LongestDay, decision: Decision) -> Action | None:
        """IX.L.2 To a headquarters that has no supply, one in a phase each."""
        if arriving.hungry_headquarters(g, self.side) is None or self._tries.get(-3, 0) >= AIR_SUPPLY:
            return None
        self._tries[-3] = self._tries.get(-3, 0) + 1
        return Action("air-supply", decision.options["air-supply"][0])

    def _drop_at(self, g: LongestDay, decision: Decision) -> Action:
        hq = arriving.hungry_headquarters(g, self.side)
        place = -1 if hq is None else g.units[hq].at
        return Action("drop-at", place) if place in decision.options["drop-at"] else Action("back")

    def _raise(self, g: LongestDay, decision: Decision) -> Action:  # noqa: ARG002
        """IX.G.6 One counter to a box."""
        options = decision.options
        return Action("set-out") if options.get("set-out") else Action("assign-raid", options["assign-raid"][0])

    def _ride(self, g: LongestDay, decision: Decision) -> Action | None:
        """IX.J As near to the front as the trains go; then on foot."""
        unit, options = int(decision.about["unit"]), decision.options
        foes = self._front.enemies
        places = decision.numbers("rail")
        if not places or not foes or options.get("move"):
            return Action("detrain") if options.get("detrain") else None
        away = g.box.distances(*foes)
        able = [h for h in places if away[h] > 3]
        best = min(able, key=lambda h: (away[h], h), default=None)
        here = g.units[unit].at
        if best is None or (here >= 0 and away[here] <= away[best]):
            return Action("detrain") if options.get("detrain") else Action("back")
        return Action("rail", best)

    def _rebuild(self, g: LongestDay, decision: Decision) -> Action | None:
        """IX.D.3 The best that replacements can do; each unit is tried once."""
        units = [u for u in decision.numbers("rebuild") if not self._tries.get(u)]
        if not units:
            return None
        unit = arriving.patient(g, units)
        self._tries[unit] = 1
        return Action("rebuild", unit)

    def _with(self, g: LongestDay, decision: Decision) -> Action:
        return Action("with", min(decision.numbers("with"), key=lambda u: (worth(g, u), u)))

    def _give_step(self, g: LongestDay, decision: Decision) -> Action:
        return Action("give-step", min(decision.numbers("give-step"), key=lambda u: (step_worth(g, u), u)))

    def _sweep(self, g: LongestDay, decision: Decision) -> Action:  # noqa: ARG002
        """V.E Coastal artillery fires at whatever it reaches."""
        verb = next(v for v in ("sweep-all", "shore-fire", "sweep", "shore-gun") if decision.options.get(v))
        return Action(verb, decision.options[verb][0])

    def _exit(self, g: LongestDay, decision: Decision) -> Action | None:
        """VI Who counts leaves the map where that wins."""
        if g.scenario != "2" or self.side != GERMAN or g.units[int(decision.about["unit"])].came:
            return None
        return Action("leave-by", decision.options["leave-by"][0])

    # --- air and sea -----------------------------------------------------------------------------------------------

    def _allocate(self, g: LongestDay, decision: Decision) -> Action:
        if self._sky is None:
            self._sky = flying.Sky(g, self.side, self.weights)
        return self._sky.answer(g, decision)

    # --- movement --------------------------------------------------------------------------------------------------

    def _unit(self, g: LongestDay, decision: Decision) -> Action | None:
        """I.B.3 The next unit that the plan sends somewhere else; when all have gone, who comes after them."""
        ready = decision.numbers("unit")
        plan = self._current(g, ready)
        if self._waiting is None:
            self._waiting = self._order(g, plan)
        able = set(ready)
        while True:
            while self._waiting:
                unit = self._waiting.pop(0)
                place = plan.places.get(unit)
                if unit in able and place not in (None, g.units[unit].at) and self._is_sound(g, unit, place):
                    return Action("unit", unit)
            coming = self._newcomer(g, decision)
            if coming is not None:
                return Action("enter", coming)
            if self._is_staffed:
                must = decision.options.get("enter") if not decision.options.get("done") else None
                return self._make_room(g, ready) or (Action("enter", self.random.choice(list(must))) if must else None)
            self._is_staffed = True
            self._waiting = self._staff(g, plan, ready)

    def _newcomer(self, g: LongestDay, decision: Decision) -> int | None:
        """I.J, V.C.6 Who comes next: each is tried when fighters have gone, and again when the staff has."""
        tries = 3 if self._is_staffed else 1
        coming = [u for u in decision.numbers("enter") if self._tries.get(u, 0) < tries]
        unit = arriving.first_ashore(g, coming)
        if unit is not None:
            self._tries[unit] = self._tries.get(unit, 0) + 1
        return unit

    def _is_sound(self, g: LongestDay, unit: int, place: int) -> bool:
        """II.D.1.b Supply does not leave a headquarters that needs it for a hex to which none has come after all."""
        if not g.box.is_supply[unit]:
            return True
        seats = [[u for u in g.friends_at(self.side, h) if g.box.is_hq[u]] for h in (g.units[unit].at, place)]
        return bool(seats[1]) or not any(serves(g, hq) for hq in seats[0])

    def _staff(self, g: LongestDay, plan: Plan, ready: Sequence[int]) -> list[int]:
        """II.D Guns, headquarters and supply, when everybody else is where he is."""
        places = {unit: g.units[unit].at for unit in plan.places}
        staff = Staff(self._front.later(g), places, ready)
        plan.places.update(staff.places)
        box = g.box

        def rank(unit: int) -> tuple[int, int]:
            return (2 if box.is_supply[unit] else 1 if box.is_hq[unit] else 0), unit

        return sorted(staff.places, key=rank)

    def _make_room(self, g: LongestDay, ready: Sequence[int]) -> Action | None:
        """I.F.4 Before the phase ends somebody leaves each hex that is too full."""
        able = set(ready)
        for place in stacking.overfull(g, self.side):
            units = [
                u for u in g.friends_at(self.side, place) if u in able and g.stacking(u) and u not in self._moved_out
            ]
            if units:
                unit = min(units, key=lambda u: (worth(g, u), u))
                self._moved_out.add(unit)
                return Action("unit", unit)
        return None

    def _order(self, g: LongestDay, plan: Plan) -> list[int]:
        """Attackers first, then those who close ways, then the others."""

        def rank(unit: int) -> tuple[int, int]:
            return (0 if unit in plan.attackers else 1 if plan.places[unit] in plan.posts else 2), unit

        return sorted((unit for unit in plan.places if plan.places[unit] != g.units[unit].at), key=rank)

    def _current(self, g: LongestDay, ready: Sequence[int]) -> Plan:
        if self._plan is None:
            self._front = Front(g, self.side, self.weights)
            self._plan = Plan(self._front, ready, attacks=not g.is_mechanized)
        return self._plan

    def _move(self, g: LongestDay, decision: Decision) -> Action:
        """I.B.1 Where the plan says; whoever cannot go there yet waits once, and then goes where it is best."""
        unit, options = int(decision.about["unit"]), decision.options
        plan = self._current(g, ())
        wanted = plan.places.get(unit)
        if unit in self._moved_out:
            return self._leave(g, plan, unit, decision)
        for verb in ("move", "road", "ashore"):
            if wanted in options.get(verb, ()):
                return Action(verb, wanted)
        tries = self._tries[unit] = self._tries.get(unit, 0) + 1
        if g.units[unit].at < 0:
            verb = "ashore" if options.get("ashore") else "move"
            return self._come(g, unit, decision.numbers(verb), verb)
        if tries == 1 and self._waiting is not None and wanted is not None:
            self._waiting.append(unit)
            return Action("back")
        places = decision.numbers("move")
        best = plan.best_place(unit, [*places, g.units[unit].at]) if is_fighter(g, unit) else -1
        return Action("move", best) if best in places else Action("back")

    def _come(self, g: LongestDay, unit: int, places: Sequence[int], verb: str) -> Action:
        """I.J.1 Who comes to the map goes where he is wanted."""
        if not places:
            return Action("back")
        company = () if is_fighter(g, unit) else self._company(g, unit)
        return Action(verb, max(places, key=lambda h: (self._entry(g, unit, h, company), -h)))

    def _leave(self, g: LongestDay, plan: Plan, unit: int, decision: Decision) -> Action:
        """I.F.4 To the best hex with room."""

        def fits(h: int) -> bool:
            return stacking.points(g, (*stacking.friends(g, unit, h), unit)) <= stacking.LIMIT

        places = [h for h in decision.numbers("move") if fits(h)]
        return Action("move", max(places, key=lambda h: (plan.worth(unit, h), -h))) if places else Action("back")

    def _entry(self, g: LongestDay, unit: int, place: int, company: Collection[int]) -> float:
        """I.J.1 What a hex is worth to somebody who comes: fighters go where they are wanted, others to them."""
        front = self._front
        value = -front.risk(unit, place, 0.0)
        if not is_fighter(g, unit):
            return 2 * value - 0.2 * (min((g.box.board.distance(place, h) for h in company), default=0))
        if front.goals:
            value -= front.want(movement.walks(g, unit))[place] / 40
        elif front.enemies:
            value -= 0.1 * g.box.distances(*front.enemies)[place]
        return value

    def _company(self, g: LongestDay, unit: int) -> set[int]:
        """Whom guns, headquarters and supply join: a headquarters its own men, supply a headquarters."""
        box = g.box
        if box.is_supply[unit]:
            depot = Staff(self._front, {}, ()).depot(unit, sorted(g.hexes(self.side)))
            return set() if depot is None else {depot}
        corps = g.units[unit].corps
        return {g.units[u].at for u in g.on_map(self.side) if is_fighter(g, u) and g.units[u].corps == corps}

    # --- combat ----------------------------------------------------------------------------------------------------

    def _attack(self, g: LongestDay, decision: Decision) -> Action | None:
        """I.I.2 The attack that promises most; none if none is good."""
        if self._fight is None:
            front = self._front.later(g)
            ground = Plan(front, (), attacks=False).ground
            self._fight = Fight(ground, self.weights)
        self._strike = self._fight.best(g, decision.numbers("attack"))
        if self._strike is not None:
            return Action("attack", self._strike.target)
        return None

    def _join(self, g: LongestDay, decision: Decision) -> Action | None:  # noqa: ARG002
        """I.I.5 Those who were meant to attack, one after the other."""
        strike, options = self._strike, decision.options
        if strike is None or strike.target != decision.about.get("hex"):
            return None
        able = options.get("add", ())
        waiting = [unit for unit in strike.units if unit in able]
        if waiting:
            return Action("add", waiting[0])
        if not options.get("fight") and self._fight is not None:
            self._fight.give_up(strike.target)
        return Action("fight") if options.get("fight") else None

    def _shell(self, g: LongestDay, decision: Decision) -> Action | None:
        """II.B.5 The fire that promises most."""
        self._shot = best_shot(g, self.weights, decision.numbers("shell"))
        return None if self._shot is None else Action("shell", self._shot.target)

    def _aim(self, g: LongestDay, decision: Decision) -> Action | None:  # noqa: ARG002
        """II.B.5.b At whom."""
        shot, options = self._shot, decision.options
        if shot is None or shot.target != decision.about.get("hex"):
            return None
        waiting = [unit for unit in shot.victims if unit in options.get("aim", ())]
        if waiting:
            return Action("aim", waiting[0])
        return Action("ready") if options.get("ready") else None

    def _lay_guns(self, g: LongestDay, decision: Decision) -> Action | None:  # noqa: ARG002
        """II.B.5 With which guns."""
        shot, options = self._shot, decision.options
        if shot is None or shot.target != decision.about.get("hex"):
            return None
        waiting = [gun for gun in shot.guns if gun in options.get("gun", ())]
        if waiting:
            return Action("gun", waiting[0])
        return Action("fire") if options.get("fire") else None

    def _reduce(self, g: LongestDay, decision: Decision) -> Action:
        """I.I.10 The step that is worth least."""
        return Action("reduce", min(decision.numbers("reduce"), key=lambda unit: (step_worth(g, unit), unit)))

    def _remove(self, g: LongestDay, decision: Decision) -> Action:
        """I.F.4 The unit that is worth least."""
        return Action("remove", min(decision.numbers("remove"), key=lambda unit: (worth(g, unit), unit)))

    def _retreat(self, g: LongestDay, decision: Decision) -> Action:
        """I.I.12 To where the enemy is weakest and the ground best, and what is guarded is still covered."""
        unit = int(decision.about["unit"])
        front = self._front.later(g)
        places = decision.numbers("retreat")

        def value(h: int) -> float:
            friends = sum(g.defence(u) for u in g.friends_at(self.side, h) if g.box.combat[u])
            crowded = stacking.points(g, (*stacking.friends(g, unit, h), unit)) > stacking.LIMIT
            return -front.risk(unit, h, friends) + 0.3 * (front.cover(h) - 1) - (worth(g, unit) if crowded else 0.0)

        return Action("retreat", max(places, key=lambda h: (value(h), -h)))

    def _advance(self, g: LongestDay, decision: Decision) -> Action | None:
        """I.I.13 Infantry first; whoever holds a hex that must not be lost stays."""
        front = self._front.later(g)
        units = [u for u in decision.numbers("advance") if g.units[u].at not in front.guarded]
        places = decision.about.get("hex", ())
        if not units or not places:
            return Action("stay")
        goal = any(h in front.goals for h in places)
        if not goal and not front.is_attacker:
            return Action("stay")
        return Action("advance", max(units, key=lambda u: (g.defence(u), -u)))

    def _follow(self, g: LongestDay, decision: Decision) -> Action:
        """I.I.13 As far as is good."""
        unit = int(decision.about["unit"])
        front = self._front.later(g)
        plan = Plan(front, (), attacks=False)
        best = max(decision.numbers("follow"), key=lambda h: (plan.worth(unit, h), -h))
        return Action("follow", best)

    def _pledge(self, g: LongestDay, decision: Decision) -> Action:  # noqa: ARG002
        return Action("leave")
