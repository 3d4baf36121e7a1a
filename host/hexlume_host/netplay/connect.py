"""Begins games with other hosts and takes them up again: which line, which side, which kept list."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ..mqtt.broker import read_broker
from ..sockets import LOOPBACK_NAMES, host_names
from .entries import GUEST, HOST, Terms, read_terms
from .errors import ApartError
from .invitation import Invitation
from .mqtt_transport import BrokerLine
from .player import Seat
from .replica import GuestSide, HostSide, Side
from .saved_games import KeptGame, KeptGames, KeptSide, default_folder
from .session import Playing
from .transport import Line
from .websocket_transport import ConnectingLine, ListeningLine

DEFAULT_PORT = 8422
"""Beside the pages of ``hexlume play`` and ``hexlume serve``, so that all can run."""


def folder_beside(store: str | None) -> Path:
    """Return where games are kept: beside the store where that is a file."""
    return default_folder() if store is None or "://" in store else Path(store).absolute().parent


class Opened:
    """A game that is ready to be played by a seat: ``playing`` makes it."""

    def __init__(self, kept: KeptGames, key: KeptSide, invitation: Invitation, side: Side, line: Line) -> None:
        self.invitation = invitation
        self.side = side
        self.kept = kept
        self._key, self._line = key, line

    @property
    def port(self) -> int:
        """The port at which the other side is waited for, 0 for none."""
        return self._line.port if isinstance(self._line, ListeningLine) else 0

    def playing(self, seat: Seat, say: Callable[[str], None], **ending: Any) -> Playing:
        """Return the game with a seat at it; ``ending`` is when it ends (``ends`` and ``linger`` of ``Playing``)."""
        return Playing(self.side, self.invitation.secret, self._line, seat, self._key, say, **ending)

    def close(self) -> None:
        """Close the line of a game that is not played."""
        self._line.close()


def host(kept: KeptGames, terms: Terms, *, address: str, port: int, told: str, broker: str) -> Opened:
    """Begin a game that another host can join.

    It listens at an address and a port (0: any free one), of which the code tells ``told`` (``ws://host:port``) or,
    when that is empty, the address itself; or it meets at a broker's URL. Raises ``HostError``.
    """
    line: Line
    if broker:
        read_broker(broker)
        invitation = Invitation.to(_without_login(broker))
        line = BrokerLine(read_broker(broker), invitation.identity, HOST)
        where: dict[str, object] = {"broker": broker}
    else:
        listening = ListeningLine(address, port)
        try:
            invitation = Invitation.to(told or f"ws://{told_address(address)}:{listening.port}")
        except ApartError:
            listening.close()
            raise
        line, where = listening, {"address": address, "port": listening.port}
    key = kept.add(invitation.identity, HOST, invitation.code, {**where, "name": terms.host_name})
    key.note(terms=terms.as_json())
    return Opened(kept, key, invitation, HostSide(terms, key), line)


def host_again(kept: KeptGames, game: KeptGame, broker: str = "") -> Opened:
    """Take a game up again that this computer began; ``broker`` in place of the URL it had. Raises ``HostError``."""
    key, invitation = kept.side(game), Invitation.read(game.code)
    terms = read_terms(game.seat["terms"])
    line: Line
    if broker or game.seat.get("broker"):
        line = BrokerLine(read_broker(broker or game.seat["broker"]), invitation.identity, HOST)
    else:
        line = ListeningLine(game.seat["address"], game.seat["port"])
    return Opened(kept, key, invitation, HostSide(terms, key, key.entries(), key.state()), line)


def join(kept: KeptGames, code: str, name: str, broker: str = "") -> Opened:
    """Join a game by its code, or take it up again; ``broker`` is a URL with a login. Raises ``HostError``."""
    invitation = Invitation.read(code)
    game = kept.find(invitation.identity, GUEST)
    if game is None:
        own = secrets.token_hex(8)
        key = kept.add(invitation.identity, GUEST, invitation.code, {"identity": own, "name": name})
    else:
        key, own, name = kept.side(game), game.seat["identity"], str(game.seat.get("name", "")) or name
    line: Line
    if invitation.where.startswith("mqtt"):
        line = BrokerLine(read_broker(broker or invitation.where), invitation.identity, GUEST)
    elif broker:
        raise ApartError("This game is not played through a broker: leave out --broker.")
    else:
        line = ConnectingLine(invitation.where)
    side = GuestSide(own, key, name, key.entries(), key.state())
    return Opened(kept, key, invitation, side, line)


def told_address(address: str) -> str:
    """Return the address that a code tells: this computer's own where it listens at any."""
    names = [name for name in host_names(address) if name not in LOOPBACK_NAMES]
    # Other computers need not know this one's name: numeric addresses come first.
    numeric = [name for name in names if name.startswith("[") or name.replace(".", "").isdecimal()]
    return (numeric or names or [_in_url(address)])[0]


def _without_login(url: str) -> str:
    """Return a broker's URL as the code tells it: each side has its own login."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], "", "", ""))


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address
