"""Players by name: `random`, `first`, `script:file=moves.txt`, those that a game brings along, and `my_agent.py:Agent`.

A game adds players through an attribute `players`, a mapping from names to callables. A callable takes the game, the
side and a seeded generator, and may have keyword-only parameters, which a spec sets: `veteran:depth=3`. The default
of a parameter says what its value is: a whole number, a number, yes or no, or text. A player of one's own, in a Python
file, is made in the same way; it is loaded only where somebody at this computer has named the file (`own=True`), never
because a save or a request names it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from beachhead.kernel import Game, UnknownName
from beachhead.players.ownfiles import OwnFileError, found_in
from beachhead.players.seat import Player, PlayerError
from beachhead.players.simple import FirstPlayer, RandomPlayer, ScriptPlayer
from beachhead.players.weights import weights_for

PlayerMaker = Callable[..., Player]
"""Called as `maker(game, side, random, **parameters)`."""

HUMAN = "human"
"""The seat of a person: no player is made for it, and whoever runs the match asks the person."""

BUILT_IN: Mapping[str, PlayerMaker] = {"random": RandomPlayer, "first": FirstPlayer, "script": ScriptPlayer}

_PLAIN = (bool, int, float, str)
"""What people can write in a spec."""
_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


class PlayerSpec(msgspec.Struct, frozen=True):
    """A player's name and parameters, as they are written. One of one's own has the name of a class in a `file`."""

    name: str
    parameters: Mapping[str, str] = {}
    file: str = ""

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        return ":".join([*place, self.name, *(f"{key}={value}" for key, value in self.parameters.items())])


def parse_spec(text: str) -> PlayerSpec:
    """Read `name` or `name:parameter=value:parameter=value`, with `file.py:` before it for one of one's own."""
    name, *rest = text.strip().split(":")
    file = ""
    if name.endswith(".py"):
        file, name, *rest = name, *(rest or [""])
    parameters: dict[str, str] = {}
    for part in rest:
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise PlayerError(f"{part!r} in the player {text!r} is not a parameter: write it as name=value")
        if key in parameters:
            raise PlayerError(f"the player {text!r} has the parameter {key!r} twice: leave one out")
        parameters[key] = value
    if not name:
        wanted = f"the class too: {file}:Agent" if file else "one such as random"
        raise PlayerError(f"{text!r} does not name a player: write {wanted}")
    return PlayerSpec(name, parameters, file)


def no_such(what: str, name: str, valid: Iterable[str]) -> str:
    """That a name does not exist, with the nearest that do, or else all of them."""
    known = list(valid)
    message = str(UnknownName(what, name, known))
    if "did you mean" in message:
        return message
    return f"{message}: choose one of {', '.join(known)}" if known else f"{message}: there are none"


def player_makers(game: Game[Any]) -> Mapping[str, PlayerMaker]:
    """Every player that can sit down to this game without a person, by name."""
    return {**BUILT_IN, **game.players}


def check_spec(spec: str | PlayerSpec, game: Game[Any], *, human: bool = False, own: bool = False) -> PlayerSpec:
    """The spec, read and with a name that exists.

    `human` says whether a person may sit here, `own` whether a text may name a file with a player of one's own.
    """
    if isinstance(spec, str):
        spec = parse_spec(spec)
        if spec.file and not own:
            raise PlayerError(f"the player {spec} is in a file of somebody's own: whoever wants it must name it again")
    if spec.file:
        _arguments(spec, _own_maker(spec))
        return spec
    makers = player_makers(game)
    if spec.name == HUMAN:
        if not human:
            raise PlayerError(f"a human cannot play here: choose one of {', '.join(makers)}")
        if spec.parameters:
            raise PlayerError(f"a human takes no parameters: write {HUMAN}, not {spec}")
        return spec
    if spec.name not in makers:
        names = [*makers, *([HUMAN] if human else [])]
        raise PlayerError(no_such(f"{game.id} player", spec.name, names))
    arguments = _arguments(spec, makers[spec.name])
    if "doctrine" in arguments:
        weights_for(game, game.sides[0], arguments["doctrine"])
    return spec


def make_player(spec: str | PlayerSpec, game: Game[Any], side: str, seed: str | Random) -> Player:
    """A player for a side, with its own generator from the seed and the side, or with the generator given."""
    spec = check_spec(spec, game)
    maker = _own_maker(spec) if spec.file else player_makers(game)[spec.name]
    random = seed if isinstance(seed, Random) else Random(f"{seed}/{side}")
    return maker(game, side, random, **_arguments(spec, maker))


def _own_maker(spec: PlayerSpec) -> PlayerMaker:
    """The class of a player of one's own."""
    try:
        found = found_in(Path(spec.file), spec.name)
    except OwnFileError as error:
        raise PlayerError(str(error)) from None
    if not (callable(found) and hasattr(found, "choose")):
        raise PlayerError(f"{spec.file} has no player {spec.name!r}: write a class {spec.name} with choose(self, seat)")
    maker: PlayerMaker = found
    return maker


def _arguments(spec: PlayerSpec, maker: PlayerMaker) -> dict[str, Any]:
    """The parameters of a spec as the maker wants them."""
    known = [p for p in inspect.signature(maker).parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY]
    by_name = {parameter.name: parameter for parameter in known if isinstance(parameter.default, _PLAIN)}
    arguments = {}
    for name, text in spec.parameters.items():
        if name not in by_name:
            raise PlayerError(no_such(f"parameter of the player {spec.name!r}", name, by_name))
        arguments[name] = _converted(spec.name, by_name[name], text)
    return arguments


def _converted(player: str, parameter: inspect.Parameter, text: str) -> Any:
    """The text as a value of the type that the parameter's default has."""
    wanted = type(parameter.default)
    where = f"the parameter {parameter.name!r} of the player {player!r}"
    if wanted is bool:
        if text.lower() not in (*_YES, *_NO):
            raise PlayerError(f"{where} is yes or no, not {text!r}")
        return text.lower() in _YES
    if wanted not in (int, float):
        return text
    try:
        return wanted(text)
    except ValueError:
        number = "a whole number" if wanted is int else "a number"
        raise PlayerError(f"{where} is {number}, not {text!r}") from None
