"""A disk that fails: full, broken, and without what was never synced when the power is cut.

SQLite writes through a VFS of its own (https://www.sqlite.org/vfs.html). This one is the usual one of the system with
four functions in front of it, so that every write, sync, truncation and removal is counted, can fail, and is known to
be on the disk for good or not.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from random import Random
from typing import Any

from beachhead.server import keyfiles

OK, FULL, CANTOPEN = 0, 13, 14
BROKEN = {"write": 778, "sync": 1034, "truncate": 1546, "delete": 2570, "open": CANTOPEN}
"""What SQLite calls an error of input or output."""
_CREATE, _NO_NAME = 0x4, 0x8

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))  # SQLite keeps the pointer to the name
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)
_Close = CFUNCTYPE(c_int, c_void_p)


class _Vfs(Structure):
    _fields_ = [
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", _Open),
        ("xDelete", _Delete),
        *((f"x{place}", c_void_p) for place in range(14)),
    ]


class _Methods(Structure):
    _fields_ = [
        ("iVersion", c_int),
        ("xClose", _Close),
        ("xRead", c_void_p),
        ("xWrite", _Write),
        ("xTruncate", _Truncate),
        ("xSync", _Sync),
        *((f"x{place}", c_void_p) for place in range(13)),
    ]


class DiskFull(OSError):
    """There is no room."""


class File:
    """What of a file is on the disk for good, and what was done since."""

    def __init__(self, content: bytes | None) -> None:
        self.synced = None if content is None else bytearray(content)
        self.since: list[tuple[int, bytes | None]] = []

    def sync(self) -> None:
        """All is on the disk for good."""
        self.synced = _done(self.synced, self.since)
        self.since.clear()

    def after_a_power_cut(self, chance: Random) -> bytearray | None:
        """What is left: of what was not synced any part, whatever came first."""
        kept = [change for change in self.since if chance.random() < 0.5]
        if self.synced is None and not kept:
            return None
        return _done(self.synced, kept)


def _done(content: bytearray | None, changes: list[tuple[int, bytes | None]]) -> bytearray:
    found = bytearray() if content is None else content[:]
    for place, data in changes:
        if data is None:
            del found[place:]
        else:
            found.extend(bytes(max(0, place - len(found))))
            found[place : place + len(data)] = data
    return found


class Disk:
    """Everything that is written in one folder."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.folder = folder
        self.chance = Random(f"{seed}/disk")
        self.files: dict[str, File] = {}
        self.names: list[Path] = []
        """Names in the folder that are not on the disk for good."""
        self.count = 0
        self.is_dead = False
        self.is_full = False
        self.weak = 0.0
        """How likely an operation fails."""
        self.fail_at: dict[int, str] = {}
        """Operations by number that fail: `full`, `broken`, `cut` for a power cut, or `filled` from then on."""
        self.on_cut: Callable[[], None] = lambda: None
        self.on_filled: Callable[[], object] = lambda: None
        self.happened: Counter[str] = Counter()

    def is_here(self, path: str) -> bool:
        """Whether a file is on this disk."""
        return path.startswith(f"{self.folder}{os.sep}")

    def operate(self, kind: str) -> int:
        """Count an operation; what SQLite is to be told of it."""
        if self.is_dead:
            return BROKEN[kind]
        self.count += 1
        wanted = self.fail_at.get(self.count)
        if wanted == "cut":
            self.happened["power cuts in an operation"] += 1
            self.is_dead = True
            self.on_cut()
            return BROKEN[kind]
        if wanted == "filled":
            self.is_full = True
            self.on_filled()
        if wanted == "full" or (self.is_full and kind in ("write", "open")):
            self.happened["full disk"] += 1
            return FULL if kind != "open" else CANTOPEN
        if wanted == "broken" or (self.weak and self.chance.random() < self.weak):
            self.happened["broken operations"] += 1
            return BROKEN[kind]
        return OK

    def cut(self) -> None:
        """The power is cut: what was not synced is there, or not, or half."""
        for path, file in self.files.items():
            left = file.after_a_power_cut(self.chance)
            if left is None:
                Path(path).unlink(missing_ok=True)
            else:
                Path(path).write_bytes(left)
        for name in self.names:
            if self.chance.random() < 0.5:
                name.unlink(missing_ok=True)
        self.forget()

    def forget(self) -> None:
        """The process that had files open is gone, and what it wrote is there."""
        self.files.clear()
        self.names.clear()
        for memory in self.folder.glob("*-shm"):
            memory.unlink()

    # --- files of Python ----------------------------------------------------------------------------------------

    def check(self, kind: str) -> None:
        """Fail as the functions of `os` do."""
        code = self.operate(kind)
        if code == FULL or (code == CANTOPEN and self.is_full):
            raise DiskFull(28, "No space left on device")
        if code:
            raise OSError(5, "Input/output error")


class FileFunctions:
    """The functions of `os` with which keys are written, in front of those of the system."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        """Begin a file."""
        if flags & os.O_CREAT:
            self._disk.check("open")
            self._disk.names.append(Path(path))
            self._disk.files[str(path)] = File(None)
        return os.open(path, flags, mode)

    def fdopen(self, handle: int, *_: Any) -> Any:
        """A stream that writes through the disk."""
        return _Stream(self._disk, handle)

    def fsync(self, handle: int) -> None:
        """A file, or the names in a folder, are on the disk for good."""
        self._disk.check("sync")
        path = _path_of(handle)
        if path == str(self._disk.folder):
            self._disk.names.clear()
        elif path in self._disk.files:
            self._disk.files[path].sync()

    def link(self, source: Path, target: Path) -> None:
        """Another name."""
        self._disk.check("write")
        os.link(source, target)
        self._disk.names.append(target)
        self._disk.files.pop(str(source), None)  # synced before, or the test of keys fails


def _path_of(handle: int) -> str:
    return str(Path(f"/proc/self/fd/{handle}").readlink())


class _Stream:
    def __init__(self, disk: Disk, handle: int) -> None:
        self._disk, self._handle = disk, handle

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def fileno(self) -> int:
        return self._handle

    def flush(self) -> None:
        """Nothing waits."""

    def write(self, data: bytes) -> None:
        path = _path_of(self._handle)
        try:
            self._disk.check("write")
        except OSError:
            os.write(self._handle, data[: len(data) // 2])
            self._disk.files[path].since.append((0, data[: len(data) // 2]))
            raise
        os.write(self._handle, data)
        self._disk.files[path].since.append((0, data))


# --- SQLite -------------------------------------------------------------------------------------------------------


class _Shim:
    """The VFS; there is one, for whichever disk is in."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.disk: Disk | None = None
        self._library = library
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._usual = library.sqlite3_vfs_find(None).contents
        self._own = _Vfs.from_buffer_copy(self._usual)
        self._own.zName, self._own.pNext = b"failing", None
        self._own.xOpen, self._own.xDelete = _Open(self._open), _Delete(self._delete)
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        self._paths: dict[int, tuple[str, _Methods]] = {}
        self.own = ctypes.pointer(self._own)
        self.usual = ctypes.pointer(self._usual)

    def use(self, vfs: Any) -> None:
        """Open files with this one from now on."""
        self._library.sqlite3_vfs_register(vfs, 1)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        path = "" if name is None else os.fsdecode(ctypes.string_at(name))
        disk = self.disk
        is_ours = disk is not None and disk.is_here(path) and not flags & _NO_NAME
        if disk is not None and is_ours:
            is_new = not Path(path).exists()
            if is_new and flags & _CREATE and (code := disk.operate("open")):
                return code
        code = self._usual.xOpen(vfs, name, file, flags, out)
        if code or disk is None or not is_ours:
            return code
        if path not in disk.files:
            disk.files[path] = File(None if is_new else Path(path).read_bytes())
        slot = ctypes.cast(file, POINTER(c_void_p))
        ours, theirs = self._with_ours(slot[0])
        slot[0] = ctypes.addressof(ours)
        self._paths[file] = path, theirs
        return OK

    def _with_ours(self, address: int) -> tuple[_Methods, _Methods]:
        if address not in self._methods:
            theirs = _Methods.from_address(address)
            ours = _Methods.from_buffer_copy(theirs)
            ours.xWrite, ours.xSync = _Write(self._write), _Sync(self._sync)
            ours.xTruncate, ours.xClose = _Truncate(self._truncate), _Close(self._close)
            self._methods[address] = ours, theirs
        return self._methods[address]

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        path, disk = os.fsdecode(name), self.disk
        if disk is None or not disk.is_here(path):
            return int(self._usual.xDelete(vfs, name, sync))
        if code := disk.operate("delete"):
            return code
        disk.files.pop(path, None)
        return int(self._usual.xDelete(vfs, name, sync))

    def _write(self, file: int, data: int, size: int, place: int) -> int:
        path, theirs = self._paths[file]
        assert self.disk is not None
        code = self.disk.operate("write")
        if code and not self.disk.is_dead:  # half of it may be written
            size = self.disk.chance.randrange(size)
        if code and (self.disk.is_dead or not size):
            return code
        self.disk.files[path].since.append((place, ctypes.string_at(data, size)))
        return code or int(theirs.xWrite(file, data, size, place))

    def _truncate(self, file: int, size: int) -> int:
        path, theirs = self._paths[file]
        assert self.disk is not None
        if code := self.disk.operate("truncate"):
            return code
        self.disk.files[path].since.append((size, None))
        return int(theirs.xTruncate(file, size))

    def _sync(self, file: int, _flags: int) -> int:
        path, _ = self._paths[file]
        assert self.disk is not None
        if code := self.disk.operate("sync"):
            return code
        if path in self.disk.files:
            self.disk.files[path].sync()
        return OK  # nobody cuts the power of this computer

    def _close(self, file: int) -> int:
        _, theirs = self._paths.pop(file)
        return int(theirs.xClose(file))


def _library() -> ctypes.CDLL | None:
    """The library with which Python's sqlite3 is linked, if it can be found."""
    import _sqlite3

    try:
        found = ctypes.CDLL(_sqlite3.__file__)
        name = found.sqlite3_libversion
    except (AttributeError, OSError):
        return None
    name.restype = c_char_p
    return found if name().decode() == sqlite3.sqlite_version else None


LIBRARY = _library()
_shim = None if LIBRARY is None else _Shim(LIBRARY)


@contextmanager
def inserted(disk: Disk) -> Iterator[None]:
    """While files of SQLite are on this disk."""
    assert _shim is not None, "this Python's SQLite is not to be reached"
    _shim.disk, keyfiles.os = disk, FileFunctions(disk)
    _shim.use(_shim.own)
    try:
        yield
    finally:
        _shim.use(_shim.usual)
        _shim.disk, keyfiles.os = None, os
