"""People play Easy Fox in a real browser: with the mouse, with the keyboard alone, and with everything in between."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, Option, fingerprint, insist, moved_on, options, question, sit_down, until

pytestmark = pytest.mark.browser

BUTTONS_FIRST = ("rally-all", "unclimb-all", "preserve-all")
LAST = ("next", "done")


def _turn(page: Page) -> str:
    return page.get_by_test_id("turn").inner_text()


def _wish(found: list[Option], moves: int) -> Option:
    """What a newcomer does: first the offers for all, then a few single actions, then the end of the phase."""
    by_verb = dict(found)
    for verb in BUTTONS_FIRST:
        if verb in by_verb:
            return verb, ""
    single = [option for option in found if option[0] not in (*LAST, "back", "switch", "leave")]
    if single and moves < 40:
        return single[0]
    return next(option for option in found if option[0] in (*LAST, "back", *by_verb))


def _point(hands: Hands, wish: Option) -> bool:
    """Do it with the mouse on the board; whether it has a place there."""
    verb, arg = wish
    if arg in hands.layout["names"]:
        hands.click(hands.hex(arg))
    elif any(spot["id"] == arg for spot in hands.layout["spots"]):
        hands.click(hands.spot(arg))
    elif at := hands.counter("unit", arg):
        hands.click(at)
    else:
        return False
    chooser = hands.page.get_by_test_id("chooser")
    hands.page.wait_for_timeout(60)
    if chooser.is_visible():
        chooser.locator(f'[data-verb="{verb}"]').first.click()
    return True


def _play_with_the_mouse(page: Page, server: Server, until_text: str, most: int) -> int:
    """From the first page on, until the panel or the turn says something; how many things were done."""
    page.goto(server.url)
    page.get_by_test_id("play-now").first.click()
    expect(page.get_by_test_id("turn")).to_contain_text(re.compile("Turn [12]"))  # turn 1 may bring nothing to decide
    until(page, "document.querySelector('[data-testid=stage]')?.board?.hasPicture")
    hands, moves, in_turn = Hands(page, server), 0, 0
    for _ in range(most):
        turn, found = _turn(page), options(page)
        if until_text in turn or until_text in page.get_by_test_id("prompt").inner_text():
            break
        wish = _wish(found, in_turn)
        moves += wish[0] not in (*LAST, "back")
        in_turn = 0 if wish[0] in LAST else in_turn + 1
        before = fingerprint(page)
        if not _point(hands, wish):
            insist(page, page.locator(f'[data-testid=button][data-verb="{wish[0]}"]').first.click)
        moved_on(page, before)
    return moves


def test_a_newcomer_plays_two_turns_with_the_mouse(window: Window, server: Server):
    moves = _play_with_the_mouse(window.page, server, "Turn 3", 150)
    expect(window.page.get_by_test_id("turn")).to_contain_text("Turn 3")
    assert moves > 5


@pytest.mark.soak
def test_a_newcomer_plays_easy_fox_to_its_end(window: Window, server: Server):
    moves = _play_with_the_mouse(window.page, server, "The game is over", 1500)
    window.page.get_by_test_id("to-report").click()
    expect(window.page.get_by_test_id("report")).to_be_visible()
    assert moves > 20


def test_two_turns_with_the_keyboard_alone(window: Window, server: Server):
    page = window.page
    sit_down(page, server, server.table(seed="keys"), "us")
    for moves in range(150):
        if "Turn 3" in _turn(page):
            break
        verb, arg = _wish(options(page), moves)
        before = fingerprint(page)
        page.keyboard.press("Tab") if page.evaluate("document.activeElement === document.body") else None
        for _ in range(200):
            here = page.evaluate("[document.activeElement.dataset.verb, document.activeElement.dataset.arg]")
            if here == [verb, arg]:
                break
            page.keyboard.press("ArrowRight")
        insist(page, lambda: page.keyboard.press("Enter"))
        moved_on(page, before)
    expect(page.get_by_test_id("turn")).to_contain_text("Turn 3")


def _reach_attack(page: Page, server: Server) -> None:
    """Sit down where an attack is being collected."""
    table = server.table(seed="attack")
    token = table["tokens"]["us"]
    for _ in range(400):
        state = server.get(f"/api/tables/{table['id']}", token)
        verbs = state["decision"]["options"]
        if "join" in verbs:
            break
        if "attack" in verbs:
            verb = "attack"
        else:
            order = (*BUTTONS_FIRST, "place", "climb", "move", "free", "paid", *LAST)
            ahead = [v for v in order if v in verbs]
            verb = ahead[0] if ahead else next(v for v in verbs if v != "back")
        arg = verbs[verb]["args"][-1 if verb in ("move", "climb") else 0]
        server.post(f"/api/tables/{table['id']}/actions", {"seq": state["seq"], "verb": verb, "arg": arg}, token)
    else:
        pytest.fail("no attack came about")
    sit_down(page, server, table, "us")


def test_what_would_be_lost_is_marked_and_asked_again(window: Window, server: Server):
    """E ends a division's actions. While units or actions are at stake it only says so, and anything else leaves it."""
    page, table = window.page, server.table(seed="guard")
    path, token = f"/api/tables/{table['id']}", table["tokens"]["us"]
    while not (state := server.get(path, token))["decision"]["guards"]:
        verb, offer = next(iter(state["decision"]["options"].items()))
        server.post(f"{path}/actions", {"seq": state["seq"], "verb": verb, "arg": offer["args"][0]}, token)
    (guard,) = state["decision"]["guards"]
    sit_down(page, server, table, "us")
    armed, lost = page.locator("[data-testid=button][data-armed=true]"), guard["ruling"]
    glowing = "[...document.querySelector('[data-testid=stage]').board.highlights.counters]"
    page.keyboard.press("e")
    expect(armed).to_contain_text(lost["sentence"])
    marked = {key for key, glow in page.evaluate(glowing) if glow == "cause"}
    assert marked == {f"unit:{unit}" for unit in lost["units"]}
    page.keyboard.press("Escape")
    expect(armed).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("toast")).to_contain_text("Enter takes nothing here")
    button = page.locator(f"[data-testid=button][data-verb={guard['verb']}]")
    button.click()
    expect(armed).to_be_visible()
    page.get_by_test_id("question").click()
    expect(armed).to_have_count(0)
    assert server.get(path, token)["seq"] == state["seq"], "nothing was done so far"
    before = fingerprint(page)
    page.keyboard.press("e")
    page.keyboard.press("e")
    moved_on(page, before)
    assert server.get(path, token)["seq"] > state["seq"]


def test_the_first_sight_is_readable_and_a_question_glides_into_sight(chrome: Browser, server: Server):
    """Hexes are wide enough to read counters; a question that is out of sight glides in, with arrows to it."""
    opened = Window(chrome, viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    page, table = opened.page, server.table(scenario="first-waves", seed="sight")
    sit_down(page, server, table, "us")
    board = "document.querySelector('[data-testid=stage]').board"
    assert page.evaluate(f"{board}.hexSize") >= 60
    tray = page.get_by_test_id("tray")
    assert tray.evaluate("tray => tray.scrollWidth <= tray.clientWidth"), "what comes next runs off the edge"
    unit = next(arg for verb, arg in options(page) if verb in ("free", "paid"))
    where = f"{board}.screenOfCounter('unit:{unit}')"
    stage = page.get_by_test_id("stage").bounding_box()
    assert stage is not None

    def is_seen() -> bool:
        at = page.evaluate(where)
        return 0 < at["x"] < stage["width"] and 0 < at["y"] < stage["height"]

    assert is_seen()
    page.evaluate(f"{board}.pan(-4000, 4000)")
    assert not is_seen()
    expect(page.get_by_test_id("beyond")).not_to_have_count(0)
    page.evaluate(
        f"window.glides = []; const board = {board}, move = board.glideTo;"
        "board.glideTo = (to, glides) => { window.glides.push(glides); move.call(board, to, glides); }; 0"
    )
    before = fingerprint(page)
    page.locator(f'[data-testid=option][data-arg="{unit}"]').first.dispatch_event("click")
    moved_on(page, before)
    within = f"at.x > 0 && at.x < {stage['width']} && at.y > 0 && at.y < {stage['height']}"
    until(page, f"(at => {within})({where}) && !{board}.glide")
    assert set(page.evaluate("window.glides")) == {True}, "a cut, not a glide"
    opened.close()


def test_a_reload_in_the_middle_of_an_attack_loses_nothing(window: Window, server: Server):
    page = window.page
    _reach_attack(page, server)
    asked, found = question(page), options(page)
    assert asked.startswith("Attack on")
    page.reload()
    expect(page.get_by_test_id("question")).to_have_text(asked)
    assert options(page) == found


def test_undo_and_redo(window: Window, server: Server):
    page = window.page
    sit_down(page, server, server.table(seed="undo"), "us")
    asked = question(page)
    page.locator("[data-testid=option]").first.dispatch_event("click")
    expect(page.get_by_test_id("question")).not_to_have_text(asked)
    further = question(page)
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("question")).to_have_text(asked)
    page.get_by_test_id("redo").click()
    expect(page.get_by_test_id("question")).to_have_text(further)


def test_something_illegal_says_why_with_the_rule(window: Window, server: Server):
    page = window.page
    table = server.table(seed="why")
    sit_down(page, server, table, "us")
    unit = next(arg for verb, arg in options(page) if verb in ("free", "paid"))
    hands = Hands(page, server)
    hands.click(hands.counter("unit", unit))
    page.wait_for_timeout(400)
    hands.click(hands.hex("0914"))
    toast = page.get_by_test_id("toast")
    expect(toast).to_be_visible()
    expect(toast.get_by_test_id("rule")).to_be_visible()


def test_a_click_on_another_unit_chooses_it_instead(window: Window, server: Server):
    page, table = window.page, server.table(scenario="first-waves", seed="instead")
    path, token = f"/api/tables/{table['id']}", table["tokens"]["us"]

    def choices(state: Any) -> list[str]:
        places = {counter["id"]: counter.get("hex") for counter in state["scene"]["counters"]}
        alone = [unit for unit, hex_ in places.items() if hex_ and list(places.values()).count(hex_) == 1]
        verbs = state["decision"]["options"]
        return [unit for unit in verbs["paid"]["args"] if unit in alone] if "paid" in verbs else []

    while len(found := choices(state := server.get(path, token))) < 2:
        verbs = state["decision"]["options"]
        verb = next(verb for verb in (*LAST, *verbs) if verb in verbs)
        server.post(f"{path}/actions", {"seq": state["seq"], "verb": verb, "arg": verbs[verb]["args"][0]}, token)
    sit_down(page, server, table, "us")
    hands = Hands(page, server)
    for unit in found[:2]:
        before = fingerprint(page)
        assert _point(hands, ("paid", unit))
        moved_on(page, before)
        until(page, "document.querySelector('[data-testid=table]').dataset.busy === 'false'")
        expect(page.get_by_test_id("question")).to_contain_text(unit)


def test_replay_from_the_slider(window: Window, server: Server):
    page = window.page
    table = server.table(seed="replay")
    token = table["tokens"]["us"]
    for _ in range(30):
        state = server.get(f"/api/tables/{table['id']}", token)
        verb, option = next(iter(state["decision"]["options"].items()))
        body = {"seq": state["seq"], "verb": verb, "arg": option["args"][0]}
        server.post(f"/api/tables/{table['id']}/actions", body, token)
    sit_down(page, server, table, "us")
    now = page.get_by_test_id("step").inner_text()
    slider = page.get_by_test_id("slider")
    slider.focus()
    slider.press("Home")
    expect(page.get_by_test_id("step")).not_to_have_text(now)
    expect(page.get_by_test_id("turn")).to_contain_text("Turn 1")
    page.get_by_test_id("to-live").click()
    expect(page.get_by_test_id("step")).to_have_text(now)


def test_export_and_import(window: Window, server: Server, tmp_path):
    page = window.page
    sit_down(page, server, server.table(seed="save"), "us")
    page.locator("[data-testid=option]").first.dispatch_event("click")
    page.wait_for_timeout(300)
    asked = question(page)
    page.get_by_test_id("menu").click()
    with page.expect_download() as download:
        page.get_by_role("group", name="Table menu").get_by_role("button", name=re.compile("save", re.I)).first.click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    document = json.loads(saved.read_text())
    assert document.pop("sealed")
    assert "wn-" not in json.dumps(document)  # no hidden counter in clear
    page.goto(server.url)
    page.locator("input[type=file]").set_input_files(str(saved))
    expect(page.get_by_test_id("question")).to_have_text(asked)


def test_a_spectator_sees_the_table_and_no_choices(window: Window, server: Server):
    table = server.table(seed="watch")
    sit_down(window.page, server, table, "spectator")
    expect(window.page.get_by_test_id("turn")).to_contain_text("Turn 1")
    expect(window.page.get_by_test_id("option")).to_have_count(0)
    seen = server.get(f"/api/tables/{table['id']}", table["spectator"])
    assert seen["decision"] is None
    named = [[value for kind, value in event["args"].values() if kind == "hex"] for event in seen["events"]]
    last = next(hexes for hexes in reversed(named) if hexes)[0]
    place, stage = last if isinstance(last, str) else last[0], window.page.get_by_test_id("stage")
    at = stage.evaluate("(stage, hex) => stage.board.screenOf(hex)", place)
    box = stage.bounding_box()
    assert box is not None and 0 < at["x"] < box["width"] and 0 < at["y"] < box["height"], "it opens at the action"


def test_two_people_in_two_browsers_share_a_table(chrome, server: Server):
    table = server.table(
        scenario="first-waves", seed="pair", options={"coop": True}, seats={"1st": "human", "29th": "human"}
    )
    one, two = Window(chrome), Window(chrome)
    sit_down(one.page, server, table, "1st")
    sit_down(two.page, server, table, "29th")
    for _ in range(60):
        deciding = server.get(f"/api/tables/{table['id']}", table["tokens"]["1st"])["deciding"]
        mine, theirs = (one.page, two.page) if deciding == "1st" else (two.page, one.page)
        expect(mine.get_by_test_id("question")).to_be_visible()
        expect(theirs.get_by_test_id("option")).to_have_count(0)
        if deciding == "29th":
            break
        wish = next((o for o in options(mine) if o[0] in LAST), options(mine)[0])
        before = fingerprint(mine)
        chosen = mine.locator(f'[data-testid=option][data-verb="{wish[0]}"]').first
        insist(mine, partial(chosen.dispatch_event, "click"))
        moved_on(mine, before)
    else:
        pytest.fail("the 29th Division never came to decide")
    one.close()
    two.close()


def test_the_board_is_playable_on_a_phone(phone: Window, server: Server):
    page = phone.page
    sit_down(page, server, server.table(seed="phone"), "us")
    box = page.get_by_test_id("stage").bounding_box()
    assert box is not None and box["height"] > 300
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    asked = question(page)
    button = page.locator("[data-testid=button]").first
    size = button.bounding_box()
    assert size is not None and size["height"] >= 38
    insist(page, button.tap)
    expect(page.get_by_test_id("question")).not_to_have_text(asked)


def test_the_log_never_covers_the_question(window: Window, server: Server):
    """L gives the log all the room that the question leaves, and gives it back; both can be read and pressed."""
    page = window.page
    table = server.table(seed="guard")
    path, token = f"/api/tables/{table['id']}", table["tokens"]["us"]
    while "paid" not in (state := server.get(path, token))["decision"]["options"]:
        verb, offer = next(iter(state["decision"]["options"].items()))
        server.post(f"{path}/actions", {"seq": state["seq"], "verb": verb, "arg": offer["args"][0]}, token)
    sit_down(page, server, table, "us")
    expect(page.get_by_test_id("verbs")).to_be_visible()
    log, asked = page.get_by_test_id("log"), page.get_by_test_id("prompt")
    before = log.bounding_box()
    page.keyboard.press("l")
    expect(page.get_by_test_id("verbs")).to_have_count(0)
    wide, prompt = log.bounding_box(), asked.bounding_box()
    assert before is not None and wide is not None and prompt is not None
    assert wide["height"] > before["height"]
    assert prompt["y"] + prompt["height"] <= wide["y"] + 1, "the log lies below the question"
    for each in [page.get_by_test_id("question"), *page.get_by_test_id("button").all()]:
        at = each.bounding_box()
        assert at is not None
        point = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
        assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-testid=prompt]')", point)
    told = fingerprint(page)
    insist(page, page.get_by_test_id("button").first.click)
    moved_on(page, told)
    page.keyboard.press("l")
    narrow = log.bounding_box()
    assert narrow is not None and narrow["height"] < wide["height"]
