"""Two people who do not trust each other: one sets a table up, the other comes by the invite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import until

pytestmark = pytest.mark.browser

SCREEN = {"width": 1440, "height": 900}


def picture(page: Page, name: str) -> None:
    """Keep a picture of the screen where somebody wants to look at it."""
    folder = os.environ.get("BEACHHEAD_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_friend_claims_a_seat_and_both_put_numbers_into_the_dice(chrome: Browser, server: Server):
    one, two, three = (Window(chrome, viewport=SCREEN) for _ in range(3))
    one.page.goto(f"{server.url}/new?game=pegasus")
    one.page.locator(".games label", has_text="Pegasus").click()
    one.page.locator("label", has_text="German").get_by_role("combobox").select_option("friend")
    expect(one.page.get_by_test_id("joint-dice")).to_be_visible()
    picture(one.page, "new-game-with-a-friend")
    one.page.get_by_test_id("start").click()
    expect(one.page.get_by_test_id("gathering")).to_contain_text("Waiting for the German player")
    expect(one.page.locator("[data-side=german]")).to_contain_text("nobody has come yet")
    withdrawn = one.page.get_by_test_id("invite").input_value()
    one.page.get_by_test_id("renew").click()
    expect(one.page.get_by_text("The old link opens nothing any more.")).to_be_visible()
    link = one.page.get_by_test_id("invite").input_value()
    assert link != withdrawn
    picture(one.page, "gathering")
    two.page.goto(link)
    for window in (one, two):
        expect(window.page.get_by_test_id("stage")).to_be_visible()
    assert "invite" not in two.page.url
    two.page.reload()  # the seat is this browser's now
    expect(two.page.get_by_test_id("stage")).to_be_visible()
    until(two.page, "document.querySelector('[data-testid=stage]')?.board?.hasPicture")
    two.page.get_by_test_id("menu").click()
    fair = two.page.get_by_test_id("fair-play")
    expect(fair).to_contain_text("numbers from British, German and the server")
    expect(fair).to_contain_text("Record")
    picture(two.page, "fair-play")
    for gone in (withdrawn, link):
        three.page.goto(gone)
        expect(three.page.get_by_test_id("failed")).to_contain_text("This seat is taken")
    picture(three.page, "seat-taken")
    for window, forgive in ((one, False), (two, False), (three, True)):  # the refusal is an error on the console
        window.close(forgive=forgive)
