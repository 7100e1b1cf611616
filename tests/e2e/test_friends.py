"""Friends: invites that a phone reads, talk of two browsers, signals of one's move, games on two devices."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import asked, options, question, sit_down, until
from tests.server.test_calls import hooked

pytestmark = pytest.mark.browser

PEOPLE = {"british": "human", "german": "human"}


def read_square(code: Locator) -> str:
    """What a phone reads in a square on the screen."""
    found = zxingcpp.read_barcodes(Image.open(BytesIO(code.screenshot())))
    assert len(found) == 1, "no square can be read"
    return found[0].text


def act(server: Server, table: Any, side: str) -> None:
    """Take the first action that is offered, by another way than the browser."""
    path = f"/api/tables/{table['id']}"
    state = server.get(path, table["tokens"][side])
    verb, offer = next(iter(state["decision"]["options"].items()))
    body = {"seq": state["seq"], "verb": verb, "arg": offer["args"][0]}
    server.post(f"{path}/actions", body, table["tokens"][side])


def to_move(server: Server, table: Any, side: str, isnt: bool = False) -> None:
    """Play until it is a side's move, or until it is not."""
    for _ in range(400):
        state = server.get(f"/api/tables/{table['id']}", table["tokens"][side])
        assert state["outcome"] is None
        if (state["deciding"] == side) != isnt:
            return
        act(server, table, state["deciding"])
    raise AssertionError("the move does not come")


def test_an_invite_is_read_by_a_phone_and_people_talk(chrome: Browser, server: Server):
    one, two = Window(chrome), Window(chrome, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    one.page.goto(f"{server.url}/new?game=pegasus")
    one.page.locator(".games label", has_text="Pegasus").click()
    one.page.locator("label", has_text="German").get_by_role("combobox").select_option("friend")
    one.page.get_by_test_id("start").click()
    invite = one.page.get_by_test_id("invitation")
    expect(invite.get_by_test_id("qr")).to_be_visible()
    link = read_square(invite.get_by_test_id("qr"))
    assert link == one.page.get_by_test_id("invite").input_value()
    one.page.get_by_test_id("own-name").fill("Ann")
    one.page.get_by_test_id("own-name").press("Enter")
    two.page.add_init_script("localStorage.setItem('beachhead.name', 'Karl')")
    two.page.goto(link)
    for window in (one, two):
        expect(window.page.get_by_test_id("stage")).to_be_visible()
    one.page.get_by_test_id("talk-tab").click()
    one.page.get_by_test_id("say").fill("<b>Good</b> luck & keep low")
    one.page.get_by_test_id("say").press("Enter")
    bubble = two.page.get_by_test_id("bubble")
    expect(bubble).to_contain_text("Ann, British")
    expect(bubble).to_contain_text("<b>Good</b> luck & keep low")  # words, never a page
    bubble.click()
    expect(two.page.get_by_test_id("talk")).to_contain_text("Good")
    two.page.get_by_role("button", name="Salute").click()
    expect(one.page.get_by_test_id("talk")).to_contain_text("Karl, German salutes")
    one.page.reload()
    one.page.get_by_test_id("talk-tab").click()
    expect(one.page.get_by_test_id("talk").locator("p")).to_have_count(2)  # kept with the game
    for window in (one, two):
        window.close()


def test_spectators_show_what_they_think(chrome: Browser, server: Server):
    table = server.table("pegasus", "coup-de-main", seats=PEOPLE)
    one, two = Window(chrome), Window(chrome)
    sit_down(one.page, server, table, "british")
    sit_down(two.page, server, table, "spectator")
    two.page.get_by_test_id("talk-tab").click()
    expect(two.page.get_by_test_id("talk")).to_contain_text("Words are for those who play")
    expect(two.page.get_by_test_id("say")).to_have_count(0)
    two.page.get_by_role("button", name="Gasp").click()
    expect(one.page.get_by_test_id("bubble")).to_contain_text("A spectator gasps")
    for window in (one, two):
        window.close()


WATCHING = """
  window.shown = [];
  class Shown { constructor(title, options) { window.shown.push([title, options.body]); } close() {} }
  Shown.permission = 'granted';
  Shown.requestPermission = async () => 'granted';
  window.Notification = Shown;
  window.badges = [];
  navigator.setAppBadge = async (count) => window.badges.push(count);
  navigator.clearAppBadge = async () => window.badges.push(0);
  let isAway = false;
  Object.defineProperty(document, 'hidden', { get: () => isAway });
  window.turnAway = (away) => { isAway = away; document.dispatchEvent(new Event('visibilitychange')); };
"""
"""A page that another one lies over. (A browser without a screen shows all its pages, and has no notifications.)"""


def test_ones_move_is_told_where_one_does_not_look(window: Window, server: Server):
    table = server.table("pegasus", "coup-de-main", seats=PEOPLE)
    to_move(server, table, "british", isnt=True)
    page = window.page
    page.add_init_script(WATCHING)
    sit_down(page, server, table, "british")
    assert not page.title().startswith("Your move")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("notes").click()
    expect(page.get_by_test_id("notes")).to_have_attribute("aria-pressed", "true")
    page.evaluate("turnAway(true)")
    to_move(server, table, "british")
    until(page, "document.title.startsWith('Your move:')")
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon-move.svg"
    assert page.evaluate("window.badges.at(-1)") == 1
    shown = page.evaluate("window.shown")
    assert len(shown) == 1 and shown[0][0] == "Your move" and question(page) in shown[0][1]
    page.evaluate("turnAway(false)")
    page.get_by_test_id("menu").click()
    asked(page, "")
    while page.title().startswith("Your move"):
        before = server.get(f"/api/tables/{table['id']}", table["tokens"]["british"])["seq"]
        act(server, table, "british")
        until(page, f"document.querySelector('[data-testid=table]')?.dataset.seq > {before}")
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon.svg"
    assert page.evaluate("window.shown").__len__() == 1  # whoever looks needs none


def rows(page: Page) -> list[str]:
    return page.get_by_test_id("table-row").all_inner_texts()


def test_my_games_are_sorted_by_whose_move_it_is_and_go_along_to_another_device(chrome: Browser, server: Server):
    mine, theirs = (server.table("pegasus", "coup-de-main", seats=PEOPLE, seed=seed) for seed in ("a", "b"))
    to_move(server, mine, "british")
    to_move(server, theirs, "british", isnt=True)
    one, two, three = (Window(chrome) for _ in range(3))
    for table in (mine, theirs):
        sit_down(one.page, server, table, "british")
    one.page.goto(server.url)
    first, second = one.page.get_by_test_id("table-row").nth(0), one.page.get_by_test_id("table-row").nth(1)
    expect(first).to_contain_text("Your move")
    expect(second).to_contain_text("German to play")
    until(one.page, "document.title === '(1) Beachhead'")
    to_move(server, theirs, "british")
    expect(second).to_contain_text("Your move")  # while one looks
    until(one.page, "document.title === '(2) Beachhead'")
    one.page.get_by_test_id("take-along").click()
    link = read_square(one.page.get_by_test_id("along").get_by_test_id("qr"))
    with one.page.expect_download() as download:
        one.page.get_by_test_id("games-file").click()
    file = download.value.path()
    assert json.loads(file.read_text())["format"] == "beachhead-games"
    # by the link
    own = server.table("pegasus", "coup-de-main", seats=PEOPLE, seed="c")
    sit_down(two.page, server, own, "german")
    two.page.goto(link)
    assert "games=" not in two.page.url  # what opens seats does not stay in the address bar
    expect(two.page.get_by_test_id("brought")).to_contain_text("2 games come to this device")
    two.page.get_by_test_id("add-games").click()
    expect(two.page.get_by_test_id("table-row")).to_have_count(3)  # its own is there still
    expect(two.page.get_by_test_id("table-row").nth(1)).to_contain_text("Your move")
    # by the file, twice
    three.page.goto(server.url)
    for words in ("2 games have come.", "All of them were here already."):
        if not three.page.get_by_test_id("along").count():
            three.page.get_by_test_id("take-along").click()
        three.page.get_by_test_id("bring").set_input_files(file)
        expect(three.page.get_by_test_id("along")).to_contain_text(words)
    three.page.keyboard.press("Escape")
    three.page.get_by_test_id("resume").click()
    asked(three.page, "")
    assert options(three.page)
    for window in (one, two, three):
        window.close()


def test_a_clock_is_chosen_runs_and_is_claimed(chrome: Browser, server: Server):
    one, two = Window(chrome), Window(chrome)
    page = one.page
    page.goto(f"{server.url}/new?game=pegasus")
    page.locator(".games label", has_text="Pegasus").click()
    expect(page.get_by_test_id("clock-choice")).to_have_count(0)  # a computer has none
    page.locator("label", has_text="German").get_by_role("combobox").select_option("friend")
    page.get_by_label("Time for the game").check()
    page.get_by_label("minutes each").fill("1")
    page.get_by_test_id("start").click()
    two.page.goto(page.get_by_test_id("invite").input_value())
    for window in (one, two):
        expect(window.page.get_by_test_id("clocks").locator("[data-side]")).to_have_count(2)
        expect(window.page.get_by_test_id("clocks").locator(".runs")).to_have_count(1)
    late = server.post("/api/tables", {"game": "pegasus", "seats": PEOPLE, "clock": {"kind": "total", "seconds": 1}})
    side = server.get(f"/api/tables/{late['id']}", late["tokens"]["british"])["deciding"]
    other = "british" if side == "german" else "german"
    sit_down(one.page, server, late, other)
    sit_down(two.page, server, late, side)
    for is_first in (True, False):  # let go on, then claimed
        expect(one.page.get_by_test_id("out-of-time")).to_contain_text("is out of time")
        expect(two.page.get_by_test_id("out-of-time")).to_contain_text("Your time is over")
        if is_first:
            one.page.get_by_role("button", name="Go on, with the time anew").click()
            expect(one.page.get_by_test_id("out-of-time")).to_have_count(0)
    one.page.get_by_role("button", name="Claim the game").click()
    for window in (one, two):
        expect(window.page.get_by_test_id("prompt")).to_contain_text("ran out of time")
        window.close()


def test_one_is_called_by_a_service_of_ones_choice(chrome: Browser, tmp_path: Path):
    with hooked() as hook:
        server, window = Server(tmp_path, "--notify", "json@127.0.0.1", "--notify", "ntfy"), Window(chrome)
        table = server.table("pegasus", "coup-de-main", seats=PEOPLE)
        page = window.page
        sit_down(page, server, table, "british")
        page.get_by_test_id("menu").click()
        page.get_by_role("button", name="Message me my move").click()
        panel = page.get_by_test_id("call")
        expect(panel).to_contain_text("ntfy://your-topic")
        panel.get_by_label("Address").fill("discord://1234567890/abcdefghijklmnop")
        panel.get_by_role("button", name="Keep it").click()
        expect(panel.get_by_role("alert")).to_contain_text("This server sends no messages by Discord.")
        panel.get_by_label("Address").fill(f"json://{hook.address}/x")
        panel.get_by_role("button", name="Keep it").click()
        expect(panel.get_by_test_id("call-kept")).to_contain_text("You are called by JSON.")
        panel.get_by_role("button", name="Send me a try").click()
        expect(panel).to_contain_text("A try is on its way.")
        assert [told["title"] for told in hook.told] == ["A try from Beachhead"]
        panel.get_by_role("button", name="Call me no longer").click()
        expect(panel.get_by_test_id("call-kept")).to_have_count(0)
        window.close()
        server.stop()
