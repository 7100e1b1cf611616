"""Where the data of a game lies: the files of the package, and an owner's corrected files over them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from beachhead.datafiles.documents import read_document
from beachhead.datafiles.problems import DataError, Problem, suggestion
from beachhead.datafiles.tables import read_table

S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True)
class DataDir:
    """The data files of a game; a file of the overlay stands in for the packaged one of the same name.

    An overlay file that stands in for nothing is an error: it would be ignored, and its author would not know.
    """

    base: Path
    overlay: Path | None = None

    def __post_init__(self) -> None:
        known = self.names()
        if self.overlay is None:
            return
        unknown = [name for name in _file_names(self.overlay) if name not in known]
        if unknown:
            what = "the game has no data file of this name"
            raise DataError(Problem(str(self.overlay / name), what, suggestion(name, known)) for name in unknown)

    def names(self) -> list[str]:
        """All file names, with `/` between folders."""
        return _file_names(self.base)

    def find(self, name: str) -> Path:
        """The file to read for a name."""
        for folder in (self.overlay, self.base):
            if folder is not None and (folder / name).is_file():
                return folder / name
        fix = suggestion(name, self.names())
        raise DataError([Problem(str(self.base / name), "there is no such data file", fix)])

    def table(self, name: str, row: type[S]) -> list[S]:
        """The rows of a CSV file."""
        return read_table(self.find(name), row)

    def document(self, name: str, schema: type[S]) -> S:
        """The content of a TOML file."""
        return read_document(self.find(name), schema)


def _file_names(folder: Path) -> list[str]:
    if not folder.is_dir():
        raise DataError([Problem(str(folder), "there is no such folder", "name a folder with data files")])
    inside = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return sorted(path.as_posix() for path in inside if not _is_by_product(path))


def _is_by_product(path: Path) -> bool:
    """Files that editors, systems and Python leave beside the data."""
    hidden = any(part.startswith(".") for part in path.parts)
    return hidden or path.name.endswith("~") or path.suffix in (".py", ".pyc")
