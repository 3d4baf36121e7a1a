"""The games with other hosts that a site's pages play."""

import threading
from collections.abc import Callable
from pathlib import Path

from ..store.repository import Store
from .connect import Opened, host, host_again, join
from .entries import HOST, Terms
from .errors import ApartError
from .page_player import PageGame, PageSeat
from .saved_games import KeptGame, KeptGames

MOST_GAMES = 16
"""Games that are played at once."""
_LINGER_SECONDS = 900.0
"""So long after its end a game of a site can still be taken back, before it is put away."""

_LAST_WORD = "The program that played this game here has ended: the game waits until it is taken up again."
_CLOSE_SECONDS = 10.0
"""A game is waited for so long when the desk closes."""
_LAST_WORD_SECONDS = 2.0
"""So long its pages may take to hear that."""


class Desk:
    """Begins, joins and goes on with games whose seats are pages; any thread may ask. Raises ``HostError``."""

    def __init__(self, store: Store, folder: Path) -> None:
        """``folder`` is where the games are kept; nothing is opened before the first of them is asked for."""
        self._store, self._folder = store, folder
        self._lock = threading.Lock()
        self._kept: KeptGames | None = None
        self._games: dict[str, PageGame] = {}
        self._threads: list[threading.Thread] = []
        self._closed = False

    def adopt(self, opened: Opened, say: Callable[[str], None] = lambda sentence: None, ends: bool = False) -> PageGame:
        """Seat a page at a game that was opened elsewhere; the caller runs it. ``say`` hears its sentences too."""
        seat = PageSeat(self._store, f"{opened.invitation.identity}-{opened.side.NAME}")

        def tell(sentence: str) -> None:
            seat.sentences.append(sentence)
            game.playing.touch()
            say(sentence)

        game = PageGame(opened.playing(seat, tell, ends=ends, linger=_LINGER_SECONDS), seat, opened.invitation.code)
        with self._lock:
            self._games[seat.key] = game
        return game

    def host(self, terms: Terms, address: str, port: int, told: str, broker: str) -> PageGame:
        """Begin a game that others can join."""
        self._check_room()
        return self._begin(host(self._open(), terms, address=address, port=port, told=told, broker=broker))

    def join(self, code: str, name: str, broker: str) -> PageGame:
        """Join a game by its code, or take it up again."""
        self._check_room()
        return self._begin(join(self._open(), code, name, broker))

    def resume(self, key: str) -> PageGame:
        """Take a kept game up again."""
        running = self.game(key)
        if running is not None and not running.ended:
            return running
        self._check_room()
        kept = self._find(key)
        if kept.side == HOST:
            return self._begin(host_again(self._open(), kept))
        return self._begin(join(self._open(), kept.code, ""))

    def game(self, key: str) -> PageGame | None:
        """Return a game that is being played or has been since the start."""
        with self._lock:
            return self._games.get(key)

    def games(self) -> list[KeptGame]:
        """Return all kept games, the latest first."""
        return self._open().games()

    def close(self) -> None:
        """Leave all games in order: their pages are told so, their lines closed, and what is kept of them is whole."""
        with self._lock:
            self._closed = True
            games, threads = list(self._games.values()), list(self._threads)
        for game in games:
            game.leave_off(_LAST_WORD)
        for thread in threads:
            thread.join(_CLOSE_SECONDS)
        for game in games:
            game.close(_LAST_WORD_SECONDS)
        with self._lock:
            # A game that does not end in time writes there still.
            if self._kept is not None and not any(thread.is_alive() for thread in threads):
                self._kept.close()

    def _begin(self, opened: Opened) -> PageGame:
        key = f"{opened.invitation.identity}-{opened.side.NAME}"
        running = self.game(key)
        if running is not None and not running.ended:
            opened.close()
            return running
        lock = opened.kept.playing(opened.invitation.identity, opened.side.NAME)
        lock.__enter__()
        game = self.adopt(opened, ends=True)

        def run() -> None:
            try:
                game.run()
            finally:
                lock.__exit__(None, None, None)

        thread = threading.Thread(target=run, name="hexlume-apart-page", daemon=True)
        with self._lock:
            self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()
        return game

    def _open(self) -> KeptGames:
        with self._lock:
            if self._closed:
                raise ApartError("This hexlume is ending: start it again and go on then.")
            if self._kept is None:
                self._kept = KeptGames(self._folder)
            return self._kept

    def _find(self, key: str) -> KeptGame:
        found = next((game for game in self.games() if f"{game.id}-{game.side}" == key), None)
        if found is None:
            raise ApartError("There is no game of that name on this computer.")
        return found

    def _check_room(self) -> None:
        with self._lock:
            if sum(not game.ended for game in self._games.values()) >= MOST_GAMES:
                raise ApartError(f"{MOST_GAMES} games are played already: end one first.")
