"""Every screen is there, says something, and shuts nobody out (axe-core), light and dark, at a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import sit_down, until
from tests.server.serving import install_trying

pytestmark = pytest.mark.browser

SCREENS = {
    "home": ("/", "Start a game"),
    "new game": ("/new", "New game"),
    "replays": ("/replays", "Replays"),
    "learn": ("/learn", "Learn"),
    "rules": ("/rules/omaha", "Rules"),
    "nowhere": ("/no/such/place", "not"),
}


def assert_open_to_all(page: Page) -> None:
    """No finding of axe-core, however slight."""
    found = Axe().run(page).response["violations"]
    faults = [
        f"{finding['id']}: {node['html'][:160]} {node['failureSummary'][:160]}"
        for finding in found
        for node in finding["nodes"][:3]
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SCREENS)
def test_screen(chrome, server: Server, name: str, scheme: str):
    window = Window(chrome, color_scheme=scheme)
    path, words = SCREENS[name]
    window.page.goto(server.url + path)
    expect(window.page.locator("body")).to_contain_text(words)
    window.page.wait_for_timeout(300)
    assert_open_to_all(window.page)
    window.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_table(chrome, server: Server, scheme: str):
    window = Window(chrome, color_scheme=scheme)
    sit_down(window.page, server, server.table(seed="axe"), "us")
    window.page.wait_for_timeout(300)
    assert_open_to_all(window.page)
    window.page.keyboard.press("?")
    expect(window.page.get_by_test_id("keys")).to_be_visible()
    assert_open_to_all(window.page)
    window.close()


TABLES = {"bocage": ("us-campaign", "allied"), "bradley": ("omaha", "american"), "longest_day": ("1", "allied")}


@pytest.mark.parametrize("game", TABLES)
def test_tables_of_large_maps(window: Window, server: Server, game: str):
    """With displays, the finder, a lens and the walk over the map."""
    page, (scenario, seat) = window.page, TABLES[game]
    sit_down(page, server, server.table(game=game, scenario=scenario, seed="axe", seats={}), seat)
    until(page, "document.querySelector('[data-testid=tray], [data-testid=displays]')")
    for key in ("Home", "j", "i"):
        page.keyboard.press(key)
        page.wait_for_timeout(200)
        assert_open_to_all(page)
        page.evaluate("document.activeElement?.blur()")


def test_the_table_at_twice_the_size(chrome, server: Server):
    """A desk of 1440 x 900 whose browser shows everything at 200 %: nothing is cut off."""
    window = Window(chrome, viewport={"width": 720, "height": 450}, device_scale_factor=2)
    page = window.page
    for path, words in SCREENS.values():
        page.goto(server.url + path)
        expect(page.locator("body")).to_contain_text(words)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    sit_down(page, server, server.table(game="bocage", scenario="us-campaign", seed="axe"), "allied")
    expect(page.get_by_test_id("question")).to_be_visible()
    stage = page.get_by_test_id("stage").bounding_box()
    for button in page.locator(".zoom button").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= stage["y"] + stage["height"] and box["x"] >= stage["x"]
    expect(page.get_by_test_id("prompt")).to_be_in_viewport()
    assert_open_to_all(page)
    window.close()


def test_nothing_moves_for_those_who_want_it_still(chrome, server: Server):
    """Under reduced motion there is no animation, no transition, and the map jumps where it would glide."""
    window = Window(chrome, reduced_motion="reduce")
    page = window.page
    sit_down(page, server, server.table(seed="still"), "us")
    moving = "document.getAnimations().filter((each) => each.playState === 'running').length"
    board = "document.querySelector('[data-testid=stage]').board"
    page.keyboard.press("?")
    assert page.evaluate(moving) == 0
    page.keyboard.press("Escape")
    before = page.evaluate(f"{board}.hexSize")
    page.evaluate(f"{board}.zoom(1.25)")
    assert page.evaluate(f"{board}.hexSize") == pytest.approx(before * 1.25)
    window.close()


def test_the_pictures_of_games_are_built_in(window: Window, server: Server):
    """Each has one with its counters on the map; no sheet is fetched and painted for it."""
    fetched: list[str] = []
    window.page.on("request", lambda request: fetched.append(request.url))
    window.page.goto(server.url)
    for game in ("omaha", "bradley", "bocage"):
        picture = window.page.locator(f"[data-game={game}] img")
        expect(picture).to_be_visible()
        assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") >= 1000
        assert not any(f"/{game}/layout" in url for url in fetched)


def test_no_screen_is_wider_than_a_phone(phone: Window, server: Server):
    for path, words in SCREENS.values():
        phone.page.goto(server.url + path)
        expect(phone.page.locator("body")).to_contain_text(words)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_a_rule_can_be_looked_up_from_its_chip(window: Window, server: Server):
    sit_down(window.page, server, server.table(seed="chip"), "us")
    chip = window.page.get_by_test_id("prompt").get_by_test_id("rule")
    rule = chip.inner_text()
    chip.click()
    expect(window.page.get_by_test_id("drawer").get_by_role("heading", level=2)).to_contain_text(rule)


def test_a_finished_game_is_played_on_from_one_of_its_turns(window: Window, server: Server):
    table = server.table("pegasus", "coup-de-main", seats={"british": "first", "german": "first"}, seed="fan")
    sit_down(window.page, server, table, "spectator")
    window.page.get_by_test_id("to-report").click()
    fan = window.page.get_by_test_id("fan")
    fan.get_by_test_id("fan-turn").select_option(label="Turn 2")
    fan.get_by_test_id("fan-play").click()
    expect(fan.get_by_test_id("fan-status")).to_contain_text("24 games are played.", timeout=120_000)
    fan.get_by_test_id("fan-figure").select_option(label="German steps on the map")
    expect(fan.get_by_role("img", name="German steps on the map in 24 games and as it was")).to_be_visible()
    expect(fan.get_by_text("of the games").last).to_contain_text("this one ended at")
    assert_open_to_all(window.page)


def test_a_finished_game_has_a_report(window: Window, server: Server):
    table = server.table(seed="resigned")
    server.post(f"/api/tables/{table['id']}/resign", {"seq": 0}, table["tokens"]["us"])
    sit_down(window.page, server, table, "us")
    window.page.get_by_test_id("to-report").click()
    expect(window.page.get_by_test_id("report")).to_be_visible()
    assert_open_to_all(window.page)
    with window.page.expect_download() as page_file:
        window.page.get_by_test_id("save-html").click()
    assert page_file.value.suggested_filename.endswith(".html")
    text = page_file.value.path().read_text()
    assert 'url("data:font/woff2;base64,' in text
    assert "http" not in re.sub(r"data:[a-z0-9/+]+;base64,[A-Za-z0-9+/=]+|http://www.w3.org", "", text)
    with window.page.expect_download() as table_file:
        window.page.get_by_test_id("save-csv").click()
    assert table_file.value.suggested_filename.endswith(".csv")


def test_the_guided_game_leads_through_its_first_steps(window: Window, server: Server):
    window.page.goto(f"{server.url}/learn")
    window.page.get_by_test_id("learn-start").click()
    coach = window.page.get_by_test_id("coach")
    expect(window.page.get_by_test_id("turn")).to_contain_text("Turn 1")
    for lesson in ("goal", "landing", "fire-card", "silent"):  # what happened before the first question, in its order
        expect(coach).to_have_attribute("data-lesson", lesson)
        window.page.get_by_test_id("coach-on").click()
    expect(coach).to_have_attribute("data-lesson", "first-turn")
    window.page.reload()
    expect(coach).to_have_attribute("data-lesson", "first-turn")


def test_every_game_with_a_course_can_be_learnt(window: Window, server: Server):
    page = window.page
    games = [game for game in server.get("/api/games") if game["course"]]
    alone = {
        game["id"]: next(len(s["seats"]) for s in game["scenarios"] if s["id"] == game["course"]) for game in games
    }
    taught = [game["title"] for game in sorted(games, key=lambda game: alone[game["id"]])]
    assert len(taught) > 5 and taught[0] == "D-Day at Omaha Beach"
    page.goto(f"{server.url}/learn")
    expect(page.get_by_test_id("learn-game")).to_have_text(taught)
    for title in taught:
        page.get_by_test_id("learn-game").get_by_text(title, exact=True).click()
        lead = next(
            server.get(f"/api/games/{game['id']}/course")["lead"]
            for game in server.get("/api/games")
            if game["title"] == title
        )
        expect(page.locator(".lead")).to_have_text(lead)
    page.get_by_test_id("learn-start").click()
    expect(page.get_by_test_id("coach")).to_be_visible()
    expect(page.locator("header.bar")).to_contain_text(taught[-1])


def test_a_server_that_goes_away_is_told_and_found_again(chrome, tmp_path):
    server = Server(tmp_path)
    window = Window(chrome)
    table = server.table(seed="gone")
    sit_down(window.page, server, table, "us")
    port = server.url.rpartition(":")[2]
    server.stop()
    expect(window.page.get_by_test_id("lost")).to_be_visible()
    again = Server(tmp_path, port=port)
    expect(window.page.get_by_test_id("lost")).not_to_be_visible(timeout=30_000)
    expect(window.page.get_by_test_id("question")).to_be_visible()
    window.close(forgive=True)  # while the server was away the browser complained, as it should
    again.stop()


def test_a_computer_that_thinks_long_says_so_and_can_be_stopped(chrome, tmp_path):
    server, window = Server(tmp_path, env=install_trying(tmp_path)), Window(chrome)
    table = server.table("trying", "coup-de-main", seats={"british": "human", "german": "slow"})
    sit_down(window.page, server, table, "british")
    prompt = window.page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("puts his garrison on its posts")  # what it does in secret is one line, and no count
    assert_open_to_all(window.page)
    board = window.page.get_by_test_id("table")
    for _ in range(40):  # its whole set-up, of which others see that it is over, and not how many decisions it took
        if board.get_attribute("data-seq") != "0":
            break
        expect(prompt).not_to_contain_text("decision")
        window.page.evaluate("document.querySelector('[data-testid=stop]')?.click()")
        window.page.wait_for_timeout(500)
    expect(board).to_have_attribute("data-seq", "1")
    (tmp_path / "gate").touch()
    expect(window.page.get_by_test_id("question")).to_be_visible()
    window.close()
    server.stop()


def test_the_sample_game_is_watched_from_comment_to_comment(window: Window, server: Server):
    page = window.page
    page.goto(f"{server.url}/replays")
    page.get_by_test_id("sample").first.click()
    comment, title = page.get_by_test_id("comment"), page.get_by_test_id("comment-title")
    expect(comment).to_contain_text("Comment 1 of")
    assert_open_to_all(page)
    seen = []
    onward = page.get_by_test_id("next-comment")
    while onward.is_enabled():
        seen.append(title.inner_text())
        onward.click()
        expect(title).not_to_have_text(seen[-1])
    assert len(seen) > 20
    expect(page.get_by_test_id("prompt")).to_contain_text("US victory")
