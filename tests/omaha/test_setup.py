"""3, 21.1, 22, 23.1, EF Setting up, and positions that people write down."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.omaha.helpers import at, h, match_at, new, new_match, p, run, set_up, the_game, told, u

from beachhead.games.omaha.fields import active_firers
from beachhead.games.omaha.german_units import add_depth, place_unit
from beachhead.games.omaha.reinforcements import release_kg_meyer
from beachhead.games.omaha.setup import set_up_phase
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import BadPosition, Match, Refused, Seeded, name_event
from beachhead.kernel.edge import name_view

CENSUS = {"cards": 54, "German units": 50, "depth markers": 54, "counters": 90}
ALL = ("easy-fox", "first-waves", "omaha-beach", "beyond-the-beach")


def manned(g: Omaha, *kinds: str) -> set[str]:
    """The positions that hold units of these kinds."""
    box = g.box
    posts = enumerate(g.posts)
    return {box.positions[n].id for n, post in posts if post.unit is not None and box.german[post.unit].kind in kinds}


def with_depth(g: Omaha) -> set[str]:
    return {g.box.positions[n].id for n, post in enumerate(g.posts) if post.depth is not None}


def sizes(piles) -> dict[str, int]:
    return {name: len(pile) for name, pile in piles.items() if pile}


def waiting(g: Omaha, turn: int) -> set[str]:
    return {g.piece(n).id for n, unit in enumerate(g.units) if unit.place == "track" and unit.turn == turn}


# --- 3 The First Waves and D-Day at Omaha Beach ------------------------------------------------------------------


@pytest.mark.rule("omaha", "3.choice")
def test_the_four_scenarios():
    spans = {name: (new(name).turn, new(name).last_turn) for name in ALL}
    assert spans == {
        "easy-fox": (1, 16),
        "first-waves": (1, 16),
        "omaha-beach": (1, 32),
        "beyond-the-beach": (17, 32),
    }
    assert set(the_game().scenarios) == set(ALL)


@pytest.mark.parametrize("scenario", ["first-waves", "omaha-beach"])
@pytest.mark.rule("omaha", "3.a", "3.b", "2.24")
def test_wn_set_up(scenario: str):
    g = set_up(scenario)
    assert manned(g, "88") == {"WN61", "WN72S"}
    assert manned(g, "75") == {"WN60", "WN62S", "WN65S", "WN68S", "WN70", "WN73"}
    assert manned(g, "rocket") == {"WN69"}
    plain = {"WN62N", "WN64", "WN65N", "WN66N", "WN66S", "WN67", "WN68N", "WN71", "WN72N"}
    assert manned(g, "plain") == plain
    assert with_depth(g) == {"WN60", "WN61", "WN62N", "WN65N", "WN66N", "WN68N", "WN70", "WN72N", "WN73"}
    assert not any(post.shown or post.depth_shown or post.disrupted for post in g.posts)
    assert len(g.depth_pool["wn"]) == 9


def test_wn_units_are_drawn_at_random():
    where = {set_up(seed=str(n)).posts[p("WN60")].unit for n in range(40)}
    assert len(where) == 6
    under = {set_up(seed=str(n)).posts[p("WN60")].depth for n in range(80)}
    assert len(under) > 12


@pytest.mark.rule("omaha", "3.c", "3.d", "3.f", "2.1.pool")
def test_pools_deck_and_track():
    g = set_up("omaha-beach")
    assert sizes(g.pool) == {"T": 9, "D": 11, "M": 8, "out": 4}
    assert sizes(g.depth_pool) == {"wn": 9, "building": 8, "mobile": 20, "kg": 4, "out": 4}
    for name, pile in g.pool.items():
        assert name == "out" or all(g.box.german[unit].pool == name for unit in pile)
    assert (g.turn, g.phase, g.at) == (1, "amphibious", "")
    assert sorted(g.deck) == list(range(54)) and not g.discards and not g.track
    assert len(g.box.artillery) == 4
    assert g.naval == 0 and not g.cleared and not g.loss_box and g.heroes_left == {1: 5, 29: 5}


@pytest.mark.rule("omaha", "3.e", "3.e1", "2.21.arr")
def test_us_set_up():
    g = set_up("first-waves")
    in_boxes = {g.piece(n).id: g.box.boxes[g.units[n].box].id for n in g.in_boxes()}
    assert in_boxes == {
        "1/B/741": "FG2",
        "2/B/741": "FG5",
        "1/C/741": "ER3",
        "2/C/741": "ER5",
        "1/C/743": "DW1",
        "2/C/743": "DW3",
        "1/B/743": "DG2",
        "2/B/743": "DG3",
    }
    for n, unit in enumerate(g.units):
        piece = g.piece(n)
        expected = "box" if piece.turn == 0 else "track" if piece.turn < 16 else "unused"
        assert unit.place == expected and unit.steps == piece.steps and unit.division == piece.division
        assert unit.turn == (piece.turn if expected == "track" else 0)
    assert len(waiting(g, 1)) == 13
    full = set_up("omaha-beach")
    assert all(unit.place != "unused" for unit in full.units)
    assert "AT/18" in waiting(full, 23)


@pytest.mark.parametrize("scenario", ALL)
def test_nothing_is_lost(scenario: str):
    game = the_game()
    for options in ({}, {"bombardment": True}):
        before, after = new(scenario, **options), set_up(scenario, **options)
        assert game.census(before) == game.census(after) == CENSUS
        assert game.refuse_position(after) is None
        assert "WN" not in after.pool


@pytest.mark.parametrize("scenario", ["first-waves", "easy-fox", "beyond-the-beach"])
def test_set_up_shows_nothing(scenario: str):
    """AID.reveal Neither the log nor the view names a face-down counter, nor those that are out of play."""
    g = set_up(scenario)
    names = [g.box.german[post.unit].id for post in g.posts if post.unit is not None]
    names += [g.box.german[unit].id for pile in g.pool.values() for unit in pile]
    names += [marker.id for marker in g.box.depth]
    for side in ("us", None):
        events = [name_event(the_game(), event) for event in g.__dict__["table"].events if event.is_seen_by(side)]
        seen = str(name_view(the_game(), the_game().view(g, side))) + str(events)
        assert not [name for name in names if f"'{name}'" in seen]


# --- EF Easy Fox -------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "EF.1", "EF.2")
def test_easy_fox():
    g = set_up("easy-fox")
    assert manned(g, "88") == {"WN61"}
    assert manned(g, "75") == {"WN60", "WN62S", "WN65S"}
    assert manned(g, "plain") == {"WN62N", "WN64", "WN65N"}
    assert not manned(g, "rocket")
    assert with_depth(g) == {"WN60", "WN61", "WN62N", "WN65N"}
    assert sizes(g.pool) == {"T": 9, "out": 34}
    assert sizes(g.depth_pool) == {"wn": 4, "building": 8, "mobile": 10, "out": 28}
    used = [n for n, unit in enumerate(g.units) if unit.place != "unused"]
    assert {g.piece(n).division for n in used} == {1}
    assert {g.piece(n).id for n in used} == {piece.id for piece in g.box.us if piece.division == 1 and piece.turn < 16}
    assert g.last_turn == 16
    drawn = {frozenset(set_up("easy-fox", seed=str(n)).depth_pool["mobile"]) for n in range(10)}
    assert len(drawn) > 5


# --- 21.1 Beyond the Beach ---------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "21", "21.1.a", "21.1.b", "21.1.c", "21.1.d", "21.1.e")
def test_beyond_the_beach_germans():
    g = set_up("beyond-the-beach")
    assert manned(g, "88") == {"WN72S"}
    assert manned(g, "rocket") == {"WN69"}
    assert manned(g, "75") == {"WN62S", "WN65S", "WN68S"}
    assert manned(g, "plain") == {"WN62N", "WN65N", "WN67", "WN66N", "WN66S", "WN68N", "WN71", "WN72N"}
    inland = "A3 A4 A7 C2 C4 C6 D1 E5 F1 G1 G2 G6".split()  # noqa: SIM905
    assert manned(g, "infantry") == set(inland)
    pools = Counter(g.box.german[g.posts[p(name)].unit].pool for name in inland)
    assert pools == {"T": 6, "D": 6}
    wn_depth = {"WN62S", "WN65S", "WN66S", "WN67", "WN68S", "WN69", "WN72N", "WN72S"}
    assert with_depth(g) == wn_depth | {"A3", "A4", "C2", "C4", "D1", "F1", "G2"}
    for name in with_depth(g):
        position, marker = g.box.positions[p(name)], g.box.depth[g.posts[p(name)].depth]
        assert marker.pool == ("wn" if position.is_wn else "building" if g.box.is_building[position.hex] else "mobile")
    assert sizes(g.pool) == {"D": 5, "M": 8, "out": 12}
    assert sizes(g.depth_pool) == {"wn": 1, "building": 5, "mobile": 16, "kg": 4, "out": 13}
    assert not any(post.shown for post in g.posts)


def test_beyond_the_beach_germans_are_drawn_at_random():
    units = {set_up("beyond-the-beach", seed=str(n)).posts[p("A3")].unit for n in range(60)}
    assert {the_game().box.german[unit].pool for unit in units} == {"T", "D"}


@pytest.mark.rule("omaha", "21.1.f", "21.1.g")
def test_beyond_the_beach_us_ashore():
    g = new("beyond-the-beach")
    for row in g.box.ashore:
        unit = g.units[u(row.unit)]
        if row.hex is None:
            continue
        assert unit.place == "map" and unit.hex == h(row.hex)
        if row.strength:
            assert g.side(u(row.unit)).strength == row.strength
        assert unit.hero == ("hero" if row.hero else "")
    assert sum(unit.place == "map" for unit in g.units) == 32
    assert g.units[u("E/2/116")].division == 1 and g.units[u("F/2/116")].division == 29
    assert {g.piece(n).id for n in g.loss_box} == {
        "E/2/16", "F/2/16", "G/2/16", "H/2/16", "A/1/116", "B/1/116", "E/2/116", "F/2/116", "G/2/116",
    }  # fmt: skip
    assert g.units[u("A/1/116")].place == "lost"
    assert g.heroes_left == {1: 2, 29: 3}


@pytest.mark.rule("omaha", "21.1.i", "21.1.j", "21.1.k", "21.1.l")
def test_beyond_the_beach_track_and_markers():
    g = new("beyond-the-beach")
    assert waiting(g, 26) == {"62AFA"} and g.units[u("62AFA")].delayed
    assert len(waiting(g, 19)) == 5 and len(waiting(g, 20)) == 5 and len(waiting(g, 22)) == 5
    assert waiting(g, 23) == {"AT/18"}
    listed = {row.unit for row in g.box.ashore} | {"A/1/116", "62AFA"}
    for n, unit in enumerate(g.units):
        piece = g.piece(n)
        if piece.turn < 16 and piece.id not in listed:
            assert unit.place == "unused"
    assert g.units[u("111FA")].place == "unused"
    cleared = {g.box.board.name(place) for place in g.cleared}
    assert cleared == {"0612", "0613", "0614", "0615", "0616", "0523", "0524", "0525", "0426"}
    assert (g.turn, g.last_turn, g.meemies) == (17, 32, True)
    assert len(g.deck) == 54


@pytest.mark.rule("omaha", "21.1.h", "21.1.m", "7.6")
def test_beyond_the_beach_the_player_places_units():
    g = new("beyond-the-beach")
    flow = set_up_phase(g)
    decision = run(flow)
    assert decision is not None and decision.about == {"unit": u("1/B/741")}
    east = {place for place in g.box.beaches if g.box.tide_band[place] == 3 and g.box.sector[place] == "east"}
    assert set(decision.options["deploy"]) == east
    match = new_match("beyond-the-beach")
    for name in ("0714", "0714"):
        match.apply(next(a for a in match.decision.actions() if a.arg == h(name)))
    ruling = match.why_not(type(match.decision[0])("deploy", h("0714")))
    assert ruling is not None and ruling.rule == "7.6"
    assert match.why_not(type(match.decision[0])("deploy", h("0620"))).rule == "21.1.h"
    assert match.why_not(type(match.decision[0])("deploy", h("0613"))).rule == "21.1.h"
    for _ in range(11):
        match.apply(match.decision[0])
    assert match.state.at == "boxes" and match.decision.rule == "21.1.m"
    seen = set()
    while match.state.phase == "set-up":
        unit = match.decision.about["unit"]
        seen.add(match.state.piece(unit).id)
        assert not match.decision.options.get("delay")
        sector = {match.state.box.boxes[b].sector for b in match.decision.options["place"]}
        assert sector == {"east" if match.state.piece(unit).division == 1 else "west"}
        ids = {match.state.box.boxes[b].id for b in match.decision.options["place"]}
        assert not any(name.startswith(("CH", "east")) for name in ids)
        if len(seen) == 12:
            break
        match.apply(match.decision[0])
    assert seen == {piece.id for piece in match.state.box.us if piece.turn == 16}


def test_set_up_can_be_taken_up_again():
    """A turn point: a fresh flow on the state gives the same decision."""
    match = new_match("beyond-the-beach")
    for n in range(20):
        fresh = Match(
            the_game(), match.state.clone(), Seeded("test"), scenario="beyond-the-beach", settings=match.settings
        )
        assert fresh.decision == match.decision
        match.apply(match.decision[n % len(match.decision)])


# --- 22, 23 Variants ---------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "22.1.a", "22.1.h")
def test_bombardment_delays_the_start():
    g = set_up("omaha-beach", bombardment=True)
    assert (g.turn, g.last_turn) == (4, 32)
    assert len(g.in_boxes()) == 8
    for n, unit in enumerate(g.units):
        turn = g.piece(n).turn
        assert turn == 0 or unit.turn == (turn + 3 if turn < 16 else turn + 1)
        assert not unit.delayed
    assert set_up("first-waves", bombardment=True).last_turn == 16
    beyond = new("beyond-the-beach", bombardment=True)
    assert beyond.turn == 17 and len(waiting(beyond, 17)) == 12 and waiting(beyond, 27) == {"62AFA"}


@pytest.mark.rule("omaha", "22.1.b", "22.1.b2")
def test_bombardment_draws():
    """Cards 4 (orange, red, blue) and 5 (orange, red, green): orange and red are knocked out."""
    g = set_up("first-waves", {"bombardment": ["4", "5"]}, bombardment=True)
    for name, position in g.box.wn.items():
        post, colour = g.posts[position], g.box.positions[position].colour
        if colour in ("orange", "red"):
            assert post.unit is None and post.depth is None, name
        elif colour in ("blue", "green"):
            assert post.unit is not None and post.disrupted and post.depth is None, name
        else:
            assert post.unit is not None and not post.disrupted, name
    assert [g.box.cards[c].id for c in g.discards] == ["4", "5"] and not g.track and len(g.deck) == 52
    assert told(g, "bombarded")[0]["knocked_out"] == ["orange", "red"]
    assert len(g.gone) == 7 and the_game().census(g) == CENSUS


@pytest.mark.rule("omaha", "22.3")
def test_rangers_elsewhere():
    for scenario in ("first-waves", "beyond-the-beach"):
        g = new(scenario, no_rangers=True)
        rangers = {g.piece(n).id: unit.place for n, unit in enumerate(g.units) if g.piece(n).type == "ranger"}
        assert rangers.pop("C/2R") != "unused"
        assert set(rangers.values()) == {"unused"}


@pytest.mark.rule("omaha", "22.4", "23.1")
def test_reaction_and_armor_pools():
    g = new("omaha-beach", reaction=True, armor=True)
    assert sizes(g.pool) == {"WN": 18, "T": 9, "D": 19, "A": 4}
    assert sizes(g.depth_pool) == {"wn": 18, "building": 8, "mobile": 24, "armor": 4}
    beyond = set_up("beyond-the-beach", reaction=True)
    assert sizes(beyond.pool)["D"] == 13


@pytest.mark.rule("omaha", "22", "22.a", "23.1", "14.2", "1a")
def test_what_goes_together():
    extended = ("omaha-beach", "beyond-the-beach")
    for scenario in ALL:
        for option in ("bombardment", "safe-tanks", "no-rangers"):
            assert the_game().refuse_settings(scenario, {option: True}) is None
        for option, rule in (("reaction", "22.a"), ("armor", "23.1")):
            ruling = the_game().refuse_settings(scenario, {option: True})
            assert (ruling is None) if scenario in extended else (ruling is not None and ruling.rule == rule)
        early = the_game().refuse_settings(scenario, {"early-actions": True})
        assert (early is None) if scenario == "omaha-beach" else (early is not None and early.rule == "14.2")
        both = the_game().refuse_settings(scenario, {"coop": True})
        assert (both is None) == (scenario != "easy-fox")
    assert the_game().refuse_settings("omaha-beach", dict.fromkeys(the_game().options, True)) is None
    assert new("omaha-beach", bombardment=True, coop=True).variants == ("bombardment", "coop")


@pytest.mark.rule("omaha", "1a")
def test_two_players():
    g = new("first-waves", coop=True)
    assert (g.player(1), g.player(29)) == ("1st", "29th")
    assert the_game().seats("first-waves", {"coop": True}) == ("1st", "29th")
    with pytest.raises(Refused):
        new_match("easy-fox", coop=True)


# --- cards, markers and pieces -----------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "AID.deck", "2.3", "2.1.track")
def test_an_empty_deck_is_reshuffled_at_once():
    g = at(clear=True, turn=5)
    g.deck, g.discards = [], list(range(54))
    drawn = g.draw_card("event", rule="4.II")
    assert len(g.deck) == 53 and not g.discards and g.track == [("event", drawn)]
    assert told(g, "reshuffled")[0]["rule"] == "AID.deck"


@pytest.mark.rule("omaha", "AID.log", "2.3")
def test_every_draw_is_logged_with_its_rule():
    first, second = (set_up("first-waves", seed="same") for _ in range(2))
    assert first.digest() == second.digest()
    first.draw_card("fire east", rule="6.1")
    log = first.__dict__["table"].draws
    assert (log[-1].reason, log[-1].rule) == ("fire east", "6.1")
    assert [draw.number for draw in log] == list(range(1, len(log) + 1))


@pytest.mark.rule("omaha", "2.25", "2.1.pool", "2.1.track", "AID.reveal")
def test_markers_and_tracks_are_seen():
    g = at(
        clear=True,
        turn=5,
        phase="action",
        units=[{"id": "A/1/116", "hex": "0427", "hero": "inspired", "disrupted": True, "climb": "climb"}],
        posts=[{"id": "WN70", "unit": "wn01", "disrupted": True}, {"id": "C5", "garrison": True}],
        cleared=["0427"],
        track=[["fire west", "21"]],
        naval=2,
    )
    seen = name_view(the_game(), the_game().view(g, "us"))
    unit = next(unit for unit in seen["units"] if unit["id"] == "A/1/116")
    assert (unit["hero"], unit["disrupted"], unit["climb"]) == ("inspired", True, "climb")
    assert {(post["id"], post.get("disrupted"), post["garrison"]) for post in seen["positions"]} == {
        ("WN70", True, False),
        ("C5", None, True),
    }
    assert seen["cards"] == [{"slot": "fire west", "card": "21"}]
    assert seen["cleared"] == ["0427"] and seen["naval"] == 2 and seen["pools"]["D"] == 11


@pytest.mark.rule("omaha", "2.1.empty")
def test_empty_positions_do_not_fire():
    g = at(clear=True, posts=[{"id": "WN70", "unit": "wn01"}])
    assert [g.box.sites[firer].id for firer in active_firers(g)] == ["WN70"]
    assert not any(active_firers(at(clear=True)))


@pytest.mark.rule("omaha", "2.1.only")
def test_germans_stand_in_positions():
    g = set_up("beyond-the-beach")
    assert the_game().refuse_position(g) is None


# --- positions ---------------------------------------------------------------------------------------------------


def test_a_position_names_only_what_matters():
    g = at(
        clear=True,
        turn=5,
        phase="action",
        units=[{"id": "A/1/116", "hex": "0427", "steps": 2}, {"id": "16 HQ", "turn": 9}],
        posts=[{"id": "WN70", "unit": "wn01", "depth": "wn-02"}, {"id": "C5", "unit": "5/2/916"}],
        track=[["fire east", "21"]],
        gone=["wn10"],
    )
    assert g.units[u("A/1/116")].place == "map" and g.units[u("16 HQ")].place == "track"
    assert g.units[u("B/1/116")].place == "unused"
    assert len(g.pool["T"]) == 8 and len(g.depth_pool["wn"]) == 17 and len(g.deck) == 53
    assert the_game().census(g) == CENSUS


def test_clear_board_of_a_running_game():
    g = set_up("beyond-the-beach")
    the_game().clear_board(g)
    assert the_game().census(g) == CENSUS
    assert not g.ashore() and not any(post.unit is not None for post in g.posts)
    assert the_game().refuse_position(g) is None
    assert sizes(g.pool) == {"T": 6, "D": 11, "M": 8, "out": 25}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"posts": [{"id": "WN60", "unit": "wn01"}, {"id": "WN61", "unit": "wn01"}]}, "2"),
        ({"posts": [{"id": "WN60", "unit": "", "depth": "wn-01"}]}, "2.24"),
        ({"posts": [{"id": "C5", "unit": "wn01"}]}, "2.1.only"),
        ({"posts": [{"id": "WN60", "unit": "5/2/916"}]}, "2.1.only"),
        ({"posts": [{"id": "C5", "unit": "1/1/352PzJ"}]}, "2.1.only"),
        ({"armor": [{"hex": "1321"}, {"hex": "1321"}, {}, {}]}, "2.1.only"),
        ({"track": [["event", "1"], ["fire east", "1"]]}, "2"),
        ({"units": [{"id": "A/1/116", "hex": "0101"}]}, "TEC.2"),
        ({"units": [{"id": "A/1/116", "hex": "0603"}]}, "TEC.2"),
        ({"units": [{"id": "A/1/116", "hex": "0513"}], "turn": 9}, "5.21"),
        ({"units": [{"id": "A/1/116", "hex": "0613"}], "turn": 18}, "5.21"),
        ({"units": [{"id": "A/1/116", "hex": "0613", "steps": 4}]}, "2.21.steps"),
        ({"units": [{"id": "A/1/116", "hex": "0613", "steps": 0}]}, "2.21.steps"),
        (
            {"units": [{"id": "A/1/116", "hex": "1514"}], "posts": [{"id": "C5", "unit": "5/2/916"}]},
            "7.31",
        ),
    ],
)
def test_positions_that_cannot_be(fields, rule: str):
    with pytest.raises(Refused) as refusal:
        at(clear=True, phase="action", **fields)
    assert refusal.value.ruling.rule == rule


def test_flooded_units_have_until_the_end_of_the_turn():
    for turn in (7, 8):
        at(clear=True, phase="action", turn=turn, units=[{"id": "A/1/116", "hex": "0513"}])
    with pytest.raises(BadPosition):
        at(clear=True, units=[{"id": "A/1/116", "hex": "9999"}])


def test_a_match_can_begin_in_a_position():
    match = match_at(clear=True, turn=8, units=[{"id": "AB/197", "turn": 8}])
    assert match.decision is not None and match.decision.about == {"unit": u("AB/197")}


@pytest.mark.rule("omaha", "EF.1")
def test_rangers_elsewhere_in_easy_fox():
    g = new("easy-fox", no_rangers=True)
    assert g.units[u("C/2R")].place == "unused", "it belongs to the 29th Division"


@pytest.mark.rule("omaha", "21.1.c", "21.1.d", "22.4")
def test_reaction_in_beyond_the_beach_joins_kg_meyer_to_what_is_left():
    g = set_up("beyond-the-beach", reaction=True)
    german = g.box.german
    inland = [german[post.unit].pool for post in g.posts if post.unit is not None and german[post.unit].pool != "WN"]
    assert Counter(inland) == {"D": 6, "T": 6}
    assert Counter(german[unit].pool for unit in g.pool["D"]) == {"D": 5, "M": 8}
    assert not g.pool["M"]


@pytest.mark.rule("omaha", "AID.deck")
def test_a_turn_with_more_draws_than_cards_goes_on():
    g = at(clear=True, turn=20, scenario="omaha-beach", track=[["fire east", "1"], ["event", "2"]])
    for _ in range(120):
        g.draw_card("barrage", rule="8.4")
        assert the_game().refuse_position(g) is None
    assert [slot for slot, _ in g.track[:2]] == ["fire east", "event"], "what is still needed stays"


@pytest.mark.rule("omaha", "2.1.only")
def test_armor_and_another_german_unit_do_not_share_a_hex():
    posts = [{"id": "C6", "unit": "5/2/916"}]
    g = at(clear=True, turn=20, scenario="omaha-beach", options={"armor": True}, posts=posts)
    g.pool["A"].remove(g.armor_number(0))
    g.change_armor(0, hex=h("1612"), entered=True)
    assert the_game().refuse_position(g).rule == "2.1.only"


def test_imagined_positions_mix_the_released_markers_of_kg_meyer_with_the_others():
    g = set_up("omaha-beach")
    release_kg_meyer(g)
    place_unit(g, p("A1"), g.pool["T"].pop(), rule="9.3")
    add_depth(g, h("1008"), rule="9.2")
    seen = set()
    for seed in range(200):
        twin = the_game().imagine(g, "us", Random(seed))
        assert the_game().refuse_position(twin) is None
        seen.add(twin.box.depth[twin.posts[p("A1")].depth].pool)
    assert seen == {"mobile", "kg"}


def test_a_unit_on_the_map_needs_a_hex():
    with pytest.raises(BadPosition, match="needs a hex"):
        at(clear=True, units=[{"id": "A/1/116", "place": "map"}])
