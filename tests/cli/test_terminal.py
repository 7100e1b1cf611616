"""The real thing: a terminal with colours, line editing, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import pytest

CTRL_C, CTRL_D = "\x03", "\x04"


def test_a_terminal_has_colours_and_ctrl_d_quits(cli):
    terminal = cli.terminal("play", "skirmish", "--seed", "5")
    assert "\x1b[" in terminal.hear("red> ")
    terminal.say("2\n")
    terminal.hear("red> ")
    terminal.say("unit\x7f\x7f\x7f\x7fmove h3\n")
    assert "moves to h3" in terminal.hear("red> ")
    terminal.say(CTRL_D)
    assert "play --load" in terminal.hear(r"\.json\x1b\[0m\r\n")
    assert terminal.close() == 0


def test_plain_has_no_colours(cli):
    terminal = cli.terminal("play", "skirmish", "--seed", "5", "--plain")
    assert "\x1b[" not in terminal.hear("red> ")
    terminal.hear("Go on with", pressing=CTRL_C)
    assert terminal.close() == 130


def test_people_at_one_keyboard_do_not_see_each_others_secrets(cli):
    terminal = cli.terminal("play", "skirmish", "--seats", "red=human,blue=human", "--option", "mine=yes")
    terminal.hear("blue> ")
    terminal.say("hide h5\n")
    heard = terminal.hear("Press Enter when blue does not look")
    assert "hidden" not in heard.split("\x1b[2J")[-1]
    terminal.say("\n")
    assert "hidden" not in terminal.hear("red> ")
    terminal.say("quit\n")
    terminal.hear("Go on with")
    assert terminal.close() == 0


def test_a_playout_shows_how_far_it_is(cli):
    terminal = cli.terminal("playout", "skirmish", "--games", "300", "--workers", "1")
    heard = terminal.hear("decisions per CPU second")
    assert "games" in heard and "300/300" in heard
    assert terminal.close() == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_stops_a_playout_and_shows_what_was_played(cli, workers):
    terminal = cli.terminal("playout", "skirmish", "--games", "10000000", "--workers", workers)
    terminal.hear(r"\b[1-9]\d*/10000000")
    terminal.say(CTRL_C)
    heard = terminal.hear("Time is up")
    assert "Stopped after" in heard and "of 10000000 games" in heard
    assert "Traceback" not in heard and "Process" not in heard
    assert terminal.close() == 130
