"""6.5 German artillery fire."""

import pytest
from tests.omaha.helpers import at, match_at, p, run, the_game, told, u

from beachhead.games.omaha import artillery, fire_phase
from beachhead.kernel import Action

QUIET = "5"


def fired(east, posts=(), units=(), answers=(), **fields):
    fields = {"turn": 5, "phase": "fire", **fields}
    script = {"fire east": [east], "fire west": [QUIET]}
    g = at(clear=True, script=script, posts=list(posts), units=list(units), **fields)
    assert run(fire_phase.fire_phase(g), answers) is None
    return g


def hit(g):
    return [the_game().names["unit"].name(event["unit"]) for event in told(g, "artillery_hit")]


GUN = {"id": "WN60", "unit": "wn01"}


@pytest.mark.rule("omaha", "6.5", "6.5.none", "6.5.pri", "6.5.tie")
def test_why_a_unit_cannot_be_chosen():
    units = [{"id": "A/1/16", "box": "ER1"}, {"id": "E/2/16", "box": "ER2"}, {"id": "16 HQ", "box": "ER2"}]
    units += [{"id": "H/2/16", "hex": "0613"}, {"id": "I/3/16", "hex": "0914"}]
    match = match_at(
        {"clear": True, "turn": 5, "phase": "fire"}, {"fire east": ["42"], "fire west": [QUIET]}, units=units
    )
    assert set(match.decision.options["hit"]) == {u("A/1/16"), u("E/2/16")}
    for name, rule in (("16 HQ", "6.5"), ("I/3/16", "6.5.none"), ("H/2/16", "6.5.pri")):
        assert match.why_not(Action("hit", u(name))).rule == rule


# --- the guns ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "6.5", "6.5b", "2.1.art")
def test_guns_of_the_listed_calibres_are_counted():
    g = at(clear=True, posts=[GUN, {"id": "WN61", "unit": "wn07"}, {"id": "WN68S", "unit": "wn02"}])
    assert artillery.active_artillery(g, "east") == {"75": 1, "88": 2, "105": 1}
    assert artillery.active_artillery(g, "west") == {"75": 1, "88": 1, "105": 1}
    target = [{"id": "B/1/16", "box": "ER1"}]
    assert hit(fired("6", [GUN], target)) == ["B/1/16"], "2 of 88 and 105: the two off-map units"
    target = [{"id": "A/1/16", "box": "ER1"}]
    assert hit(fired("42", [GUN], target)) == ["A/1/16"], "1 of 88"
    assert hit(fired("40", [GUN], target)) == [], "5 of all"
    assert told(fired("40", [GUN], target), "artillery_checked")[0]["count"] == 3


@pytest.mark.rule("omaha", "6.5")
def test_the_sector_of_the_box_or_hex_counts_not_the_division():
    west = [{"id": "A/1/16", "box": "DG1"}, {"id": "E/2/16", "hex": "0620"}]
    assert hit(fired("42", [GUN], west)) == [], "1st Division, but in the west"
    east = [{"id": "C/1/116", "box": "ER1"}]
    assert hit(fired("42", [GUN], east)) == ["C/1/116"], "29th Division, but in the east"


@pytest.mark.rule("omaha", "6.5a")
def test_no_artillery_before_turn_4():
    target = [{"id": "A/1/16", "box": "ER1"}]
    early = fired("42", [], target, turn=3)
    assert hit(early) == []
    assert told(early, "artillery_waits")[0]["turn"] == 4
    assert hit(fired("42", [], target, turn=4)) == ["A/1/16"]


@pytest.mark.rule("omaha", "22.1.g")
def test_after_the_bombardment_artillery_begins_on_turn_5():
    target, options = [{"id": "A/1/16", "box": "ER1"}], {"options": {"bombardment": True}}
    assert hit(fired("42", [], target, turn=4, **options)) == []
    assert hit(fired("42", [], target, turn=5, **options)) == ["A/1/16"]


@pytest.mark.rule("omaha", "6.51b", "6.52", "6.53", "6.53a")
def test_wn_guns_count_while_in_play_and_undisrupted_and_rockets_never():
    rocket = {"id": "WN69", "unit": "wn09"}
    g = at(clear=True, posts=[{**GUN, "disrupted": True}, rocket])
    assert "75" not in artillery.active_artillery(g, "east")
    assert artillery.active_artillery(g, "west") == {"88": 1, "105": 1}
    assert artillery.wn_artillery(g) == [p("WN60")]
    g.change_post(p("WN60"), unit=None, disrupted=False)
    assert artillery.wn_artillery(g) == []
    units = [{"id": "C/1/16", "hex": "0609"}, {"id": "G/2/16", "box": "ER1"}]
    posts = [{"id": "WN61", "unit": "wn07"}, {"id": "WN60", "unit": "wn01"}]
    both = fired("4", posts, units)
    assert hit(both) == ["G/2/16"], "four guns, of which WN61 has also fired"
    assert both.units[u("C/1/16")].steps == 2


RING = [
    {"id": name, "hex": place}
    for name, place in (
        ("A/1/116", "1119"),
        ("B/1/116", "1120"),
        ("C/1/116", "1219"),
        ("E/2/116", "1221"),
        ("F/2/116", "1320"),
        ("G/2/116", "1321"),
    )
]
HELD = [*RING, {"id": "A/1/16", "hex": "0916"}, {"id": "B/1/16", "hex": "0918"}, {"id": "C/1/16", "hex": "1220"}]
"""The observers of the 88s of the east: WN64, the upper hex of WN65, and WN67 with a ring around it."""


def has_88(g):
    return "88" in artillery.active_artillery(g, "east")


@pytest.mark.rule("omaha", "6.51", "6.51a")
def test_an_off_map_unit_needs_an_observer():
    assert has_88(at(clear=True)), "nobody holds the observers"
    assert not has_88(at(clear=True, units=HELD))
    assert has_88(at(clear=True, units=[*RING, HELD[-3]])), "WN65 is not held"
    assert has_88(at(clear=True, units=[*HELD[:-2], HELD[-1]], posts=[{"id": "WN65N", "unit": "wn10"}])), "WN65 again"


@pytest.mark.rule("omaha", "6.51")
def test_both_hexes_of_an_observer_must_be_controlled():
    one_step = [{**unit, "steps": 1} for unit in HELD]
    assert has_88(at(clear=True, units=one_step)), "a one-step unit in 0918 does not control 0817"
    assert not has_88(at(clear=True, units=[*one_step, {"id": "E/2/16", "hex": "0817", "steps": 1}]))


@pytest.mark.rule("omaha", "6.51", "12.24a")
def test_communication_is_that_of_the_beginning_of_the_fire_phase():
    assert has_88(at(clear=True, units=HELD, phase="fire", communication=["WN64"]))
    assert not has_88(at(clear=True, units=HELD, phase="fire"))
    assert not has_88(at(clear=True, units=HELD, phase="event", communication=["WN64"]))


@pytest.mark.rule("omaha", "EV.engineer2")
def test_artillery_is_in_play_while_any_gun_is():
    assert artillery.artillery_in_play(at(clear=True))
    g = at(clear=True, posts=[{**GUN, "disrupted": True}])
    assert artillery.artillery_in_play(g)


# --- the hit -------------------------------------------------------------------------------------------------------

BOX_INFANTRY = {"id": "A/1/16", "box": "ER1", "steps": 1}
BEACH_GUN = {"id": "7FA", "hex": "0613"}
BOX_GUN = {"id": "12/397", "box": "ER2"}
BEACH_INFANTRY = {"id": "E/2/16", "hex": "0614"}


@pytest.mark.rule("omaha", "6.5.pri")
def test_the_order_of_targets():
    order = [BOX_INFANTRY, BEACH_GUN, BOX_GUN, BEACH_INFANTRY]
    for first in range(4):
        assert hit(fired("42", [], order[first:])) == [order[first]["id"]]


@pytest.mark.rule("omaha", "6.5.tie")
def test_most_steps_then_the_player_chooses():
    units = [{"id": "A/1/16", "box": "ER1", "steps": 2}, {"id": "E/2/16", "box": "FG1"}, {"id": "I/3/16", "box": "FG2"}]
    g = fired("42", [], units, ["hit I/3/16"])
    assert hit(g) == ["I/3/16"]
    assert hit(fired("42", [], units[:2])) == ["E/2/16"]


@pytest.mark.rule("omaha", "6.5.none")
def test_without_a_target_nobody_is_hit():
    wrong = [
        {"id": "B/1/16", "box": "ER1"},
        {"id": "E/2/16", "hex": "0813"},
        {"id": "C/1/116", "box": "DG1"},
        {"id": "16 HQ", "hex": "0613"},
    ]
    g = fired("42", [], wrong)
    assert hit(g) == []
    assert told(g, "artillery_missed")
    assert g.artillery_fired == {"east"}, "19.33 it fired all the same"


@pytest.mark.rule("omaha", "6.5", "6.34")
def test_artillery_passes_over_who_has_lost_a_step_before_turn_17():
    posts = [{"id": "WN64", "unit": "wn10"}]
    units = [{"id": "E/2/16", "hex": "0615"}, {"id": "A/1/16", "hex": "0612", "steps": 2}]
    g = fired("42", posts, units)
    assert [g.units[u(name)].steps for name in ("E/2/16", "A/1/16")] == [2, 1]
    assert hit(g) == ["A/1/16"]
    g = fired("42", posts, units[:1])
    assert hit(g) == []


@pytest.mark.rule("omaha", "6.5")
def test_a_crowd_is_no_concentrated_target_for_artillery():
    units = [{"id": "B/1/16", "hex": "0612"}, {"id": "C/1/16", "hex": "0612"}]
    assert hit(fired("42", [], units)) == []


@pytest.mark.rule("omaha", "11.14")
def test_a_hero_can_save_his_unit_from_artillery():
    unit = {"id": "A/1/16", "hex": "0612", "steps": 1, "hero": "hero"}
    g = fired("42", [], [unit], ["sacrifice"])
    assert g.units[u("A/1/16")].hero == "inspired"


@pytest.mark.rule("omaha", "16.7.tie", "19.33")
def test_the_artillery_action_prefers_its_own_sector():
    units = [{"id": "A/1/16", "box": "ER1", "steps": 1}, {"id": "C/1/116", "box": "DG1"}]
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="fire", units=units)
    assert run(artillery.artillery_hit(g, "diamond", ("east", "west"), rule="16.7", near="east")) is None
    assert hit(g) == ["A/1/16"]
    assert g.artillery_fired == {"east"}
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="fire", units=units)
    run(artillery.artillery_hit(g, "diamond", ("east", "west"), rule="16.7", near="west"))
    assert hit(g) == ["C/1/116"]
    equals = [{"id": "A/1/16", "box": "ER1"}, {"id": "C/1/116", "box": "DG1"}]
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="fire", units=equals)
    decision = run(artillery.artillery_hit(g, "diamond", ("east", "west"), rule="16.7"))
    assert decision is not None


@pytest.mark.rule("omaha", "16.7.tie", "6.5.tie")
@pytest.mark.parametrize(
    ("near", "rows", "why"),
    [
        ("east", [("A/1/16", "ER1", 1), ("C/1/116", "DG1", 2)], "; its own sector first"),
        ("east", [("A/1/16", "ER1", 2), ("E/2/16", "ER2", 1)], "; the most steps first"),
        (
            "east",
            [("A/1/16", "ER1", 2), ("E/2/16", "ER2", 1), ("C/1/116", "DG1", 2)],
            "; its own sector first, then the most steps first",
        ),
        (None, [("A/1/16", "ER1", 2), ("C/1/116", "DG1", 1)], "; the most steps first"),
        (None, [("A/1/16", "ER1", 2)], ""),
    ],
)
def test_the_log_says_what_decided_between_targets(near, rows, why):
    units = [{"id": name, "box": box, "steps": steps} for name, box, steps in rows]
    g = at(clear=True, scenario="omaha-beach", turn=18, phase="fire", units=units)
    run(artillery.artillery_hit(g, "diamond", ("east", "west"), rule="16.7", near=near))
    (event,) = told(g, "artillery_hit")
    assert event["why"] == f"the diamond, infantry in a landing box{why}"
