"""A store full of games as clubs play them, written straight into its tables: 100,000 of them in about a minute.

A few hundred random games are really played by the rules; each stored game is one of them, or the first part of one,
by players who differ in skill and diligence, on some board, at some time in six years. All columns are as ``Store``
would have kept them (``tests/host/library/test_game_summary.py``).
"""

import json
import random
import sqlite3
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

import psycopg

from hexlume import games
from hexlume.games.outcome import DRAW_AGREED, RESIGNED, TIME, Outcome
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume_host.store.game_summary import EventSummary, summarize
from hexlume_host.store.repository import Store
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, StoredEvent
from hexlume_record.game.record import ABANDONED, FINISHED, FROM_BOARD, FROM_FILE, UNFINISHED, Ending, history_of
from hexlume_record.words.player_names import player_key

KINDS = (
    ("orochi", 4, 30),
    ("orochi", 5, 25),
    ("sibling", 5, 15),
    ("orcoon", 7, 15),
    ("organica", 4, 5),
    ("droched", 4, 10),
)
"""Rules, size and share of the games in hundredths."""
PLAYERS = 2000
BOARDS = 40
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)
DAYS = 2300
MOST_ACTIONS = 120
GAMES_AT_ONCE = 1000

_SYLLABLES = [
    "an",
    "be",
    "cho",
    "da",
    "el",
    "fi",
    "ga",
    "hi",
    "io",
    "jo",
    "ka",
    "le",
    "mi",
    "no",
    "o",
    "pe",
    "qi",
    "ra",
    "so",
    "ta",
    "u",
    "ve",
    "wa",
    "xi",
    "ya",
    "zo",
]
_GAMES = [
    "id",
    "game",
    "source",
    "board",
    "panel",
    "firmware",
    "rules",
    "on_board",
    "options",
    "white",
    "black",
    "started_at",
    "ended_at",
    "status",
    "result",
    "reason",
    "action_count",
    "seats_swapped",
    "white_player",
    "black_player",
]
_EVENTS = ["game_id", "seq", "kind", "data", "ticks", "at", "boot", "played_at"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it was played: the JSON of each event's data with its kind and ticks, and what it comes to."""

    rules: str
    on: str
    ending: Ending
    events: tuple[tuple[str, str, int], ...]
    summary: EventSummary


def played(rules: str, size: int, seed: int) -> Iterator[PlayedGame]:
    """Play a random game; yields it finished, and three games cut short half-way: drawn, abandoned, unfinished."""
    choose = random.Random(f"{rules} {size} {seed}")
    game = games.start(rules, size)
    told: list[tuple[str, dict[str, Any]]] = [
        (START, {"rules": rules, "on": game.grid.board, "options": dict(game.options)})
    ]
    while game.result is None and len(told) <= MOST_ACTIONS:
        colour = ("", "white", "black")[game.to_move]
        action = game.name(choose.choice(game.legal_actions()))
        game.push_text(action)
        told.append((ACTION, {"action": action, "colour": colour}))
    outcome, kind = game.outcome, RESULT
    if outcome is None:
        kind = CONCLUDE
        outcome = choose.choice(
            [Outcome(colour, reason) for reason in (RESIGNED, TIME) for colour in (WHITE, BLACK)]
            + [Outcome(EMPTY, DRAW_AGREED)]
        )
    end = (kind, {"result": outcome.result, "reason": outcome.reason})
    agreed = (CONCLUDE, {"result": "0", "reason": DRAW_AGREED})
    half = told[: 1 + len(told) // 2]
    for events in ([*told, end], [*half, agreed], [*half, (ABANDON, {})], half):
        ticks, rows, stored = 4000, [], []
        for seq, (of_kind, data) in enumerate(events):
            rows.append((of_kind, json.dumps(data), ticks))
            stored.append(StoredEvent(seq, of_kind, ticks, data, FIRST_DAY, 1))
            ticks += int(1000 * choose.lognormvariate(2.2, 0.8))
        ending = history_of(stored).ending
        yield PlayedGame(rules, game.grid.board, ending, tuple(rows), summarize(stored))


class Club:
    """Players with skills, and the games they have; the same seed gives the same games."""

    def __init__(self, seed: int, variety: int = 30) -> None:
        """``variety`` is the number of games that are really played of each kind."""
        self._choose = random.Random(seed)
        self.names = self._named(PLAYERS)
        self._skills = [self._choose.gauss(0, 1) for _ in self.names]
        self._diligence = list(accumulate(1 / (rank + 3) for rank in range(len(self.names))))
        self._shares = list(accumulate(share for _, _, share in KINDS))
        self._pool: list[dict[tuple[str, str | None], list[PlayedGame]]] = []
        for rules, size, _ in KINDS:
            of_kind: dict[tuple[str, str | None], list[PlayedGame]] = {}
            for number in range(variety):
                for game in played(rules, size, number):
                    of_kind.setdefault((game.ending.status, game.ending.result), []).append(game)
            self._pool.append(of_kind)

    def games(self, count: int) -> Iterator[tuple[tuple[Any, ...], PlayedGame, int]]:
        """Yield rows of games (as ``_GAMES``), what was played and its boot, the oldest first."""
        choose = self._choose
        # More games every year.
        days = sorted(DAYS * choose.random() ** 0.6 for _ in range(count))
        for number, day in enumerate(days, 1):
            began = FIRST_DAY + timedelta(days=day)
            white, black = self._pair()
            game = self._game(white, black)
            ended = None if game.ending.status == UNFINISHED else began + timedelta(milliseconds=game.events[-1][2])
            board, imported = choose.randrange(BOARDS), choose.random() < 0.05
            names = tuple("" if seat is None else self.names[seat] for seat in (white, black))
            seats = [None if seat is None else seat + 1 for seat in (white, black)]
            if game.summary.seats_swapped:
                seats.reverse()
            identity = f"e66141{board:02}-{number}-1"
            yield (
                (
                    number,
                    f"import:{identity}" if imported else identity,
                    FROM_FILE if imported else FROM_BOARD,
                    f"e66141{board:02}",
                    game.on,
                    "0.1.0",
                    game.rules,
                    game.on,
                    json.dumps(json.loads(game.events[0][1])["options"]),
                    *names,
                    began,
                    ended,
                    game.ending.status,
                    game.ending.result,
                    game.ending.reason,
                    game.summary.action_count,
                    game.summary.seats_swapped,
                    *seats,
                ),
                game,
                number,
            )

    def _pair(self) -> tuple[int | None, int | None]:
        """Return who plays; ``None`` for somebody not named."""
        choose = self._choose
        if choose.random() < 0.05:
            return None, None
        white, black = (bisect(self._diligence, choose.random() * self._diligence[-1]) for _ in "wb")
        return white, black if black != white else (black + 1) % len(self.names)

    def _game(self, white: int | None, black: int | None) -> PlayedGame:
        """Return a game that the better player rather wins."""
        choose = self._choose
        of_kind = self._pool[bisect(self._shares, choose.random() * self._shares[-1])]
        chance = choose.random()
        status = FINISHED if chance > 0.06 else ABANDONED if chance > 0.01 else UNFINISHED
        if status != FINISHED:
            return choose.choice(of_kind[status, None])
        drawn = of_kind.get((FINISHED, "0"), [])
        if drawn and choose.random() < 0.04:
            return choose.choice(drawn)
        ahead = 0.0 if white is None or black is None else self._skills[white] - self._skills[black]
        better = "W+" if choose.random() < 1 / (1 + 10**-ahead) else "B+"
        possible = of_kind.get((FINISHED, better)) or next(iter(of_kind.values()))
        # Who has white at the end is whom the skill speaks of.
        return choose.choice([game for game in possible if not game.summary.seats_swapped] or possible)

    def _named(self, count: int) -> list[str]:
        names: dict[str, None] = {}
        while len(names) < count:
            first, last = ("".join(self._choose.choices(_SYLLABLES, k=k)).capitalize() for k in (2, 3))
            names[f"{first} {last}"] = None
        return list(names)


def fill(where: str | Path, count: int, seed: int = 1, variety: int = 30) -> None:
    """Make a store at a path or PostgreSQL URL and fill it with games."""
    with Store(where):
        pass
    club = Club(seed, variety)
    players = [(number, player_key(name), name) for number, name in enumerate(club.names, 1)]
    sink = _Postgresql(str(where)) if "://" in str(where) else _Sqlite(str(where))
    sink.write("players", ["id", "key", "name"], players)
    rows: dict[str, list[tuple[Any, ...]]] = {"games": [], "events": [], "game_summaries": []}
    columns = {"games": _GAMES, "events": _EVENTS, "game_summaries": ["game_id", "opening", "times"]}
    for number, (row, game, boot) in enumerate(club.games(count), 1):
        began = row[11]
        times = [sink.time(began + timedelta(milliseconds=ticks)) for _, _, ticks in game.events]
        rows["games"].append((*row[:11], sink.time(began), row[12] and sink.time(row[12]), *row[13:]))
        rows["events"] += [
            (number, seq, kind, data, ticks, at, boot, at)
            for seq, ((kind, data, ticks), at) in enumerate(zip(game.events, times, strict=True))
        ]
        if game.ending.status != UNFINISHED:
            rows["game_summaries"].append((number, game.summary.opening, game.summary.times))
        if number % GAMES_AT_ONCE == 0 or number == count:
            for table, of_table in rows.items():
                sink.write(table, columns[table], of_table)
                of_table.clear()
    sink.close()


class _Sqlite:
    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path)

    def time(self, at: datetime) -> Any:
        return at.replace(tzinfo=None).isoformat(" ", "microseconds")

    def write(self, table: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(columns))
        with self._connection:
            self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def close(self) -> None:
        self._connection.close()


class _Postgresql:
    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url)

    def time(self, at: datetime) -> Any:
        return at.replace(tzinfo=None)

    def write(self, table: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)
        self._connection.commit()

    def close(self) -> None:
        self._connection.execute(
            "SELECT setval(pg_get_serial_sequence('games', 'id'), (SELECT max(id) FROM games)), "
            "setval(pg_get_serial_sequence('players', 'id'), (SELECT max(id) FROM players))"
        )
        self._connection.commit()
        self._connection.autocommit = True
        self._connection.execute("VACUUM ANALYZE")
        self._connection.close()
