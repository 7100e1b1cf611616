"""Imagined worlds: they go on from any decision, know what their side knows, and have chance of their own."""

from random import Random

import pytest

from beachhead.kernel import YES_NO, Action, CannotImagine, GameOver, Match, Outcome, ask, turn


def ambush(g):
    """Blue draws a card and hides in secret, the wind is rolled in the open, and red is asked whether to go on."""
    while g.count < 3:
        yield turn("red", "March?", {"go": (1, 2)}, rule="1.1")
        g.discards.append(g.dice.draw(g.pile, "hand", rule="1.2", kind="card", only=("blue",)))
        said = yield ask("blue", "Where to?", {"say": ("hold", "fire", "run")}, rule="1.3", secret="Blue hides.")
        g.secret[g.count] = ("hold", "fire", "run").index(said.arg)
        g.log.append(g.dice.roll("wind", "2d6", rule="1.4").total)
        if (yield ask("red", "Go on?", YES_NO, rule="1.5")).verb == "yes":
            g.reveal("held", rule="1.6", cards=[g.discards[-1]], man=0)
            g.at += str(g.discards[-1])
            yield ask("red", "And now?", YES_NO, rule="1.7")
        g.count += 1
    raise GameOver(Outcome(None, "It is over.", "9"))


@pytest.fixture
def hidden(tiny):
    """A match in which red knows neither blue's cards, but for those shown last, nor where blue hides."""

    class Ambush(tiny):
        def known(self, g, side):
            twin = g.clone()
            if side == "blue":
                return twin
            twin.secret = dict.fromkeys(twin.secret, 0)
            unseen = sorted(card for card in (*twin.pile, *twin.discards) if str(card) not in twin.at)
            twin.discards = [card if str(card) in twin.at else unseen.pop(0) for card in twin.discards]
            twin.pile = unseen
            return twin

        def imagine(self, g, side, random):
            twin = g.clone()
            if side == "blue":
                return twin
            twin.secret = {key: random.randrange(3) for key in twin.secret}
            unseen = [card for card in (*twin.pile, *twin.discards) if str(card) not in twin.at]
            random.shuffle(unseen)
            twin.discards = [card if str(card) in twin.at else unseen.pop() for card in twin.discards]
            twin.pile = sorted(unseen)
            return twin

    return lambda seed: Match.new(Ambush(ambush), seed=seed)


def answer(match, *actions):
    for verb, *arg in actions:
        match.apply(Action(verb, *arg))


def test_a_world_goes_on_from_a_question_as_its_side_knows_it(hidden):
    match = hidden("one")
    answer(match, ("go", 1), ("say", "run"))
    before = match.state.to_json(), match.source
    worlds = [match.imagine("red", Random(number)) for number in range(40)]
    assert {world.decision.prompt for world in worlds} == {"Go on?"}
    assert {tuple(world.state.log) for world in worlds} == {tuple(match.state.log)}, "red saw the wind"
    assert {world.state.discards[0] for world in worlds} == {0, 1, 2, 3}, "any card may be held"
    assert {world.state.secret[0] for world in worlds} == {0, 1, 2}, "blue may have hidden anywhere"
    assert (match.state.to_json(), match.source) == before


def test_what_was_drawn_in_secret_and_shown_later_is_known(hidden):
    match = hidden("two")
    answer(match, ("go", 1), ("say", "run"), ("yes",))
    worlds = [match.imagine("red", Random(number)) for number in range(20)]
    assert {tuple(world.state.discards) for world in worlds} == {tuple(match.state.discards)}
    assert {world.state.secret[0] for world in worlds} == {0, 1, 2}


def test_a_side_imagines_nothing_of_what_it_knows(hidden):
    match = hidden("three")
    answer(match, ("go", 2))
    worlds = [match.imagine("blue", Random(number)) for number in range(8)]
    assert {world.state.to_json() for world in worlds} == {match.state.to_json()}
    assert {world.decision.prompt for world in worlds} == {"Where to?"}


def test_chance_to_come_is_not_that_of_the_match(hidden):
    match = hidden("four")
    worlds = [match.imagine("blue", Random(number)) for number in range(30)]
    for world in (match, *worlds):
        answer(world, ("go", 1), ("say", "hold"))
    assert len({tuple(world.state.log) for world in worlds}) > 3
    assert match.secret_seed not in {world.secret_seed for world in worlds}


def test_two_worlds_that_look_alike_are_imagined_alike(hidden):
    match = hidden("five")
    answer(match, ("go", 1), ("say", "run"), ("no",), ("go", 2), ("say", "fire"))
    for number in range(10):
        other = match.imagine("red", Random(number))
        one, two = match.imagine("red", Random("same")), other.imagine("red", Random("same"))
        assert one.state.to_json() == two.state.to_json()


def test_nothing_is_imagined_when_all_is_over(hidden):
    match = hidden("six")
    while match.decision is not None:
        match.apply(match.decision[0] if match.decision.prompt != "Go on?" else Action("no"))
    with pytest.raises(CannotImagine, match="over"):
        match.imagine("red", Random(1))


def test_a_game_that_forgets_what_a_side_knows_fails_loudly(hidden):
    match = hidden("seven")
    match.game.imagine = lambda g, side, random: match.game.start("plain", {})
    answer(match, ("go", 1), ("say", "run"), ("no",))
    with pytest.raises(CannotImagine, match="No world fits what red knows"):
        match.imagine("red", Random(1))


def test_a_world_can_be_cloned_undone_and_played_to_its_end(hidden):
    match = hidden("eight")
    answer(match, ("go", 1), ("say", "run"))
    world = match.imagine("red", Random(1))
    twin = world.clone(history=False)
    for each in (world, twin):
        answer(each, ("no",), ("go", 2), ("say", "fire"))
    assert world.state.to_json() == twin.state.to_json()
    while world.decision is not None:
        world.apply(world.decision[0])
    assert world.is_over and not match.is_over
