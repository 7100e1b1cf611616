"""What can be wrong with a board, said so that it can be put right."""

from collections.abc import Iterable
from difflib import get_close_matches


class BoardError(ValueError):
    """A board, or a question put to one, is wrong; names the file and line where there is one."""

    def __init__(self, message: str, *, file: str = "", line: int = 0) -> None:
        self.message = message
        self.file = file
        self.line = line
        where = ":".join(part for part in (file, str(line) if line else "") if part)
        super().__init__(f"{where}: {message}" if where else message)


class UnknownHexError(BoardError):
    """A name that no hex of the board has."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about an unknown word: the nearest known ones, or else all of them."""
    words = sorted(known)
    if not words:
        return "none is declared"
    near = get_close_matches(word[:80], words, n=3)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"known are {', '.join(words[:20])}{' ...' if len(words) > 20 else ''}"


def quoted(text: str) -> str:
    """A word from a file as a message shows it: in quotes, escaped, not too long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
