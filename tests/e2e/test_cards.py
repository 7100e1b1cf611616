"""What is read beside the map: the way of a move, what happened meanwhile, a unit's card, the picture to share."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, asked, set_table, sit_down, until

from beachhead.games import find_game
from beachhead.kernel import Match, save
from beachhead.players import make_player, play_match

pytestmark = pytest.mark.browser

START = {
    "scenario": "coup-de-main",
    "clear": True,
    "turn": 2,
    "part": "move",
    "side": "british",
    "units": [{"id": "1 Platoon", "hex": "0705"}, {"id": "Bridge guard", "hex": "0704"}],
}


def answer(server: Server, table: Any, side: str, *wanted: str) -> bool:
    """A side answers with the first of these verbs that it is offered, if it is to decide."""
    path, token = f"/api/tables/{table['id']}", table["tokens"][side]
    state = server.get(path, token)
    if not state["decision"]:
        return False
    options = state["decision"]["options"]
    verb = next(each for each in (*wanted, *options) if options.get(each, {}).get("args"))
    body = {"seq": state["seq"], "verb": verb, "arg": options[verb]["args"][0]}
    server.post(f"{path}/actions", body, token)
    return True


def test_the_way_of_a_move_is_seen_before_it_is_made(server: Server, window: Window) -> None:
    table, page = set_table(server, "pegasus", {**START, "units": START["units"][:1]}), window.page
    sit_down(page, server, table, "british")
    hands = Hands(page, server, "pegasus")
    hands.click(hands.counter("unit", "1 Platoon"))
    asked(page, "Where does 1 Platoon go?")
    x, y = hands.hex("0707")
    hands.stage.hover(position={"x": x, "y": y})
    expect(page.get_by_test_id("stage")).to_have_attribute("data-way", "0705 0706 0707")
    expect(page.get_by_test_id("preview")).to_contain_text("2 of 4")
    hands.click(hands.hex("0707"))
    asked(page, "choose a unit")
    expect(page.get_by_test_id("log")).to_contain_text("1 Platoon moves from 0705 to 0707")


def _happened(server: Server, table: Any, since: int) -> str:
    """Something that the summary of the German side tells and that has a place."""
    found = server.get(f"/api/tables/{table['id']}/summary?since={since}", table["tokens"]["german"])
    lines = [line for story in found["stories"] for line in story["lines"]]
    lines += [line for toll in found["tolls"] for line in toll["lines"]]
    return next(line["text"] for line in lines if line.get("hexes"))


def _shown(page: Page, text: str) -> None:
    """Press `Show me` beside a line; the map comes to its place and the panel is gone."""
    page.get_by_test_id("summary").get_by_role("button", name=f"Show me: {text}").first.click()
    expect(page.get_by_test_id("summary")).to_have_count(0)
    until(page, "document.querySelector('[data-testid=stage]').board.settled()")


def test_a_card_tells_what_happened_since_the_last_move(server: Server, window: Window) -> None:
    table, page = set_table(server, "pegasus", {**START, "side": "german", "part": "assault"}), window.page
    sit_down(page, server, table, "german")
    asked(page, "choose a hex to assault")
    since = server.get(f"/api/tables/{table['id']}", table["tokens"]["german"])["step"]
    answer(server, table, "german", "done")
    while answer(server, table, "british", "assault", "done"):
        pass
    asked(page, "")
    card, text = page.get_by_test_id("turn-card"), _happened(server, table, since)
    expect(card).to_contain_text(text)
    card.get_by_role("button", name="All of it").click()
    expect(page.get_by_test_id("summary")).to_contain_text(text)
    _shown(page, text)


def test_who_comes_back_is_told_what_happened_meanwhile(server: Server, window: Window) -> None:
    table, page = set_table(server, "pegasus", {**START, "part": "assault"}), window.page
    sit_down(page, server, table, "german")
    expect(page.get_by_test_id("summary")).to_have_count(0)
    since = server.get(f"/api/tables/{table['id']}", table["tokens"]["german"])["step"]
    page.goto(server.url)
    answer(server, table, "british", "assault")
    text = _happened(server, table, since)
    sit_down(page, server, table, "german")
    expect(page.get_by_test_id("summary")).to_contain_text(text)
    _shown(page, text)


def test_the_card_of_a_unit(server: Server, window: Window) -> None:
    table, page = set_table(server, "pegasus", START), window.page
    sit_down(page, server, table, "british")
    hands, card = Hands(page, server, "pegasus"), page.get_by_test_id("unit-card")
    x, y = hands.counter("unit", "1 Platoon") or (0, 0)
    hands.stage.click(button="right", position={"x": x, "y": y})
    expect(card.get_by_role("heading", level=2)).to_have_text("1 Platoon")
    expect(card).to_contain_text("In this game")
    assert "moves from" not in card.inner_text()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    answer(server, table, "british", "unit")
    answer(server, table, "british", "move")
    asked(page, "choose a unit")
    hands.stage.hover(position=dict(zip("xy", hands.counter("unit", "1 Platoon") or (0, 0), strict=True)))
    page.keyboard.press("y")
    expect(card).to_contain_text("1 Platoon moves from 0705 to")


COLOURS = """async (bytes) => {
    const blob = new Blob([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))], { type: 'image/png' });
    const picture = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const g = canvas.getContext('2d', { willReadFrequently: true });
    g.drawImage(picture, 0, 0);
    const count = (x, wide) => new Set(new Uint32Array(g.getImageData(x, 0, wide, picture.height).data.buffer)).size;
    return { size: [picture.width, picture.height], words: count(0, 500), map: count(600, picture.width - 600) };
}"""


def test_a_picture_to_share(server: Server, window: Window) -> None:
    """The map as it stood beside who won and why, as a PNG."""
    game = find_game("pegasus")
    match = Match.new(game, "coup-de-main", seed="picture")
    play_match(match, {side: make_player("first", game, side, "1") for side in game.sides})
    table = server.post("/api/tables/import", json.loads(save(match)))
    page = window.page
    sit_down(page, server, table, "spectator")
    page.get_by_test_id("to-report").click()
    expect(page.get_by_test_id("report")).to_be_visible()
    ground = page.locator("[data-testid=report] canvas").first
    expect(ground).to_be_visible()
    with page.expect_download() as download:
        page.get_by_test_id("save-png").click()
    found = download.value
    assert found.suggested_filename == f"pegasus-{table['id']}.png"
    data = found.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    seen = page.evaluate(COLOURS, b64encode(data).decode())
    assert seen["size"] == [1200, 675]
    assert seen["words"] > 20, "letters with soft edges"
    assert seen["map"] > 200, "the ground and what lies on it"
