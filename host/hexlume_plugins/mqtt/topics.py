"""MQTT topics on which boards are published (docs/mqtt.md), safe for every name a board or computer may have."""

import re
import socket

ROOT = "hexlume"
ONLINE, OFFLINE = "online", "offline"
"""Home Assistant's defaults for available and unavailable."""

_UNSAFE = re.compile(r"[^A-Za-z0-9-]")


def level(name: str) -> str:
    """Return a name as one level of a topic: letters, digits, ``-``, and for all else ``_`` with its code in hex.

    Different names give different levels. They may stand in an object id of Home Assistant, ``[a-zA-Z0-9_-]+``.
    """
    return _UNSAFE.sub(lambda found: f"_{ord(found[0]):02x}_", name) or "_"


def host_name(part: str | None = None) -> str:
    """Return this computer's name for topics; ``part`` is for one of several programs there, such as its port."""
    name = socket.gethostname().partition(".")[0] or "localhost"
    if part is None:
        return name
    return f"{name}-{re.sub(r'[^A-Za-z0-9]+', '-', part).strip('-')[-40:]}"


def host_status(host: str) -> str:
    """Return the topic for whether a computer is there; the broker itself publishes that it is not."""
    return f"{ROOT}/{level(host)}/status"


class BoardTopics:
    """The topics of one board that is plugged into a computer; ``event`` is not retained."""

    def __init__(self, host: str, device: str) -> None:
        self.host = host
        self.base = f"{ROOT}/{level(host)}/{level(device)}"
        self.status, self.about, self.game, self.event = (
            f"{self.base}/{name}" for name in ("status", "device", "game", "event")
        )
        self.identity = f"hexlume_{level(device)}"
        """The board's id in Home Assistant, wherever it is plugged in."""
        # Home Assistant's own discovery prefix, unless its user has changed it.
        self.discovery = f"homeassistant/device/{self.identity}/config"
