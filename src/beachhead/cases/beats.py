"""A case played for those who watch it: moment after moment, with what it says of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from beachhead.cases.format import Case, Expect
from beachhead.cases.script import CaseScript
from beachhead.cases.wording import Spoken, read_action
from beachhead.kernel import Match, Refused, Ruling, Seeded, load_position
from beachhead.kernel.game import Game


class Beat(msgspec.Struct, frozen=True):
    """A moment of a case: the match as it stands then, after `side` has `spoken`; events from `since` on are new.

    `expects` are what the case says of this moment, each with the note beside it. A position that is refused has no
    match, but a ruling.
    """

    state: Any
    match: Match[Any] | None
    spoken: Spoken | None = None
    side: str = ""
    since: int = 0
    expects: tuple[Expect, ...] = ()
    notes: tuple[str, ...] = ()
    refused: Ruling | None = None


def beats(case: Case, game: Game[Any]) -> Iterator[Beat]:
    """The moments of a case. The match goes on when the next one is asked for."""
    try:
        position = load_position(game, case.position)
    except Refused as refused:
        yield Beat(_looked_at(case, game), None, refused=refused.ruling)
        return
    script = CaseScript(game, Seeded(case.seed))
    script.add(case.steps[0].chance)
    match = Match(game, position.state, script, scenario=position.scenario, settings=position.settings)
    moment = Beat(match.state, match)
    for number, step in enumerate(case.steps):
        if number:
            script.add(step.chance)
        note = step.note
        for text in step.actions:
            yield moment
            spoken, since = read_action(game, text), len(match.events)
            match.apply(spoken.action, side=spoken.side)
            moment = Beat(match.state, match, spoken, match.record[-1].side, since, notes=(note,) if note else ())
            note = ""
        expects = (step.expect,) if step.expect is not None else ()
        moment = msgspec.structs.replace(
            moment, expects=(*moment.expects, *expects), notes=(*moment.notes, *((note,) if note else ()))
        )
    yield moment


def _looked_at(case: Case, game: Game[Any]) -> Any:
    """The state of a position that breaks a rule; None where even its scenario is none."""
    with suppress(Refused):
        return load_position(game, case.position, checked=False).state
    return None
