"""The games of a browser: kept in its IndexedDB by the page, which reports when each event is safe there."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from hexlume_host.device.messages import Hello
from hexlume_host.feed import Commit, Feed
from hexlume_host.web.live.board import now_ms
from hexlume_record.errors import HexlumeError, RecordError
from hexlume_record.formats.times import read_time, time_text
from hexlume_record.game.events import ABANDON, CONCLUDE, RESULT, BoardEvent, StoredEvent
from hexlume_record.game.record import FROM_BOARD, FROM_LESSON, NOBODYS, GameHeader, GameRecord, Players, history_of


class KeptGame:
    """A game with all its events; the first ``safe`` of them are safe in the browser. ``about`` are its facts."""

    def __init__(self, about: dict[str, Any], events: list[StoredEvent]) -> None:
        self.about, self.events, self.safe = about, events, len(events)

    @classmethod
    def read(cls, text: str) -> "KeptGame":
        """Return a game that is kept."""
        kept = json.loads(text)
        for event in kept["events"]:
            event |= {name: event[name] and read_time(event[name]) for name in ("at", "played_at")}
        return cls(kept["about"], [StoredEvent(**event) for event in kept["events"]])

    def text(self) -> str:
        """Return the game as it is kept."""
        kept = {"about": self.about, "events": [asdict(event) for event in self.events]}
        return json.dumps(kept, default=time_text)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, as far as it is safe."""
        return self.events[self.safe - 1].kind in (RESULT, CONCLUDE, ABANDON)

    def record(self) -> GameRecord:
        """Return the game as far as it is safe."""
        events = tuple(self.events[: self.safe])
        start, last, history = events[0], events[-1], history_of(events)
        return GameRecord(
            **self.about,
            rules=start.data["rules"],
            board=start.data["board"],
            options=start.data["options"],
            clock=start.data.get("clock"),
            started_at=start.played_at or start.at,
            start_known=start.played_at is not None,
            ended_at=(last.played_at or last.at) if self.is_over else None,
            seats_swapped=history.seats_swapped,
            ending=history.ending,
            events=events,
        )


class PageStore:
    """The games that the page keeps.

    ``keep`` gives it a game's id and text, and how many events that has; ``kept`` takes its answer.
    """

    def __init__(self, keep: Callable[[str, str, int], None], texts: Iterable[str] = ()) -> None:
        """Begin with the games that are kept already."""
        self.feed = Feed()
        self._keep = keep
        found = sorted(map(KeptGame.read, texts), key=lambda game: int(game.about["id"]))
        self._games: dict[str, KeptGame] = {game.about["game"]: game for game in found}
        self._clocks: dict[tuple[str, int | None], datetime] = {}

    def greet(self, board: Hello) -> dict[str, int]:
        """Note what a board's clock says; return the last event of each of its latest unfinished games."""
        if board.ticks is not None:
            self._clocks[board.device, board.boot] = datetime.now(UTC) - timedelta(milliseconds=board.ticks)
        games = reversed(self._games.items())
        own = [(name, game) for name, game in games if game.safe and game.about["device"] == board.device]
        return {name: game.safe - 1 for name, game in own if not game.is_over}

    def commit(self, board: Hello, event: BoardEvent) -> int | None:
        """Have an event kept if it is the next of its game; return the game's last event that is safe, -1 for none.

        Returns ``None`` where an earlier event is missing. Raises ``HexlumeError`` where another event is kept under
        its number.
        """
        game = self._games.get(event.game)
        if event.seq > (0 if game is None else len(game.events)):
            return None
        if game is None:
            about = {"id": len(self._games) + 1, "game": event.game, "device": board.device, "white": "", "black": ""}
            about |= {"panel": board.panel, "firmware": board.firmware}
            about["source"] = FROM_LESSON if event.data.get("lesson") else FROM_BOARD
            game = self._games[event.game] = KeptGame(about, [])
        if event.seq == len(game.events):
            began = self._clocks.get((board.device, event.boot))
            played = None if began is None else began + timedelta(milliseconds=event.ticks)
            stored = StoredEvent(event.seq, event.kind, event.ticks, event.data, datetime.now(UTC), event.boot, played)
            game.events.append(stored)
        known = game.events[event.seq]
        if (known.kind, known.data) != (event.kind, event.data):
            raise HexlumeError(f"The board's game {event.game} is kept here with other actions: it is not kept again.")
        if event.seq >= game.safe:
            # Again if it comes again: the browser may have had no room.
            self._keep(event.game, game.text(), len(game.events))
        return game.safe - 1

    def kept(self, name: str, count: int) -> None:
        """Take the page's answer that a game's first ``count`` events are safe, and publish those that are new."""
        game = self._games[name]
        new = [
            BoardEvent(name, event.seq, event.kind, event.ticks, dict(event.data), event.boot)
            for event in game.events[game.safe : count]
        ]
        game.safe = max(game.safe, count)
        self.feed.publish(Commit({name}, now_ms(), game.about["device"], game.about["panel"], new))

    def record(self, wanted: int | str) -> GameRecord:
        """Return a game by its number or the board's id; raises ``RecordError``."""
        for name, game in self._games.items():
            if str(wanted) in (name, str(game.about["id"])) and game.safe:
                return game.record()
        raise RecordError(f"There is no game {wanted}.")

    def header(self, wanted: str) -> GameHeader:
        """Return the facts about a game; raises ``RecordError``."""
        return self.record(wanted)

    def games(self) -> list[GameRecord]:
        """Return the games that people play, the newest first."""
        records = [game.record() for game in reversed(self._games.values()) if game.safe]
        return [record for record in records if record.source not in NOBODYS]

    def set_players(self, name: str, players: Players) -> None:
        """Keep who started a game with which colour."""
        self._change(name, **asdict(players))

    def mark(self, name: str, source: str) -> None:
        """Keep a game of a board as one of ``NOBODYS``."""
        self._change(name, source=source)

    def _change(self, name: str, **facts: str) -> None:
        game = self._games[name]
        game.about |= facts
        self._keep(name, game.text(), len(game.events))
