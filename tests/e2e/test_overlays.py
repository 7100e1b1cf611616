"""An owner's corrections at the table: whoever sits there sees them, and so do the lobby and the report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import sit_down

pytestmark = pytest.mark.browser

CHANGED = "units.csv: Bridge guard changed"


@pytest.fixture
def corrected(tmp_path: Path) -> Iterator[Server]:
    """A server with an overlay `house` for the sample game."""
    files = tmp_path / "house" / "pegasus"
    files.mkdir(parents=True)
    (files / "units.csv").write_text("id,steps\nBridge guard,5\n")
    (tmp_path / "store").mkdir()
    running = Server(tmp_path / "store", "--overlay", str(tmp_path / "house"))
    yield running
    running.stop()


def test_a_table_is_opened_with_corrections_and_everybody_sees_them(corrected: Server, window: Window) -> None:
    page = window.page
    page.goto(f"{corrected.url}/new?game=pegasus")
    page.get_by_label("Pegasus Bridge").check()
    data = page.get_by_test_id("data")
    expect(data.get_by_label("house")).to_be_checked()
    expect(data).to_contain_text(CHANGED)
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("stage")).to_be_visible()
    badge = page.get_by_test_id("overlay")
    expect(badge).to_have_text("house")
    badge.click()
    expect(page.get_by_role("group", name="Corrected data")).to_contain_text(CHANGED)
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Corrected data")).to_be_hidden()
    page.goto(corrected.url)
    expect(page.get_by_test_id("tables")).to_contain_text("corrected: house")


def test_spectators_and_the_report_name_the_corrections(corrected: Server, window: Window) -> None:
    page = window.page
    table = corrected.table("pegasus", "coup-de-main", seats={"british": "human", "german": "human"})
    sit_down(page, corrected, table, "spectator")
    expect(page.get_by_test_id("overlay")).to_have_text("house")
    state = corrected.get(f"/api/tables/{table['id']}", table["tokens"]["british"])
    corrected.post(f"/api/tables/{table['id']}/resign", {"seq": state["seq"]}, table["tokens"]["british"])
    page.goto(f"{corrected.url}/report/{table['id']}")
    expect(page.get_by_test_id("report").get_by_test_id("overlay")).to_contain_text(CHANGED)


def test_a_table_without_corrections_has_no_badge(corrected: Server, window: Window) -> None:
    sit_down(window.page, corrected, corrected.table("pegasus", "coup-de-main", overlay=""), "british")
    expect(window.page.get_by_test_id("turn")).to_be_visible()
    expect(window.page.get_by_test_id("overlay")).to_have_count(0)
