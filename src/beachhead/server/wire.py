"""Every message of the API. The types of the browser client, `web/src/wire.ts`, are made from these.

Whoever has seen a table is sent what has changed there (`TableChange`), or else everything (`TableState`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from beachhead.display import Card, Change, Comment, Scene, Sign

Role = Literal["", "back", "confirm", "done", "attack", "turn", "flip"]
Word = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
UndoPolicy = Literal["free", "ask", "off"]

# --- decisions, rulings, previews ---------------------------------------------------------------------------------


class Verb(Struct, frozen=True, omit_defaults=True):
    """A verb of a decision with its arguments; `kind` says what they are, and `words` how people call those of them
    that have another name than the printed one; `noun` is what one of them is, where the kind is no word for it.

    `brief` is a word for what taking it costs, shown beside what it leads to.
    `role` is `back`, `confirm`, `done` (it ends a phase or a part of it), `attack`, `turn` (the words are directions
    that the unit in question can face), `flip` (it turns over the unit in question, or the one named; words are how it
    lies then), or empty.
    """

    kind: str
    label: str
    role: Role
    args: list[str | None]
    words: dict[str, str] = {}
    noun: str | None = None
    brief: str = ""


class Ruling(Struct, frozen=True):
    """Why something is not allowed, or what is lost by it, and what the reason points at."""

    rule: str
    sentence: str
    units: list[str]
    hexes: list[str]


class Choice(Struct, frozen=True):
    """An option: a verb with one of its arguments."""

    verb: str
    arg: str | None


class Guard(Choice, frozen=True):
    """An option by which something would be lost unasked: it is to be asked for twice."""

    ruling: Ruling


class ClosedVerb(Struct, frozen=True):
    """A verb that would be there but for a rule. No ruling: the reason depends on what is pointed at."""

    verb: str
    kind: str
    label: str
    role: Role
    ruling: Ruling | None


class Caution(Struct, frozen=True, kw_only=True):
    """What to know before an answer: `default` is the option that may be taken without a look, if there is one."""

    default: Choice | None
    guards: list[Guard]
    closed: list[ClosedVerb]


class Decision(Caution, frozen=True, kw_only=True):
    """What the game waits for, with printed names; `about` has one name or several of each kind."""

    side: str
    prompt: str
    rule: str
    about: dict[str, Any]
    options: dict[str, Verb]


class PackedVerb(Struct, frozen=True, omit_defaults=True):
    """A verb whose arguments stand as short as can be.

    Two numbers, first place and length, are a stretch of the list that the client has of that kind of things: the names
    of the sheet for hexes, the counters of the scene with that kind in their order for everything else.
    """

    kind: str
    label: str
    role: Role
    args: list[str | tuple[int, int] | None]
    words: dict[str, str] = {}
    noun: str | None = None
    brief: str = ""


class PackedDecision(Caution, frozen=True, kw_only=True):
    """A decision with packed arguments."""

    side: str
    prompt: str
    rule: str
    about: dict[str, Any]
    options: dict[str, PackedVerb]


class Modifier(Struct, frozen=True):
    """A change to a strength, a column or a die."""

    rule: str
    text: str
    value: int


class Result(Struct, frozen=True):
    """A result with its chance; `favours` is the side for which it is good, empty if for neither."""

    words: str
    chance: float
    favours: str


class Waypoint(Struct, frozen=True):
    """A hex of the way that a move would take, and what the move has cost by then."""

    hex: str
    cost: str


class Preview(Struct, frozen=True):
    """What an action would bring; `hexes` are those in reach then, `units` those that would take part.

    `way` leads from where a move starts to where it ends.
    """

    rule: str
    figures: dict[str, str | int]
    modifiers: list[Modifier]
    results: list[Result]
    hexes: list[str] = []
    units: list[str] = []
    way: list[Waypoint] = []


class Sight(Struct, frozen=True):
    """Whether one hex is seen or hit from another, by which rule and why; `hexes` are in the way."""

    rule: str
    sentence: str
    is_clear: bool
    hexes: list[str]


class Outcome(Struct, frozen=True):
    """How a game ended."""

    winner: str | None
    reason: str
    rule: str
    level: str
    scores: dict[str, int]


class EventArg(Struct, frozen=True, array_like=True):
    """An argument of an event. `kind` says of which kind the names are (hex, unit, box ...); empty for plain words."""

    kind: str
    value: Any


class GameEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, with printed names. `step` is the action that brought it about; 0 is the set-up.

    `card` is a picture of cards or dice. `scene` is what the event changed on the table, in a `TableChange`. `by` and
    `at` are the arguments that say who acts and upon whom, where the event has them.
    """

    number: int
    step: int
    kind: str
    sign: Sign
    rule: str
    text: str
    args: dict[str, EventArg]
    card: Card | None = None
    scene: Change | None = None
    by: str = ""
    at: str = ""


# --- games --------------------------------------------------------------------------------------------------------


class Overlay(Struct, frozen=True):
    """An owner's corrections to the data of a game, and what they change, a sentence for each file."""

    name: str
    corrections: list[str]


class ScenarioInfo(Struct, frozen=True):
    """A scenario, the sides that decide in it when no option changes them, and the options that it can take."""

    id: str
    title: str
    summary: str
    turns: int
    minutes: int
    seats: list[str]
    options: list[str]


class OptionInfo(Struct, frozen=True):
    """An option that a match may set; `seats` are the sides that decide if it is on and changes them, else none."""

    id: str
    title: str
    rule: str
    default: Any
    choices: list[Any]
    seats: list[str]


class LensInfo(Struct, frozen=True):
    """A way to look at the whole map. `is_of_unit`: it shows something of the unit that is looked at; `is_of_hex`:
    of the hex that is looked at."""

    id: str
    title: str
    words: str
    is_of_unit: bool = False
    is_of_hex: bool = False


class LevelInfo(Struct, frozen=True):
    """A level of a game's computer players."""

    id: str
    words: str


class StyleInfo(Struct, frozen=True):
    """A style in which they play; a seat names it as `veteran:doctrine=bold`."""

    id: str
    title: str
    words: str


class GameInfo(Struct, frozen=True):
    """A game that can be played here; `players` are the computer players to sit against, best first.

    `course` is the scenario of its guided game and `sample` the title of its sample game, if it has them. `has_sight`:
    it can be asked about lines of sight. `has_plans`: orders can be given to many units at once. `has_calendar`:
    it says who comes when. `has_helper`: a computer can go on with a part of the turn for a person. `overlays` are the
    corrections with which it can be played, the usual first. `levels` are those of its computer players, the easiest
    first, and `styles` the ways in which they play, the usual one first.
    """

    id: str
    title: str
    summary: str
    tags: list[str]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    players: list[str]
    has_layout: bool
    course: str
    sample: str
    has_sight: bool = False
    has_plans: bool = False
    has_calendar: bool = False
    has_helper: bool = False
    lenses: list[LensInfo] = []
    overlays: list[Overlay] = []
    levels: list[LevelInfo] = []
    styles: list[StyleInfo] = []


class SampleInfo(Struct, frozen=True):
    """A sample game: what it is about, and the comments on its steps."""

    scenario: str
    title: str
    lead: str
    comments: list[Comment]


class RuleText(Struct, frozen=True):
    """A rule in plain words; the source of what the rulebook does not state in full, or nothing."""

    id: str
    title: str
    text: str
    source: str


class RuleChapter(Struct, frozen=True):
    """A chapter of the rulebook, with what it is about."""

    number: str
    title: str
    introduction: str
    rules: list[RuleText]


class Segment(Struct, frozen=True):
    """A phase of a turn: what it is called, by which rule, and whose it is (empty: everybody's)."""

    title: str
    rule: str
    side: str


class TurnPart(Struct, frozen=True):
    """Phases that are one step of a turn. `is_before`: played once, before the first turn."""

    title: str
    is_before: bool
    segments: list[Segment]


class ExampleInfo(Struct, frozen=True):
    """An example of rules: a position with actions and what comes of them. `refuses` are rules that forbid something
    in it."""

    id: str
    title: str
    rules: list[str]
    refuses: list[str]


class Book(Struct, frozen=True):
    """What stands in a rulebook beside its rules: the sequence of play, words that a rule explains, and examples."""

    sequence: list[TurnPart]
    terms: dict[str, str]
    examples: list[ExampleInfo]


class Remark(Struct, frozen=True):
    """Something that holds at a moment of an example; `reason` is why something may not be done."""

    kind: Literal["may", "may-not", "chance", "is", "is-not", "hidden"]
    text: str
    rule: str
    reason: str
    units: list[str]
    hexes: list[str]


class ExampleStep(Struct, frozen=True, kw_only=True):
    """A moment of an example: what was done, what happened, what is asked now, and what holds then.

    It is shown as `side` sees it; `scene` is what differs from the step before. `lit` are the places that it is about,
    each the name of a hex. `can_try`: one can play on from here.
    """

    side: str
    actor: str
    action: str
    notes: list[str]
    events: list[GameEvent]
    question: str
    rule: str
    remarks: list[Remark]
    scene: Change
    lit: list[str]
    can_try: bool


class Example(Struct, frozen=True, kw_only=True):
    """An example of rules, step by step. `hexes` are those that it is about; counters far from them are left out."""

    id: str
    title: str
    note: str
    rules: list[str]
    scenario: str
    hexes: list[str]
    scene: Scene
    steps: list[ExampleStep]


# --- tables -------------------------------------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """Who sits for a side: `human` or the name of a computer player. `name` is how a person wants to be called."""

    side: str
    player: str
    connected: bool
    name: str


class Created(Struct, frozen=True):
    """A new table with the tokens of the maker's seats, and one to watch with. `invites` are for the other people: each
    is used once and turns into a token that only whoever claims the seat has. `origin` is the table whose sealed save
    it goes on from: the tokens that other people have there open their seats here."""

    id: str
    tokens: dict[str, str]
    spectator: str
    invites: dict[str, str] = {}
    origin: str = ""


class Claimed(Struct, frozen=True):
    """A seat that was claimed: the side, and the token that opens it from now on."""

    side: str
    token: str


class Renewed(Struct, frozen=True):
    """An invite in the place of one that is withdrawn."""

    side: str
    invite: str


class LobbySeat(Struct, frozen=True):
    """A seat before the game begins. `promise` is the hash of the number that it puts into the dice; the number is
    told when all have promised."""

    side: str
    player: str
    is_claimed: bool
    promise: str
    number: str
    name: str


class Lobby(Struct, frozen=True, kw_only=True):
    """A table between people before its dice are made of the numbers of all; `part` is the commitment to the server's.

    `key` is the public key with which this server signs records.
    """

    id: str
    game: str
    scenario: str
    seat: str | None
    seats: list[LobbySeat]
    part: str
    key: str
    has_begun: bool
    hints: bool = False


class DiceInfo(Struct, frozen=True):
    """Of what the dice are made: `server`, `joint` (of the server's part and the numbers of all people), `chosen` by
    whoever set the table up, or `sandbox`, where something is tried out and nothing counts. `part` is the commitment to
    the server's part."""

    kind: str
    part: str
    promises: dict[str, str]
    numbers: dict[str, str]


class ClockInfo(Struct, frozen=True, kw_only=True):
    """What clocks show when this is said: the seconds that each person has left, below 0 when time is over, and whose
    clock runs; it begins to fall after the `grace`, which is what is left of the increment. `late` is the side whose
    time is over, if there is one; the rest is as the table was made."""

    kind: Literal["total", "days"]
    seconds: int
    increment: int
    left: dict[str, float]
    running: str | None
    grace: float
    late: str | None


class Standing(Struct, frozen=True, kw_only=True):
    """What may change at a table.

    `seq` counts the entries of its record, `step` the actions of the game, both as the side counts them: what another
    does in secret has no number while the game runs. `events` are those from number `since`
    on: later ones that a client has from before were taken back. The seed is told once the game is over, or from the
    start if it was chosen and several people play. `head` is the hash of the record up to `seq`, signed by the server.
    `secret` tells those who do not decide what is being done in secret.
    `waiting_for` are seats of an imported game whose people have not come back yet; nobody can act before.
    """

    seats: list[SeatInfo]
    seq: int
    step: int
    seed: str | None
    deciding: str | None
    thinking: str | None
    secret: str
    since: int
    events: list[GameEvent]
    can_undo: bool
    can_redo: bool
    undo_asked_by: str | None
    waiting_for: list[str]
    outcome: Outcome | None
    clock: ClockInfo | None
    head: str
    signature: str


class TableState(Standing, frozen=True, kw_only=True):
    """A table as one seat may see it; a seat of null is a spectator. The decision is for the side that takes it.

    `overlay` are the corrections with which it is played, `key` is the public key with which this server signs.
    `has_hints`: the seat may ask what the computer would do.
    """

    id: str
    game: str
    overlay: Overlay | None
    scenario: str
    options: dict[str, Any]
    seat: str | None
    undo: UndoPolicy
    commitment: str
    dice: DiceInfo
    key: str
    decision: Decision | None
    scene: Scene | None
    has_hints: bool = False


class TableChange(Standing, frozen=True, kw_only=True):
    """What has changed for one seat since the table had `base` entries, or steps where it looks back.

    The scene of then is changed by each event that says so, in their order, and by `scene` at last. `more` are the
    events after the first few. Each is told as it differs from one before it, how many places back that is and what
    changes, or else whole; its number is that after the last one, and its `scene` stands as it is. What changes in the
    same places as something told before is told by the number of that shape, and what stands in them.
    """

    base: int
    more: list[list[Any] | Change]
    decision: PackedDecision | None
    scene: Change


class Wish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends. Fields with a default can be left out."""


class NewClock(Wish, frozen=True, kw_only=True):
    """How much time each person has: `total` for the game, of which a move gives back what it took up to the
    `increment`, or `days` for each move, which begins anew with each. All in seconds; `days` need not be whole."""

    kind: Literal["total", "days"]
    seconds: Annotated[int, Meta(ge=1, le=31_536_000)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class NewTable(Wish, frozen=True, kw_only=True):
    """What somebody wants to play. `overlay` names corrections of this server: empty for none, null for the usual.

    `invites` are the sides of other people: the game begins when they have claimed their seats and everybody has put a
    number into the dice. A seed can be chosen only where nobody is invited. `hints`: people may ask what the computer
    would do though several play; who plays alone always may.
    """

    game: Word
    overlay: Word | None = None
    scenario: Word | None = None
    options: Annotated[dict[Word, Any], Meta(max_length=100)] = {}
    seats: Annotated[dict[Word, Word], Meta(max_length=100)] = {}
    invites: Annotated[list[Word], Meta(max_length=100)] = []
    seed: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    undo: UndoPolicy = "free"
    clock: NewClock | None = None
    hints: bool = False


class Invite(Wish, frozen=True, kw_only=True):
    """An invite to a seat."""

    invite: Word


class Claim(Invite, frozen=True, kw_only=True):
    """An invite to a seat. Who sends a secret with it, 128 bits of chance, is answered the same if he asks again,
    because the answer was lost."""

    secret: Annotated[str, Meta(min_length=20, max_length=200)] | None = None


class Promise(Wish, frozen=True, kw_only=True):
    """The SHA-256 of a number for the dice."""

    promise: Digits


class DiceNumber(Wish, frozen=True, kw_only=True):
    """A number for the dice, as 64 hexadecimal digits; its SHA-256 (of the text) has been promised."""

    number: Digits


class Following(Wish, frozen=True, kw_only=True):
    """Something on top of the record as the client knows it: so many entries and events.

    A client that has the scene of then (`follows`) is answered with what has changed since.
    """

    seq: Count
    since: Count | None = None
    follows: bool = False


class NewAction(Following, frozen=True, kw_only=True):
    """An action. With `through`, questions after it that leave one place alone are answered too."""

    verb: Word
    arg: Word | None = None
    through: bool = False


class Turn(Following, frozen=True, kw_only=True):
    """Undo, redo or resign; `agree` answers a plea for undo."""

    agree: bool | None = None


class Flag(Following, frozen=True, kw_only=True):
    """What is chosen when another side is out of time: to claim the game, or to let it go on."""

    claim: bool


class Choose(Wish, frozen=True, kw_only=True):
    """An action that is named."""

    verb: Word
    arg: Word | None = None


class Question(Choose, frozen=True, kw_only=True):
    """An action to be explained, as it would be `after` others: first a unit, then where it goes."""

    after: Annotated[tuple[Choose, ...], Meta(max_length=4)] = ()


class Choices(Wish, frozen=True, kw_only=True):
    """Options of the decision of which one wants to know where they lead."""

    choices: Annotated[tuple[Choose, ...], Meta(min_length=1, max_length=8)]


class Amounts(Wish, frozen=True, kw_only=True):
    """A verb that asks for a number."""

    verb: Word


class NewOrder(Following, frozen=True, kw_only=True):
    """Actions that belong together: each is taken by itself, and all of them are taken back at once."""

    actions: Annotated[tuple[Choose, ...], Meta(min_length=1, max_length=1000)]


class Destination(Wish, frozen=True, kw_only=True):
    """Units that are to go towards a hex."""

    units: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=1000)]
    hex: Word


class Moment(Wish, frozen=True, kw_only=True):
    """A moment to try something out at: a step of a table or of an example; null is now, or the last one."""

    step: Count | None = None


class PlannedAction(Struct, frozen=True):
    """An action of a plan."""

    verb: str
    arg: str | None


class Marched(Struct, frozen=True):
    """Where a unit would end, and the hexes of its way there as far as the game foresees them."""

    unit: str
    start: str
    end: str
    way: list[str] = []


class Stays(Struct, frozen=True):
    """A unit that would stay, by a ruling; without one it comes no nearer."""

    unit: str
    ruling: Ruling | None


class Attempt(Struct, frozen=True):
    """A way to go on that was tried in imagined games: about its chance to win, and in how many."""

    words: str
    chance: float
    worlds: int
    is_chosen: bool


class Hint(Struct, frozen=True):
    """What the computer would do in one's place, from what one's side knows, and what it tried."""

    verb: str
    arg: str | None
    label: str
    tried: list[Attempt]


class Thought(Struct, frozen=True):
    """What a computer tried before an action of its own (`computer`), or for somebody who asked (`hint`)."""

    step: int
    side: str
    kind: str
    about: str
    tried: list[Attempt]


class MarchPlan(Struct, frozen=True):
    """How units would go towards a hex: the actions to be taken, and what comes of them."""

    actions: list[PlannedAction]
    ends: list[Marched]
    stays: list[Stays]


class FormationInfo(Struct, frozen=True):
    """Units that may be ordered together; `leader` is the one by which they are chosen.

    `strength` is what it fights with, such as attack and defence, `lost` how many of its own units are gone, and
    `place` the one on the map to which it is near.
    """

    id: str
    title: str
    units: list[str]
    leader: str
    within: str
    strength: tuple[int, ...]
    lost: int
    place: str


class NewCall(Wish, frozen=True, kw_only=True):
    """Where somebody wants to be called when it is his move: an address as Apprise has it, or a plain one for mail."""

    address: Annotated[str, Meta(min_length=3, max_length=500)]


class CallInfo(Struct, frozen=True):
    """By which service somebody is called, and why that has not worked last, if it has not."""

    service: str
    problem: str


class CallOffer(Struct, frozen=True, kw_only=True):
    """The services by which this server calls people, whether a plain mail address will do, and how one is called."""

    services: list[str]
    has_mail: bool
    current: CallInfo | None


class CallTry(Struct, frozen=True):
    """Whether a message was sent, or why not."""

    is_sent: bool
    problem: str


class OwnSeat(Wish, frozen=True, kw_only=True):
    """A table, and a token that opens a seat there."""

    table: Annotated[str, Meta(max_length=64)]
    token: Word


class OwnSeats(Wish, frozen=True, kw_only=True):
    """The seats of one person."""

    seats: Annotated[tuple[OwnSeat, ...], Meta(max_length=100)]


class Brief(Struct, frozen=True, kw_only=True):
    """How a table stands for a seat, for a list of games.

    `stage`: it waits for people (`gathering`), is played (`running`) or `over`; the token opens nothing (`gone`), it is
    played with other data than are here (`apart`), or cannot be read now (`away`). `moved` is when something happened
    last, in seconds since 1970, as far as the seat has seen it; `progress` goes from 0 to 1;
    `until` is when the time of the side that is to decide will be over, if it has a clock.
    """

    table: str
    stage: Literal["gathering", "running", "over", "gone", "apart", "away"]
    side: str | None = None
    game: str = ""
    scenario: str = ""
    overlay: str = ""
    heading: str = ""
    progress: float = 0.0
    moved: float = 0.0
    deciding: str | None = None
    thinking: str | None = None
    asked_by: str | None = None
    waiting_for: list[str] = []
    outcome: Outcome | None = None
    seats: list[SeatInfo] = []
    until: float | None = None


Emote = Literal["applause", "cheer", "gasp", "laugh", "wonder", "salute"]
"""What everybody at a table may show, spectators too."""


class NewTalk(Wish, frozen=True, kw_only=True):
    """Something to say at a table: words, which are for those who play, or an emote."""

    text: Annotated[str, Meta(min_length=1, max_length=280)] | None = None
    emote: Emote | None = None


class NewName(Wish, frozen=True, kw_only=True):
    """How a person wants to be called; empty for no name."""

    name: Annotated[str, Meta(max_length=24)]


class TalkLine(Struct, frozen=True, kw_only=True):
    """Something that was said at a table: `chat` with its words, or `emote` with its name. It is no part of the game.

    `side` is null for spectators, `name` is that of the person as it was then, and `at` is in seconds since 1970.
    """

    number: int
    kind: Literal["chat", "emote"]
    side: str | None
    name: str
    text: str
    at: float


class NewShare(Wish, frozen=True, kw_only=True):
    """Formations of one's side that somebody is to lead."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    formations: Annotated[tuple[Word, ...], Meta(max_length=200)]


class ShareInfo(Struct, frozen=True, kw_only=True):
    """A person who shares the side: his formations, what they are called, and their units as they are now."""

    name: str
    formations: list[str]
    titles: list[str]
    units: list[str]
    is_mine: bool


class Ahead(Struct, frozen=True):
    """What the side would be asked next after an option; nothing where chance or somebody else comes first."""

    decision: Decision | None


class Breakpoint(Struct, frozen=True):
    """An amount from which on something else comes of it, and what that is in a few words."""

    amount: int
    words: list[str]


class WhyNot(Struct, frozen=True):
    """The ruling against an action; none when it is offered."""

    ruling: Ruling | None


class Forecast(Struct, frozen=True):
    """What an action would bring; nothing when there is nothing to say."""

    preview: Preview | None


class Seen(Struct, frozen=True):
    """The answer to a look from one hex to another; nothing when there is nothing to say."""

    sight: Sight | None


class Refusal(Struct, frozen=True):
    """A request that was not granted. `error` is a word for programs, `message` a sentence for people."""

    error: str
    message: str
    ruling: Ruling | None = None
    state: TableState | None = None


class ReplayStep(Struct, frozen=True):
    """An action of the record; its words are empty where they may be a secret."""

    step: int
    side: str
    text: str
    label: str
    landmark: str


class LandmarkInfo(Struct, frozen=True):
    """A named moment."""

    name: str
    step: int


class History(Struct, frozen=True):
    """The actions of a table, and its named moments. Steps up to `first` cannot be shown."""

    steps: list[ReplayStep]
    landmarks: list[LandmarkInfo]
    first: int = 0


class PositionText(Struct, frozen=True):
    """A position as text, with everything hidden drawn anew."""

    text: str


class NewToken(Struct, frozen=True):
    """The token that a seat has from now on."""

    token: str


class Health(Struct, frozen=True):
    """Whether the server works."""

    status: str
    version: str


# --- messages on a socket -----------------------------------------------------------------------------------------


class Hello(Struct, frozen=True, kw_only=True):
    """The first message of a client on a socket: who it is, how many events it knows and, if it has the table, of which
    entry. It is sent the whole table with all events, unless it has it as it is: then only the events it lacks."""

    token: Annotated[str, Meta(max_length=200)]
    since: Count = 0
    seq: Count | None = None


class Looking(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A client says whether its page lies in sight: somebody who looks elsewhere may want to be called."""

    looking: bool


class StateMessage(Struct, frozen=True, tag_field="type", tag="state"):
    """The whole table."""

    state: TableState


class ChangeMessage(Struct, frozen=True, tag_field="type", tag="change"):
    """The table has changed."""

    change: TableChange


class SeatsMessage(Struct, frozen=True, tag_field="type", tag="seats"):
    """Somebody has come or gone."""

    seats: list[SeatInfo]


class ThinkingMessage(Struct, frozen=True, tag_field="type", tag="thinking"):
    """A computer player is still thinking; it has taken so many decisions since its turn came that others can see."""

    side: str
    player: str
    decisions: int


class TalkMessage(Struct, frozen=True, tag_field="type", tag="talk"):
    """Somebody has said something."""

    line: TalkLine


class ClosedMessage(Struct, frozen=True, tag_field="type", tag="closed"):
    """The last message on a socket."""

    reason: str


LiveMessage = StateMessage | ChangeMessage | SeatsMessage | ThinkingMessage | TalkMessage | ClosedMessage
"""What the server says on a socket."""
Frame = Hello | Looking | LiveMessage
"""Everything that is said on a socket."""

encode = msgspec.json.Encoder().encode
"""Any message as JSON."""
