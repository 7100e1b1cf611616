"""Chapters 4 and 5 played at random, turn after turn: every turn point stands on the state alone."""

from __future__ import annotations

from random import Random
from types import ModuleType

from tests.bradley.helpers import hexnum, next_turn, offered, options, phase, preview, the_box, why_not

from beachhead.games.bradley import airborne, drops, landing, losses, retreat, waves
from beachhead.games.bradley.airborne import drops_part
from beachhead.games.bradley.box import AMERICAN, GERMAN, SET_UP, UNUSED
from beachhead.games.bradley.landing import landings_part
from beachhead.games.bradley.occupation import recover
from beachhead.games.bradley.positions import imagine, refuse_position
from beachhead.games.bradley.setup import new_state, set_up_hexes
from beachhead.games.bradley.stacking import trim_stacks
from beachhead.games.bradley.state import Bradley, Unit
from beachhead.games.bradley.waves import at_sea
from beachhead.kernel import Action, Decision, Seeded, Table

CHAPTERS: tuple[ModuleType, ...] = (airborne, drops, waves, landing, losses, retreat)
PARTS = (
    ("invasion placement", "", phase),
    ("allied movement", "drop zones", drops_part),
    ("allied movement", "drops", drops_part),
    ("allied movement", "landings", landings_part),
    ("allied movement", "", trim_stacks),
)


def start(scenario: str, random: Random) -> Bradley:
    options = {"northern-utah": random.random() < 0.5, "individual-shift": random.random() < 0.5}
    g = new_state(the_box(), scenario, options)
    for number, record in enumerate(g.units):
        if record.at == SET_UP:
            g.units[number] = Unit(random.choice(set_up_hexes(g, number)))
    points = g.row.mines_low
    for beach in g.row.beaches:
        share = points if beach == g.row.beaches[-1] else 3
        g.mines |= set(random.sample([berth.coast for berth in g.shore(beach)], share))
        points -= share
    g.seat(Table(Seeded(str(random.random()))))
    return g


def check(g: Bradley, part, decision: Decision, random: Random) -> None:
    """The same decision from the state alone; a reason for what is not offered; previews that add up."""
    assert len(decision) and decision.prompt.endswith((".", "?"))
    if decision.is_turn_point:
        twin = g.clone()
        twin.seat(Table(Seeded("other")))
        assert next(part(twin)) == decision and twin.digest() == g.digest()
        assert refuse_position(g) is None
        if decision.side == AMERICAN:
            other = imagine(g, AMERICAN, random)
            other.seat(Table(Seeded("other")))
            assert next(part(other)) == decision
    for verb in offered(decision):
        kind = next((c.VERBS[verb].kind for c in CHAPTERS if verb in c.VERBS), "")
        count = {"hex": len(g.box.board), "unit": len(g.units), "dz": 4, "box": len(g.box.displays)}.get(kind, 0)
        for arg in random.sample(range(count), min(count, 4)):
            action = Action(verb, arg)
            if not decision.offers(action):
                assert why_not(g, decision, action) is not None, (decision, action)
    for action in list(decision.actions())[:3]:
        found = preview(g, decision, action)
        assert found is None or not found.results or sum(found.results.values()) == 1


def play(g: Bradley, random: Random) -> None:
    for segment, part, flow_of in PARTS:
        g.segment, g.part, g.queue = segment, part, []
        over = False
        while not over:
            flow = flow_of(g)
            try:
                decision = next(flow)
                while True:
                    check(g, flow_of, decision, random)
                    verbs = [v for v in options(decision) if v not in ("done", "back")] or list(options(decision))
                    if "done" in offered(decision) and random.random() < 0.1:
                        verbs = ["done"]
                    verb = random.choice(verbs)
                    decision = flow.send(Action(verb, random.choice(decision.options[verb])))
            except StopIteration as end:
                over = end.value is not False


def land_at_random(seed):
    """All landings of a game with random choices; the kinds of events it had."""
    random = Random(seed)
    g = start(random.choice(["omaha", "utah", "d-day", "d-day"]), random)
    while g.turn <= g.last_turn:
        play(g, random)
        assert not at_sea(g) and not g.queue and not g.bound
        recover(g, "green", rule="10.6.4")
        shore = {berth.coast for beach in g.row.beaches for berth in g.shore(beach)}
        for number, record in enumerate(g.units):  # somebody makes room on the beaches, and a German comes there
            if record.at in shore and g.box.sides[number] == AMERICAN:
                g.units[number] = Unit(UNUSED)
        free = [h for h in sorted(shore) if not g.standing(h)]
        for place, each in zip(free[:2], random.sample([u for u in g.on_map(GERMAN) if g.face(u).ma], 2), strict=False):
            g.change(each, at=place)
        next_turn(g)
        if g.turn > max(g.box.turns):
            break
    words = {**airborne.EVENTS, **drops.EVENTS, **waves.EVENTS, **landing.EVENTS, **losses.EVENTS}
    for event in g.table.events:
        text = words[event.kind].words if event.kind in words else ""
        fields = [name.split(":")[0] for name in text.replace("{", "}").split("}")[1::2]]
        assert set(fields) <= set(event.data), event
    assert hexnum("3822") in g.row.area or g.scenario == "utah"
    return {event.kind for event in g.table.events}


def test_landings_at_random():
    kinds = set().union(*(land_at_random(seed) for seed in range(4)))
    assert {"came_ashore", "landing_check", "displaced", "loaded"} <= kinds
