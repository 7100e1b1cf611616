"""Keys of this server, each in a file of its own beside the database that nobody else may read.

A file is written as a whole (another name, fsync, then its own name), so there is a key in it or there is no file. One
that is damaged is never replaced: what was sealed or signed with it would be lost.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from beachhead.kernel.chain import signed_text
from beachhead.server.errors import Unavailable

K = TypeVar("K")


class DamagedKey(Exception):
    """A key file that holds no key."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is damaged: put it back from a backup, or remove it (saves sealed with it are lost then)"
        )


class KeyFile(Generic[K]):
    """A key that is read when it is first needed, and made if there is none."""

    def __init__(self, path: Path, make: Callable[[], bytes], read: Callable[[bytes], K]) -> None:
        self._path = path
        self._make, self._read = make, read
        self._key: K | None = None

    def key(self) -> K:
        """The key. Raises `Unavailable` when the disk does not let us have one."""
        if self._key is None:
            try:
                self._key = self.stored() or self._made()
            except (OSError, DamagedKey) as error:
                words = "A key of this server cannot be read or written at the moment: the disk is full, or damaged."
                raise Unavailable(words) from error
        return self._key

    def stored(self) -> K | None:
        """The key that is there. A file without a byte was begun on a full disk: nothing was done with it."""
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return None
        if not data:
            return None
        try:
            return self._read(data)
        except ValueError:
            raise DamagedKey(self._path) from None

    def _made(self) -> K:
        """A new key, on the disk as a whole before anything is done with it; or that of a faster worker."""
        fresh = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        try:
            write_whole(fresh, self._make())
            try:
                os.link(fresh, self._path)
            except FileExistsError:
                if self.stored() is None:
                    fresh.replace(self._path)
            sync_folder(self._path.parent)
        finally:
            fresh.unlink(missing_ok=True)
        return self._read(self._path.read_bytes())


def write_whole(path: Path, data: bytes) -> None:
    """A new file that nobody else may read, on the disk when this returns."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk when this returns."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def seal_key(store: Path) -> KeyFile[Fernet]:
    """The key that seals the saves of running games."""
    return KeyFile(store / "seal.key", Fernet.generate_key, Fernet)


def sign_key(store: Path) -> KeyFile[Ed25519PrivateKey]:
    """The key that signs the heads of records."""
    return KeyFile(store / "sign.key", _new_sign_key, _read_sign_key)


def _new_sign_key() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes_raw().hex().encode()


def _read_sign_key(data: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(data.decode("ascii")))


class Signer:
    """Signs heads of records with the key in a folder; one without a folder signs nothing."""

    def __init__(self, store: Path | None) -> None:
        self._file = None if store is None else sign_key(store)

    @cached_property
    def public(self) -> str:
        """The public key, in hexadecimal digits."""
        return "" if self._file is None else self._file.key().public_key().public_bytes_raw().hex()

    def sign(self, table: str, head: str) -> str:
        """The signature of a head, in hexadecimal digits."""
        return "" if self._file is None else self._file.key().sign(signed_text(table, head)).hex()


def check_keys(store: Path) -> None:
    """Raise `DamagedKey` if there is a file that holds no key."""
    seal_key(store).stored()
    sign_key(store).stored()
