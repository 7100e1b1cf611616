"""13, 20, 21.2 Winning and losing."""

import pytest
from tests.omaha.helpers import at, h, p, told

from beachhead.games.omaha import losses, victory
from beachhead.kernel import GameOver

US = [
    "A/1/16", "B/1/16", "C/1/16", "E/2/16", "F/2/16", "G/2/16", "I/3/16", "K/3/16", "L/3/16",
    "A/1/116", "B/1/116", "C/1/116", "E/2/116", "F/2/116", "G/2/116", "I/3/116", "K/3/116", "L/3/116",
]  # fmt: skip


def standing(*places, steps=3):
    return [{"id": name, "hex": place, "steps": steps} for name, place in zip(US, places, strict=False)]


@pytest.mark.rule("omaha", "13.22", "13.22a")
def test_control_for_victory_needs_communication_and_safety_from_fire():
    g = at(clear=True, units=standing("1012"))
    assert h("1012") in victory.controlled_for_victory(g)
    under_fire = at(clear=True, units=standing("1012"), posts=[{"id": "C1", "unit": "5/2/916", "disrupted": True}])
    assert h("1012") not in victory.controlled_for_victory(under_fire), "C1 has a dot there, disrupted or not"


@pytest.mark.rule("omaha", "13.22a")
def test_hexes_behind_the_lines_count_although_nobody_stands_there():
    g = at(clear=True, units=standing("1114"))
    held = victory.controlled_for_victory(g)
    assert h("0613") in held, "the beach: German communication cannot be traced there"
    assert h("1407") not in held, "inland, where Germans could come"


@pytest.mark.rule("omaha", "13.2", "13.2a", "13.2b")
def test_a_two_hex_wn_is_worth_two_points_for_both_hexes_or_nothing():
    def wn(g):
        return {award.rule: award.points for award in victory.beach_points(g)}["13.2a"]

    alone = wn(at(clear=True, units=standing("0912")))
    both = wn(at(clear=True, units=standing("0912", "0811")))
    assert both >= 2
    g = at(clear=True, units=standing("0912"), posts=[{"id": "WN62N", "unit": "wn10"}])
    assert wn(g) <= alone


@pytest.mark.rule("omaha", "13.2c", "13.21")
def test_a_draw_counts_five_points_when_all_its_hexes_are_held():
    g = at(clear=True, units=standing("0731", "0630"))
    fired = at(clear=True, units=standing("0731", "0630"), posts=[{"id": "WN71", "unit": "wn10"}])
    for position in (g, fired):
        held = victory.controlled_for_victory(position)
        draws = [name for name, hexes in g.box.draws.items() if held.issuperset(hexes)]
        awards = {award.rule: award.points for award in victory.beach_points(position)}
        assert awards["13.2c"] == 5 * len(draws)
    assert "D-1" not in draws, "the position over it fires into the draw"


@pytest.mark.rule("omaha", "19.3.gar2")
def test_a_garrison_holds_its_position():
    g = at(clear=True, scenario="omaha-beach", turn=20, posts=[{"id": "B9", "garrison": True}])
    assert h("1905") not in victory.us_control(g)
    assert p("B9") in victory.held_positions(g, victory.controlled_for_victory(g))
    g = at(clear=True, scenario="omaha-beach", turn=32, options={"armor": True}, posts=[{"id": "A4", "garrison": True}])
    assert h("1310") in victory.controlled_for_victory(g)
    g.change_armor(0, hex=h("1310"), entered=True)
    assert h("1310") not in victory.controlled_for_victory(g), "German armor drives over a garrison"


@pytest.mark.rule("omaha", "19.3.gar2")
def test_a_garrison_holds_its_hex_of_a_draw():
    rows = [{"id": "WN65N", "garrison": True}, {"id": "WN65S", "unit": "wn10"}]
    g = at(clear=True, scenario="omaha-beach", turn=32, posts=rows)
    assert h("0817") in g.box.draws["E-1"]
    assert h("0817") in victory.controlled_for_victory(g), "in the field of fire of WN 65, and yet held"


@pytest.mark.rule("omaha", "13.22a", "12.2a")
def test_german_communication_reaches_the_edge_of_the_beach():
    """0816 is pavilion at the beach: no path leads through it, but one could end there."""
    g = at(clear=True)
    assert h("0816") in victory.us_communication(g)
    assert h("0816") not in victory.controlled_for_victory(g), "Germans can come by way of 0917"
    g = at(clear=True, units=standing("1017", "0916", "0918"))
    assert h("0816") in victory.controlled_for_victory(g)


@pytest.mark.rule("omaha", "EF.1", "12.3")
def test_easy_fox_has_no_supply_by_way_of_the_west():
    """WN 64 and the WNs of the east cover the east beach: the west does not exist."""
    posts = [{"id": name, "unit": unit} for name, unit in (("WN60", "wn01"), ("WN61", "wn07"), ("WN62N", "wn10"))]
    posts += [{"id": "WN64", "unit": "wn11"}, {"id": "WN65N", "unit": "wn12"}]
    fox, waves = at(clear=True, scenario="easy-fox", turn=16, posts=posts), at(clear=True, turn=16, posts=posts)
    assert h("1407") in victory.us_communication(waves)
    assert h("1407") not in victory.us_communication(fox)


@pytest.mark.rule("omaha", "13", "13.2")
@pytest.mark.parametrize(("points", "winner"), [(18, "german"), (19, "us")])
def test_the_first_waves_are_won_with_nineteen(monkeypatch, points, winner):
    monkeypatch.setattr(victory, "beach_points", lambda g: [victory.Award("positions", points, "13.2b")])
    g = at(clear=True, turn=16)
    with pytest.raises(GameOver) as over:
        victory.check_victory(g)
    assert (over.value.outcome.winner, over.value.outcome.rule) == (winner, "13.2")
    assert over.value.outcome.scores == {"us": points}


@pytest.mark.rule("omaha", "EF.3", "13.2")
def test_easy_fox_is_won_with_ten(monkeypatch):
    monkeypatch.setattr(victory, "beach_points", lambda g: [victory.Award("positions", 10, "13.2b")])
    g = at(clear=True, scenario="easy-fox", turn=16)
    with pytest.raises(GameOver) as over:
        victory.check_victory(g)
    assert (over.value.outcome.winner, over.value.outcome.rule) == ("us", "EF.3")


@pytest.mark.rule("omaha", "EF.3", "13.2a", "13.2c")
def test_easy_fox_counts_the_east_only():
    rows = [{"id": "A/1/16", "hex": "1012"}, {"id": "A/1/116", "hex": "0732"}]
    fox, all_of_it = at(clear=True, scenario="easy-fox", turn=16, units=rows), at(clear=True, turn=16, units=rows)
    assert 0 < sum(a.points for a in victory.beach_points(fox)) < sum(a.points for a in victory.beach_points(all_of_it))


@pytest.mark.rule("omaha", "20.2", "20.2a", "20.2b")
@pytest.mark.parametrize(("points", "ends"), [(10, "german"), (11, None), (24, None), (25, "us")])
def test_the_check_after_turn_sixteen(monkeypatch, points, ends):
    monkeypatch.setattr(victory, "beach_points", lambda g: [victory.Award("positions", points, "13.2b")])
    g = at(clear=True, scenario="omaha-beach", turn=16)
    if ends is None:
        victory.check_victory(g)
        assert told(g, "plays_on")[0]["rule"] == "20.2a"
        return
    with pytest.raises(GameOver) as over:
        victory.check_victory(g)
    assert over.value.outcome.winner == ends
    assert over.value.outcome.level.startswith("decisive")


@pytest.mark.rule("omaha", "20.3.lvl", "20.3.win", "21.2")
def test_levels_of_victory():
    day, beyond = at(clear=True, scenario="omaha-beach", turn=32), at(clear=True, scenario="beyond-the-beach", turn=32)
    for points, level, won in (
        (19, "decisive US defeat", False), (20, "operational US defeat", False), (29, "operational US defeat", False),
        (30, "tactical US defeat", False), (39, "tactical US defeat", False), (40, "tactical US victory", True),
        (50, "operational US victory", True), (60, "decisive US victory", True),
    ):  # fmt: skip
        assert victory.final_level(day, points) == (level, won, "20.3.lvl")
        assert victory.final_level(beyond, points + 5) == (level, won, "21.2")


@pytest.mark.rule("omaha", "20.3", "20.3.vp", "20.3.wn", "20.3.kgm")
def test_points_after_turn_thirty_two():
    g = at(clear=True, scenario="omaha-beach", turn=32, units=standing("1204"))
    awards = {award.rule: award.points for award in victory.inland_points(g)}
    assert awards["20.3.kgm"] == -8
    assert -18 <= awards["20.3.wn"] <= 0
    assert awards["20.3.vp"] >= 1, "A9 (1204) is a VP position"
    g.pool["D"] += g.pool["M"]
    g.pool["M"] = []
    assert {award.rule: award.points for award in victory.inland_points(g)}["20.3.kgm"] == 0


@pytest.mark.rule("omaha", "20.3.veh", "20.3.both")
def test_support_units_on_high_ground_and_armor_that_left():
    units = [
        {"id": "1/A/741", "hex": "1106"},
        {"id": "62AFA", "hex": "0613"},
        {"id": "AT/16", "hex": "1106"},
        {"id": "A/1/16", "hex": "1105"},
        {"id": "2/A/741", "place": "exited", "exit": "A"},
    ]
    g = at(clear=True, scenario="omaha-beach", turn=32, units=units)
    assert {award.rule: award.points for award in victory.inland_points(g)}["20.3.veh"] == 3


@pytest.mark.rule("omaha", "20.3.exit", "20.3.rng")
def test_steps_that_left_the_map():
    units = [
        {"id": "A/1/16", "place": "exited", "exit": "A", "steps": 3},
        {"id": "1/A/741", "place": "exited", "exit": "A", "steps": 2},
        {"id": "AT/16", "place": "exited", "exit": "A"},
        {"id": "AB/5R", "place": "exited", "exit": "G", "steps": 2},
        {"id": "CD/5R", "place": "exited", "exit": "A", "steps": 2},
    ]
    g = at(clear=True, scenario="omaha-beach", turn=32, units=units)
    supplied = victory.us_communication(g)
    assert h("1001") in supplied, "nobody fires at exit A"
    points = {award.rule: award.points for award in victory.inland_points(g)}["20.3.exit"]
    assert points == 3 + 2 + 2
    fired = at(clear=True, scenario="omaha-beach", turn=32, units=units, posts=[{"id": "A8", "unit": "5/2/916"}])
    points = {award.rule: award.points for award in victory.inland_points(fired)}["20.3.exit"]
    assert points == 2, "exit A is under fire: only the rangers by G count"


@pytest.mark.rule("omaha", "20.3.draw")
def test_a_draw_is_open_when_held_and_cleared_by_engineers():
    g = at(clear=True, scenario="omaha-beach", turn=32)
    held = set(range(len(g.box.board)))
    assert not victory.is_open(g, "D-1", held)
    open_draw = at(clear=True, scenario="omaha-beach", turn=32, bases=[{"id": "112/149", "hex": "0430", "space": 8}])
    assert victory.is_open(open_draw, "D-1", held)
    assert not victory.is_open(open_draw, "D-1", set())


@pytest.mark.rule("omaha", "22", "22.1.e", "22.2a", "22.3a", "22.4c", "23.7")
def test_variants_change_the_final_total():
    options = {"bombardment": True, "safe-tanks": True, "no-rangers": True, "reaction": True, "armor": True}
    g = at(clear=True, scenario="omaha-beach", options=options, turn=32)
    g.change_armor(0, entered=True)
    assert {a.rule: a.points for a in victory.adjustments(g)} == {
        "22.1.e": -10, "22.2a": -5, "22.3a": 5, "22.4c": 5, "23.7": 1,
    }  # fmt: skip


@pytest.mark.rule("omaha", "23.5.lose", "23.5.end")
def test_armor_on_an_end_point_loses_the_game():
    g = at(clear=True, scenario="omaha-beach", options={"armor": True}, turn=20)
    g.change_armor(0, hex=h("0723"), entered=True, disrupted=True)
    victory.check_victory(g)
    g.change_armor(0, disrupted=False)
    with pytest.raises(GameOver) as over:
        victory.check_victory(g)
    assert over.value.outcome.rule == "23.5.lose"


# --- 13.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "13.1", "13.1a")
def test_eight_spent_units_of_a_division_are_catastrophic():
    g = at(clear=True, turn=5, units=standing(*["0613"] * 9, steps=2))
    for name in US[:7]:
        losses.reduce(g, g.box.unit[name], rule="6.3")
    assert len(g.loss_box) == 7
    with pytest.raises(GameOver) as over:
        losses.reduce(g, g.box.unit[US[7]], rule="6.3")
    assert (over.value.outcome.winner, over.value.outcome.rule) == ("german", "13.1")


@pytest.mark.rule("omaha", "13.1a")
def test_a_unit_counts_once_and_for_its_original_division():
    g = at(clear=True, turn=5, units=[{"id": "E/2/116", "hex": "0613", "steps": 2, "division": 1}])
    unit = g.box.unit["E/2/116"]
    losses.reduce(g, unit, rule="6.3")
    losses.reduce(g, unit, rule="6.3")
    counted = told(g, "loss_counted")
    assert [(event["division"], event["losses"]) for event in counted] == [(29, 1)]


@pytest.mark.rule("omaha", "13.11")
def test_rangers_and_vehicles_do_not_count():
    g = at(clear=True, turn=5, units=[{"id": "AB/5R", "hex": "0613"}, {"id": "1/A/741", "hex": "0613"}])
    for name in ("AB/5R", "1/A/741"):
        losses.eliminate(g, g.box.unit[name], rule="6.3")
    assert not g.loss_box
    assert not told(g, "loss_counted")
    losses.count_loss(g, g.box.unit["AB/5R"])
    assert not g.loss_box


@pytest.mark.parametrize(("scenario", "cited"), [("omaha-beach", "20.1"), ("beyond-the-beach", "21.2a")])
@pytest.mark.rule("omaha", "20.1", "21.2a")
def test_from_turn_seventeen_it_takes_fourteen(scenario, cited):
    infantry = [n for n, piece in enumerate(at(clear=True).box.us) if piece.is_regular and piece.division == 1]
    g = at(clear=True, scenario=scenario, turn=20)
    g.loss_box = set(infantry[:12])
    g.change(infantry[12], at=h("1012"), steps=2)
    g.change(infantry[13], at=h("1012"), steps=2)
    losses.reduce(g, infantry[12], rule="6.3")
    with pytest.raises(GameOver) as over:
        losses.reduce(g, infantry[13], rule="6.3")
    assert over.value.outcome.rule == cited


@pytest.mark.rule("omaha", "EF.4")
def test_easy_fox_is_lost_by_eight():
    g = at(clear=True, scenario="easy-fox", turn=5, units=standing("0613", steps=2))
    infantry = [n for n, piece in enumerate(g.box.us) if piece.is_regular and piece.division == 1]
    g.loss_box = set([n for n in infantry if g.box.us[n].id != "A/1/16"][:7])
    with pytest.raises(GameOver) as over:
        losses.reduce(g, g.box.unit["A/1/16"], rule="6.3")
    assert over.value.outcome.rule == "EF.4"


@pytest.mark.rule("omaha", "13.2", "13.2a", "13.2b", "13.2c", "13.21", "13.22")
@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((), [0, 0, 0]),
        (("0731",), [0, 0, 5]),  # the mouth of D-1 is next to it
        (("0731", "0630"), [0, 0, 5]),  # of WN 72 only the northern hex
        (("0629", "0732"), [1, 2, 5]),  # WN 71, the blank position of 0732 and G2, and D-1 from above
        (("0730", "0631"), [3, 2, 5]),  # both hexes of WN 72 as well
    ],
)
def test_points_around_the_draw_of_vierville(places, points):
    g = at(clear=True, turn=16, units=standing(*places))
    assert [award.points for award in victory.beach_points(g)] == points
    fired = at(clear=True, turn=16, units=standing(*places), posts=[{"id": "G3", "unit": "5/2/916", "disrupted": True}])
    assert [award.points for award in victory.beach_points(fired)][2] == 0, "G3 has dots in D-1, disrupted or not"
