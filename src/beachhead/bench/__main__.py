"""`make bench`: speed in CPU seconds, each figure beside that of python-chess in the same run.

Machines are noisy, so a figure alone says little; the ratio to a well-known library that takes turns with it says more.
The table is printed and written to `build/bench.json` as a list of {name, value, unit, ratio}.
`python -m beachhead.bench omaha veterans` measures playouts and veterans with such a name alone, and writes nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from beachhead.bench.campaign import campaign_figures
from beachhead.bench.drill import Drill
from beachhead.bench.envs import env_figures
from beachhead.bench.load import load_figures
from beachhead.bench.scale import WHERE, is_here, scale_figures
from beachhead.bench.server import server_figures
from beachhead.bench.timing import beside, microseconds, per_second, random_game
from beachhead.games import find_game, game_ids
from beachhead.hexes import Board, Grid, reach_by, ways
from beachhead.kernel import Action, Game, Match, load, save
from beachhead.players import make_players, play_match

LONGEST = 4000
"""Decisions of a random game that are measured; a campaign has many more."""


class Figure(NamedTuple):
    """One measurement; `mark` is the target, `ratio` is to python-chess's random moves a second."""

    name: str
    value: float
    unit: str
    ratio: float
    mark: str = ""


def chess_moves(seed: int) -> int:
    """One game of random chess; how many moves it had."""
    import chess  # noqa: PLC0415  the yardstick is a development dependency

    board, random, moves = chess.Board(), Random(seed), 0
    while not board.is_game_over():
        board.push(random.choice(list(board.legal_moves)))
        moves += 1
    return moves


def drill_game(seed: int) -> int:
    """The drill with a player who mostly moves: next to nothing but the kernel."""
    match, random, decisions = Match.new(Drill(), seed=str(seed), keeps_digests=False), Random(seed), 0
    while (decision := match.decision) is not None:
        options = {verb: args for verb, args in decision.options.items() if args}
        verb = random.choice(list(options)) if random.random() < 0.3 else next(iter(options))
        match.apply(Action(verb, random.choice(options[verb])))
        decisions += 1
    return decisions


def playouts(wanted: Sequence[str] = ("",)) -> Iterator[Figure]:
    """Random games of every scenario, or of those whose names hold one of these words."""
    for name in game_ids():
        game = find_game(name)
        for scenario in game.scenarios:
            label = f"playout.{name}.{scenario}"
            if any(word in label for word in wanted):

                def play(seed: int, game: Game[Any] = game, scenario: str = scenario) -> int:
                    match = Match.new(game, scenario, seed=str(seed), keeps_digests=False)
                    return random_game(match, seed, LONGEST)

                play(0)  # what a game reads and works out once is no part of a playout
                speed, ratio = beside(chess_moves, play)
                yield Figure(label, speed, "decisions/s", ratio, MARKS.get(name, ""))


def veterans(wanted: Sequence[str] = ("",)) -> Iterator[Figure]:
    """Games of two veterans, in the first scenario of each game, or of those whose names hold one of these words."""
    for name in game_ids():
        game, label = find_game(name), f"veterans.{name}"
        if "veteran" in game.players and any(word in label for word in wanted):

            def play(seed: int, game: Game[Any] = game) -> int:
                match = Match.new(game, seed=str(seed), keeps_digests=False)
                sides = game.seats(match.scenario, match.settings)
                play_match(match, make_players(dict.fromkeys(sides, "veteran"), match, str(seed)), limit=LONGEST)
                return len(match.record)

            play(0)
            speed, ratio = beside(chess_moves, play)
            yield Figure(label, speed, "decisions/s", ratio, "at least 1,000 decisions/s")


def figures() -> Iterator[Figure]:
    """All measurements in order."""
    chess = per_second(chess_moves)
    yield Figure("chess.random", chess, "moves/s", 1.0)
    drill, ratio = beside(chess_moves, drill_game)
    yield Figure("kernel.decision", 1e6 / drill, "us", ratio, "at most 12 us")
    yield from playouts()
    yield from veterans()
    yield from _kernel_figures(chess)
    rest = (*campaign_figures(), *server_figures(), *load_figures())
    for measured in (*(scale_figures() if is_here() else ()), *rest):
        ratio = measured.value / chess if measured.unit == "decisions/s" else 0.0
        yield Figure(measured.name, measured.value, measured.unit, ratio, measured.mark)
    yield from (Figure(*figure) for figure in env_figures())
    again = per_second(chess_moves)
    yield Figure("chess.random.again", again, "moves/s", again / chess)


MARKS = {
    "pegasus": "at least 1.5 x",
    "omaha": "0.8 x in First Waves",
    "bocage": "at least 1.1 x",
    "bradley": "0.75 x in Omaha Beach",
    "tcs": "0.35 x in S3",
    "longest_day": "0.4 x in Mortain, 0.2 x in the campaign",
}


def _kernel_figures(chess: float) -> Iterator[Figure]:
    game = Drill()
    match = Match.new(game, seed="clone")
    marks = {"clone.240": "at most 10 us", "search.8mp": "at most 150 us"}
    finished = Match.new(game, seed="save")
    random_game(finished, 1)
    data = save(finished)
    board = Board.of(Grid(shape="flat", first="column", columns=(1, 60), rows=(1, 40)))
    random = Random(1)
    table = ways(board, [random.choice((1, 1, 1, 2, 3)) for _ in board.names])
    start = board.number("3020")
    timed: dict[str, Callable[[], object]] = {
        "clone.240": lambda: match.clone(history=False),
        "search.8mp": lambda: reach_by(table, start, 8),
        "save": lambda: save(finished),
        "load": lambda: load(data, lambda _: game),
    }
    for name, step in timed.items():
        spent = microseconds(step, 10 if name in ("save", "load") else 200)
        yield Figure(name, spent, "us", 1e6 / spent / chess, marks.get(name, ""))


def main() -> None:
    """Measure and print; all of it, or playouts whose names hold the words given. All of it is written down."""
    wanted = sys.argv[1:]
    console, found = Console(width=100), list[Figure]()
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("measuring", total=None)
        for figure in (*playouts(wanted), *veterans(wanted)) if wanted else figures():
            progress.update(task, description=figure.name)
            found.append(figure)
    if not found:
        sys.exit(f"nothing has a name with {' or '.join(wanted)} in it")
    table = Table(title="CPU time, random play")
    for heading in ("measurement", "value", "unit", "x chess", "mark"):
        table.add_column(heading, no_wrap=True)
    for figure in found:
        table.add_row(figure.name, f"{figure.value:,.1f}", figure.unit, f"{figure.ratio:.2f}", figure.mark)
    console.print(table)
    if wanted:
        return
    if not is_here():
        console.print(f"the game of the size to come is not measured: there is no {WHERE}, which is in a checkout only")
    path = Path("build/bench.json")
    path.parent.mkdir(exist_ok=True)
    rows = [{"name": f.name, "value": f.value, "unit": f.unit, "ratio": f.ratio} for f in found]
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    console.print(f"written to {path}")


if __name__ == "__main__":
    main()
