"""What the save of a finished game proves, and what it does not.

Every claim that could be made about the game is proven by the file, or not, or false. A file proves by itself that its
draws come from the seeds to which they were committed and that the game replays. The record of a table
(`kernel/chain.py`) also proves who did what, with which seats, rules and dice, against a head that a player was shown:
whoever made the file alone could have made another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Meta

from beachhead.kernel.chain import ACTION, ALONG, FLAG, GO_ON, REDO, RESIGN, RESUME, UNDO, heads, signed_text
from beachhead.kernel.chance import Seeded, commitment, joint_seed
from beachhead.kernel.game import Game
from beachhead.kernel.match import Match
from beachhead.kernel.saves import (
    KEPT_LANDMARKS,
    FindGame,
    OtherData,
    Proof,
    SavedAction,
    SavedDraw,
    SavedEntry,
    SaveError,
    SaveFile,
    Word,
    draws_since,
    dumped_state,
    explained,
    read_save,
    replayed,
)

RECEIPT = "beachhead-receipt"

Standing = Literal["proven", "unproven", "false"]

FALSE, DRAWS, START, REPLAY, RECORD = 1, 3, 4, 5, 6
"""What `beachhead verify` answers when something is false, or the first of these is not proven."""
_STATUS = {"draws": DRAWS, "start": START, "replay": REPLAY, "record": RECORD, "seen": RECORD}
_MANY = 2**53


class Claim(msgspec.Struct, frozen=True):
    """Something that could be said about a game, and whether the file proves it."""

    about: str
    standing: Standing
    words: str


class Verdict(msgspec.Struct, frozen=True):
    """What a check of a finished game found."""

    draws: int
    unchecked: int
    claims: tuple[Claim, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is false."""
        return tuple(claim.words for claim in self.claims if claim.standing == "false")

    @property
    def status(self) -> int:
        """0 if everything is proven."""
        if self.problems:
            return FALSE
        return min((_STATUS[claim.about] for claim in self.claims if claim.standing == "unproven"), default=0)


class SeenHead(msgspec.Struct, frozen=True):
    """A head that a player was shown."""

    head: Word
    signature: Word


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What a player's client has kept of a table: the server's key, heads, and what it put into the dice."""

    format: Word
    table: Word
    key: Word
    part: Word = ""
    """The commitment to the server's part of the seed."""
    numbers: dict[Word, Word] = {}
    heads: Annotated[tuple[SeenHead, ...], Meta(max_length=10_000)] = ()


def read_receipt(path: Path) -> Receipt:
    """Read a receipt and check its form."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Receipt)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path} is not a receipt of a game: {error}") from None
    if found.format != RECEIPT:
        raise SaveError(f"{path} is not a receipt of a game: its format should be {RECEIPT!r}")
    return found


def resumed_seed(seed: str, seq: int) -> str:
    """The seed after entry number `seq`, when the rules have changed; it follows from the one before."""
    return hashlib.sha256(f"{seed}/{seq}".encode()).hexdigest()[:32]


def verify(source: bytes | Path, find_game: FindGame, receipts: Sequence[Receipt] = ()) -> Verdict:
    """Say of everything that could be claimed of a finished game whether its save proves it."""
    file = read_save(source)
    if file.outcome is None and file.resigned is None and file.late is None:
        raise SaveError("the game is not over: its seed is shown, and its chance can be checked, when it is")
    check = _Check(file, find_game(file.game))
    check.seeds()
    check.draws()
    check.replay()
    if file.proof is None:
        check.says(
            "record", "unproven", "no server has kept its record, so it may have been played any number of times"
        )
    else:
        check.record(file.proof)
    check.seen(file.proof, receipts)
    return Verdict(len(check.all_draws), check.unchecked, tuple(check.claims))


class _Check:
    """The claims about one file, as they are gone through."""

    def __init__(self, file: SaveFile, game: Game[Any]) -> None:
        self.file, self.game = file, game
        self.claims: list[Claim] = []
        self.unchecked = 0
        self.past = [draw for action in file.actions[: file.past] for draw in action.chance]
        self.all_draws = [*self.past, *draws_since(file)]
        self._seeds = [*((s.until, s.seed) for s in file.earlier_seeds), (_MANY, file.seed)]

    def says(self, about: str, standing: Standing, words: str) -> None:
        """Note a claim."""
        self.claims.append(Claim(about, standing, words))

    def false(self, about: str, words: str) -> None:
        """Note that something is not as the file says."""
        self.says(about, "false", words)

    # --- chance ------------------------------------------------------------------------------------------------

    def seeds(self) -> None:
        """Every seed fits its commitment."""
        promised = [*(s.commitment for s in self.file.earlier_seeds), self.file.commitment]
        for (until, seed), known in zip(self._seeds, promised, strict=True):
            if seed is not None and commitment(seed) != known:
                self.false("draws", f"the seed up to draw {until} does not fit its commitment")

    def draws(self) -> None:
        """Every draw comes from its seed, and none is left out."""
        before = len(self.claims)
        for draw in self.all_draws:
            seed = next(seed for until, seed in self._seeds if draw.number <= until)
            if seed is None:
                self.unchecked += 1
                continue
            source = Seeded(seed)
            values = tuple(
                source.value(draw.number + i, count, draw.reason, None) for i, count in enumerate(draw.counts)
            )
            if values != draw.values:
                words = f"draw {draw.number} ({draw.reason}) should have given {values}, not {draw.values}"
                self.false("draws", words)
        for place, (one, two) in enumerate(pairwise(self.all_draws), 1):
            skipped = two.number - one.number - len(one.counts)
            if skipped < 0 or (
                skipped and place != len(self.past)
            ):  # going on from a landmark skips what has been seen
                self.false("draws", f"draw {two.number} follows draw {one.number}")
        if self.unchecked:
            whence = "an earlier seed that is not known"
            if self.file.seed is None:
                whence = "no seed in the file, as in games of a study with dice by purpose"
            self.says("draws", "unproven", f"{self.unchecked} draws come from {whence}")
        if len(self.claims) == before:
            self.says("draws", "proven", f"all {len(self.all_draws)} draws come from the seed")

    # --- the rules ---------------------------------------------------------------------------------------------

    def replay(self) -> None:
        """The game is played again from its beginning, or from where the file begins."""
        file = self.file
        if file.past and file.past == len(file.actions):
            words = "the rules have changed since it ended: its end is kept, and is not played again"
            self.says("replay", "unproven", words)
            return
        try:
            match = replayed(file, self.game)
        except SaveError as error:
            self._no_replay(explained(file, self.game, error))
            return
        self._compare_words(match)
        if file.past or file.start is not None:
            how = f"actions 1 to {file.past} are not played again" if file.past else "the rules do not set that up"
            self.says("start", "unproven", f"it begins from a position of its own: {how}")
        played = len(file.actions) - file.past
        self.says("replay", "proven", f"{played} actions lead by the rules to where they led")

    def _no_replay(self, error: SaveError) -> None:
        other = isinstance(error, OtherData) or self.file.rules_version != self.game.rules_version
        self.says("replay", "unproven" if other or self.file.proof else "false", str(error))

    def _compare_words(self, match: Match[Any]) -> None:
        """What no digest covers: the reasons of draws, and the landmarks."""
        file = self.file
        if file.rules_version == self.game.rules_version and file.proof is None:
            made = [draw for draws in (match.set_up_draws, *(step.draws for step in match.record)) for draw in draws]
            for draw, told in zip(made, draws_since(file), strict=True):
                if (draw.reason, draw.rule) != (told.reason, told.rule):
                    self.false(
                        "replay", f"draw {draw.number} was for {draw.reason!r} [{draw.rule}], not {told.reason!r}"
                    )
        found = [(mark.name, mark.after + file.past) for mark in match.landmarks[-KEPT_LANDMARKS:]]
        states = [dumped_state(match, mark.state) for mark in match.landmarks[-KEPT_LANDMARKS:]]
        if [(mark.name, mark.after) for mark in file.landmarks] != found:
            self.false("replay", "its landmarks are not those of the game")
        elif [_plain(mark.state) for mark in file.landmarks] != [_plain(state) for state in states]:
            self.false("replay", "the state at a landmark is not that of the game")

    # --- the record --------------------------------------------------------------------------------------------

    def record(self, proof: Proof) -> None:
        """The record is whole, and the file says what it says."""
        before = len(self.claims)
        found = _Record(proof)
        for words in (*found.problems(), *self._against(proof, found)):
            self.false("record", words)
        if len(self.claims) > before:
            return
        if proof.header.get("base"):
            self.says("start", "unproven", "it goes on from a save: what came before is not in the record")
        if found.plain:
            self.says("record", "unproven", f"the draws of the first {found.plain} entries were not kept with them")
        signer = f"signed with the key {proof.key}"
        self.says("record", "proven", f"{len(proof.entries)} entries are a whole record, {signer}{found.dice}")
        for words in found.times():
            self.says("record", "proven", words)

    def _against(self, proof: Proof, found: _Record) -> list[str]:
        """Where the file says something else than the record."""
        file, header = self.file, proof.header
        same = {"game": file.game, "scenario": file.scenario, "options": file.options, "seats": file.seats}
        if not found.is_resumed:
            same |= {"rules_version": file.rules_version, "data": file.data}
        problems = [
            f"the {name.replace('_', ' ')} is not that of the record" for name in same if header.get(name) != same[name]
        ]
        if found.resigned != file.resigned:
            problems.append("who gave the game up is not as the record says")
        if found.late != file.late:
            problems.append("who ran out of time is not as the record says")
        if not header.get("base"):  # an imported game has a beginning and seeds of its own
            known = found.seeds()
            seeds = (file.seed, *(one.seed for one in file.earlier_seeds))
            problems += ["a seed is not that of the record" for seed in seeds if seed not in known]
            if (file.start is not None or file.past) and not found.is_resumed:
                problems.append("the record begins where the rules set up, and the file elsewhere")
        return [*problems, *self._actions_against(found)]

    def _actions_against(self, found: _Record) -> list[str]:
        file = self.file
        actions = found.actions
        if actions is None or len(actions) != len(file.actions):
            return ["the actions are not those of the record"]
        for number, (action, told) in enumerate(zip(actions, file.actions, strict=True), 1):
            if action is not None and not _is_same(action, told, is_past=number <= file.past):
                return [f"action {number} ({told.action}) is not that of the record"]
        first = found.set_up
        if first is not None and not file.past and first != file.set_up_chance:
            return ["what was drawn at set-up is not that of the record"]
        return []

    def seen(self, proof: Proof | None, receipts: Sequence[Receipt]) -> None:
        """The record is the one that players were shown."""
        if not receipts:
            self.says("seen", "unproven", "that this is the game that was played: no receipt of a player was given")
            return
        for receipt in receipts:
            problem = "the file has no record" if proof is None else _against_receipt(proof, receipt)
            if problem:
                self.false("seen", f"it is not what the player was shown: {problem}")
            else:
                self.says("seen", "proven", f"it is what the player was shown ({len(receipt.heads)} heads)")


def _plain(state: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state))


def _is_same(entry: SavedEntry, told: SavedAction, *, is_past: bool) -> bool:
    """Whether an action of the file is that of the record. Of what is past some draws may have been made again."""
    if (entry.side, entry.action, entry.digest) != (told.side, told.action, told.digest):
        return False
    if entry.chance is None:
        return True
    if is_past:
        return all(draw in (*entry.chance.set_up, *entry.chance.draws) for draw in told.chance)
    return entry.chance.draws == told.chance


class _Record:
    """The record of a table as its proof gives it."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.seed = seed_of(proof)
        self.heads = heads(proof.header, self.seed, proof.entries)
        self.plain = sum(entry.chance is None for entry in proof.entries)
        self.resigned = next((entry.side for entry in proof.entries if entry.kind == RESIGN), None)
        self.late = next((entry.action for entry in proof.entries if entry.kind == FLAG), None)
        first = proof.entries[0].chance if proof.entries else None
        self.set_up: tuple[SavedDraw, ...] | None = None if first is None else first.set_up
        self.actions = standing_actions(proof)
        self.is_resumed = any(entry.kind == RESUME for entry in proof.entries)

    def problems(self) -> list[str]:
        """What is wrong with the record itself."""
        proof, header, found = self.proof, self.proof.header, list[str]()
        if commitment(proof.part) != header.get("part"):
            found.append("the server's part of the seed does not fit its commitment")
        promises, numbers = _words(header.get("promises")), _words(header.get("numbers"))
        if promises.keys() != numbers.keys() or any(commitment(numbers[side]) != promises[side] for side in numbers):
            found.append("a number for the dice is not the one that was promised")
        if self.heads[-1] != proof.head:
            found.append("the record has been changed: its head does not follow from its entries")
        if not is_signed(proof.key, str(header.get("table", "")), proof.head, proof.signature):
            found.append("the server's signature is not good")
        return found

    def seeds(self) -> set[str]:
        """Every seed that may have served at this table."""
        resumed = (seq for seq, entry in enumerate(self.proof.entries, 1) if entry.kind == RESUME)
        return {self.seed, *(resumed_seed(self.seed, seq) for seq in resumed)}

    def times(self) -> list[str]:
        """What was chosen when a side was out of time. That it was is said by the server's clock alone."""
        words = {FLAG: "claimed the game", GO_ON: "let the game go on"}
        return [
            f"entry {seq}: {entry.action} was out of time by the server's clock, and {entry.side} {words[entry.kind]}"
            for seq, entry in enumerate(self.proof.entries, 1)
            if entry.kind in words
        ]

    @property
    def dice(self) -> str:
        """Of what the seed was made, in words."""
        kind, people = self.proof.header.get("dice"), " and ".join(_words(self.proof.header.get("numbers")))
        made = {
            "joint": f"; its dice come from the server and from {people}",
            "chosen": "; its seed was chosen by whoever set the table up",
            "sandbox": "; it is a sandbox, where something was tried out: nothing in it counts",
        }
        return made.get(str(kind), "; its dice come from the server alone")


def seed_of(proof: Proof) -> str:
    """The seed of a table, of whatever it was made."""
    numbers = _words(proof.header.get("numbers"))
    return joint_seed(proof.part, numbers) if numbers else proof.part


def _words(value: Any) -> dict[str, str]:
    """A dictionary of words out of a header."""
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in value.values()):
        return {}
    return value


def standing_actions(proof: Proof) -> list[SavedEntry | None] | None:
    """The actions that stand at the end of a record; None for each that is older than it. None if that is not to be
    said."""
    past = proof.header.get("past", 0)
    if not isinstance(past, int) or not 0 <= past <= len(proof.entries) + 500_000:
        return None
    standing: list[SavedEntry | None] = [None] * past
    undone: list[SavedEntry | None] = []
    for entry in proof.entries:
        if entry.kind in (ACTION, ALONG):
            standing.append(entry)
            undone.clear()
        elif entry.kind in (UNDO, REDO):
            source, target = (standing, undone) if entry.kind == UNDO else (undone, standing)
            for _ in range(_count(entry)):
                if not source or source[-1] is None:
                    return None
                target.append(source.pop())
        elif entry.kind == RESUME:
            if not entry.side.isdecimal() or int(entry.side) > len(standing):
                return None
            del standing[int(entry.side) :]
            undone.clear()
    return standing


def _count(entry: SavedEntry) -> int:
    """Of how many actions an undo or redo is."""
    return int(entry.action) if entry.action.isdecimal() and len(entry.action) < 7 else 1


def is_signed(key: str, table: str, head: str, signature: str) -> bool:
    """Whether a head was signed with a key; both are written in hexadecimal digits."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), signed_text(table, head))
    except (InvalidSignature, ValueError):
        return False
    return True


def _against_receipt(proof: Proof, receipt: Receipt) -> str:
    """Why a record is not what a player was shown; empty if it is."""
    header = proof.header
    table, known = header.get("table"), set(_Record(proof).heads)
    if receipt.table != table or receipt.key != proof.key:
        return "it was another table, or another server"
    if receipt.part and receipt.part != header.get("part"):
        return "the server's part of the seed is another one"
    numbers = _words(header.get("numbers"))
    if any(numbers.get(side) != number for side, number in receipt.numbers.items()):
        return "the player put another number into the dice"
    for seen in receipt.heads:
        if not is_signed(receipt.key, receipt.table, seen.head, seen.signature):
            return f"head {seen.head[:12]} of the receipt was not signed by the server"
        if seen.head not in known:
            return f"the record never had the head {seen.head[:12]}"
    return "" if receipt.heads else "the receipt has no head"
