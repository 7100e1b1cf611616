"""People plan landings on the displays of Bradley's D-Day, and spend support points, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, fingerprint, insist, question, sit_down, until
from tests.e2e.hands import moved_on as has_stirred

pytestmark = pytest.mark.browser

SEATS = {"american": "human", "german": "human"}
ROUTINE = ("rest", "ready", "done", "unsupported")
"""What somebody answers who wants to get on."""
Wanted = Callable[[dict[str, Any]], bool]


class Game:
    """A table, and whoever sits at it without a browser."""

    def __init__(self, server: Server, scenario: str, seed: str = "displays") -> None:
        self.server = server
        self.table = server.table("bradley", scenario, seed, seats=SEATS)

    def state(self, side: str) -> Any:
        """The table as a side sees it."""
        return self.server.get(f"/api/tables/{self.table['id']}", self.table["tokens"][side])

    def play_until(self, wanted: Wanted, side: str | None = None, *, others: bool = False) -> Any:
        """Answer by routine until the options are as wanted; with `others` only as long as the other side decides."""
        for _ in range(400):
            state = self.state("american")
            if state["deciding"] == "german":
                state = self.state("german")
            options = state["decision"]["options"]
            if (side in (None, state["deciding"]) and wanted(options)) or (others and state["deciding"] == side):
                return state
            verb = next((verb for verb in ROUTINE if verb in options), next(iter(options)))
            body = {"seq": state["seq"], "verb": verb, "arg": options[verb]["args"][0]}
            path = f"/api/tables/{self.table['id']}/actions"
            self.server.post(path, body, self.table["tokens"][state["deciding"]])
        pytest.fail("it does not come about")

    def where(self, name: str) -> dict[str, Any]:
        """A counter as the American sees it."""
        counters = self.state("american")["scene"]["counters"]
        return next(each for each in counters if each["id"] == name)


def has(verb: str) -> Wanted:
    """Whether a verb is offered."""
    return lambda options: verb in options


def piece(page: Page, name: str) -> Locator:
    """A counter in the open display."""
    return page.locator(f'[data-testid=piece][data-id="{name}"]')


def box(page: Page, name: str) -> Locator:
    """A box of the open display."""
    return page.locator(f'[data-testid=box][data-box="{name}"]')


def moved_on(page: Page, before: str) -> None:
    """Wait until the table has gone on and nothing is under way any more."""
    has_stirred(page, before)
    until(page, "document.querySelector('[data-testid=table]').dataset.busy === 'false'")


def press(page: Page, verb: str) -> None:
    """Press a button of the panel, and wait for what comes of it."""
    before = fingerprint(page)
    insist(page, page.locator(f'[data-testid=button][data-verb="{verb}"]').click)
    moved_on(page, before)


def pick(page: Page, found: Locator) -> None:
    """Click on something of the display, and wait for what comes of it."""
    before = fingerprint(page)
    found.click()
    moved_on(page, before)


def drag(page: Page, name: str, to: Callable[[], tuple[float, float]], *, is_taken: bool = False) -> None:
    """Drag a counter of the display; where to is asked when it is in the air."""
    start, before = _middle(piece(page, name)), fingerprint(page)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] - 12, steps=3)
    expect(piece(page, name)).to_have_class(re.compile("away"))
    if not is_taken:
        moved_on(page, before)  # it is chosen as soon as it is taken up
    before = fingerprint(page)
    page.mouse.move(*to(), steps=4)
    page.mouse.up()
    moved_on(page, before)


def _middle(found: Locator) -> tuple[float, float]:
    found.scroll_into_view_if_needed()
    at = found.bounding_box()
    assert at is not None
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def _over_hex_in_sight(hands: Hands, names: list[str], chosen: list[str]) -> Callable[[], tuple[float, float]]:
    """The middle of the first of these hexes that the map shows when the pointer gets there."""

    def find() -> tuple[float, float]:
        stage = hands.stage.bounding_box()
        assert stage is not None
        for name in names:
            at = hands.page.evaluate(f"document.querySelector('[data-testid=stage]').board.screenOf('{name}')")
            if 20 < at["x"] < stage["width"] - 20 and 20 < at["y"] < stage["height"] - 20:
                chosen.append(name)
                return stage["x"] + at["x"], stage["y"] + at["y"]
        raise AssertionError("none of the hexes is in sight")

    return find


def _over_hex(hands: Hands, name: str) -> Callable[[], tuple[float, float]]:
    def find() -> tuple[float, float]:
        stage = hands.stage.bounding_box()
        at = hands.page.evaluate(f"document.querySelector('[data-testid=stage]').board.screenOf('{name}')")
        assert stage is not None
        assert 0 < at["x"] < stage["width"] and 0 < at["y"] < stage["height"], "the hex is out of sight"
        return stage["x"] + at["x"], stage["y"] + at["y"]

    return find


def test_the_german_sets_up_with_a_few_clicks(window: Window, server: Server):
    page, game = window.page, Game(server, "omaha")
    sit_down(page, server, game.table, "german")
    assert "19 left" in question(page)
    hands = Hands(page, server, "bradley")
    hands.click(hands.hex("2923"))
    expect(page.get_by_test_id("toast")).to_be_visible()  # not in that zone
    before = fingerprint(page)
    place = game.state("german")["decision"]["options"]["place"]["args"][0]
    hands.click(hands.hex(place))
    moved_on(page, before)
    expect(page.get_by_test_id("display")).to_have_attribute("data-id", "record")
    pick(page, piece(page, "Static 3"))  # in any order
    place = game.state("german")["decision"]["options"]["place"]["args"][0]
    hands.hex(place)  # brings it into sight
    drag(page, "Static 3", _over_hex(hands, place), is_taken=True)
    assert game.where("Static 3")["hex"] == place
    press(page, "rest")
    press(page, "ready")
    expect(page.get_by_test_id("question")).to_contain_text("mine points")
    mines = game.state("german")["decision"]["options"]["mine"]["args"]
    hands.stage.hover(position=dict(zip("xy", hands.hex(mines[0]), strict=True)))
    expect(page.get_by_test_id("preview")).to_contain_text("To be recorded")


def test_an_air_landing_from_allotment_to_the_ground(window: Window, server: Server):
    page, game = window.page, Game(server, "utah")
    game.play_until(has("allot"))
    sit_down(page, server, game.table, "american")
    display = page.get_by_test_id("display")
    expect(display).to_have_attribute("data-id", "air")  # it opens by itself
    pick(page, piece(page, "1/507"))
    expect(box(page, "82 Main Box")).to_have_class(re.compile("offered"))
    expect(box(page, "101 Main Box")).not_to_have_class(re.compile("offered"))
    pick(page, piece(page, "1/505"))  # another one instead
    expect(page.get_by_test_id("question")).to_contain_text("1/505")
    pick(page, box(page, "82 Main Box"))
    expect(box(page, "82 Main Box").locator("[data-id='3/505']")).to_be_visible()  # the regiment goes together
    drag(page, "2/507", lambda: _middle(box(page, "82 Secondary Box")))
    assert game.where("1/507")["spot"] == "82 Secondary Box"
    press(page, "rest")
    game.play_until(has("designate"), "american", others=True)
    _place_drop_zones(page, server, game)
    game.play_until(lambda options: "resolve_dz" in options or "drop" in options, "american")
    _land_by_air(page, server, game)


def _place_drop_zones(page: Page, server: Server, game: Game) -> None:
    hands = Hands(page, server, "bradley")
    pick(page, piece(page, "82 Main"))
    clear = game.state("american")["decision"]["options"]["aim"]["args"]
    at = hands.hex(clear[len(clear) // 2])
    hands.stage.hover(position={"x": at[0], "y": at[1]})
    preview = page.get_by_test_id("preview")
    expect(preview).to_contain_text("On clear ground")
    expect(preview).to_contain_text("Flak within three hexes")
    before = fingerprint(page)
    hands.click(at)
    moved_on(page, before)
    first = clear[len(clear) // 2]
    assert game.where("82 Main")["hex"] == first
    aims: list[str] = []
    drag(page, "82 Secondary", _over_hex_in_sight(hands, [h for h in clear if h != first], aims))
    assert [game.where("82 Secondary")["hex"]] == aims[-1:]
    for zone in ("101 Main", "101 Secondary"):
        pick(page, piece(page, zone))
        free = game.state("american")["decision"]["options"]["aim"]["args"]
        before = fingerprint(page)
        hands.click(hands.hex(free[len(free) // 2]))
        moved_on(page, before)


def _land_by_air(page: Page, server: Server, game: Game) -> None:
    until(page, "!document.querySelector('[data-busy=true]') && document.querySelector('[data-testid=option]')")
    hands = Hands(page, server, "bradley")
    if "resolve_dz" in game.state("american")["decision"]["options"]:
        zone = game.state("american")["decision"]["options"]["resolve_dz"]["args"][0]
        at, before = hands.counter("dz", zone), fingerprint(page)
        assert at is not None
        hands.click(at)
        moved_on(page, before)
    game.play_until(has("drop"), "american", others=True)
    waiting = game.state("american")["decision"]["options"]["drop"]["args"]
    expect(page.get_by_test_id("display")).to_have_attribute("data-id", "air")
    pick(page, piece(page, waiting[0]))
    dropped = [event for event in game.state("american")["events"] if event["kind"].startswith("drop")]
    assert any(event["args"].get("unit", ["", ""])[1] == waiting[0] for event in dropped)


def test_a_wave_from_the_display_to_the_beach(window: Window, server: Server):
    page, game = window.page, Game(server, "omaha")
    game.play_until(has("load"))
    sit_down(page, server, game.table, "american")
    expect(page.get_by_test_id("display")).to_have_attribute("data-id", "omaha")
    first, second = box(page, "Omaha Wave 1"), box(page, "Omaha Wave 2")
    expect(first).to_contain_text("Turn 2, 05:00, low tide")
    expect(first).to_contain_text("3/10")
    pick(page, piece(page, "1/16"))
    pick(page, first)
    expect(first).to_contain_text("4/10")
    expect(first).to_contain_text("1/4 infantry")
    drag(page, "2/16", lambda: _middle(second))
    assert game.where("2/16")["spot"] == "Omaha Wave 2"
    drag(page, "1/115", lambda: _middle(page.get_by_test_id("prompt")))  # nowhere: it stays in the pool
    assert game.where("1/115")["spot"] == "Omaha Available"
    press(page, "rest")
    _send_in(page, server, game)
    game.play_until(lambda _: False, "american", others=True)
    _come_ashore(page, game)


def _send_in(page: Page, server: Server, game: Game) -> None:
    expect(page.get_by_test_id("question")).to_contain_text("Wave 1 of Omaha")
    hands = Hands(page, server, "bradley")
    drag(page, "1/16", _over_hex(hands, "4122"))
    assert game.where("1/16")["hex"] == "4122"
    pick(page, page.locator("[data-testid=piece].legal").first)
    at = hands.hex("4021")
    hands.stage.hover(position={"x": at[0], "y": at[1]})
    preview = page.get_by_test_id("preview")
    expect(preview).to_contain_text("Guns on the beach")
    expect(preview).to_contain_text("Eliminated by fire")
    before = fingerprint(page)
    hands.click(at)
    moved_on(page, before)
    press(page, "rest")
    expect(page.get_by_test_id("question")).to_contain_text("Pointe du Hoc")
    press(page, "done")


def _come_ashore(page: Page, game: Game) -> None:
    """Go on with the buttons until the wave has landed."""
    for _ in range(12):
        if "hex" not in game.where("1/16") or game.where("1/16")["hex"] != "4122":
            break
        options = game.state("american")["decision"]["options"]
        verb = next(verb for verb in ("done", "scramble", "wade_in", "land", *options) if verb in options)
        before = fingerprint(page)
        page.locator(f'[data-testid=option][data-verb="{verb}"]').first.dispatch_event("click")
        moved_on(page, before)
    told = [event["kind"] for event in game.state("american")["events"]]
    assert "sea_condition" in told and "displaced" in told


def test_a_display_is_opened_and_closed_by_hand(window: Window, server: Server):
    page, game = window.page, Game(server, "utah")
    game.play_until(has("designate"))
    sit_down(page, server, game.table, "german")  # nothing is asked of this side
    display = page.get_by_test_id("display")
    expect(display).to_have_count(0)
    page.keyboard.press("3")
    expect(display).to_have_attribute("data-id", "record")
    expect(display).to_contain_text("Turn 11")
    page.locator("[data-testid=display-tab][data-id=eliminated]").click()
    expect(display).to_contain_text("0 lost")
    page.get_by_role("button", name="Close the display").click()
    expect(display).to_have_count(0)
    expect(page.get_by_test_id("tray")).to_be_visible()


def test_support_points_are_spent_with_one_control(window: Window, server: Server):
    page, game = window.page, Game(server, "omaha")
    state = game.play_until(has("fire"), "american")
    sit_down(page, server, game.table, "american")
    hands, before = Hands(page, server, "bradley"), fingerprint(page)
    hands.click(hands.hex(state["decision"]["options"]["fire"]["args"][0]))
    moved_on(page, before)
    amount = page.get_by_test_id("amount")
    expect(amount).to_be_visible()
    expect(page.locator("[data-testid=button][data-verb=points]")).to_have_count(1)  # not one for every number
    left = int(re.findall(r"of (\d+)", page.get_by_test_id("amount-left").inner_text())[0])
    for _ in range(12):
        page.keyboard.press("+")
    page.keyboard.press("-")
    expect(page.get_by_test_id("amount-number")).to_have_value("12")
    expect(page.get_by_test_id("amount-left")).to_contain_text(f"{left - 12} left")
    preview = page.get_by_test_id("preview")
    expect(preview).to_contain_text(re.compile(r"12\s*Attack"))
    slider = page.get_by_test_id("amount-slider")
    at = slider.bounding_box()
    assert at is not None
    page.mouse.click(at["x"] + at["width"] * 0.75, at["y"] + at["height"] / 2)
    spent = int(page.get_by_test_id("amount-number").input_value())
    assert left / 2 < spent < left
    expect(preview).to_contain_text(re.compile(rf"{spent}\s*Attack"))
    number, spent = page.get_by_test_id("amount-number"), left - 3
    number.fill(str(left + 5))
    number.press("Enter")
    expect(number).to_have_value(str(left))  # more than there is: put right, and not taken
    before = fingerprint(page)
    number.fill(str(spent))
    number.press("Enter")
    moved_on(page, before)
    expect(page.get_by_test_id("question")).to_contain_text(f"{spent} support points")
    press(page, "shoot")
    spending = [event for event in game.state("american")["events"] if event["kind"] == "points_spent"]
    assert [event["args"]["points"][1] for event in spending] == [spent]


def test_the_displays_on_a_phone(phone: Window, server: Server):
    page, game = phone.page, Game(server, "omaha")
    game.play_until(has("load"))
    sit_down(page, server, game.table, "american")
    expect(page.get_by_test_id("display")).to_have_attribute("data-id", "omaha")
    before = fingerprint(page)
    piece(page, "1/16").tap()
    moved_on(page, before)
    before = fingerprint(page)
    page.get_by_test_id("box-title").first.tap()
    moved_on(page, before)
    assert game.where("1/16")["spot"] == "Omaha Wave 1"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
