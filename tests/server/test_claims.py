"""A seat belongs to whoever claims it, and the dice of a game between people come from all of them."""

from __future__ import annotations

import json

import pytest
from tests.server.serving import Api, gather, invited_table, new_table, number_of, receipt_of, send, served

from beachhead.games import find_game
from beachhead.kernel import joint_seed, read_save, verify

PEOPLE = {"british": "human", "german": "human"}
WISH = {"game": "pegasus", "seats": PEOPLE, "invites": ["german"]}


def make(address, **more):
    answer = send(f"{address}/api/tables", json={**WISH, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def claim(address, table, invite):
    return send(f"{address}/api/tables/{table}/claim", json={"invite": invite})


def test_an_invite_is_used_once_and_only_the_claimer_has_the_token(address):
    made = make(address)
    assert set(made["tokens"]) == {"british"} and set(made["invites"]) == {"german"}
    maker = Api(address, made["id"], made["tokens"]["british"])
    invite = made["invites"]["german"]
    assert Api(address, made["id"], invite).get().status_code in (401, 409)
    assert Api(address, made["id"], invite).get("/lobby").status_code == 401  # an invite opens nothing by itself
    waiting = {seat["side"]: seat["is_claimed"] for seat in maker.get("/lobby").json()["seats"]}
    assert waiting == {"british": True, "german": False}
    claimed = claim(address, made["id"], invite).json()
    assert claimed["side"] == "german" and claimed["token"] not in json.dumps(made)
    again = claim(address, made["id"], invite)
    assert again.status_code == 401 and again.json()["error"] == "claimed"
    seats = {seat["side"]: seat["is_claimed"] for seat in maker.get("/lobby").json()["seats"]}
    assert seats == {"british": True, "german": True}
    friend = Api(address, made["id"], claimed["token"])
    gather(maker, friend)
    assert friend.state()["seat"] == "german" and maker.state()["seat"] == "british"


def test_an_invite_is_withdrawn_for_another(address):
    made = make(address)
    first, maker = made["invites"]["german"], Api(address, made["id"], made["tokens"]["british"])
    stranger = Api(address, made["id"], "somebody")
    assert stranger.post("/renew", invite=first).status_code == 401  # who has the link alone claims or leaves it
    assert Api(address, made["id"], first).post("/renew", invite=first).status_code == 401
    fresh = maker.post("/renew", invite=first).json()
    assert fresh["side"] == "german" and fresh["invite"] != first
    assert claim(address, made["id"], first).json()["error"] == "bad_invite"
    assert maker.post("/renew", invite=first).json()["error"] == "claimed"
    claimed = claim(address, made["id"], fresh["invite"])
    assert claimed.json()["side"] == "german"
    late = maker.post("/renew", invite=fresh["invite"])
    assert (late.status_code, late.json()["error"]) == (409, "claimed")
    assert Api(address, made["id"], claimed.json()["token"]).get("/lobby").status_code == 200


def test_who_lost_the_answer_claims_again(address):
    made = make(address)
    body = {"invite": made["invites"]["german"], "secret": "s" * 22}
    first, again = (send(f"{address}/api/tables/{made['id']}/claim", json=body) for _ in range(2))
    assert first.json() == again.json() and first.json()["side"] == "german"
    other = send(f"{address}/api/tables/{made['id']}/claim", json={**body, "secret": "t" * 22})
    assert (other.status_code, other.json()["error"]) == (401, "claimed")
    assert send(f"{address}/api/tables/{made['id']}/claim", json={**body, "secret": "short"}).status_code == 400
    assert Api(address, made["id"], first.json()["token"]).get("/lobby").status_code == 200


def test_two_who_claim_at_once_get_one_seat(tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    with served(tmp_path) as address:
        for _ in range(5):
            made = make(address)
            with ThreadPoolExecutor(6) as pool:
                got = list(pool.map(lambda _, m=made: claim(address, m["id"], m["invites"]["german"]), range(6)))
            assert sorted(answer.status_code for answer in got) == [200, 401, 401, 401, 401, 401]


def test_nothing_happens_before_everybody_has_a_number_in_the_dice(address):
    seats = invited_table(address, ["british"], ["german"], game="pegasus")
    one, two = seats["british"], seats["german"]
    for path in ("", "/view", "/save", "/position", "/history"):
        answer = one.get(path)
        assert (answer.status_code, answer.json()["error"]) == (409, "gathering")
    assert one.post("/actions", seq=0, verb="done").json()["error"] == "gathering"
    number, promise = number_of("british")
    early = one.post("/number", number=number)
    assert (early.status_code, early.json()["error"]) == (409, "too_early")
    assert one.post("/promise", promise=promise).status_code == 200
    assert one.post("/promise", promise=promise).status_code == 200  # said again: the answer was lost
    assert one.post("/promise", promise="0" * 64).json()["error"] == "promised"
    assert two.get("/lobby").json()["seats"][0]["promise"] == promise
    assert one.post("/number", number=number).json()["error"] == "too_early"
    assert two.post("/promise", promise=number_of("german")[1]).status_code == 200
    assert two.post("/number", number=number).json()["error"] == "other_number"
    told = one.post("/number", number=number).json()
    assert not told["has_begun"] and two.get("/lobby").json()["seats"][0]["number"] == number
    assert two.post("/number", number=number_of("german")[0]).json()["has_begun"]
    assert one.state()["dice"]["numbers"] == {side: number_of(side)[0] for side in PEOPLE}
    assert seats["spectator"].post("/number", number=number).status_code == 403


def test_a_number_is_told_to_nobody_before_all_have_promised(address):
    made = make(address, invites=["german", "british"])
    first = claim(address, made["id"], made["invites"]["british"]).json()["token"]
    seat = Api(address, made["id"], first)
    seat.post("/promise", promise=number_of("british")[1])
    assert all(not each["number"] for each in seat.get("/lobby").json()["seats"])


def test_the_seed_is_made_of_everybodys_numbers(address):
    seats = invited_table(address, ["british"], ["german"], game="pegasus")
    part = seats["german"].get("/lobby").json()["part"]
    gather(seats["british"], seats["german"])
    state = seats["german"].state()
    assert state["seed"] is None and state["dice"]["kind"] == "joint" and state["dice"]["part"] == part
    seats["german"].post("/resign", seq=0)
    data = seats["german"].get("/save").content
    file = read_save(data)
    assert file.seed == joint_seed(file.proof.part, {side: number_of(side)[0] for side in PEOPLE})
    verdict = verify(data, find_game, [receipt_of(seats["german"], state, seats["german"].state())])
    assert verdict.status == 0, verdict.claims
    [record] = (claim.words for claim in verdict.claims if claim.about == "record")
    assert "its dice come from the server and from british and german" in record


def test_a_seed_is_not_chosen_for_others(address):
    answer = send(f"{address}/api/tables", json={**WISH, "seed": "loaded"})
    assert answer.status_code == 422 and "whoever chose it would know every roll" in answer.json()["message"]


def test_a_chosen_seed_is_shown_where_several_people_play(address):
    both = new_table(address, game="pegasus", seats=PEOPLE, seed="known")
    for seat in both.values():
        state = seat.state()
        assert state["seed"] == "known" and state["dice"]["kind"] == "chosen"
    alone = new_table(address, game="pegasus", seed="known")["british"].state()
    assert alone["seed"] is None and alone["dice"]["kind"] == "chosen"
    drawn = new_table(address, game="pegasus", seats=PEOPLE)["british"].state()
    assert drawn["seed"] is None and drawn["dice"]["kind"] == "server"


@pytest.mark.parametrize("invites", [["french"], ["british", "german", "spectator"]])
def test_nobody_is_invited_to_a_seat_that_no_person_has(address, invites):
    answer = send(f"{address}/api/tables", json={**WISH, "invites": invites})
    assert answer.status_code == 422
    answer = send(f"{address}/api/tables", json={"game": "pegasus", "invites": ["german"]})
    assert answer.status_code == 422  # a computer plays it
