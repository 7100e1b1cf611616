"""3, 22, 23.1, EF Setting up for play. Beyond the Beach (21.1) is in `setup_beyond`.

Counters that a scenario does not use lie in the pool `out`, where nobody sees them: who knew which face-down units
are missing would know something about those on the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.omaha import setup_beyond
from beachhead.games.omaha.box import Box
from beachhead.games.omaha.german_units import disrupt_german, remove_depth, remove_unit
from beachhead.games.omaha.schemas import DepthRow, GermanRow, ScenarioRow
from beachhead.games.omaha.setup_parts import arrival, is_used, man_wn, not_used
from beachhead.games.omaha.state import TRACK, Armor, Base, Omaha, Post, in_box
from beachhead.kernel import Flow, Ruling, Settings, Told, cite, rule
from beachhead.wargame.box import numbered

EVENTS: Mapping[str, Told] = {
    "wn_set_up": Told("{units:#WN unit} and {depth:#depth marker} lie face down in the Widerstandsnester"),
    "pools_set_up": Told(
        "Units in the German pools: tactical {tactical}, division {division}, Kampfgruppe Meyer {meyer}"
    ),
    "us_set_up": Told("{boxes:#US unit waits|US units wait} in the landing boxes, {track} on the turn track"),
    "bombarded": Told(
        "The bombardment hits the Widerstandsnester of these colours: {colours}; knocked out: {knocked_out}", "fire"
    ),
}


# --- before anything is drawn ------------------------------------------------------------------------------------


@rule("2.1.pool", "2.25", "3.choice", "3.c", "3.f")
def new_state(box: Box, scenario: str, settings: Settings) -> Omaha:
    """3 Everything laid out before the first counter is drawn. 3.c All off-map artillery is active."""
    variants = tuple(row.id for row in box.options if settings.get(row.id))
    g = Omaha(
        scenario=scenario,
        variants=variants,
        turn=box.scenarios[scenario].first_turn,
        last_turn=box.scenarios[scenario].last_turn,
        units=[not_used(piece) for piece in box.us],
        posts=[Post() for _ in box.positions],
        armor=[Armor() for piece in box.german if piece.pool == "A"],
        bases=[Base() for _ in box.bases],
        deck=list(range(len(box.cards))),
        pool={name: _in_pool(box.german, name) for name in ("WN", "T", "D", "M", "A", "out")},
        depth_pool={name: _in_pool(box.depth, name) for name in ("wn", "building", "mobile", "kg", "armor", "out")},
        heroes_left={division: sum(hero.division == division for hero in box.heroes) for division in (1, 29)},
        actions={1: 0, 29: 0},
        commanded=[() for _ in box.us],
    )
    g.attach(box)
    _fill_pools(g)
    if starts_ashore(g):
        setup_beyond.lay_out(g)
    else:
        _lay_out_us(g)
    return g


def starts_ashore(g: Omaha) -> bool:
    """21 Whether the landings are over when play begins."""
    return g.facts.first_turn > 1


def _in_pool(pieces: Sequence[GermanRow | DepthRow], pool: str) -> list[int]:
    return [number for number, piece in enumerate(pieces) if piece.pool == pool]


@rule("3.d")
def _fill_pools(g: Omaha) -> None:
    """22.4 KG Meyer joins the pools; 23.1 armor only with its variant; EF.2 no division units in Easy Fox."""
    if g.has("armor"):
        cite("23.1")
    else:
        _put_out(g, "A", "armor")
    if g.is_half:
        _put_out(g, "D", "")
        _put_out(g, "M", "kg")
    if g.has("reaction"):
        cite("22.4")
        g.pool["D"] += g.pool["M"]
        g.depth_pool["mobile"] += g.depth_pool["kg"]
        g.pool["M"], g.depth_pool["kg"] = [], []


def _put_out(g: Omaha, units: str, markers: str) -> None:
    """Counters that the scenario does not use."""
    g.pool["out"] += g.pool[units]
    g.pool[units] = []
    if markers:
        g.depth_pool["out"] += g.depth_pool[markers]
        g.depth_pool[markers] = []


@rule("2.21.arr", "3.e")
def _lay_out_us(g: Omaha) -> None:
    """3.e Tanks without a turn in their boxes, the others on the turn track. 22.1 The game starts on turn 4."""
    boxes = numbered(g.box.boxes)
    if g.has("bombardment"):
        cite("22.1.h")  # the last turn stays
        g.turn = 4
    for unit, piece in enumerate(g.box.us):
        if not is_used(g, piece):
            continue
        if piece.turn == 0:
            g.change(unit, at=in_box(boxes[piece.where]))
        else:
            g.change(unit, at=TRACK, turn=arrival(g, piece))


# --- blind draws -------------------------------------------------------------------------------------------------


def set_up_phase(g: Omaha) -> Flow:
    """3, 21.1 Draw what is drawn blind; Beyond the Beach then lets the player place units."""
    if g.at == "":
        if starts_ashore(g):
            setup_beyond.set_up_germans(g)
        else:
            man_wn(g)
            if g.is_half:
                _ten_mobile(g)
        _announce(g)
        if g.has("bombardment"):
            bombard(g)
        g.at = "ready"
    if starts_ashore(g):
        yield from setup_beyond.place_us(g)


@rule("EF.2")
def _ten_mobile(g: Omaha) -> None:
    """EF.2 Ten mobile depth markers at random; the others are not used."""
    pile = g.depth_pool["mobile"]
    stay = [g.dice.draw(pile, "mobile depth", rule="EF.2", kind="depth", only=()) for _ in range(10)]
    g.depth_pool["out"] += pile
    g.depth_pool["mobile"] = stay


def _announce(g: Omaha) -> None:
    tactical, division, meyer = (len(g.pool[name]) for name in ("T", "D", "M"))
    g.tell("pools_set_up", rule="3.d", tactical=tactical, division=division, meyer=meyer)
    track = sum(unit.at == TRACK for unit in g.units)
    g.tell("us_set_up", rule="3.e", boxes=len(g.in_boxes()), track=track)


@rule("22.1.b")
def bombard(g: Omaha) -> None:
    """22.1 Two fire cards: WNs of a colour on one are disrupted and lose their depth, on both they are removed."""
    drawn = [g.box.cards[g.draw_card("bombardment", rule="22.1.b")] for _ in range(2)]
    hit = {colour: sum(colour in card.fire for card in drawn) for card in drawn for colour in card.fire}
    for position in g.box.wn.values():
        place, hits = g.box.positions[position].hex, hit.get(g.box.positions[position].colour, 0)
        if g.posts[position].unit is None or not hits:
            continue
        if hits == 2:
            remove_unit(g, place, rule="22.1.b2")
        else:
            remove_depth(g, place, rule="22.1.b")
            disrupt_german(g, place, rule="22.1.b")
    g.discards += [card for _, card in g.track]
    g.track = []
    once, twice = ([colour for colour, hits in hit.items() if hits == times] for times in (1, 2))
    g.tell("bombarded", rule="22.1.b", colours=once, knocked_out=twice)


# --- what goes together ------------------------------------------------------------------------------------------


@rule("22", "22.a")
def refuse_settings(scenario: ScenarioRow, settings: Settings) -> Ruling | None:
    """22, 23.1 Why these variants do not fit the scenario; 22.1 to 22.3 fit all of them, and one another."""
    if settings.get("reaction") and not scenario.is_extended:
        return Ruling("22.a", "Improved German reaction needs a scenario that goes on after turn 16")
    if settings.get("armor") and not scenario.is_extended:
        return Ruling("23.1", "German armor comes from turn 17 on: this scenario ends before")
    if settings.get("early-actions"):
        if not scenario.is_extended:
            return Ruling("14.2", "German actions belong to the extended game: this scenario ends on turn 16")
        if scenario.first_turn > 1:
            return Ruling("14.2", "Beyond the Beach begins on turn 17, when German actions are in force anyway")
    if settings.get("coop") and scenario.is_half:
        return Ruling("1a", "Easy Fox has only the 1st Division, and so only one player")
    return None
