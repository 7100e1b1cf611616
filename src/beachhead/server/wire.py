"""Every message of the API. `web/src/wire.ts` says the same for the browser."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from beachhead.display import Comment, Scene

Word = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
UndoPolicy = Literal["free", "ask", "off"]

# --- decisions, rulings, previews ---------------------------------------------------------------------------------


class Verb(Struct, frozen=True):
    """A verb of a decision with its arguments; `kind` says what they are.

    `role` is `back`, `confirm`, `attack`, `turn` (the words are directions that the unit in question can face),
    `flip` (it turns over the unit in question, or the one named; words are how it lies then), or empty.
    """

    kind: str
    label: str
    role: str
    args: list[str | None]


class Decision(Struct, frozen=True):
    """What the game waits for, with printed names."""

    side: str
    prompt: str
    rule: str
    about: dict[str, Any]
    options: dict[str, Verb]


class Ruling(Struct, frozen=True):
    """Why something is not allowed, and what the reason points at."""

    rule: str
    sentence: str
    units: list[str]
    hexes: list[str]


class Modifier(Struct, frozen=True):
    """A change to a strength, a column or a die."""

    rule: str
    text: str
    value: int


class Preview(Struct, frozen=True):
    """What an action would bring; `hexes` are those in reach then, `units` those that would take part."""

    rule: str
    figures: dict[str, str | int]
    modifiers: list[Modifier]
    results: dict[str, float]
    hexes: list[str] = []
    units: list[str] = []


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


GameEvent = dict[str, Any]
"""Something that happened: `number`, `step`, `kind`, `sign`, `rule`, `text`, its data, and a `card` if there is a
picture."""

# --- games --------------------------------------------------------------------------------------------------------


class ScenarioInfo(Struct, frozen=True):
    """A scenario and the sides that decide in it when no option changes them."""

    id: str
    title: str
    summary: str
    turns: int
    minutes: int
    seats: list[str]


class OptionInfo(Struct, frozen=True):
    """An option that a match may set; `seats` are the sides that decide if it is on and changes them, else none."""

    id: str
    title: str
    rule: str
    default: Any
    choices: list[Any]
    seats: list[str]


class GameInfo(Struct, frozen=True):
    """A game that can be played here; `players` are its computer players, best first.

    `course` is the scenario of its guided game and `sample` the title of its sample game, if it has them. `has_sight`:
    it can be asked about lines of sight.
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


class SampleInfo(Struct, frozen=True):
    """A sample game: what it is about, and the comments on its steps."""

    scenario: str
    title: str
    lead: str
    comments: list[Comment]


class RuleText(Struct, frozen=True):
    """A rule in plain words."""

    id: str
    title: str
    text: str


# --- tables -------------------------------------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """Who sits for a side: `human` or the name of a computer player."""

    side: str
    player: str
    connected: bool


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to play."""

    game: Word
    scenario: Word | None = None
    options: Annotated[dict[Word, Any], Meta(max_length=100)] = {}
    seats: Annotated[dict[Word, Word], Meta(max_length=100)] = {}
    seed: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    undo: UndoPolicy = "free"


class Created(Struct, frozen=True):
    """A new table with the tokens of its seats, and one to watch with."""

    id: str
    tokens: dict[str, str]
    spectator: str


class TableState(Struct, frozen=True, kw_only=True):
    """A table as one seat may see it.

    `events` are those from number `since` on: later ones that a client has from before were taken back.
    """

    id: str
    game: str
    scenario: str
    options: dict[str, Any]
    seat: str | None
    seats: list[SeatInfo]
    undo: UndoPolicy
    seq: int
    step: int
    commitment: str
    seed: str | None
    deciding: str | None
    decision: Decision | None
    thinking: str | None
    scene: Scene | None
    view: Any
    since: int
    events: list[GameEvent]
    can_undo: bool
    can_redo: bool
    undo_asked_by: str | None
    waiting_for: list[str]
    """Seats of an imported game whose people have not come back yet; nobody can act before."""
    outcome: Outcome | None


class NewAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action on top of the record as the client knows it."""

    seq: Count
    verb: Word
    arg: Word | None = None
    since: Count | None = None


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action to be explained."""

    verb: Word
    arg: Word | None = None


class Turn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Undo, redo or resign on top of the record as the client knows it; `agree` answers a plea for undo."""

    seq: Count
    agree: bool | None = None
    since: Count | None = None


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


class Hello(Struct, frozen=True, kw_only=True):
    """The first message of a client on a socket."""

    token: Annotated[str, Meta(max_length=200)]
    since: Count = 0


# --- messages on a socket -----------------------------------------------------------------------------------------


class StateMessage(Struct, frozen=True, tag_field="type", tag="state"):
    """The table has changed."""

    state: TableState


class SeatsMessage(Struct, frozen=True, tag_field="type", tag="seats"):
    """Somebody has come or gone."""

    seats: list[SeatInfo]


class ThinkingMessage(Struct, frozen=True, tag_field="type", tag="thinking"):
    """A computer player is still thinking; it has taken so many decisions since its turn came."""

    side: str
    player: str
    decisions: int


class ClosedMessage(Struct, frozen=True, tag_field="type", tag="closed"):
    """The last message on a socket."""

    reason: str


LiveMessage = StateMessage | SeatsMessage | ThinkingMessage | ClosedMessage

encode = msgspec.json.Encoder().encode
"""Any message as JSON."""
