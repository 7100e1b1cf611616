"""The position at a moment of a match, as people write it: what differs from the set-up of its scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from beachhead.kernel.chance import Recorded
from beachhead.kernel.game import Game, Settings
from beachhead.kernel.match import Match, Step
from beachhead.kernel.positions import BadPosition, dump_position, load_position
from beachhead.kernel.rulings import Refused


class Moment(msgspec.Struct, frozen=True):
    """A position, how many actions had been taken, and those that were taken since without a new position.

    Inside a procedure the state does not say where play stands, so there is none.
    """

    position: dict[str, Any]
    after: int
    since: tuple[Step, ...] = ()


def moment(match: Match[Any], to: int | None = None, *, whole: bool = False) -> Moment:
    """The last position up to the end of a match, or up to action number `to`: what is not as set up, or all of it."""
    past = len(match.past)
    count = len(match.record) if to is None else min(max(to - past, 0), len(match.record))
    twin, state, after = _again(match), match.start, 0
    for number in range(count + 1):
        if number:
            twin.apply(match.record[number - 1].action)
        if twin.decision is not None and twin.decision.is_turn_point:
            state, after = twin.state.clone(), number
    write = dump_position if whole else changed_position
    position = write(match.game, match.scenario, match.settings, state)
    return Moment(position, past + after, tuple(match.record[after:count]))


def _again(match: Match[Any]) -> Match[Any]:
    """The match at its beginning, with the chance that it had."""
    draws = (*match.set_up_draws, *(draw for step in match.record for draw in step.draws))
    values = [value for draw in draws for value in draw.values]
    return Match(
        match.game,
        match.start.clone(),
        Recorded(values, match.source, match.start.draws + 1),
        scenario=match.scenario,
        settings=match.settings,
        keeps_digests=False,
    )


def changed_position(game: Game[Any], scenario: str, settings: Settings, state: Any) -> dict[str, Any]:
    """A state as a position that says only what is not as in the set-up; all of it where that would not be enough."""
    whole = dump_position(game, scenario, settings, state)
    set_up = dump_position(game, scenario, settings, game.start(scenario, settings))
    options = {name: value for name, value in settings.items() if value != game.options[name].default}
    found: dict[str, Any] = {"scenario": scenario, **({"options": options} if options else {})}
    for name, value in whole.items():
        if name not in ("scenario", "options") and value != set_up[name]:
            found[name] = _changed_rows(value, set_up[name]) if _are_rows(value) else value
    return found if _is_read_back(game, found, state) else whole


def _is_read_back(game: Game[Any], position: dict[str, Any], state: Any) -> bool:
    """Whether a position gives this state. A state may need more than its difference from the set-up."""
    try:
        return bool(load_position(game, position).state.digest() == state.digest())
    except (BadPosition, Refused):
        return False


def _are_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) and "id" in row for row in value)


def _changed_rows(rows: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows that are not as before, each with its id and what is different."""
    return [
        {key: value for key, value in row.items() if key == "id" or value != old.get(key)}
        for row, old in zip(rows, before, strict=True)
        if row != old
    ]
