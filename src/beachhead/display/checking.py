"""Whether a layout or a scene says only what a screen knows: its words, and the names that the layout itself gives."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from beachhead.display.layout import Layout
from beachhead.display.scene import Counter, Scene


def layout_problems(layout: Layout) -> list[str]:
    """Words of a layout that no screen knows."""
    return [*_wrong_words(layout), *_unnamed_colours(layout)]


def scene_problems(scene: Scene, layout: Layout) -> list[str]:
    """Words of a scene that no screen knows, and names that its layout does not have."""
    return [*_wrong_words(scene), *_unnamed_things(scene, layout)]


def _wrong_words(thing: Layout | Scene) -> Iterator[str]:
    try:
        msgspec.convert(msgspec.to_builtins(thing), type(thing))
    except msgspec.ValidationError as error:
        yield f"{error}: docs/reference.md has the words that a screen knows"


def _unnamed_colours(layout: Layout) -> Iterator[str]:
    used = [*(plate.colour for plate in layout.plates), *(field.colour for field in layout.fields)]
    for colour in dict.fromkeys(used):
        if colour not in layout.colours:
            yield f"the colour {colour!r} is not in Layout.colours: {', '.join(layout.colours)}"


def _unnamed_things(scene: Scene, layout: Layout) -> Iterator[str]:
    hexes, spots = set(layout.names), {spot.id for spot in layout.spots}
    for counter in _counters(scene):
        for tone in (counter.tone, counter.corner):
            if tone and tone not in layout.tones:
                yield f"the tone {tone!r} of {counter.id} is not in Layout.tones: {', '.join(layout.tones)}"
        if counter.colour and counter.colour not in layout.colours:
            yield f"the colour {counter.colour!r} of {counter.id} is not in Layout.colours"
        if counter.facing and counter.facing not in layout.directions:
            yield f"the facing {counter.facing!r} of {counter.id} is none of {', '.join(layout.directions)}"
        if counter.hex and counter.hex not in hexes:
            yield f"{counter.id} lies in {counter.hex!r}, which is no hex of the layout"
        if counter.spot and counter.spot not in spots:
            yield f"{counter.id} lies in {counter.spot!r}, which is no box of the layout"
    for mark in scene.marks:
        if mark.hex not in hexes:
            yield f"the mark {mark.kind} lies in {mark.hex!r}, which is no hex of the layout"
        if mark.tone and mark.tone not in layout.tones:
            yield f"the tone {mark.tone!r} of the mark {mark.kind} is not in Layout.tones"


def _counters(scene: Scene) -> Iterator[Counter]:
    """Every counter of a scene, those under others and beside the board too."""
    waiting = [*scene.counters, *(counter for panel in scene.panels for counter in panel.counters)]
    while waiting:
        counter = waiting.pop()
        yield counter
        if counter.under is not None:
            waiting.append(counter.under)
