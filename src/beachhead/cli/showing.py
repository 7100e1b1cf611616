"""Decisions, rulings, previews and outcomes on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from beachhead.cli.screen import Screen
from beachhead.kernel import Action, Decision, Game, Outcome, Preview, Ruling, action_label, name_ruling
from beachhead.kernel.edge import arg_name

AnyGame = Game[Any]

_MAX_LINES = 8
_BAR = 20


class Choice(NamedTuple):
    """An option as it is listed."""

    number: int
    text: str


class Group(NamedTuple):
    """The options of a verb; verbs that stand alone share a group without a heading."""

    label: str
    verb: str
    choices: list[Choice]


def option_groups(game: AnyGame, decision: Decision) -> list[Group]:
    """The options numbered from 1, in the order of the decision."""
    groups: list[Group] = []
    number = 0
    for verb, args in decision.options.items():
        kind = game.verbs[verb].kind
        for arg in args:
            number += 1
            if arg is None:
                if not groups or groups[-1].verb:
                    groups.append(Group("", "", []))
                groups[-1].choices.append(Choice(number, action_label(game, Action(verb))))
            else:
                if not groups or groups[-1].verb != verb:
                    groups.append(Group(game.verbs[verb].label.replace("{}", "…"), verb, []))
                groups[-1].choices.append(Choice(number, arg_name(game, kind, arg)))
    return groups


def show_decision(screen: Screen, game: AnyGame, decision: Decision, *, whole: bool = False) -> None:
    """Who decides what, by which rule, and the options. Long lists are cut unless `whole`."""
    about = [
        arg_name(game, kind, arg)
        for kind, args in decision.about.items()
        if kind in game.names
        for arg in (args if isinstance(args, tuple) else (args,))
    ]
    unsaid = [name for name in about if name not in decision.prompt]
    about_what = f" ({', '.join(unsaid)})" if unsaid else ""
    prompt = Text.assemble((decision.prompt, "bold"), about_what, (f" [{decision.rule}]", "dim"))
    screen.print(Text.assemble(screen.side(decision.side), ": ", prompt))
    groups = option_groups(game, decision)
    heads = [_head(group) for group in groups]
    wide = min(max(map(len, heads)), screen.width // 3)
    digits = len(str(len(decision)))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=wide)
    grid.add_column()
    for group, head in zip(groups, heads, strict=True):
        grid.add_row(head, _columns(group.choices, digits, screen.width - wide - 4, whole))
    screen.indented(grid)


def _head(group: Group) -> Text:
    is_said = group.label.casefold().startswith(group.verb.casefold())
    return Text.assemble((group.label, "cyan"), ("" if is_said else f" ({group.verb})", "dim"))


def _columns(choices: Sequence[Choice], digits: int, width: int, whole: bool) -> Text:
    """The choices in aligned columns."""
    widest = max(len(choice.text) for choice in choices)
    per_line = max(1, (width + 2) // (digits + 1 + widest + 2))
    lines = [choices[start : start + per_line] for start in range(0, len(choices), per_line)]
    shown = lines if whole or len(lines) <= _MAX_LINES else lines[: _MAX_LINES - 1]
    text = Text()
    for number, line in enumerate(shown):
        text.append("\n" if number else "")
        for place, choice in enumerate(line):
            text.append(f"{choice.number:>{digits}} ", style="bold green")
            text.append(choice.text if place == len(line) - 1 else f"{choice.text:<{widest}}  ")
    hidden = sum(map(len, lines[len(shown) :]))
    if hidden:
        text.append(f"\n… and {hidden} more: `options` lists all, or type the name", style="dim")
    return text


def ruling_text(screen: Screen, game: AnyGame, ruling: Ruling) -> Text:
    """A refusal with its rule and what it points at."""
    named = name_ruling(game, ruling)
    text = screen.cited(named["sentence"], named["rule"])
    at_fault = [name for name in (*named["units"], *named["hexes"]) if name not in named["sentence"]]
    return text.append(f" ({', '.join(at_fault)})", style="dim") if at_fault else text


def show_preview(screen: Screen, preview: Preview, side: str) -> None:
    """Figures, modifiers and the chance of each result, with for whom it is good as `side` sees it."""
    screen.facts({name: str(value) for name, value in preview.figures.items()})
    for modifier in preview.modifiers:
        screen.indented(screen.cited(f"{modifier.value:+d}  {modifier.text}", modifier.rule))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column(justify="right", style="dim")
    grid.add_column()
    for words, chance, favours in preview.told():
        bar = ("#" if screen.plain else "█") * max(1, round(float(chance) * _BAR))
        style = "dim" if not favours else "green" if favours == side else "red"
        whom = f"  good for {favours}" if favours else ""
        grid.add_row(Text(words), f"{float(chance):.1%}", str(chance), Text.assemble((bar, style), (whom, "dim")))
    screen.indented(grid)
    screen.indented(Text(f"[{preview.rule}]", style="dim"))


def winner_text(screen: Screen, outcome: Outcome) -> Text:
    """`british win (decisive)` or `A draw`."""
    who = "A draw" if outcome.winner is None else screen.side(outcome.winner)
    return Text.assemble(who, "" if outcome.winner is None else " win", f" ({outcome.level})" if outcome.level else "")


def show_outcome(screen: Screen, outcome: Outcome) -> None:
    """How the game ended and why."""
    screen.heading("The game is over")
    reason = screen.cited(outcome.reason, outcome.rule)
    screen.indented(Text.assemble(winner_text(screen, outcome), ": ", reason))
    if outcome.scores:
        screen.facts({"scores": screen.joined(f"{side} {score}" for side, score in outcome.scores.items())})
