"""Events whose sentences name their arguments instead of repeating them: `{units} drift to {sector}`.

What happens to many units in a row is then told in the same words, and the words are sent once.
`web/src/lib/wording.ts` puts the sentences together again in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from beachhead.display import Plain

_NAMED = re.compile(r"\{(\w*)\}")
_OF_CARD = ("title", "words")
"""What is said on a card."""


def abridged(event: Plain) -> Plain:
    """An event in whose text, and on whose card, arguments stand by name."""
    words = _words(event["args"])
    found = {**event, "text": _by_name(event["text"], words)}
    if card := event.get("card"):
        words = {**words, event["text"]: "text"}
        found["card"] = {**card, **{name: _by_name(card[name], words) for name in _OF_CARD if name in card}}
    return found


def in_full(event: Plain) -> Plain:
    """The event with all that is said."""
    said = {name: joined(value) for name, (_, value) in event["args"].items()}
    said["text"] = _with_values(event["text"], said)
    found = {**event, "text": said["text"]}
    if card := event.get("card"):
        found["card"] = {**card, **{name: _with_values(card[name], said) for name in _OF_CARD if name in card}}
    return found


def joined(value: Any) -> str:
    """A word, or several as a sentence lists them."""
    if not isinstance(value, list) or not value:
        return str(value)
    *most, last = map(str, value)
    return f"{', '.join(most)} and {last}" if most else last


def _words(args: Mapping[str, Any]) -> dict[str, str]:
    """By what they are called in a sentence, or at its beginning, the arguments that are words, numbers or lists."""
    found: dict[str, str] = {}
    for name, (_, value) in args.items():
        parts = value if isinstance(value, list) else [value]
        if name != "text" and name.islower() and parts and all(type(part) in (str, int) for part in parts):
            said = joined(value)
            found.setdefault(said, name)
            found.setdefault(said[:1].upper() + said[1:], name.upper())
    found.pop("", None)
    return found


def _by_name(text: str, words: Mapping[str, str]) -> str:
    """A text with arguments by name, the longest first; a brace of its own is one without a name."""
    if "{" in text or not words:
        return text.replace("{", "{}")
    wanted = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{wanted})(?!\w)", lambda found: f"{{{words[found[0]]}}}", text)


def _with_values(text: str, said: Mapping[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        name = found[1]
        words = said[name.lower()] if name else "{"
        return words[:1].upper() + words[1:] if name.isupper() else words

    return _NAMED.sub(value, text)
