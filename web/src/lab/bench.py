"""Measure the board in a software-rendered browser and print the figures as JSON.

Run from anywhere: python web/src/lab/bench.py. It exits with 1 where a mark is missed.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]
SCALES = ("tactical", "operational")
LEAST_FPS = 50
MOST_FIRST_FRAME_MS = 1000


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def build(folder: Path) -> None:
    """Build the lab page into a folder."""
    command = ["npx", "vite", "build", "-c", "vite.lab.config.ts", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run(command, cwd=WEB, check=True, stdout=sys.stderr)


def measure(folder: Path, query: str) -> dict[str, object]:
    """Open the lab page and let it measure itself."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser_path = os.environ.get("BEACHHEAD_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"http://127.0.0.1:{server.server_port}/board-lab.html?{query}")
            page.wait_for_function("window.lab")
            figures: dict[str, object] = page.evaluate("window.lab.measure()")
            browser.close()
        server.shutdown()
    return figures


def main() -> int:
    """Measure, print, compare with the marks."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        found = {scale: measure(Path(folder), f"hexes=10000&scale={scale}") for scale in SCALES}
    print(json.dumps({"board": "10,000 hexes, 1,700 counters, 1280 x 800", **found}, indent=2))
    return 0 if all(is_smooth(figures) for figures in found.values()) else 1


def is_smooth(figures: dict[str, object]) -> bool:
    """Whether a board is as smooth and as soon there as it must be."""
    fps = figures["fps"]
    assert isinstance(fps, dict)
    return (
        all(value >= LEAST_FPS for value in fps.values()) and int(str(figures["first_frame_ms"])) < MOST_FIRST_FRAME_MS
    )


if __name__ == "__main__":
    sys.exit(main())
