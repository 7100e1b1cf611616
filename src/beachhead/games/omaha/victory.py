"""13, 20, 21.2 Winning and losing."""

from __future__ import annotations

from collections.abc import Set

import msgspec

from beachhead.games.omaha.control import german_hexes, german_network, us_communication, us_control
from beachhead.games.omaha.state import EXITED, Omaha
from beachhead.kernel import GameOver, Outcome, Told, rule

EVENTS = {
    "victory_points": Told("{what}: {points} VP", "flag"),
    "plays_on": Told("{points} VP after turn 16: the battle goes on", "flag"),
}

ADJUSTMENTS = (
    ("bombardment", -10, "22.1.e"),
    ("safe-tanks", -5, "22.2a"),
    ("no-rangers", 5, "22.3a"),
    ("reaction", 5, "22.4c"),
)
LEVELS = (
    "decisive US defeat",
    "operational US defeat",
    "tactical US defeat",
    "tactical US victory",
    "operational US victory",
    "decisive US victory",
)


class Award(msgspec.Struct, frozen=True):
    """Victory points for one thing, with the rule."""

    what: str
    points: int
    rule: str


@rule("13.22", "13.22a", "19.3.gar2")
def controlled_for_victory(g: Omaha) -> set[int]:
    """13.22 Hexes held, supplied and safe from fire; or behind the lines: reached by us and not by the Germans.

    19.3 Garrisoned positions count in any case. Germans reach a hex if they reach one beside it: their paths may not
    pass the beach and the pavilion, but they may end there (12.2).
    """
    safe = us_communication(g)  # never in a field of fire (12.31)
    control = us_control(g)
    network = german_network(g)
    adjacent = g.box.board.adjacent
    held = {h for h in safe if h in control or (h not in network and network.isdisjoint(adjacent[h]))}
    garrisons = {there.hex for there, post in zip(g.box.positions, g.posts, strict=True) if post.garrison}
    return held | (garrisons - german_hexes(g))


def held_positions(g: Omaha, held: set[int]) -> set[int]:
    """13.2 Positions under US control."""
    return {p for p, there in enumerate(g.box.positions) if there.hex in held}


# --- 13.2 The First Waves ----------------------------------------------------------------------------------------


@rule("13.2", "13.2a", "13.2b", "13.2c", "13.21", "EF.3")
def beach_points(g: Omaha) -> list[Award]:
    """13.2 WN positions, reinforcement positions and draws; in Easy Fox those of the east."""
    hexes = controlled_for_victory(g)
    held = held_positions(g, hexes)
    sites = [site for site in g.box.sites if site.sector in g.sectors]
    wn = sum(len(site.positions) for site in sites if site.is_wn and held.issuperset(site.positions))
    others = sum(held.issuperset(site.positions) for site in sites if not site.is_wn)
    fought = [ground for ground in g.box.draws.values() if g.box.sector[ground[0]] in g.sectors]
    draws = [ground for ground in fought if hexes.issuperset(ground)]  # 13.21 every hex inland of the barrier
    return [
        Award("WN positions", wn, "13.2a"),
        Award("reinforcement positions", others, "13.2b"),
        Award("draws", 5 * len(draws), "13.2c"),
    ]


# --- 20.3 the extended game --------------------------------------------------------------------------------------


@rule("20.3", "20.3.vp", "20.3.draw", "20.3.veh", "20.3.exit", "20.3.both", "20.3.rng", "20.3.wn", "20.3.kgm")
def inland_points(g: Omaha) -> list[Award]:
    """20.3 What counts after turn 32."""
    hexes = controlled_for_victory(g)
    held = held_positions(g, hexes)
    positions = g.box.positions
    kg = sum(g.box.german[unit].pool == "M" for unit in g.pool["M"])
    return [
        Award("VP positions", sum(positions[p].vp for p in held if not positions[p].is_wn), "20.3.vp"),
        Award("open draws", 4 * sum(is_open(g, name, hexes) for name in g.box.draws), "20.3.draw"),
        Award("support units on the high ground", _support(g), "20.3.veh"),
        Award("steps that left the map", _exited(g, us_communication(g)), "20.3.exit"),
        Award("WN hexes not controlled", -len(set(g.box.wn.values()) - held), "20.3.wn"),
        Award("units of KG Meyer not drawn away", -kg, "20.3.kgm"),
    ]


@rule("20.3.draw")
def is_open(g: Omaha, name: str, held: set[int]) -> bool:
    """20.3 Whether a draw is controlled and engineers have cleared all of its obstacles."""
    from beachhead.games.omaha.engineers import engineer_range  # noqa: PLC0415  engineers end the turn through us

    cleared = engineer_range(g)
    return held.issuperset(g.box.draws[name]) and all(
        any(h in cleared for h in obstacle) for obstacle in g.box.draw_obstacles[name]
    )


@rule("20.3.veh", "20.3.both")
def _support(g: Omaha) -> int:
    """20.3 Units that are neither infantry nor HQ on high ground; armor that left the map from there counts too."""
    here = [u for u in g.fighters() if not g.piece(u).is_infantry and g.box.is_high[g.units[u].at]]
    away = [u for u, unit in enumerate(g.units) if unit.at == EXITED and g.piece(u).is_armored]
    return len(here) + len(away)


@rule("20.3.exit", "20.3.rng")
def _exited(g: Omaha, supplied: Set[int]) -> int:
    """20.3 Steps of armor and regular infantry by a supplied exit, of rangers by F or G in any case."""
    points = 0
    for u, unit in enumerate(g.units):
        if unit.at != EXITED:
            continue
        piece = g.piece(u)
        if piece.type == "ranger":
            points += unit.steps if unit.exit in ("F", "G") else 0
        elif (piece.is_regular or piece.is_armored) and g.box.exits[unit.exit] in supplied:
            points += unit.steps
    return points


@rule("22", "22.1.e", "22.2a", "22.3a", "22.4c", "23.7")
def adjustments(g: Omaha) -> list[Award]:
    """22, 23.7 What the variants add to or take from the final total."""
    found = [Award(name, points, cited) for name, points, cited in ADJUSTMENTS if g.has(name)]
    entered = sum(unit.entered for unit in g.armor)
    return [*found, Award("German armor that entered", entered, "23.7")] if entered else found


# --- checks ------------------------------------------------------------------------------------------------------


@rule("13.2", "20.3", "21.2")
def victory_points(g: Omaha) -> list[Award]:
    """13.2, 20.3 The points as they stand, by the rules of the game's final check."""
    return [*(beach_points(g) if g.last_turn == 16 else inland_points(g)), *adjustments(g)]


def points_now(g: Omaha) -> int:
    """13.2, 20.2, 20.3 The points that the next check would find."""
    awards = beach_points(g) if g.turn <= 16 < g.last_turn else victory_points(g)
    return sum(award.points for award in awards)


@rule("13", "13.2", "20.2", "20.2a", "20.2b", "23.5.lose", "23.5.end")
def check_victory(g: Omaha) -> None:
    """4.VI At the end of a turn: whether the game is over. 23.5 An undisrupted armor unit on an end point loses it."""
    if any(unit.hex in g.box.armor_end and not unit.disrupted for unit in g.armor):
        raise GameOver(Outcome("german", "German armor stands on the beach.", rule="23.5.lose", level=LEVELS[0]))
    if g.turn == g.last_turn:
        _final_check(g)
    elif g.turn == 16:
        _first_check(g)


def _tell(g: Omaha, awards: list[Award]) -> int:
    for award in awards:
        g.tell("victory_points", rule=award.rule, what=award.what, points=award.points)
    return sum(award.points for award in awards)


def _first_check(g: Omaha) -> None:
    """20.2 After turn 16 of the whole day."""
    points = _tell(g, beach_points(g))
    if points >= 25:
        reason = f"{points} VP after turn 16: the high ground is yours before noon."
        raise GameOver(Outcome("us", reason, rule="20.2", level=LEVELS[5], scores={"us": points}))
    if points <= 10:
        reason = f"{points} VP after turn 16: the beach is closed."
        raise GameOver(Outcome("german", reason, rule="20.2b", level=LEVELS[0], scores={"us": points}))
    g.tell("plays_on", rule="20.2a", points=points)


def _final_check(g: Omaha) -> None:
    points = _tell(g, victory_points(g))
    if g.last_turn == 16:
        won, cited = points >= g.facts.points, g.facts.points_rule
        reason = f"{points} VP; {g.facts.points} are needed."
        level = "US victory" if won else "US defeat"
    else:
        level, won, cited = final_level(g, points)
        reason = f"{points} VP: {level}."
    raise GameOver(Outcome("us" if won else "german", reason, rule=cited, level=level, scores={"us": points}))


@rule("20.3.lvl", "20.3.win", "21.2")
def final_level(g: Omaha, points: int) -> tuple[str, bool, str]:
    """20.3, 21.2 The level of victory; Beyond the Beach asks five points more for each."""
    rank = sum(points >= g.facts.points + 10 * level for level in range(len(LEVELS) - 1))
    return LEVELS[rank], rank >= 3, g.facts.points_rule
