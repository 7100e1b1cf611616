"""The OpenAPI document, and a fuzzer that holds the server to it."""

from __future__ import annotations

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
from tests.server.serving import fetch, new_table

PATHS = {
    "/api/games",
    "/api/games/{game_id}/layout",
    "/api/games/{game_id}/rules",
    "/api/tables",
    "/api/tables/import",
    "/api/tables/{table_id}",
    "/api/tables/{table_id}/actions",
    "/api/tables/{table_id}/why",
    "/api/tables/{table_id}/preview",
    "/api/tables/{table_id}/undo",
    "/api/tables/{table_id}/redo",
    "/api/tables/{table_id}/resign",
    "/api/tables/{table_id}/log",
    "/api/tables/{table_id}/history",
    "/api/tables/{table_id}/steps/{step}",
    "/api/tables/{table_id}/position",
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


@pytest.fixture(scope="module")
def schema(address):
    return schemathesis.openapi.from_url(f"{address}/schema/openapi.json")


@pytest.mark.parametrize("path", sorted(PATHS - {"/metrics", "/api/tables/import"}))
def test_the_server_keeps_to_its_description(address, schema, path):
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "human"})
    operations = [found.ok() for found in schema.include(path=path).get_all_operations()]
    assert operations
    for operation in operations:

        @given(case=operation.as_strategy(), who=st.sampled_from(["british", "german", "spectator", ""]))
        @settings(
            max_examples=12, deadline=None, database=None, derandomize=True, phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def holds(case, who):
            if case.path_parameters and "table_id" in case.path_parameters and who:
                case.path_parameters["table_id"] = seats[who].table
            headers = {"authorization": f"Bearer {seats[who].token}"} if who else {}
            case.call_and_validate(checks=CHECKS, headers=headers)

        holds()
