"""Save files: the record of a match as JSON that a person can read and a program can check.

A save holds what was chosen (game, scenario, options, seats), every action with what chance gave it and the digest
of the state after it, the states at landmarks, and the digest of the data it was played with. Loading replays the
record with the recorded chance and compares every digest, so a drift is found at the action where it begins; if the
data is not the same, that is said instead. The secret seed is in the file only when the game is over. Files are
untrusted: whatever is wrong with one, `SaveError` says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from beachhead.kernel.chance import Draw, Recorded, Seeded, commitment
from beachhead.kernel.decisions import Action, FlowError
from beachhead.kernel.edge import BadAction, action_text, parse_action
from beachhead.kernel.game import Game, Outcome
from beachhead.kernel.match import EarlierSeed, Landmark, Match, Opening, Step
from beachhead.kernel.naming import shown
from beachhead.kernel.positions import Position, dump_position, load_position
from beachhead.kernel.rulings import Refused
from beachhead.kernel.setups import BadSetup, Setup, check_setup

FORMAT = "beachhead-save"
VERSION = 1
MAX_BYTES = 32 * 1024 * 1024
SOON = 2000
"""Actions that are always played again: they take a few seconds at most."""
KEPT_LANDMARKS = 5
"""How many of the last landmarks a file holds: a state of 2,600 counters has hundreds of kilobytes."""

Word = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Small = Annotated[int, Meta(ge=0, le=2**20)]
FindGame = Callable[[str], Game[Any]]


class SaveError(Exception):
    """A file that cannot be loaded; the message says what is wrong and what to do."""


class SaveDrift(SaveError):
    """The record no longer replays as it was played."""

    def __init__(self, action: int, text: str, problem: str) -> None:
        text = text if text.isprintable() else shown(text)
        super().__init__(
            f"the save drifts at action {action} ({text}): {problem}. It was made by other rules or was changed "
            "by hand; it can go on from its last landmark instead"
        )
        self.action = action
        self.where = f"action {action} ({text}): {problem}"


class OtherData(SaveDrift):
    """The record does not replay because the data is not that with which it was played."""

    def __init__(self, file: SaveFile, error: SaveError) -> None:
        corrected = f", corrected in {' | '.join(file.corrections)}" if file.corrections else ""
        self.action = error.action if isinstance(error, SaveDrift) else 0
        self.where = error.where if isinstance(error, SaveDrift) else str(error)
        SaveError.__init__(
            self,
            f"the save was played with other data than this (digest {shown(file.data)}{printable(corrected)}), and "
            f"goes another way here at {self.where}. Lay the same corrections over the data, or none if it had none",
        )


def printable(text: str) -> str:
    """Text out of a file without control characters."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


class SavedDraw(msgspec.Struct, frozen=True):
    """One logged call to chance."""

    number: Annotated[int, Meta(ge=1, le=2**51)]
    reason: Word
    rule: Word
    counts: Annotated[tuple[Annotated[int, Meta(ge=1, le=2**20)], ...], Meta(max_length=99)]
    values: Annotated[tuple[Small, ...], Meta(max_length=99)]


class SavedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action with what chance gave it and the digest of the state after it."""

    side: Word
    action: Word
    digest: Word
    chance: tuple[SavedDraw, ...] = ()
    unseen: bool = False


class SavedLandmark(msgspec.Struct, frozen=True):
    """The state at a named moment, as a position."""

    name: Word
    after: Count
    state: dict[str, Any]


class SavedSeed(msgspec.Struct, frozen=True):
    """A seed that served up to a draw number."""

    commitment: Word
    until: Count
    seed: Word | None


class SavedOutcome(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: Word | None
    reason: Annotated[str, Meta(max_length=2000)]
    rule: Word
    level: Word
    scores: dict[Word, int]


class Chance(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry of a record drew; `set_up` is what was drawn before it, when the game began or went on."""

    set_up: tuple[SavedDraw, ...] = ()
    draws: tuple[SavedDraw, ...] = ()


class SavedEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a table's record. Those from before draws were kept with them have no chance."""

    kind: Word
    side: Word
    action: Word
    digest: Word
    chance: Chance | None = None


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a table as a chain of hashes (`kernel/chain.py`), with its head signed by the server."""

    header: dict[Word, Any]
    part: Word
    """The server's part of the seed, or all of it."""
    entries: Annotated[tuple[SavedEntry, ...], Meta(max_length=500_000)]
    head: Word
    key: Word
    signature: Word


class SaveFile(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file."""

    format: Word
    version: int
    game: Word
    rules_version: Word
    data: Word = ""
    """The digest of the data with which it was played; empty in files from before there was one."""
    corrections: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=200)] = ()
    """What an owner had corrected in that data."""
    scenario: Word
    options: dict[Word, Any]
    seats: dict[Word, Word]
    commitment: Word
    seed: Word | None
    earlier_seeds: tuple[SavedSeed, ...] = ()
    outcome: SavedOutcome | None = None
    resigned: Word | None = None
    """The side that gave the game up; the seed is in the file then too."""
    late: Word | None = None
    """The side that ran out of time, if the other claimed the game for that; the seed is in the file then too."""
    start: dict[str, Any] | None = None
    past: Count = 0
    set_up_digest: Word
    set_up_chance: tuple[SavedDraw, ...] = ()
    actions: Annotated[tuple[SavedAction, ...], Meta(max_length=500_000)]
    landmarks: Annotated[tuple[SavedLandmark, ...], Meta(max_length=100)]
    proof: Proof | None = None
    """The record as the server of a table has kept it; a game at the terminal has none."""


class _Header(msgspec.Struct, frozen=True):
    format: Any = None
    version: Any = None


def save(match: Match[Any]) -> bytes:
    """The match as a file. The seed is in it only when the game is over."""
    if not match.has_history:
        raise SaveError("a clone without history has nothing to save: clone with history")
    match = match if match.keeps_digests else _with_digests(match)
    opening = match.opening or _opening(match)
    document = _document(
        match,
        seed=match.seed,
        outcome=_saved_outcome(match.outcome),
        start=opening.start,
        past=opening.past,
        set_up_digest=opening.set_up_digest,
        set_up_chance=opening.set_up_chance,
        actions=tuple(_saved_action(match, step) for step in (*match.past, *match.record)),
        landmarks=_saved_landmarks(match, opening),
    )
    return msgspec.json.encode(document) + b"\n"


def _opening(match: Match[Any]) -> Opening:
    """How a record begins that has been played from its beginning."""
    set_up = match.game.start(match.scenario, match.settings)
    return Opening(
        rules_version=match.game.rules_version,
        data=match.game.data_digest,
        start=None if match.start.digest() == set_up.digest() else dumped_state(match, match.start),
        past=len(match.past),
        set_up_digest=match.set_up_digest,
        set_up_chance=tuple(map(_saved_draw, match.set_up_draws)),
        landmarks=(),
    )


def _saved_landmarks(match: Match[Any], opening: Opening) -> tuple[SavedLandmark, ...]:
    """The last landmarks; a match that was opened at one has it already."""
    earlier: tuple[SavedLandmark, ...] = opening.landmarks
    later = match.landmarks
    if earlier and later and later[0].name == earlier[-1].name:
        later = later[1:]
    fresh = [
        SavedLandmark(mark.name, mark.after + len(match.past), dumped_state(match, mark.state))
        for mark in later[-KEPT_LANDMARKS:]
    ]
    return (*earlier, *fresh)[-KEPT_LANDMARKS:]


def _document(match: Match[Any], **rest: Any) -> SaveFile:
    """A file with all that does not depend on where in the match it begins."""
    return SaveFile(
        format=FORMAT,
        version=VERSION,
        game=match.game.id,
        rules_version=match.game.rules_version if match.opening is None else match.opening.rules_version,
        data=match.game.data_digest if match.opening is None else match.opening.data,
        corrections=match.game.corrections,
        scenario=match.scenario,
        options=dict(match.settings),
        seats=dict(match.seats),
        commitment=match.commitment,
        earlier_seeds=tuple(SavedSeed(s.commitment, s.until, s.seed) for s in match.earlier_seeds),
        **rest,
    )


def _with_digests(match: Match[Any]) -> Match[Any]:
    """The same match played again from its record, with digests kept."""
    values = [v for draws in (match.set_up_draws, *(s.draws for s in match.record)) for d in draws for v in d.values]
    twin = Match(
        match.game,
        match.start.clone(),
        Recorded(values, match.source, match.start.draws + 1),
        scenario=match.scenario,
        settings=match.settings,
        seats=match.seats,
    )
    for step in match.record:
        twin.apply(step.action)
    twin.source, twin.commitment = match.source, match.commitment
    twin.past, twin.earlier_seeds = match.past, match.earlier_seeds
    return twin


def _saved_outcome(outcome: Outcome | None) -> SavedOutcome | None:
    """An outcome without its figures: they can be read off the state again."""
    if outcome is None:
        return None
    return SavedOutcome(outcome.winner, outcome.reason, outcome.rule, outcome.level, dict(outcome.scores))


def dumped_state(match: Match[Any], state: Any) -> dict[str, Any]:
    """A state of the match as a position."""
    return dump_position(match.game, match.scenario, match.settings, state)


def _saved_draw(draw: Draw) -> SavedDraw:
    return SavedDraw(draw.number, draw.reason, draw.rule, draw.counts, draw.values)


def _saved_action(match: Match[Any], step: Step) -> SavedAction:
    text = action_text(match.game, step.action)
    return SavedAction(step.side, text, step.digest, tuple(map(_saved_draw, step.draws)), step.unseen)


# --- loading -----------------------------------------------------------------------------------------------------


def read_save(source: bytes | Path) -> SaveFile:
    """Read a file and check its form, without replaying it."""
    data = _read_bytes(source) if isinstance(source, Path) else source
    if len(data) > MAX_BYTES:
        raise SaveError(f"the file is too big: a save has at most {MAX_BYTES:,} bytes")
    try:
        header = msgspec.json.decode(data, type=_Header)
        if header.format != FORMAT:
            raise SaveError(f"this is not a Beachhead save: its format should be {FORMAT!r}")
        if header.version != VERSION:
            version = shown(header.version)
            raise SaveError(f"the save is of version {version}; this program reads version {VERSION}")
        return msgspec.json.decode(data, type=SaveFile)
    except ValueError as error:  # malformed JSON, the wrong types, or no UTF-8
        raise SaveError(f"the save is damaged or truncated: {error}") from None
    except RecursionError:
        raise SaveError("the save is damaged: it is nested too deeply") from None


def _read_bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise SaveError(f"{path} is not a file")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SaveError(f"{shown(str(path))} cannot be read: {error}") from None


def load(
    source: bytes | Path,
    find_game: FindGame,
    *,
    seed: str | None = None,
    from_landmark: bool = False,
    quick: bool = False,
) -> Match[Any]:
    """Replay a save to its last action, checking every digest.

    `seed` is the secret seed of a game that goes on; without it the game goes on with a new seed, which the record
    says. `from_landmark` accepts a drift and goes on from the last stored state that still works. `quick` takes a long
    record up to a landmark as it is written, where it has the digest of the state there: what came before is
    history, and stays in the save for whoever verifies it.
    """
    file = read_save(source)
    game = find_game(file.game)
    seed = file.seed if seed is None else seed
    if seed is not None and commitment(seed) != file.commitment:
        raise SaveError("the seed does not fit the commitment in the save")
    try:
        match = (_opened(file, game) if quick else None) or replayed(file, game)
    except SaveDrift as drift:
        if from_landmark:
            return _resume(file, game, seed)
        raise explained(file, game, drift) from drift
    except SaveError as error:
        raise explained(file, game, error) from error
    if match.is_over:
        match.source = Recorded((), Seeded("")) if seed is None else Seeded(seed)
        match.commitment, match.earlier_seeds = file.commitment, _earlier_seeds(file)
    else:
        fresh, match.earlier_seeds = _chance_to_come(file, seed, match.state.draws)
        match.source, match.commitment = fresh, commitment(fresh.seed)
    return match


def explained(file: SaveFile, game: Game[Any], error: SaveError) -> SaveError:
    """Why a save does not replay: if its data is not that of this game, nothing else needs to be wrong with it."""
    return OtherData(file, error) if file.data and file.data != game.data_digest else error


def replayed(file: SaveFile, game: Game[Any]) -> Match[Any]:
    """The match that a file gives, played again with every digest compared. Raises `SaveError` where it drifts."""
    if file.past > len(file.actions):
        raise SaveError("the save is damaged: it has fewer actions than it says have passed")
    setup = _check_setup(file, game)
    values = [v for draw in draws_since(file) for v in draw.values]
    try:
        begun = None if file.start is None else _load_state(game, file.start).state
        state = begun or game.start(setup.scenario, setup.settings)
        source = Recorded(values, Seeded(""), state.draws + 1)
        match = Match(game, state, source, scenario=setup.scenario, settings=setup.settings, seats=setup.seats)
    except (SaveError, FlowError) as error:
        raise SaveDrift(0, "set-up", str(error)) from error
    if _facts(match.set_up_draws) != _facts(file.set_up_chance):
        raise SaveDrift(0, "set-up", "chance was asked for something else")
    if match.set_up_digest != file.set_up_digest:
        raise SaveDrift(0, "set-up", "the state is not the recorded one")
    match.past = [_past_step(game, action) for action in file.actions[: file.past]]
    for number, action in enumerate(file.actions[file.past :], file.past + 1):
        _replay_action(match, number, action)
    _check_end(match, file)
    return match


def _opened(file: SaveFile, game: Game[Any]) -> Match[Any] | None:
    """The match of a long save, played from a landmark; None if it is short, or has none that fits.

    It is the first one from which no more than `SOON` actions are left, so that the last turns can be looked at. Rules
    and data may have changed since, if they lead from there to where the record goes; corrections may not.
    """
    if file.corrections != game.corrections or len(file.actions) - file.past <= SOON:
        return None
    usable = [mark for mark in file.landmarks if file.past < mark.after <= len(file.actions)]
    near = [mark for mark in usable if len(file.actions) - mark.after <= SOON] or usable[-1:]
    for mark in near:
        match = _begun_at(file, game, mark)
        if match is not None:
            for number, action in enumerate(file.actions[mark.after :], mark.after + 1):
                _replay_action(match, number, action)
            _check_end(match, file)
            return match
    return None


def _begun_at(file: SaveFile, game: Game[Any], mark: SavedLandmark) -> Match[Any] | None:
    """The match at a landmark, if its state is the one that the record has there."""
    setup = _check_setup(file, game)
    try:
        state = _load_state(game, mark.state).state
        values = [value for draw in draws_since(file) if draw.number > state.draws for value in draw.values]
        source = Recorded(values, Seeded(""), state.draws + 1)
        match = Match(game, state, source, scenario=setup.scenario, settings=setup.settings, seats=setup.seats)
    except (SaveError, FlowError):
        return None
    if match.set_up_digest != file.actions[mark.after - 1].digest:
        return None
    match.past = [_past_step(game, action) for action in file.actions[: mark.after]]
    known = file.landmarks[: file.landmarks.index(mark) + 1]
    match.opening = Opening(
        rules_version=file.rules_version,
        data=file.data,
        start=file.start,
        past=file.past,
        set_up_digest=file.set_up_digest,
        set_up_chance=file.set_up_chance,
        landmarks=known,
    )
    return match


def _replay_action(match: Match[Any], number: int, saved: SavedAction) -> None:
    text = saved.action
    try:
        match.apply(parse_action(match.game, text), side=saved.side)
    except Exception as error:  # a state out of a file may break the rules in any way
        raise SaveDrift(number, text, str(error)) from error
    step = match.record[-1]
    if _facts(step.draws) != _facts(saved.chance):
        raise SaveDrift(number, text, "chance was asked for something else")
    if step.digest != saved.digest:
        raise SaveDrift(number, text, "the state after it is not the recorded one")


def draws_since(file: SaveFile) -> list[SavedDraw]:
    """Every draw from the state that the record starts at."""
    return [*file.set_up_chance, *(draw for action in file.actions[file.past :] for draw in action.chance)]


def _facts(draws: Sequence[Draw | SavedDraw]) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """What of a draw must be as recorded; its words may be put better."""
    return [(draw.number, draw.counts, draw.values) for draw in draws]


def _check_end(match: Match[Any], file: SaveFile) -> None:
    if _saved_outcome(match.outcome) != file.outcome:
        raise SaveDrift(len(file.actions), "the end", "the outcome is not the recorded one")


def _earlier_seeds(file: SaveFile) -> tuple[EarlierSeed, ...]:
    return tuple(EarlierSeed(s.commitment, s.until, s.seed) for s in file.earlier_seeds)


def _chance_to_come(file: SaveFile, seed: str | None, draws: int) -> tuple[Seeded, tuple[EarlierSeed, ...]]:
    """What a game goes on with after so many draws: its own seed, if that is known here and nowhere else."""
    if seed is not None and file.seed is None:
        return Seeded(seed), _earlier_seeds(file)
    return Seeded(secrets.token_hex(16)), (*_earlier_seeds(file), EarlierSeed(file.commitment, draws, file.seed))


def _past_step(game: Game[Any], saved: SavedAction, until: int = 2**53) -> Step:
    """An action that is history, with its draws up to a number: later ones are made again."""
    chance = (draw for draw in saved.chance if draw.number <= until)
    draws = tuple(Draw(d.number, d.reason, d.rule, d.counts, d.values) for d in chance)
    try:
        action = parse_action(game, saved.action)
    except BadAction:  # a word of earlier rules; its text is all that history needs
        verb, _, arg = saved.action.partition(" ")
        action = Action(verb, arg or None)
    return Step(saved.side, action, draws, 0, saved.digest, saved.unseen)


def _load_state(game: Game[Any], document: Mapping[str, Any]) -> Position:
    try:
        return load_position(game, document)
    except Exception as error:  # a state out of a file may break the rules in any way
        raise SaveError(f"the save is damaged: {error}") from error


def _check_setup(file: SaveFile, game: Game[Any]) -> Setup:
    try:
        return check_setup(game, file.scenario, file.options, file.seats)
    except (BadSetup, Refused) as error:
        raise SaveError(f"the save cannot be set up: {error}") from None


def _resume(file: SaveFile, game: Game[Any], seed: str | None) -> Match[Any]:
    """Go on from the last landmark that still gives a playable state.

    Draws that were cut off have been seen, so their numbers are not used again.
    """
    setup = _check_setup(file, game)
    seen = max((draw.number + len(draw.counts) - 1 for draw in draws_since(file)), default=0)
    for landmark in reversed(file.landmarks):
        try:
            state = _load_state(game, landmark.state).state
            state.draws = max(state.draws, seen)
            source, earlier = _chance_to_come(file, seed, state.draws)
            match = Match(game, state, source, scenario=setup.scenario, settings=setup.settings, seats=setup.seats)
        except (SaveError, FlowError):
            continue
        match.past = [_past_step(game, action) for action in file.actions[: landmark.after]]
        match.earlier_seeds = earlier
        return match
    raise SaveError("the save drifts, and none of its landmarks can be used with these rules")


# --- moments -----------------------------------------------------------------------------------------------------


def save_moment(match: Match[Any], landmark: Landmark[Any] | None = None, outcome: Outcome | None = None) -> bytes:
    """A file that begins at a landmark of the match, or at its end with the outcome. All before it is history.

    The seed is in it, so it is for whoever keeps the game and for nobody else.
    """
    match = match if match.keeps_digests else _with_digests(match)
    state = match.state if landmark is None else landmark.state
    after = len(match.past) + (len(match.record) if landmark is None else landmark.after)
    document = _document(
        match,
        seed=match.secret_seed,
        outcome=_saved_outcome(outcome),
        start=dumped_state(match, state),
        past=after,
        set_up_digest=state.digest(),
        actions=_history(match, after),
        landmarks=(),
    )
    return msgspec.json.encode(document)


def _history(match: Match[Any], after: int) -> tuple[SavedAction, ...]:
    """The first actions; what was drawn before the first one that is not past goes with it, so that none is missing."""
    actions = [_saved_action(match, step) for step in (*match.past, *match.record)[:after]]
    if actions:
        opening = match.opening
        place = min(len(match.past) if opening is None else opening.past, after - 1)
        drawn = map(_saved_draw, match.set_up_draws) if opening is None else opening.set_up_chance
        chance = (*actions[place].chance, *drawn)
        chance = tuple(sorted(chance, key=lambda draw: draw.number))
        actions[place] = msgspec.structs.replace(actions[place], chance=chance)
    return tuple(actions)


def landmark_moments(file: SaveFile, seed: str) -> list[tuple[SavedLandmark, bytes]]:
    """The landmarks of the save of a running game, the last one first, each as a file that begins there."""
    begun = msgspec.structs.replace(file, seed=seed, set_up_digest="", set_up_chance=(), landmarks=())
    return [
        (mark, msgspec.json.encode(msgspec.structs.replace(begun, start=mark.state, past=mark.after, actions=actions)))
        for mark in reversed(file.landmarks)
        for actions in (file.actions[: mark.after],)
    ]


def resume_moment(data: bytes, find_game: FindGame, *, seed: str, seats: Mapping[str, str]) -> Match[Any]:
    """Begin where such a file begins, by the rules of today; chance comes from a new seed.

    Raises `SaveError` if these rules do not read the state as it was written, or cannot go on from it.
    """
    file = read_save(data)
    game = find_game(file.game)
    setup = _check_setup(file, game)
    state = _as_written(game, file)
    draws, outcome = state.draws, _outcome(file)
    try:
        match = Match(
            game,
            state,
            Seeded(seed if outcome is None else file.seed or ""),
            scenario=setup.scenario,
            settings=setup.settings,
            seats=seats,
            outcome=outcome,
        )
    except FlowError as error:
        raise SaveError(f"the game cannot go on from there: {error}") from error
    match.past = [_past_step(game, action, draws) for action in file.actions]
    match.earlier_seeds = _earlier_seeds(file) if outcome is not None else _seeds_until(file, draws)
    return match


def _seeds_until(file: SaveFile, draws: int) -> tuple[EarlierSeed, ...]:
    """The seeds that served up to so many draws."""
    seeds = (*_earlier_seeds(file), EarlierSeed(file.commitment, draws, file.seed))
    serving = next(place for place, seed in enumerate(seeds) if seed.until >= draws)
    last = seeds[serving]
    return (*seeds[:serving], EarlierSeed(last.commitment, draws, last.seed))


def _outcome(file: SaveFile) -> Outcome | None:
    return None if file.outcome is None else Outcome(**msgspec.structs.asdict(file.outcome))


def _as_written(game: Game[Any], file: SaveFile) -> Any:
    """The state that a file begins at, if it is read as it was written; rules that have grown may add to it."""
    found = _load_state(game, file.start or {})
    if found.state.digest() != file.set_up_digest:
        written = dump_position(game, found.scenario, found.settings, found.state)
        if not _says(msgspec.json.decode(msgspec.json.encode(written)), file.start):
            raise SaveError("the state is not read as it was written")
    return found.state


def _says(document: Any, stored: Any) -> bool:
    """Whether a document says all that was stored."""
    if isinstance(stored, dict) and isinstance(document, dict):
        return all(name in document and _says(document[name], value) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(document, list):
        return len(document) == len(stored) and all(map(_says, document, stored))
    return bool(document == stored)
