"""How many clicks a turn takes of somebody who decides what matters and leaves the rest to the computer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, fingerprint, moved_on, options, sit_down, until

pytestmark = pytest.mark.browser

WIDE = {"width": 1440, "height": 900}
COUNTED = """window.clicks = 0;
for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, (event) => event.key === 'Shift' || window.clicks++, true);"""
MORE = 40
"""So many decisions in a turn, and it does not come to its end."""


class Commander:
    """Plays one side with the mouse: drags the units that matter, and leaves the rest of each part to the computer."""

    def __init__(self, page: Page, server: Server, table: Any, game: str, side: str) -> None:
        self.page, self.server = page, server
        self.path, self.token = f"/api/tables/{table['id']}", table["tokens"][side]
        self.hands = Hands(page, server, game)
        sit_down(page, server, table, side)

    def state(self) -> Any:
        """The table as the side sees it, once it is to decide."""
        while (found := self.server.get(self.path, self.token))["decision"] is None:
            self.page.wait_for_timeout(50)
        until(self.page, f"Number(document.querySelector('[data-testid=table]').dataset.seq) >= {found['seq']}")
        return found

    def wait(self) -> str:
        """The table rests and asks something; how it looks then."""
        expect(self.page.get_by_test_id("question")).to_be_visible()
        expect(self.page.get_by_test_id("table")).to_have_attribute("data-busy", "false")
        options(self.page)
        return fingerprint(self.page)

    def rest(self) -> None:
        """The rest of this part is left to the computer."""
        before = self.wait()
        self.page.get_by_test_id("rest").click()
        moved_on(self.page, before)

    def way(self, state: Any, verbs: tuple[str, ...], moves: tuple[str, ...], hexes: list[str]) -> tuple[str, str]:
        """A unit that can be chosen, and where it comes nearest to a hex, for a drag; or nothing."""
        layout, offered = self.hands.layout, state["decision"]["options"]
        wanted = [(verb, unit) for verb in verbs if verb in offered for unit in offered[verb]["args"]]
        on_map = {counter["id"] for counter in state["scene"]["counters"] if counter.get("hex")}
        choices = [{"verb": verb, "arg": unit} for verb, unit in wanted if unit in on_map][:8]
        answers = self.server.post(f"{self.path}/ahead", {"choices": choices}, self.token) if choices else []
        at = dict(zip(layout["names"], layout["centres"], strict=True))
        for choice, answer in zip(choices, answers, strict=True):
            asked = (answer["decision"] or {"options": {}})["options"]
            places = [place for verb in moves if verb in asked for place in asked[verb]["args"]]
            if places:
                x, y = at[hexes[0]]
                return choice["arg"], min(places, key=lambda name: (at[name][0] - x) ** 2 + (at[name][1] - y) ** 2)
        return "", ""

    def drag(self, unit: str, place: str) -> None:
        """A counter is dragged to a hex."""
        before, stage = self.wait(), self.page.get_by_test_id("stage").bounding_box()
        assert stage is not None
        x, y = self.hands.hex(place)
        start = self.hands.counter("unit", unit)
        assert start is not None
        x, y = self.hands._ask(f"screenOf('{place}')").values()
        self.page.mouse.move(stage["x"] + start[0], stage["y"] + start[1])
        self.page.mouse.down()
        self.page.mouse.move(stage["x"] + x, stage["y"] + y, steps=4)
        self.page.mouse.up()
        moved_on(self.page, before)
        self.wait()

    def turn(self) -> str:
        """What the table says of the turn."""
        return self.page.get_by_test_id("turn").inner_text()


def play_turn(commander: Commander, decide: Callable[[Any], bool]) -> int:
    """Play until the turn is another one; how many clicks it took. What `decide` leaves is left to the computer."""
    now = number_of(commander.turn())
    before = commander.page.evaluate("window.clicks")
    for _ in range(MORE):
        commander.wait()
        state = commander.state()
        if number_of(commander.turn()) != now:
            break
        if not decide(state):
            commander.rest()
    else:
        raise AssertionError(f"turn {now} does not end")
    clicks: int = commander.page.evaluate("window.clicks") - before
    return clicks


def number_of(turn: str) -> str:
    """The number of a turn."""
    found = re.search(r"Turn\s+(\d+)", turn)
    assert found is not None, turn
    return found[1]


def opened(chrome: Browser) -> Window:
    """A window that counts clicks and keys."""
    window = Window(chrome, viewport=WIDE)
    window.context.add_init_script(COUNTED)
    return window


def test_a_turn_of_the_first_waves_takes_few_clicks(chrome: Browser, server: Server) -> None:
    """On turns 2 to 6 somebody spends every action of both divisions himself."""
    window = opened(chrome)
    table = server.table(scenario="first-waves", seed="clicks")
    commander = Commander(window.page, server, table, "omaha", "us")

    def decide(state: Any) -> bool:
        unit, place = "", ""
        if "paid" in state["decision"]["options"]:
            unit, place = commander.way(state, ("paid",), ("move", "climb"), ["0916"])
        if unit:
            commander.drag(unit, place)
        return bool(unit)

    while number_of(commander.turn()) == "1":
        commander.rest()
        commander.wait()
    clicks = [play_turn(commander, decide) for _ in range(5)]
    print(clicks)
    assert sum(clicks) / len(clicks) <= 12, clicks
    assert not window.problems
    window.close()


def test_a_turn_of_beach_to_bocage_takes_few_clicks(chrome: Browser, server: Server) -> None:
    """On turns 2 and 3 somebody moves five units himself and begins an attack."""
    window = opened(chrome)
    table = server.table(
        game="bocage", scenario="beach-to-bocage", seed="clicks", seats={"allied": "human", "german": "veteran"}
    )
    commander = Commander(window.page, server, table, "bocage", "allied")
    done: list[str] = []

    def decide(state: Any) -> bool:
        offered = state["decision"]["options"]
        if "unit" in offered and len([each for each in done if each != "attack"]) < 5:
            unit, place = commander.way(state, ("unit",), ("move",), ["0421"])
            if unit and unit not in done:
                done.append(unit)
                commander.drag(unit, place)
                return True
        if "attack" in offered and "attack" not in done:
            done.append("attack")
            before = commander.wait()
            commander.hands.click(commander.hands.hex(offered["attack"]["args"][0]))
            chooser = commander.page.locator('[data-testid=choice][data-verb="attack"]')
            commander.page.wait_for_timeout(60)
            if chooser.count():
                chooser.first.click()
            moved_on(commander.page, before)
            return True
        return False

    clicks, moved = [], []
    while number_of(commander.turn()) == "1":
        commander.rest()
        commander.wait()
    for _ in range(2):
        done.clear()
        clicks.append(play_turn(commander, decide))
        moved.append(len(done))
    print(clicks, moved)
    assert max(clicks) <= 15, clicks
    assert min(moved) > 3, "hardly anything was decided by hand"
    assert not window.problems
    window.close()
