"""Sockets: a port for other programs to connect to, and the names under which they reach it."""

import contextlib
import errno
import ipaddress
import os
import socket

from hexlume_record.errors import HexlumeError

LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = ("localhost", LOOPBACK, "[::1]")
"""Names of this computer that nobody else can give themselves."""


class ListeningError(HexlumeError):
    """A port cannot be opened; the text says what to do."""


def listen(host: str, port: int, failed: str, backlog: int) -> socket.socket:
    """Return a socket that listens at an address; ``port`` 0 takes any free one.

    ``failed`` is the sentence for what has no other name, with ``{host}``, ``{port}`` and ``{why}``.
    Raises ``ListeningError``.
    """
    if not 0 <= port <= 65535:
        raise ListeningError(f"{port} is no port: choose 0 (any free one) to 65535.")
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise ListeningError(f"This computer cannot find the address '{host}': try {LOOPBACK}.") from None
    listener = socket.socket(family, kind, protocol)
    try:
        # Windows would let two programs share the port; elsewhere this only allows a quick restart.
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ListeningError(
                f"Port {port} is in use by another program: choose another one, or 0 for any."
            ) from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise ListeningError(f"Port {port} may not be opened by this user: choose one from 1024 on.") from None
        raise ListeningError(failed.format(host=host, port=port, why=error.strerror)) from None
    return listener


def host_names(host: str) -> list[str]:
    """Return the names and addresses that reach a port bound to ``host``, as they stand in a URL."""
    names = list(LOOPBACK_NAMES)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return [*names, host.lower()]
    if not address.is_unspecified:
        return [*names, bracketed(host)]
    own = socket.gethostname().lower()
    names += [own, own + ".local"]
    for family, remote in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # Connecting a datagram socket sends nothing; it only asks which of this computer's addresses would be used.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((remote, 9))
            names.append(bracketed(probe.getsockname()[0]))
    return names


def bracketed(host: str) -> str:
    """Return an address as it stands in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host
