"""XI.C to XI.G Variations of the campaign: what is chosen, who begins elsewhere, and who comes earlier."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.box import GERMAN, TRACK, Box
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, Settings, Told, cite, rule, used

EVENTS = {
    "conference": Told("Hitler {decision}", "star"),
}
ISLANDS, FIRST_OPTION, SECOND_OPTION = 5, 13, 26
"""XI.C.1, XI.G.5, XI.G.6 The turns of 10 June, 18 June and 1 July."""
EARLY_326, EARLY_BOTH, DAYS_EARLIER = 14, 27, 18
"""XI.G Options 1 and 2: 326 on 19 June; 326 and 363 on 2 July, and the others eighteen days earlier."""
LAST_OF_JUNE, LAST_OF_JULY = 25, 56
RELEASED = 4
"""XI.D.3 The turn from which the II SS Panzer Korps moves on the track."""
LETTERS = {"drop-zones": "B", "channel-islands": "C", "spring": "D"}
ROMMEL = {"strategy": "E", "commander": "F"}
HOUSE_RULES = {"air-supply-drift": "IX", "coastal-6-june": "V", "coastal-headquarters": "V"}
"""V.B.3.d, V.E.4.c The chapters in which the house rules matter."""
GARRISON = "Channel Islands"
PANZER = "GE-213"
"""XI.C.7 The battalion on the islands that belongs neither to the 319 Division nor to the Ost troops."""


# --- what is chosen ----------------------------------------------------------------------------------------------


def chosen(settings: Settings) -> set[str]:
    """XI The letters of the variations that are played."""
    found = {letter for name, letter in LETTERS.items() if settings.get(name)}
    if settings.get("rommel", "no") != "no":
        found.add(ROMMEL[settings["rommel"]])
    if settings.get("fortitude", "no") != "no":
        found.add("G")
    return found


def left_out(box: Box, chapters: Sequence[str]) -> tuple[str, ...]:
    """XI The options that mean nothing in a scenario: variations and air supply are of the campaign."""
    of_chapters = {"XI": "IX", "XII": "I", **HOUSE_RULES}
    needs = {row.id: of_chapters.get(row.id) or of_chapters[row.rule.partition(".")[0]] for row in box.options}
    return tuple(name for name, chapter in needs.items() if chapter not in chapters)


@rule("XI")
def refuse_settings(scenario: str, settings: Settings) -> Ruling | None:
    """XI Why these choices do not go together."""
    letters = chosen(settings)
    if letters and scenario != "C":
        return Ruling(
            "XI.G" if "G" in letters else "XI.C", "Variations are of the campaign; choose scenario C for them"
        )
    if "C" in letters and settings.get("fortitude") in ("1+319", "2+319", "4"):
        return Ruling("XI.G", "That option of Fortitude decides itself when the Channel Islands are given up")
    return None


# --- XI.C, XI.G who comes earlier --------------------------------------------------------------------------------


@rule("XI.G", "XI.G.1", "XI.G.2", "XI.G.3")
def begin(g: LongestDay, settings: Settings) -> None:
    """XI.C, XI.G Before the game: when the 319 Division is ordered to Normandy, and who comes earlier."""
    for row in g.box.options:
        if row.rule.startswith("XI.") and settings.get(row.id, row.default) != row.choices[0]:
            used(row)
    option = settings.get("fortitude", "no")
    orders = {"1+319": FIRST_OPTION, "2+319": SECOND_OPTION}
    g.islands_from = ISLANDS if "C" in g.variations else orders.get(option, 0)
    g.conferences = option == "4"
    g.drop_plan = "original" if "B" in g.variations else "revised"
    if option.startswith("1"):
        a_month_earlier(g)
    elif option.startswith("2"):
        eighteen_days_earlier(g)


def scheduled(g: LongestDay, after: int) -> list[int]:
    """XI.G The units of the entry schedule that come after a turn; replacements are not on it."""
    return [
        unit
        for unit in g.waiting(GERMAN, TRACK)
        if g.units[unit].turn > after and g.box.pieces[unit].function != "replacement"
    ]


@rule("XI.G.O1")
def a_month_earlier(g: LongestDay) -> None:
    """XI.G Option 1: the 326 Division on 19 June, the other units of July and August a month earlier, not before it."""
    for unit in scheduled(g, LAST_OF_JUNE):
        turn = g.units[unit].turn
        early = min(turn - 30, LAST_OF_JUNE) if turn <= LAST_OF_JULY else min(turn - 31, LAST_OF_JULY)
        is_first = g.box.pieces[unit].formation == "326"
        g.change(unit, turn=EARLY_326 if is_first else max(early, EARLY_326))


@rule("XI.G.O2")
def eighteen_days_earlier(g: LongestDay) -> None:
    """XI.G Option 2: the 326 and 363 Divisions on 2 July, the later units eighteen days earlier, not before them."""
    for unit in scheduled(g, EARLY_BOTH):
        is_first = g.box.pieces[unit].formation in ("326", "363")
        g.change(unit, turn=EARLY_BOTH if is_first else max(g.units[unit].turn - DAYS_EARLIER, EARLY_BOTH))


@rule("XI.G.4")
def confer(g: LongestDay) -> None:
    """XI.G Option 4: on three days the field marshals try to convince Hitler, as the replacement phase begins."""
    if not g.conferences:
        return
    if g.turn == ISLANDS and _persuaded(g, 1, rule="XI.G.4"):
        order_islands(g, "gives up the Channel Islands")
    elif g.turn == FIRST_OPTION and _persuaded(g, 1, rule="XI.G.5"):
        g.persuaded = 1
        a_month_earlier(g)
        _tell(g, "sends more divisions to Normandy", rule="XI.G.5")
        include_islands(g, rule="XI.G.5.a")
    elif g.turn == SECOND_OPTION and not g.persuaded and _persuaded(g, 1, rule="XI.G.6"):
        g.persuaded = 2
        eighteen_days_earlier(g)
        _tell(g, "sends more divisions to Normandy", rule="XI.G.6")
        include_islands(g, rule="XI.G.6.a")


def _tell(g: LongestDay, decision: str, *, rule: str) -> None:
    """XI.G.6-01 Only the German learns what Hitler has decided."""
    g.tell("conference", rule=rule, only=(GERMAN,), decision=decision)


@rule("XI.G.6-01")
def conceal(g: LongestDay, side: str | None) -> None:
    """XI.G.6-01 What others know of the conferences of option 4: nothing, until units come earlier than printed."""
    if side == GERMAN or not g.conferences:
        return
    g.persuaded, g.islands_from = 0, 0
    for unit in g.waiting(GERMAN, TRACK):
        row = g.setups.get(unit)
        if row is not None and row.turn > g.units[unit].turn and not g.units[unit].came:
            g.change(unit, turn=row.turn)


@rule("XI.G.6-01")
def _persuaded(g: LongestDay, most: int, *, rule: str) -> bool:
    """XI.G.4 A die of 1, or of 1 or 2, convinces him; nobody knows it before, and the Allies not afterwards."""
    if g.dice.roll("conference", "1d6", rule=rule, only=(GERMAN,)).total <= most:
        return True
    _tell(g, "refuses", rule=rule)
    return False


@rule("XI.G.5.a", "XI.G.6.a")
def include_islands(g: LongestDay, *, rule: str) -> None:
    """XI.G.5.a, XI.G.6.a The 319 Division goes too on a 1 or a 2, if it is not on its way."""
    if not g.islands_from and _persuaded(g, 2, rule=rule):
        order_islands(g, "sends the 319 Division too")


def order_islands(g: LongestDay, words: str) -> None:
    """XI.C The 319 Division may come from now on."""
    g.islands_from = g.turn
    _tell(g, words, rule="XI.C")


# --- XI.C the Channel Islands ------------------------------------------------------------------------------------


def is_islander(g: LongestDay, unit: int) -> bool:
    """XI.C.1 Whether a unit is of the group on the Channel Islands."""
    row = g.setups.get(unit)
    return row is not None and row.kind == "variant"


@rule("XI.C", "XI.C.1", "XI.C.2", "XI.C.6")
def refuse_islander(g: LongestDay, unit: int) -> Ruling | None:
    """XI.C Why a unit on the Channel Islands may not try to come."""
    if not g.islands_from or g.turn < g.islands_from:
        return Ruling("XI.C.1", f"{g.name(unit)} stays on the Channel Islands", (unit,))
    if g.weather == "ST":
        return Ruling("XI.C.6", "Nobody comes from the Channel Islands in a storm", (unit,))
    if g.box.is_supply[unit]:
        return Ruling("XI.C.5", "Supply joins the pool when the headquarters of the 319 Division comes", (unit,))
    return None


@rule("XI.C.3", "XI.C.4", "XI.C.4-01")
def refuse_cherbourg(g: LongestDay, unit: int) -> Ruling | None:
    """XI.C.4 Why a unit may not land at Cherbourg: Allied units are there, or what is left of the port is full."""
    if any(g.fighters("allied")[h] for h in g.box.areas["city:Cherbourg"]):
        return Ruling("XI.C.4", "Allied combat units are in Cherbourg", (unit,))
    port = g.box.box_at("port Cherbourg")
    landed = sum(g.stacking(other) for other in g.arrived if g.units[other].at == port)
    if landed + g.stacking(unit) > max(0, g.cherbourg):
        return Ruling("XI.C.4", "The port of Cherbourg can land no more this turn", (unit,))
    return None


@rule("XI.C.5")
def bring_supply(g: LongestDay, unit: int) -> None:
    """XI.C.5 With the headquarters of the 319 Division a supply unit joins the pool."""
    if g.box.is_hq[unit]:
        for store in g.waiting(GERMAN, g.box.box_at(GARRISON)):
            if g.box.is_supply[store]:
                g.change(store, at=g.box.box_at("German supply pool"))


@rule("XI.C.7")
def refuse_island_rail(g: LongestDay, unit: int) -> Ruling | None:
    """XI.C.7 Why the 319 Division and the Ost battalions of the Channel Islands do not go by rail."""
    if is_islander(g, unit) and g.box.pieces[unit].id != PANZER:
        return Ruling("XI.C.7", f"{g.name(unit)} comes from the Channel Islands and does not go by rail", (unit,))
    return None


@rule("XI.D.3", "XI.D.1")
def refuse_frozen(g: LongestDay, unit: int) -> Ruling | None:
    """XI.D.3 Why a unit of the II SS Panzer Korps may not move yet: on the track it waits for 9 June."""
    if "D" not in g.variations or g.turn >= RELEASED or unit not in g.box.second_ss:
        return None
    cite("XI.D.2")
    return Ruling("XI.D.3", f"{g.name(unit)} may not move before 9 June", (unit,))
