"""The topics on which boards are published (docs/mqtt.md), safe for every name a board or computer may have."""

import re
import socket
from dataclasses import dataclass
from hashlib import sha256

ROOT = "hexlume"
DISCOVERY = "homeassistant"
"""Home Assistant's own discovery prefix, unless its user has changed it."""
ONLINE, OFFLINE = "online", "offline"
"""What Home Assistant takes for available and unavailable unless told otherwise."""

_LONGEST_LEVEL = 80
_UNSAFE = re.compile(r"[^A-Za-z0-9-]")


def level(name: str) -> str:
    """Return a name as one level of a topic: letters, digits, ``-``, and for all else ``_`` with its code in hex.

    Different names give different levels; of a long one only the beginning is readable. They may stand in an object
    id of Home Assistant, ``[a-zA-Z0-9_-]+``.
    """
    safe = _UNSAFE.sub(lambda found: f"_{ord(found[0]):02x}_", name)
    if len(safe) > _LONGEST_LEVEL:
        # Not even an ``_`` before an ``x`` comes from above.
        safe = f"{safe[:40]}_x{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
    return safe or "_"


def host_name(part: str | None = None) -> str:
    """Return this computer's name for topics; ``part`` names what runs there beside others, such as a port."""
    name = socket.gethostname().partition(".")[0] or "localhost"
    if part is None:
        return name
    return f"{name}-{re.sub(r'[^A-Za-z0-9]+', '-', part).strip('-')[-40:]}"


@dataclass(frozen=True, slots=True)
class HostTopics:
    """The topics of one computer that logs boards."""

    host: str

    @property
    def status(self) -> str:
        """Whether it is there; the broker itself says when it is not."""
        return f"{ROOT}/{level(self.host)}/status"


@dataclass(frozen=True, slots=True)
class BoardTopics:
    """The topics of one board that is plugged into a computer."""

    host: str
    board: str

    @property
    def base(self) -> str:
        """What all of them but ``discovery`` begin with."""
        return f"{ROOT}/{level(self.host)}/{level(self.board)}"

    @property
    def status(self) -> str:
        """Whether the board is plugged in."""
        return f"{self.base}/status"

    @property
    def about(self) -> str:
        """Which board it is."""
        return f"{self.base}/board"

    @property
    def game(self) -> str:
        """How its game stands."""
        return f"{self.base}/game"

    @property
    def clock(self) -> str:
        """What its game's clock shows."""
        return f"{self.base}/clock"

    @property
    def sensors(self) -> str:
        """Which of its sensors are not well."""
        return f"{self.base}/sensors"

    @property
    def event(self) -> str:
        """What has just happened; not retained."""
        return f"{self.base}/event"

    @property
    def identity(self) -> str:
        """What Home Assistant knows the board by, wherever it is plugged in."""
        return f"hexlume_{level(self.board)}"

    @property
    def discovery(self) -> str:
        """Where Home Assistant is told of the board."""
        return f"{DISCOVERY}/device/{self.identity}/config"
