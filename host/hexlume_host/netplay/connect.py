"""Begins, joins and resumes games between hosts: chooses transport and replica."""

import contextlib
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from hexlume import games
from hexlume.games.game import OptionError
from hexlume.match.game_clock import NONE, TimeControl, TimeControlError
from hexlume_record.errors import sentence
from hexlume_record.game.events import COLOURS

from ..mqtt.broker import read_broker
from ..sockets import LOOPBACK_NAMES, bracketed, host_names
from .entries import GUEST, HOST, MAX_NAME, Terms
from .errors import NetplayError
from .invitation import Invitation, check_place
from .mqtt_transport import MqttTransport
from .saved_games import SavedGame, SavedGames
from .session import Session
from .transport import Transport
from .websocket_transport import WebSocketClientTransport, WebSocketServerTransport

DEFAULT_PORT = 8422
"""Another port than the pages of ``hexlume play`` and ``hexlume serve``, so that all can run."""


def new_terms(game: str, size: int, options: Mapping[str, object], clock: str, colour: str, name: str) -> Terms:
    """Return the terms of a new game; ``colour`` is the host's, empty for a random one. Raises ``NetplayError``."""
    if colour not in (*COLOURS, "random", ""):
        raise NetplayError(f"'{colour[:20]}' is no colour: choose white, black or random.")
    _check_name(name)
    try:
        started = games.start(game, size, options)
        control = TimeControl(clock or NONE).text
    except (OptionError, TimeControlError, ValueError, TypeError) as error:
        raise NetplayError(sentence(error)) from error
    own = colour if colour in COLOURS else secrets.choice(COLOURS)
    return Terms(started.NAME, started.size, dict(started.options), control, own, name)


def host(saved: SavedGames, terms: Terms, *, address: str, port: int, advertise: str, broker: str) -> Session:
    """Begin a game that another host can join.

    It listens at an address and a port (0: any free one), and the code holds ``advertise`` (``ws://host:port``) or,
    when that is empty, the address itself; or it meets at a broker's URL. Raises ``HexlumeError``.
    """
    notes: dict[str, object] = {"name": terms.host_name, "terms": terms.as_json()}
    if broker:
        found = read_broker(broker)
        invitation = Invitation.to(_without_login(broker))
        meeting = MqttTransport(found, invitation.identity, HOST)
        return Session(saved.add(invitation.identity, HOST, invitation.code, {"broker": broker, **notes}), meeting)
    if advertise:
        check_place(advertise)
    transport = WebSocketServerTransport(address, port)
    with _closed_on_error(transport):
        invitation = Invitation.to(advertise or f"ws://{advertised_address(address)}:{transport.port}")
        notes = {"address": address, "port": transport.port, **notes}
        return Session(saved.add(invitation.identity, HOST, invitation.code, notes), transport)


def resume(game: SavedGame, broker: str = "") -> Session:
    """Resume a saved game; ``broker`` replaces the broker's URL. Raises ``HexlumeError``."""
    invitation, notes = Invitation.read(game.code), game.notes
    transport: Transport
    if invitation.where.startswith("mqtt"):
        url = broker or notes.get("broker") or invitation.where
        transport = MqttTransport(read_broker(url), invitation.identity, game.role)
    elif broker:
        raise NetplayError("This game is not played through a broker: leave out --broker.")
    elif game.role == HOST:
        transport = WebSocketServerTransport(notes["address"], notes["port"])
    else:
        transport = WebSocketClientTransport(invitation.where)
    with _closed_on_error(transport):
        return Session(game, transport)


def accept(saved: SavedGames, code: str, name: str) -> SavedGame:
    """Return the saved game of a code, new or not, which ``resume`` joins. Raises ``NetplayError``."""
    _check_name(name)
    invitation = Invitation.read(code)
    game = saved.find(f"{invitation.identity}-{GUEST}")
    if game is None:
        notes = {"identity": secrets.token_hex(8), "name": name}
        game = saved.add(invitation.identity, GUEST, invitation.code, notes)
    return game


def rematch(saved: SavedGames, session: Session) -> Session:
    """Return the session of the next game with the same other side, colours exchanged. Raises ``HexlumeError``.

    The place to meet stays: the game's own session must have ended at the side that listens there.
    """
    invitation, before, game = session.invitation.rematch, session.saved, session.replica.confirmed
    assert game is not None
    found = saved.find(f"{invitation.identity}-{before.role}")
    if found is None:
        same = ("address", "port", "broker", "name")
        notes: dict[str, Any] = {name: before.notes[name] for name in same if name in before.notes}
        if before.role == HOST:
            notes["terms"] = replace(game.terms, host_colour=game.colour_of(GUEST)).as_json()
        else:
            notes["identity"] = secrets.token_hex(8)
        found = saved.add(invitation.identity, before.role, invitation.code, notes)
    return resume(found)


def advertised_address(address: str) -> str:
    """Return the address in the code: this computer's own where the host listens at any."""
    names = [name for name in host_names(address) if name not in LOOPBACK_NAMES]
    # Other computers need not know this one's name: numeric addresses come first.
    numeric = [name for name in names if name.startswith("[") or name.replace(".", "").isdecimal()]
    return (numeric or names or [bracketed(address)])[0]


@contextlib.contextmanager
def _closed_on_error(transport: Transport) -> Iterator[None]:
    """Close a transport if the game for it cannot begin: one that listens keeps its port."""
    try:
        yield
    except BaseException:
        transport.close()
        raise


def _check_name(name: str) -> None:
    if len(name) > MAX_NAME or not name.isprintable():
        raise NetplayError(f"A name is one line of at most {MAX_NAME} letters.")


def _without_login(url: str) -> str:
    """Return a broker's URL as the code holds it: each side has its own login."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], "", "", ""))
