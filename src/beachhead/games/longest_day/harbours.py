"""IX.I.1 Mulberries: artificial harbours at Omaha and Gold, built in ten turns, delayed by dice and storms."""

from __future__ import annotations

import msgspec

from beachhead.games.longest_day.box import GERMAN
from beachhead.games.longest_day.records import Mulberry
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Offer, Ruling, Told, Verb, rule

VERBS = {"build": Verb("Begin to build the Mulberry at", "box")}
EVENTS = {
    "harbour_begun": Told("Mulberry {letter} is begun; ten turns of work lie ahead", "flag"),
    "harbour_delayed": Told("Mulberry {letter} will open in {turns:#turn}", "note"),
    "harbour_opened": Told("Mulberry {letter} is open, and will be complete in {turns:#turn}", "flag"),
    "harbour_complete": Told("Mulberry {letter} is complete", "flag"),
    "harbour_damaged": Told("Mulberry {letter} is damaged", "hit"),
    "harbour_hit": Told("The storm sets the work on Mulberry {letter} back", "hit"),
    "harbour_lost": Told("Mulberry {letter} is destroyed", "loss"),
    "sword_closed": Told("Nothing more lands at the beachheads of Sword", "note"),
}
WORK = 10
"""IX.I.1.b Turns of construction."""
SECOND = 2
"""IX.I.1.e The turn of a storm from which on it does damage."""
DAMAGED, DESTROYED = 3, 4
"""IX.I.1.e.3 How many hits of one storm damage or destroy a harbour that is not open."""


def sites(g: LongestDay) -> dict[int, str]:
    """IX.I.1 The landing boxes where the Mulberries are built."""
    return {box: row.mulberry for box, row in g.box.landings.items() if row.mulberry}


@rule("IX.I.1.a", "IX.I.1.a-01")
def refuse_build(g: LongestDay, box: int) -> Ruling | None:
    """IX.I.1.a Why a Mulberry cannot be begun at a landing box."""
    letter = sites(g).get(box)
    if letter is None or not g.has("IX"):
        return Ruling("IX.I.1.a", "No Mulberry is built there", ())
    if letter in g.mulberries:
        return Ruling("IX.I.1.a", f"Mulberry {letter} is under way", ())
    if letter in g.wrecked:
        return Ruling("IX.I.1.f", f"Mulberry {letter} is destroyed for good", ())
    if box not in g.beachheads and g.occupied(GERMAN)[g.box.coast[box]]:
        return Ruling("IX.I.1.a-01", "There is no beachhead, and Germans hold the coast there", ())
    return None


@rule("IX.I.1.a", "IX.I.1.b")
def build(g: LongestDay, box: int) -> None:
    """IX.I.1.b The counter is laid down; ten turns later its delay is rolled."""
    letter = sites(g)[box]
    g.mulberries[letter] = Mulberry(due=g.turn + WORK)
    g.tell("harbour_begun", rule="IX.I.1.b", letter=letter)


# --- turn by turn ------------------------------------------------------------------------------------------------


@rule("IX.I.1")
def upkeep(g: LongestDay) -> None:
    """IX.I.1 The beginning of an Allied replacement phase: work goes on, storms hit."""
    for letter in sorted(g.mulberries):
        work(g, letter)
        weather_storm(g, letter)
    judge_sword(g)


def work(g: LongestDay, letter: str) -> None:
    """IX.I.1.b, IX.I.1.c A stage is over when its turn has come; IX.I.1.b.2 a storm puts off what is not."""
    harbour = g.mulberries[letter]
    is_due = harbour.due == g.turn and harbour.stage != "complete"
    match harbour.stage:
        case "building" if is_due and not g.storm:
            delay(g, letter, harbour)
        case "delayed" if is_due:
            open_up(g, letter, harbour)
        case "open" if is_due:
            complete(g, letter, harbour)
        case "building" | "delayed" | "open" if g.storm:
            put_off(g, letter)


@rule("IX.I.1.b.1")
def delay(g: LongestDay, letter: str, harbour: Mulberry) -> None:
    """IX.I.1.b.1 In the last turn of construction a die says how many turns later it opens."""
    turns = g.dice.roll(f"Mulberry {letter} delay", "1d6", rule="IX.I.1.b.1").total
    g.mulberries[letter] = msgspec.structs.replace(harbour, stage="delayed", due=g.turn + turns)
    g.tell("harbour_delayed", rule="IX.I.1.b.1", letter=letter, turns=turns)


@rule("IX.I.1.c", "IX.I.1.c.1")
def open_up(g: LongestDay, letter: str, harbour: Mulberry) -> None:
    """IX.I.1.c.1 It opens, and a die says how many turns later it is complete."""
    turns = g.dice.roll(f"Mulberry {letter} completion", "1d6", rule="IX.I.1.c.1").total
    g.mulberries[letter] = msgspec.structs.replace(harbour, stage="open", due=g.turn + turns)
    g.tell("harbour_opened", rule="IX.I.1.c", letter=letter, turns=turns)


@rule("IX.I.1.c.2")
def complete(g: LongestDay, letter: str, harbour: Mulberry) -> None:
    """IX.I.1.c.2 The last phase of construction is over."""
    g.mulberries[letter] = msgspec.structs.replace(harbour, stage="complete")
    g.tell("harbour_complete", rule="IX.I.1.c.2", letter=letter)
    if letter == "B" and g.sword == "open":
        g.sword = "judged"


@rule("IX.I.1.b.2", "IX.C.4.c-02")
def put_off(g: LongestDay, letter: str) -> None:
    """IX.I.1.b.2 A turn of storm is lost."""
    harbour = g.mulberries[letter]
    g.mulberries[letter] = msgspec.structs.replace(harbour, due=harbour.due + 1)


@rule("IX.I.1.e", "IX.C.4.c-02")
def weather_storm(g: LongestDay, letter: str) -> None:
    """IX.I.1.e From the second turn of a storm on a die is rolled for each; a new storm counts anew."""
    harbour = g.mulberries[letter]
    if not g.storm and harbour.hits:
        g.mulberries[letter] = msgspec.structs.replace(harbour, hits=0)
    if g.storm < SECOND:
        return
    die = g.dice.roll(f"storm damage {letter}", "1d6", rule="IX.I.1.e").total
    if g.box.logistics[f"storm {letter}", die]:
        (hit_open if harbour.is_open else hit_site)(g, letter, harbour)


@rule("IX.I.1.e.1", "IX.I.1.e.4")
def hit_open(g: LongestDay, letter: str, harbour: Mulberry) -> None:
    """IX.I.1.e.1 An open harbour is damaged, a damaged one destroyed."""
    if harbour.is_damaged:
        destroy(g, letter, rule="IX.I.1.e.1")
    else:
        damage(g, letter, harbour, rule="IX.I.1.e.1")


@rule("IX.I.1.e.2", "IX.I.1.e.3")
def hit_site(g: LongestDay, letter: str, harbour: Mulberry) -> None:
    """IX.I.1.e.2 One that is not open loses another turn; three hits of a storm damage it, four destroy it."""
    hits = harbour.hits + 1
    if hits == DESTROYED:
        destroy(g, letter, rule="IX.I.1.e.3")
        return
    later = msgspec.structs.replace(harbour, hits=hits, due=harbour.due + 1)
    g.mulberries[letter] = later
    g.tell("harbour_hit", rule="IX.I.1.e.2", letter=letter)
    if hits == DAMAGED and not later.is_damaged:
        damage(g, letter, later, rule="IX.I.1.e.3")


def damage(g: LongestDay, letter: str, harbour: Mulberry, *, rule: str) -> None:
    """IX.I.1.e.4 It lands less from now on."""
    g.mulberries[letter] = msgspec.structs.replace(harbour, is_damaged=True)
    g.tell("harbour_damaged", rule=rule, letter=letter)


def destroy(g: LongestDay, letter: str, *, rule: str) -> None:
    """IX.I.1.d, IX.I.1.f It is gone for good; the beachhead at its place counts again."""
    del g.mulberries[letter]
    g.wrecked.add(letter)
    g.tell("harbour_lost", rule=rule, letter=letter)


@rule("IX.I.1.f")
def lose_to(g: LongestDay, place: int) -> None:
    """IX.I.1.f An enemy enters the coastal hex of a Mulberry."""
    for box, letter in sites(g).items():
        if g.box.coast[box] == place and letter in g.mulberries:
            destroy(g, letter, rule="IX.I.1.f")


@rule("IX.E.3.a.2", "IX.I.1.d")
def judge_sword(g: LongestDay) -> None:
    """IX.E.3.a.2 Once Mulberry B is complete Sword closes for good, unless no German is on the coast to Cabourg."""
    if g.sword == "judged" and any(g.occupied(GERMAN)[h] for h in g.box.areas["coast:Orne-Cabourg"]):
        g.sword = "closed"
        g.tell("sword_closed", rule="IX.E.3.a.2")


TASKS = (Task("build", lambda g: Offer.of(g, refuse_build, sites(g)), build),)
