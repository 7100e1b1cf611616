"""What happens is told so that it is seen who does it and to whom."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import set_table, sit_down, until

pytestmark = pytest.mark.browser

ASSAULT = {
    "scenario": "coup-de-main",
    "clear": True,
    "turn": 2,
    "part": "assault",
    "side": "british",
    "units": [{"id": "1 Platoon", "hex": "0705"}, {"id": "Bridge guard", "hex": "0704"}],
}


def test_the_other_side_sees_who_attacks_whom(chrome: Browser, server: Server):
    """A blow runs from the attackers to the hex that they attack, while the caption tells of it."""
    opened = Window(chrome, reduced_motion="no-preference")
    opened.context.add_init_script("localStorage.setItem('beachhead.speed', 'slow')")
    page, table = opened.page, set_table(server, "pegasus", ASSAULT)
    sit_down(page, server, table, "german")
    page.evaluate(
        "() => { const { board } = document.querySelector('[data-testid=stage]'), stroke = board.stroke;"
        "window.strokes = []; board.stroke = (from, to, ...rest) => {"
        "window.strokes.push([from, to]); stroke.call(board, from, to, ...rest); }; }"
    )
    token, path = table["tokens"]["british"], f"/api/tables/{table['id']}"
    seq = server.get(path, token)["seq"]
    server.post(f"{path}/actions", {"seq": seq, "verb": "assault", "arg": "0704"}, token)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-deed", "0705 > 0704")
    expect(page.get_by_test_id("caption")).to_contain_text("assaults")
    assert page.evaluate("window.strokes") == [[["0705"], ["0704"]]]
    page.get_by_test_id("skip").click()
    expect(page.get_by_test_id("stage")).not_to_have_attribute("data-deed", "0705 > 0704")
    opened.close()


HEARD = """window.heard = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...args) { window.heard++; return start.apply(this, args); };
}"""


def _assault(page: Page, server: Server) -> None:
    """The German sits at a table and is told of an assault."""
    table = set_table(server, "pegasus", ASSAULT)
    sit_down(page, server, table, "german")
    token, path = table["tokens"]["british"], f"/api/tables/{table['id']}"
    seq = server.get(path, token)["seq"]
    server.post(f"{path}/actions", {"seq": seq, "verb": "assault", "arg": "0704"}, token)
    expect(page.get_by_test_id("caption")).to_be_visible()


def test_sound_is_off_until_it_is_wanted(chrome: Browser, server: Server):
    """Nothing is heard of an attack; once sound is on, the next one is heard."""
    opened = Window(chrome, reduced_motion="no-preference")
    opened.context.add_init_script(HEARD)
    page = opened.page
    _assault(page, server)
    assert page.evaluate("window.heard") == 0
    page.get_by_test_id("skip").click()
    page.get_by_test_id("menu").click()
    page.get_by_test_id("sound").click()
    expect(page.get_by_test_id("sound")).to_have_text("Sound is on")
    assert page.evaluate("window.heard") > 0
    page.keyboard.press("Escape")
    _assault(page, server)
    until(page, "window.heard > 0")
    opened.close()
