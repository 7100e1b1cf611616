"""In which line of a TOML document a value stands.

The standard reader keeps no positions. This scanner is for text that the standard reader has
accepted, so it checks nothing.
"""

import re
import tomllib
from typing import NamedTuple

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""
      (?P<skip>[ \t]+|\#[^\n]*)
    | (?P<newline>\r?\n)
    | (?P<string>\"{3}(?:\\.|[^\\])*?\"{3}\"{0,2} | '{3}.*?'{3}'{0,2} | "(?:\\.|[^"\\])*" | '[^']*')
    | (?P<mark>[\[\]{}=,.])
    | (?P<bare>[^\s\[\]{}=,."'\#]+)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def value_lines(text: str) -> dict[Path, int]:
    """The line of every table, key and list item of a valid document, by its path."""
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.place = 0
        self.lines: dict[Path, int] = {}
        self.last_of: dict[Path, int] = {}  # the last item of each list of tables

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self.place < len(self.tokens):
            if self.peek() == "\n":
                self.place += 1
            elif self.peek() == "[":
                table = self.header()
            else:
                self.pair(table)
        return self.lines

    def peek(self) -> str:
        """The mark or line end that comes next; empty when it is a string, a bare word or the end."""
        if self.place == len(self.tokens):
            return "\n"
        token = self.tokens[self.place]
        return token.text if token.kind in ("mark", "newline") else ""

    def accept(self, mark: str) -> bool:
        found = self.place < len(self.tokens) and self.peek() == mark
        self.place += found
        return found

    def header(self) -> Path:
        line = self.tokens[self.place].line
        self.accept("[")
        is_list = self.accept("[")
        *parents, name = self.key()
        path = self.within((), parents, line)
        path = (*path, name)
        while self.accept("]"):
            pass
        self.lines.setdefault(path, line)
        if is_list:
            self.last_of[path] = self.last_of.get(path, -1) + 1
        if path in self.last_of:
            path = (*path, self.last_of[path])
            self.lines.setdefault(path, line)
        return path

    def within(self, path: Path, names: list[str], line: int) -> Path:
        for name in names:
            path = (*path, name)
            self.lines.setdefault(path, line)
            if path in self.last_of:
                path = (*path, self.last_of[path])
        return path

    def key(self) -> list[str]:
        names = [self.name()]
        while self.accept("."):
            names.append(self.name())
        return names

    def name(self) -> str:
        token = self.tokens[self.place]
        self.place += 1
        if token.kind != "string":
            return token.text
        return str(tomllib.loads(f"name = {token.text}")["name"])

    def pair(self, table: Path) -> None:
        line = self.tokens[self.place].line
        *parents, name = self.key()
        self.accept("=")
        path = (*self.within(table, parents, line), name)
        self.lines.setdefault(path, line)
        self.value(path)

    def value(self, path: Path) -> None:
        if self.accept("["):
            self.items(path)
        elif self.accept("{"):
            self.inline_table(path)
        else:
            while self.peek() not in (",", "]", "}", "\n"):
                self.place += 1

    def items(self, path: Path) -> None:
        index = 0
        while not self.accept("]"):
            if self.accept(",") or self.accept("\n"):
                continue
            self.lines.setdefault((*path, index), self.tokens[self.place].line)
            self.value((*path, index))
            index += 1

    def inline_table(self, path: Path) -> None:
        while not self.accept("}"):
            if not (self.accept(",") or self.accept("\n")):
                self.pair(path)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    line = 1
    for match in _TOKEN.finditer(text):
        kind, token = str(match.lastgroup), match.group()
        if kind == "newline":
            tokens.append(_Token(kind, "\n", line))
        elif kind != "skip":
            tokens.append(_Token(kind, token, line))
        line += token.count("\n")
    return tokens
