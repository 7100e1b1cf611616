"""The paths of the API. Each says what it takes and gives, which is where the OpenAPI document comes from."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, Router, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import SecurityRequirement
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from beachhead.display import Course, Day, Layout, Overview, Summary
from beachhead.server import lobby, sharing, wire
from beachhead.server.ahead import ahead, breakpoints, next_questions
from beachhead.server.bots import BotRoom, told_tries
from beachhead.server.calls import Calls
from beachhead.server.errors import Forbidden, NotFound
from beachhead.server.examples import book_of, example_match, example_of
from beachhead.server.exports import arrive, export, seeds_behind
from beachhead.server.fans import Fan, FanRoom
from beachhead.server.gamelist import course_of, game_list, layout_file, rulebook, sample_of, sample_save
from beachhead.server.live import Live
from beachhead.server.mine import Mine
from beachhead.server.news import Answer
from beachhead.server.openapi import TakesSave
from beachhead.server.plans import formations_of, plan_march
from beachhead.server.replay import change_then, history, state_then
from beachhead.server.report import Report, table_report
from beachhead.server.sandbox import imagined, sandbox
from beachhead.server.settings import IMPORT_BYTES
from beachhead.server.shelf import NONE
from beachhead.server.sight import explain, forecast, look, overview, position_text, table_view
from beachhead.server.statics import send_file
from beachhead.server.summary import calendar_of, summary
from beachhead.server.table import GameTable
from beachhead.server.tables import TableHost
from beachhead.server.talk import Talk

Id = Annotated[str, PathParameter(max_length=64, description="The id of a table.")]
GameId = Annotated[str, PathParameter(max_length=200, description="The id of a game.")]
ExampleId = Annotated[str, PathParameter(max_length=200, description="An example of the game.")]
LensName = Annotated[str, PathParameter(max_length=64, description="A lens of the game.")]
PersonName = Annotated[str, PathParameter(max_length=40, description="Somebody who shares the side.")]
SideName = Annotated[str, PathParameter(max_length=200, description="A side, or `spectator`.")]
StepNumber = Annotated[int, PathParameter(ge=0, le=2**31 - 1)]
HexName = Annotated[str, QueryParameter(max_length=200, description="The printed name of a hex.")]
PlaceName = Annotated[str | None, QueryParameter(max_length=200, description="The printed name of a hex.")]
UnitName = Annotated[str | None, QueryParameter(max_length=200, description="The printed name of a unit.")]
OverlayName = Annotated[
    str | None,
    QueryParameter(max_length=200, description="Corrections of this server; empty for none."),
]
Number = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
BaseStep = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1, description="A step that the client has.")]
Host = NamedDependency[TableHost]
Token = NamedDependency[str | None]
AnyRequest = Request[Any, Any, State]

WORDS = {
    400: "The request is malformed.",
    401: "No token, or one that opens nothing here.",
    403: "The token is not good for this.",
    404: "There is no such thing.",
    409: "The table is not as the client thinks; the answer has the fresh state.",
    413: "The body is too big.",
    422: "Against the rules; the answer has the ruling.",
    429: "Too many requests.",
    503: "The database does not answer.",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a path, for the OpenAPI document."""
    return {
        status: ResponseSpec(data_container=wire.Refusal, description=WORDS[status], generate_examples=False)
        for status in (*statuses, 429)
    }


SEATED = (400, 401, 404, 409, 503)
ACTING = (*SEATED, 403, 413, 422)
BEARER: list[SecurityRequirement] = [{"seat": []}]

acting = partial(post, status_code=200, responses=refusals(*ACTING), security=BEARER)
looking = partial(get, responses=refusals(*SEATED), security=BEARER)


def provide_host(state: State) -> TableHost:
    """The host of all tables."""
    host: Host = state.host
    return host


def provide_token(request: AnyRequest) -> str | None:
    """The bearer's token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= 200 else None


# --- games --------------------------------------------------------------------------------------------------------


@get("/games", summary="The games", responses=refusals(), sync_to_thread=True)
def games(host: Host) -> list[wire.GameInfo]:
    """Every game that can be played here."""
    return game_list(host.shelf)


@get(
    "/games/{game_id:str}/layout",
    summary="The printed sheet",
    responses=refusals(400, 404),
    sync_to_thread=True,
    opt={"is_packed": True},
)
def layout(game_id: GameId, host: Host, request: AnyRequest, overlay: OverlayName = None) -> Response[Layout]:
    """The sheet of a game; it never changes while the server runs."""
    return cast("Response[Layout]", send_file(layout_file(host.shelf.game(game_id, overlay)), request))


@get("/games/{game_id:str}/rules", summary="The rulebook", responses=refusals(400, 404), sync_to_thread=True)
def rules(game_id: GameId, host: Host, overlay: OverlayName = None) -> list[wire.RuleChapter]:
    """Every rule of a game in plain words, by chapters."""
    return rulebook(host.shelf.game(game_id, overlay))


@get("/games/{game_id:str}/book", summary="Beside the rules", responses=refusals(400, 404))
async def book(game_id: GameId, host: Host) -> wire.Book:
    """The sequence of play, the words that a rule explains, and which rules have examples."""
    return await host.slowly(book_of, host.shelf.game(game_id, NONE))


@get("/games/{game_id:str}/examples/{example_id:str}", summary="An example", responses=refusals(400, 404))
async def example(game_id: GameId, example_id: ExampleId, host: Host) -> wire.Example:
    """An example of rules, step by step: what lies on the map, what is done, and what follows from it."""
    return await host.slowly(example_of, host.shelf.game(game_id, NONE), example_id)


@post(
    "/games/{game_id:str}/examples/{example_id:str}/sandbox",
    summary="Try an example",
    responses=refusals(400, 404, 413, 422, 503),
)
async def try_example(game_id: GameId, example_id: ExampleId, data: JSONBody[wire.Moment], host: Host) -> wire.Created:
    """A table that goes on from a step of an example and never counts; all seats are yours."""
    match = await host.slowly(example_match, host.shelf.game(game_id, NONE), example_id, data.step)
    arrival = await host.slowly(sandbox, match)
    return await host.add(arrival.row, arrival.players)


@get("/games/{game_id:str}/course", summary="The guided game", responses=refusals(400, 404), sync_to_thread=True)
def course(game_id: GameId, host: Host, overlay: OverlayName = None) -> Course:
    """What to say to a newcomer beside the first turns of a game."""
    found = course_of(host.shelf.game(game_id, overlay))
    if found is None:
        raise NotFound("This game has no guided game.", error="no_course")
    return found


@get("/games/{game_id:str}/sample", summary="The sample game", responses=refusals(400, 404), sync_to_thread=True)
def sample(game_id: GameId, host: Host, overlay: OverlayName = None) -> wire.SampleInfo:
    """A game with comments, to watch."""
    found = sample_of(host.shelf.game(game_id, overlay))
    if found is None:
        raise NotFound("This game has no sample to watch.", error="no_sample")
    return wire.SampleInfo(found.scenario, found.title, found.lead, found.comments)


@post("/games/{game_id:str}/sample", summary="Watch the sample game", responses=refusals(400, 404, 503))
async def watch_sample(game_id: GameId, host: Host, state: State) -> wire.Created:
    """Put the sample game on a table of its own."""
    data = await host.in_thread(sample_save, host.shelf.game(game_id))
    arrival = await host.slowly(arrive, data, state.sealer, host.shelf)
    return await host.add(arrival.row, arrival.players, arrival.kept)


@post("/mine", status_code=200, summary="My games", responses=refusals(400, 413, 503))
async def my_games(data: JSONBody[wire.OwnSeats], state: State) -> list[wire.Brief]:
    """How tables stand for whoever holds these tokens, in their order; a seat that is not good any more is `gone`."""
    mine: Mine = state.mine
    return await mine.briefs(data.seats)


# --- tables -------------------------------------------------------------------------------------------------------


@post("/tables", summary="A new table", responses=refusals(400, 404, 413, 422, 503))
async def new_table(data: JSONBody[wire.NewTable], host: Host) -> wire.Created:
    """Set up a game; with no seats named you take the first side and the computer the rest."""
    return await host.create(data)


@post(
    "/tables/{table_id:str}/claim",
    status_code=200,
    summary="Claim a seat",
    responses=refusals(400, 401, 404, 413, 503),
)
async def claim_seat(table_id: Id, data: JSONBody[wire.Claim], host: Host) -> wire.Claimed:
    """Take the seat of an invite. It works once: the token in the answer opens the seat from then on."""
    return await lobby.claim(host, table_id, data)


@acting("/tables/{table_id:str}/renew", summary="Withdraw an invite")
async def renew_invite(table_id: Id, data: JSONBody[wire.Invite], host: Host, token: Token) -> wire.Renewed:
    """Another invite in the place of one that nobody has claimed, and that opens nothing from then on."""
    return await lobby.renew(host, table_id, token, data)


@looking("/tables/{table_id:str}/lobby", summary="Before it begins")
async def table_lobby(table_id: Id, host: Host, token: Token) -> wire.Lobby:
    """Who has come, and whose number is in the dice."""
    return await lobby.lobby(host, table_id, token)


@acting("/tables/{table_id:str}/promise", summary="Promise a number")
async def promise_number(table_id: Id, data: JSONBody[wire.Promise], host: Host, token: Token) -> wire.Lobby:
    """Commit to a number for the dice before any other is known."""
    return await lobby.promise(host, table_id, token, data)


@acting("/tables/{table_id:str}/number", summary="Tell the number")
async def tell_number(table_id: Id, data: JSONBody[wire.DiceNumber], host: Host, token: Token) -> wire.Lobby:
    """Put the number into the dice; the last one begins the game."""
    return await lobby.tell(host, table_id, token, data)


@looking("/tables/{table_id:str}", summary="The table now")
async def table_now(table_id: Id, host: Host, token: Token, since: Number = 0) -> wire.TableState:
    """The table as the bearer may see it, with the events from number `since` on."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.state_of(found, sitting.side, found.since(sitting.side, since))


@acting("/tables/{table_id:str}/actions", summary="Act")
async def act(table_id: Id, data: JSONBody[wire.NewAction], host: Host, token: Token) -> Answer:
    """Take an action. It is answered when it has been committed."""
    return await host.act(table_id, token, data)


@acting("/tables/{table_id:str}/orders", summary="Act together")
async def order(table_id: Id, data: JSONBody[wire.NewOrder], host: Host, token: Token) -> Answer:
    """Take actions that belong together, such as those of a plan. They are taken back together too."""
    return await host.order(table_id, token, data)


@acting("/tables/{table_id:str}/plan", summary="How many would march")
async def plan(table_id: Id, data: JSONBody[wire.Destination], host: Host, token: Token) -> wire.MarchPlan:
    """The actions by which units of the side that is to decide would go towards a hex, for that side alone."""
    async with host.seated(table_id, token) as (found, sitting):
        found.must_decide(sitting.side)
        return await host.in_thread(plan_march, found, data)


@looking("/tables/{table_id:str}/formations", summary="Who goes together")
async def formations(table_id: Id, host: Host, token: Token) -> list[wire.FormationInfo]:
    """Units that may be ordered together, as the bearer knows them; none in games where each is moved alone."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.in_thread(formations_of, found, sitting.side)


@acting("/tables/{table_id:str}/why", summary="Why not?")
async def why(table_id: Id, data: JSONBody[wire.Question], host: Host, token: Token) -> wire.WhyNot:
    """Why the side that is to decide may not take an action, for that side alone."""
    async with host.seated(table_id, token) as (found, sitting):
        side = found.must_decide(sitting.side)
        return await host.in_thread(_explain, found, side, data)


def _explain(table: GameTable, side: str, data: wire.Question) -> wire.WhyNot:
    return explain(table, ahead(table, data.after), side, table.action(data.verb, data.arg))


@post(
    "/tables/{table_id:str}/preview", status_code=200, summary="What if?", responses=refusals(*ACTING), security=BEARER
)
async def preview(table_id: Id, data: JSONBody[wire.Question], host: Host, token: Token) -> wire.Forecast:
    """What an action of the side that is to decide would bring, for that side alone."""
    async with host.seated(table_id, token) as (found, sitting):
        found.must_decide(sitting.side)
        return await host.in_thread(_forecast, found, data)


def _forecast(table: GameTable, data: wire.Question) -> wire.Forecast:
    return forecast(ahead(table, data.after), table.action(data.verb, data.arg))


@acting("/tables/{table_id:str}/ahead", summary="And then?")
async def look_ahead(table_id: Id, data: JSONBody[wire.Choices], host: Host, token: Token) -> list[wire.Ahead]:
    """What the side that is to decide would be asked next after some of its options, for that side alone."""
    async with host.seated(table_id, token) as (found, sitting):
        found.must_decide(sitting.side)
        return await host.in_thread(next_questions, found, data.choices)


@acting("/tables/{table_id:str}/breakpoints", summary="From which amount on?")
async def amounts(table_id: Id, data: JSONBody[wire.Amounts], host: Host, token: Token) -> list[wire.Breakpoint]:
    """The amounts from which on an option with a number brings something else, for the side that is to decide."""
    async with host.seated(table_id, token) as (found, sitting):
        found.must_decide(sitting.side)
        return await host.slowly(breakpoints, found, data.verb)


@acting("/tables/{table_id:str}/rest", summary="The rest for me")
async def rest(table_id: Id, data: JSONBody[wire.Turn], host: Host, token: Token) -> Answer:
    """Let the computer take what is left of this part of the turn. It is taken back as one."""
    return await host.rest(table_id, token, data)


@get("/tables/{table_id:str}/sight", summary="Line of sight", responses=refusals(*SEATED, 422), security=BEARER)
async def line_of_sight(
    table_id: Id, host: Host, token: Token, here: HexName, there: HexName, unit: UnitName = None
) -> wire.Seen:
    """Whether one hex is seen from another, or hit by a unit in it; for everybody at the table, at any time."""
    async with host.seated(table_id, token) as (found, _):
        return await host.in_thread(look, found, here, there, unit)


@get(
    "/tables/{table_id:str}/lenses/{lens:str}",
    summary="Through a lens",
    responses=refusals(*SEATED, 422),
    security=BEARER,
)
async def through_lens(
    table_id: Id, lens: LensName, host: Host, token: Token, unit: UnitName = None, place: PlaceName = None
) -> Overview:
    """The whole map looked at for one thing, or a place on it, as the bearer knows it."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.in_thread(overview, found, sitting.side, lens, unit, place)


@looking("/tables/{table_id:str}/summary", summary="Since you last played")
async def since_then(table_id: Id, host: Host, token: Token, since: BaseStep = None) -> Summary:
    """What happened since a step, as the bearer knows it; without one since the turn before this one began."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.slowly(summary, found, sitting.side, since)


@looking("/tables/{table_id:str}/calendar", summary="Who comes when")
async def expected(table_id: Id, host: Host, token: Token) -> list[Day]:
    """Who comes to the map in each turn from now on, as the bearer knows it."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.in_thread(calendar_of, found, sitting.side)


@acting("/tables/{table_id:str}/undo", summary="Take back")
async def undo(table_id: Id, data: JSONBody[wire.Turn], host: Host, token: Token) -> Answer:
    """Take the last action back, ask for it, or answer one who asks."""
    return await host.undo(table_id, token, data)


@post(
    "/tables/{table_id:str}/redo", status_code=200, summary="Take again", responses=refusals(*ACTING), security=BEARER
)
async def redo(table_id: Id, data: JSONBody[wire.Turn], host: Host, token: Token) -> Answer:
    """Take an action again that was taken back."""
    return await host.redo(table_id, token, data)


@acting("/tables/{table_id:str}/resign", summary="Give up")
async def resign(table_id: Id, data: JSONBody[wire.Turn], host: Host, token: Token) -> Answer:
    """Give the game up; it is over then."""
    return await host.resign(table_id, token, data)


@acting("/tables/{table_id:str}/flag", summary="Out of time")
async def flag(table_id: Id, data: JSONBody[wire.Flag], host: Host, token: Token) -> Answer:
    """Claim the game from a side that is out of time, or let it go on with its time anew."""
    return await host.flag(table_id, token, data)


@looking("/tables/{table_id:str}/log", summary="What happened")
async def event_log(table_id: Id, host: Host, token: Token, since: Number = 0) -> list[wire.GameEvent]:
    """The events that the bearer has seen, from number `since` on."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.in_thread(found.eyes(sitting.side).events, since)


@looking("/tables/{table_id:str}/history", summary="What was done")
async def table_history(table_id: Id, host: Host, token: Token) -> wire.History:
    """The actions of the game; those of others are without words until it is over."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.slowly(history, found, sitting.side)


@looking("/tables/{table_id:str}/view", summary="All that is known")
async def view(table_id: Id, host: Host, token: Token) -> Any:
    """Everything that the bearer may know of the state, as the game puts it, for programs that play."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.in_thread(table_view, found, sitting.side)


@looking("/tables/{table_id:str}/steps/{step:int}", summary="As it was")
async def table_then(
    table_id: Id, step: StepNumber, host: Host, token: Token, since: Number = 0, base: BaseStep = None
) -> Answer:
    """The table as it was after a step, as the bearer may see it; or what is different there from another step."""
    async with host.seated(table_id, token) as (found, sitting):
        if base is not None:
            return await host.slowly(change_then, found, sitting.side, base, step, since)
        connected = host.audience.connected(table_id)
        return await host.slowly(state_then, found, sitting.side, step, since, connected)


@post("/tables/{table_id:str}/sandbox", summary="Try something", responses=refusals(*ACTING), security=BEARER)
async def try_table(table_id: Id, data: JSONBody[wire.Moment], host: Host, token: Token) -> wire.Created:
    """A table that goes on from a moment of this one and never counts; what the bearer does not know is dealt anew."""
    async with host.seated(table_id, token) as (found, sitting):
        match = await host.slowly(imagined, found, sitting.side, data.step)
        overlay = found.row.overlay
    arrival = await host.slowly(sandbox, match, overlay)
    return await host.add(arrival.row, arrival.players)


@looking("/tables/{table_id:str}/position", summary="The position as text")
async def position(table_id: Id, host: Host, token: Token) -> wire.PositionText:
    """The position as people write it, with everything that is hidden from the bearer drawn anew."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.slowly(position_text, found, sitting.side)


@looking("/tables/{table_id:str}/report", summary="After action")
async def after_action(table_id: Id, host: Host, token: Token) -> Report:
    """Scores, losses and turning points of a game that is over."""
    async with host.seated(table_id, token) as (found, _):
        report = await host.slowly(table_report, found)
    thoughts = await host.thoughts(table_id)
    return msgspec.structs.replace(
        report,
        thoughts=[
            wire.Thought(row.step, row.side, row.kind, row.reasons.about, told_tries(row.reasons)) for row in thoughts
        ],
    )


@looking("/tables/{table_id:str}/fans/{step:int}", summary="How else it could have gone")
async def fan(table_id: Id, step: StepNumber, host: Host, token: Token, state: State) -> Fan:
    """A finished game played on from a step by computers, many times; what has come of it until now.

    Whoever asks first has it played; ask again until it does not run any more.
    """
    async with host.seated(table_id, token) as (found, _):
        fans: FanRoom = state.fans
        return fans.look(found, step)


@looking("/tables/{table_id:str}/save", summary="A save file")
async def save_file(table_id: Id, host: Host, token: Token, state: State) -> Response[dict[str, Any]]:
    """The save of the game; sealed while it runs."""
    async with host.seated(table_id, token) as (found, sitting):
        origin = found.row.origin if found.is_over else ""
    proofs = await seeds_behind(host, origin)
    async with host.seated(table_id, token) as (found, sitting):
        download = await host.slowly(export, found, sitting.side, state.sealer, proofs)
    headers = {"content-disposition": f'attachment; filename="{download.name}"', "cache-control": "no-store"}
    content: Any = download.body
    return Response(content, media_type="application/json", headers=headers)


@post(
    "/tables/import",
    summary="A table from a save",
    responses=refusals(400, 413, 422, 503),
    request_max_body_size=IMPORT_BYTES,
    opt={"reads": "save"},
    operation_class=TakesSave,
)
async def import_table(request: AnyRequest, host: Host, state: State) -> wire.Created:
    """Go on with a saved game, open or sealed; the body is the file."""
    arrival = await state.importer.take(await request.body())
    return await host.add(arrival.row, arrival.players, arrival.kept)


@post(
    "/tables/{table_id:str}/stop-thinking",
    status_code=204,
    summary="Hurry the computer",
    responses=refusals(*ACTING),
    security=BEARER,
)
async def stop_thinking(table_id: Id, host: Host, token: Token, state: State) -> None:
    """Make the computer that is thinking answer at once."""
    bots: BotRoom = state.bots
    async with host.seated(table_id, token) as (found, sitting):
        if sitting.side is None:
            raise Forbidden("A spectator watches and does nothing else.", error="spectator")
        bots.stop(found)


@acting("/tables/{table_id:str}/hint", summary="What would you do?")
async def hint(table_id: Id, token: Token, state: State) -> wire.Hint:
    """What the computer would do in the bearer's place, from what his side knows. It is noted that he asked."""
    bots: BotRoom = state.bots
    return await bots.advise(table_id, token)


@acting("/tables/{table_id:str}/seats/{side:str}/revoke", summary="A new token")
async def revoke(table_id: Id, side: SideName, host: Host, token: Token) -> wire.NewToken:
    """A new token for the bearer's own seat, or for spectators; the old one opens nothing any more."""
    return await host.revoke(table_id, token, side)


@acting("/tables/{table_id:str}/shares", summary="Share a side")
async def share_side(table_id: Id, data: JSONBody[wire.NewShare], host: Host, token: Token) -> wire.NewToken:
    """Give formations of the bearer's side to somebody, by a token of his own."""
    return await sharing.share(host, table_id, token, data)


@looking("/tables/{table_id:str}/shares", summary="Who shares the side")
async def sharers(table_id: Id, host: Host, token: Token) -> list[wire.ShareInfo]:
    """Who shares the bearer's side, and what each leads."""
    async with host.seated(table_id, token) as (found, sitting):
        return await host.in_thread(sharing.shares_of, found, sitting)


@acting("/tables/{table_id:str}/shares/{name:str}/end", summary="Take formations back")
async def end_share(table_id: Id, name: PersonName, host: Host, token: Token) -> list[wire.ShareInfo]:
    """Take back what somebody was given; his token opens nothing any more."""
    return await sharing.end(host, table_id, token, name)


@looking("/tables/{table_id:str}/talk", summary="What is said")
async def table_talk(table_id: Id, token: Token, state: State, since: Number = 0) -> list[wire.TalkLine]:
    """What people have said at the table, from number `since` on. It is no part of the game."""
    talk: Talk = state.talk
    return await talk.lines(table_id, token, since)


@acting("/tables/{table_id:str}/talk", summary="Say something")
async def say(
    table_id: Id, data: JSONBody[wire.NewTalk], request: AnyRequest, token: Token, state: State
) -> wire.TalkLine:
    """Say something to everybody at the table; spectators show emotes alone."""
    talk: Talk = state.talk
    return await talk.say(table_id, token, data, _client(request))


@get("/tables/{table_id:str}/call", summary="Who is called", responses=refusals(*SEATED, 403), security=BEARER)
async def call_offer(table_id: Id, token: Token, state: State) -> wire.CallOffer:
    """By which services the bearer can be called when it is his move, and whether he is."""
    calls: Calls = state.calls
    return await calls.offer(table_id, token)


@acting("/tables/{table_id:str}/call", summary="Call me")
async def call_me(
    table_id: Id, data: JSONBody[wire.NewCall], request: AnyRequest, token: Token, state: State
) -> wire.CallOffer:
    """Call the bearer there when it is his move and he does not look at the table. The address is told to nobody."""
    calls: Calls = state.calls
    return await calls.want(table_id, token, data, _client(request))


@acting("/tables/{table_id:str}/call/try", summary="Try it")
async def try_call(table_id: Id, request: AnyRequest, token: Token, state: State) -> wire.CallTry:
    """Send the bearer a message that is only a try."""
    calls: Calls = state.calls
    return await calls.try_out(table_id, token, _client(request))


@acting("/tables/{table_id:str}/call/end", summary="Call me no longer")
async def end_call(table_id: Id, token: Token, state: State) -> wire.CallOffer:
    """Forget where the bearer wanted to be called."""
    calls: Calls = state.calls
    return await calls.end(table_id, token)


def _client(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


@acting("/tables/{table_id:str}/name", summary="Be called")
async def rename(table_id: Id, data: JSONBody[wire.NewName], token: Token, state: State) -> wire.NewName:
    """How the holder of a seat is called from now on."""
    talk: Talk = state.talk
    return await talk.rename(table_id, token, data)


@get(
    "/tables/{table_id:str}/live",
    status_code=426,
    summary="Live",
    responses={
        101: ResponseSpec(cast(Any, wire.Frame), description="Frames on the socket.", generate_examples=False),
        **refusals(),
    },
    sync_to_thread=False,
)
def no_live(table_id: Id) -> Response[wire.Refusal]:  # noqa: ARG001
    """A socket: the client sends a `Hello`, then every change of the table is sent. Without an upgrade nothing is."""
    refusal = wire.Refusal("upgrade", "Speak WebSocket here.")
    return Response(refusal, status_code=426, headers={"upgrade": "websocket"})


@websocket("/tables/{table_id:str}/live")
async def live(socket: WebSocket[Any, Any, State], table_id: FromPath[str]) -> None:
    """The first message is the token; then every change of the table is sent."""
    found: Live = socket.app.state.live
    await found.serve(socket, table_id)


def api() -> Router:
    """Everything under /api."""
    return Router(
        "/api",
        route_handlers=[
            games,
            layout,
            rules,
            book,
            example,
            try_example,
            course,
            sample,
            watch_sample,
            my_games,
            new_table,
            claim_seat,
            renew_invite,
            table_lobby,
            promise_number,
            tell_number,
            table_now,
            act,
            order,
            plan,
            formations,
            why,
            preview,
            line_of_sight,
            look_ahead,
            amounts,
            rest,
            through_lens,
            since_then,
            expected,
            undo,
            redo,
            resign,
            flag,
            event_log,
            table_history,
            view,
            table_then,
            try_table,
            position,
            after_action,
            fan,
            save_file,
            import_table,
            stop_thinking,
            hint,
            revoke,
            share_side,
            sharers,
            end_share,
            table_talk,
            say,
            rename,
            call_offer,
            call_me,
            try_call,
            end_call,
            no_live,
            live,
        ],
    )
