"""The shield: origins, hosts, sizes, rates, headers, and no word of what is inside."""

from __future__ import annotations

import httpx
import pytest
from tests.server.serving import Api, fetch, new_table, send, served

from beachhead.server.security import POLICY

WISH = {"game": "pegasus"}


def post(address, headers=None, **more):
    return send(f"{address}/api/tables", json=WISH, headers=headers or {}, **more)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://[broken"},
        {"origin": "https://127.0.0.1.evil.example"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_writes_from_other_sites_are_refused(address, headers):
    answer = post(address, headers)
    assert answer.status_code == 403 and answer.json()["error"] == "foreign_origin"


def test_our_own_page_may_write(address):
    assert post(address, {"origin": address, "sec-fetch-site": "same-origin"}).status_code == 201
    assert post(address).status_code == 201


def test_another_name_for_this_computer_is_refused(address):
    answer = fetch(f"{address}/api/games", headers={"host": "evil.example"})
    assert answer.status_code == 403 and answer.json()["error"] == "foreign_host"


def test_a_proxy_is_let_in_by_its_address(tmp_path):
    with served(tmp_path, origins=("https://play.example.org",)) as address:
        proxied = {"host": "play.example.org:443", "origin": "https://play.example.org"}
        assert post(address, proxied).status_code == 201
        assert post(address, {"origin": "https://evil.example"}).status_code == 403


def test_every_answer_is_safe_for_browsers(address):
    for path in ("/", "/api/games", "/api/nothing", "/health", "/some/page"):
        headers = fetch(f"{address}{path}").headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
    scripts = next(part for part in POLICY.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self'"


def test_bodies_that_are_too_big(address, solo):
    answer = send(f"{address}/api/tables", content=b"x" * 100_000)
    assert answer.status_code == 413 and answer.json()["error"] == "too_big"
    chunks = send(f"{address}/api/tables", content=iter([b"x" * 10_000] * 10))
    assert chunks.status_code == 413
    long = solo.http.post(f"/api/tables/{solo.table}/why", content=b'{"verb": "' + b"x" * 100_000)
    assert long.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"game": 5}',
        b'{"game": "pegasus", "more": 1}',
        b"\xff",
        b'{"game": "' + b"x" * 300 + b'"}',
        b'{"game": "\xff"}',
        b'{"game": "pegasus", "options": {"\xc3": 1}}',
        b"[" * 60_000,
        b'{"a":' * 12_000,
        b'{"game": "pegasus", "options": {"a": ' + b"[" * 9000 + b"]" * 9000 + b"}}",
        b'{"game": "pegasus", "scenario": "' + b"x" * 300 + b'"}',
        b'{"game": "pegasus", "seats": {"' + b"x" * 300 + b'": "human"}}',
        b'{"game": "pegasus", "options": {"' + b"x" * 300 + b'": 1}}',
    ],
)
def test_bodies_that_are_malformed(address, body):
    answer = send(f"{address}/api/tables", content=body)
    assert answer.status_code == 400 and answer.json()["error"] == "bad_request", answer.text
    assert "Traceback" not in answer.text and "beachhead/server" not in answer.text


def test_paths_and_methods_that_are_not_there(address):
    assert fetch(f"{address}/api/nothing").json()["error"] == "not_found"
    assert httpx.delete(f"{address}/api/games").status_code == 405
    for path in ("/" + "a" * 300, "/" + "a/" * 3000, f"/assets/{'b' * 300}.js", f"/{'%C3%A9' * 200}"):
        assert fetch(f"{address}{path}").status_code == 404
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fapp.py", "/%00.js"):
        answer = fetch(f"{address}{path}")
        assert answer.status_code in (404, 400) or "root:" not in answer.text


def test_too_many_requests(tmp_path):
    with served(tmp_path, requests_per_second=0.1, burst=5) as address, Api(address) as client:
        answers = [client.http.get("/health").status_code for _ in range(8)]
        assert answers == [200] * 5 + [429] * 3
        assert client.http.get("/health").headers["retry-after"]


def test_too_many_new_tables(tmp_path):
    with served(tmp_path, new_tables_per_minute=3) as address:
        answers = [post(address).status_code for _ in range(5)]
        assert answers == [201] * 3 + [429] * 2


def test_too_many_guesses(tmp_path):
    with served(tmp_path, bad_tokens_per_minute=3) as address:
        table = new_table(address, game="pegasus")["british"].table
        with Api(address, table, "guess") as guesser:
            assert [guesser.get().status_code for _ in range(5)] == [401] * 3 + [429] * 2


def test_a_fault_shows_nothing_of_the_inside(address, solo, monkeypatch):
    from beachhead.games import find_game

    def broken(g, side):
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(find_game("omaha", None), "scene", broken)
    answer = solo.get()
    assert answer.status_code == 500 and answer.json()["error"] == "fault"
    assert "42" not in answer.text and "RuntimeError" not in answer.text
    monkeypatch.undo()
    assert solo.get().status_code == 200


# --- pages --------------------------------------------------------------------------------------------------------


def test_pages_that_have_not_been_built(tmp_path):
    with served(tmp_path, static=tmp_path / "nothing") as address:
        answer = fetch(address)
        assert answer.status_code == 200 and "vite build" in answer.text


def test_files_and_pages_of_the_client(tmp_path):
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>client</title>")
    (static / "assets" / "app-abc123.js").write_text("export const x = 1;\n" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    with served(tmp_path / "data", static=static) as address, Api(address) as client:
        page = client.http.get("/table/abc")
        assert "client" in page.text and page.headers["cache-control"] == "no-cache"
        again = client.http.get("/", headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
        script = client.http.get("/assets/app-abc123.js")
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in script.headers["cache-control"] and script.headers["content-encoding"] == "gzip"
        assert client.http.get("/assets/other.js").status_code == 404
        for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "secret" not in client.http.get(path).text


def test_health_and_figures(address):
    assert fetch(f"{address}/health").json()["status"] == "ok"
    assert fetch(f"{address}/ready").json()["status"] == "ready"
    figures = fetch(f"{address}/metrics").text
    assert "beachhead_requests_total" in figures and "beachhead_commit_seconds_bucket" in figures


def test_good_tokens_stay_good_beside_many_guesses(tmp_path):
    with served(tmp_path, bad_tokens_per_minute=3) as address:
        seat = new_table(address, game="pegasus")["british"]
        answers = [Api(address, seat.table, f"guess{n}").get().status_code for n in range(8)]
        assert answers[0] == 401 and answers[-1] == 429
        assert seat.get().status_code == 200
        with seat.live() as socket:
            assert socket.read()["type"] == "state"


def test_guesses_on_sockets_are_counted(tmp_path):
    with served(tmp_path, bad_tokens_per_minute=3) as address:
        seat = new_table(address, game="pegasus")["british"]
        for number in range(5):
            with Api(address, seat.table, f"guess{number}").live() as socket:
                closed = socket.read()
        assert closed == {"type": "closed", "reason": "too many links that open nothing"}
        assert Api(address, seat.table, "guess").get().status_code == 429


def test_samples_are_new_tables(tmp_path):
    with served(tmp_path, new_tables_per_minute=2) as address:
        answers = [send(f"{address}/api/games/omaha/sample").status_code for _ in range(3)]
        assert answers == [201, 201, 429]
