"""Saves are played through in a process with limits: whatever is in one, the server goes on as it was."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from tests.server.serving import Process, fetch, send
from tests.server.test_history import running_save

from beachhead.games import find_game
from beachhead.kernel import Action, Match, save
from beachhead.server.errors import ApiError
from beachhead.server.exports import MOST_ITEMS
from beachhead.server.importer import Importer

MEGABYTE = 2**20
THINGS = b'{"format": "beachhead-save", "version": 1, "start": {"units": [%s{}]}}' % (
    b'{"":0},' * (MOST_ITEMS // 2 - 10)
)
"""As many as a save may hold, in 6 megabytes."""


def endless():
    """A save in which somebody takes a unit up and puts it down again, nearly as often as a save may have actions."""
    match = Match.new(find_game("longest_day"), "1", seed="endless")
    while not match.decision.options.get("unit"):
        match.apply(next(iter(match.decision.actions())))
    before = len(match.record)
    for _ in range(2):
        match.apply(Action("unit", match.decision.options["unit"][0]))
        match.apply(Action("back"))
    document = json.loads(save(match))
    once = document["actions"][before : before + 2]
    assert once == document["actions"][before + 2 :]
    return json.dumps({**document, "actions": document["actions"][:before] + once * 9_900}).encode()


def taken(tmp_path, data, **limits):
    """What becomes of a save under these limits, and of a good one after it."""

    async def run():
        importer = Importer(tmp_path, {}, **limits)
        try:
            with pytest.raises(ApiError) as refused:
                await importer.take(data)
            return refused.value, await importer.take(save(running_save()))
        finally:
            await importer.close()

    return asyncio.run(run())


@pytest.mark.parametrize(("kind", "limits"), [("things", {"room": 96 * MEGABYTE}), ("actions", {"seconds": 1})])
def test_a_save_that_takes_too_much_is_refused(tmp_path, kind, limits):
    refused, arrival = taken(tmp_path, THINGS if kind == "things" else endless(), **limits)
    assert (refused.status, refused.error) == (422, "bad_save") and "more time or memory" in refused.message
    assert arrival.row.game == "pegasus" and arrival.players["british"] == "human"


def test_a_process_that_dies_is_replaced(tmp_path):
    async def run():
        importer = Importer(tmp_path, {})
        try:
            await importer.take(save(running_save()))
            importer._process.kill()
            await importer._process.wait()
            return await importer.take(save(running_save()))
        finally:
            await importer.close()

    assert asyncio.run(run()).row.game == "pegasus"


def test_the_server_does_not_grow_with_what_it_refuses(tmp_path):
    def peak():
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024

    server = Process(tmp_path, "--rate", "100000")
    try:
        send(f"{server.address}/api/tables/import", content=save(running_save())).raise_for_status()
        before = peak()
        assert send(f"{server.address}/api/tables/import", content=THINGS).status_code == 422
        assert peak() - before < 100
        assert fetch(f"{server.address}/ready").status_code == 200
    finally:
        assert server.stop() == 0
