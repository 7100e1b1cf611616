"""What people say at a table beside the game: names, chat of those who play, emotes of everybody.

Nothing of it is in the record, and no rule reads it. It is kept and told without opening the table, so that whoever
talks delays nobody who plays, and people can talk before their game begins.
"""

from __future__ import annotations

import time
import unicodedata

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from beachhead.server import schema, wire
from beachhead.server.errors import ApiError, Forbidden, Unprocessable
from beachhead.server.seats import Sitting
from beachhead.server.security import Limit
from beachhead.server.storage import GONE, Storage, StorageDown
from beachhead.server.tables import TableHost

TALK = "talk"
"""The word with which other workers are told that a line was said."""
CHAT, EMOTE = "chat", "emote"
MOST_LINES = {CHAT: 2000, EMOTE: 200}
"""How many lines are kept of a table; older ones are dropped."""

_A_SECOND, _AT_ONCE = 0.5, 10.0
"""How many lines one who plays may say."""
_WATCHERS_A_SECOND, _WATCHERS_AT_ONCE = 0.2, 5.0
"""How many emotes spectators may show from one address."""
_RETRIES = 5


def plain(text: str) -> str:
    """Text without what is not seen or turns other text around, in one line."""
    seen = "".join(" " if unicodedata.category(sign) in ("Zl", "Zp", "Cc") else sign for sign in text)
    return " ".join("".join(sign for sign in seen if unicodedata.category(sign) not in _UNSEEN).split())


_UNSEEN = ("Cf", "Cs", "Co", "Cn")


class TalkBook:
    """The lines of all tables in the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def lines(self, table: str, since: int, *, one: bool = False) -> list[wire.TalkLine]:
        """The lines from a number on, or the one with that number."""
        talk = schema.talk
        number = talk.c.number == since if one else talk.c.number >= since
        query = select(talk).where((talk.c.table_id == table) & number).order_by(talk.c.number)
        try:
            async with self._storage.engine.connect() as connection:
                return [
                    wire.TalkLine(
                        number=row.number, kind=row.kind, side=row.side or None, name=row.name, text=row.text, at=row.at
                    )
                    for row in await connection.execute(query)
                ]
        except GONE as error:
            raise StorageDown from error

    async def add(self, table: str, kind: str, side: str, name: str, text: str) -> wire.TalkLine:
        """Keep one more line, in the place of the oldest of its kind where there are too many."""
        for _ in range(_RETRIES):
            try:
                return await self._add(table, {"kind": kind, "side": side, "name": name, "text": text})
            except IntegrityError:  # another worker has taken the number
                continue
            except GONE as error:
                raise StorageDown from error
        raise StorageDown

    async def _add(self, table: str, said: dict[str, str]) -> wire.TalkLine:
        talk, at = schema.talk, time.time()
        here = talk.c.table_id == table
        async with self._storage.engine.begin() as connection:
            last = (await connection.execute(select(func.max(talk.c.number)).where(here))).scalar() or 0
            await connection.execute(insert(talk), {"table_id": table, "number": last + 1, "at": at, **said})
            same = here & (talk.c.kind == said["kind"])
            newest = select(talk.c.number).where(same).order_by(talk.c.number.desc())
            surplus = (await connection.execute(newest.offset(MOST_LINES[said["kind"]]).limit(1))).scalar()
            if surplus is not None:
                await connection.execute(delete(talk).where(same & (talk.c.number <= surplus)))
        return wire.TalkLine(
            number=last + 1,
            kind="chat" if said["kind"] == CHAT else "emote",
            side=said["side"] or None,
            name=said["name"],
            text=said["text"],
            at=at,
        )


class Talk:
    """Who may say what, and who hears it."""

    def __init__(self, host: TableHost) -> None:
        self._host = host
        self._book = TalkBook(host.storage)
        self._players = Limit(_A_SECOND, _AT_ONCE)
        self._watchers = Limit(_WATCHERS_A_SECOND, _WATCHERS_AT_ONCE)

    async def lines(self, table: str, token: str | None, since: int) -> list[wire.TalkLine]:
        """What was said from a number on."""
        try:
            await self._host.person(table, token)
            return await self._book.lines(table, since)
        except StorageDown as error:
            self._host.unavailable(error)

    async def say(self, table: str, token: str | None, wish: wire.NewTalk, client: str) -> wire.TalkLine:
        """Say something, for everybody at the table."""
        if (wish.text is None) == (wish.emote is None):
            raise Unprocessable("Say something in words, or show an emote.", error="bad_talk")
        try:
            sitting, name = await self._host.person(table, token)
            kind, text = self._check(table, sitting, wish, client)
            line = await self._book.add(table, kind, sitting.side or "", name, text)
            self._host.audience.tell(table, wire.TalkMessage(line))
            await self._host.storage.tell_others(f"{table} {TALK} {line.number}")
        except StorageDown as error:
            self._host.unavailable(error)
        return line

    def _check(self, table: str, sitting: Sitting, wish: wire.NewTalk, client: str) -> tuple[str, str]:
        """What is kept of a wish, unless it is refused."""
        kind, text = (EMOTE, wish.emote or "") if wish.text is None else (CHAT, plain(wish.text))
        if not text:
            raise Unprocessable("There is nothing to be read in that.", error="bad_talk")
        if sitting.side is None and kind == CHAT:
            raise Forbidden("Words are for those who play; whoever watches shows what he thinks.", error="spectator")
        limit, who = (
            (self._watchers, f"{table} {client}")
            if sitting.side is None
            else (self._players, f"{table} {sitting.side} {sitting.person}")
        )
        if not limit.allows(who):
            raise ApiError("That is much at once; wait a moment.", error="too_much_talk", status=429)
        return kind, text

    async def tell(self, table: str, number: int) -> None:
        """Tell those who watch here what was said by way of another worker."""
        if self._host.audience.at(table):
            for line in await self._book.lines(table, number, one=True):
                self._host.audience.tell(table, wire.TalkMessage(line))

    async def rename(self, table: str, token: str | None, wish: wire.NewName) -> wire.NewName:
        """Be called something from now on."""
        name = plain(wish.name)
        try:
            sitting, _ = await self._host.person(table, token)
            if sitting.side is None:
                raise Forbidden("A spectator watches and does nothing else.", error="spectator")
            if sitting.person:
                raise Forbidden("Whoever shares a side has the name that he was given.", error="not_yours")
            await self._host.storage.change_seat(table, sitting.side, name=name)
        except StorageDown as error:
            self._host.unavailable(error)
        await self._host.renamed(table, sitting.side, name)
        return wire.NewName(name=name)
