"""The beginning of a case: a file that runs, with all that can be written for a game beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec

from beachhead.cases.format import DEFAULT_SEED
from beachhead.cases.wording import option_names
from beachhead.datafiles.problems import listed
from beachhead.datafiles.toml_text import toml_key, toml_lines, toml_value
from beachhead.kernel import Decision, Game, Match, Seeded, dump_position
from beachhead.kernel.edge import event_words
from beachhead.kernel.legal import described, fields_of, known_names
from beachhead.kernel.naming import rows_kind, struct_hints
from beachhead.kernel.setups import check_setup

WIDTH = 118


def new_case(game: Game[Any], scenario: str | None = None) -> str:
    """A case for a scenario of the game, which passes as it is; what may stand in it follows behind `#`."""
    setup = check_setup(game, scenario, {}, {})
    state = game.start(setup.scenario, setup.settings)
    match = Match(game, state.clone(), Seeded(DEFAULT_SEED), scenario=setup.scenario, settings=setup.settings)
    assert match.decision is not None
    parts = (
        _heading(game, match.decision),
        _position(game, setup.scenario, setup.settings, state),
        [
            "[chance]",
            *_comment("The reason as the log has it, then faces of dice or names of what is drawn: fire = [4]"),
        ],
        _expect(game, match.decision),
        _kinds(game),
        _events(game),
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _heading(game: Game[Any], decision: Decision) -> list[str]:
    return [
        *_comment(f"A case for {game.title}. It runs as it is: change the position, then say what must follow."),
        *_comment("docs/cases.md tells what each part means. Lines behind # are for you to read, copy or delete."),
        f"game = {toml_value(game.id)}",
        f"title = {toml_value(f'{decision.rule} What the rule says, in one line')}",
        f"rules = {toml_value([decision.rule])}",
        "actions = []",
    ]


# --- the position -------------------------------------------------------------------------------------------------


def _position(game: Game[Any], scenario: str, settings: Mapping[str, Any], state: Any) -> list[str]:
    lines = ["[position]", f"scenario = {toml_value(scenario)}"]
    lines += _comment(f"scenarios: {listed(map(toml_value, game.scenarios))}")
    for option in game.options.values():
        words = listed(map(toml_value, option.choices))
        lines += _comment(f"options.{toml_key(option.id)} = {toml_value(option.default)}  ({words}: {option.title})")
    lines += _comment("clear = true  (takes all counters off the map first)")
    written = dump_position(game, scenario, settings, state)
    fields: type[msgspec.Struct] = game.state_type
    for name, hint in struct_hints(fields).items():
        if name not in ("scenario", "draws"):
            lines += _field(game, name, hint, written[name], getattr(state, name))
    return lines


def _field(game: Game[Any], name: str, hint: Any, written: Any, value: Any) -> Iterator[str]:
    if rows_kind(hint) is not None:
        yield from _rows(game, name, hint, written, value)
        return
    shown = toml_value(written)
    example = f"{toml_key(name)} = {shown}" if len(shown) < WIDTH // 2 else toml_key(name)
    yield from _comment(f"{example}  ({described(hint, game.names)})")


def _rows(game: Game[Any], name: str, hint: Any, written: Any, value: Any) -> Iterator[str]:
    """One row as it is set up, then what may stand under each of its keys."""
    if not written:
        yield from _comment(f"{toml_key(name)} = []")
        return
    yield from _comment(f"{toml_key(name)} = [{toml_value(written[0])}]")
    yield from _comment(f"  id: {_names_of(game, str(rows_kind(hint)))}")
    record = type(value[0])
    if not issubclass(record, msgspec.Struct):
        yield from _comment(f"  value: {described(get_args(get_args(hint)[0])[0], game.names)}")
        return
    hints = struct_hints(record)
    for key in fields_of(record, game.names):
        if key in hints:
            yield from _comment(f"  {key}: {described(hints[key], game.names)}")
        else:
            yield from _comment(f"  {key}: {_where(game, key)}")


def _where(game: Game[Any], key: str) -> str:
    """What may stand under one of the keys that say where a counter is."""
    places: Any = game.names["place"]
    return f"one of {listed(map(toml_value, places.words(key)), 12)}"


def _names_of(game: Game[Any], kind: str) -> str:
    names = list(known_names(game.names[kind]))
    return f"one of {listed(map(toml_value, names), 12)}" if names else f"a {kind}"


# --- what is expected ---------------------------------------------------------------------------------------------


def _expect(game: Game[Any], decision: Decision) -> list[str]:
    found = {"side": decision.side, "prompt": decision.prompt, "rule": decision.rule}
    exactly: dict[str, Any] = {}
    for verb, args in decision.options.items():
        names = option_names(game, verb, args)
        exactly[verb] = names if game.verbs[verb].kind and len(names) <= 12 else bool(names)
    lines = ["[expect]", *toml_lines({"decision": found, "offered_exactly": exactly})]
    lines += _comment("actions, for actions = [...] above, offered, not_offered, refused and preview:")
    for word, spoken in game.verbs.items():
        about = f" {spoken.kind.upper()}" if spoken.kind else ""
        lines += _comment(f"  {word}{about}: {spoken.label}")
    lines += _comment(f"sides, for decision, hidden and view: {listed(game.sides)}, and spectator")
    return lines


def _kinds(game: Game[Any]) -> list[str]:
    """What the words in capitals stand for."""
    kinds = dict.fromkeys(verb.kind for verb in game.verbs.values() if verb.kind in game.names)
    return [line for kind in kinds for line in _comment(f"{kind.upper()}: {_names_of(game, kind)}")]


def _events(game: Game[Any]) -> list[str]:
    lines = list(_comment("kinds of events, for events = [{kind = ...}] and no_events, with the words of the log:"))
    for kind, words in event_words(game).items():
        lines += _comment(f"  {kind}: {words}")
    return lines


def _comment(text: str) -> Iterable[str]:
    """Text behind `#`, folded if it is long."""
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent="# ",
        subsequent_indent=f"#     {indent}",
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    ) or ["#"]
