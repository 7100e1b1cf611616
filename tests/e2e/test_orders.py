"""Orders to many units in a real browser: gathered with the mouse, foretold, sent, and taken back with one key."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, asked, counters, sit_down, until

from beachhead.games import find_game
from beachhead.kernel import Match, save

pytestmark = pytest.mark.browser


def german_movement(server: Server) -> Any:
    """A game of Beach to Bocage in which several German units can move."""
    seats = {"allied": "human", "german": "human"}
    match = Match.new(find_game("bocage"), "beach-to-bocage", seats=seats, seed="orders")
    chance = random.Random(3)
    while match.decision and not ("enter" in match.decision.options and len(match.decision.options["unit"]) > 3):
        match.apply(chance.choice(list(match.decision.actions())))
    assert match.decision is not None and match.decision.side == "german"
    return server.post("/api/tables/import", json.loads(save(match)))


def places(server: Server, table: Any) -> dict[str, str]:
    return {name: counter.get("hex", "") for name, counter in counters(server, table, "german").items()}


def worth_going(server: Server, table: Any, units: list[str]) -> str:
    """A hex towards which several units would go."""
    path, token = f"/api/tables/{table['id']}/plan", table["tokens"]["german"]
    for name in dict.fromkeys(places(server, table).values()):
        if name and len(server.post(path, {"units": units, "hex": name}, token)["ends"]) > 2:
            return name
    raise AssertionError("nobody goes anywhere")


def test_units_are_gathered_sent_and_taken_back(server: Server, window: Window) -> None:
    table, page = german_movement(server), window.page
    sit_down(page, server, table, "german")
    asked(page, "choose")
    before = places(server, table)
    units = server.get(f"/api/tables/{table['id']}", table["tokens"]["german"])["decision"]["options"]["unit"]["args"]
    goal = worth_going(server, table, units)
    page.keyboard.press("f")
    page.evaluate("document.querySelector('[data-testid=stage]').board.settled()")
    stage = page.get_by_test_id("stage")
    box = stage.bounding_box()
    assert box is not None
    page.keyboard.down("Shift")
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    hint = page.get_by_test_id("order-hint")
    expect(hint).to_contain_text("units")
    expect(hint).to_contain_text("Where do they go?")
    x, y = Hands(page, server, "bocage").hex(goal)
    middle = box["x"] + x, box["y"] + y
    page.mouse.move(*middle)
    expect(hint).to_contain_text("would go")
    page.mouse.click(*middle)
    until(page, "document.querySelector('[data-testid=order-hint]') === null")
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")
    after = places(server, table)
    moved = [unit for unit in before if before[unit] != after[unit]]
    assert len(moved) > 1 and set(moved) <= set(units)
    page.keyboard.press("u")
    until(page, f"Number(document.querySelector('[data-testid=table]').dataset.seq) > {len(moved) * 2}")
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")
    assert places(server, table) == before


def test_the_map_is_looked_at_for_supply(server: Server, window: Window) -> None:
    table, page = german_movement(server), window.page
    sit_down(page, server, table, "german")
    asked(page, "choose")
    page.keyboard.press("i")
    expect(page.get_by_test_id("lenses")).to_contain_text("Zones of control")
    while "Zones of control" not in page.evaluate("document.activeElement.innerText"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("lens")).to_contain_text("German: ")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("lens")).to_have_count(0)


def test_a_unit_is_found_by_its_name(server: Server, window: Window) -> None:
    table, page = german_movement(server), window.page
    sit_down(page, server, table, "german")
    asked(page, "choose")
    page.keyboard.press("f")
    page.evaluate("document.querySelector('[data-testid=stage]').board.zoom(3)")
    page.evaluate("document.querySelector('[data-testid=stage]').board.settled()")
    name = next(name for name, place in places(server, table).items() if place and name[0].isdigit())
    page.keyboard.press("j")
    page.keyboard.type(name)
    expect(page.get_by_test_id("hit").first).to_contain_text(name)
    page.keyboard.press("Enter")
    page.evaluate("document.querySelector('[data-testid=stage]').board.settled()")
    x, y = Hands(page, server, "bocage")._ask(f"screenOf({places(server, table)[name]!r})").values()
    box = page.get_by_test_id("stage").bounding_box()
    assert box is not None and 0 < x < box["width"] and 0 < y < box["height"]
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("directory")).to_have_count(0)
