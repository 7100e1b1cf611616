"""A real server process and a real browser: Debian's Chromium, or the one named by BEACHHEAD_CHROMIUM."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from beachhead.testing.children import PATIENCE, start

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic", "--no-first-run",
]  # fmt: skip
expect.set_options(timeout=30_000)  # a busy machine takes its time to show something
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
STATIC = Path(__file__).parents[2] / "src" / "beachhead" / "server" / "static" / "index.html"


def chromium() -> str:
    """The browser to test with."""
    named = os.environ.get("BEACHHEAD_CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found:
        pytest.fail("no Chromium: `make chromium` installs it, or set BEACHHEAD_CHROMIUM")
    return found


class Server:
    """A server process with its own store."""

    def __init__(self, home: Path, *args: str, port: str = "0", env: Mapping[str, str] | None = None) -> None:
        if not STATIC.exists():
            pytest.fail("the client is not built: run `make web`")
        self.home = home
        self.said = home / "said.txt"
        with self.said.open("w") as said:
            self.process = start(
                [sys.executable, "-m", "beachhead", "serve", "--port", port, "--store", str(home), *args],
                stdout=said,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(env or {})},
            )
        self.url = self._address()

    def _address(self) -> str:
        while self.process.poll() is None:
            found = re.search(r"http://127\.0\.0\.1:\d+", self.said.read_text())
            if found:
                return found[0]
            time.sleep(0.05)
        pytest.fail(f"the server does not start: {self.said.read_text()}")

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def post(self, path: str, body: Any, token: str = "") -> Any:
        """A call of the API from outside the browser."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def get(self, path: str, token: str = "") -> Any:
        """A question to the API from outside the browser."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with urllib.request.urlopen(
            urllib.request.Request(self.url + path, headers=headers), timeout=PATIENCE
        ) as answer:
            return json.load(answer)

    def table(self, game: str = "omaha", scenario: str = "easy-fox", seed: str = "test", **more: Any) -> Any:
        """A new table."""
        return self.post("/api/tables", {"game": game, "scenario": scenario, "seed": seed, **more})


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests; each makes its own tables."""
    running = Server(tmp_path_factory.mktemp("home"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chrome(playwright: Playwright) -> Iterator[Browser]:
    """The browser."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield browser
    browser.close()


class Window:
    """A browser window with a fresh profile that remembers what went wrong in it."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context: BrowserContext = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.problems: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        expected = re.search(r"status of (403|409|422)", message.text)  # refusals are answers, not faults
        if message.type in ("error", "warning") and not expected:
            self.problems.append(message.text)

    def close(self, *, forgive: bool = False) -> None:
        """Shut the window; nothing may have been complained about in it."""
        self.context.close()
        assert forgive or not self.problems, self.problems


@pytest.fixture
def window(chrome: Browser) -> Iterator[Window]:
    """A window on a desk."""
    opened = Window(chrome)
    yield opened
    opened.close()


@pytest.fixture
def phone(chrome: Browser) -> Iterator[Window]:
    """A window in a hand."""
    opened = Window(chrome, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    yield opened
    opened.close()
