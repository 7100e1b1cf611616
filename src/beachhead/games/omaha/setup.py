"""3, 21.1, 22, 23.1, EF Setting up for play.

Counters that a scenario does not use lie in the pool `out`, where nobody sees them: who knew which face-down units
are missing would know something about those on the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from beachhead.games.omaha import landing
from beachhead.games.omaha.box import SECTOR_OF, Box, UsPiece
from beachhead.games.omaha.german_units import disrupt_german, draw_depth, remove_depth, remove_unit
from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow, ScenarioRow
from beachhead.games.omaha.state import LOST, TRACK, UNUSED, Armor, Base, Omaha, Post, Unit, in_box
from beachhead.kernel import Flow, Offer, Ruling, Settings, Told, Verb, cite, rule, turn
from beachhead.wargame import Stages
from beachhead.wargame.box import numbered

VERBS = {"deploy": Verb("Start in {}", "hex")}
EVENTS = {
    "wn_set_up": Told("{units:#WN unit} and {depth:#depth marker} lie face down in the Widerstandsnester"),
    "pools_set_up": Told(
        "Units in the German pools: tactical {tactical}, division {division}, Kampfgruppe Meyer {meyer}"
    ),
    "us_set_up": Told("{boxes:#US unit waits|US units wait} in the landing boxes, {track} on the turn track"),
    "bombarded": Told(
        "The bombardment hits the Widerstandsnester of these colours: {colours}; knocked out: {knocked_out}", "fire"
    ),
    "inland_set_up": Told("{count:#German unit lies|German units lie} face down inland"),
    "deployed": Told("{unit:unit} starts in {hex:hex}", "move"),
}
STACKING = 2
BLIND = {"88": "88 unit", "75": "WN artillery unit", "rocket": "rocket unit", "plain": "WN unit"}
"""How a blind draw is called in the log, by kind of WN unit."""


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
        _lay_out_ashore(g)
    else:
        _lay_out_us(g)
    return g


def not_used(piece: UsPiece) -> Unit:
    """The record of a unit that is not in the game."""
    return Unit(UNUSED, steps=piece.steps, division=piece.division)


@rule("3.e1")
def is_used(g: Omaha, piece: UsPiece) -> bool:
    """3.e1 Units due on turn 16 or later are for longer games; 22.3 rangers may be elsewhere; EF.1 one division."""
    if piece.division not in g.facts.divisions:
        cite("EF.1")
        return False
    if g.has("no-rangers") and piece.type == "ranger":
        cite("22.3")
        return piece.id == "C/2R"
    return g.last_turn > 16 or piece.turn < 16


def arrival(g: Omaha, piece: UsPiece) -> int:
    """22.1 The turn of arrival: three turns later than printed before turn 16, one turn later from then on."""
    if not g.has("bombardment"):
        return piece.turn
    cite("22.1.a")
    return piece.turn + (3 if piece.turn < 16 else 1)


def starts_ashore(g: Omaha) -> bool:
    """21 Whether the landings are over when play begins."""
    return g.facts.first_turn > 1


def _in_pool(pieces: Sequence[GermanUnitRow | DepthMarkerRow], pool: str) -> list[int]:
    return [number for number, piece in enumerate(pieces) if piece.pool == pool]


@rule("3.d")
def _fill_pools(g: Omaha) -> None:
    """22.4 KG Meyer joins the pools; 23.1 armor only with its variant; EF.2 no division units in Easy Fox."""
    if g.has("armor"):
        cite("23.1")
    else:
        _pour(g.pool, "A", "out")
        _pour(g.depth_pool, "armor", "out")
    if g.is_half:
        _pour(g.pool, "D", "out")
        _pour(g.pool, "M", "out")
        _pour(g.depth_pool, "kg", "out")
    if g.has("reaction"):
        cite("22.4")
        _pour(g.pool, "M", "D")
        _pour(g.depth_pool, "kg", "mobile")


def _pour(piles: dict[str, list[int]], pool: str, into: str) -> None:
    piles[into] += piles[pool]
    piles[pool] = []


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


@rule("21", "21.1.e", "21.1.i", "21.1.j", "21.1.k", "21.1.l")
def _lay_out_ashore(g: Omaha) -> None:
    """21.1 What needs no draw and no choice: units ashore, loss boxes, cleared hexes, turn 17."""
    g.meemies = True
    g.cleared = set(g.box.hexes(g.facts.cleared))
    for unit, piece in enumerate(g.box.us):
        if piece.turn >= 16 and is_used(g, piece):
            g.change(unit, at=TRACK, turn=arrival(g, piece))
    _put_ashore(g)
    late = g.facts.delayed_to + (1 if g.has("bombardment") else 0)
    g.change(g.box.unit[g.facts.delayed], at=TRACK, turn=late, delayed=True)


@rule("21.1.f", "21.1.g")
def _put_ashore(g: Omaha) -> None:
    """21.1 Units at their listed strength, with heroes and the one command switch; units on the beach wait for the
    player. Regular infantry with one step fill the loss boxes, beside the company that is no more."""
    for row in g.box.ashore:
        unit = g.box.unit[row.unit]
        piece = g.piece(unit)
        if not is_used(g, piece):
            continue
        steps = next((n for n, side in enumerate(piece.sides) if side and side.strength == row.strength), 0)
        if row.hex is None:
            g.change(unit, steps=steps)
            g.queue.append(unit)
            continue
        place, division = g.box.board.number(row.hex), row.command or piece.division
        g.change(unit, at=place, steps=steps, hero="hero" if row.hero else "", division=division)
        if row.hero:
            g.heroes_left[piece.division] -= 1
        if piece.is_regular and steps == 1:
            g.loss_box.add(unit)
    lost = g.box.unit[g.facts.eliminated]
    g.change(lost, at=LOST, steps=0)
    g.loss_box.add(lost)


# --- blind draws -------------------------------------------------------------------------------------------------


def draw_blind(g: Omaha) -> None:
    """3, 21.1 Draw what is drawn blind, for each scenario in its way."""
    if starts_ashore(g):
        set_up_germans(g)
    else:
        man_wn(g)
        if g.is_half:  # EF.2 ten mobile depth markers at random; the others are not used
            pile = g.depth_pool["mobile"]
            stay = [g.dice.draw(pile, "mobile depth", rule="EF.2", kind="depth", only=()) for _ in range(10)]
            g.depth_pool["out"] += pile
            g.depth_pool["mobile"] = stay
    tactical, division, meyer = (len(g.pool[name]) for name in ("T", "D", "M"))
    g.tell("pools_set_up", rule="3.d", tactical=tactical, division=division, meyer=meyer)
    track = sum(unit.at == TRACK for unit in g.units)
    g.tell("us_set_up", rule="3.e", boxes=len(g.in_boxes()), track=track)
    if g.has("bombardment"):
        bombard(g)


@rule("2.24", "3.a", "3.b")
def man_wn(g: Omaha) -> None:
    """3.a, 3.b WN units of each kind at random on their hexes, some over a depth marker; some markers stay."""
    facts, markers = g.facts, g.depth_pool["wn"]
    rows = [row for row in g.box.german_set_ups[facts.set_up] if row.kind in BLIND]
    deep = sorted(row.position for row in rows if row.depth)
    under = {name: g.dice.draw(markers, "WN depth", rule=facts.depth_rule, kind="depth", only=()) for name in deep}
    while len(markers) > facts.depth_left:
        marker = g.dice.draw(markers, "WN depth out of play", rule=facts.depth_rule, kind="depth", only=())
        g.depth_pool["out"].append(marker)
    waiting = g.pool.pop("WN")
    for row in rows:
        pile = [unit for unit in waiting if g.box.german[unit].kind == row.kind]
        unit = g.dice.draw(pile, BLIND[row.kind], rule=facts.unit_rule, kind="german", only=())
        waiting.remove(unit)
        g.change_post(g.box.wn[row.position], unit=unit, depth=under.get(row.position))
    g.pool["out"] += waiting
    g.tell("wn_set_up", rule=facts.unit_rule, units=len(rows), depth=len(deep))


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


# --- 21.1 Beyond the Beach ---------------------------------------------------------------------------------------


@rule("21.1.a", "21.1.b", "21.1.c")
def set_up_germans(g: Omaha) -> None:
    """21.1 The WNs that hold out, and six T and six D units at random in twelve positions.

    22.4 KG Meyer has joined the division pool by then, but is not among those drawn.
    """
    man_wn(g)
    drawn: list[int] = []
    for pool in ("T", "D"):
        pile = [unit for unit in g.pool[pool] if g.box.german[unit].pool == pool]
        drawn += [g.dice.draw(pile, f"{pool} unit", rule="21.1.d", kind="german", only=()) for _ in range(6)]
        g.pool[pool] = [unit for unit in g.pool[pool] if unit not in drawn]
    _pour(g.pool, "T", "out")
    inland = [row for row in g.box.german_set_ups[g.facts.set_up] if row.kind == "inland"]
    for row in inland:
        position = g.box.position[row.position]
        unit = g.dice.draw(drawn, "inland unit", rule="21.1.d", kind="german", only=())
        depth = draw_depth(g, g.box.positions[position].hex, rule="21.1.d") if row.depth else None
        g.change_post(position, unit=unit, depth=depth)
    g.tell("inland_set_up", rule="21.1.d", count=len(inland))


def deploy(g: Omaha) -> Flow:
    """21.1 The player puts units on the beach, before those due on turn 16 go into landing boxes."""
    while g.queue:
        unit = g.queue[0]
        hexes = Offer.of(g, partial(refuse_deploy, unit=unit), g.box.beaches)
        prompt = f"On which high-tide beach hex does {g.piece(unit).id} start? {len(g.queue)} left."
        choice = yield turn(g.decider(unit), prompt, {"deploy": hexes}, rule="21.1.h", about={"unit": unit})
        g.change(unit, at=choice.arg)
        g.queue.pop(0)
        g.tell("deployed", rule="21.1.h", unit=unit, hex=choice.arg)
    if starts_ashore(g):
        g.queue = landing.in_order(g, g.due(16))


def refuse_deploy(g: Omaha, place: int, *, unit: int) -> Ruling | None:
    """21.1 Why a unit may not start on a beach hex: not at the high-tide line, the wrong sector, or two are there."""
    if g.box.tide_band[place] != 3:
        return Ruling("21.1.h", "It starts on a beach hex at the high-tide line", (unit,), (place,))
    if g.box.sector[place] != SECTOR_OF[g.piece(unit).division]:
        return Ruling("21.1.h", f"{g.piece(unit).id} starts in the sector of its division", (unit,), (place,))
    there = g.standing(place)
    if len(there) >= STACKING:
        return Ruling("7.6", "Two units are there already", tuple(there), (place,))
    return None


set_up_phase: Stages[Omaha] = Stages(
    "at", {"": draw_blind, "deploy": deploy, "boxes": partial(landing.place_arrivals, rule="21.1.m")}
)
"""3, 21.1 What is drawn blind; Beyond the Beach then lets the player place units."""


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
