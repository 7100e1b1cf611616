"""What is done in secret is not watched: others are told the same over the wire, whatever is done and however much."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from tests.server.serving import PATIENCE, actions, brought_table, new_table, starting_at

from beachhead.games import find_game, game_ids
from beachhead.kernel import Match, parse_action
from beachhead.testing.bench import Bench
from beachhead.testing.properties import walk

POSITIONS = Path(__file__).parents[2] / "src" / "beachhead" / "games"


class Phase(NamedTuple):
    """Something that is done in secret: by whom, what others are told, and which secret phase of the game it is."""

    game: str
    scenario: str
    acting: str
    line: str
    place: int = 0
    options: Mapping[str, bool] = MappingProxyType({})
    most: int = 0
    """How many answers are given at random before it is ended, where that is free."""
    position: str = ""
    """The case file whose position the table begins with, where the phase comes late in a game."""


SHEETS = {"historical-set-up": True, "no-landing-sheets": False, "historical-orders": False}
PLANS = {side: f"The {side}s plan and write op sheets." for side in ("American", "German")}
OVERWATCH = "Who answers in overwatch is being said in secret."
DROP = "The Allied player writes his orders for the second air drop."
PHASES = {
    "garrison": Phase("pegasus", "coup-de-main", "german", "The German puts his garrison on its posts."),
    "record": Phase("bocage", "beach-to-bocage", "german", "The German records in secret where his units stand."),
    "mines": Phase(
        "bradley", "omaha", "german", "The German prepares his defence and records his minefields in secret."
    ),
    "overwatch": Phase("tcs", "T2", "german", OVERWATCH),
    "american plans": Phase("tcs", "S3", "american", PLANS["American"], 1, SHEETS, 16),
    "german plans": Phase("tcs", "S3", "german", PLANS["German"], 0, SHEETS, 16),
    "german orders": Phase("tcs", "S3", "german", PLANS["German"], 2, SHEETS, 16),
    "american orders": Phase("tcs", "S3", "american", PLANS["American"], 3, SHEETS, 16),
    "drop orders": Phase("longest_day", "C", "allied", DROP, most=10, position="longest_day/cases/XI.A.3-turn.toml"),
}
OWN = ("id", "commitment", "sealed", "dice", "key", "head", "signature", "table", "moved")
"""What two tables never share."""
ENDING = ("done", "discard", "enough", "back", "rest")
"""What ends a phase or a part of it."""
SEEN = {("mission", "prepared"), ("roll-all", None)}
"""What others may see: who digs in."""


def clean(value):
    """A message without what two tables never share."""
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items() if key not in OWN}
    return [clean(item) for item in value] if isinstance(value, list) else value


def last_of(state, chance):
    """The option that ends most; any where nothing is ended."""
    found = actions(state)
    return next((option for verb in ENDING for option in found if option[0] == verb), None) or chance.choice(found)


def any_of(state, chance):
    """An option that leads on and shows nothing, every verb as likely as the others; any if there is none."""
    free = [option for option in actions(state) if option not in SEEN and option[0] not in ENDING]
    verbs = sorted({verb for verb, _ in free})
    wanted = chance.choice(verbs) if verbs else ""
    return chance.choice([option for option in free if option[0] == wanted] or actions(state))


def asked(seat):
    """All that a watcher can ask for, and how long the answers are."""
    state = seat.state()
    save = seat.get("/save")
    late = seat.post("/actions", seq=state["seq"] + 1, verb="done")
    found = {path: seat.get(path).json() for path in ("/log", "/history", "/view", f"/steps/{state['step']}")}
    found |= {"state": state, "late": late.json(), "early": seat.post("/actions", seq=state["seq"], verb="fly").json()}
    own = {"seats": [{"table": seat.table, "token": seat.token}]}
    found |= {"talk": seat.get("/talk").json(), "mine": seat.http.post("/api/mine", json=own).json()}
    found |= {"save": save.json(), "name": save.headers["content-disposition"], "length": len(save.json()["sealed"])}
    return clean(found)


class Tables:
    """A table with its seats, and a match that is played beside it."""

    def __init__(self, address, phase):
        game = find_game(phase.game)
        people = dict.fromkeys(game.seats(phase.scenario, phase.options), "human")
        if phase.position:
            position = tomllib.loads((POSITIONS / phase.position).read_text(encoding="utf-8"))["position"]
            begun = Bench(game, position).match_at()
            self.match = starting_at(begun, begun.state, people)
            self.seats = brought_table(address, self.match)
        else:
            wishes = {"game": phase.game, "scenario": phase.scenario, "options": dict(phase.options)}
            self.match = Match.new(game, phase.scenario, phase.options, seed="the same")
            self.seats = new_table(address, **wishes, seed="the same", seats=people)
        self.state = {"seat": ""}

    def deciding(self):
        """The table as the side sees it that is to decide."""
        side = self.match.decision.side
        if self.state["seat"] != side:
            self.state = self.seats[side].state(since=2**31 - 1)
        return self.state

    def act(self, verb, arg):
        """Act on both."""
        seat = self.seats[self.match.decision.side]
        answer = seat.post("/actions", seq=self.deciding()["seq"], verb=verb, arg=arg, since=2**31 - 1)
        assert answer.status_code == 200, answer.text
        self.match.apply(parse_action(self.match.game, verb if arg is None else f"{verb} {arg}"))
        self.state = answer.json()

    def take_back_and_again(self):
        """Undo and redo."""
        for path in ("/undo", "/redo"):
            body = {"seq": self.state["seq"], "since": 2**31 - 1}
            self.state = self.seats[self.match.decision.side].post(path, **body).json()

    def play_up_to(self, phase):
        """Play to the secret phase; those before it are ended at once."""
        chance, place, was = random.Random(0), -1, ("", "")
        while True:
            now = (self.match.decision.secret, self.match.decision.side)
            place += bool(now[0]) and now != was
            if now[0] and place == phase.place:
                assert now == (phase.line, phase.acting)
                return
            was, state = now, self.deciding()
            self.act(*(last_of(state, chance) if phase.most else chance.choice(actions(state))))


class Watched:
    """Somebody who listens, and what he is told."""

    def __init__(self, stack, seat):
        self.seat, self.told = seat, []
        self.listener = stack.enter_context(seat.live())
        self.told.append(next(m for m in iter(self.listener.read, None) if m["type"] == "state"))

    def catch_up(self):
        """Read on up to how the table stands."""
        seq = self.seat.state()["seq"]
        while (self.told[-1].get("change") or self.told[-1]["state"])["seq"] != seq:
            message = json.loads(self.listener.recv(timeout=PATIENCE))
            if message["type"] != "seats":
                self.told.append(message)


def watched(address, phase, seed, watchers):
    """What the side does in secret, and what the watchers receive and are answered meanwhile and afterwards."""
    table, chance, done, meanwhile = Tables(address, phase), random.Random(seed), [], []
    table.play_up_to(phase)
    seats, left = table.seats, chance.randint(5, phase.most) if phase.most else 0
    with ExitStack() as stack:
        watching = {name: Watched(stack, seats[name]) for name in watchers}
        before = {name: asked(seats[name]) for name in watchers}
        heads = {name: seats[name].state()["head"] for name in watchers}
        while (table.match.decision.secret, table.match.decision.side) == (phase.line, phase.acting):
            state, left = table.deciding(), left - 1
            if done and state["can_undo"] and chance.random() < 0.2:
                table.take_back_and_again()
            done.append(any_of(state, chance) if not phase.most or left > 0 else last_of(state, chance))
            table.act(*done[-1])
            if len(done) == 2 and table.match.record[-1].unseen:
                assert {name: seats[name].state()["head"] for name in watchers} == heads
            meanwhile.append({name: asked(seats[name]) for name in watchers} if len(done) % 8 == 2 else None)
        for watcher in watching.values():
            watcher.catch_up()
        after = {name: asked(seats[name]) for name in watchers}
    quiet = [found for found in meanwhile[:-1] if found]
    return done, before, quiet, clean({name: watcher.told for name, watcher in watching.items()}), after


@pytest.mark.parametrize("name", PHASES)
def test_others_are_told_the_same_whatever_is_done_in_secret(address, name):
    phase = PHASES[name]
    other = next(side for side in find_game(phase.game).seats(phase.scenario, {}) if side != phase.acting)
    watchers = (other, "spectator")
    done, before, quiet, told, after = watched(address, phase, 1, watchers)

    def is_other(found):
        return len(found) != len(done) if phase.most else found != done

    runs = (watched(address, phase, seed, watchers) for seed in range(2, 9))
    done_then, _, quiet_then, told_then, after_then = next(run for run in runs if is_other(run[0]))
    assert len(done) > 1 and (phase.most or len(done) == len(done_then))
    for watcher in watchers:
        assert told[watcher] == told_then[watcher]
        assert after[watcher] == after_then[watcher]
        for found in (*quiet, *quiet_then):
            assert found[watcher] == before[watcher]
        lines = [(message.get("change") or message["state"])["secret"] for message in told[watcher]]
        assert lines[0] == phase.line and len(lines) == 2 and lines[1] != phase.line


def test_whoever_acts_in_secret_is_asked_and_not_told(address):
    seats = new_table(address, game="pegasus", seed="1", seats={"british": "human", "german": "human"})
    own, other = seats["german"].state(), seats["british"].state()
    assert own["secret"] == "" and own["decision"] is not None
    assert other["secret"] == "The German puts his garrison on its posts." and other["decision"] is None


def test_whoever_comes_back_or_looks_back_counts_as_before(address):
    """The one who acts counts what he did; others do not, and when the game is over everybody counts everything."""
    seats = new_table(address, game="pegasus", seed="1", seats={"british": "human", "german": "human"})
    german, british, state = seats["german"], seats["british"], seats["german"].state()
    with british.live() as listener:
        listener.read()
        while state["deciding"] == "german":
            state = german.act(state, *actions(state)[0]).json()
        mine = british.state()
        assert (state["seq"], state["step"], mine["seq"], mine["step"]) == (3, 3, 1, 1)
        with british.live(seq=1, since=len(mine["events"])) as again:
            first = json.loads(again.recv(timeout=PATIENCE))
            assert first["type"] == "change" and first["change"]["events"] == []
        with german.live(seq=1, since=0) as again:
            assert json.loads(again.recv(timeout=PATIENCE))["type"] == "state"
        over = german.post("/resign", seq=3).json()
        while listener.state["outcome"] is None:
            listener.read()
        assert over["seq"] == listener.state["seq"] == 4 and listener.state["since"] == 0
        assert [step["text"][:5] for step in british.get("/history").json()["steps"]] == ["place"] * 3
        assert [event["step"] for event in british.get("/log").json()][-1] == 3
        assert british.get("/steps/2").json()["step"] == 2


def test_every_game_with_secrets_is_watched():
    found = set()
    for name in game_ids():
        game = find_game(name)
        for scenario in game.scenarios:
            lines = {match.decision.secret for match in first_decisions(game, scenario)} - {""}
            found |= {(name, line) for line in lines}
    assert found == {(phase.game, phase.line) for phase in PHASES.values() if not phase.position}


def first_decisions(game, scenario, most=400):
    """A match at each of its first decisions in random play."""
    match = Match.new(game, scenario, seed="0")
    for _, _ in zip(range(most), walk(match, random.Random(0)), strict=False):
        yield match
