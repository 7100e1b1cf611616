"""The OpenAPI document, and a fuzzer that holds the server to it."""

from __future__ import annotations

import json
from random import Random

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.serving import Api, actions, fetch, new_table, number_of, send

from beachhead.testing.children import PATIENCE

PATHS = {
    "/api/games",
    "/api/games/{game_id}/layout",
    "/api/games/{game_id}/rules",
    "/api/games/{game_id}/book",
    "/api/games/{game_id}/examples/{example_id}",
    "/api/games/{game_id}/examples/{example_id}/sandbox",
    "/api/games/{game_id}/course",
    "/api/games/{game_id}/sample",
    "/api/mine",
    "/api/tables",
    "/api/tables/import",
    "/api/tables/{table_id}",
    "/api/tables/{table_id}/claim",
    "/api/tables/{table_id}/renew",
    "/api/tables/{table_id}/shares",
    "/api/tables/{table_id}/shares/{name}/end",
    "/api/tables/{table_id}/talk",
    "/api/tables/{table_id}/name",
    "/api/tables/{table_id}/call",
    "/api/tables/{table_id}/call/try",
    "/api/tables/{table_id}/call/end",
    "/api/tables/{table_id}/lobby",
    "/api/tables/{table_id}/promise",
    "/api/tables/{table_id}/number",
    "/api/tables/{table_id}/actions",
    "/api/tables/{table_id}/orders",
    "/api/tables/{table_id}/plan",
    "/api/tables/{table_id}/formations",
    "/api/tables/{table_id}/why",
    "/api/tables/{table_id}/preview",
    "/api/tables/{table_id}/ahead",
    "/api/tables/{table_id}/breakpoints",
    "/api/tables/{table_id}/rest",
    "/api/tables/{table_id}/hint",
    "/api/tables/{table_id}/sight",
    "/api/tables/{table_id}/lenses/{lens}",
    "/api/tables/{table_id}/summary",
    "/api/tables/{table_id}/calendar",
    "/api/tables/{table_id}/undo",
    "/api/tables/{table_id}/redo",
    "/api/tables/{table_id}/resign",
    "/api/tables/{table_id}/flag",
    "/api/tables/{table_id}/log",
    "/api/tables/{table_id}/history",
    "/api/tables/{table_id}/live",
    "/api/tables/{table_id}/view",
    "/api/tables/{table_id}/steps/{step}",
    "/api/tables/{table_id}/sandbox",
    "/api/tables/{table_id}/position",
    "/api/tables/{table_id}/fans/{step}",
    "/api/tables/{table_id}/report",
    "/api/tables/{table_id}/save",
    "/api/tables/{table_id}/stop-thinking",
    "/api/tables/{table_id}/seats/{side}/revoke",
    "/health",
    "/ready",
    "/metrics",
}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_every_path_is_described(address):
    document = fetch(f"{address}/schema/openapi.json").json()
    assert set(document["paths"]) == PATHS
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"] and operation["description"], f"{method} {path}"


def test_frames_on_a_socket_are_described(address):
    document = fetch(f"{address}/schema/openapi.json").json()
    responses = document["paths"]["/api/tables/{table_id}/live"]["get"]["responses"]
    frame_schema = responses["101"]["content"]["application/json"]["schema"]
    described = jsonschema_rs.Draft202012Validator({**frame_schema, "components": document["components"]})
    seats = new_table(address, game="omaha", seed="frames")
    with seats["us"].live() as socket:
        frames = [json.loads(socket.recv(timeout=20))]
        state = frames[0]["state"]
        for _ in range(12):
            state = seats["us"].act_at_random(state, Random(1))
        while frames[-1].get("change", {}).get("seq") != state["seq"]:
            frames.append(json.loads(socket.recv(timeout=20)))
    for frame in [*frames, {"token": "x", "since": 3}]:
        described.validate(frame)
    assert {"state", "change", "seats"} <= {frame["type"] for frame in frames}
    assert not described.is_valid({**frames[-1], "change": None})


@pytest.fixture(scope="module")
def schema(address):
    return schemathesis.openapi.from_url(f"{address}/schema/openapi.json")


REFUSES = {
    "/api/tables/{table_id}/lenses/{lens}",
    "/api/tables/{table_id}/plan",
    "/api/tables/import",
    "/api/tables/{table_id}/stop-thinking",
    "/api/tables/{table_id}/call/try",
    "/api/tables/{table_id}/flag",
    "/api/tables/{table_id}/hint",
    "/api/tables/{table_id}/live",
}
"""Where no example is good: no save, no thinking computer, nobody who is late, no advice between people, no socket."""


def make_good(case, path, seats):
    """Turn an example into one that can be granted; the seat that asks."""
    seat = seats["german"]
    if path.endswith("/report") or "/fans/" in path:
        seat.post("/resign", seq=seat.state()["seq"])
    state = seat.state()
    if path.endswith("/end"):
        seat.post("/shares", name="Anna", formations=[])
    good = {"table_id": seat.table, "game_id": "omaha", "side": "german", "step": 0, "lens": "zones", "name": "Anna"}
    good["example_id"] = "landing-mine-choice"
    case.path_parameters = {name: good[name] for name in case.path_parameters or {}}
    case.query = {"here": "0101", "there": "0102"} if path.endswith("/sight") else {}
    verb, arg = actions(state)[0] if state["decision"] else ("done", None)
    if path in ("/api/tables/{table_id}/undo", "/api/tables/{table_id}/redo") and not state["can_undo"]:
        state = seat.act(state, verb, arg).json()
    if path.endswith("/redo"):
        state = seat.post("/undo", seq=state["seq"]).json()
    bodies = {"actions": {"verb": verb, "arg": arg, "seq": state["seq"]}, "tables": {"game": "pegasus"}}
    bodies |= {name: {"verb": verb, "arg": arg} for name in ("why", "preview")}
    bodies["shares"] = {"name": "Anna", "formations": []}
    bodies["orders"] = {"seq": state["seq"], "actions": [{"verb": verb, "arg": arg}]}
    bodies |= {name: {"seq": state["seq"]} for name in ("undo", "redo", "resign", "rest")}
    bodies |= {"ahead": {"choices": [{"verb": verb, "arg": arg}]}, "breakpoints": {"verb": verb}}
    if path.rsplit("/", 1)[-1] in ("claim", "renew", "promise", "number"):
        seat, more = before_it_begins(seat.address, path)
        case.path_parameters = {"table_id": seat.table}
        bodies |= more
    last = path.rsplit("/", 1)[-1]
    if last in bodies and case.method == "POST":
        case.body = bodies[last]
    return seat


def before_it_begins(address, path):
    """A seat of a table that gathers, and what it may send there."""
    wish = {"game": "pegasus", "seats": {"british": "human", "german": "human"}, "invites": ["german"]}
    made = send(f"{address}/api/tables", json=wish).json()
    seat = Api(address, made["id"], made["tokens"]["british"])
    number, promise = number_of("british")
    if path.endswith("/number"):
        token = send(f"{address}/api/tables/{made['id']}/claim", json={"invite": made["invites"]["german"]}).json()[
            "token"
        ]
        for each, side in ((seat, "british"), (Api(address, made["id"], token), "german")):
            each.post("/promise", promise=number_of(side)[1])
    invite = {"invite": made["invites"]["german"]}
    bodies = {"claim": invite, "renew": invite, "promise": {"promise": promise}}
    return seat, {**bodies, "number": {"number": number}}


@pytest.mark.parametrize("path", sorted(PATHS - {"/metrics"}))
def test_the_server_keeps_to_its_description(address, schema, path):
    statuses = set()
    people = {"british": "human", "german": "human"}
    operations = [found.ok() for found in schema.include(path=path).get_all_operations()]
    assert operations
    for operation in operations:

        @given(case=operation.as_strategy(), who=st.sampled_from(["good", "british", "german", "spectator", ""]))
        @settings(
            max_examples=12, deadline=None, database=None, derandomize=True, phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def holds(case, who):
            seats = new_table(address, game="pegasus", seats=people)
            if who == "good" or not statuses:  # the first can always be granted
                token = make_good(case, path, seats).token
            else:
                token = seats[who].token if who else None
                if case.path_parameters and "table_id" in case.path_parameters and who:
                    case.path_parameters["table_id"] = seats[who].table
            headers = {} if token is None else {"authorization": f"Bearer {token}"}
            statuses.add(case.call_and_validate(checks=CHECKS, headers=headers, timeout=PATIENCE).status_code)
            for seat in seats.values():
                seat.http.close()

        holds()
    assert path in REFUSES or statuses & {200, 201}, f"nothing was ever granted: {sorted(statuses)}"
