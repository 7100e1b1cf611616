"""A phone in a hand: the map stays in sight whatever is tapped, and what can be done stays within reach of a thumb."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import PHONE, Server, Window
from tests.e2e.hands import Hands, options, question, sit_down

pytestmark = pytest.mark.browser


def come(page: Page, server: Server) -> Any:
    """A table of Easy Fox at which a unit is to be chosen for an action."""
    table = server.table(seed="thumb")
    path, token = f"/api/tables/{table['id']}", table["tokens"]["us"]
    while "paid" not in (state := server.get(path, token))["decision"]["options"]:
        verb, offer = next(iter(state["decision"]["options"].items()))
        server.post(f"{path}/actions", {"seq": state["seq"], "verb": verb, "arg": offer["args"][0]}, token)
    sit_down(page, server, table, "us")
    return table


def tap_unit(page: Page, server: Server) -> str:
    """Tap a unit that may act, where it lies on the map; its name."""
    name = next(arg for verb, arg in options(page) if verb == "paid")
    hands = Hands(page, server)
    at = hands._find("unit", name)
    assert at is not None
    hands.stage.tap(position={"x": at[0], "y": at[1]})
    return name


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {**found, "bottom": found["y"] + found["height"]}


def in_sight(page: Page, unit: str) -> bool:
    """Whether a counter lies on the part of the map that nothing covers."""
    stage, panel = box(page, "[data-testid=stage]"), box(page, "aside.panel")
    at = page.evaluate(f"document.querySelector('[data-testid=stage]').board.screenOfCounter('unit:{unit}')")
    return bool(at) and 0 < at["y"] < min(stage["height"], panel["y"] - stage["y"])


@pytest.mark.parametrize("tab", ["Play", "Log", "Tracks"])
def test_a_tapped_unit_leaves_the_map_in_sight_and_the_tab_as_it_was(phone: Window, server: Server, tab: str):
    page = phone.page
    come(page, server)
    button = page.get_by_role("tab", name=tab)
    if button.get_attribute("aria-selected") != "true":
        button.tap()
    unit = tap_unit(page, server)
    expect(page.get_by_test_id("question")).to_contain_text(unit)
    page.wait_for_timeout(400)
    expect(button).to_have_attribute("aria-selected", "true")
    assert box(page, "[data-testid=stage]")["height"] > PHONE["height"] * 0.38
    assert in_sight(page, unit)
    assert box(page, "[data-testid=question]")["bottom"] <= PHONE["height"]
    back = page.locator("[data-testid=button][data-verb=back]")
    assert box(page, "[data-testid=button][data-verb=back]")["bottom"] <= PHONE["height"]
    asked = question(page)
    back.tap()
    expect(page.get_by_test_id("question")).not_to_have_text(asked)
    expect(button).to_have_attribute("aria-selected", "true")


def test_the_sheet_folds_and_gives_the_map_its_room(phone: Window, server: Server):
    page = phone.page
    come(page, server)
    before = box(page, "[data-testid=stage]")["height"]
    page.get_by_role("tab", name="Play").tap()
    expect(page.get_by_role("tab", name="Play")).to_have_attribute("aria-selected", "false")
    assert box(page, "[data-testid=stage]")["height"] > before
    unit = tap_unit(page, server)
    expect(page.get_by_test_id("question")).to_contain_text(unit)
    expect(page.get_by_role("tab", selected=True)).to_have_count(0)


def test_what_would_be_lost_is_not_under_the_sheet(phone: Window, server: Server):
    page = phone.page
    table = come(page, server)
    state = server.get(f"/api/tables/{table['id']}", table["tokens"]["us"])
    (guard,) = state["decision"]["guards"]
    page.locator(f"[data-testid=button][data-verb={guard['verb']}]").tap()
    expect(page.locator("[data-testid=button][data-armed=true]")).to_contain_text(guard["ruling"]["sentence"])
    page.wait_for_timeout(500)
    assert all(in_sight(page, unit) for unit in guard["ruling"]["units"][:3])
