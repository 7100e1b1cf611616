"""Small pieces of SVG."""

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from beachhead.hexes.styles import Style

Point = tuple[float, float]

FAMILY = "Beachhead Sans, DejaVu Sans Condensed, Arial Narrow, sans-serif"
INK = "#2a2a2a"
PAPER = "#fbf9f3"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate, no longer than it need be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, body: str | None = None, /, **attributes: str | float) -> str:
    """An element; an underscore in the name of an attribute stands for a hyphen."""
    words = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        words.append(f"{key.strip('_').replace('_', '-')}={quoteattr(_clean(text))}")
    opened = " ".join(words)
    return f"<{opened}/>" if body is None else f"<{opened}>{body}</{name}>"


def text(at: Point, words: str, **attributes: str | float) -> str:
    """A line of text."""
    return tag("text", escape(_clean(words)), x=at[0], y=at[1], **attributes)


def _clean(words: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", words)


def polygon(points: Iterable[Point]) -> str:
    """The path data of a closed shape."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points) + "Z"


def stroke(a: Point, b: Point) -> str:
    """The path data of a straight line."""
    return f"M{number(a[0])},{number(a[1])}L{number(b[0])},{number(b[1])}"


def line(data: str, style: Style, *, casing: bool = False) -> str:
    """Path data drawn in a style; with casing, on a pale line that sets it off from the ground."""
    dash = " ".join(number(length) for length in style.dash)
    cap = "butt" if dash else "round"
    dashes: dict[str, str | float] = {"stroke_dasharray": dash} if dash else {}
    drawn = tag(
        "path", d=data, fill="none", stroke=style.colour, stroke_width=style.width, stroke_linecap=cap, **dashes
    )
    if not casing:
        return drawn
    under = tag(
        "path",
        d=data,
        fill="none",
        stroke=PAPER,
        stroke_width=style.width + 4,
        stroke_linecap="round",
        stroke_opacity="0.8",
    )
    return under + drawn


def is_dark(colour: str) -> bool:
    """Whether text on a colour must be light."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return 299 * red + 587 * green + 114 * blue < 115_000
