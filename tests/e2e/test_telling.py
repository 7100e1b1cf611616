"""What happens is told so that it is seen who does it and to whom."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import set_table, sit_down

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
