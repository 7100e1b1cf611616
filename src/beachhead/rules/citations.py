"""Which rules the code and the data of a game cite, and where, found without running it.

Code cites a rule in three forms:

- `rule="6.1"` or `rules=("6.1", "6.2")` as keyword of any call;
- the first argument of `Ruling(...)`, `refuse(...)` or `cite(...)`;
- every argument of `rule("5.2", "5.3")`, called by that name, or used as a decorator.

Both branches of `"6.1" if x else "6.2"` are cited. A row of data cites the rule in its column `rule`; code says with
`used(row)` that it applies the row.
"""

import ast
import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from beachhead.rules.index import RuleIndex

_KEYWORDS = {"rule", "rules"}
_FIRST_ARGUMENT = {"Ruling", "refuse", "cite"}
_ALL_ARGUMENTS = "rule"
_COLUMN = "rule"
_INDEX = "rules.csv"


class Citation(msgspec.Struct, frozen=True, order=True):
    """A place in code or data that cites a rule; the file is relative to the scanned folder."""

    rule: str
    file: str
    line: int

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{self.file}:{self.line}"


def scan_package(directory: Path) -> tuple[Citation, ...]:
    """All citations in the Python and CSV files of a folder and its subfolders, by file and line."""
    if not directory.is_dir():
        raise NotADirectoryError(f"{directory} is no folder with Python files")
    found: set[Citation] = set()
    for path in directory.rglob("*.py"):
        file = path.relative_to(directory).as_posix()
        tree = ast.parse(path.read_bytes(), filename=str(path))
        found.update(Citation(str(node.value), file, node.lineno) for node in _cited(tree))
    for path in directory.rglob("*.csv"):
        if path.name != _INDEX:
            file = path.relative_to(directory).as_posix()
            found.update(Citation(rule, file, line) for line, rule in _cited_by_rows(path))
    return tuple(sorted(found, key=lambda c: (c.file, c.line, c.rule)))


def _cited_by_rows(path: Path) -> Iterator[tuple[int, str]]:
    """The rules in the column `rule` of a table, with their lines; lines that begin with `#` are comments."""
    text = path.read_text(encoding="utf-8-sig")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    if not lines:
        return
    (_, heading), *rows = lines
    columns = next(csv.reader([heading]))
    if _COLUMN in columns:
        place = columns.index(_COLUMN)
        yield from ((number, cells[place]) for number, line in rows if (cells := next(csv.reader([line])))[place])


def unknown_citations(index: RuleIndex, cited: Iterable[Citation]) -> list[Citation]:
    """The citations of rules that the index does not have."""
    return [citation for citation in cited if citation.rule not in index]


def _cited(tree: ast.AST) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _cited_by_call(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and _name(decorator.func) == _ALL_ARGUMENTS:
                    yield from _constants(decorator.args)


def _cited_by_call(call: ast.Call) -> Iterator[ast.Constant]:
    yield from _constants(keyword.value for keyword in call.keywords if keyword.arg in _KEYWORDS)
    if _name(call.func) in _FIRST_ARGUMENT:
        yield from _constants(call.args[:1])
    # Only the bare name: a method called `rule` may be anything.
    elif isinstance(call.func, ast.Name) and call.func.id == _ALL_ARGUMENTS:
        yield from _constants(call.args)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _constants(nodes: Iterable[ast.expr]) -> Iterator[ast.Constant]:
    """The strings that an expression can be, or can hold as a list."""
    for node in nodes:
        match node:
            case ast.Constant(value=str()):
                yield node
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                yield from _constants(parts)
            case ast.IfExp(body=body, orelse=other):
                yield from _constants([body, other])
            case ast.BoolOp(values=parts):
                yield from _constants(parts)
            case ast.Starred(value=value) | ast.NamedExpr(value=value):
                yield from _constants([value])
