"""6.2 The levels of victory of S1 to S9: shifts, lines of communication, breaches, and levels missed by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.tcs.helpers import BENCH, GAME
from tests.tcs.test_board import S8_VILLAGES

from beachhead.games.tcs import breaches, communication, victory
from beachhead.games.tcs.state import Tcs

GROUND = GAME.box.ground
BREACHES = list(range(len(GROUND.breaches)))
NINE = (
    "St Laurent", "Les Moulins", "Le Bray", "Colleville", "Le Grand Hameau", "St Honorine", "Cabourg 2",
    "Chateau D'Eau", "Huppain",
)  # fmt: skip
EIGHT = (
    "St Laurent", "Colleville", "Le Bray", "Chateau D'Eau", "Huppain", "Villers sur Port", "Le Grand Hameau",
    "Cabourg 2",
)  # fmt: skip
EAST = ("Le Grand Hameau", "St Honorine", "Huppain")
PLATOONS = [piece.id for piece in GAME.box.pieces if piece.type in ("inf-18", "inf-26")]
INLAND, BEACH = "C30.30", "A36.26"
"""South of the shingle, and on its sea side."""


def on_sheets(sheets: str) -> tuple[str, ...]:
    return tuple(name for name, hexes in GROUND.villages.items() if GROUND.sheet_of(hexes[0]) in sheets)


def position(
    scenario: str,
    american: tuple[str, ...] = (),
    breaches: list[int] | None = None,
    units: Mapping[str, str] | None = None,
    **fields: Any,
) -> Tcs:
    """A position in which the American was the last in some villages and holds some breaches."""
    board = GAME.box.board
    last = {board.name(h): "american" for village in american for h in GROUND.villages[village]}
    for number in breaches or ():
        last[board.name(GROUND.breaches[number].landward)] = "american"
    placed = [{"id": unit, "hex": place} for unit, place in (units or {"E/2/16 1": INLAND}).items()]
    return BENCH.at(
        scenario=scenario,
        clear=True,
        phase="clean-up",
        last_in=last,
        open_breaches=breaches or [],
        units=placed,
        own_plan=scenario == "S3",
        **fields,
    )


def marked(rule: str, *values: Any) -> Any:
    return pytest.param(rule, *values, marks=pytest.mark.rule("tcs", rule), id=rule)


def germans(number: int, place: str, also: str = INLAND) -> dict[str, str]:
    """An American, and so many German tanks in a hex of ten and the next ones."""
    names = [piece.id for piece in GAME.box.pieces if piece.type in ("panther", "jagdtiger", "kingtiger")][:number]
    around = GAME.box.board.within(GAME.box.board.number(place), 2)
    land = [GAME.box.board.name(h) for h in around if not GROUND.seaward[h]]
    return {"E/2/16 1": also, **{name: land[n // 10] for n, name in enumerate(names)}}


def infantry(number: int, place: str) -> dict[str, str]:
    names = [p.id for p in GAME.box.pieces if p.side == "german" and p.type == "inf-352"][:number]
    around = [GAME.box.board.name(h) for h in GAME.box.board.within(GAME.box.board.number(place), 3)]
    return {"E/2/16 1": "A20.10", **{name: around[n // 3] for n, name in enumerate(names)}}


def americans(number: int, place: str) -> dict[str, str]:
    names = [p.id for p in GAME.box.pieces if p.type == "m4"][:number]
    around = [GAME.box.board.name(h) for h in GAME.box.board.within(GAME.box.board.number(place), 1)]
    return {"E/2/16 1": place, **{name: around[n // 8] for n, name in enumerate(names)}}


S1_MASSIVE = (*on_sheets("AB"), "Formigny", "Surrain", "Le Chateau Rouge", "La Ville", "Belle Fontaine")


@pytest.mark.parametrize(
    ("rule", "scenario", "lost", "level"),
    [
        marked("S1.shift", "S1", 110, "minor american"),
        marked("S2.shift", "S2", 125, "minor american"),
        marked("S8.shift", "S8", 135, ""),
    ],
)
def test_losses_shift_the_result(rule: str, scenario: str, lost: int, level: str) -> None:
    """6.2-2 A major or massive American victory falls by the shifts of the German."""
    names = [p.id for p in GAME.box.pieces if p.side == "american" and p.type.startswith(("inf", "m4", "mg"))][:lost]
    villages = EIGHT if scenario == "S2" else on_sheets("AB" if scenario == "S1" else "ABCD")
    g = position(scenario, american=villages, breaches=BREACHES, units={"E/2/18 1": "A20.10"})
    for name in names:
        g.change(BENCH.number("unit", name), at=-3)
    outcome = victory.verdict(g)
    assert f"{outcome.level} {outcome.winner or ''}".strip() == level


@pytest.mark.rule("tcs", "6.3", "6.3b", "6.2-4", "6.2-4b")
@pytest.mark.parametrize(
    ("breaches", "german", "holds"),
    [([7], {}, True), ([], {}, False), ([7], {"1/1/130 1": "B18.01"}, False), ([7], {"1/1/130 1": "B45.02"}, True)],
)
def test_a_line_of_communication(breaches: list[int], german: dict[str, str], holds: bool) -> None:
    """6.3, 6.3b From the exit by road to an open breach, and under no direct fire."""
    exited = dict.fromkeys(PLATOONS[:3], "B18.01")
    g = position("S3", breaches=breaches, units={"E/2/16 1": "B20.12", **german}, exited=exited)
    assert communication.exited(g, "D97 line of communication") == (3 if holds else 0)


@pytest.mark.rule("tcs", "6.5")
@pytest.mark.parametrize(("german", "found"), [({}, [2, 4]), ({"1/1/130 1": "A25.24"}, [4])])
def test_open_breaches_must_be_possessed(german: dict[str, str], found: list[int]) -> None:
    """6.5 No German stands in either hex of the breach, and an American was the last in one of them."""
    g = position("S8", breaches=[2, 4], units={"E/2/16 1": INLAND, **german})
    g.open_breaches.add(5)
    assert breaches.possessed(g) == found


ALL_AB, ALL_B = on_sheets("AB"), on_sheets("B")
TANK = "1/1/130 1"
MISSED = [
    # S1: all breaches, Germans within 20, 15 and 10 hexes of the shingle, the fifth village, the fourth breach
    (
        "S1",
        "major american",
        {"american": S1_MASSIVE, "breaches": BREACHES, "units": {"E/2/16 1": INLAND, TANK: "A20.05"}},
    ),
    ("S1", "minor american", {"american": ALL_AB, "breaches": BREACHES[:7]}),
    ("S1", "minor american", {"american": ALL_AB, "breaches": BREACHES, "units": {"E/2/16 1": INLAND, TANK: "A20.11"}}),
    ("S1", "major american", {"american": ALL_AB, "breaches": BREACHES, "units": {"E/2/16 1": INLAND, TANK: "B45.20"}}),
    ("S1", "minor german", {"american": NINE[:4], "breaches": BREACHES[:4]}),
    ("S1", "", {"american": NINE[:5], "breaches": BREACHES[:3]}),
    ("S1", "", {"american": NINE[:5], "breaches": BREACHES[:4], "units": {"E/2/16 1": INLAND, TANK: "A20.14"}}),
    ("S1", "minor german", {"american": NINE[:3], "breaches": BREACHES[:4]}),
    # S2: six of eight villages, five breaches, four of them clear of Germans
    ("S2", "major american", {"american": EIGHT, "breaches": BREACHES[:5], "units": {"E/2/16 1": "A20.10"}}),
    ("S2", "minor american", {"american": EIGHT[:5], "breaches": BREACHES[:5], "units": {"E/2/16 1": "A20.10"}}),
    ("S2", "", {"american": EIGHT[:4], "breaches": BREACHES[:4], "units": {"E/2/16 1": "A20.10", TANK: "A25.20"}}),
    ("S2", "minor german", {"american": EIGHT[:3], "breaches": BREACHES[:3], "units": {"E/2/16 1": "A20.10"}}),
    # S3: all of map B with ten platoons, five Germans near the shingle
    (
        "S3",
        "major american",
        {
            "american": ALL_B,
            "breaches": BREACHES[4:],
            "units": {"E/2/16 1": "B20.10"},
            "exited": dict.fromkeys(PLATOONS[:9], "B18.01"),
        },
    ),
    ("S3", "minor american", {"american": EAST, "breaches": BREACHES[4:7], "units": {"E/2/16 1": "B20.10"}}),
    ("S3", "", {"american": EAST[:2], "breaches": BREACHES[4:6], "units": {"E/2/16 1": "B20.10"}}),
    ("S3", "", {"american": EAST[:2], "units": germans(4, "B19.20", "B20.05")}),
    # S4: ten Germans closer than ten hexes are few enough, eleven within ten are not
    (
        "S4",
        "minor american",
        {
            "american": ("Colleville",),
            "breaches": BREACHES[:2],
            "units": {**germans(10, "A36.18"), **americans(16, "A20.10")},
        },
    ),
    (
        "S4",
        "",
        {
            "american": ("Colleville",),
            "breaches": BREACHES[:2],
            "units": {**germans(11, "A36.18"), **americans(16, "A20.10")},
        },
    ),
    ("S4", "", {"american": ("Colleville",), "units": {**germans(10, "A36.18"), **americans(16, "A20.10")}}),
    # S6: ten and twenty German infantry units on maps A and B
    ("S6", "minor german", {"units": infantry(9, "A36.15")}),
    ("S6", "major german", {"units": infantry(19, "A36.15")}),
    # S8: villages and Germans near the shingle
    ("S8", "", {"american": S8_VILLAGES[:13], "units": germans(15, "A36.18")}),
    ("S8", "", {"american": S8_VILLAGES[:12], "units": germans(14, "A36.18")}),
    ("S8", "minor german", {"american": S8_VILLAGES[:10], "units": germans(20, "A36.18")}),
    ("S8", "major german", {"american": S8_VILLAGES[:6], "units": germans(29, "A36.18")}),
    ("S8", "", {"american": S8_VILLAGES[:14], "breaches": BREACHES}),
    ("S8", "", {"american": S8_VILLAGES[:15], "breaches": BREACHES[:7]}),
]


@pytest.mark.rule("tcs", "6.2-1")
@pytest.mark.parametrize(("scenario", "level", "given"), MISSED)
def test_a_level_is_missed_by_one(scenario: str, level: str, given: dict[str, Any]) -> None:
    """6.2-1 Where one of a level's conditions does not hold by a hair, the next one that does is the result."""
    outcome = victory.verdict(position(scenario, **given))
    assert f"{outcome.level} {outcome.winner or ''}".strip() == level
