"""Console port of the host: logs CircuitPython's messages and the firmware's tracebacks."""

import re
import sys
from collections.abc import Callable

from ..chip.usb import Link

_TITLE = re.compile(r"\x1b\]0;.*?\x1b\\")
"""The terminal's title, which CircuitPython sets repeatedly."""
_SOFT_REBOOT = "soft reboot"


class Console(Link):
    """A terminal that is always open.

    ``on_restart`` is called when the firmware restarts itself.
    """

    def __init__(self) -> None:
        self.on_restart: Callable[[], None] = lambda: None
        self.text = ""
        """All output so far."""
        self.typed = b""
        """Keys typed at the terminal that the board has not read."""
        self._line = ""

    def is_open(self) -> bool:
        """Return true."""
        return True

    def receive(self, limit: int) -> bytes:
        """Return the next keys."""
        some, self.typed = self.typed[:limit], self.typed[limit:]
        return some

    def send(self, data: bytes) -> int:
        """Print output of the board."""
        text = data.decode(errors="replace")
        self.text += text
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            printed = _TITLE.sub("", line).strip("\r")
            if printed:
                print(printed, file=sys.stderr)
            if printed == _SOFT_REBOOT:
                self.on_restart()
        return len(data)
