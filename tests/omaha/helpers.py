"""Small helpers that build positions for the tests of every chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.cases.script import CaseScript
from beachhead.games import find_game
from beachhead.games.omaha.game import OmahaBeach
from beachhead.games.omaha.sequence import PLAY
from beachhead.games.omaha.setup import set_up_phase
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Action, Decision, Flow, GameOver, Match, Seeded, Source, Table, load_position, parse_action

Script = Mapping[str, Sequence[Any]]
"""Chance by reason, in printed names: `{"fire east": ["21"], "WN depth": ["wn-01", "wn-02"]}`."""


def the_game() -> OmahaBeach:
    """The one game object (loading the data takes a moment)."""
    game = find_game("omaha")
    assert isinstance(game, OmahaBeach)
    return game


def chance(script: Script | None = None, seed: str = "test") -> Source:
    """Scripted values for the reasons named, seeded ones for all others."""
    source = CaseScript(the_game(), Seeded(seed))
    source.add({reason: list(values) for reason, values in (script or {}).items()})
    return source


def seated(g: Omaha, script: Script | None = None, seed: str = "test") -> Omaha:
    """The state on a table, so that rules can draw and tell. `told(g)` lists what they tell."""
    g.attach(the_game().box)
    g.seat(Table(chance(script, seed)))
    return g


def new(scenario: str = "first-waves", script: Script | None = None, seed: str = "test", **options: bool) -> Omaha:
    """A scenario as `new_state` lays it out: seated, nothing drawn yet. Options with `_` for `-`."""
    settings = {name.replace("_", "-"): value for name, value in options.items()}
    return seated(the_game().start(scenario, settings), script, seed)


def set_up(scenario: str = "first-waves", script: Script | None = None, seed: str = "test", **options: bool) -> Omaha:
    """A scenario after its set-up, on its first phase: seated. Beyond the Beach takes the first option offered."""
    g = new(scenario, script, seed, **options)
    run(set_up_phase(g), take_first=True)
    g.at = ""
    PLAY.go_on(g)
    return g


def at(
    position: Mapping[str, Any] | None = None, script: Script | None = None, seed: str = "test", **fields: Any
) -> Omaha:
    """A position as in case files, seated: `at(clear=True, turn=5, units=[{"id": "A/1/116", "hex": "0427"}])`.

    German units on the map leave their pools by themselves, and so do cards on the track.
    """
    document = {"scenario": "first-waves", **(position or {}), **fields}
    return seated(load_position(the_game(), document).state, script, seed)


def match_at(
    position: Mapping[str, Any] | None = None, script: Script | None = None, seed: str = "test", **fields: Any
) -> Match[Omaha]:
    """A match that begins in a position."""
    read = load_position(the_game(), {"scenario": "first-waves", **(position or {}), **fields})
    source = chance(script, seed)
    return Match(the_game(), read.state, source, scenario=read.scenario, settings=read.settings)


def new_match(scenario: str = "first-waves", seed: str = "test", **options: bool) -> Match[Omaha]:
    """A match from the start."""
    settings = {name.replace("_", "-"): value for name, value in options.items()}
    return Match.new(the_game(), scenario, settings, seed=seed)


def run(flow: Flow, answers: Sequence[str | Action] = (), *, take_first: bool = False) -> Decision | None:
    """Drive one procedure by hand through these answers; single automatic choices are taken by themselves.

    Returns the decision for which there is no answer any more, or None when the procedure has ended. With
    `take_first` such decisions take their first option instead.
    """
    left = list(answers)
    action: Action | None = None
    while True:
        try:
            decision = next(flow) if action is None else flow.send(action)
        except StopIteration:
            assert not left, f"nobody asked for {left}"
            return None
        assert any(decision.options.values()), f"a decision without options: {decision.prompt}"
        if decision.automatic and len(decision) == 1:
            action = decision[0]
        elif left:
            wanted = left.pop(0)
            action = wanted if isinstance(wanted, Action) else parse_action(the_game(), wanted)
            assert decision.offers(action), f"{wanted!r} is not offered: {decision}"
        elif take_first:
            action = decision[0]
        else:
            return decision


def ends(flow: Flow, answers: Sequence[str | Action] = ()) -> GameOver:
    """Run a procedure that must end the game, and say how."""
    try:
        run(flow, answers)
    except GameOver as over:
        return over
    raise AssertionError("the game goes on")


def told(g: Omaha, kind: str | None = None) -> list[dict[str, Any]]:
    """What the rules have told so far, as data: `told(g, "step_lost")[0]["unit"]`."""
    events = g.__dict__["table"].events
    return [{"kind": event.kind, "rule": event.rule, **event.data} for event in events if kind in (None, event.kind)]


def u(name: str) -> int:
    """The number of a US unit."""
    return the_game().box.unit[name]


def h(name: str) -> int:
    """The number of a hex."""
    return the_game().box.board.number(name)


def p(name: str) -> int:
    """The number of a position, such as `WN62N` or `C5`."""
    return the_game().names["position"].number(name)


def german(name: str) -> int:
    """The number of a German unit."""
    return the_game().names["german"].number(name)


def depth(name: str) -> int:
    """The number of a depth marker."""
    return the_game().names["depth"].number(name)


def card(name: str) -> int:
    """The number of a card."""
    return the_game().names["card"].number(name)
