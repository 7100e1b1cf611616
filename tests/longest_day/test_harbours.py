"""IX.I Harbours and ports turn by turn, and what lands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.longest_day.helpers import CAMPAIGN

from beachhead.games.longest_day import harbours, landing, ports
from beachhead.games.longest_day.occupation import enter
from beachhead.games.longest_day.scene import scene
from beachhead.games.longest_day.state import LongestDay

OMAHA = ["Dog Green", "Dog Red", "Easy Red", "Fox Green"]


def campaign(turn: int, dice: Mapping[str, Sequence[int]] | None = None, **fields: Any) -> LongestDay:
    return CAMPAIGN.at(turn=turn, phase="allied upkeep", script=dice or {}, **fields)


def number(box: str) -> int:
    return CAMPAIGN.number("box", box)


def go_on(g: LongestDay, until: int, storms: Sequence[int] = ()) -> None:
    """Replacement phases from the next turn to this one; some of them in storms."""
    while g.turn < until:
        g.turn += 1
        g.storm = g.storm + 1 if g.turn in storms else 0
        g.weather = "ST" if g.storm else "FAIR"
        harbours.upkeep(g)
        ports.upkeep(g)


@pytest.mark.rule("longest_day", "IX.I.1.b", "IX.I.1.b.1", "IX.I.1.c", "IX.I.1.c.1", "IX.I.1.c.2")
def test_a_mulberry_opens_on_20_june_and_is_complete_on_24_june():
    """Acceptance case 10: begun on 7 June, the tenth turn is 17 June; a delay of 3, and 4 turns more."""
    g = campaign(2, {"Mulberry A delay": [3], "Mulberry A completion": [4]}, beachheads=OMAHA)
    harbours.build(g, number("Dog Red"))
    found = {}
    for turn in range(3, 20):
        go_on(g, turn)
        found[turn] = landing.capacity(g, "Omaha")
    assert [found[turn] for turn in (11, 12, 14, 15, 18, 19)] == [16, 12, 12, 9 + 6, 9 + 6, 9 + 12]


@pytest.mark.rule("longest_day", "IX.I.1.b.2")
def test_storms_put_a_mulberry_off():
    """IX.I.1.b.2 One turn for each turn of storm, but not on the turn on which it opens."""
    g = campaign(2, {"Mulberry B delay": [2], "Mulberry B completion": [2]}, beachheads=["Item Green"])
    harbours.build(g, number("Item Green"))
    go_on(g, 13, storms=[5])
    assert (g.mulberries["B"].stage, g.mulberries["B"].due) == ("delayed", 15)
    go_on(g, 15)
    assert g.mulberries["B"].stage == "open"


def test_a_mulberry_opens_in_a_storm():
    """IX.I.1.b.2 It opens on its day; the next day of storm puts the last phase off."""
    g = campaign(14, {"Mulberry B completion": [2], "storm damage B": [1, 1]}, beachheads=["Item Green"])
    g.mulberries["B"] = harbours.Mulberry("delayed", 15)
    go_on(g, 15, storms=[15])
    assert (g.mulberries["B"].stage, g.mulberries["B"].due) == ("open", 17)
    assert landing.capacity(g, "Gold") == 3
    go_on(g, 16, storms=[16])
    assert g.mulberries["B"].due == 18


@pytest.mark.rule("longest_day", "IX.I.1.e", "IX.I.1.e.1", "IX.I.1.e.4", "IX.I.1.d")
def test_an_open_mulberry_is_damaged_then_destroyed():
    """IX.I.1.e The first turn of a storm does nothing; a hit costs four points, the second the harbour."""
    g = campaign(20, {"storm damage A": [4, 3, 6]}, beachheads=["Dog Red"])
    g.mulberries["A"] = harbours.Mulberry("complete")
    go_on(g, 21, storms=[21])
    assert not g.mulberries["A"].is_damaged
    go_on(g, 22, storms=[22])
    assert g.mulberries["A"].is_damaged
    assert landing.capacity(g, "Omaha") == 2
    go_on(g, 23, storms=[23])
    go_on(g, 24, storms=[24])
    assert g.wrecked == {"A"}
    g.storm, g.weather = 0, "FAIR"
    assert landing.capacity(g, "Omaha") == 3
    assert harbours.refuse_build(g, number("Dog Red")) is not None


@pytest.mark.rule("longest_day", "IX.I.1.e.2", "IX.I.1.e.3")
def test_hits_of_one_storm_on_a_building_site():
    """IX.I.1.e.2, IX.I.1.e.3 Each hit is a turn more; three damage it, four destroy it; a new storm counts anew."""
    g = campaign(2, {"storm damage A": [6, 6, 1, 6, 6]}, beachheads=["Dog Red"])
    harbours.build(g, number("Dog Red"))
    go_on(g, 5, storms=[3, 4, 5])
    assert (g.mulberries["A"].due, g.mulberries["A"].hits) == (12 + 3 + 2, 2)
    go_on(g, 6)
    assert g.mulberries["A"].hits == 0
    go_on(g, 8, storms=[7, 8])
    assert not g.mulberries["A"].is_damaged
    g = campaign(2, {"storm damage A": [6, 6, 6, 6]}, beachheads=["Dog Red"])
    harbours.build(g, number("Dog Red"))
    go_on(g, 6, storms=[3, 4, 5, 6])
    assert g.mulberries["A"].is_damaged
    go_on(g, 7, storms=[7])
    assert g.wrecked == {"A"}


@pytest.mark.rule("longest_day", "IX.I.1.f", "IX.I.1.a", "IX.I.1.a-01")
def test_a_mulberry_needs_the_coast():
    """IX.I.1.a, IX.I.1.f Without a beachhead none is begun beside Germans; where they come it is lost."""
    place = CAMPAIGN.box.board.names[CAMPAIGN.box.coast[number("Item Green")]]
    g = campaign(2, units=[("GE-352-I/914", place)])
    ruling = harbours.refuse_build(g, number("Item Green"))
    assert ruling is not None
    assert ruling.rule == "IX.I.1.a-01"
    g = campaign(2, beachheads=["Item Green"], units=[("GE-352-I/914", "083-038")])
    harbours.build(g, number("Item Green"))
    enter(g, CAMPAIGN.number("unit", "GE-352-I/914"), [CAMPAIGN.box.coast[number("Item Green")]])
    assert g.wrecked == {"B"}


@pytest.mark.rule("longest_day", "IX.E.3.a.2")
@pytest.mark.parametrize(("german", "points"), [("108-041", 0), ("108-043", 6)])
def test_sword_closes_with_mulberry_b_complete(german: str, points: int):
    """IX.E.3.a.2 Unless no German is on the coast from the Orne through Cabourg; once closed it stays so."""
    g = campaign(20, beachheads=["Queen Green", "Queen White", "Queen Red"], units=[("GE-711-I/731", german)])
    g.mulberries["B"] = harbours.Mulberry("open", 21)
    assert landing.capacity(g, "Sword") == 6
    go_on(g, 21)
    assert landing.capacity(g, "Sword") == points


@pytest.mark.rule("longest_day", "IX.I.2.a", "IX.I.2.b", "IX.I.2.c", "IX.I.2.d")
@pytest.mark.parametrize("die", [1, 6])
def test_isigny_opens_between_16_and_21_june(die: int):
    """Acceptance case 11: entered on 9 June, begun on the 10th, a die on the 15th."""
    g = campaign(4, {"Isigny delay": [die]}, units=[("US-29-1/115", "055-037"), ("GE-352-I/914", "054-038")])
    isigny, place = number("port Isigny"), CAMPAIGN.box.coast[number("port Isigny")]
    enter(g, CAMPAIGN.number("unit", "US-29-1/115"), [place])
    assert ports.refuse_clear(g, isigny) is not None
    g.turn = 5
    assert ports.refuse_clear(g, isigny) is None
    ports.clear(g, isigny)
    go_on(g, 10 + die - 1, storms=[7])
    assert landing.capacity(g, "port Isigny") == 0
    go_on(g, 10 + die)
    assert landing.capacity(g, "port Isigny") == 1
    g.lose(CAMPAIGN.number("unit", "US-29-1/115"))
    enter(g, CAMPAIGN.number("unit", "GE-352-I/914"), [place])
    assert landing.capacity(g, "port Isigny") == 0
    assert ports.refuse_clear(g, isigny) is not None


@pytest.mark.rule("longest_day", "IX.I.3", "IX.I.3.a", "IX.I.3.b", "IX.I.3.c", "IX.I.3.d")
def test_cherbourg_is_demolished_then_repaired():
    """IX.I.3 From 12 down until the Allies are there; it opens when no German is next to it, and grows at once."""
    dice = {"Cherbourg demolition": [6, 5, 1], "Cherbourg repair": [6, 2]}
    g = campaign(2, dice, units=[("US-9-1/39", "024-011"), ("GE-709-I/729", "025-010")])
    for _ in range(3):
        ports.cherbourg(g)
    assert g.cherbourg == 12 - 3 - 2
    port, place = number("port Cherbourg"), CAMPAIGN.box.board.number("024-010")
    enter(g, CAMPAIGN.number("unit", "US-9-1/39"), [place])
    ports.cherbourg(g)
    assert port not in g.ports
    g.lose(CAMPAIGN.number("unit", "GE-709-I/729"))
    ports.cherbourg(g)
    assert landing.capacity(g, "port Cherbourg") == 7 + 3
    ports.cherbourg(g)
    assert landing.capacity(g, "port Cherbourg") == 11


def test_cherbourg_may_open_with_nothing():
    """IX.I.3.a The port opens even below nothing; it lands nobody until it is repaired."""
    g = campaign(30, {"Cherbourg repair": [6]}, cherbourg=-5, units=[("US-9-1/39", "024-011")])
    enter(g, CAMPAIGN.number("unit", "US-9-1/39"), [CAMPAIGN.box.board.number("024-010")])
    ports.cherbourg(g)
    assert g.cherbourg == -2
    assert landing.capacity(g, "port Cherbourg") == 0


@pytest.mark.rule("longest_day", "IX.E.3.a", "IX.E.3.a.1", "IX.E.3.a.3", "IX.C.4.b-01", "IX.C.4.c-01")
@pytest.mark.parametrize(
    ("turn", "weather", "found"),
    [
        (2, "FAIR", {"Utah": 6, "Omaha": 4, "Gold": 3, "Juno": 3, "Sword": 3}),
        (11, "OV-1", {"Utah": 6, "Omaha": 4, "Gold": 3, "Juno": 3, "Sword": 3}),
        (12, "FAIR", {"Utah": 4, "Omaha": 3, "Gold": 2, "Juno": 2, "Sword": 2}),
        (39, "OV-2", {"Utah": 2, "Omaha": 2, "Gold": 1, "Juno": 1, "Sword": 1}),
        (40, "FAIR", {"Utah": 4, "Omaha": 2, "Gold": 2, "Juno": 2, "Sword": 2}),
        (40, "ST", {"Utah": 0, "Omaha": 0, "Gold": 0, "Juno": 0, "Sword": 0}),
    ],
)
def test_what_a_beachhead_lands(turn: int, weather: str, found: dict[str, int]):
    """IX.E.3.a By beach and date; IX.C.4 overcast halves it, rounded up, and storms end it."""
    boxes = ["Uncle Red", "Dog Green", "King Red", "Nan White", "Queen Red"]
    g = campaign(turn, weather=weather, beachheads=boxes)
    assert {beach: landing.capacity(g, beach) for beach in found} == found


def test_the_way_ashore_is_shown():
    """IX.E.3.e The table shows what is left of each beach, how far harbours are, and who waits where."""
    g = campaign(5, beachheads=OMAHA, landed={"Omaha": 3}, units=[{"id": "US-30-HQ", "place": "box", "box": "entry 4"}])
    g.mulberries["A"] = harbours.Mulberry(due=12)
    panels = {panel.id: panel for panel in scene(g, None).panels}
    assert [(tally.label, tally.value) for tally in panels["landing"].tallies] == [("Omaha", "13 of 16")]
    assert "Mulberry A: under way until 17 June" in panels["landing"].lines
    assert len(panels["entry-4"].counters) == 1


@pytest.mark.rule("longest_day", "IX.B")
def test_the_cards_are_shown():
    """IX.B Boxes of the German track that hold anybody are panels of the table, with the state of the railways."""
    units = [{"id": "GE-12ss-HQ", "place": "box", "box": "Rouen"}, {"id": "US-29-HQ", "hex": "069-044"}]
    titles = {panel.title for panel in scene(CAMPAIGN.at(turn=5, units=units), "german").panels}
    assert {"Railways", "Rouen"} <= titles
