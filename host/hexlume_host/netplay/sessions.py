"""Sessions of a site: the games with other hosts that its pages play."""

import contextlib
import threading
from pathlib import Path

from ..store.repository import Store
from .connect import OpenGame, host, join, resume
from .entries import Terms
from .errors import NetplayError
from .page_player import PagePlayer
from .saved_games import SavedGame, SavedGames

MAX_GAMES = 16
"""Games that are played at once."""
_ENDED = "The program that played this game here has ended: the game waits until it is taken up again."
_CLOSE_SECONDS = 10.0
"""Max wait for a game when the site ends."""
_LAST_TEXT_SECONDS = 2.0
"""Max time until its pages have the last text."""


class Sessions:
    """Begins, joins and resumes games for pages; any thread may ask. Raises ``HostError``."""

    def __init__(self, store: Store, folder: Path) -> None:
        """``folder`` is where the games are saved; nothing is opened before the first of them is needed."""
        self._store, self._folder = store, folder
        self._lock = threading.Lock()
        self._saved: SavedGames | None = None
        self._games: dict[str, PagePlayer] = {}
        self._threads: list[threading.Thread] = []
        self._closed = False

    def host(self, terms: Terms, address: str, port: int, advertise: str, broker: str) -> PagePlayer:
        """Begin a game that others can join."""
        self._check_room()
        return self._begin(host(self._open(), terms, address=address, port=port, advertise=advertise, broker=broker))

    def join(self, code: str, name: str, broker: str) -> PagePlayer:
        """Join a game by its code, or resume it."""
        self._check_room()
        return self._begin(join(self._open(), code, name, broker))

    def resume(self, key: str) -> PagePlayer:
        """Resume a saved game."""
        running = self.game(key)
        if running is not None and not running.ended:
            return running
        self._check_room()
        found = next((game for game in self.games() if game.key == key), None)
        if found is None:
            raise NetplayError("There is no game of that name on this computer.")
        return self._begin(resume(found))

    def add(self, game: PagePlayer) -> None:
        """Show a game that somebody else runs."""
        with self._lock:
            self._games[game.key] = game

    def game(self, key: str) -> PagePlayer | None:
        """Return a game that is being played or has been since the start."""
        with self._lock:
            return self._games.get(key)

    def games(self) -> list[SavedGame]:
        """Return all saved games, the latest first."""
        return self._open().games()

    def close(self) -> None:
        """Leave all games: their pages get a last text, their connections close, and all of them is saved."""
        with self._lock:
            self._closed = True
            games, threads = list(self._games.values()), list(self._threads)
        for game in games:
            game.leave_off(_ENDED)
        for thread in threads:
            thread.join(_CLOSE_SECONDS)
        for game in games:
            game.finish(_LAST_TEXT_SECONDS)
        with self._lock:
            # A game that does not end in time still writes there.
            if self._saved is not None and not any(thread.is_alive() for thread in threads):
                self._saved.close()

    def _begin(self, opened: OpenGame) -> PagePlayer:
        running = self.game(opened.saved.key)
        if running is not None and not running.ended:
            opened.close()
            return running
        locked = contextlib.ExitStack()
        try:
            locked.enter_context(opened.saved.locked())
        except NetplayError:
            opened.close()
            raise
        game = PagePlayer(self._store, opened, None, ends=True)

        def run() -> None:
            with locked:
                game.run()

        thread = threading.Thread(target=run, name="hexlume-netplay-page", daemon=True)
        self.add(game)
        with self._lock:
            self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()
        return game

    def _open(self) -> SavedGames:
        with self._lock:
            if self._closed:
                raise NetplayError("This hexlume is ending: start it again and go on then.")
            if self._saved is None:
                self._saved = SavedGames(self._folder)
            return self._saved

    def _check_room(self) -> None:
        with self._lock:
            if sum(not game.ended for game in self._games.values()) >= MAX_GAMES:
                raise NetplayError(f"{MAX_GAMES} games are played already: end one first.")
