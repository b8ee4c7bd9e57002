"""Where the lab is served: the socket, who can reach it, and the address to type into a browser."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from dataclasses import dataclass

from bpe_play.tui.commands.parser import CommandError


@dataclass(frozen=True)
class Address:
    """A place to listen at, found but not yet taken: `host` as it was asked for, `family` and `ip` as it was found."""

    host: str
    port: int
    family: socket.AddressFamily
    ip: str

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it.

        >>> Address("localhost", 80, socket.AF_INET, "127.0.0.1").is_loopback
        True
        """
        return ipaddress.ip_address(self.ip).is_loopback

    @property
    def is_everywhere(self) -> bool:
        """Whether it is every address of this machine."""
        return ipaddress.ip_address(self.ip).is_unspecified

    @property
    def warning(self) -> str:
        """What serving beyond this machine means; empty for the loopback address."""
        if self.is_loopback:
            return ""
        return (
            f"warning: anybody who can reach port {self.port} of this machine gets a lab that runs here with your "
            "rights. There is no password and no encryption. Serve it in a network that you trust, and end it "
            "with the lesson."
        )

    def url(self, port: int) -> str:
        """What one types into a browser; `port` is the one that was taken.

        >>> Address("::1", 0, socket.AF_INET6, "::1").url(8000)
        'http://[::1]:8000/'
        """
        host = socket.gethostname() if self.is_everywhere else self.host
        return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

    def listen(self) -> socket.socket:
        """Take the port; CommandError where that cannot be."""
        try:
            return socket.create_server((self.ip, self.port), family=self.family)
        except OSError as error:
            raise CommandError(*_reason(error, self)) from None


def find(host: str, port: int) -> Address:
    """The first address of a host by name or number; CommandError where there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    if not host or not found:
        raise CommandError(
            f"There is no address for the host {host!r}", "give a name or an address of this machine"
        )
    family, _, _, _, place = found[0]
    return Address(host, port, family, str(place[0]))


def _reason(error: OSError, address: Address) -> tuple[str, str]:
    """Why a port cannot be had, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {address.port} is in use", "give another one with --port, or end what listens there"
    if error.errno == errno.EACCES:
        return f"Port {address.port} is not for everybody to take", "give one from 1024 up with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{address.host} is no address of this machine", "give one that is with --host"
    why = os.strerror(error.errno) if error.errno else str(error)
    return f"Port {address.port} of {address.host} cannot be taken: {why.lower()}", "give others"
