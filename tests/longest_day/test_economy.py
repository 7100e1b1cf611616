"""IX.D.8, IX.D.9, IX.E.5.d Formations that are broken up, guns that are replaced, and who waits for Caen."""

from __future__ import annotations

from typing import Any

import pytest
from tests.longest_day.helpers import CAMPAIGN

from beachhead.games.longest_day import caen, disbanding, entry_track, rebuilding
from beachhead.games.longest_day.state import LongestDay

AREAS = CAMPAIGN.box.areas
NORTHWEST = {CAMPAIGN.box.board.names[h]: "allied" for h in AREAS["caen:northwest"]}
CAEN = {**NORTHWEST, **{CAMPAIGN.box.board.names[h]: "allied" for h in AREAS["caen:southeast"]}}


def campaign(turn: int, **fields: Any) -> LongestDay:
    return CAMPAIGN.at(turn=turn, phase="allied replacement", **fields)


def unit(name: str) -> int:
    return CAMPAIGN.number("unit", name)


def on_track(*names: str, turn: int = 1, came: int = 0) -> list[dict[str, Any]]:
    return [{"id": name, "place": "track", "turn": turn, "came": came} for name in names]


def rule_of(ruling: Any) -> str:
    return ruling.rule if ruling is not None else ""


@pytest.mark.rule("longest_day", "IX.E.5.d.1", "IX.E.5.d.1-01")
def test_the_guards_hurry_when_caen_is_allied():
    """IX.E.5.d.1 From 11 June on, five turns behind any British division; the others then come three turns later."""
    units = on_track("BR-GdsARM-HQ", turn=13) + on_track("BR-59-HQ", turn=11)
    g = campaign(8, held=CAEN, queued={"43 Infantry Division": 3}, units=units)
    assert entry_track.refuse_bring(g, unit("BR-GdsARM-HQ")) is None
    g.queued["53 Infantry Division"] = 4
    assert rule_of(entry_track.refuse_bring(g, unit("BR-GdsARM-HQ"))) == "IX.E.5.d"
    del g.queued["53 Infantry Division"]
    entry_track.bring(g, unit("BR-GdsARM-HQ"))
    assert g.is_guards_early
    assert caen.first_turn(g, unit("BR-59-HQ")) == 14
    g = campaign(8, held=NORTHWEST, units=units)
    assert rule_of(entry_track.refuse_bring(g, unit("BR-GdsARM-HQ"))) == "IX.E.5.d"


@pytest.mark.rule("longest_day", "IX.E.5.d.2", "IX.E.5.d.2-01", "IX.E.5.d.2-02")
def test_canadian_armour_waits_for_caen_or_relieves():
    """IX.E.5.d.2 Box 10 needs Caen north-west of the Orne, landing all of it, or that a British division has gone."""
    units = on_track("CA-4CARM-HQ", turn=41) + on_track("BR-6_Gds_Tk-4_Gren", turn=35)
    g = campaign(41, units=units)
    assert rule_of(entry_track.refuse_bring(g, unit("CA-4CARM-HQ"))) == "IX.E.5.d.2"
    g = campaign(41, held=NORTHWEST, units=units)
    assert entry_track.refuse_bring(g, unit("CA-4CARM-HQ")) is None
    assert rule_of(caen.refuse_landing(g, unit("CA-4CARM-HQ"))) == "IX.E.5.d.2-01"
    g = campaign(41, held=CAEN, units=units)
    assert caen.refuse_landing(g, unit("CA-4CARM-HQ")) is None
    left = on_track("BR-7ARM-HQ", turn=40, came=3)
    g = campaign(41, units=[*units, *left, {"id": "BR-7ARM-supply", "hex": "086-036"}])
    assert entry_track.refuse_bring(g, unit("CA-4CARM-HQ")) is None
    assert caen.refuse_landing(g, unit("CA-4CARM-HQ")) is None
    assert rule_of(entry_track.refuse_bring(g, unit("BR-6_Gds_Tk-4_Gren"))) == "IX.E.5.d.2"


@pytest.mark.rule("longest_day", "IX.E.5.d.3", "IX.E.5.d.4")
def test_poles_and_canadians():
    """IX.E.5.d.3, IX.E.5.d.4 The Poles follow the Canadian armour; 2 Canadian lands from 6 July on, or for Caen."""
    units = on_track("PO-1PARM-HQ", turn=46) + on_track("CA-2C-HQ", turn=21)
    g = campaign(46, units=units, queued={"4 Canadian Armoured Division": 42})
    assert rule_of(entry_track.refuse_bring(g, unit("PO-1PARM-HQ"))) == "IX.E.5.d.3"
    g.turn = 47
    assert entry_track.refuse_bring(g, unit("PO-1PARM-HQ")) is None
    assert rule_of(caen.refuse_landing(g, unit("PO-1PARM-HQ"))) == "IX.E.5.d.3"
    assert rule_of(caen.refuse_landing(campaign(30, units=units), unit("CA-2C-HQ"))) == "IX.E.5.d.4"
    assert caen.refuse_landing(campaign(30, held=NORTHWEST, units=units), unit("CA-2C-HQ")) is None
    assert caen.refuse_landing(campaign(31, units=units), unit("CA-2C-HQ")) is None


@pytest.mark.rule("longest_day", "IX.D.9", "IX.D.9.a", "IX.D.9.b", "IX.D.9.d", "IX.D.9.e")
def test_a_british_division_is_disbanded():
    """IX.D.9 From 1 August on its headquarters and a supply unit go, and its battalions rebuild others."""
    units = [
        ("BR-59-HQ", "095-050"),
        ("BR-59-supply", "095-050"),
        {"id": "BR-53-HQ", "hex": "095-052"},
        {"id": "CA-3C-HQ", "hex": "095-054"},
    ]
    g = campaign(56, units=units)
    assert rule_of(disbanding.refuse_disband(g, unit("BR-59-HQ"))) == "IX.D.9"
    g = campaign(57, units=units)
    assert rule_of(disbanding.refuse_disband(g, unit("CA-3C-HQ"))) == "IX.D.9"
    disbanding.disband(g, unit("BR-59-HQ"))
    assert CAMPAIGN.box.box_in(g.units[unit("BR-59-supply")].at).id == "supply pool"
    assert rule_of(disbanding.refuse_disband(g, unit("BR-53-HQ"))) == "IX.D.9"
    assert unit("BR-59-HQ") not in g.spare
    donor = next(u for u in sorted(g.spare) if CAMPAIGN.box.pieces[u].function == "infantry")
    other = next(u for u in CAMPAIGN.box.formations["53 Infantry Division"] if CAMPAIGN.box.pieces[u].steps == 3)
    assert rebuilding.refuse_with(g, other, donor) is None
    g.change(donor, at=10)
    rebuilding.use_up(g, donor)
    assert g.units[donor].step == "half"


@pytest.mark.rule("longest_day", "IX.D.9.f")
def test_the_56th_brigade_frees_three_battalions():
    """IX.D.9.f The brigade joins a division, and three battalions of that rebuild others."""
    names = [CAMPAIGN.box.pieces[u].id for u in CAMPAIGN.box.formations["50 Infantry Division"]]
    infantry = [n for n in names if CAMPAIGN.box.pieces[unit(n)].function == "infantry"][:4]
    brigade = CAMPAIGN.box.pieces[CAMPAIGN.box.formations["56 Infantry Brigade"][0]].id
    places = ["095-050", "095-051", "095-052", "095-053"]
    g = campaign(57, units=[("BR-50-HQ", "095-054"), (brigade, "095-055"), *zip(infantry, places, strict=True)])
    assert disbanding.refuse_attach(g, unit("BR-50-HQ")) is None
    CAMPAIGN.drive(disbanding.attach(g, unit("BR-50-HQ")), *(f"give-up {name}" for name in infantry[:3]))
    assert g.spare == {unit(name) for name in infantry[:3]}
    assert g.units[unit(brigade)].hq == unit("BR-50-HQ")
    assert rule_of(disbanding.refuse_disband(g, unit(brigade))) == "IX.D.9.f"


@pytest.mark.rule("longest_day", "IX.D.9.g")
def test_a_german_division_without_battalions_is_broken_up():
    """IX.D.9.g Its supply unit goes to the pool, and its headquarters may rebuild infantry."""
    lost = [
        {"id": CAMPAIGN.box.pieces[u].id, "place": "lost"} for u in CAMPAIGN.box.formations["352 Infanterie Division"]
    ]
    here = {"GE-352-HQ", "GE-352-FE_352"}
    kept = [row for row in lost if row["id"] not in here]
    g = campaign(20, units=[*kept, ("GE-352-HQ", "070-050"), ("GE-352-supply", "070-050")])
    g.change(unit("GE-352-FE_352"), at=-3)
    disbanding.disband_germans(g)
    assert unit("GE-352-HQ") in g.spare
    assert CAMPAIGN.box.box_in(g.units[unit("GE-352-supply")].at).id == "German supply pool"


@pytest.mark.rule("longest_day", "IX.D.8", "IX.D.8-02", "IX.D.8.a")
def test_lost_divisional_guns_are_replaced():
    """IX.D.8 By a like independent unit, where that is; a 155 of the US only by a self-propelled one."""
    pieces, box = CAMPAIGN.box.pieces, CAMPAIGN.box
    lost = next(p.id for p in pieces if p.parent == "29 Infantry Division" and p.type == "us 155")
    tracked = next(p.id for p in pieces if p.type == "us 155 sp" and p.parent not in box.divisions)
    towed = next(p.id for p in pieces if p.type == "us 155" and p.parent not in box.divisions)
    units = [{"id": lost, "place": "lost"}, ("US-29-HQ", "069-045"), (tracked, "069-046"), (towed, "069-047")]
    g = campaign(20, units=units)
    assert rule_of(disbanding.refuse_gun(g, unit(lost), unit(towed))) == "IX.D.8-02"
    CAMPAIGN.drive(disbanding.replace(g, unit(lost)))
    assert g.units[unit(lost)].at == box.board.number("069-046")
    assert g.units[unit(tracked)].at < 0
