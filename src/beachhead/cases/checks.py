"""What a case may expect of decisions, options, refusals, views and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beachhead.cases.compare import Spot, compare, compare_state, is_same, plain
from beachhead.cases.format import DecisionExpected, HiddenExpected, OutcomeExpected, RefusedExpected
from beachhead.cases.scene import Scene
from beachhead.cases.wording import (
    SPECTATOR,
    Spoken,
    listed,
    option_lines,
    option_names,
    read_action,
    show,
    situation,
)
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.kernel import Match, Refused, Ruling, name_decision, name_view


def check_state(scene: Scene, expected: Mapping[str, Any], place: ValuePath) -> None:
    """Fields of the state."""
    scene.note(compare_state(scene.game, scene.match.state, expected, Spot(place)))


def check_decision(scene: Scene, expected: DecisionExpected, place: ValuePath) -> None:
    """Who decides what."""
    decision, now = scene.match.decision, situation(scene.match)
    if decision is None:
        scene.fail(place, "a decision was expected", [now])
        return
    if expected.side not in (None, decision.side):
        scene.fail((*place, "side"), f"{expected.side} should decide", [now])
    if expected.prompt is not None and not says(expected.prompt, decision.prompt):
        scene.fail((*place, "prompt"), f"the prompt should say {expected.prompt!r}", [now])
    if expected.rule not in (None, decision.rule):
        scene.fail((*place, "rule"), f"the decision should follow from rule {expected.rule}", [now])


def check_offered(scene: Scene, expected: list[str], place: ValuePath) -> None:
    """Actions that must be offered."""
    for index, text in enumerate(expected):
        spoken = read_action(scene.game, text)
        ruling = scene.match.why_not(spoken.action, side=spoken.side)
        if ruling is not None:
            near = option_lines(scene.game, scene.match.decision, _bare(spoken))
            found = [situation(scene.match), f"refused: {ruling}", *near]
            scene.fail((*place, index), f"{text!r} should be offered", found)


def check_not_offered(scene: Scene, expected: list[str], place: ValuePath) -> None:
    """Actions that must not be offered."""
    for index, text in enumerate(expected):
        spoken = read_action(scene.game, text)
        if scene.match.why_not(spoken.action, side=spoken.side) is None:
            found = [situation(scene.match), *option_lines(scene.game, scene.match.decision)]
            scene.fail((*place, index), f"{text!r} should not be offered", found)


def check_offered_exactly(scene: Scene, expected: Mapping[str, list[str | int] | bool], place: ValuePath) -> None:
    """For each verb named, the complete list of its arguments; true and false for any and none at all."""
    decision = scene.match.decision
    options = {} if decision is None else decision.options
    offered = option_lines(scene.game, decision)
    for verb, wanted in expected.items():
        found = option_names(scene.game, verb, options.get(verb, ()))
        if isinstance(wanted, bool):
            if wanted != bool(found):
                what = f"{verb!r} should{'' if wanted else ' not'} be offered"
                scene.fail((*place, verb), what, [situation(scene.match), f"found: {listed(found)}", *offered])
            continue
        names = list(map(str, wanted))
        missing = [name for name in names if name not in found]
        extra = [name for name in found if name not in names]
        if missing or extra:
            lines = [situation(scene.match), f"not offered, but expected: {listed(missing)}"]
            lines += [f"offered, but not expected: {listed(extra)}", *offered]
            scene.fail((*place, verb), f"{verb!r} should be offered exactly for {listed(names)}", lines)


def check_refused(scene: Scene, expected: list[RefusedExpected], place: ValuePath) -> None:
    """Actions that must be refused, by rule and reason, without changing anything."""
    for index, item in enumerate(expected):
        spoken, here = read_action(scene.game, item.action), (*place, index)
        ruling = scene.match.why_not(spoken.action, side=spoken.side)
        if ruling is None:
            found = [situation(scene.match), *option_lines(scene.game, scene.match.decision)]
            scene.fail(here, f"{item.action!r} should be refused, but is offered", found)
            continue
        _check_reason(scene, item, ruling, here)
        _check_unmoved(scene, spoken, ruling, here)


def _check_reason(scene: Scene, expected: RefusedExpected, ruling: Ruling, place: ValuePath) -> None:
    found, text = [f"refused: {ruling}"], repr(expected.action)
    if expected.rule not in (None, ruling.rule):
        scene.fail((*place, "rule"), f"{text} should be refused by rule {expected.rule}, not {ruling.rule}", found)
    if expected.says is not None and not says(expected.says, ruling.sentence):
        scene.fail((*place, "says"), f"the refusal of {text} should say {expected.says!r}", found)


def _check_unmoved(scene: Scene, spoken: Spoken, ruling: Ruling, place: ValuePath) -> None:
    """Take the action all the same: it must be refused alike, and nothing may change."""
    match = scene.match
    before = _fingerprint(match)
    try:
        match.apply(spoken.action, side=spoken.side)
    except Refused as refused:
        if refused.ruling != ruling:
            scene.fail(place, f"{spoken.text!r} is refused in two ways", [f"asked: {ruling}", f"taken: {refused}"])
    if _fingerprint(match) != before:
        scene.fail(place, f"{spoken.text!r} is refused, and yet something changed", [situation(match)])


def _fingerprint(match: Match[Any]) -> tuple[Any, ...]:
    return match.state.digest(), len(match.events), len(match.record), match.decision, match.outcome


def check_outcome(scene: Scene, expected: OutcomeExpected, place: ValuePath) -> None:
    """How the game ended."""
    outcome, now = scene.match.outcome, situation(scene.match)
    if outcome is None:
        scene.fail(place, "the game should be over", [now])
        return
    for name in ("winner", "rule", "level"):
        wanted, found = getattr(expected, name), getattr(outcome, name)
        if wanted is not None and not is_same(wanted, found):
            scene.fail((*place, name), f"the {name} should be {show(wanted)}, but is {show(found)}", [now])
    if expected.says is not None and not says(expected.says, outcome.reason):
        scene.fail((*place, "says"), f"the reason should say {expected.says!r}", [now])
    if expected.scores is not None:
        scene.note(compare(expected.scores, dict(outcome.scores), Spot((*place, "scores"), "scores: ")))


def check_view(scene: Scene, expected: dict[str, Any] | list[dict[str, Any]], place: ValuePath) -> None:
    """What a side sees, as far as it is named."""
    for item, here in _one_or_many(expected, place):
        view = plain(name_view(scene.match.game, scene.match.view(seat(item["side"]))))
        rest = {key: value for key, value in item.items() if key != "side"}
        scene.note(compare(rest, view, Spot(here, f"{item['side']} sees: ")))


def _one_or_many(expected: Any, place: ValuePath) -> Iterator[tuple[Any, ValuePath]]:
    if isinstance(expected, list):
        yield from ((item, (*place, index)) for index, item in enumerate(expected))
    else:
        yield expected, place


def check_hidden(scene: Scene, expected: list[HiddenExpected], place: ValuePath) -> None:
    """Text that a side must not find in its view, the events it may know, or the decision as it sees it."""
    for index, item in enumerate(expected):
        places = list(_occurrences(item.text, _knowledge(scene.match, seat(item.side)), ""))
        if places:
            scene.fail(
                (*place, index), f"{item.side} should not see {item.text!r}", map("seen in {}".format, places[:8])
            )


def _knowledge(match: Match[Any], side: str | None) -> dict[str, Any]:
    """All that reaches a side. The prompt reaches everybody, because a refusal to decide out of turn quotes it."""
    decision = match.decision
    shown: dict[str, Any]
    if decision is None:
        shown = {"outcome": match.outcome}
    elif decision.side == side:
        shown = name_decision(match.game, decision)
    else:
        shown = {"prompt": decision.prompt}
    knowledge: dict[str, Any] = plain(
        {"view": name_view(match.game, match.view(side)), "events": match.events_for(side), "decision": shown}
    )
    return knowledge


def _occurrences(text: str, value: Any, place: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if text in key:
                yield f"{place}.{key}".lstrip(".")
            yield from _occurrences(text, item, f"{place}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _occurrences(text, item, f"{place}[{index}]")
    elif text in value if isinstance(value, str) else text == show(value):
        yield f"{place.lstrip('.')}: {show(value)}"


def check_can_undo(scene: Scene, expected: bool, place: ValuePath) -> None:
    """Whether the last action can be taken back."""
    if scene.match.can_undo != expected:
        scene.fail(place, f"undo should {'' if expected else 'not '}be possible", [situation(scene.match)])


def seat(side: str) -> str | None:
    """The side that a case names; a spectator is nobody's side."""
    return None if side == SPECTATOR else side


def says(wanted: str, text: str) -> bool:
    """Whether the words stand in the text, whatever their case."""
    return wanted.casefold() in text.casefold()


def _bare(spoken: Spoken) -> str:
    return spoken.text.partition(":")[2].strip() if spoken.side else spoken.text
