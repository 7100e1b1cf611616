"""What people may ask the computer, and what of its thoughts is told when."""

from __future__ import annotations

from random import Random

from tests.server.serving import new_table

TWO = {"british": "human", "german": "human"}


def test_who_plays_alone_may_ask(address):
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "veteran"}, seed="hint")
    state = seats["british"].my_turn()
    assert state["has_hints"]
    hint = seats["british"].post("/hint").json()
    assert hint["arg"] in state["decision"]["options"][hint["verb"]]["args"]
    assert hint["label"] and sum(each["is_chosen"] for each in hint["tried"]) == 1
    assert all(0 <= each["chance"] <= 1 and each["worlds"] for each in hint["tried"])
    assert seats["british"].state()["seq"] == state["seq"], "asking is no action"
    assert not seats["spectator"].state()["has_hints"]
    assert seats["spectator"].post("/hint").status_code == 403


def test_between_people_nobody_asks_unless_it_was_agreed(address):
    seats = new_table(address, game="pegasus", seats=TWO, seed="fair")
    state = seats["german"].my_turn()
    assert not state["has_hints"]
    refused = seats["german"].post("/hint")
    assert (refused.status_code, refused.json()["error"]) == (403, "no_hints")

    seats = new_table(address, game="pegasus", seats=TWO, seed="fair", hints=True)
    assert seats["german"].my_turn()["has_hints"]
    assert seats["german"].post("/hint").status_code == 200
    assert seats["british"].post("/hint").status_code == 409  # it is not for them to decide


def test_thoughts_are_told_when_the_game_is_over(address):
    seats = new_table(address, game="pegasus", seats={"british": "human", "german": "commander"}, seed="thoughts")
    british = seats["british"]
    state = british.my_turn()
    british.post("/hint")
    assert british.get("/report").status_code == 409, "what the computer thinks is nobody's business while it plays"
    chance = Random(1)
    while state["step"] < 25 and not state["outcome"]:
        british.act_at_random(state, chance)
        state = british.my_turn()
    if not state["outcome"]:
        assert british.post("/resign", seq=state["seq"]).status_code == 200
    thoughts = british.get("/report").json()["thoughts"]
    assert [thought["kind"] for thought in thoughts if thought["side"] == "british"] == ["hint"]
    own = [thought for thought in thoughts if thought["side"] == "german"]
    assert own and all(thought["kind"] == "computer" for thought in own)
    assert all(thought["tried"][0]["words"] == "As usual" for thought in own)
