"""A whole game with the keyboard alone, and the map as those hear it who cannot see it."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import sit_down, until

pytestmark = pytest.mark.browser

READY = "document.querySelector('[data-testid=table]')?.dataset.busy === 'false'"
ASKED = f"{READY} && document.querySelector('[data-testid=option]')"
OVER = "document.querySelector('[data-testid=to-report]')"
STEP = (
    "(document.querySelector('[data-testid=table]')?.dataset.seq ?? '') + "
    "(document.querySelector('[data-testid=to-report]') ? 'over' : '') + "
    "(document.querySelector('[data-testid=option][data-armed=true]') ? 'armed' : '')"
)
"""What changes whenever something is done."""
MOST = 400
"""Key presses, at which a game that is played at random has ended long ago."""


def tab_to(page: Page, selector: str) -> None:
    """Tab until something has the focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement?.matches({selector!r}) ?? false"):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def said(page: Page, test_id: str) -> str:
    """What a screen reader is told."""
    return page.get_by_test_id(test_id).inner_text()


def take_one(page: Page, chance: random.Random) -> None:
    """Go to the options, some of them on, and take the one that has the focus."""
    before = page.evaluate(STEP)
    page.keyboard.press("o")
    for _ in range(chance.randrange(4)):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, f"({ASKED} || {OVER}) && {before!r} !== ({STEP})")


def test_a_whole_game_is_played_from_the_first_page_to_the_report(window: Window, server: Server):
    page = window.page
    page.goto(f"{server.url}/new?game=pegasus")
    expect(page.get_by_test_id("start")).to_be_enabled()
    tab_to(page, "[data-testid=start]")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stage")).to_be_visible()
    chance, heard, presses = random.Random(7), set(), 0
    until(page, f"{ASKED} || {OVER}")
    while not page.evaluate(f"!!{OVER}"):
        take_one(page, chance)
        heard.add(said(page, "news"))
        presses += 1
        assert presses < MOST
    assert len(heard) > 10, "what happens is told all along"
    tab_to(page, "[data-testid=to-report]")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("report")).to_be_visible()


def test_the_map_is_walked_hex_by_hex_and_said(window: Window, server: Server):
    page = window.page
    table = server.table(game="pegasus", scenario="coup-de-main", seed="walk")
    sit_down(page, server, table, "british")
    until(page, ASKED)
    page.keyboard.press("Home")
    walk, words = page.get_by_test_id("walk"), page.get_by_test_id("walk-said")
    expect(walk).to_be_focused()
    expect(walk).to_have_role("application")
    expect(walk).to_have_accessible_description(said(page, "walk-said"))
    expect(words).to_contain_text("You may: ")
    first = walk.get_attribute("data-at")
    page.keyboard.press("ArrowDown")
    expect(walk).not_to_have_attribute("data-at", first)
    page.keyboard.press("ArrowUp")
    expect(walk).to_have_attribute("data-at", first)
    page.keyboard.press("PageDown")
    expect(walk).not_to_have_attribute("data-at", first)
    expect(words).to_contain_text("You may: ")
    before = page.evaluate(STEP)
    page.keyboard.press("Enter")
    until(page, f"{ASKED} && {before!r} !== ({STEP})")
    expect(page.get_by_test_id("news")).to_have_role("status")
    expect(page.get_by_test_id("news")).not_to_be_empty()
    expect(walk).to_be_focused()


def test_arrows_move_the_map_where_it_is_not_walked(window: Window, server: Server):
    page = window.page
    sit_down(page, server, server.table(game="pegasus", scenario="coup-de-main", seed="pan"), "british")
    page.evaluate("document.activeElement?.blur()")
    board = "document.querySelector('[data-testid=stage]').board"
    for _ in range(6):
        page.keyboard.press("+")
    before = page.evaluate(f"{board}.screenOf('0604').x")
    page.keyboard.press("ArrowRight")
    until(page, f"{board}.screenOf('0604').x !== {before}")
    expect(page.get_by_test_id("walk-said")).to_be_empty()
