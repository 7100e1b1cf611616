"""Two people in two browsers play Beach to Bocage through the secret set-up and the first turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import fingerprint, moved_on, options, sit_down

pytestmark = pytest.mark.browser

LAST = ("done", "stay")


def _frames(page: Page) -> list[str]:
    """Everything that comes to the page over its socket from now on."""
    found: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: found.append(str(data))))
    return found


def _take(page: Page) -> tuple[str, str]:
    """Take an option: the end of the phase where there is one, or else the first that leads on."""
    found = [option for option in options(page) if option[0] != "back"]
    wish = next((option for option in found if option[0] in LAST), found[0])
    before = fingerprint(page)
    page.locator(f'[data-testid=option][data-verb="{wish[0]}"][data-arg="{wish[1]}"]').first.dispatch_event("click")
    moved_on(page, before)
    return wish


def test_the_germans_record_in_secret_and_the_first_turn_is_played(chrome: Browser, server: Server):
    table = server.table("bocage", "beach-to-bocage", "secret", seats={"allied": "human", "german": "human"})
    allied, german = Window(chrome), Window(chrome)
    told = _frames(allied.page)
    sit_down(allied.page, server, table, "allied")
    sit_down(german.page, server, table, "german")
    recorded = []
    for _ in range(5):
        expect(german.page.get_by_test_id("question")).to_contain_text("Record in secret")
        expect(allied.page.get_by_test_id("option")).to_have_count(0)
        recorded.append(_take(german.page)[1])
    expect(allied.page.get_by_test_id("question")).to_contain_text("Beachhead")
    assert told
    assert not [place for place in recorded for frame in told if f'"{place}"' in frame]
    for _ in range(200):
        state = server.get(f"/api/tables/{table['id']}", table["spectator"])
        if server.get(f"/api/tables/{table['id']}/view", table["spectator"])["turn"] > 1:
            break
        deciding = allied.page if state["deciding"] == "allied" else german.page
        expect(deciding.get_by_test_id("question")).to_be_visible()
        _take(deciding)
    expect(allied.page.get_by_test_id("turn")).to_contain_text("2")
    allied.close()
    german.close()


def test_two_at_one_screen_hand_it_over(window: Window, server: Server):
    page = window.page
    page.goto(f"{server.url}/new")
    page.get_by_text("D-Day: Beach to Bocage", exact=True).first.click()
    page.get_by_role("combobox", name="German").select_option("me")
    page.get_by_test_id("start").click()
    cover = page.get_by_test_id("handover")
    expect(cover).to_be_visible()
    expect(page.get_by_test_id("option")).to_have_count(0)
    cover.get_by_role("button").first.click()
    expect(page.get_by_test_id("question")).to_contain_text("Record in secret")
    page.reload()  # whoever comes back to the screen must say so first
    expect(cover).to_be_visible()
    expect(page.get_by_test_id("option")).to_have_count(0)
    cover.get_by_role("button").first.click()
    expect(page.get_by_test_id("question")).to_contain_text("Record in secret")
