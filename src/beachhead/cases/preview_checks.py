"""What a case may expect of a preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from beachhead.cases.checks import says
from beachhead.cases.compare import Spot, compare
from beachhead.cases.format import ModifierExpected, PreviewExpected
from beachhead.cases.scene import Scene
from beachhead.cases.wording import listed, option_lines, read_action, show, situation
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.kernel import Modifier, Preview


def check_preview(scene: Scene, expected: PreviewExpected | list[PreviewExpected], place: ValuePath) -> None:
    """What the game foretells of offered actions."""
    if isinstance(expected, list):
        for index, item in enumerate(expected):
            _check_one(scene, item, (*place, index))
    else:
        _check_one(scene, expected, place)


def _check_one(scene: Scene, expected: PreviewExpected, place: ValuePath) -> None:
    spoken = read_action(scene.game, expected.action)
    ruling = scene.match.why_not(spoken.action, side=spoken.side)
    if ruling is not None:
        found = [situation(scene.match), f"refused: {ruling}", *option_lines(scene.game, scene.match.decision)]
        scene.fail((*place, "action"), f"{expected.action!r} should be offered, to preview it", found)
        return
    preview = scene.match.preview(spoken.action)
    if preview is None:
        scene.fail(place, f"a preview of {expected.action!r} was expected", ["the game has none"])
        return
    whole = _lines(preview)
    if expected.rule not in (None, preview.rule):
        scene.fail((*place, "rule"), f"the preview should cite {expected.rule}, not {preview.rule}", whole)
    if expected.figures is not None:
        spot = Spot((*place, "figures"), "figures: ")
        scene.note(compare(expected.figures, dict(preview.figures), spot), whole)
    _check_modifiers(scene, expected.modifiers or (), preview, (*place, "modifiers"))
    _check_results(scene, expected.results or {}, preview, (*place, "results"))


def _check_modifiers(scene: Scene, expected: Sequence[ModifierExpected], preview: Preview, place: ValuePath) -> None:
    left = list(preview.modifiers)
    for index, wanted in enumerate(expected):
        hit = next((modifier for modifier in left if _fits(wanted, modifier)), None)
        if hit is None:
            fields = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
            given = ", ".join(f"{name} = {show(value)}" for name, value in fields.items() if value is not None)
            scene.fail((*place, index), f"expected modifier {{{given}}}", _lines(preview))
        else:
            left.remove(hit)


def _fits(wanted: ModifierExpected, modifier: Modifier) -> bool:
    return (
        wanted.rule in (None, modifier.rule)
        and wanted.value in (None, modifier.value)
        and (wanted.says is None or says(wanted.says, modifier.text))
    )


def _check_results(scene: Scene, expected: Mapping[str, str | int | float], preview: Preview, place: ValuePath) -> None:
    for result, value in expected.items():
        wanted = read_chance(value)
        found = preview.results.get(result, Fraction(0))
        if found != wanted:
            scene.fail(
                (*place, result), f"the chance of {result!r} should be {wanted}, but is {found}", _lines(preview)
            )


def read_chance(value: str | int | float) -> Fraction:
    """A chance as a case writes it: "1/6", "0.25", 0 or 1. Raises ValueError."""
    try:
        chance = Fraction(str(value).strip())
    except ZeroDivisionError:
        raise ValueError(f"{value!r} divides by nothing") from None
    if not 0 <= chance <= 1:
        raise ValueError(f"{value!r} is not between 0 and 1")
    return chance


def _lines(preview: Preview) -> list[str]:
    figures = [f"{name} = {show(value)}" for name, value in preview.figures.items()]
    results: dict[str, Any] = {result: str(chance) for result, chance in preview.results.items()}
    lines = [f"preview [{preview.rule}]: {listed(figures)}"]
    lines += [f"modifier: {m.value:+d} {m.text} [{m.rule}]" for m in preview.modifiers]
    return [*lines, f"results: {listed([f'{result} {chance}' for result, chance in results.items()])}"]
