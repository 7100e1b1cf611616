"""Plain values as TOML that a person can read and change."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_lines(document: Mapping[str, Any]) -> list[str]:
    """A line for each key; a list of tables has a line for each of them."""
    lines: list[str] = []
    for key, value in document.items():
        if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            lines += [f"{toml_key(key)} = [", *(f"  {toml_value(item)}," for item in value), "]"]
        else:
            lines.append(f"{toml_key(key)} = {toml_value(value)}")
    return lines


def toml_key(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if _BARE.fullmatch(key) else toml_value(key)


def toml_value(value: Any) -> str:
    """A value on one line. Nothing is written as an empty text, because TOML has no word for it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml_key(str(key))} = {toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if value is None:
        return '""'
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
