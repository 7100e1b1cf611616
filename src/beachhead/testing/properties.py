"""Properties that hold for every game, at every decision of random play.

Each function takes a game and raises `AssertionError` with a sentence when the property does not hold.
`beachhead.testing.battery` turns them into tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from beachhead.display import (
    Overview,
    card_problems,
    course_problems,
    layout_problems,
    overview_problems,
    role_problems,
    scene_problems,
)
from beachhead.kernel import (
    Action,
    Game,
    Match,
    Offer,
    Refused,
    Seeded,
    State,
    action_text,
    default_action,
    guarded_actions,
    load,
    load_position,
    name_decision,
    name_event,
    name_preview,
    parse_action,
    save,
)
from beachhead.kernel.chance import exhaust
from beachhead.kernel.derived import kept_values
from beachhead.kernel.events import KERNEL_EVENTS
from beachhead.kernel.guides import read_course

AnyGame = Game[Any]
AnyMatch = Match[Any]

DECISION_CAP = 50_000


class Play(msgspec.Struct, frozen=True):
    """What to play: a game, a scenario, its options, and a seed for chance and choices; perhaps from a position on."""

    game: Any
    scenario: str
    settings: dict[str, Any]
    seed: str
    position: Mapping[str, Any] | None = None

    def match(self, *, keeps_digests: bool = False) -> AnyMatch:
        """A new match."""
        if self.position is not None:
            read = load_position(self.game, self.position)
            source = Seeded(self.seed)
            return Match(
                self.game,
                read.state,
                source,
                scenario=read.scenario,
                settings=read.settings,
                keeps_digests=keeps_digests,
            )
        return Match.new(self.game, self.scenario, self.settings, seed=self.seed, keeps_digests=keeps_digests)


def walk(match: AnyMatch, random: Random, cap: int = DECISION_CAP) -> Iterator[Action]:
    """Random play: yields the action about to be taken at every decision, then takes it."""
    for _ in range(cap):
        if match.decision is None:
            return
        action = random.choice(list(match.decision.actions()))
        yield action
        match.apply(action)
    raise AssertionError(f"no end after {cap} decisions: {match.game.id} {match.scenario}")


def sampled(random: Random, one_in: int) -> bool:
    """Whether to look closer here."""
    return random.randrange(one_in) == 0


# --- playing -----------------------------------------------------------------------------------------------------


def games_end(play: Play) -> AnyMatch:
    """Every random game ends, with an outcome that cites a rule."""
    match = play.match()
    for _ in walk(match, Random(play.seed)):
        pass
    assert match.outcome is not None
    sides = (*play.game.sides, *play.game.seats(play.scenario, match.settings))
    assert match.outcome.winner in (None, *sides), match.outcome
    return match


def offered_is_accepted(play: Play, one_in: int = 20) -> None:
    """Every option of a decision can be taken, and reads back from its text; there are no more than declared."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        assert match.decision is None or len(match.decision) <= (play.game.most_options or len(match.decision))
        if not sampled(random, one_in):
            continue
        assert match.decision is not None
        for action in match.decision.actions():
            assert match.why_not(action) is None, f"offered and refused: {action}"
            assert action.arg in play.game.domains[action.verb], f"{action} is not among what its verb declares"
            text = action_text(play.game, action)
            assert parse_action(play.game, text) == action, f"{text!r} reads back as something else than {action}"
            match.clone(history=False).apply(action)


def not_offered_is_refused(play: Play, known_rules: Callable[[str], bool], one_in: int = 20) -> None:
    """Whatever is not offered is refused with a rule of the index, and changes nothing."""
    match, random = play.match(), Random(play.seed)
    seen: list[Action] = []
    for action in walk(match, random):
        seen.append(action)
        if not sampled(random, one_in):
            continue
        assert match.decision is not None
        before = match.state.digest()
        for attempt in attempts(play.game, seen, random):
            if match.decision.offers(attempt):
                continue
            ruling = match.why_not(attempt)
            assert ruling is not None, f"not offered and not refused: {attempt} at {match.decision.prompt!r}"
            assert known_rules(ruling.rule), f"the refusal of {attempt} cites {ruling.rule!r}, which is no rule"
            assert ruling.sentence.strip(), f"the refusal of {attempt} gives no reason"
            _assert_refused(match, attempt)
        assert match.state.digest() == before, "a refusal changed the state"


def offers_agree(play: Play, one_in: int = 8, tries: int = 6) -> None:
    """Legality is said once: what an offer's predicate lets pass is offered, and what is offered it lets pass."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        if not sampled(random, one_in):
            continue
        decision = match.decision
        assert decision is not None
        known = match.known(decision.side)
        for verb, offer in decision.options.items():
            if not isinstance(offer, Offer) or offer.refuse is None:
                continue
            names: Any = play.game.names.get(play.game.verbs[verb].kind)
            others = [random.randrange(len(names)) for _ in range(tries)] if names is not None else [None]
            for arg in (*offer, *(other for other in others if play.game.is_thing(Action(verb, other)))):
                ruling = offer.refuse(known, arg)
                action = action_text(play.game, Action(verb, arg))
                if arg in offer:
                    assert ruling is None, f"{action!r} is offered and refused: {ruling}"
                else:
                    assert ruling is not None, f"nothing refuses {action!r}, and it is not offered: {decision.prompt}"


def _assert_refused(match: AnyMatch, action: Action) -> None:
    try:
        match.apply(action)
    except Refused:
        return
    raise AssertionError(f"{action} was not offered and was accepted")


def attempts(game: AnyGame, seen: list[Action], random: Random) -> Iterator[Action]:
    """Actions of other moments, and verbs with any argument of their kind."""
    yield from random.sample(seen, min(5, len(seen)))
    yield Action("no-such-verb")
    for verb, form in game.verbs.items():
        if not form.kind:
            yield Action(verb)
        elif form.kind in game.names:
            size = len(game.names[form.kind])  # type: ignore[arg-type]
            yield from (Action(verb, random.randrange(size)) for _ in range(3))
            yield Action(verb, size + 7)
        else:
            yield Action(verb, random.choice([-1, 10**6, "nonsense", None]))


# --- copies, saves, undo -----------------------------------------------------------------------------------------


def clones_agree(play: Play, one_in: int = 4) -> None:
    """A clone, and a fresh flow on the state of a turn point, wait for the same decision."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        assert match.decision is not None
        if sampled(random, one_in):
            twin = match.clone()
            assert twin.state.digest() == match.state.digest(), "a clone's state differs before its flow runs"
            twin.wake()
            assert twin.decision == match.decision, f"a clone waits for {twin.decision}, not {match.decision}"
            assert twin.state.digest() == match.state.digest(), "a clone's state differs"
            again = play.game.state_type.from_json(match.state.to_json())
            assert again.digest() == match.state.digest(), "the state does not survive JSON"
            if match.decision.is_turn_point:
                fresh = _from_state(match, match.state.clone())
                assert fresh.decision == match.decision, (
                    f"a fresh flow waits for {fresh.decision}, not {match.decision}: something that must outlive "
                    "the turn point is not in the state"
                )


def clones_are_apart(play: Play, one_in: int = 30) -> None:
    """What a clone does leaves the original alone."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        if sampled(random, one_in):
            before, twin = match.state.digest(), match.clone()
            for _, _ in zip(range(20), walk(twin, Random(1)), strict=False):
                pass
            assert match.state.digest() == before, "playing a clone changed the original"


def saves_load(play: Play) -> None:
    """A save loads at any moment, with the same digests, and goes on the same way."""
    match, random = play.match(keeps_digests=True), Random(play.seed)
    total = sum(1 for _ in walk(play.match(), Random(play.seed)))
    moments = {0, random.randrange(total), random.randrange(total)}
    for number, action in enumerate(walk(match, random)):
        if number in moments:
            loaded = load(save(match), lambda _: play.game, seed=play.seed)
            _assert_same(match, loaded)
            before = match.clone()
            loaded.apply(action)
            before.apply(action)
            _assert_same(before, loaded)
    loaded = load(save(match), lambda _: play.game)
    _assert_same(match, loaded)
    assert save(loaded) == save(match), "a loaded game saves differently"
    light = play.match()
    for step in match.record:
        light.apply(step.action)
    assert save(light) == save(match), "a game without digests saves differently"


def _assert_same(one: AnyMatch, other: AnyMatch) -> None:
    assert other.decision == one.decision, f"it waits for {other.decision}, not {one.decision}"
    assert other.outcome == one.outcome, f"it ended with {other.outcome}, not {one.outcome}"
    assert other.state.digest() == one.state.digest(), "its state differs"
    assert [step.digest for step in other.record] == [step.digest for step in one.record], "its digests differ"
    assert other.events == one.events, "its events differ"


def undo_restores(play: Play) -> None:
    """Undo brings back the state and the decision, redo the action; neither passes chance or another side."""
    match, random = play.match(keeps_digests=True), Random(play.seed)
    for action in walk(match, random):
        assert match.decision is not None
        twin = match.clone()
        twin.apply(action)
        if not twin.can_undo:
            continue
        step = twin.record[-1]
        assert not step.draws, f"undo could pass dice: {step}"
        assert twin.decision is not None and twin.decision.side == match.decision.side, "undo could pass a side"
        after = twin.state.digest()
        twin.undo()
        _assert_same(match, twin)
        twin.redo()
        assert twin.state.digest() == after, "redo does not bring the action back"


# --- what is hidden ----------------------------------------------------------------------------------------------


def views_hide(play: Play, one_in: int = 6) -> None:
    """Change whatever a side may not know: its view, decision, previews and refusals stay the same."""
    match, random = play.match(), Random(play.seed)
    sides = (*play.game.seats(play.scenario, match.settings), None)
    for _ in walk(match, random):
        assert match.decision is not None
        if not (match.decision.is_turn_point and sampled(random, one_in)):
            continue
        for side in sides:
            other = otherwise(match, side, random)
            if play.game.answers("known"):
                one, two = match.known(side), other.known(side)
                assert one.to_json() == two.to_json(), f"{side} knows what is hidden: {_first_difference(one, two)}"
            assert other.view(side) == match.view(side), f"the view of {side} shows what is hidden"
            assert other.scene(side) == match.scene(side), f"the table of {side} shows what is hidden"
            _assert_same_sight(match, other, random)
            if match.decision.side == side:
                _assert_same_choice(match, other, random)


def _assert_same_sight(match: AnyMatch, other: AnyMatch, random: Random, looks: int = 6) -> None:
    """Everybody may ask what can be seen and hit, so the answers depend on nothing that is hidden from anyone."""
    game = match.game
    if not game.answers("sight"):
        return
    hexes: Any = game.names["hex"]
    units: Any = game.names["unit"]
    for _ in range(looks):
        here, there, unit = random.randrange(len(hexes)), random.randrange(len(hexes)), random.randrange(len(units))
        for asked in (None, unit):
            one = game.sight(match.state, here, there, asked)
            assert one == game.sight(other.state, here, there, asked), "a line of sight depends on what is hidden"


def _assert_same_choice(match: AnyMatch, other: AnyMatch, random: Random) -> None:
    assert match.decision is not None and other.decision is not None
    game, side = match.game, match.decision.side
    assert name_decision(game, match.decision) == name_decision(game, other.decision), (
        f"the options of {side} depend on what is hidden: {match.decision} or {other.decision}"
    )
    for action in match.decision.actions():
        one, two = match.preview(action), other.preview(action)
        assert (one and name_preview(one)) == (two and name_preview(two)), f"the preview of {action} knows too much"
    assert list(guarded_actions(match)) == list(guarded_actions(other)), "what would be lost knows too much"
    assert default_action(match) == default_action(other), "the default knows too much"
    for action in attempts(game, list(match.decision.actions()), random):
        assert match.why_not(action) == other.why_not(action), f"the refusal of {action} knows too much"


def events_hide(play: Play, one_in: int = 2) -> None:
    """An action that could be undone teaches its side nothing that was hidden."""
    match, random = play.match(), Random(play.seed)
    for action in walk(match, random):
        assert match.decision is not None
        if not (match.decision.is_turn_point and sampled(random, one_in)):
            continue
        side = match.decision.side
        other = otherwise(match, side, random)
        twin = match.clone(history=False)
        if not other.decision or not other.decision.offers(action):
            continue  # `views_hide` reports that
        twin.apply(action)
        other.apply(action)
        if twin.can_undo:
            assert other.can_undo, f"whether {action} can be undone depends on what is hidden"
            assert twin.view(side) == other.view(side), f"{action} shows {side} what was hidden"
            assert twin.events_for(side) == other.events_for(side, len(other.events) - len(twin.events)), (
                f"the events of {action} tell {side} what was hidden, and it can be undone"
            )


def worlds_are_imagined(play: Play, one_in: int = 12, further: int = 4) -> None:
    """Whoever decides can imagine how the game goes on, from nothing but what it knows, and with other chance."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        if not sampled(random, one_in):
            continue
        decision, before = match.decision, match.state.digest()
        assert decision is not None
        world, seed = match.imagine(decision.side, random), random.random()
        one, two = (each.imagine(decision.side, Random(seed)) for each in (match, world))
        one.state.draws = two.state.draws = 0
        assert one.state.digest() == two.state.digest(), f"{decision.side} imagines what is hidden: {decision.prompt}"
        assert match.state.digest() == before, "imagining changes the game"
        assert world.secret_seed not in (None, match.secret_seed), "an imagined world has the dice of its match"
        for _ in range(further):
            if world.decision is not None:
                world.apply(world.decision[random.randrange(len(world.decision))])


def _first_difference(one: State, two: State) -> str:
    """The first field in which two states differ, for a message."""
    return next((name for name in one.__struct_fields__ if getattr(one, name) != getattr(two, name)), "")


def secrets_are_kept(play: Play, others: int = 3) -> None:
    """While a side acts in secret, what the others see and are told is the same whatever it does.

    As long as it goes on with it, nothing changes for them at all. What dice then bring to light is another matter.
    """
    match, random = play.match(), Random(play.seed)
    sides = (*play.game.seats(play.scenario, match.settings), None)
    for action in walk(match, random):
        decision = match.decision
        assert decision is not None
        if not decision.secret:
            continue
        done, unseers = _done(match, action), [side for side in sides if side != decision.side]
        if done.record[-1].unseen:
            for side in unseers:
                assert done.view(side) == match.view(side), f"{side} sees what was done in secret"
                assert done.scene(side) == match.scene(side), f"{side} is shown what was done in secret"
        for _ in range(others):
            another = decision[random.randrange(len(decision))]
            if another.verb != action.verb or done.record[-1].draws:
                continue
            twin = _done(match, another)
            for side in unseers:
                assert done.events_for(side) == twin.events_for(side), f"{side} is told what was done in secret"
                assert done.view(side) == twin.view(side), f"{side} sees what was done in secret"


def _done(match: AnyMatch, action: Action) -> AnyMatch:
    """A match in which the action has been taken, and nothing is told of what was before."""
    twin = match.clone(history=False)
    twin.apply(action)
    return twin


def otherwise(match: AnyMatch, side: str | None, random: Random) -> AnyMatch:
    """A match that begins at this turn point with all that is hidden from a side dealt anew, and the same chance."""
    return _from_state(match, match.game.imagine(match.known(side), side, random))


def _from_state(match: AnyMatch, state: Any) -> AnyMatch:
    """A match that starts at this state, with the same chance to come."""
    return Match(
        match.game,
        state,
        match.source.fork(),
        scenario=match.scenario,
        settings=match.settings,
        keeps_digests=False,
    )


# --- values that are kept ------------------------------------------------------------------------------------------


def values_follow(play: Play) -> None:
    """Every derived value is at every decision what it would be if it were worked out anew, in a clone too."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        derived_values_follow(match.state)
        if sampled(random, 20):
            twin = match.clone(history=False)
            for _, _ in zip(range(3), walk(twin, random), strict=False):
                derived_values_follow(twin.state)


def derived_values_follow(g: State) -> None:
    """What a state keeps is what it would be if it were worked out anew."""
    for name, kept, anew in kept_values(g):
        assert kept == anew, f"{name} has followed the changes to {kept}, but worked out anew it is {anew}"


# --- conservation and words --------------------------------------------------------------------------------------


def counters_are_conserved(play: Play) -> None:
    """The census never changes, and every turn point is a legal position."""
    match, random = play.match(), Random(play.seed)
    census = dict(play.game.census(match.state))
    for _ in walk(match, random):
        now = dict(play.game.census(match.state))
        assert now == census, f"the census changed from {census} to {now}"
        assert match.decision is not None
        if match.decision.is_turn_point:
            ruling = play.game.refuse_position(match.state)
            assert ruling is None, f"play led to a position that cannot exist: {ruling}"
    assert dict(play.game.census(match.state)) == census


def words_are_known(play: Play, known_rules: Callable[[str], bool], one_in: int = 4) -> None:
    """Every rule cited in play is in the index; every verb and event has its words; results say for whom they are."""
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        assert match.decision is not None
        assert known_rules(match.decision.rule), f"{match.decision.prompt!r} cites {match.decision.rule!r}"
        assert match.decision.prompt.strip(), "a decision without a prompt"
        for verb in match.decision.options:
            assert verb in play.game.verbs, f"the verb {verb!r} is not declared"
        if sampled(random, one_in):
            _assert_caution(match, random, known_rules)
    assert match.outcome is not None and known_rules(match.outcome.rule), f"{match.outcome}"
    for event in match.events:
        assert known_rules(event.rule), f"the event {event} cites {event.rule!r}"
        assert event.kind in play.game.events or event.kind in KERNEL_EVENTS, f"{event.kind!r} has no words"
        named = name_event(play.game, event)
        assert "{" not in named["text"] and named["text"].strip(), f"{event} reads {named['text']!r}"


def _assert_caution(match: AnyMatch, random: Random, known_rules: Callable[[str], bool]) -> None:
    """What is told before an answer: one verb ends, one confirms, losses have rules, results say for whom they are."""
    assert match.decision is not None
    game, prompt = match.game, match.decision.prompt
    open_verbs = {verb: list(args) for verb, args in match.decision.options.items() if args}
    for role in ("done", "confirm", "back"):
        found = [verb for verb in open_verbs if game.verbs[verb].role == role]
        assert len(found) <= 1, f"several verbs are {role!r} at once: {found} ({prompt})"
    for action, ruling in guarded_actions(match):
        assert known_rules(ruling.rule), f"what {action} loses cites {ruling.rule!r}"
    for verb, args in open_verbs.items():
        arg = random.choice(args)
        preview = match.preview(Action(verb, arg))
        if preview and preview.way:
            assert preview.way[-1].hex == arg, f"the way of {verb} {arg} ends elsewhere: {preview.way} ({prompt})"
        for result in preview.results if preview else ():
            favours = preview.favours.get(result) if preview else None
            assert favours == "" or favours in game.sides, f"{verb}: for whom is {result!r}? {favours!r} ({prompt})"


# --- counting ----------------------------------------------------------------------------------------------------


def count(match: AnyMatch, depth: int) -> int:
    """How many sequences of so many decisions there are, every outcome of chance counted apart."""
    if depth == 0 or match.decision is None:
        return 1
    leaves = 0
    for action in match.decision.actions():

        def run(source: Any, action: Action = action) -> None:
            nonlocal leaves
            twin = match.clone(history=False)
            twin.source = source
            twin.apply(action)
            twin.source = Seeded("")
            leaves += count(twin, depth - 1)

        exhaust(run)
    return leaves


# --- showing -----------------------------------------------------------------------------------------------------


def tables_show(play: Play, one_in: int = 4) -> None:
    """What can be chosen lies on the table: its hex, its box or its counter. Events with a picture have one to draw.

    Layout, scenes, cards, verbs and course say only what a screen knows.
    """
    layout = play.game.layout()
    if layout is None:
        return
    course = read_course(play.game)
    unknown = layout_problems(layout) + role_problems(verb.role for verb in play.game.verbs.values())
    unknown += [] if course is None else course_problems(course)
    assert not unknown, unknown
    places = {("hex", name) for name in layout.names} | {(spot.kind, spot.id) for spot in layout.spots}
    match, random = play.match(), Random(play.seed)
    for _ in walk(match, random):
        assert match.decision is not None
        if not sampled(random, one_in):
            continue
        scene = match.scene(match.decision.side)
        assert scene is not None
        unknown = scene_problems(scene, layout)
        for seen in _looks(match, random):
            unknown += overview_problems(seen, scene, layout)
        assert not unknown, unknown
        shown = places | _counters(scene, layout)
        kinds = {kind for kind, _ in shown} | {"unit"}
        for verb, option in name_decision(play.game, match.decision)["options"].items():
            lost = [arg for arg in option["args"] if option["kind"] in kinds and (option["kind"], arg) not in shown]
            assert not lost, f"{verb} {lost[0]} is offered, but is not to be seen: {match.decision.prompt}"
    _assert_pictures(match)


def _looks(match: AnyMatch, random: Random) -> Iterator[Overview]:
    """What the lenses show to the side that decides: of the whole map, of a place, of a unit. Every game says who would
    win now and what is missing for more, and what threatens a hex."""
    assert match.decision is not None
    game, side, known = match.game, match.decision.side, match.known(match.decision.side)
    for name, lens in game.lenses.items():
        seen = lens.show(known, side, None)
        assert seen.lines, f"the lens {name} says nothing"
        assert name != "victory" or seen.goals, "the lens victory names nothing that decides"
        yield seen
        if lens.at is not None:
            yield lens.at(known, side, random.choice([u.at for u in known.units if u.at >= 0] or [0]))
        if lens.is_of_unit:
            yield lens.show(known, side, random.randrange(len(known.units)))
    if game.players:  # a game that is played, and not only measured
        assert {"victory", "danger"} <= game.lenses.keys(), "every game has lenses for victory and for danger"


def _counters(scene: Any, layout: Any) -> set[tuple[str, str]]:
    """The counters of a scene; each lies in a hex or a box of the sheet or of a display."""
    spots = {spot.id for spot in layout.spots}
    boxed = {key for display in scene.displays for box in display.boxes for key in box.counters}
    for counter in scene.counters:
        is_boxed = f"{counter.kind}:{counter.id}" in boxed
        assert counter.hex in layout.names or counter.spot in spots or is_boxed, f"{counter.id} lies nowhere"
    unknown = boxed - {f"{counter.kind}:{counter.id}" for counter in scene.counters}
    assert not unknown, f"no counter of the scene: {unknown}"
    beside = [counter for panel in scene.panels for counter in panel.counters]
    return {(counter.kind, counter.id) for counter in (*scene.counters, *beside)}


def _assert_pictures(match: AnyMatch) -> None:
    for event in match.events_for(None):
        card = match.game.picture(event)
        assert card is None or (card.title and card.rows), f"an empty picture: {event}"
        unknown = [] if card is None else card_problems(card)
        assert not unknown, unknown
