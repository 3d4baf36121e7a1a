"""Pseudo-terminal for the board's data port, which host programs open like a real serial port."""

import contextlib
import os
import pty
import select
import tty
from pathlib import Path

from .chip.usb import Cable, Link


class PseudoTerminal(Link):
    """A raw pseudo-terminal that exists while the cable is plugged in.

    ``path`` is what hosts open: the terminal, or ``name`` as a symbolic link to it. The link stays
    the same when the cable is pulled and put back. ``path`` is empty while unplugged.
    """

    def __init__(self, cable: Cable, name: Path | None = None) -> None:
        self.master = -1
        self._name = name
        self._open = False
        self._readable = False
        self._poll = select.poll()
        self._plug()
        cable.listeners.append(self._cable_moved)

    def is_open(self) -> bool:
        """Return whether a host had the port open at the last ``poll``."""
        return self._open

    def poll(self) -> None:
        """Update whether a host has the port open and whether it has sent data."""
        if self.master >= 0:
            found = self._poll.poll(0)
            state = found[0][1] if found else 0
            self._open = not state & select.POLLHUP
            self._readable = bool(state & select.POLLIN)

    def receive(self, limit: int) -> bytes:
        """Return at most ``limit`` bytes from hosts, if the last ``poll`` saw any."""
        if not self._readable:
            return b""
        try:
            data = os.read(self.master, limit)
        except OSError:  # no more data, or no host
            data = b""
        self._readable = bool(data)
        return data

    def send(self, data: bytes) -> int:
        """Write bytes to the host and return how many the system accepted."""
        try:
            return os.write(self.master, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Remove the port."""
        self._open = self._readable = False
        if self.master >= 0:
            self._poll.unregister(self.master)
            os.close(self.master)
            self.master = -1
            if self._name is not None:
                self._name.unlink(missing_ok=True)
        self.path = ""

    def _plug(self) -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        terminal = os.ttyname(slave)
        # Only a terminal that was opened and closed once reports POLLHUP while no host is there.
        os.close(slave)
        self._poll.register(self.master, select.POLLIN)
        self.path = terminal
        if self._name is not None:
            with contextlib.suppress(FileNotFoundError):
                self._name.unlink()
            self._name.symlink_to(terminal)
            self.path = str(self._name)

    def _cable_moved(self, plugged: bool) -> None:
        if plugged:
            self._plug()
        else:
            self.close()
