"""Reading a data file as numbered lines of text."""

import codecs
from pathlib import Path

from beachhead.datafiles.problems import DataError, Problem, Report

MAX_BYTES = 32 * 1024 * 1024

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_lines(path: Path, report: Report) -> list[tuple[int, str]]:
    """The lines with their numbers; lines that are not clean UTF-8 are reported and left out."""
    data = _read_bytes(path)
    if data.startswith(_UTF16):
        raise DataError([Problem(str(path), "the file is UTF-16", "save it as UTF-8")])
    lines: list[tuple[int, str]] = []
    for number, raw in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
        try:
            line = raw.decode().removesuffix("\r")
        except UnicodeDecodeError as error:
            report.add(f"byte {raw[error.start]:#04x} is not UTF-8", "save the file as UTF-8", number)
            continue
        if "\0" in line:
            report.add("the line holds a NUL byte", "remove it", number)
            continue
        lines.append((number, line))
    return lines


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise DataError([Problem(str(path), f"cannot be read: {error.strerror or error}")]) from error
    if len(data) > MAX_BYTES:
        fix = "a data file is meant to be read by people: split it"
        raise DataError([Problem(str(path), f"the file is larger than {MAX_BYTES >> 20} MiB", fix)])
    return data
