"""Whether a layout or a scene says only what a screen knows: its words, and the names that the layout itself gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from beachhead.display.guides import Course
from beachhead.display.layout import Layout
from beachhead.display.scene import Card, Counter, Mark, Overview, Patch, Scene, Trace
from beachhead.display.words import WORDS

KNOWN_BY = "docs/reference.md has the words that a screen knows"


def layout_problems(layout: Layout) -> list[str]:
    """Words of a layout that no screen knows, and colours that it does not have."""
    used = [*(plate.colour for plate in layout.plates), *(field.colour for field in layout.fields)]
    return [
        *_unknown("ground", (word for words in layout.terrain for word in words)),
        *_unknown("sides", layout.sides),
        *_unknown("roads", layout.paths),
        *_unknown("emblems", (colour.shape for colour in layout.colours.values())),
        *_unknown("labels", (label.style for label in layout.labels)),
        *_unknown("tones", (colour for tone in layout.tones.values() for colour in tone)),
        *_unnamed("colour", used, layout.colours),
    ]


def scene_problems(scene: Scene, layout: Layout) -> list[str]:
    """Words of a scene that no screen knows, and names that its layout does not have."""
    return [*_scene_words(scene), *_counter_words(scene), *_unnamed_things(scene, layout)]


def overview_problems(seen: Overview, scene: Scene, layout: Layout) -> list[str]:
    """Words of an overview that no screen knows, and names that neither its layout nor its scene has."""
    laid = Scene(heading="", patches=[*seen.patches, *_ground_of(seen)], traces=seen.traces)
    counters = {f"{counter.kind}:{counter.id}" for counter in scene.counters}
    return [
        *scene_problems(laid, layout),
        *(f"no counter {key!r} is shown" for key in seen.counters if key not in counters),
    ]


def _ground_of(seen: Overview) -> list[Patch]:
    return [Patch(id=goal.text, hexes=goal.hexes, tone=goal.tone) for goal in seen.goals]


def card_problems(card: Card) -> list[str]:
    """Words of a card that no screen knows."""
    return [*_unknown("cards", [card.kind]), *_unknown("symbols", [card.symbol])]


def course_problems(course: Course) -> list[str]:
    """Icons of a course that no screen knows."""
    return list(_unknown("icons", (point.icon for chapter in course.every() for point in chapter.points)))


def role_problems(roles: Iterable[str]) -> list[str]:
    """Roles of verbs that no screen knows."""
    return list(_unknown("roles", roles))


def _unknown(kind: str, used: Iterable[str]) -> Iterator[str]:
    vocabulary = WORDS[kind]
    for word in dict.fromkeys(used):
        if not vocabulary.has(word):
            yield f"no screen knows {word!r} ({vocabulary.where}): {KNOWN_BY}"


def _unnamed(what: str, used: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names = set(known)
    for name in dict.fromkeys(used):
        if name and name not in names:
            yield f"the layout has no {what} {name!r}"


def _scene_words(scene: Scene) -> Iterator[str]:
    boxes = [box for display in scene.displays for box in display.boxes]
    yield from _unknown("marks", (mark.kind for mark in scene.marks))
    yield from _unknown("ways", (way.style for way in scene.traces))
    yield from _unknown("patches", (patch.style for patch in scene.patches))
    yield from _unknown("icons", (chip.icon for cell in scene.track for chip in cell.chips))
    yield from _unknown("states", [*(panel.state for panel in scene.panels), *(box.state for box in boxes)])
    yield from _unknown("levels", [scene.level])
    for card in (card for panel in scene.panels for card in panel.cards):
        yield from card_problems(card)


def _counter_words(scene: Scene) -> Iterator[str]:
    counters = list(_counters(scene))
    yield from _unknown("glyphs", (counter.glyph for counter in counters))
    yield from _unknown("symbols", (counter.symbol for counter in counters))
    yield from _unknown("badges", (badge.kind for counter in counters for badge in counter.badges))


def _unnamed_things(scene: Scene, layout: Layout) -> Iterator[str]:
    counters = list(_counters(scene))
    ground: list[Trace | Patch] = [*scene.traces, *scene.patches]
    lying: list[Counter | Mark] = [*scene.counters, *scene.marks]
    tones = [tone for counter in counters for tone in (counter.tone, counter.corner)]
    tones += [*(mark.tone for mark in scene.marks), *(each.tone for each in ground)]
    yield from _unnamed("tone", tones, layout.tones)
    yield from _unnamed("colour", (counter.colour for counter in counters), layout.colours)
    yield from _unnamed("direction", (counter.facing for counter in counters), layout.directions)
    hexes = [*(each.hex for each in lying), *(hex_ for each in ground for hex_ in each.hexes)]
    yield from _unnamed("hex", hexes, layout.names)
    yield from _unnamed("box", (counter.spot for counter in scene.counters), (spot.id for spot in layout.spots))


def _counters(scene: Scene) -> Iterator[Counter]:
    """Every counter of a scene, those under others and beside the board too."""
    waiting = [*scene.counters, *(counter for panel in scene.panels for counter in panel.counters)]
    while waiting:
        counter = waiting.pop()
        yield counter
        if counter.under is not None:
            waiting.append(counter.under)
