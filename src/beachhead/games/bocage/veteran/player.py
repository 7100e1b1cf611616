"""The veteran: every decision by the verbs it offers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.veteran import moving, plans
from beachhead.games.bocage.veteran.picture import Picture, Seen
from beachhead.kernel import Action, Decision, Game

if TYPE_CHECKING:
    from beachhead.players import Seat

RESERVE = {ALLIED: 8, GERMAN: 0}
"""Markers kept for the enemy's turn. The German moves last and keeps none."""
GOOD = 0.15
"""An attack must promise so much."""
EXPECTED_DEFENCE = {ALLIED: 7.0, GERMAN: 8.0}
"""What the other side's markers are taken to add, by attacker."""
LATE = 13
"""From this turn on the German gives up no city that a step can hold; before it he trades ground for time."""
EXPECTED_ATTACK = {ALLIED: 12.0, GERMAN: 9.5}


class Veteran:
    """Plays either side from its view alone."""

    def __init__(self, game: Game[Any], side: str, random: Random) -> None:
        self._box = game.box
        self._side = side
        self._random = random
        self._held: set[int] = set()
        self._moment: tuple[int, str] = (0, "")
        self._goals: dict[int, int] = {}
        self._plan = plans.record_plan(game.box, random)
        self._beaches = plans.beach_plan(game.box, random)

    def choose(self, seat: Seat) -> Action:
        """One of the options."""
        decision = seat.decision
        if len(decision) == 1:
            if "move" in decision.options:  # nowhere to go
                self._held.add(decision.about["unit"])
            return decision[0]
        options = decision.options
        if "support" in options:
            return self._support(seat.view, decision)
        if "aside" in options:
            return Action("redraw") if "redraw" in options else Action("use")
        for verb in ("record", "beachhead"):
            if verb in options:
                return getattr(self, f"_{verb}")(decision)  # type: ignore[no-any-return]
        picture = Picture(self._box, seat.view)
        self._begin_phase(picture)
        if "attack" in options:
            return self._combat(picture, decision)
        for verb in ("add", "move", "retreat", "advance", "follow", "rebuild", "land", "defend", "target", "reduce"):
            if verb in options:
                return getattr(self, f"_{verb}")(picture, decision)  # type: ignore[no-any-return]
        if "unit" in options or "enter" in options:
            return self._pick(picture, decision)
        return decision[0]

    def _begin_phase(self, picture: Picture) -> None:
        moment = (picture.turn, picture.view["phase"])
        if moment != self._moment:
            self._moment, self._held = moment, set()
            self._goals = plans.goals(picture, self._side)

    # --- before the landing ------------------------------------------------------------------------------------

    def _record(self, decision: Decision) -> Action:
        for place in self._plan:
            if place in decision.options["record"]:
                return Action("record", place)
        return Action("record", self._random.choice(list(decision.options["record"])))

    def _beachhead(self, decision: Decision) -> Action:
        for place in self._beaches:
            if place in decision.options["beachhead"]:
                return Action("beachhead", place)
        return Action("done") if "done" in decision.options else decision[0]

    def _land(self, picture: Picture, decision: Decision) -> Action:
        """Where most have landed already on the first day; later where there is most room."""
        first = picture.view["phase"] == "assault landing"
        places = [int(h) for h in decision.options["land"]]  # type: ignore[arg-type]
        places.sort(key=lambda h: (-1 if first else 1) * len(picture.at.get(int(h), ())))
        return Action("land", places[0])

    # --- markers -----------------------------------------------------------------------------------------------

    def _support(self, view: Any, decision: Decision) -> Action:
        """Two of the best markers where they count, fewer when the cups run low."""
        words = [str(word) for word in decision.options["support"]]
        if self._side == GERMAN:
            return Action("support", max(words, key=lambda word: ("two m" in word, "one m" in word, len(word))))
        order = ["naval + naval", "artillery + naval", "aircraft + aircraft", "artillery + aircraft"]
        order += ["artillery + artillery", "aircraft", "artillery"]
        markers = view["markers"][ALLIED]
        if decision.about.get("kind") == "bombardment" and markers["artillery"] > markers["aircraft"]:
            order.insert(0, "artillery + aircraft")
        return Action("support", next((word for word in order if word in words), words[0]))

    def _unused(self, picture: Picture) -> int:
        markers = picture.view["markers"][self._side]
        return int(markers["artillery"] + markers["aircraft"] if self._side == ALLIED else markers["cup"])

    # --- movement ----------------------------------------------------------------------------------------------

    def _pick(self, picture: Picture, decision: Decision) -> Action:
        coming = decision.options.get("enter", ())
        if coming:
            return Action("enter", coming[0])
        waiting = [u for u in decision.options["unit"] if u not in self._held]
        if not waiting:
            return Action("done") if "done" in decision.options else decision[0]
        if "done" not in decision.options:  # a landing
            return Action("unit", waiting[0])
        front = picture.hexes[ENEMY[self._side]]
        distance = self._box.board.distance

        def nearness(u: Any) -> tuple[int, int]:
            here = picture.units[u].hex
            return min((distance(here, foe) for foe in front), default=0), u

        return Action("unit", min(waiting, key=nearness))

    def _move(self, picture: Picture, decision: Decision) -> Action:
        unit = decision.about["unit"]
        seen = picture.units.get(unit)
        goal = self._goals.get(unit) or plans.first_goal(picture, self._side)
        best = moving.best_place(picture, self._side, unit, goal, [int(h) for h in decision.options["move"]])  # type: ignore[arg-type]
        if seen is not None and best == seen.hex:
            self._held.add(unit)
            return Action("back")
        return Action("move", best)

    # --- combat ------------------------------------------------------------------------------------------------

    def _combat(self, picture: Picture, decision: Decision) -> Action:
        side = self._side
        spare = self._unused(picture) - (RESERVE[side] if picture.turn > 1 else 0)
        best, value = Action("done"), GOOD
        ours = EXPECTED_ATTACK[side] if spare >= 2 else 5.0 if self._unused(picture) else 0.0
        for target in decision.options["attack"]:
            found = self._attack_value(picture, int(target), ours)  # type: ignore[arg-type]
            if found > value:
                best, value = Action("attack", target), found
        if spare >= 2:
            for target in decision.options["bombard"]:
                found = self._bombard_value(picture, int(target))  # type: ignore[arg-type]
                if found > value:
                    best, value = Action("bombard", target), found
        return best

    def _attack_value(self, picture: Picture, target: int, ours: float) -> float:
        attackers = picture.neighbours(self._side, target)
        defence = max(seen.defence for seen in picture.at[target])
        differential = picture.strength(attackers, target) + ours - defence - EXPECTED_DEFENCE[self._side]
        value = picture.outlook(target, differential, attackers=len(attackers), bombards=False)
        return value + plans.worth_taking(picture, self._side, target)

    def _bombard_value(self, picture: Picture, target: int) -> float:
        defence = min(seen.defence for seen in picture.at[target])
        differential = EXPECTED_ATTACK[self._side] - 0.5 - defence
        return 0.9 * picture.outlook(target, differential, attackers=0, bombards=True)

    def _add(self, picture: Picture, decision: Decision) -> Action:
        able = [picture.units[int(u)] for u in decision.options["add"]]  # type: ignore[arg-type]
        if not able:
            return Action("fight") if decision.options["fight"] else Action("back")
        return Action("add", max(able, key=lambda seen: seen.attack).number)

    def _defend(self, picture: Picture, decision: Decision) -> Action:
        return Action("defend", max(decision.options["defend"], key=lambda u: picture.units[u].defence))  # type: ignore[index]

    def _target(self, picture: Picture, decision: Decision) -> Action:
        return Action("target", min(decision.options["target"], key=lambda u: picture.units[u].defence))  # type: ignore[index]

    def _reduce(self, picture: Picture, decision: Decision) -> Action:
        def cost(u: Any) -> tuple[bool, int]:
            return picture.units[u].reduced, picture.units[u].attack

        return Action("reduce", min(decision.options["reduce"], key=cost))

    def _rebuild(self, _: Picture, decision: Decision) -> Action:
        return Action("rebuild", max(decision.options["rebuild"], key=lambda u: self._box.pieces[u].attack))

    # --- after combat ------------------------------------------------------------------------------------------

    def _retreat(self, picture: Picture, decision: Decision) -> Action:
        unit = decision.about["unit"]
        ways = [int(h) for h in decision.options["retreat"]]  # type: ignore[arg-type]
        here = picture.units[unit].hex
        if decision.options["stand"] and (not ways or self._holds(picture, here)):
            return Action("stand")
        goal = self._goals.get(unit) or plans.first_goal(picture, self._side)
        return Action("retreat", moving.best_place(picture, self._side, unit, goal, ways, stay=False))

    def _holds(self, picture: Picture, place: int) -> bool:
        """Whether a hex is worth a step."""
        if self._side == ALLIED:
            return True
        return place in picture.cities and picture.turn >= LATE

    def _advance(self, picture: Picture, decision: Decision) -> Action:
        place = int(decision.about["hex"])
        able = [picture.units[int(u)] for u in decision.options["advance"]]  # type: ignore[arg-type]
        able = [seen for seen in able if self._may_leave(picture, seen)]
        if not able or not self._wants(picture, place):
            return Action("stay")
        return Action("advance", max(able, key=lambda seen: (not seen.reduced, seen.defence)).number)

    def _may_leave(self, picture: Picture, seen: Seen) -> bool:
        """Whether nobody misses the unit where it stands."""
        if seen.hex in picture.beachheads and len(picture.at[seen.hex]) == 1:
            return False
        return not (self._side == GERMAN and seen.hex in picture.cities)

    def _wants(self, picture: Picture, place: int) -> bool:
        if place in picture.cities or place in picture.beachheads:
            return True
        if self._side == GERMAN:
            return place in plans.posts(picture)
        return place in picture.net

    def _follow(self, picture: Picture, decision: Decision) -> Action:
        unit = decision.about["unit"]
        goal = self._goals.get(unit) or plans.first_goal(picture, self._side)
        ways = [int(h) for h in decision.options["follow"]]  # type: ignore[arg-type]
        if not ways or self._side == GERMAN:
            return Action("halt")
        best = moving.best_place(picture, self._side, unit, goal, ways)
        return Action("halt") if best == picture.units[unit].hex else Action("follow", best)
