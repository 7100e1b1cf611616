"""The Longest Day in a real browser: a division marches, guns and bombers attack, 6 June, supply, coming back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, Window
from tests.e2e.hands import Hands, asked, button, counters, insist, sit_down, until

from beachhead.games import find_game
from beachhead.kernel import Action, Match, parse_action, save

pytestmark = pytest.mark.browser
PEOPLE = {"allied": "human", "german": "human"}
Found = Callable[[Match[Any]], bool]


def begun(scenario: str, is_there: Found, first: Sequence[str] = ()) -> Match[Any]:
    """A scenario at a moment that is reached by ending phases after some actions."""
    match = Match.new(find_game("longest_day"), scenario, seats=PEOPLE, seed="e2e")
    for text in first:
        match.apply(parse_action(match.game, text))
    while match.decision and not is_there(match):
        done = Action("done")
        match.apply(done if match.decision.offers(done) else next(iter(match.decision.actions())))
    return match


def played(server: Server, scenario: str, is_there: Found = lambda _: True) -> tuple[Any, Match[Any]]:
    """A table at that moment, with people at both sides."""
    match = begun(scenario, is_there)
    return server.post("/api/tables/import", json.loads(save(match))), match


def at_combat(first: Sequence[str]) -> Match[Any]:
    """Operation Cobra at the first combat phase of the Allies."""
    return begun("3", lambda match: match.state.phase == "allied combat", first)


def attack_on(match: Match[Any], target: str) -> Any:
    """The strength of all who can attack a hex together."""
    twin = match.clone(history=False)
    for text in (f"attack {target}", "all"):
        twin.apply(parse_action(match.game, text))
    foreseen = twin.preview(Action("fight"))
    assert foreseen is not None
    return foreseen.figures["attack"]


def choose(page: Page, verb: str, arg: str) -> None:
    """Take an option of the list that the keyboard walks."""
    page.locator(f'[data-testid=option][data-verb="{verb}"][data-arg="{arg}"]').dispatch_event("click")


def end_phase(page: Page) -> None:
    """Press the key that ends a phase, twice where something would be lost."""
    seq = page.get_by_test_id("table").get_attribute("data-seq")
    insist(page, lambda: page.keyboard.press("e"))
    until(page, f"document.querySelector('[data-testid=table]').dataset.seq !== '{seq}'")
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")


def log_of(page: Page, kind: str) -> Any:
    return page.locator(f'[data-testid=log] [data-kind="{kind}"]')


def test_a_division_marches_as_one(server: Server, window: Window) -> None:
    table, match = played(server, "2")
    page = window.page
    sit_down(page, server, table, "allied")
    asked(page, "choose a unit to move")
    page.keyboard.press("j")
    page.get_by_test_id("directory").wait_for()
    title = "4th Canadian Armoured Division"
    row = page.get_by_test_id("formation").filter(has_text=title)
    expect(row).to_contain_text("units near")
    formation = next(each for each in match.game.planner.formations(match.state) if each.title == title)
    row.get_by_label(f"Order {title}").click()
    hint = page.get_by_test_id("order-hint")
    expect(hint).to_contain_text(title)
    before = counters(server, table, "allied")
    name = match.game.names["unit"].name
    path, token = f"/api/tables/{table['id']}/plan", table["tokens"]["allied"]
    units = [name(unit) for unit in formation.units]
    enemies = {c["hex"] for c in counters(server, table, "german").values() if c["tone"] == "german" and c.get("hex")}
    start = match.state.units[formation.leader].at
    goals = sorted(enemies, key=lambda h: match.game.box.distances(start)[match.game.box.board.number(h)])
    goal = next(h for h in goals if len(server.post(path, {"units": units, "hex": h}, token)["ends"]) > 2)
    x, y = Hands(page, server, "longest_day").hex(goal)
    box = page.get_by_test_id("stage").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x, box["y"] + y)
    expect(hint).to_contain_text("would go")
    page.mouse.click(box["x"] + x, box["y"] + y)
    until(page, "document.querySelector('[data-testid=order-hint]') === null")
    expect(page.get_by_test_id("table")).to_have_attribute("data-busy", "false")
    after = counters(server, table, "allied")
    assert sum(before[unit]["hex"] != after[unit]["hex"] for unit in units) > 2
    page.keyboard.press("u")
    until(page, "document.querySelector('[data-testid=undo]').disabled")
    assert {unit: after["hex"] for unit, after in counters(server, table, "allied").items() if unit in units} == {
        unit: before[unit]["hex"] for unit in units
    }


def test_guns_and_bombers_attack_together(server: Server, window: Window) -> None:
    target, page = "058-054", window.page
    table, _ = played(server, "3")
    sit_down(page, server, table, "allied")
    asked(page, "allocate aircraft")
    choose(page, "support", target)
    asked(page, f"Which bombers support an attack on {target}?")
    button(page, "fly-all").click()
    button(page, "over").click()
    asked(page, "allocate aircraft")
    until(page, "document.querySelector('[data-testid=option][data-verb=recall]')")
    orders = [f"support {target}", "fly-all", "over"]
    match = at_combat(orders)
    table = server.post("/api/tables/import", json.loads(save(match)))
    sit_down(page, server, table, "allied")
    asked(page, "choose a hex to attack")
    choose(page, "attack", target)
    asked(page, f"Who attacks {target}?")
    page.keyboard.press("i")
    expect(page.get_by_test_id("lenses")).to_contain_text("Guns, ships, aircraft")
    page.keyboard.press("Escape")
    button(page, "all").click()
    asked(page, f"Who attacks {target}?")
    button(page, "fight").hover()
    with_bombers, without = attack_on(match, target), attack_on(at_combat(()), target)
    assert with_bombers > without
    expect(page.get_by_test_id("preview")).to_contain_text(f"{with_bombers}Attack")
    button(page, "fight").click()
    expect(log_of(page, "result").last).to_contain_text(f"{target}:")


def test_6_june_begins_with_drops_and_landings(server: Server, window: Window) -> None:
    table, match = played(server, "5", lambda match: match.state.phase == "allied air")
    page = window.page
    sit_down(page, server, table, "allied")
    asked(page, "allocate aircraft")
    dropped = server.get(f"/api/tables/{table['id']}/log", table["tokens"]["allied"])
    assert sum(event["kind"] == "dropped" for event in dropped) > 10
    expect(log_of(page, "dropped").first).to_contain_text("Airborne")
    end_phase(page)
    asked(page, "choose a landing box whose units attack")
    choose(page, "storm", "Tare Green")
    box = match.game.box
    coast = box.board.name(box.coast[box.box_names.number("Tare Green")])
    expect(log_of(page, "stormed").last).to_contain_text(f"storm {coast}")
    asked(page, "choose a landing box whose units attack")


def test_the_map_shows_supply_and_the_front(server: Server, window: Window) -> None:
    table, _ = played(server, "2")
    page = window.page
    sit_down(page, server, table, "allied")
    asked(page, "choose a unit to move")
    for title, words in (("Supply", "out of supply"), ("Front", "hexes of land"), ("Movement", "Point at a unit")):
        page.keyboard.press("i")
        page.get_by_test_id("lenses").get_by_role("button", name=title).first.click()
        expect(page.get_by_test_id("lens")).to_contain_text(words)
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("lens")).to_have_count(0)


def test_who_comes_back_is_told_what_happened(server: Server, window: Window) -> None:
    table, match = played(server, "3", lambda match: match.state.phase == "allied movement")
    page, path = window.page, f"/api/tables/{table['id']}"
    sit_down(page, server, table, "allied")
    asked(page, "choose a unit to move")
    expect(page.get_by_test_id("summary")).to_have_count(0)
    page.goto(server.url)
    expect(page.get_by_test_id("table")).to_have_count(0)
    while match.state.phase == "allied movement" or match.state.turn == 50:
        state = server.get(path, table["tokens"][match.decision.side])
        offers = match.decision.offers(Action("done"))
        action = Action("done") if offers else next(iter(match.decision.actions()))
        name = match.game.verbs[action.verb].kind
        arg = None if action.arg is None else match.game.names[name].name(action.arg)
        body = {"seq": state["seq"], "verb": action.verb, "arg": arg}
        server.post(f"{path}/actions", body, table["tokens"][match.decision.side])
        match.apply(action)
    page.goto(f"{server.url}/table/{table['id']}")
    told = page.get_by_test_id("summary")
    expect(told).to_contain_text("26 July", timeout=60_000)
    expect(told.get_by_test_id("happening").first).to_be_visible()
    expect(told.get_by_test_id("front-map")).to_be_visible()
    told.get_by_test_id("calendar-tab").click()
    expect(told.get_by_test_id("calendar")).to_contain_text("2nd Panzer Division: 14 units")
    told.get_by_label("Show me: 2nd Panzer Division").first.click()
    expect(told).to_have_count(0)
    page.get_by_test_id("tell").click()
    expect(page.get_by_test_id("summary")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("summary")).to_have_count(0)


def test_a_side_is_shared(server: Server, window: Window, chrome: Browser) -> None:
    table, _ = played(server, "2")
    page = window.page
    sit_down(page, server, table, "allied")
    asked(page, "choose a unit to move")
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Share my side").click()
    page.get_by_test_id("share-name").fill("Anna")
    page.locator("label", has_text="II Canadian Corps").get_by_test_id("share-formation").check()
    page.get_by_test_id("share-give").click()
    link = page.get_by_test_id("share").locator("code").inner_text()
    other = Window(chrome)
    page = other.page
    page.goto(link)
    expect(page.get_by_test_id("leads")).to_contain_text("Anna leads II Canadian Corps")
    asked(page, "choose a unit to move")
    names = page.locator("[data-testid=option][data-verb=unit]").evaluate_all("all => all.map(o => o.dataset.arg)")
    assert names and not any(name.startswith("US-") for name in names)
    insist(page, lambda: page.keyboard.press("e"))
    expect(page.get_by_test_id("toast")).to_contain_text("who holds the side")
    other.close()
