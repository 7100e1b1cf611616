"""Rules that show themselves: examples on small boards, in the book and at the table, and sandboxes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, set_table, sit_down, until
from tests.e2e.test_screens import assert_open_to_all

pytestmark = pytest.mark.browser

POSITION = {
    "clear": True,
    "turn": 2,
    "part": "assault",
    "side": "british",
    "units": [
        {"id": "1 Platoon", "hex": "0705"},
        {"id": "2 Platoon", "hex": "0804"},
        {"id": "Pioneers", "hex": "0704", "face_down": True},
    ],
}


def choose(page: Page, title: str) -> None:
    """One of the examples of a rule."""
    choice = page.get_by_test_id("example-choice")
    if choice.count():
        value = choice.locator("option", has_text=title).get_attribute("value")
        choice.select_option(value)
    expect(page.get_by_test_id("example")).to_contain_text(title)


def test_a_rule_is_chosen_watched_and_tried(window: Window, server: Server):
    page = window.page
    page.goto(f"{server.url}/rules")
    page.get_by_test_id("book").filter(has_text="Pegasus").click()
    expect(page.get_by_test_id("turn-part")).to_have_count(3)
    page.locator("[id='rule-4.6']").get_by_test_id("rule-examples").click()
    assert page.url.endswith("/rules/pegasus#4.6")
    choose(page, "A beaten defender retreats")
    expect(page.get_by_test_id("remark").filter(has_text="No enemy is there")).to_be_visible()
    page.get_by_test_id("example-next").click()
    expect(page.get_by_test_id("example-told")).to_contain_text("Assault 0704")
    page.get_by_test_id("example-next").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("example-step")).to_have_text("Step 1 of 4")
    page.get_by_test_id("example-try").click()
    expect(page.get_by_test_id("sandbox")).to_be_visible()
    until(page, "document.querySelector('[data-testid=stage]')?.board?.hasPicture")
    board = Hands(page, server, "pegasus")
    board.click(board.hex("0704"))
    until(page, "document.querySelector('[data-testid=table]')?.dataset.seq >= 1")
    page.get_by_test_id("sandbox-back").click()
    expect(page.get_by_test_id("rule-side")).to_contain_text("4.6")
    page.goto(server.url)
    expect(page.get_by_text("Start a game").first).to_be_visible()
    assert not page.evaluate("Object.values(JSON.parse(localStorage['beachhead.tables'])).some((t) => !t.from)")
    page.keyboard.press("Escape")


def test_a_word_leads_to_the_rule_that_explains_it(window: Window, server: Server):
    page = window.page
    page.goto(f"{server.url}/rules/omaha#AT.gain")
    page.get_by_test_id("rule-side").get_by_role("link", name="9.21").click()
    expect(page.get_by_test_id("rule-side").get_by_role("heading").first).to_contain_text("9.21")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("rule-side")).to_have_count(0)


def test_a_green_number_at_the_table_shows_its_example(window: Window, server: Server):
    page = window.page
    sit_down(page, server, set_table(server, "pegasus", POSITION), "british")
    page.get_by_test_id("rule").first.click()
    drawer = page.get_by_test_id("drawer")
    expect(drawer.get_by_test_id("example")).to_be_visible()
    drawer.get_by_test_id("example-next").click()
    expect(drawer.get_by_test_id("example-step")).to_contain_text("Step 2")


def test_an_earlier_moment_is_tried(window: Window, server: Server):
    page = window.page
    table = server.table(seed="tried")
    token = table["tokens"]["us"]
    for _ in range(4):
        state = server.get(f"/api/tables/{table['id']}", token)
        verb, offer = next(iter(state["decision"]["options"].items()))
        action = {"seq": state["seq"], "verb": verb, "arg": offer["args"][0]}
        server.post(f"/api/tables/{table['id']}/actions", action, token)
    sit_down(page, server, table, "us")
    page.get_by_role("button", name="Step back").click()
    page.get_by_test_id("try-here").click()
    expect(page.get_by_test_id("sandbox")).to_be_visible()
    expect(page.get_by_test_id("question")).to_be_visible()
    page.get_by_test_id("sandbox-back").click()
    expect(page.get_by_test_id("sandbox")).to_have_count(0)
    expect(page.get_by_test_id("step")).to_contain_text("Step 4")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_example_shuts_nobody_out(chrome, server: Server, scheme: str):
    for size in ({}, {"viewport": {"width": 390, "height": 844}}):
        window = Window(chrome, color_scheme=scheme, **size)
        window.page.goto(f"{server.url}/rules/pegasus#4.6")
        expect(window.page.get_by_test_id("example")).to_be_visible()
        assert_open_to_all(window.page)
        window.close()
