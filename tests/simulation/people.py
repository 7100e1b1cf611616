"""People at tables: they listen, think, act, take back, lose the connection and come again, like the browser does."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.server.serving import follow
from tests.simulation.net import Answer, Lost, Network, Socket

from beachhead.server.gamelist import hex_places

_RETRY_SECONDS = 2.0
SPECTATOR = "spectator"


class Wrong(AssertionError):
    """Something that must never happen."""


class Told(NamedTuple):
    """What a seat was told of a table: as of which entry, and everything on it."""

    side: str | None
    head: str
    seq: int
    scene: str
    decision: str
    since: int
    events: str


def plain(value: Any) -> str:
    """The same for the same."""
    return json.dumps(value, sort_keys=True)


class Ledger:
    """All that anybody was told, and all that was acknowledged."""

    def __init__(self, note: Callable[..., None]) -> None:
        self.note = note
        self.told: dict[str, dict[tuple[str | None, str], set[Told]]] = {}
        self.acknowledged = 0
        self.requests = 0

    def keep(self, table: str, state: Any) -> None:
        """Somebody was told a state."""
        side, head = state["seat"], state["head"]
        scene, decision, events = (plain(state[name]) for name in ("scene", "decision", "events"))
        told = Told(side, head, state["seq"], scene, decision, state["since"], events)
        self.told.setdefault(table, {}).setdefault((side, head), set()).add(told)

    def heads(self, table: str) -> set[str]:
        """Every head of a record that anybody was shown."""
        return {head for _, head in self.told.get(table, {})}


class Person:
    """Somebody with a token; spectators only listen."""

    def __init__(self, net: Network, ledger: Ledger, table: str, side: str, token: str, game: Any, seed: str) -> None:
        self.net, self.ledger = net, ledger
        self.table, self.side, self.token = table, side, token
        self.hexes = list(hex_places(game))
        self.chance = Random(f"{seed}/{side}")
        self.state: Any = None
        self.heard: Any = None
        """The table as the socket makes it known."""
        self.news = asyncio.Event()
        self.is_resting = False
        self._floor = 0
        """The last entry that was acknowledged, or shown."""

    # --- asking -------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, wish: Any = None) -> Answer:
        """A request, and what must hold of every answer."""
        self.ledger.requests += 1
        answer = await self.net.send(method, f"/api/tables/{self.table}{path}", self.token, wish)
        self.ledger.note("answer", self.side, path, answer.status)
        if answer.status not in (200, 409, 422, 503):
            raise Wrong(f"{method} {path} of {self.side} is answered with {answer.status}: {answer.body[:300]!r}")
        return answer

    async def must(self, method: str, path: str, wish: Any = None) -> Answer:
        """Ask until there is an answer that is not that the database is away."""
        while True:
            try:
                answer = await self.ask(method, path, wish)
            except Lost:
                answer = None
            if answer is not None and answer.status != 503:
                return answer
            await asyncio.sleep(self.chance.uniform(0.5, _RETRY_SECONDS))

    async def look(self) -> None:
        """Ask for the table."""
        floor = self._floor
        answer = await self.must("GET", "")
        if answer.status == 200:
            self.learn(answer.json(), floor)

    def learn(self, state: Any, floor: int = 0) -> None:
        """A state that was told. Nothing that was acknowledged before it was asked for may be missing there."""
        self.ledger.keep(self.table, state)
        self.ledger.note("state", self.table, self.side, state["seq"], state["head"])
        if state["seq"] < floor:
            raise Wrong(f"entry {floor} of {self.table} was acknowledged, and {self.side} is shown {state['seq']}")
        if self.state is None or state["seq"] >= self.state["seq"]:
            self.state = state
        self._floor = max(self._floor, state["seq"])
        self.news.set()

    # --- before it begins ---------------------------------------------------------------------------------------

    async def gather(self) -> None:
        """Put a number into the dice, and wait until everybody has."""
        number = hashlib.sha256(f"{self.table}/{self.side}".encode()).hexdigest()
        promise = hashlib.sha256(number.encode()).hexdigest()
        while not (await self.must("GET", "/lobby")).json()["has_begun"]:
            await self.must("POST", "/promise", {"promise": promise})
            await self.must("POST", "/number", {"number": number})  # too early as long as somebody has not promised
            await asyncio.sleep(_RETRY_SECONDS)

    # --- listening ----------------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Keep a socket, and take in what it says."""
        while not self.is_over:
            try:
                socket = await self.net.connect(f"/api/tables/{self.table}/live")
            except Lost:
                await asyncio.sleep(self.chance.uniform(0.5, _RETRY_SECONDS))
                continue
            try:
                await self._listen(socket)
            finally:
                socket.close()
            await asyncio.sleep(self.chance.uniform(0.2, 1.0))

    async def _listen(self, socket: Socket) -> None:
        hello = {"token": self.token, "since": 0}
        if self.heard is not None and self.chance.random() < 0.5:
            hello |= {"since": self.heard["since"] + len(self.heard["events"]), "seq": self.heard["seq"]}
        else:
            self.heard = None
        floor = self._floor
        socket.say(hello)
        while (message := await socket.hear()) is not None:
            if message["type"] == "closed":
                if "no good" in message["reason"] or "not, or no longer" in message["reason"]:
                    raise Wrong(f"{self.side} is sent away: {message['reason']}")
                return
            if message["type"] in ("state", "change"):
                self._take_in(message)
                self.learn(self.heard, floor)

    def _take_in(self, message: Any) -> None:
        if message["type"] == "state":
            self.heard = message["state"]
        elif message["change"]["base"] == self.heard["seq"]:
            self.heard = follow(self.heard, message["change"], self.hexes)
        else:
            raise Wrong(
                f"{self.side} has entry {self.heard['seq']} and is told what follows {message['change']['base']}"
            )

    @property
    def is_over(self) -> bool:
        """Whether the game is over, as far as is known here."""
        return self.state is not None and self.state["outcome"] is not None

    # --- acting -------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Act whenever it is one's turn. There is no looking now and then: whoever is due hears of it."""
        while not self.is_over:
            await self.news.wait()
            self.news.clear()
            while self.state["decision"] is not None and not self.is_over:
                await asyncio.sleep(self._thinking())
                if self.is_resting:
                    self.news.set()
                    await asyncio.sleep(5)
                    break
                if self.state["decision"] is not None:
                    await self._act(self.state)
            if self.state["undo_asked_by"] not in (None, self.side) and self.side != SPECTATOR:
                await self.wish("/undo", self.state, agree=self.chance.random() < 0.7)

    def _thinking(self) -> float:
        quick = self.chance.random() < 0.7
        return self.chance.uniform(0.3, 3.0) if quick else self.chance.uniform(3.0, 25.0)

    async def _act(self, state: Any) -> None:
        options = [(verb, arg) for verb, offer in state["decision"]["options"].items() for arg in offer["args"]]
        what = self.chance.random()
        if what < 0.06 and state["can_undo"]:
            await self.wish("/undo", state)
        elif what < 0.1 and state["can_redo"]:
            await self.wish("/redo", state)
        elif what < 0.102:
            await self.wish("/resign", state)
        elif what < 0.2:
            verb, arg = self.chance.choice(options)
            await self._curious(verb, arg)
        elif what < 0.3:
            first, *_ = chosen = [self.chance.choice(options) for _ in range(2)]
            actions = [{"verb": verb, "arg": arg} for verb, arg in chosen]
            await self.wish("/orders", state, actions=actions, is_sure=first in options)
        else:
            verb, arg = self.chance.choice(options)
            await self.wish("/actions", state, verb=verb, arg=arg, is_sure=True)

    async def _curious(self, verb: str, arg: str | None) -> None:
        """Ask this and that; it must not matter."""
        path = self.chance.choice(["/history", "/view", "/log", "/preview", "/why", "/save"])
        wish = {"verb": verb, "arg": arg} if path in ("/preview", "/why") else None
        try:
            await self.ask("GET" if wish is None else "POST", path, wish)
        except Lost:
            return

    async def wish(self, path: str, state: Any, *, is_sure: bool = False, **wish: Any) -> None:
        """Something that follows a state. If there is no answer, see what became of it."""
        floor = self._floor
        try:
            answer = await self.ask("POST", path, {"seq": state["seq"], **wish})
        except Lost:
            answer = None
        if answer is not None and answer.status == 200:
            self.ledger.acknowledged += 1
            self.learn(answer.json(), floor)
        elif answer is not None and answer.status == 422 and is_sure:
            raise Wrong(f"{wish} was offered to {self.side} and is refused: {answer.body[:300]!r}")
        else:
            await self.look()
