"""Weights: what a computer player weighs, as data that a person can read and change, and styles that change some of it.

A game has a frozen Struct of them, each declared with its bounds, and a file `doctrines.toml` with their values for
each side and with named styles. Players take them from there; studies vary them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from beachhead.datafiles import Sourced
from beachhead.kernel import Game
from beachhead.players.seat import PlayerError

FILE = "doctrines.toml"
USUAL = "usual"
"""The style that changes nothing."""
_STEPS = 4
"""A weight without a scale of its own is varied by this part of its range."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player of a game weighs: a number for each field, declared with `between`."""


W = TypeVar("W", bound=Weights)


def between(low: float, high: float, words: str, *, scale: float = 0.0) -> msgspec.Meta:
    """The bounds of a weight, what it is in words, and by how much it is varied at a time."""
    return msgspec.Meta(ge=low, le=high, description=words, extra={"scale": scale or (high - low) / _STEPS})


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play with a name that people choose: other values for some weights, by side."""

    title: str
    words: str
    changes: Mapping[str, Mapping[str, float]] = {}


class Doctrines(Sourced, Generic[W], frozen=True):
    """The file: the weights of each side, and the styles."""

    sides: Mapping[str, W]
    styles: Mapping[str, Style]

    def __post_init__(self) -> None:
        for name in self.styles:
            for side in self.styles[name].changes:
                if side not in self.sides:
                    raise ValueError(f"the style {name} changes the side {side}, which has no weights")
            for side in self.sides:
                try:
                    self.of(side, name)
                except msgspec.ValidationError as error:
                    raise ValueError(f"the style {name} does not fit the side {side}: {error}") from None

    def of(self, side: str, style: str = USUAL) -> W:
        """The weights of a side that plays in a style; a side that is not named has those of the first."""
        plain = self.sides.get(side) or next(iter(self.sides.values()))
        named = next((key for key, weights in self.sides.items() if weights is plain), side)
        changes = self.styles[style].changes.get(named, {}) if style in self.styles else {}
        return changed(plain, changes)


def changed(weights: W, changes: Mapping[str, float]) -> W:
    """The weights with other values for some; a name that is none or a value out of bounds raises ValidationError."""
    if not changes:
        return weights
    whole = {name: int(value) if value == int(value) else value for name, value in changes.items()}
    return msgspec.convert({**msgspec.structs.asdict(weights), **whole}, type(weights))


class Bounds(msgspec.Struct, frozen=True):
    """What is declared of a weight."""

    low: float
    high: float
    scale: float
    words: str
    is_whole: bool


@lru_cache(maxsize=32)
def bounds(kind: type[Weights]) -> Mapping[str, Bounds]:
    """The weights that a game declares, by name."""
    found = {}
    for field in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        meta = field.type
        extra = {}
        while isinstance(meta, msgspec.inspect.Metadata):
            schema, extra, meta = meta.extra_json_schema or {}, meta.extra or {}, meta.type
        words = schema.get("description", "")
        is_whole = isinstance(meta, msgspec.inspect.IntType)
        found[field.name] = Bounds(meta.ge, meta.le, extra["scale"], words, is_whole)
    return found


def vary(weights: W, vector: Sequence[float], names: Sequence[str] | None = None) -> W:
    """The weights moved by so many scales each, kept within their bounds; for tuning."""
    known = bounds(type(weights))
    changes = {}
    for name, steps in zip(names or tuple(known), vector, strict=True):
        bound = known[name]
        value = min(max(getattr(weights, name) + steps * bound.scale, bound.low), bound.high)
        changes[name] = round(value) if bound.is_whole else value
    return changed(weights, changes)


@lru_cache(maxsize=64)
def doctrines_of(game: Game[Any]) -> Doctrines[Any] | None:
    """The doctrines of a game, if it has a file of them."""
    schema = game.manifest.files.get(FILE) if game.manifest is not None else None
    return None if schema is None else game.files.document(FILE, schema)  # type: ignore[arg-type]


def weights_for(game: Game[Any], side: str, style: str = USUAL) -> Any:
    """What a side weighs that plays in a style; None for a game without doctrines."""
    found = doctrines_of(game)
    known = [USUAL] if found is None else list(found.styles)
    if style not in known:
        raise PlayerError(f"{game.title} has no doctrine {style!r}: choose one of {', '.join(known)}")
    return None if found is None else found.of(side, style)
