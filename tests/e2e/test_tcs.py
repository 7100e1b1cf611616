"""The tactical Omaha in a real browser: a drawn order, overwatch, an artillery mission, a landing wave."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import (
    Hands,
    asked,
    button,
    counters,
    fingerprint,
    look_at,
    moved_on,
    options,
    set_table,
    sit_down,
)

pytestmark = pytest.mark.browser

ORDERS = {
    "scenario": "S7",
    "clear": True,
    "phase": "american orders",
    "units": [
        {"id": "L/3/26 1", "hex": "C12.30"},
        {"id": "L/3/26 2", "hex": "C12.31"},
        {"id": "5/2/916 1", "hex": "C6.25"},
    ],
}
HEDGES = {
    "scenario": "T2",
    "clear": True,
    "phase": "first movement",
    "first": "american",
    "units": [
        {"id": "K/3/26 1", "hex": "C17.34", "mode": "move"},
        {"id": "5/2/916 1", "hex": "C17.28"},
    ],
}
HASTE = ("rest", "done")
"""What somebody says who does not care."""


def come(page: Page, server: Server, position: dict[str, Any], side: str) -> tuple[Any, Hands]:
    """Sit down at a table with this position, and look at the first of its units."""
    table = set_table(server, "tcs", position)
    sit_down(page, server, table, side)
    look_at(page, position["units"][0]["hex"])
    return table, Hands(page, server, "tcs")


def begun(server: Server, scenario: str, seed: str, wanted: str) -> Any:
    """A game that two hasty people have begun, at the first question that offers the American this verb."""
    table = server.table("tcs", scenario, seed=seed, seats={"american": "human", "german": "human"})
    path, side = f"/api/tables/{table['id']}", "american"
    while True:
        state = server.get(path, table["tokens"][side])
        if state["deciding"] != side:
            side = state["deciding"]
            continue
        offered = state["decision"]["options"]
        if side == "american" and wanted in offered:
            return table
        verb = next((verb for verb in HASTE if verb in offered), next(iter(offered)))
        body = {"seq": state["seq"], "verb": verb, "arg": offered[verb]["args"][0]}
        server.post(f"{path}/actions", body, table["tokens"][side])


def scene_of(server: Server, table: Any, side: str) -> Any:
    """What a side sees."""
    return server.get(f"/api/tables/{table['id']}", table["tokens"][side])["scene"]


def told(page: Page, words: str) -> None:
    """Wait until the log says something."""
    expect(page.get_by_test_id("log")).to_contain_text(re.compile(words))


def test_an_order_is_drawn_on_the_map(window: Window, server: Server) -> None:
    page = window.page
    table, hands = come(page, server, ORDERS, "american")
    button(page, "write").click()
    asked(page, "For whom")
    button(page, "order", "L/3/26").click()
    asked(page, "What is their mission?")
    button(page, "mission", "attack").click()
    asked(page, "Which is their objective?")
    button(page, "village", "Formigny").click()
    asked(page, "What else?")
    [straight] = scene_of(server, table, "american")["traces"]
    assert straight["hexes"][0] in ("C12.30", "C12.31") and straight["is_strong"]
    button(page, "draw").click()
    asked(page, "By which hexes")
    hands.click(hands.hex("C10.33"))
    told(page, "sheet 1 is being written")
    expect(button(page, "clear-axis")).to_be_visible()
    [drawn] = scene_of(server, table, "american")["traces"]
    assert "C10.33" in drawn["hexes"] and "C10.33" not in straight["hexes"]
    button(page, "enough").click()
    asked(page, "What else?")
    button(page, "prepare").click()
    told(page, "is in preparation: L/3/26, attack at Formigny")
    box = page.get_by_test_id("box").filter(has_text="L/3/26")
    expect(box).to_contain_text(re.compile(r"Chance this turn \d+%, in force after (about|more than) \d+ turns"))
    assert scene_of(server, table, "german")["traces"] == []


def test_a_step_is_answered_by_overwatch(window: Window, server: Server) -> None:
    page = window.page
    table, hands = come(page, server, HEDGES, "american")
    hands.click(hands.hex("C17.34"))
    asked(page, "Where does K/3/26 1 go?")
    x, y = hands.hex("C17.29")
    hands.stage.hover(position={"x": x, "y": y})
    expect(page.get_by_test_id("preview")).to_contain_text(re.compile("Enemies who may answer ?1"))
    expect(page.get_by_test_id("preview")).to_contain_text("a loss on the way")
    hands.click((x, y))
    told(page, r"K/3/26 1 moves to C1[67]\.")
    page.goto("about:blank")  # from one chair to the other
    sit_down(page, server, table, "german")
    asked(page, "who answers the movement")
    button(page, "join").click()
    expect(page.get_by_test_id("preview")).to_contain_text("Firepower")
    button(page, "fire").click()
    told(page, "5/2/916 1 fires at C1[67].")
    told(page, "K/3/26 1: .* on the column for")
    assert "Overwatch mark" in [badge["text"] for badge in counters(server, table, "german")["5/2/916 1"]["badges"]]


def test_an_artillery_mission_adjusts(window: Window, server: Server) -> None:
    page = window.page
    sit_down(page, server, begun(server, "T4", "1", "call"), "american")
    hands = Hands(page, server, "tcs")
    button(page, "call").click()
    asked(page, "Where does A/62 FA fire?")
    hands.click(hands.hex("D35.27"))
    asked(page, "What does the mission do now?")
    expect(page.locator("[data-kind=designator]")).to_have_count(1)
    button(page, "adjust").click()
    expect(page.locator("[data-kind=designator]")).to_have_count(2)
    button(page, "effect").hover()
    expect(page.get_by_test_id("preview")).to_contain_text("In a hex on average")
    button(page, "effect").click()
    asked(page, "How many battery fires?")
    page.get_by_test_id("amount").get_by_label("More").click()
    button(page, "fires").click()
    asked(page, "Which concentration?")
    button(page, "concentration", "A").click()
    told(page, "fires for effect: 16 rounds")


def test_a_wave_lands(window: Window, server: Server) -> None:
    page, table = window.page, begun(server, "S3", "wave", "no-more-smoke")
    sit_down(page, server, table, "american")
    assert "0640" in waves(server, table)
    button(page, "no-more-smoke").click()
    told(page, "Wave 1 runs for the beach")
    hands = Hands(page, server, "tcs")
    while (first := options(page)[0])[0] == "ground":  # some boats are let choose
        before, place = fingerprint(page), first[1]
        look_at(page, place)
        hands.click(hands.hex(place))
        moved_on(page, before)
    asked(page, "choose a unit to move")
    expect(page.locator("[data-kind=landed]").first).to_be_visible()
    assert "0640" not in waves(server, table)
    unit = next(arg for verb, arg in options(page) if verb == "unit")
    look_at(page, counters(server, table, "american")[unit]["hex"])
    at = hands.counter("unit", unit)
    assert at is not None
    hands.click(at)
    asked(page, f"Where does {unit} go?")


def waves(server: Server, table: Any) -> list[str]:
    """When boats are still to come."""
    panels = scene_of(server, table, "american")["panels"]
    return [tally["label"] for tally in next(panel for panel in panels if panel["id"] == "afloat")["tallies"]]
