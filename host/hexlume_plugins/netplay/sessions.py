"""Sessions of a site: the games with other hosts that its pages play."""

import threading
from collections.abc import Callable

from hexlume_host.store.repository import Store

from .connect import accept, host, rematch, resume
from .entries import Terms
from .errors import NetplayError
from .page_player import PagePlayer
from .saved_games import SavedGame, SavedGames
from .session import Session

MAX_GAMES = 16
"""Games that are played at once."""
MAX_ENDED_GAMES = 64
"""Ended games that pages can still look at; the one that began first goes first."""
_ENDED = "The program that played this game here has ended: the game waits until it is taken up again."
_CLOSE_SECONDS = 10.0
"""Max wait for a game when the site ends."""


class Sessions:
    """Begins, joins and resumes games for pages; any thread may ask. Raises ``HexlumeError``."""

    def __init__(self, store: Store, publish: Callable[[str, str], None]) -> None:
        """``publish`` takes a game's key and what its pages show."""
        self._store, self._saved, self._publish = store, SavedGames(store), publish
        self._lock = threading.Lock()
        """Held while a game is chosen and begun, so that none is begun twice."""
        self._games: dict[str, PagePlayer] = {}
        self._threads: list[threading.Thread] = []
        self._closed = False

    def host(self, terms: Terms, address: str, port: int, advertise: str, broker: str) -> PagePlayer:
        """Begin a game that others can join."""
        with self._lock:
            self._check_room()
            return self._begin(host(self._saved, terms, address=address, port=port, advertise=advertise, broker=broker))

    def join(self, code: str, name: str, broker: str) -> PagePlayer:
        """Join a game by its code, or resume it."""
        with self._lock:
            self._check_room()
            return self._resume(accept(self._saved, code, name), broker)

    def resume(self, key: str) -> PagePlayer:
        """Resume a saved game."""
        with self._lock:
            found = self._saved.find(key)
            if found is None:
                raise NetplayError("There is no game of that name on this computer.")
            return self._resume(found)

    def add(self, session: Session, also_say: Callable[[str], object] | None = None) -> PagePlayer:
        """Return the player at a page of a session, which the caller runs; there is no rematch for it."""
        game = self._games[session.saved.key] = PagePlayer(self._store, session, self._publish, also_say)
        return game

    def game(self, key: str) -> PagePlayer | None:
        """Return a game that is being played or was played lately."""
        return self._games.get(key)

    def games(self) -> list[SavedGame]:
        """Return all saved games, the latest first."""
        return self._saved.games()

    def close(self) -> None:
        """Leave all games: their pages show that, their connections close, and they are saved."""
        with self._lock:
            self._closed = True
        for game in self._games.values():
            game.leave_off(_ENDED)
        for thread in self._threads:
            thread.join(_CLOSE_SECONDS)

    def _rematch(self, session: Session) -> str:
        """Begin the next game of a session that has ended, or join it; return its key."""
        with self._lock:
            self._check_room()
            running = self.game(f"{session.invitation.rematch.identity}-{session.saved.role}")
            if running is not None and not running.ended:
                return running.key
            return self._begin(rematch(self._saved, session)).key

    def _resume(self, saved: SavedGame, broker: str = "") -> PagePlayer:
        running = self.game(saved.key)
        if running is not None and not running.ended:
            return running
        self._check_room()
        return self._begin(resume(saved, broker))

    def _begin(self, session: Session) -> PagePlayer:
        game = PagePlayer(self._store, session, self._publish, rematch=self._rematch)
        self._games[session.saved.key] = game
        ended = [key for key, one in self._games.items() if one.ended]
        for key in ended[:-MAX_ENDED_GAMES]:
            del self._games[key]
        thread = threading.Thread(target=game.run, name="hexlume-netplay-page", daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()
        return game

    def _check_room(self) -> None:
        if self._closed:
            raise NetplayError("This hexlume is ending: start it again and go on then.")
        if sum(not game.ended for game in self._games.values()) >= MAX_GAMES:
            raise NetplayError(f"{MAX_GAMES} games are played already: end one first.")
