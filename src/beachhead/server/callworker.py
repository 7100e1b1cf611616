"""The process that sends a message by the service of somebody's choice, with the library Apprise.

An address is chosen by a stranger, so this process is trusted with nothing: it makes no connection but to addresses of
the open internet and to hosts that the owner of this server has named for the service, wherever a name or a redirect
leads; it starts no programs, and is ended when it takes too long. The check stands where connections are made (an
audit hook of Python), not where addresses are read.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_CONNECTING = ("socket.connect", "socket.sendto", "socket.sendmsg")
_STARTING = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
    "pty.spawn",
)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forbidden(OSError):
    """Something that this process may not do."""


class Message(msgspec.Struct, frozen=True):
    """What to send, and where to. Without a title the address is only looked at.

    `allowed` are the services that the owner allows, each with hosts of his own network that it may reach.
    """

    address: str
    allowed: dict[str, tuple[str, ...]]
    title: str = ""
    body: str = ""


class Result(msgspec.Struct, frozen=True):
    """Whether it was sent, by which service, or why not."""

    is_sent: bool
    service: str = ""
    problem: str = ""


def is_open(address: Address) -> bool:
    """Whether an address is one of the open internet, however it is written."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return False
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is not None and not is_open(inner):
            return False
        if address.ipv4_mapped is not None:
            return True
    return address.is_global and not address.is_multicast


def addresses_of(hosts: Iterable[str]) -> frozenset[Address]:
    """The addresses of hosts that the owner has named."""
    found = set[Address]()
    for host in hosts:
        try:
            infos = socket.getaddrinfo(host, None)
        except OSError:
            continue
        found.update(ipaddress.ip_address(info[4][0]) for info in infos)
    return frozenset(found)


def confine(near: frozenset[Address]) -> None:
    """From now on this process reaches the open internet and these addresses alone, and starts nothing."""

    def watch(event: str, args: tuple[Any, ...]) -> None:
        if event in _CONNECTING:
            _check(args[1] if len(args) > 1 else None, near)
        elif event in _STARTING:
            raise Forbidden("no programs are started from here")

    sys.addaudithook(watch)


def _check(place: Any, near: frozenset[Address]) -> None:
    try:
        address = ipaddress.ip_address(str(place[0]).partition("%")[0])
    except (TypeError, IndexError, ValueError):
        raise Forbidden("only addresses of the internet are reached from here") from None
    if address not in near and not is_open(address):
        raise Forbidden("this address is not on the open internet")


def service_of(schemes: Iterable[str], allowed: Mapping[str, tuple[str, ...]]) -> str | None:
    """The name under which the owner allows a service that goes by these schemes."""
    return next((name for name in allowed for scheme in schemes if scheme in (name, f"{name}s")), None)


def send(message: Message) -> Result:
    """Send it, or only look at the address."""
    from apprise import Apprise, AppriseAsset  # noqa: PLC0415  it takes a second, and an extra of its own

    asset = AppriseAsset(app_id="Beachhead", app_desc="Beachhead", app_url="", async_mode=False)
    if any(sign.isspace() for sign in message.address):
        return Result(False, problem="An address is one word.")
    plugin = Apprise.instantiate(message.address, asset=asset, suppress_exceptions=True)
    if plugin is None:
        return Result(False, problem="That is no address of a service, or a part of it is missing.")
    schemes = [*_listed(plugin.protocol), *_listed(plugin.secure_protocol)]
    name = service_of(schemes, message.allowed)
    service = str(plugin.service_name)
    if name is None:
        return Result(False, service, f"This server sends no messages by {service}.")
    if not message.title:
        return Result(True, service)
    confine(addresses_of(message.allowed[name]))
    sender = Apprise(asset=asset)
    sender.add(plugin)
    if sender.notify(title=message.title, body=message.body):
        return Result(True, service)
    return Result(False, service, f"{service} did not take the message. Look at the address once more.")


def _listed(scheme: Any) -> list[str]:
    return [] if scheme is None else [scheme] if isinstance(scheme, str) else list(scheme)


def main() -> None:
    """Read a message, send it, and say what came of it."""
    message = msgspec.json.decode(sys.stdin.buffer.read(), type=Message)
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        result = send(message)
    except Exception:  # a library for 130 services may fail in any way
        result = Result(False, problem="The message could not be sent.")
    out.buffer.write(msgspec.json.encode(result))
    out.flush()


if __name__ == "__main__":
    main()
