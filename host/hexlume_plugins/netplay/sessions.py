"""Sessions: begins, joins and resumes games between hosts; those of a site's pages run in threads of their own."""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from hexlume import games
from hexlume.games.game import OptionError
from hexlume.match.game_clock import NONE, TimeControl, TimeControlError
from hexlume_host.sockets import LOOPBACK, LOOPBACK_NAMES, bracketed, host_names
from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import NETWORK_GAME, LiveHub
from hexlume_record.errors import sentence
from hexlume_record.game.events import COLOURS
from hexlume_record.validation import Count, Line, one_of

from .errors import NetplayError
from .guest_session import GuestSession
from .host_session import HostSession
from .invitation import Invitation
from .link import usual_listener
from .messages import GUEST, HOST, MAX_NAME
from .saved_games import SavedGame, save_game, saved_games
from .session import Session

ANYWHERE = "0.0.0.0"
Text = Annotated[str, str.strip, Line(300)]


@dataclass
class NewGame:
    """What a page asks for: to begin a game, or with its ``code`` to join one.

    ``colour`` is the host's. ``device`` is the board at which they play, empty for none.
    """

    name: Annotated[str, str.strip, Line(MAX_NAME)] = ""
    device: Text = ""
    code: Text | None = None
    rules: Text = ""
    size: Count = 0
    options: dict[str, Any] = field(default_factory=dict)
    clock: Text = ""
    colour: Annotated[str, one_of("random", *COLOURS)] = "random"
    anywhere: bool = False

    def saved(self, store: Store) -> SavedGame:
        """Return the game, new or not, in the store. Raises ``HexlumeError``: nothing is saved then."""
        notes: dict[str, Any] = {"name": self.name, "device": self.device}
        if self.code is not None:
            invitation = Invitation.read(self.code)
            known = find_game(store, f"{invitation.identity}-{GUEST}")
            return known or save_game(store, invitation, GUEST, {"guest": secrets.token_hex(8), **notes})
        try:
            begun = games.start(self.rules, self.size, self.options)
            control = TimeControl(self.clock or NONE).text
        except (OptionError, TimeControlError, ValueError, TypeError) as error:
            raise NetplayError(sentence(error)) from error
        start = {"rules": begun.NAME, "board": begun.grid.board, "options": dict(begun.options)}
        notes["start"] = start if control == NONE else {**start, "clock": control}
        notes["colour"] = self.colour if self.colour in COLOURS else secrets.choice(COLOURS)
        notes["address"] = address = ANYWHERE if self.anywhere else LOOPBACK
        listener = usual_listener(address)
        notes["port"] = port = listener.getsockname()[1]
        saved = save_game(store, Invitation(f"ws://{_advertised_address(address)}:{port}"), HOST, notes)
        saved.listener = listener
        return saved


def resume(game: SavedGame, hub: LiveHub) -> Session:
    """Return the session of a saved game, which may be new. Raises ``HexlumeError``."""
    return (HostSession if game.role == HOST else GuestSession)(game, hub)


def find_game(store: Store, key: str) -> SavedGame | None:
    """Return a saved game by its key, ``None`` if there is none."""
    return next((game for game in saved_games(store) if game.key == key), None)


def _advertised_address(address: str) -> str:
    """Return the address in the code: this computer's own where the host listens at any."""
    names = [name for name in host_names(address) if name not in LOOPBACK_NAMES]
    # Other computers need not know this one's name: numeric addresses come first.
    numeric = [name for name in names if name.startswith("[") or name.replace(".", "").isdecimal()]
    return (numeric or names or [bracketed(address)])[0]


MAX_GAMES = 64
"""Games of a site that are played at once, or can still be looked at."""
_ENDED = "The program that played this game here has ended: the game waits until it is taken up again."


class Sessions:
    """The games that a site's pages play; any thread may ask."""

    def __init__(self, store: Store, hub: LiveHub) -> None:
        """``hub`` has their pages, and the boards at which they may be played."""
        self._store, self._hub = store, hub
        self._lock = threading.Lock()
        """Held while a game is chosen and begun, so that none is begun twice."""
        self.games: dict[str, Session] = {}
        """Those that are being played or were played lately, by their keys."""
        self._closed = False

    def play(self, choose: Callable[[Store], SavedGame | None]) -> Session:
        """Play a game of the store, which may be played already. Raises ``HexlumeError``."""
        with self._lock:
            if self._closed:
                raise NetplayError("This hexlume is ending: start it again and go on then.")
            saved = choose(self._store)
            if saved is None:
                raise NetplayError("There is no game of that name on this computer.")
            session = self.games.get(saved.key)
            if session is None or session.ended:
                self._make_room()
                session = resume(saved, self._hub)
                for other in self.games.values():
                    if session.board.device and session.board.device == other.board.device:
                        other.board.leave("Another game is played at the board now: go on with this one here.")
                self.games[saved.key] = session
                session.start()
            return session

    def close(self) -> None:
        """Leave all games: their pages show that, their connections close, and they are saved."""
        with self._lock:
            self._closed = True
        for session in self.games.values():
            session.fail(_ENDED)
        for session in self.games.values():
            session.close()

    def _make_room(self) -> None:
        """Leave the game that began first of those that have ended, if there are too many."""
        if len(self.games) >= MAX_GAMES:
            ended = next((key for key, one in self.games.items() if one.ended or one.over), None)
            if ended is None:
                raise NetplayError(f"{MAX_GAMES} games are played already: end one first.")
            left = self.games.pop(ended)
            left.fail(_ENDED)
            left.close()
            # Its page gets nothing any more: what games show must not fill the memory.
            self._hub.publish((NETWORK_GAME, ended), "")
