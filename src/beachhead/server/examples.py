"""Examples of rules: the cases of a game, played step by step for readers of its rulebook.

They are played with the data as packaged. A step is shown as the side sees it that decides then; of a scene goes out
what lies on the map near the places that the example is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import cache, lru_cache
from typing import Any

import msgspec

from beachhead.cases import CaseError, load_case
from beachhead.cases.beats import Beat, beats
from beachhead.cases.shelf import CaseHead, case_heads
from beachhead.cases.telling import refused_position, remarks
from beachhead.display import Plain, Scene, difference
from beachhead.kernel import Game, Match, action_label, name_decision
from beachhead.kernel.guides import read_terms
from beachhead.server import wire
from beachhead.server.errors import NotFound, Unprocessable
from beachhead.server.eyes import told_event
from beachhead.server.gamelist import layout_of

_AROUND = 6.0
"""How many hexes around its places an example shows."""
_LEFT_OUT = ("track", "panels", "displays")
"""What of a scene lies beside the map."""


@cache
def book_of(game: Game[Any]) -> wire.Book:
    """What stands in the rulebook of a game beside its rules."""
    sequence = getattr(game, "sequence", None)
    parts = [] if sequence is None else [*_parts(sequence.before, True), *_parts(sequence.turn, False)]
    examples = [
        wire.ExampleInfo(head.id, head.title, list(head.rules), list(head.refuses))
        for head in case_heads(game).values()
    ]
    return wire.Book(parts, read_terms(game), examples)


def _parts(parts: Sequence[Any], is_before: bool) -> Iterator[wire.TurnPart]:
    for part in parts:
        segments = [
            wire.Segment(each.title, each.rule if isinstance(each.rule, str) else "", each.side)
            for each in part.segments
        ]
        yield wire.TurnPart(part.title, is_before, segments)


def _head(game: Game[Any], name: str) -> CaseHead:
    found = case_heads(game).get(name)
    if found is None:
        raise NotFound("There is no such example.", error="unknown_example")
    return found


@lru_cache(maxsize=256)
def example_of(game: Game[Any], name: str) -> wire.Example:
    """An example, played through."""
    head = _head(game, name)
    case = load_case(head.path)
    teller = _Teller(game)
    for beat in beats(case, game):
        teller.tell(beat)
    hexes, scenes = teller.cropped()
    steps = [
        msgspec.structs.replace(step, scene=difference(before, scene, Scene))
        for step, before, scene in zip(teller.steps, (scenes[0], *scenes), scenes, strict=False)
    ]
    return wire.Example(
        id=head.id,
        title=head.title,
        note=" ".join(case.note.split()),
        rules=list(head.rules),
        scenario=str(case.position.get("scenario") or next(iter(game.scenarios))),
        hexes=hexes,
        scene=msgspec.convert(scenes[0], Scene),
        steps=steps,
    )


def example_match(game: Game[Any], name: str, step: int | None) -> Match[Any]:
    """The match of an example as it stands at a step."""
    head, found = _head(game, name), None
    try:
        for number, beat in enumerate(beats(load_case(head.path), game)):
            found = beat.match
            if number == step:
                break
    except CaseError:  # its game has other data now
        found = None
    if found is None or found.is_over:
        raise Unprocessable("Nobody can play on from here.", error="no_sandbox")
    return found


class _Teller:
    """Tells an example, and finds out what it is about."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.steps: list[wire.ExampleStep] = []
        self._scenes: list[Plain] = []
        self._side = next(iter(game.sides))

    def tell(self, beat: Beat) -> None:
        """The next moment."""
        match, game = beat.match, self.game
        decision = match.decision if match else None
        self._side = decision.side if decision else self._side
        plain = self._scene(beat)
        said = [remark for expect in beat.expects for remark in remarks(match, expect)] if match else []
        if beat.refused:
            said.append(refused_position(beat.refused))
        told = dict.fromkeys(said)
        events = match.events[beat.since :] if match else []
        number = len(self.steps)
        step = wire.ExampleStep(
            side=self._side,
            actor=beat.side,
            action=action_label(game, beat.spoken.action) if beat.spoken else "",
            notes=[" ".join(note.split()) for note in beat.notes],
            events=[told_event(game, event, place, number) for place, event in enumerate(events, beat.since)],
            question=decision.prompt if decision else "",
            rule=decision.rule if decision else "",
            remarks=[msgspec.convert(msgspec.to_builtins(remark), wire.Remark) for remark in told],
            scene={},
            lit=[],
            can_try=decision is not None,
        )
        units, hexes = self._things(step, beat)
        self.steps.append(msgspec.structs.replace(step, lit=self._places(plain, units, hexes)))
        self._scenes.append(plain)

    def _scene(self, beat: Beat) -> Plain:
        """What lies on the table; nothing where a position breaks the rules so much that nobody could lay it out."""
        with nullcontext() if beat.match else suppress(LookupError, ValueError, AttributeError):
            scene = self.game.scene(self.game.known(beat.state, self._side), self._side)
            plain: Plain = msgspec.to_builtins(scene)
            return plain
        return {"heading": ""}

    def _things(self, step: wire.ExampleStep, beat: Beat) -> tuple[list[str], list[str]]:
        """The units and hexes of which a step speaks."""
        found: dict[str, list[str]] = {"unit": [], "hex": []}
        for event in step.events:
            for arg in event.args.values():
                if arg.kind in found and arg.value is not None:
                    found[arg.kind] += [arg.value] if isinstance(arg.value, str) else list(arg.value)
        for remark in step.remarks:
            found["unit"] += remark.units[:_MANY]
            found["hex"] += remark.hexes[:_MANY]
        if beat.spoken and (kind := self.game.verbs[beat.spoken.action.verb].kind) in found:
            found[kind].append(beat.spoken.text.rpartition(": ")[2].partition(" ")[2])
        if beat.match and beat.match.decision:
            about = name_decision(self.game, beat.match.decision)["about"]
            for kind in found:
                value = about.get(kind)
                found[kind] += [value] if isinstance(value, str) else list(value or ())
        return found["unit"], found["hex"]

    def _places(self, scene: Plain, units: Sequence[str], hexes: Sequence[str]) -> list[str]:
        """The hexes of these things on the map; where they were before, if they are not on it any more."""
        places = dict.fromkeys(map(str, hexes))
        for shown in (scene, *self._scenes[-1:]):
            at = {counter["id"]: counter.get("hex", "") for counter in shown.get("counters", ())}
            places.update(dict.fromkeys(at[unit] for unit in units if at.get(unit)))
        known = self._centres
        return [place for place in places if place in known]

    @property
    def _centres(self) -> dict[str, tuple[float, float]]:
        return _centres_of(self.game)

    def cropped(self) -> tuple[list[str], list[Plain]]:
        """The hexes that the example is about, and the scenes with what lies near them."""
        centres = self._centres
        hexes = list(dict.fromkeys(place for step in self.steps for place in step.lit))
        if not hexes:
            standing = (counter.get("hex") for scene in self._scenes for counter in scene.get("counters", ()))
            hexes = list(dict.fromkeys(place for place in standing if place in centres))[:_MANY]
        box = [centres[place] for place in hexes]
        return hexes, [self._near(scene, box) for scene in self._scenes]

    def _near(self, scene: Plain, box: Sequence[tuple[float, float]]) -> Plain:
        kept = {name: value for name, value in scene.items() if name not in _LEFT_OUT}
        if not box:
            return kept
        (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*box, strict=True))
        centres = self._centres

        def is_near(thing: Plain) -> bool:
            place = thing.get("hex")
            if not place:
                return bool(thing.get("spot"))
            x, y = centres.get(place, (left, top))
            return bool(left - _AROUND <= x <= right + _AROUND and top - _AROUND <= y <= bottom + _AROUND)

        for name in ("counters", "marks"):
            if name in kept:
                kept[name] = [thing for thing in kept[name] if is_near(thing)]
        return kept


_MANY = 12
"""Of more places than these nobody sees each."""


@cache
def _centres_of(game: Game[Any]) -> dict[str, tuple[float, float]]:
    """Where every hex lies on the sheet."""
    layout = layout_of(game)
    return {} if layout is None else dict(zip(layout.names, layout.centres, strict=True))
