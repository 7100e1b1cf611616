"""Where the data of a game lies: the files of the package, and an owner's corrected files over them."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from beachhead.datafiles.documents import read_layers
from beachhead.datafiles.problems import DataError, Problem, suggestion
from beachhead.datafiles.tables import read_records

S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True)
class DataDir:
    """The data files of a game; the files of the overlay are laid over the packaged ones of the same name.

    A corrected table needs only the rows that change, a corrected document only the keys. An overlay file that stands
    for nothing is an error: it would be ignored, and its author would not know.
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

    def corrected(self) -> list[str]:
        """The names of the files that the overlay has."""
        return [] if self.overlay is None else _file_names(self.overlay)

    def layers(self, name: str) -> list[Path]:
        """The files to read for a name: the packaged one, and the one over it if there is one."""
        found = [folder / name for folder in (self.base, self.overlay) if folder and (folder / name).is_file()]
        if not found:
            fix = suggestion(name, self.names())
            raise DataError([Problem(str(self.base / name), "there is no such data file", fix)])
        return found

    def find(self, name: str) -> Path:
        """The file that counts for a name, if one cannot be laid over the other."""
        return self.layers(name)[-1]

    def table(self, name: str, row: type[S]) -> list[S]:
        """The rows of a CSV file."""
        return [record.content for record in read_records(self.layers(name), row)]

    def document(self, name: str, schema: type[S]) -> S:
        """The content of a TOML file."""
        return read_layers(self.layers(name), schema).content

    def digest(self, *without: str) -> str:
        """A fingerprint of all files but those named."""
        total = sha256()
        for name in self.names():
            if name not in without:
                for path in self.layers(name):
                    total.update(f"{name} {path.stat().st_size}\n".encode() + path.read_bytes())
        return total.hexdigest()[:32]


def _file_names(folder: Path) -> list[str]:
    if not folder.is_dir():
        raise DataError([Problem(str(folder), "there is no such folder", "name a folder with data files")])
    inside = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return sorted(path.as_posix() for path in inside if not _is_by_product(path))


def _is_by_product(path: Path) -> bool:
    """Files that editors, systems and Python leave beside the data."""
    hidden = any(part.startswith(".") for part in path.parts)
    return hidden or path.name.endswith("~") or path.suffix in (".py", ".pyc")
