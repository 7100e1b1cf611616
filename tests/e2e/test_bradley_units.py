"""Units of a game with facings, modes and lines of sight, in a real browser: turned, flipped, fired and assaulting."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, asked, button, counters, look_at, options, question, set_table, sit_down, until

pytestmark = pytest.mark.browser

MARCH = {
    "segment": "allied movement",
    "part": "moves",
    "turn": 4,
    "units": [
        {"id": "1/16", "hex": "1016"},
        {"id": "2/16", "hex": "1018", "mode": "mm", "facing": 3},
        {"id": "743 Tank", "hex": "1215", "mode": "mm", "facing": 1},
        {"id": "I/914", "hex": "1011"},
    ],
}
FLAK = {
    "segment": "german fire",
    "turn": 3,
    "units": [
        {"id": "1/1 Flak", "hex": "0814"},
        {"id": "1/16", "hex": "0816"},
        {"id": "2/16", "hex": "0817"},
        {"id": "I/914", "hex": "0918", "mode": "mm", "facing": 1},
        {"id": "III/1 Flak", "hex": "0818"},
    ],
}
BLUFF = {
    "segment": "allied close assault",
    "turn": 3,
    "garrisons": {"4124": "439 Ost"},
    "units": [
        {"id": "1/16", "hex": "4024"},
        {"id": "2/16", "hex": "4024"},
        {"id": "1/18", "hex": "4125"},
        {"id": "2/18", "hex": "4125"},
        {"id": "1/26", "hex": "4224"},
        {"id": "2/26", "hex": "4224"},
        {"id": "439 Ost", "hex": "4226"},
    ],
}
MOST_ASSAULTS = 10
"""Five of six assaults free the hex, and three of four let all attackers advance."""


def table_at(server: Server, position: dict[str, Any]) -> Any:
    """A table with only these units on the map."""
    return set_table(server, "bradley", {"scenario": "d-day", "clear": True, **position})


def come(page: Page, server: Server, position: dict[str, Any], side: str) -> tuple[Any, Hands]:
    """Sit down at a table with this position, and look from near."""
    table = table_at(server, position)
    sit_down(page, server, table, side)
    hands = Hands(page, server, "bradley")
    place = next(unit["hex"] for unit in position["units"])
    look_at(page, place)
    return table, hands


def choose(page: Page, hands: Hands, unit: str, hex_: str) -> None:
    """Click a unit that can move."""
    hands.click(hands.hex(hex_))
    asked(page, f"{unit} in {hex_}")


def seen(page: Page) -> Locator:
    """What the card says of a line of sight."""
    return page.get_by_test_id("seen")


def drag(page: Page, hands: Hands, hex_: str, dx: float, dy: float) -> None:
    """Press in the middle of a hex and draw away from it, without letting go."""
    x, y = hands.hex(hex_)
    box = hands.stage.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + dx / 2, box["y"] + y + dy / 2)
    page.mouse.move(box["x"] + x + dx, box["y"] + y + dy, steps=4)


def hex_size(page: Page) -> float:
    """How far two hexes are apart on the screen."""
    return float(page.evaluate("document.querySelector('[data-testid=stage]').board.hexSize"))


# --- facing ------------------------------------------------------------------------------------------------------


def test_a_unit_is_turned_by_a_drag(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, MARCH, "american")
    choose(page, hands, "2/16", "1018")
    far = hex_size(page)
    drag(page, hands, "1018", far * 0.8, -far * 0.45)
    hint = page.get_by_test_id("turn-hint")
    expect(hint).to_contain_text("Face north-east")  # the ghost, before the hand lets go
    assert counters(server, table, "american")["2/16"]["facing"] == "S"
    page.mouse.up()
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")
    until(page, "document.querySelector('[data-testid=step]').innerText.includes('2')")
    assert counters(server, table, "american")["2/16"]["facing"] == "NE"


def test_a_drag_that_comes_back_turns_nothing(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, MARCH, "american")
    choose(page, hands, "2/16", "1018")
    far, hint = hex_size(page), page.get_by_test_id("turn-hint")
    drag(page, hands, "1018", 0, -far)
    expect(hint).to_contain_text("Face north")
    x, y = page.evaluate("(() => { const at = document.querySelector('[data-testid=stage]').board.screenOf('1018');"
                         "return [at.x, at.y]; })()")  # fmt: skip
    box = hands.stage.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x + 2, box["y"] + y + 2, steps=3)
    expect(hint).not_to_contain_text("Face north")
    page.mouse.up()
    page.wait_for_timeout(300)
    assert counters(server, table, "american")["2/16"]["facing"] == "S"
    assert question(page).startswith("2/16 in 1018 has 8 of 8")


def test_a_unit_is_turned_by_keys(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, MARCH, "american")
    choose(page, hands, "2/16", "1018")
    page.keyboard.press("]")
    expect(page.get_by_test_id("turn-hint")).to_contain_text("Face south-west")
    page.keyboard.press("[")
    expect(page.get_by_test_id("turn-hint")).to_contain_text("Drag the counter")  # as it lies now
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page.get_by_test_id("turn-hint")).to_contain_text("Face north-east")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("turn-hint")).to_contain_text("Drag the counter")
    page.keyboard.press("]")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('[data-testid=step]').innerText.includes('2')")
    assert counters(server, table, "american")["2/16"]["facing"] == "SW"


def test_a_click_at_a_hexside_turns_the_unit(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, MARCH, "american")
    choose(page, hands, "2/16", "1018")
    x, y = hands.hex("1018")
    hands.click((x, y - hex_size(page) * 0.44))
    until(page, "document.querySelector('[data-testid=step]').innerText.includes('2')")
    assert counters(server, table, "american")["2/16"]["facing"] == "N"


def test_a_unit_that_enters_the_map_faces_somewhere(window: Window, server: Server):
    page = window.page
    units = [{"id": "513/30", "place": "track", "turn": 13}, {"id": "I/914", "hex": "5025"}]
    table = table_at(server, {"scenario": "omaha", "turn": 13, "segment": "second recovery", "units": units})
    sit_down(page, server, table, "german")
    asked(page, "How does 513/30 enter")
    expect(page.get_by_test_id("turn-hint")).to_be_visible()
    page.keyboard.press("]")
    page.keyboard.press("]")
    expect(page.get_by_test_id("turn-hint")).to_contain_text("facing north-east")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("question")).not_to_contain_text("How does")
    assert counters(server, table, "german")["513/30"]["facing"] == "NE"


# --- modes and ranges --------------------------------------------------------------------------------------------


def test_a_mode_is_flipped_with_a_key_and_a_facing_follows(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, MARCH, "american")
    choose(page, hands, "1/16", "1016")
    expect(page.get_by_test_id("turn-hint")).to_have_count(0)
    page.keyboard.press("v")
    hint = page.get_by_test_id("turn-hint")
    expect(hint).to_contain_text("Movement mode, facing north")
    page.keyboard.press("]")
    expect(hint).to_contain_text("Movement mode, facing north-east")
    page.keyboard.press("Enter")
    asked(page, "2 of 4")
    assert counters(server, table, "american")["1/16"]["facing"] == "NE"


def test_a_double_click_and_the_button_flip_a_mode(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, MARCH, "american")
    choose(page, hands, "2/16", "1018")
    page.wait_for_timeout(500)
    x, y = hands.hex("1018")
    hands.stage.dblclick(position={"x": x, "y": y})
    asked(page, "6 of 8")
    assert "facing" not in counters(server, table, "american")["2/16"]
    page.get_by_test_id("flip").click()
    expect(page.get_by_test_id("turn-hint")).to_contain_text("Movement mode, facing")
    far = hex_size(page)
    drag(page, hands, "1018", 0, far)
    expect(page.get_by_test_id("turn-hint")).to_contain_text("facing south")
    page.mouse.up()
    asked(page, "4 of 8")
    assert counters(server, table, "american")["2/16"]["facing"] == "S"


def test_the_range_in_the_other_mode_is_shown(window: Window, server: Server):
    page = window.page
    _, hands = come(page, server, MARCH, "american")
    choose(page, hands, "2/16", "1018")
    now = sum(verb == "move" for verb, _ in options(page))
    preview = page.get_by_test_id("preview")
    page.get_by_test_id("flip").hover()
    expect(preview).to_contain_text("Hexes in reach")
    shown = int(re.search(r"Hexes in reach\s*(\d+)", preview.inner_text())[1])  # type: ignore[index]
    assert 0 < shown < now
    hands.stage.hover(position={"x": 4, "y": 200})
    expect(preview).to_have_count(0)
    page.keyboard.press("x")
    expect(preview).to_contain_text("Combat mode")
    page.keyboard.press("x")
    expect(preview).to_have_count(0)


def test_set_up_modes_are_flipped_with_the_pointer_on_a_unit(window: Window, server: Server):
    page = window.page
    table = server.table(game="bradley", scenario="omaha", seed="modes", seats={"american": "human", "german": "human"})
    seat = table["tokens"]["german"]
    for _ in range(80):
        state = server.get(f"/api/tables/{table['id']}?since=1000000", seat)
        offered = state["decision"]["options"]
        if "turn_over" in offered:
            break
        verb = next(iter(offered))
        body = {"seq": state["seq"], "verb": verb, "arg": offered[verb]["args"][0]}
        server.post(f"/api/tables/{table['id']}/actions", body, seat)
    else:
        pytest.fail("the modes are never set")
    sit_down(page, server, table, "german")
    hands, unit = Hands(page, server, "bradley"), offered["turn_over"]["args"][0]
    at = hands.counter("unit", unit)
    assert at is not None
    hands.stage.hover(position={"x": at[0], "y": at[1]})
    page.keyboard.press("v")
    asked(page, "face?")
    page.keyboard.press("]")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("question")).not_to_contain_text("face?")
    facings = [counter for counter in counters(server, table, "german").values() if counter.get("facing")]
    assert facings


# --- lines of sight ----------------------------------------------------------------------------------------------


def test_a_fire_attack_with_its_lines_of_sight(window: Window, server: Server):
    page = window.page
    table, hands = come(page, server, FLAK, "german")
    hands.click(hands.hex("0817"))
    asked(page, "Who fires at 0817?")
    hands.stage.hover(position=_at(hands.hex("0814")))
    expect(seen(page)).to_contain_text("blocked")
    expect(seen(page)).to_contain_text("A town lies in the line of sight")
    expect(seen(page)).to_contain_text("10.2.7b-L3")
    hands.stage.hover(position=_at(hands.hex("0818")))
    expect(seen(page)).to_contain_text("clear")
    hands.stage.hover(position=_at(hands.hex("0918")))
    expect(seen(page)).to_contain_text("10.1.7")  # it looks the other way
    page.keyboard.press("Escape")
    asked(page, "choose a hex to fire at")
    hands.click(hands.hex("0816"))
    asked(page, "Who fires at Neuville-au-Plain (0816)?")
    hands.stage.hover(position=_at(hands.hex("0814")))
    expect(seen(page)).to_contain_text("clear")
    hands.click(hands.hex("0814"))
    asked(page, "So far: 1/1 Flak")
    button(page, "shoot").click()
    expect(page.get_by_test_id("log")).to_contain_text("Neuville-au-Plain (0816) is fired on by 1/1 Flak")
    expect(page.get_by_test_id("log")).to_contain_text(re.compile(r"Neuville-au-Plain \(0816\): 8 against \d+"))
    assert counters(server, table, "german")["1/1 Flak"]["is_faded"]


def _at(point: tuple[float, float]) -> Any:
    return {"x": point[0], "y": point[1]}


def test_a_line_of_sight_from_any_hex_by_key_and_by_button(window: Window, server: Server):
    page = window.page
    _, hands = come(page, server, FLAK, "german")
    hands.stage.hover(position=_at(hands.hex("0815")))
    page.keyboard.press("k")
    hands.stage.hover(position=_at(hands.hex("0817")))
    expect(seen(page)).to_contain_text("0815 → 0817")
    expect(seen(page)).to_contain_text("blocked")
    hands.stage.hover(position=_at(hands.hex("1015")))
    expect(seen(page)).to_contain_text("Line of sight is clear, 2 hexes away")
    page.keyboard.press("k")
    expect(seen(page)).to_have_count(0)
    page.get_by_test_id("sight").click()
    hands.click(hands.hex("0814"))
    hands.stage.hover(position=_at(hands.hex("0816")))
    expect(seen(page)).to_contain_text("1/1 Flak → 0816")
    page.keyboard.press("Escape")
    expect(seen(page)).to_have_count(0)
    assert "choose a hex to fire at" in question(page)


def test_a_spectator_looks_along_lines_too(window: Window, server: Server):
    page = window.page
    table = table_at(server, FLAK)
    sit_down(page, server, table, "spectator")
    hands = Hands(page, server, "bradley")
    hands.stage.hover(position=_at(hands.hex("0815")))
    page.keyboard.press("k")
    hands.stage.hover(position=_at(hands.hex("0817")))
    expect(seen(page)).to_contain_text("blocked")


# --- close assault -----------------------------------------------------------------------------------------------


def _assault(page: Page, server: Server) -> tuple[Any, Hands, bool]:
    """Assault the garrison on the bluff with everybody; whether all who took part can advance."""
    table, hands = come(page, server, BLUFF, "american")
    hands.click(hands.hex("4124"))
    asked(page, "Who assaults 4124?")
    button(page, "storm_all").click()
    expect(page.get_by_test_id("log")).to_contain_text(re.compile(r"4124: 48 against 4"))
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")
    state = server.get(f"/api/tables/{table['id']}", table["tokens"]["american"])
    offered = (state["decision"] or {"options": {}})["options"]
    return table, hands, "1/18" in offered.get("advance", {"args": []})["args"]


def test_a_close_assault_with_an_advance(window: Window, server: Server):
    page = window.page
    for _ in range(MOST_ASSAULTS):
        table, hands, is_free = _assault(page, server)
        if is_free:
            break
    else:
        pytest.fail("no assault succeeded")
    at = hands.counter("unit", "1/18")
    assert at is not None
    hands.click(at)
    expect(page.get_by_test_id("log")).to_contain_text(re.compile("1/18 advances"))
    assert counters(server, table, "american")["1/18"]["hex"] == "4124"
    button(page, "hold").click()
    expect(button(page, "hold")).to_have_count(0)


# --- beside ------------------------------------------------------------------------------------------------------


def test_a_phone_turns_and_flips(phone: Window, server: Server):
    page = phone.page
    table, hands = come(page, server, MARCH, "american")
    x, y = hands.hex("1018")
    page.get_by_test_id("stage").tap(position={"x": x, "y": y})
    held = page.get_by_test_id("held")
    expect(held).to_be_visible()  # the first tap shows how far it comes
    held.tap()
    asked(page, "2/16 in 1018")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('[data-testid=button][data-verb="face"][data-arg="NE"]').tap()
    until(page, "!document.querySelector('[data-testid=button][data-verb=face][data-arg=NE]')")
    assert counters(server, table, "american")["2/16"]["facing"] == "NE"
    page.get_by_test_id("flip").tap()
    expect(page.get_by_test_id("preview")).to_contain_text("Hexes in reach")
    expect(held).to_have_text("Combat mode")
    held.tap()
    asked(page, "6 of 8")


def test_the_map_is_painted_where_no_worker_can_be_had(window: Window, server: Server):
    window.page.add_init_script("delete window.Worker")
    sit_down(window.page, server, table_at(server, MARCH), "american")
