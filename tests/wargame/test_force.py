"""Gathering forces, choosing, and retreat: flows run against scripted answers."""

from itertools import pairwise
from types import SimpleNamespace
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from beachhead.games import find_game
from beachhead.hexes import Board, Grid
from beachhead.kernel import Action, Offer, Preview, Ruling
from beachhead.wargame.force import (
    Asking,
    Call,
    Footsteps,
    Gathering,
    along_a_path,
    choose_unit,
    ends_of_retreat,
    explained,
    gather,
    gather_with,
    muster,
    one_by_one,
    others,
    paths_back,
    retreat,
    take_or_leave,
)

BOARD = Board.of(Grid(shape="flat", first="column", columns=(1, 7), rows=(1, 6)))


def run(flow, *answers):
    """The value of a flow and the decisions that it asked, if it is answered by these verbs and arguments."""
    asked, left = [], [Action(*answer) if isinstance(answer, tuple) else Action(answer) for answer in answers]
    try:
        asked.append(next(flow))
        while True:
            assert asked[-1].offers(left[0]), (left[0], asked[-1].options)
            asked.append(flow.send(left.pop(0)))
    except StopIteration as end:
        assert not left
        return end.value, asked


def offered(decision):
    return {verb: list(args) for verb, args in decision.options.items() if args}


# --- gathering ---------------------------------------------------------------------------------------------------

STACKS = {1: "a", 2: "a", 3: "b", 4: "c", 9: "far"}


def refuse(g, unit, force):
    """Everybody once, one from each stack, and nobody from far away."""
    if STACKS.get(unit) == "far":
        return Ruling("7.2", "Not next to it", (unit,))
    if unit in force:
        return Ruling("7.1", "Already there", (unit,))
    if any(STACKS[unit] == STACKS[other] for other in force):
        return Ruling("7.3", "Another unit of its stack attacks", (unit,))
    return None


def gathering(**changes):
    base = Gathering(
        Call("add", "fight", everybody="all", drop="leave"),
        refuse,
        prompt=lambda force: f"Who attacks? {len(force)} so far",
        rule="7.2",
        about={"hex": 5},
        lacks=lambda g, force: None if force else Ruling("7.0", "Nobody attacks yet"),
        foresee=lambda g, force: Preview("7.4", {"strength": sum(force)}),
        alone=lambda g, force: Ruling("7.2", "Nobody else can attack"),
    )
    return base._replace(**changes)


def test_a_force_is_gathered_unit_by_unit():
    g = SimpleNamespace()
    flow = gather(g, "allied", (1, 2, 3, 4, 9), gathering())
    found, asked = run(flow, ("add", 2), ("add", 4), ("leave", 2), ("add", 1), "fight")
    assert found == (4, 1)
    assert offered(asked[0]) == {"add": [1, 2, 3, 4], "all": [None], "back": [None]}
    assert offered(asked[1]) == {"add": [3, 4], "leave": [2], "all": [None], "fight": [None], "back": [None]}
    assert offered(asked[2]) == {"add": [3], "leave": [2, 4], "fight": [None], "back": [None]}
    assert list(asked[0].options) == ["add", "leave", "all", "fight", "back"]
    assert [decision.prompt for decision in asked[:2]] == ["Who attacks? 0 so far", "Who attacks? 1 so far"]
    assert asked[2].about == {"hex": 5, "unit": (2, 4)} and asked[0].side == "allied" and asked[0].rule == "7.2"


def test_every_option_knows_why_not_and_what_for():
    g = SimpleNamespace()
    _, asked = run(gather(g, "allied", (1, 2, 3, 4, 9), gathering()), ("add", 2), ("add", 3), ("add", 4), "back")
    first, last = asked[0].options, asked[3].options
    assert first["fight"].refuse(g, None).sentence == "Nobody attacks yet" and last["fight"].refuse(g, None) is None
    assert [last["add"].refuse(g, unit).rule for unit in (1, 2, 9)] == ["7.3", "7.1", "7.2"]
    assert first["add"].refuse(g, 1) is None, "what is asked of an old decision is not changed by the new one"
    assert last["all"] == [] and last["all"].refuse(g, None).sentence == "Nobody else can attack"
    assert first["add"].foresee(g, 3).figures == {"strength": 3}
    assert asked[1].options["add"].foresee(g, 4).figures == {"strength": 6}
    assert first["all"].foresee(g, None).figures == {"strength": 1 + 3 + 4}
    assert last["fight"].foresee(g, None).figures == {"strength": 9}


def test_all_join_as_far_as_they_may_together():
    found, _ = run(gather(SimpleNamespace(), "allied", (2, 1, 3, 9, 4), gathering()), ("add", 3), "all", "fight")
    assert found == (3, 2, 4)


def test_nothing_comes_of_it():
    assert run(gather(SimpleNamespace(), "allied", (1, 2), gathering()), ("add", 1), "back")[0] is None
    assert run(gather(SimpleNamespace(), "allied", (9,), gathering()), "back")[0] is None


def test_a_force_that_is_full_begins_by_itself():
    g, how = SimpleNamespace(), gathering(begins_full=True, call=Call("storm", "begin"), foresee=None)
    found, asked = run(gather(g, "allied", (1, 2, 3), how), ("storm", 1), ("storm", 3))
    assert found == (1, 3) and list(asked[0].options) == ["storm", "begin", "back"]
    assert asked[0].options["storm"].foresee is None
    assert run(gather(g, "allied", (9,), how), "back")[0] is None, "but not without anybody"


def test_who_leaves_takes_along_who_depended_on_him():
    how = gathering(without=lambda g, force, unit: tuple(u for u in force if u > unit))
    assert run(gather(SimpleNamespace(), "allied", (1, 3, 4), how), "all", ("leave", 3), "fight")[0] == (4,)


class Points(NamedTuple):
    """Support points of which two can be spent, and only by a force with unit 3."""

    spent: int = 0

    def fitting(self, g, force):
        return self if 3 in force else Points()

    def offers(self, g, force):
        return {"points": range(1, 3) if 3 in force and not self.spent else ()}

    def taking(self, choice):
        return Points(choice.arg)


def test_more_than_units_goes_into_an_attack():
    def how(points):
        return gathering(foresee=lambda g, force: (force, points.spent))

    flow = gather_with(SimpleNamespace(), "allied", (1, 3), how, Points())
    found, asked = run(flow, ("add", 3), ("points", 2), ("add", 1), ("leave", 3), "fight")
    assert found == ((1,), Points(0))
    told = [decision.options["fight"].foresee(None, None) for decision in asked[1:]]
    assert told == [((3,), 0), ((3,), 2), ((3, 1), 2), ((1,), 0)], "each question foretells what it asked about"
    assert offered(asked[1])["points"] == [1, 2] and "points" not in offered(asked[2])
    assert list(asked[1].options) == ["add", "leave", "all", "points", "fight", "back"]


def test_muster_takes_the_best_of_those_who_may():
    assert muster(None, (1, 2, 3, 9), refuse, best=lambda unit: unit) == (3, 2)
    assert muster(None, (9,), refuse, best=lambda unit: unit) == ()

    def needs_infantry(g, unit, force):
        return Ruling("8.1", "Not without infantry") if unit in force or (unit > 5 and not force) else None

    assert muster(None, (3, 7, 8), needs_infantry, best=lambda unit: unit) == (3, 8, 7)


# --- losses ------------------------------------------------------------------------------------------------------


def test_an_offer_of_what_was_found_explains_the_rest():
    offer = explained((4, 5), lambda g, place: Ruling("7.7", "Too near", (), (place,)))
    assert offer == [4, 5] and offer.refuse(None, 4) is None and offer.refuse(None, 6).rule == "7.7"
    assert explained((), None).refuse is None


def test_one_unit_alone_is_not_asked_for():
    how = Asking("Who loses a step?", "7.6", {"hex": 5})
    assert run(choose_unit("allied", (7,), "reduce", how)) == (7, [])
    unit, asked = run(choose_unit("allied", (7, 8), "reduce", how), ("reduce", 8))
    assert unit == 8 and offered(asked[0]) == {"reduce": [7, 8]} and asked[0].about == {"hex": 5}
    unit, asked = run(choose_unit("allied", (7,), "reduce", how._replace(automatic=True)), ("reduce", 7))
    assert unit == 7 and asked[0].automatic


def test_what_is_offered_may_be_left():
    how = Asking("Who advances?", "7.9", {"hex": 5})
    able = Offer((1, 2), refuse=lambda g, unit: Ruling("7.9", "It did not attack", (unit,)))
    unit, asked = run(take_or_leave("allied", able, ("advance", "stay"), how), ("advance", 2))
    assert unit == 2 and offered(asked[0]) == {"advance": [1, 2], "stay": [None]} and asked[0].about == {"hex": 5}
    assert asked[0].options["advance"].refuse(None, 3).sentence == "It did not attack"
    assert run(take_or_leave("allied", able, ("advance", "stay"), how), "stay")[0] is None


def test_where_nothing_is_offered_nobody_is_asked():
    how = Asking("Follow?", "7.9a")
    assert run(take_or_leave("allied", (), ("follow", "halt"), how)) == (None, [])
    found, asked = run(take_or_leave("allied", (), ("follow", "halt"), how._replace(automatic=True)), "halt")
    assert found is None and asked[0].automatic


def test_one_after_the_other_in_any_order():
    done = []

    def act(g, unit):
        done.append(unit)
        yield from ()

    def how(waiting):
        return Asking(f"{len(waiting)} must go", "10.5")

    _, asked = run(one_by_one(None, "german", (1, 2, 3), "withdraw", act, how), ("withdraw", 2), ("withdraw", 3))
    assert done == [2, 3, 1] and [decision.prompt for decision in asked] == ["3 must go", "2 must go"]


# --- retreat -----------------------------------------------------------------------------------------------------


def test_a_retreat_goes_on_until_it_may_end():
    def steps(here, gone):
        return (n for n in BOARD.adjacent[here] if BOARD.distance(start, n) == gone)

    start = BOARD.number("0403")
    assert ends_of_retreat(start, steps, 2, lambda h: True) == sorted(BOARD.ring(start, 2))
    friends = set(BOARD.ring(start, 1))
    assert ends_of_retreat(start, steps, 1, lambda h: h not in friends) == []
    assert ends_of_retreat(start, steps, 1, lambda h: h not in friends, most=9) == sorted(BOARD.ring(start, 2))
    assert ends_of_retreat(start, lambda here, gone: (), 3, lambda h: True, most=9) == []


@given(
    start=st.integers(0, len(BOARD) - 1),
    least=st.integers(1, 2),
    most=st.integers(1, 3),
    closed=st.sets(st.integers(0, 41)),
)
def test_paths_back_never_cross_themselves(start, least, most, closed):
    def steps(passed):
        return [n for n in BOARD.adjacent[passed[-1]] if n not in closed]

    paths = paths_back(start, steps, (least, most), lambda h: h % 3)
    assert len(set(paths)) == len(paths)
    for path in paths:
        assert path[0] == start and least <= len(path) - 1 <= most and path[-1] % 3
        assert len(set(path)) == len(path) and closed.isdisjoint(path[1:])
        assert all(b in BOARD.adjacent[a] for a, b in pairwise(path))
    if least == 1 <= most:
        ends = {path[-1] for path in paths if len(path) == 2}
        assert ends == {n for n in BOARD.adjacent[start] if n not in closed and n % 3}


def too_near(g, place):
    return Ruling("7.7", "Too near", (), (place,))


def test_a_retreat_to_one_of_some_hexes():
    how = Asking("Retreat!", "7.7", {"unit": 3}, automatic=True)
    choice, asked = run(retreat(None, "german", (4, 5), how, refuse=too_near), ("retreat", 5))
    assert choice == Action("retreat", 5) and offered(asked[0]) == {"retreat": [4, 5]}
    assert asked[0].options["retreat"].refuse(None, 9).rule == "7.7" and asked[0].automatic


def test_who_can_go_nowhere_is_trapped():
    assert run(retreat(None, "german", (), Asking("Retreat!", "7.7"), refuse=too_near)) == (None, [])


def test_who_may_stand_need_not_go():
    g, how = SimpleNamespace(reduced=False), Asking("Retreat, or stand?", "7.7")

    def weak(g, _):
        return Ruling("7.8", "A reduced unit cannot stand") if g.reduced else None

    assert run(retreat(g, "german", (), how, stand=weak), "stand")[0] == Action("stand")
    assert run(retreat(g, "german", (4,), how, stand=weak, verbs=("retreat", "lose")), "lose")[0].verb == "lose"
    g.reduced = True
    _, asked = run(retreat(g, "german", (4,), how, stand=weak), ("retreat", 4))
    assert offered(asked[0]) == {"retreat": [4]} and asked[0].options["stand"].refuse(g, None).rule == "7.8"
    assert run(retreat(g, "german", (), how, stand=weak)) == (None, [])


def test_a_retreat_step_by_step():
    g, paths = SimpleNamespace(at=1), [(1, 2), (1, 2, 5), (1, 3, 6), (1, 3, 7)]

    def step(g, place):
        g.at = place

    how = Footsteps(
        step,
        refuse=lambda g, passed, place: Ruling("10.5", f"Not from {passed[-1]}", (), (place,)),
        refuse_halt=lambda g, passed: Ruling("10.5.3", f"{len(passed) - 1} are not enough"),
        prompt=lambda passed: f"Gone {len(passed) - 1}",
        rule="10.5.3",
        about={"unit": 4},
    )
    passed, asked = run(along_a_path(g, "german", paths, how), ("retreat", 3), ("retreat", 7))
    assert passed == (1, 3, 7) and g.at == 7
    assert [offered(decision) for decision in asked] == [{"retreat": [2, 3]}, {"retreat": [6, 7]}]
    assert asked[1].about == {"unit": 4, "hex": (1, 3)} and asked[1].prompt == "Gone 1"
    assert asked[1].options["halt"].refuse(g, None).sentence == "1 are not enough"
    assert asked[0].options["retreat"].refuse(g, 9).sentence == "Not from 1"
    passed, asked = run(along_a_path(g, "german", paths, how), ("retreat", 2), "halt")
    assert passed == (1, 2) and offered(asked[1]) == {"retreat": [5], "halt": [None]}


def test_one_sentence_may_do_for_all_who_cannot_be_named():
    how = Asking("Who defends?", "11.2.4c", {"hex": 7}, others="That unit does not stand there")
    decision = next(choose_unit("allied", (1, 2), "defend", how))
    said = Ruling("11.2.4c", "That unit does not stand there", (3,), (7,))
    assert decision.options["defend"].why_not(None, 3) == said
    assert decision.options["defend"].why_not(None, 2) is None


def test_who_stands_beside_a_hex():
    g = find_game("bocage").set_up("beach-to-bocage", {})
    place, (near, far, foe) = g.box.board.number("1813"), (*g.box.of_side["allied"][:2], g.box.of_side["german"][0])
    around = g.box.board.adjacent[place]
    for unit, at in ((near, around[0]), (foe, around[1]), (far, place)):
        g.change(unit, at=at)
    assert sorted(g.beside(place)) == sorted((near, foe)) and g.beside(place, "german") == [foe]


def test_one_sentence_for_all_others():
    g = find_game("pegasus").start("coup-de-main", {})
    assert others("2.4", "{} does not land")(g, 0) == Ruling("2.4", f"{g.name(0)} does not land", (0,))
    assert others("2.4", "Not {}", "hex")(g, 5) == Ruling("2.4", f"Not {g.hex_name(5)}", (), (5,))
