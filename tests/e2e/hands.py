"""A person at the table: looks, points, presses keys. Only to find a hex does anything here reach past the screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Server

from beachhead.games import find_game
from beachhead.kernel import Match, Seeded, load_position, save

Option = tuple[str, str]
"""A verb and its argument."""


def until(page: Page, script: str, seconds: float = 20.0) -> None:
    """Wait until an expression is true. (The page forbids what Playwright's own way of waiting needs.)"""
    for _ in range(int(seconds * 25)):
        if page.evaluate(f"!!({script})"):
            return
        page.wait_for_timeout(40)
    raise AssertionError(f"it does not come about: {script}")


def fingerprint(page: Page) -> str:
    """The question with the number of options and the step: other than before when something has happened."""
    return page.evaluate(
        "(document.querySelector('[data-testid=question]')?.innerText ?? '') + "
        "document.querySelectorAll('[data-testid=option]').length + "
        "(document.querySelector('[data-testid=step]')?.innerText ?? '')"
    )


def moved_on(page: Page, before: str) -> None:
    """Wait until the table has gone on."""
    for _ in range(500):
        if fingerprint(page) != before:
            return
        page.wait_for_timeout(40)
    raise AssertionError(f"the table does not go on: {before}")


def sit_down(page: Page, server: Server, table: Any, seat: str) -> None:
    """Come to a table by its link."""
    token = table["spectator"] if seat == "spectator" else table["tokens"][seat]
    page.goto(f"{server.url}/table/{table['id']}#token={token}")
    expect(page.get_by_test_id("stage")).to_be_visible()
    until(page, "document.querySelector('[data-testid=stage]')?.board?.hasPicture")


def set_table(server: Server, game: str, position: Mapping[str, Any], seed: str = "e2e") -> Any:
    """A table at a position, with people at all its seats."""
    rules = find_game(game)
    found = load_position(rules, dict(position))
    seats = dict.fromkeys(rules.seats(found.scenario, found.settings), "human")
    start = Match(rules, found.state, Seeded(seed), scenario=found.scenario, settings=found.settings, seats=seats)
    return server.post("/api/tables/import", json.loads(save(start)))


def counters(server: Server, table: Any, side: str) -> dict[str, Any]:
    """The counters as the table shows them to a side, by name."""
    scene = server.get(f"/api/tables/{table['id']}", table["tokens"][side])["scene"]
    return {counter["id"]: counter for counter in scene["counters"]}


def look_at(page: Page, hex_: str) -> None:
    """Bring a hex to the middle, with much of the map around it."""
    for call in (f"look({json.dumps([hex_])})", "zoom(0.5)", "settled()"):
        page.evaluate(f"document.querySelector('[data-testid=stage]').board.{call}")


def asked(page: Page, words: str) -> None:
    """Wait until something is asked and can be answered."""
    expect(page.get_by_test_id("question")).to_contain_text(words)
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")


def button(page: Page, verb: str, arg: str | None = None) -> Locator:
    """The button of a verb in the panel."""
    which = "" if arg is None else f'[data-arg="{arg}"]'
    return page.locator(f'[data-testid=button][data-verb="{verb}"]{which}').first


def insist(page: Page, press: Callable[[], None]) -> None:
    """Press something, and again where the table asks whether what would be lost is to be lost."""
    press()
    if page.locator("[data-armed=true]").count():
        press()


def options(page: Page) -> list[Option]:
    """What can be done, as the list for screen readers says."""
    until(page, "document.querySelector('[data-testid=option]') || !document.querySelector('[data-testid=question]')")
    found = page.get_by_test_id("option").evaluate_all("all => all.map(o => [o.dataset.verb, o.dataset.arg])")
    return [(verb, arg) for verb, arg in found]


def question(page: Page) -> str:
    """What is asked."""
    return page.get_by_test_id("question").inner_text()


class Hands:
    """Points with the mouse."""

    def __init__(self, page: Page, server: Server, game: str = "omaha") -> None:
        self.page = page
        self.layout = server.get(f"/api/games/{game}/layout")
        self.stage = page.get_by_test_id("stage")

    def _ask(self, call: str) -> Any:
        return self.page.evaluate(f"document.querySelector('[data-testid=stage]').board.{call}")

    def hex(self, name: str) -> tuple[float, float]:
        """Where a hex is on the stage; the board is moved if it is out of sight.

        The pointer goes to the edge first, so that no stack that is spread out covers the hex.
        """
        self.stage.hover(position={"x": 4, "y": 200})
        box = self.stage.bounding_box()
        assert box is not None
        at = self._ask(f"screenOf({json.dumps(name)})")
        if not (30 < at["x"] < box["width"] - 70 and 110 < at["y"] < box["height"] - 30):
            self._ask(f"pan({box['width'] / 2 - at['x']}, {box['height'] / 2 - at['y']})")
            self._ask("settled()")
            at = self._ask(f"screenOf({json.dumps(name)})")
        return at["x"], at["y"]

    def spot(self, name: str) -> tuple[float, float]:
        """Where a box of the sheet is on the stage."""
        spot = next(s for s in self.layout["spots"] if s["id"] == name)
        centres, names = self.layout["centres"], self.layout["names"]
        near = min(range(len(centres)), key=lambda h: _apart(centres[h], spot))
        x, y = self.hex(names[near])
        other = self._ask(f"screenOf({json.dumps(names[near + 1])})")
        scale = (other["x"] - x) / (centres[near + 1][0] - centres[near][0])
        return x + scale * (spot["x"] - centres[near][0]), y + scale * (spot["y"] - centres[near][1])

    def counter(self, kind: str, name: str) -> tuple[float, float] | None:
        """Where a counter is on the stage, if it lies there; a stack fans out under the pointer."""
        at = self._find(kind, name)
        if at is None:
            return None
        self.stage.hover(position={"x": at[0], "y": at[1]})
        self.page.wait_for_timeout(350)
        return self._find(kind, name)

    def _find(self, kind: str, name: str) -> tuple[float, float] | None:
        key = f"screenOfCounter({json.dumps(f'{kind}:{name}')})"
        at, box = self._ask(key), self.stage.bounding_box()
        if at is None or box is None:
            return None
        if not (30 < at["x"] < box["width"] - 70 and 110 < at["y"] < box["height"] - 30):
            self._ask(f"pan({box['width'] / 2 - at['x']}, {box['height'] / 2 - at['y']})")
            self._ask("settled()")
            at = self._ask(key)
        return at["x"], at["y"]

    def click(self, at: tuple[float, float]) -> None:
        """Press the mouse there."""
        self.stage.click(position={"x": at[0], "y": at[1]})


def _apart(centre: Sequence[float], spot: Any) -> float:
    return (centre[0] - spot["x"]) ** 2 + (centre[1] - spot["y"]) ** 2
