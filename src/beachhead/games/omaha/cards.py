"""2.3 The cards, read into what the rules ask of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from beachhead.games.omaha.schemas import CardRow

COLOURS = {"O": "orange", "R": "red", "P": "purple", "B": "blue", "G": "green", "N": "brown"}
SYMBOLS = {"D": "diamond", "T": "triangle", "C": "circle"}
MARKS = {"F": "F", "A": "A", "R": "R", "M": "M", "P": "P", "*": "star", "T": "armor"}
EVENT_TITLES: Mapping[str, str] = {
    "RE": "German reinforcements",
    "DP1": "German depth",
    "DP2": "German depth in each sector",
    "HE": "A hero",
    "NF": "Naval fire",
    "SM": "Smoke",
    "GI": "Initiative",
    "IN": "Intense German fire",
    "RD": "German recovery",
    "PF": "Plunging fire",
    "EA": "Artillery on the engineers",
    "MM": "Screaming Meemies",
    "RK": "Rockets destroyed",
    "LB": "Lost boats arrive",
    "SU": "Support troops fight on",
    "CO": "Concealed Germans",
    "SN": "Snipers",
    "NH": "Naval fire falls short",
    "PR": "A prisoner",
    "PT": "A patrol report",
    "KM": "Kampfgruppe Meyer",
}
"""What the log and the pictures call the events, by their code in `cards.csv`."""
_DIVISION = ("1", "29")
EVENT_NAMES: Mapping[str, tuple[str, ...] | None] = {
    "RE": tuple("ABCDEFG"),
    "HE": _DIVISION,
    "LB": _DIVISION,
    "SU": _DIVISION,
    "PR": _DIVISION,
    "PT": _DIVISION,
    "CO": tuple(SYMBOLS),
    "SM": None,
    "NH": None,
    "SN": None,
}
"""What the events that name something may name: zones, divisions, symbols. None: things of other files."""
BANDS = ((2, 10), (11, 20), (21, 31))
_FIRE = re.compile(r"([ORPBGN])([12])([FARMP*T])")
_ARTILLERY = re.compile(r"(\d):((?:75|88|105)(?:\+(?:75|88|105))*)")


class FireItem(msgspec.Struct, frozen=True, gc=False):
    """6.1 A position colour on a fire card. The mark is an action letter, `star` or `armor`."""

    colour: str
    double: bool
    mark: str

    def words(self, *, letters: bool = True) -> str:
        """How the card calls positions: `double red (armor hit bonus)`. Action letters do not count on turns 1-16."""
        colour = f"double {self.colour}" if self.double else self.colour
        mark = {"star": "can hit a leader", "armor": "armor hit bonus"}.get(self.mark)
        if mark is None and letters:
            mark = f"action {self.mark}"
        return colour if mark is None else f"{colour} ({mark})"


class CardEvent(msgspec.Struct, frozen=True, gc=False):
    """One thing that an event card brings: a code and what it names (zones, a division, WNs, symbols, positions)."""

    code: str
    args: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The event in a few words, with what it names."""
        title = EVENT_TITLES[self.code]
        places = [re.sub(r"^WN(?=\d)", "WN ", arg) for arg in self.args]
        return f"{title} ({', '.join(places)})" if places else title


class Card(msgspec.Struct, frozen=True):
    """A card of the deck."""

    id: str
    landing: Mapping[str, str]
    mine: bool
    events: tuple[tuple[CardEvent, ...], ...]
    fire: Mapping[str, FireItem]
    target: str
    artillery: int
    calibres: frozenset[str]

    def events_on(self, turn: int) -> tuple[CardEvent, ...]:
        """4.II The events of the turn band."""
        return next(events for (first, last), events in zip(BANDS, self.events, strict=True) if first <= turn <= last)


def read_card(row: CardRow) -> Card:
    """A card from its row; ValueError says what is wrong."""
    items = [read_fire(text) for text in (row.fire1, row.fire2, row.fire3)]
    value, calibres = read_artillery(row.artillery)
    return Card(
        id=row.id,
        landing={"diamond": row.diamond, "triangle": row.triangle, "circle": row.circle},
        mine=row.mine,
        events=tuple(map(read_events, (row.turns_2_10, row.turns_11_20, row.turns_21_31))),
        fire={item.colour: item for item in items},
        target=SYMBOLS[row.target],
        artillery=value,
        calibres=calibres,
    )


def read_fire(text: str) -> FireItem:
    """6.1 A fire item such as `O2F`; ValueError says what is wrong."""
    found = _FIRE.fullmatch(text)
    if not found:
        colours, marks = " ".join(COLOURS), " ".join(MARKS)
        raise ValueError(
            f"{text!r} is no fire item; write one like O2F: a colour ({colours}), 1 or 2, a mark ({marks})"
        )
    return FireItem(COLOURS[found[1]], found[2] == "2", MARKS[found[3]])


def read_artillery(text: str) -> tuple[int, frozenset[str]]:
    """6.5 An artillery result such as `3:75+88`: how many hits, and the calibres."""
    if not text:
        return 0, frozenset()
    found = _ARTILLERY.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is no artillery result; write one like 3:75+88: hits, then calibres (75 88 105)")
    return int(found[1]), frozenset(found[2].split("+"))


def read_events(text: str) -> tuple[CardEvent, ...]:
    """4.II The events of a cell such as `RE:A+C;NF`."""
    events = []
    for part in text.split(";"):
        code, _, args = part.partition(":")
        if code not in EVENT_TITLES:
            raise ValueError(f"{code!r} is no event; write one of {', '.join(EVENT_TITLES)}")
        names = tuple(re.split(r"[+/]", args)) if args else ()
        _check_names(code, names)
        events.append(CardEvent(code, names))
    return tuple(events)


def _check_names(code: str, names: tuple[str, ...]) -> None:
    """Whether an event names as much as it must, and what it can."""
    allowed = EVENT_NAMES.get(code, ())
    if bool(names) != (code in EVENT_NAMES):
        wanted = f"write {code}:NAME, names parted by +" if code in EVENT_NAMES else f"write {code} alone"
        raise ValueError(f"the event {code} names {'nothing' if not names else 'something'}; {wanted}")
    unknown = [name for name in names if allowed is not None and name not in allowed]
    if unknown:
        raise ValueError(f"the event {code} names {unknown[0]!r}; write one of {', '.join(allowed or ())}")


def named_by(code: str, text: str) -> Iterator[str]:
    """What the events with this code name in a cell."""
    yield from (name for event in read_events(text) if event.code == code for name in event.args)
