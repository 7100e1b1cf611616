"""The save of a finished game proves itself against what the players were shown; whatever is changed in it is found."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.server.serving import gather, invited_table, receipt_of, served

from beachhead.games import find_game
from beachhead.kernel import read_save, verify
from beachhead.kernel.chain import heads, signed_text
from beachhead.kernel.proofs import seed_of
from beachhead.kernel.saves import Proof


class Played:
    """A game of two people to its end, with what each was shown on the way."""

    def __init__(self, address):
        seats = invited_table(address, ["british"], ["german"], game="pegasus")
        gather(seats["british"], seats["german"])
        self.shown, random = {"british": [], "german": []}, Random(5)
        for _ in range(2000):
            states = {side: seats[side].state() for side in self.shown}
            for side, state in states.items():
                self.shown[side].append(state)
            deciding = states["british"]["deciding"]
            if deciding is None:
                break
            state = states[deciding]
            if state["can_undo"] and random.random() < 0.2:
                state = seats[deciding].post("/undo", seq=state["seq"]).json()
                if random.random() < 0.5:
                    seats[deciding].post("/redo", seq=state["seq"])
                continue
            seats[deciding].act_at_random(state, random)
        self.data = seats["german"].get("/save").content
        self.receipts = [receipt_of(seats[side], *self.shown[side]) for side in self.shown]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    with served(tmp_path_factory.mktemp("proofs")) as address:
        return Played(address)


def test_everything_is_proven_against_what_the_players_saw(played):
    kinds = {entry.kind for entry in read_save(played.data).proof.entries}
    assert kinds == {"action", "undo", "redo"}
    verdict = verify(played.data, find_game, played.receipts)
    assert verdict.status == 0 and {claim.standing for claim in verdict.claims} == {"proven"}, verdict.claims
    alone = verify(played.data, find_game)
    assert alone.status == 6 and not alone.problems


def change_draw(document):
    place = next(action for action in document["actions"] if action.get("chance"))
    draw = place["chance"][0]
    draw["values"] = [(draw["values"][0] + 1) % draw["counts"][0], *draw["values"][1:]]


def change_reason(document):
    next(action for action in document["actions"] if action.get("chance"))["chance"][0]["reason"] = "the other one"


CHANGES = {
    "a draw": change_draw,
    "the reason of a draw": change_reason,
    "who sits where": lambda d: d["seats"].update(german="random"),
    "the version of the rules": lambda d: d.update(rules_version="99"),
    "the data": lambda d: d.update(data="0" * 64),
    "an option": lambda d: d["options"].update(nothing=True),
    "the name of a landmark": lambda d: d["landmarks"][0].update(name="Turn 9"),
    "the state at a landmark": lambda d: d["landmarks"][0]["state"].update(turn=1 + d["landmarks"][0]["state"]["turn"]),
    "a start of one's own": lambda d: d.update(start=d["landmarks"][0]["state"]),
    "what is past": lambda d: d.update(past=3),
    "who gave up": lambda d: d.update(resigned="german"),
    "an earlier seed": lambda d: d.update(earlier_seeds=[{"commitment": "0" * 64, "until": 4, "seed": None}]),
    "an entry of the record": lambda d: d["proof"]["entries"][4].update(digest="0" * 16),
    "an entry less": lambda d: d["proof"]["entries"].pop(),
    "a number in the dice": lambda d: d["proof"]["header"]["numbers"].update(british="0" * 64),
    "the server's part": lambda d: d["proof"].update(part="0" * 64),
    "the head": lambda d: d["proof"].update(head="0" * 64),
    "the signature": lambda d: d["proof"].update(signature="0" * 128),
    "the key": lambda d: d["proof"].update(key="0" * 64),
    "no record": lambda d: d.update(proof=None),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_is_changed_is_found(played, what):
    document = json.loads(played.data)
    CHANGES[what](document)
    verdict = verify(json.dumps(document).encode(), find_game, played.receipts)
    assert verdict.status == 1, (what, verdict.claims)
    alone = verify(json.dumps(document).encode(), find_game)
    assert alone.status in ((6,) if what == "no record" else (1,)), (what, alone.claims)


def forged(data):
    """The same game with another action list, chained and signed anew by somebody else."""
    document = json.loads(data)
    document["seats"]["german"] = document["proof"]["header"]["seats"]["german"] = "veteran"
    proof = msgspec.convert(document["proof"], Proof)
    key = Ed25519PrivateKey.generate()
    head = heads(proof.header, seed_of(proof), proof.entries)[-1]
    document["proof"] |= {
        "head": head,
        "key": key.public_key().public_bytes_raw().hex(),
        "signature": key.sign(signed_text(proof.header["table"], head)).hex(),
    }
    return json.dumps(document).encode()


def test_a_forgery_that_is_whole_is_found_by_what_the_players_saw(played):
    alone = verify(forged(played.data), find_game)
    assert alone.status == 6, alone.claims  # by itself nothing is wrong with it, and it is not called proven
    against = verify(forged(played.data), find_game, played.receipts)
    assert against.status == 1 and "another server" in against.problems[0]


def test_heads_of_another_course_of_the_game_are_not_in_the_record(played):
    [receipt, _] = played.receipts
    signed = receipt.heads[1]
    other = msgspec.structs.replace(receipt, heads=(msgspec.structs.replace(signed, head="1" * 64),))
    verdict = verify(played.data, find_game, [other])
    assert verdict.status == 1 and "was not signed by the server" in verdict.problems[0]


def test_a_head_tells_nothing_of_what_is_hidden(played):
    """Without the blinds, which come from the seed, nobody can try which action gives the head that was shown."""
    file = read_save(played.data)
    real = heads(file.proof.header, seed_of(file.proof), file.proof.entries)
    assert real[-1] == file.proof.head == played.shown["german"][-1]["head"]
    guess = heads(file.proof.header, "", file.proof.entries)
    assert guess[0] == real[0] and not set(guess[1:]) & set(real[1:])


def test_every_state_has_the_head_of_then(played):
    for shown in played.shown.values():
        assert len({state["head"] for state in shown}) == len({state["seq"] for state in shown})
        assert all(state["key"] == shown[0]["key"] and len(state["signature"]) == 128 for state in shown)
