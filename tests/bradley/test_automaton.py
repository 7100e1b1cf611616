"""20.1-20.5 Solitaire play: what the automaton wants, who obeys, and what it does."""

from __future__ import annotations

from random import Random

import pytest
from tests.bradley.helpers import at, drive, hexes, hexnum, phase, told, unit, units
from tests.bradley.test_game import the_game

from beachhead.games.bradley.automaton import answers, moves_part, take_command
from beachhead.games.bradley.box import AMERICAN, GERMAN, UNUSED, afloat
from beachhead.games.bradley.close_assault import assault_phase
from beachhead.games.bradley.combat import combat_factor
from beachhead.games.bradley.fire import fire_phase
from beachhead.games.bradley.marches import NOWHERE, goals, least_column, plan, stays, steps_to, waits, will_assault
from beachhead.games.bradley.odds import in_words
from beachhead.games.bradley.orders import order, share
from beachhead.games.bradley.reach import begin
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import ground
from beachhead.kernel import Action, Match, Offer, Preview, ask, turn
from beachhead.testing.battery import check_property
from beachhead.testing.properties import Play

OMAHA = {"omaha": "counter-attack"}


def german(placed, segment="german movement", **fields):
    return at(placed, segment=segment, automaton=GERMAN, **fields)


def run(g, chapter):
    """Play a segment that the automaton has to itself."""
    for _ in range(100):
        if drive(answers(g, chapter(g))):
            return
    raise AssertionError("the segment does not end")


# --- 20.1 who decides --------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "20.1")
def test_only_the_other_side_is_asked():
    def chapter(g):
        for side in (AMERICAN, GERMAN, AMERICAN):
            yield turn(side, side, {"ready": (None,), "back": (None,)}, rule="20.1")

    g = german({})
    flow = answers(g, chapter(g))
    assert next(flow).side == AMERICAN and flow.send(Action("ready")).side == AMERICAN


@pytest.mark.rule("bradley", "20.1")
@pytest.mark.parametrize(
    ("scenario", "side"), [("omaha", GERMAN), ("omaha", AMERICAN), ("utah", GERMAN), ("utah", AMERICAN)]
)
def test_a_solitaire_game_ends(scenario, side):
    match, random = Match.new(the_game(), scenario, {f"{side}-automaton": True}, seed="5"), Random(5)
    seen = set()
    while match.decision is not None:
        seen.add(match.decision.side)
        match.apply(match.decision[random.randrange(len(match.decision))])
    assert match.outcome is not None and side not in seen
    assert the_game().seats(scenario, {f"{side}-automaton": True}) == tuple(seen)
    assert the_game().seats(scenario, {}) == (AMERICAN, GERMAN)


@pytest.mark.parametrize("name", ["clones_agree", "views_hide", "words_are_known"])
def test_properties_of_a_solitaire_game(name):
    check_property(name, Play(the_game(), "omaha", {"german-automaton": True}, "4"))


# --- 20.2, 20.5 objectives and command ---------------------------------------------------------------------------


@pytest.mark.rule("bradley", "20.2")
def test_every_sector_has_an_objective():
    dice = {"Objective in Omaha": [4], "Objective in Carentan-Isigny": [6], "Objective in Utah": [5]}
    g = german({"I/914": "3925", "352 HQ": "3925"}, segment="second recovery", dice=dice)
    take_command(g)
    assert g.objectives == {"omaha": "counter-attack", "carentan-isigny": "withdraw", "utah": "contain"}
    assert told(g).count(("objective", "20.2")) == 3
    dice = {"Objective in Omaha": [5], "Objective in Carentan-Isigny": [1]}
    g = at({}, scenario="omaha", segment="first recovery", automaton=AMERICAN, dice=dice)
    take_command(g)
    assert g.objectives == {"omaha": "link up", "carentan-isigny": "expand"}  # also where nobody is yet


@pytest.mark.rule("bradley", "20.2")
def test_only_once_in_its_own_recovery_segment():
    g = german({"I/914": "3925"}, segment="first recovery")
    take_command(g)
    assert not g.objectives
    g = german({"I/914": "3925"}, segment="second recovery", part="edge")
    drive(phase(g))
    assert not g.objectives
    g = at({"I/914": "3925"}, segment="second recovery")
    take_command(g)
    assert not g.objectives
    g = german({"I/914": "3925"}, segment="second recovery", turn=3)
    drive(phase(g))
    before = dict(g.objectives), set(g.idle)
    assert drive(phase(g)) is True
    assert (dict(g.objectives), set(g.idle)) == before


@pytest.mark.rule("bradley", "20.5")
@pytest.mark.parametrize(("turn_number", "die", "acts"), [(3, 3, False), (3, 4, True), (9, 4, False), (9, 5, True)])
def test_units_out_of_command_may_do_nothing(turn_number, die, acts):
    dice = {"Command of I/914": [die], "Objective in Omaha": [3]}
    placed = {"I/914": "3925", "II/914": "5330", "352 HQ": "5330"}
    g = german(placed, segment="second recovery", turn=turn_number, dice=dice)
    take_command(g)
    assert g.idle == (set() if acts else {unit("I/914")})
    assert stays(g, unit("I/914")) is not acts


@pytest.mark.rule("bradley", "20.4", "20.5")
def test_reserves_wait_for_their_release():
    placed = {"I/915": "5534", "100 Armor": "0626", "I/914": "2327", "352 HQ": "5534", "91 HQ": "0626"}
    dice = {"Release of I/915": [3], "Release of 100 Armor": [2]}
    g = german(placed, segment="second recovery", turn=3, dice=dice)
    assert [name for name in placed if unit(name) in g.reserves] == ["I/915", "100 Armor"]
    take_command(g)
    assert g.released == {unit("100 Armor")} and waits(g, unit("I/915")) and stays(g, unit("I/915"))
    assert not waits(g, unit("100 Armor"))
    g = german(placed, segment="second recovery", turn=1, dice=dice)
    take_command(g)
    assert not g.released


def test_who_is_set_up_in_the_south_is_a_reserve():
    match = Match.new(the_game(), "omaha", {"american-automaton": True}, seed="5")
    while match.decision.about.get("unit") != unit("1/1 Flak"):
        match.apply(match.decision[0])
    assert not match.state.reserves & set(units("1/1 Flak", "II/1 Flak"))
    match.apply(Action("place", hexnum("5330")))
    match.apply(Action("place", hexnum("3828")))
    assert unit("1/1 Flak") in match.state.reserves and unit("II/1 Flak") not in match.state.reserves
    g = new_state(the_game().box, "optimal-defense", {})
    assert not g.reserves  # nobody stands anywhere yet


# --- 20.3, 20.4 fire and assault ---------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "20.3")
def test_it_fires_where_it_does_most():
    """Two battalions of PF 2 on open ground promise more than one; a shot in column c1 is not taken."""
    placed = {"III/1716": "3928", "352 HQ": "3928", "1/16": "3924", "2/16": "3924", "3/16": "4027"}
    g = german(placed, segment="german fire", dice={"Fire combat": [3, 3]})
    run(g, fire_phase)
    assert g.fired == {unit("III/1716")} and g.fired_on == {hexnum("3924")}
    g = german({"I/726": "3925", "1/16": "3924"}, segment="german fire")
    run(g, fire_phase)
    assert g.fired == {unit("I/726")}  # 4 against 2 is +2, column c2 of small arms
    g = german({"I/726": "3925 green", "1/16": "3924"}, segment="german fire")
    run(g, fire_phase)
    assert not g.fired  # 2 against 2 is column c1


@pytest.mark.rule("bradley", "20.4")
def test_support_points_go_in_blocks_to_three_targets():
    g = at({}, segment="allied fire", automaton=AMERICAN, asp=200)
    assert share(g) == 40
    g.asp, g.fired_on = 160, {1}
    assert share(g) == 40
    g.asp, g.fired_on = 120, {1, 2}
    assert share(g) == 40
    g.asp, g.fired_on = 80, {1, 2, 3}
    assert share(g) == 0
    g.segment, g.fired_on = "allied defensive fire", set()
    assert share(g) == 20
    g.asp = 19
    assert share(g) == 0


@pytest.mark.rule("bradley", "20.4")
@pytest.mark.parametrize(
    ("points", "targets", "fire", "defensive"),
    [(200, 3, 120, 80), (117, 3, 80, 20), (50, 3, 40, 0), (25, 3, 20, 0), (100, 1, 60, 40), (19, 3, 0, 0)],
)
def test_two_thirds_of_the_points_go_in_the_fire_segment(points, targets, fire, defensive):
    g, spent = at({}, automaton=AMERICAN, asp=points), []
    for segment in ("allied fire", "allied defensive fire"):
        g.segment, g.fired_on = segment, set()
        spent.append(0)
        for target in range(targets):
            spent[-1] += share(g, targets - target)
            g.asp -= share(g, targets - target)
            g.fired_on.add(target)
    assert spent == [fire, defensive]


@pytest.mark.rule("bradley", "20.3", "20.4")
def test_support_points_join_the_guns_as_far_as_they_do_more():
    placed = {"5 Art": "3823", "1 HQ": "3823", "I/914": "3925"}
    g = at(placed, segment="allied fire", automaton=AMERICAN, asp=25)
    run(g, fire_phase)
    assert g.fired == {unit("5 Art")} and g.fired_on == {hexnum("3925")} and g.asp == 5
    g = at(placed, segment="allied fire", automaton=AMERICAN, asp=100)
    run(g, fire_phase)
    assert not g.fired and g.asp == 40  # 60 points need no guns


@pytest.mark.rule("bradley", "20.3")
@pytest.mark.parametrize(("objectives", "assaults"), [({}, False), (OMAHA, True)])
def test_a_counter_attack_takes_one_column_less(objectives, assaults):
    """8 against 4 of a disrupted battalion is +4, column c3."""
    g = german({"352 Eng": "3931", "1/16": "3930 green"}, segment="german close assault", objectives=dict(objectives))
    assert least_column(g, hexnum("3930")) == (2 if assaults else 3)
    assert will_assault(g, unit("352 Eng")) is assaults
    run(g, assault_phase)
    assert bool(g.assaulted) is assaults


# --- 20.3 moves --------------------------------------------------------------------------------------------------


def goal(g, name):
    """Where the automaton's unit ends when it has moved."""
    run(g, moves_part)
    return g.box.board.name(g.where(unit(name)))


@pytest.mark.rule("bradley", "20.2", "20.3")
def test_objectives_lead_somewhere():
    def after(objective, placed=None, **fields):
        return german(placed or {"I/914": "3929", "1/16": "3924"}, objectives={"omaha": objective}, **fields)

    g = after("hold")
    assert g.box.board.number(goal(g, "I/914")) in set(hexes("3828 3830"))
    g = after("counter-attack")
    assert g.box.distances(*hexes("3924"))[hexnum(goal(g, "I/914"))] < 5
    g = after("withdraw", {"I/914": "3926", "1/16": "3924"})
    assert g.box.distances(*hexes("3924"))[hexnum(goal(g, "I/914"))] >= 3
    g = after("contain", {"I/914": "3928", "1/16": "3924"})
    assert goals(g, unit("I/914"), hexnum("3928"))[hexnum(goal(g, "I/914"))] <= 2
    assert goal(after(""), "I/914") == "3929"


@pytest.mark.rule("bradley", "20.3")
def test_american_objectives():
    def after(objective, **fields):
        placed = {"1/16": "3826", "I/914": "3834"}
        return at(
            placed,
            segment="allied movement",
            part="moves",
            automaton=AMERICAN,
            objectives={"omaha": objective},
            **fields,
        )

    board = the_game().box.board
    for objective, target in (("expand", "3834"), ("link up", "2426"), ("consolidate", "3922")):
        g = after(objective, beachheads={"omaha": hexnum("3922")})
        end = hexnum(goal(g, "1/16"))
        assert board.distance(end, hexnum(target)) < board.distance(hexnum("3826"), hexnum(target)), objective


@pytest.mark.rule("bradley", "20.3")
def test_modes_follow_the_distance():
    g = german({"I/914": "3935", "1/16": "3924"}, objectives=dict(OMAHA))
    goal(g, "I/914")
    assert g.units[unit("I/914")].mode == "mm"
    g = german({"I/914": "3928 N", "1/16": "3924"}, objectives=dict(OMAHA))
    goal(g, "I/914")
    assert g.units[unit("I/914")].hex != hexnum("3928")
    g = german(
        {"I/914": "3927 N", "1/16": "3924"}, objectives={"omaha": "consolidate"}, beachheads={"omaha": hexnum("3927")}
    )
    goal(g, "I/914")
    assert g.units[unit("I/914")].mode == "cm"


@pytest.mark.rule("bradley", "20.4")
def test_who_does_not_move():
    placed = {"Static 1": "3923 N", "I/352": "3931", "II/352": "5426", "1/16": "3924", "3/1261": "1010"}
    g = german(placed, objectives=dict(OMAHA), released=set(units("I/352")))
    assert stays(g, unit("Static 1")) and stays(g, unit("I/352")) and not stays(g, unit("II/352"))
    assert stays(g, unit("3/1261"))  # it has no movement allowance in either mode
    g.change(unit("1/16"), at=hexnum("2426"))
    assert not stays(g, unit("I/352"))


@pytest.mark.rule("bradley", "20.3")
def test_a_unit_with_nothing_to_do_is_let_go():
    g = german({"I/914": "3929", "1/16": "3924"}, objectives={"omaha": ""})
    assert plan(g, begin(g, unit("I/914"))) is None
    g.move = begin(g, unit("I/914"))
    run(g, moves_part)
    assert g.move is None and not g.moved


@pytest.mark.rule("bradley", "20.3")
def test_far_from_everybody_it_goes_into_movement_mode():
    """Beyond six hexes in movement mode, whatever the objective; at six hexes it stays as it is."""
    g = german({"I/914": "3931", "1/16": "3924"}, objectives={"omaha": ""})
    goal(g, "I/914")
    assert g.units[unit("I/914")].mode == "mm" and g.moved == {unit("I/914")}
    g = german({"I/914": "3930", "1/16": "3924"}, objectives={"omaha": ""})
    goal(g, "I/914")
    assert g.units[unit("I/914")].mode == "cm"


@pytest.mark.rule("bradley", "20.3")
def test_points_are_kept_for_combat_mode():
    """In movement mode it goes no nearer than it can deploy: seven hexes of road would cost all but half a point."""
    for start in ("3930", "3932", "3934"):
        g = german({"II/914": f"{start} N", "1/16": "3924"}, objectives=dict(OMAHA))
        goal(g, "II/914")
        away = g.box.distances(*hexes("3924"))[g.where(unit("II/914"))]
        assert (away <= 3) == (g.units[unit("II/914")].mode == "cm")
        assert away < g.box.board.distance(hexnum(start), hexnum("3924"))


@pytest.mark.rule("bradley", "20.3")
def test_who_will_assault_goes_into_combat_mode_for_it():
    placed = {"352 Eng": "3931 N", "1/16": "3930 green"}
    g = german(placed, objectives=dict(OMAHA), released=set(units("352 Eng")))
    goal(g, "352 Eng")
    assert g.units[unit("352 Eng")].mode == "cm" and g.where(unit("352 Eng")) == hexnum("3931")


@pytest.mark.rule("bradley", "20.3")
def test_guns_keep_their_distance():
    """Artillery comes up to half its range, where it still has its whole factor, and no nearer."""
    g = german({"I/352": "3936 N", "1/16": "2824"}, objectives=dict(OMAHA), released=set(units("I/352")))
    to_go = goals(g, unit("I/352"), hexnum("3936"))
    away = g.box.distances(*hexes("2824"))
    reach = g.box.pieces[unit("I/352")].range
    best = {away[h] for h, left in enumerate(to_go) if not left}
    assert max(best) <= reach // 2 and min(best) == 4


def test_steps_follow_the_ground():
    """A sea wall is gone round; nothing leads over the sea."""
    g = german({})
    to_go = steps_to(ground(g), "foot", frozenset(hexes("3822")))
    assert to_go[hexnum("3821")] == 2 and to_go[hexnum("3823")] == 1 and to_go[hexnum("3820")] == NOWHERE
    g.breached = set(range(len(g.box.walls)))
    assert steps_to(ground(g), "foot", frozenset(hexes("3822")))[hexnum("3821")] == 1


@pytest.mark.rule("bradley", "20.3", "20.1")
def test_other_choices():
    g = german({"I/914": "3929", "Static 1": "3929", "1/16": "3924"}, dice={"minefield": [hexnum("3921")]})
    assert order(g, turn(GERMAN, "", {"mine": hexes("3821 3921")}, rule="20.1")) == Action("mine", hexnum("3921"))
    assert g.table.events[-1].only == (GERMAN,)
    far = turn(GERMAN, "", {"retreat": hexes("3928 3930")}, rule="20.1")
    assert order(g, far) == Action("retreat", hexnum("3930"))
    assert order(g, turn(GERMAN, "", {"retreat": hexes("3928"), "halt": (None,)}, rule="20.1")) == Action("halt")
    assert order(g, turn(GERMAN, "", {"give_up": units("I/914", "Static 1")}, rule="20.1")).arg == unit("Static 1")
    held = turn(GERMAN, "", {"advance": units("I/914"), "hold": (None,)}, rule="20.1", about={"hex": hexnum("3924")})
    assert order(g, held).verb == "advance"
    g.objectives = {"omaha": "hold"}
    assert order(g, held) == Action("hold")
    assert order(g, turn(GERMAN, "", {"back": (None,), "shake": hexes("3928")}, rule="20.1")).verb == "shake"
    assert order(g, turn(GERMAN, "", {"back": (None,)}, rule="20.1")) == Action("back")


@pytest.mark.rule("bradley", "20.3")
@pytest.mark.parametrize(
    ("segment", "letter", "attacks", "helps"),
    [
        ("german close assault", "C", True, True),
        ("allied close assault", "C", False, True),
        ("allied close assault", "A", False, False),  # nothing can happen in that column
        ("german fire", "A", True, False),
        ("german fire", "E", True, True),
        ("allied fire", "G", False, True),
    ],
)
def test_headquarters_help_where_it_makes_a_difference(segment, letter, attacks, helps):
    placed = {"352 HQ": "3931", "91 HQ": "3930 N", "I/914": "3929", "1/16": "3928"}
    g = german(placed, segment=segment)

    def foresee(g: Bradley, hq: int | None) -> Preview:
        columns = 0 if hq is None else combat_factor(g, hq) * (1 if attacks else -1)
        return Preview("16.1", results=in_words(g.box.combat.distribution(g.box.combat.shifted(letter, columns), 0)))

    options = {"hq": Offer(units("352 HQ", "91 HQ"), foresee=foresee), "unsupported": Offer(foresee=foresee)}
    about = {"hex": hexnum("3928" if attacks else "3929")}
    question = ask(GERMAN, "", options, rule="16.1", about=about)
    assert order(g, question) == (Action("hq", unit("352 HQ")) if helps else Action("unsupported"))


@pytest.mark.rule("bradley", "20.1", "20.3")
def test_how_it_sets_up_and_lands():
    g = german({"Static 1": "1414"}, segment="set-up")
    near = turn(GERMAN, "", {"place": hexes("1414 3822 3925")}, rule="20.1", about={"unit": unit("Static 2")})
    assert order(g, near) == Action("place", hexnum("3822"))  # next to a beach, where no friend is
    behind = turn(GERMAN, "", {"place": hexes("3822 3828")}, rule="20.1", about={"unit": unit("352 HQ")})
    assert order(g, behind) == Action("place", hexnum("3828"))
    g = at({}, automaton=AMERICAN, sea={"omaha": 4})
    g.change(unit("1/16"), at=afloat(hexnum("3820")))
    about = {"unit": unit("2/16")}
    approach = turn(AMERICAN, "", {"approach": hexes("3820 3920"), "back": (None,)}, rule="20.1", about=about)
    assert order(g, approach) == Action("approach", hexnum("3920"))
    swimmer = g.box.swimmers[0]
    g.change(swimmer, at=hexnum("3821"))
    swim = turn(AMERICAN, "", {"swim": (None,), "ferry": (None,)}, rule="20.1", about={"unit": swimmer})
    assert order(g, swim) == Action("ferry")
    g.sea["omaha"] = 1
    assert order(g, swim) == Action("swim")
    aim = turn(AMERICAN, "", {"aim": hexes("0918 1420 4225"), "back": (None,)}, rule="20.1", about={"dz": 0})
    assert order(g, aim) == Action("aim", hexnum("0918"))
    zones = turn(AMERICAN, "", {"designate": (0, 1), "done": (None,)}, rule="20.1")
    assert order(g, zones) == Action("done")


@pytest.mark.rule("bradley", "20.3")
def test_how_it_loads_and_sends_in():
    """Fighters before guns, headquarters with the second wave and in the middle, pairs from the middle outward."""
    g = at({}, automaton=AMERICAN)
    loads = turn(AMERICAN, "", {"load": units("5 Art", "1 HQ", "1/16"), "done": (None,)}, rule="5.1.6")
    assert order(g, loads).arg in units("1 HQ", "1/16")
    boxes = [g.box.wave_box["omaha", wave] for wave in (1, 2, 3)]
    for name, wave in (("1/16", 1), ("1 HQ", 2)):
        about = {"unit": unit(name)}
        assert order(g, ask(AMERICAN, "", {"wave": boxes}, rule="5.1.6", about=about)).arg == boxes[wave - 1]
        assert order(g, ask(AMERICAN, "", {"wave": boxes[:1]}, rule="5.1.6", about=about)).arg == boxes[0]
    launch = turn(AMERICAN, "", {"launch": units("1/16", "1 HQ")}, rule="5.3.1")
    assert order(g, launch) == Action("launch", unit("1 HQ"))
    shore = [berth.approach for berth in g.shore("omaha")]
    for name, place in zip(("1/16", "2/16", "3/16", "1/18", "2/18"), (2, 2, 3, 3, 1), strict=True):
        about = {"unit": unit(name)}
        assert order(g, ask(AMERICAN, "", {"approach": shore}, rule="5.3.1", about=about)).arg == shore[place]
        g.change(unit(name), at=afloat(shore[place]))


@pytest.mark.rule("bradley", "20.3")
def test_bombers_fly_where_somebody_stands():
    g = at({"Static 1": "4325"}, segment="bombing", automaton=AMERICAN, garrisons={hexnum("3822"): unit("Static 1")})
    strike = turn(AMERICAN, "", {"strike": hexes("3822 4325"), "done": (None,)}, rule="19.2")
    assert order(g, strike) == Action("strike", hexnum("4325"))
    strike = turn(AMERICAN, "", {"strike": hexes("3822"), "done": (None,)}, rule="19.2")
    assert order(g, strike) == Action("done")


@pytest.mark.rule("bradley", "20.3", "20.4")
def test_the_best_targets_are_near_friends():
    """Two disrupted battalions far behind would suffer more than the one before the beach."""
    placed = {"I/914": "3925", "II/914": "5628", "II/916": "5628"}
    g = at(placed, segment="allied fire", automaton=AMERICAN, asp=30)
    g.change(unit("1/16"), at=afloat(hexnum("3820")))
    assert order(g, next(fire_phase(g))) == Action("fire", hexnum("3925"))
    g.change(unit("1/16"), at=UNUSED)
    assert order(g, next(fire_phase(g))) == Action("fire", hexnum("5628"))


@pytest.mark.rule("bradley", "20.2")
def test_toward_isigny_where_it_is_not_in_play():
    g = at({"1/8": "1521"}, scenario="utah", automaton=AMERICAN, objectives={"utah": "link up"})
    to_go = goals(g, unit("1/8"), hexnum("1521"))
    best = [h for h, left in enumerate(to_go) if not left]
    assert 0 < to_go[hexnum("1521")] < NOWHERE and {g.box.board.name(h)[:2] for h in best} == {"23"}
    g = at({"1/8": "1521"}, automaton=AMERICAN, objectives={"utah": "link up"})
    assert goals(g, unit("1/8"), hexnum("1521"))[hexnum("2426")] == 0


@pytest.mark.rule("bradley", "20.3", "20.5")
def test_headquarters_follow_their_command():
    """Nearer to the enemy than four hexes is worse than having a unit outside the radius."""
    placed = {"352 HQ": "3931", "I/914": "3920", "II/914": "3928", "1/16": "3926"}
    g = german({name: text for name, text in placed.items() if name != "I/914"})
    to_go = goals(g, unit("352 HQ"), hexnum("3931"))
    assert to_go[hexnum("3927")] > to_go[hexnum("3931")] and to_go[hexnum("3930")] < to_go[hexnum("3935")]
    g = german({"352 HQ": "3931", "I/914": "5330", "II/916": "5431"})
    goal(g, "352 HQ")
    assert g.where(unit("352 HQ")) != hexnum("3931")


@pytest.mark.rule("bradley", "20.3")
def test_assaults_with_no_more_than_do_any_good():
    """One battalion of engineers is in the last column against a company; the others keep out of it."""
    placed = {"743 Tank": "3931", "1/16": "3931", "2/16": "3831", "Static 1": "3930 green"}
    g = at(placed, segment="allied close assault", automaton=AMERICAN, dice={"Close assault on 3930": [1, 1]})
    run(g, assault_phase)
    assert g.assaulted == {unit("743 Tank")}
