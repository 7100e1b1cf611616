"""What the kernel needs besides the rules: names, views, and the words of verbs and events."""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from beachhead.display import Card, Layout, Scene
from beachhead.games.omaha import (
    armor,
    artillery,
    attack,
    barrage,
    command_posts,
    engineers,
    events,
    german_actions,
    german_fire,
    german_units,
    landing,
    losses,
    movement,
    obstacles,
    positions,
    reinforcements,
    sequence,
    setup,
    setup_beyond,
    us_actions,
    victory,
)
from beachhead.games.omaha.box import DATA, MANIFEST, Box
from beachhead.games.omaha.scene import event_picture, scene
from beachhead.games.omaha.sheet import layout
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.veteran import Veteran
from beachhead.games.omaha.view import view
from beachhead.kernel import (
    ChapterGame,
    Flow,
    NameList,
    Option,
    Ruling,
    Scenario,
    Settings,
)

CHAPTERS: tuple[ModuleType, ...] = (
    losses,
    german_units,
    sequence,
    setup,
    setup_beyond,
    landing,
    events,
    reinforcements,
    german_fire,
    artillery,
    german_actions,
    armor,
    obstacles,
    engineers,
    command_posts,
    us_actions,
    movement,
    attack,
    barrage,
    victory,
)

SCENARIOS: Mapping[str, Scenario] = {
    "easy-fox": Scenario(
        "easy-fox",
        "Easy Fox",
        "The 1st Division alone, on the eastern half of the beach: the place to learn the game. Four hours, "
        "from the first landing craft to a foothold on the bluffs.",
        turns=16,
        minutes=60,
    ),
    "first-waves": Scenario(
        "first-waves",
        "The First Waves",
        "All of Omaha Beach from 0615 to 1000 hours. Two divisions cross the sand under fire and must open the "
        "draws before the tide and the losses stop them.",
        turns=16,
        minutes=180,
    ),
    "omaha-beach": Scenario(
        "omaha-beach",
        "D-Day at Omaha Beach",
        "The whole day, 0615 to 1800 hours. Survive the morning, then push inland through villages and hedgerows "
        "against a defence that moves.",
        turns=32,
        minutes=420,
    ),
    "beyond-the-beach": Scenario(
        "beyond-the-beach",
        "Beyond the Beach",
        "1030 to 1800 hours. The beach is crossed at a terrible price; now the high ground must be taken.",
        turns=16,
        minutes=270,
    ),
}

OPTIONS: Mapping[str, Option] = {
    option.id: option
    for option in (
        Option("bombardment", "Effective Allied bombardment: start on turn 4, minus 10 VP", "22.1.a"),
        Option("safe-tanks", "First-wave tanks land safely, minus 5 VP", "22.2"),
        Option("no-rangers", "Rangers reinforce Pointe du Hoc, plus 5 VP", "22.3"),
        Option("reaction", "Improved German reaction, plus 5 VP", "22.4"),
        Option("armor", "German armor may appear from turn 17", "23"),
        Option("early-actions", "German actions from turn 12", "14.2"),
        Option("coop", "Two players, one for each division", "1a"),
    )
}


class OmahaBeach(ChapterGame[Omaha]):
    """D-Day at Omaha Beach."""

    id = "omaha"
    title = "D-Day at Omaha Beach"
    rules_version = "1"
    sides = ("us", "german", "1st", "29th")
    summary = "One player, or two together, against a card-driven German defence, company by company."
    tags = ("1 player, or 2 together", "250 m hexes")
    state_type = Omaha
    data = DATA
    manifest = MANIFEST
    scenarios = SCENARIOS
    options = OPTIONS
    chapters = CHAPTERS
    players = {"veteran": Veteran}  # noqa: RUF012

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        self.box = box = Box(overlay)
        self.board_sheet = box.sheet
        self.names = {
            "hex": box.board,
            "unit": NameList("unit", [piece.id for piece in box.us]),
            "position": NameList("position", [position.id for position in box.positions]),
            "german": NameList("German unit", [piece.id for piece in box.german]),
            "depth": NameList("depth marker", [piece.id for piece in box.depth]),
            "card": NameList("card", [card.id for card in box.cards]),
            "box": NameList("landing box", [landing_box.id for landing_box in box.boxes]),
            "base": NameList("engineer base", [base.id for base in box.bases]),
        }

    def seats(self, scenario: str, settings: Settings) -> tuple[str, ...]:  # noqa: ARG002
        """1a One player for both divisions, or one for each."""
        return ("1st", "29th") if settings.get("coop") else ("us",)

    def opponent(self, side: str) -> str:  # noqa: ARG002
        """All who decide are American."""
        return "german"

    def set_up(self, scenario: str, settings: Settings) -> Omaha:
        """3, 21 Everything in its box, nothing drawn yet."""
        return setup.new_state(self.box, scenario, settings)

    def flow(self, g: Omaha) -> Flow:
        """4 The sequence of play."""
        return sequence.play(g)

    def view(self, g: Omaha, side: str | None) -> Any:
        """AID.reveal What lies open on the table."""
        return view(g, side)

    def landmark(self, g: Omaha) -> str:
        """4 Turn by turn."""
        return f"Turn {g.turn}"

    def layout(self) -> Layout:
        """2.1 The printed map."""
        return layout(self.box, self.id, self.title)

    def scene(self, g: Omaha, side: str | None) -> Scene:
        """AID.reveal The table as a screen shows it."""
        return scene(self.box, view(g, side))

    def picture(self, event: Mapping[str, Any]) -> Card | None:
        """2.3 The card of a line of the log."""
        return event_picture(self.box, event)

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """22, 23.1 Variants that do not fit the scenario."""
        return setup.refuse_settings(scenario, settings)

    def refuse_position(self, g: Omaha) -> Ruling | None:
        """Counters that are in two places or in none, and units where none can stand."""
        return positions.refuse_position(g)

    def clear_board(self, g: Omaha) -> None:
        """Take every unit off the map: German counters to their pools, US units out of play."""
        positions.clear_board(g)

    def complete_position(self, g: Omaha) -> None:
        """A counter that a position puts somewhere is nowhere else."""
        positions.complete_position(g)

    def imagine(self, g: Omaha, side: str | None, random: Random) -> Omaha:  # noqa: ARG002
        """AID.reveal Face-down counters with the same back may be any of those not yet seen."""
        twin = g.clone()
        for pool in sorted({piece.pool for piece in self.box.german}):
            _shuffle_units(twin, pool, random)
        for pool in sorted({piece.pool for piece in self.box.depth}):
            _shuffle_depth(twin, {pool}, twin.depth_pool, random)
        _shuffle_depth(twin, {"mobile", "kg"}, {"mobile": twin.depth_pool["mobile"]}, random)  # 9.5
        return twin

    def census(self, g: Omaha) -> Mapping[str, int]:
        """Cards, German units and depth markers, wherever they are."""
        on_map = sum(post.unit is not None for post in g.posts) + sum(unit.hex is not None for unit in g.armor)
        depth = sum(post.depth is not None for post in g.posts) + sum(unit.depth is not None for unit in g.armor)
        return {
            "cards": len(g.deck) + len(g.discards) + len(g.track),
            "German units": on_map + len(g.gone) + sum(map(len, g.pool.values())),
            "depth markers": depth + len(g.gone_depth) + sum(map(len, g.depth_pool.values())),
            "US units": len(g.units),
        }


def _shuffle_units(g: Omaha, pool: str, random: Random) -> None:
    """Deal the unseen units of one back anew. WN units keep their class, which the set-up makes public (3.b)."""
    german = g.box.german
    for kind in sorted({piece.kind for piece in german if piece.pool == pool}):

        def fits(unit: int | None, kind: str = kind) -> bool:
            return unit is not None and (german[unit].kind, german[unit].pool) == (kind, pool)

        hidden = [p for p, post in enumerate(g.posts) if fits(post.unit) and not post.shown]
        piles = [[i for i, unit in enumerate(pile) if fits(unit)] for pile in g.pool.values()]
        units = [g.posts[p].unit for p in hidden]
        units += [pile[i] for pile, places in zip(g.pool.values(), piles, strict=True) for i in places]
        random.shuffle(units)
        for p in hidden:
            g.change_post(p, unit=units.pop())
        for pile, places in zip(g.pool.values(), piles, strict=True):
            for i in places:
                pile[i] = units.pop()  # type: ignore[assignment]


def _shuffle_depth(g: Omaha, pools: Set[str], among: Mapping[str, list[int]], random: Random) -> None:
    """Deal the unseen depth markers of one back anew: those on the map and in these piles."""
    depth = g.box.depth
    hidden = [p for p, post in enumerate(g.posts) if post.depth is not None and not post.depth_shown]
    hidden = [p for p in hidden if depth[g.posts[p].depth].pool in pools]  # type: ignore[index]
    tanks = [a for a, unit in enumerate(g.armor) if unit.depth is not None and not unit.depth_shown]
    tanks = tanks if "armor" in pools else []
    piles = [[i for i, marker in enumerate(pile) if depth[marker].pool in pools] for pile in among.values()]
    markers = [g.posts[p].depth for p in hidden] + [g.armor[a].depth for a in tanks]
    markers += [pile[i] for pile, places in zip(among.values(), piles, strict=True) for i in places]
    random.shuffle(markers)
    for p in hidden:
        g.change_post(p, depth=markers.pop())
    for a in tanks:
        g.change_armor(a, depth=markers.pop())
    for pile, places in zip(among.values(), piles, strict=True):
        for i in places:
            pile[i] = markers.pop()  # type: ignore[assignment]


def game(overlay: Path | None = None) -> OmahaBeach:
    """The game, with corrected data files if a directory of them is given."""
    return OmahaBeach(overlay)


__all__ = ["OmahaBeach", "game"]
