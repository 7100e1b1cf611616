"""The built client. Files with a hash in their name are kept by browsers for ever, the others are asked for anew."""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State

MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Beachhead</title></head>
<body><h1>Beachhead is running, but its pages have not been built</h1>
<p>In a checkout, run <code>make play</code>, or build the pages by hand with
<code>cd web &amp;&amp; npm ci &amp;&amp; npx vite build</code>, and load this page again.
A package from an index has them inside: install it again if they are missing.</p>
<p>The API works: see <a href="/schema/openapi.json">/schema/openapi.json</a>.</p></body></html>
"""

_FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_WORTH_PACKING = 1000
_PACKED = ("text/", "application/javascript", "application/json", "image/svg", "application/manifest")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class StaticFile(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    media_type: str
    etag: str
    caching: str


_LONGEST = 250
"""Bytes of a path that may be asked for: file systems fail at names of more than 255 bytes."""


class StaticFolder:
    """The files of the client; a path that is none of them is a page of the client, which is one page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._kept: dict[Path, tuple[float, StaticFile]] = {}

    def find(self, path: str) -> StaticFile | None:
        """The file at a path; the client's page for a path without a suffix; None for a file that is not there."""
        if "\0" in path or len(path.encode(errors="replace")) > _LONGEST:
            return None
        wanted = (self._folder / path.lstrip("/")).resolve()
        if not wanted.is_relative_to(self._folder):
            return None
        if wanted.is_file():
            return self._read(wanted)
        if Path(path).suffix:
            return None
        page = self._folder / "index.html"
        return self._read(page) if page.is_file() else make_file(MISSING.encode(), "text/html", ASK_AGAIN)

    def _read(self, path: Path) -> StaticFile:
        changed = path.stat().st_mtime
        kept = self._kept.get(path)
        if kept is not None and kept[0] == changed:
            return kept[1]
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        caching = _FOREVER if path.parent == self._folder / "assets" else ASK_AGAIN
        found = make_file(path.read_bytes(), media_type, caching)
        self._kept[path] = changed, found
        return found


def send_file(file: StaticFile, request: Request[Any, Any, State]) -> Response[bytes]:
    """The answer to a request for a file: packed for those who can unpack it, nothing for those who have it."""
    headers = {"etag": file.etag, "cache-control": file.caching, "vary": "accept-encoding"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.media_type)
    return Response(file.body, headers=headers, media_type=file.media_type)


def make_file(body: bytes, media_type: str, caching: str = ASK_AGAIN) -> StaticFile:
    """A file out of its bytes, packed once."""
    is_worth = len(body) >= _WORTH_PACKING and media_type.startswith(_PACKED)
    packed = gzip.compress(body, 6, mtime=0) if is_worth else None
    return StaticFile(body, packed, media_type, f'"{sha256(body).hexdigest()[:24]}"', caching)
