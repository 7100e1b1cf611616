"""The network: requests and sockets that come late, twice, or not at all."""

from __future__ import annotations

import asyncio
import contextvars
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.loop import SimProcess

PATIENCE = 10.0
"""Seconds after which a client thinks that a request is lost."""
_PINGS = 40.0
"""Seconds after which either end of a socket notices that the other is gone."""


class Lost(Exception):
    """There was no answer; whether the server did anything is not known."""


class Server:
    """A worker that can be reached."""

    def __init__(self, process: SimProcess, app: Any) -> None:
        self.process, self.app = process, app


class Answer:
    """What came back."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status, self.body = status, body

    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


class Network:
    """Between people and workers."""

    def __init__(self, seed: str, find: Callable[[], Server | None]) -> None:
        self.chance = Random(f"{seed}/net")
        self._find = find
        self.loss = 0.0
        self.twice = 0.0
        self.break_rate = 0.0
        """How many times a second a socket breaks."""
        self.happened: Counter[str] = Counter()

    def delay(self) -> float:
        """How long something takes to arrive."""
        return 0.002 + self.chance.expovariate(1 / 0.03) + (self.chance.random() < 0.02) * self.chance.uniform(1, 6)

    async def send(self, method: str, path: str, token: str | None, wish: Any = None) -> Answer:
        """A request of a client. Raises `Lost` if there is no answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                if self.chance.random() < self.twice:
                    self.happened["requests twice"] += 1
                    late = self._request(method, path, token, wish, self.delay() + self.delay())
                    other = asyncio.get_running_loop().create_task(late)
                    other.add_done_callback(lambda task: task.cancelled() or task.exception())
                return await self._request(method, path, token, wish, self.delay())
        except TimeoutError:
            raise Lost from None

    async def _request(self, method: str, path: str, token: str | None, wish: Any, delay: float) -> Answer:
        lost = self.chance.random() < self.loss
        is_answer_lost = lost and self.chance.random() < 0.5
        await asyncio.sleep(delay)
        server = self._find()
        if server is None:
            raise Lost
        if lost and not is_answer_lost:
            self.happened["lost requests"] += 1
            await asyncio.sleep(PATIENCE + 1)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        server.process.spawn(self._serve(server, method, path, token, wish, answer))
        found = await answer
        await asyncio.sleep(self.delay())
        if is_answer_lost:
            self.happened["lost answers"] += 1
            await asyncio.sleep(PATIENCE + 1)
        return found

    async def _serve(
        self, server: Server, method: str, path: str, token: str | None, wish: Any, answer: asyncio.Future[Answer]
    ) -> None:
        path, _, query = path.partition("?")
        body = b"" if wish is None else json.dumps(wish).encode()
        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        headers += [(b"content-length", str(len(body)).encode())]
        headers += [] if token is None else [(b"authorization", f"Bearer {token}".encode())]
        scope = _scope("http", path, query, headers) | {"method": method, "scheme": "http"}
        told: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
        status, parts = 0, list[bytes]()

        async def receive() -> Any:
            stays: asyncio.Future[Any] = asyncio.get_running_loop().create_future()  # a client, to the end
            return told.pop() if told else await stays

        async def send(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body") and not answer.done():
                    answer.set_result(Answer(status, b"".join(parts)))

        await server.app(scope, receive, send)

    # --- sockets ------------------------------------------------------------------------------------------------

    async def connect(self, path: str) -> Socket:
        """A socket. Raises `Lost` when nobody is there."""
        await asyncio.sleep(self.delay())
        server = self._find()
        if server is None:
            raise Lost
        socket = Socket(self, server)
        server.process.spawn(socket.serve(path))
        return socket


def _scope(kind: str, path: str, query: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "subprotocols": [],
    }


class Socket:
    """Both ends of a socket. What is sent arrives in order, or the socket is broken."""

    def __init__(self, net: Network, server: Server) -> None:
        self._net, self._server = net, server
        self._loop = asyncio.get_running_loop()
        self._client = contextvars.copy_context()
        """Where nothing dies: what reaches the client reaches it though the server is dead by then."""
        self._to_server: asyncio.Queue[Any] = asyncio.Queue()
        self._to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._last = 0.0
        self.is_open = True
        self.code: int | None = None
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._watch()

    def _watch(self) -> None:
        """Break now and then."""
        if not self.is_open:
            return
        if not self._server.process.is_alive:
            self._end(self._net.delay())
        elif self._net.chance.random() < self._net.break_rate:
            self._net.happened["broken sockets"] += 1
            self._end(self._net.chance.uniform(0, _PINGS))
        else:
            self._loop.call_later(1.0, self._watch)

    def _end(self, noticed: float) -> None:
        """It is broken: nothing arrives any more, and both ends notice some time."""
        self.is_open = False
        self._loop.call_later(noticed, self._to_client.put_nowait, None, context=self._client)
        late = self._net.chance.uniform(0, _PINGS)
        gone = {"type": "websocket.disconnect", "code": 1006}
        self._loop.call_later(late, self._to_server.put_nowait, gone, context=self._client)

    def _arrives(self) -> float:
        """When what is sent now arrives: after all that was sent before."""
        self._last = max(self._last + 1e-6, self._loop.time() + self._net.delay())
        return self._last

    async def serve(self, path: str) -> None:
        """The end of the server."""
        scope = _scope("websocket", path, "", [(b"host", b"127.0.0.1")]) | {"scheme": "ws"}
        await self._server.app(scope, self._to_server.get, self._send)
        if self.is_open:
            self._end(self._net.delay())

    async def _send(self, message: Any) -> None:
        await asyncio.sleep(self._net.chance.expovariate(1 / 0.001))
        if not self.is_open:
            return
        if message["type"] == "websocket.send":
            text = message.get("text")
            text = message["bytes"].decode() if text is None else text
            self._loop.call_at(self._arrives(), self._arrive, text, context=self._client)
        elif message["type"] == "websocket.close":
            self.code = message.get("code")
            self._loop.call_at(self._arrives(), self._to_client.put_nowait, None, context=self._client)
            self.is_open = False

    def _arrive(self, text: str) -> None:
        if self.is_open or self.code is not None:
            self._to_client.put_nowait(text)

    # --- the end of the client ---------------------------------------------------------------------------------

    def say(self, wish: Any) -> None:
        """Send something to the server."""
        message = {"type": "websocket.receive", "text": json.dumps(wish)}
        self._loop.call_later(self._net.delay(), self._to_server.put_nowait, message)

    async def hear(self) -> Any:
        """The next message; None when the socket is closed."""
        text = await self._to_client.get()
        return None if text is None else json.loads(text)

    def close(self) -> None:
        """Go away."""
        if self.is_open:
            self._end(0.0)
