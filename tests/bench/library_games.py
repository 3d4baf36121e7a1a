"""A store full of games as clubs play them, written straight into its tables.

A few hundred random games are really played by the rules; each stored game is one of them, or the first part of one,
by players who differ in diligence, on some board, at some time in six years. All columns are as ``Store``
would have kept them (``tests/host/store/test_game_rows.py``).
"""

import random
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from hexlume import games
from hexlume.games.outcome import DRAW_AGREED, RESIGNED, TIME, Outcome
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume_host.store.models import Base, EventRow, GameRow, PlayerRow
from hexlume_host.store.opening import opening_text
from hexlume_host.store.repository import Store
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, StoredEvent
from hexlume_record.game.record import FROM_BOARD, FROM_FILE, UNFINISHED, Ending, GameHistory, history_of
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
SHARES = [share for _, _, share in KINDS]
ENDINGS = (90, 4, 5, 1)
"""How many of a hundred games are played to the end, drawn, abandoned, and left unfinished."""
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


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it was played: each event's kind, data and ticks, and what it comes to."""

    rules: str
    board: str
    ending: Ending
    events: tuple[tuple[str, dict[str, Any], int], ...]
    history: GameHistory


def played(rules: str, size: int, seed: int) -> Iterator[PlayedGame]:
    """Play a random game; yields it finished, and three games cut short half-way: drawn, abandoned, unfinished."""
    choose = random.Random(f"{rules} {size} {seed}")
    game = games.start(rules, size)
    told: list[tuple[str, dict[str, Any]]] = [
        (START, {"rules": rules, "board": game.grid.board, "options": dict(game.options)})
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
            rows.append((of_kind, data, ticks))
            stored.append(StoredEvent(seq, of_kind, ticks, data, FIRST_DAY, 1))
            ticks += int(1000 * choose.lognormvariate(2.2, 0.8))
        history = history_of(stored)
        yield PlayedGame(rules, game.grid.board, history.ending, tuple(rows), history)


class Club:
    """Players, and the games they have; the same seed gives the same games."""

    def __init__(self, seed: int, variety: int = 30) -> None:
        """``variety`` is the number of games that are really played of each kind."""
        self._choose = random.Random(seed)
        self.names = self._named(PLAYERS)
        self._diligence = list(accumulate(1 / (rank + 3) for rank in range(len(self.names))))
        self._pool = [[list(played(rules, size, number)) for number in range(variety)] for rules, size, _ in KINDS]

    def games(self, count: int) -> Iterator[tuple[dict[str, Any], PlayedGame]]:
        """Yield rows of games, and what was played, the oldest first."""
        choose = self._choose
        # More games every year.
        days = sorted(DAYS * choose.random() ** 0.6 for _ in range(count))
        for number, day in enumerate(days, 1):
            began = FIRST_DAY + timedelta(days=day)
            white, black = self._pair()
            (of_kind,) = choose.choices(self._pool, SHARES)
            (game,) = choose.choices(choose.choice(of_kind), ENDINGS)
            ended = None if game.ending.status == UNFINISHED else began + timedelta(milliseconds=game.events[-1][2])
            board, imported = choose.randrange(BOARDS), choose.random() < 0.05
            names = tuple("" if seat is None else self.names[seat] for seat in (white, black))
            seats = [None if seat is None else seat + 1 for seat in (white, black)]
            if game.history.seats_swapped:
                seats.reverse()
            identity = f"e66141{board:02}-{number}-1"
            row = {
                "id": number,
                "game": f"import:{identity}" if imported else identity,
                "source": FROM_FILE if imported else FROM_BOARD,
                "device": f"e66141{board:02}",
                "panel": game.board,
                "firmware": "0.1.0",
                "rules": game.rules,
                "board": game.board,
                "options": game.events[0][1]["options"],
                "white": names[0],
                "black": names[1],
                "started_at": began,
                "ended_at": ended,
                "status": game.ending.status,
                "result": game.ending.result,
                "reason": game.ending.reason,
                "action_count": game.history.count,
                "opening": opening_text(game.history.actions),
                "seats_swapped": game.history.seats_swapped,
                "white_player": seats[0],
                "black_player": seats[1],
            }
            yield row, game

    def _pair(self) -> tuple[int | None, int | None]:
        """Return who plays; ``None`` for somebody not named."""
        choose = self._choose
        if choose.random() < 0.05:
            return None, None
        white, black = (bisect(self._diligence, choose.random() * self._diligence[-1]) for _ in "wb")
        return white, black if black != white else (black + 1) % len(self.names)

    def _named(self, count: int) -> list[str]:
        names: dict[str, None] = {}
        while len(names) < count:
            first, last = ("".join(self._choose.choices(_SYLLABLES, k=k)).capitalize() for k in (2, 3))
            names[f"{first} {last}"] = None
        return list(names)


def fill(where: str | Path, count: int, seed: int = 1, variety: int = 30) -> None:
    """Make a store at a path and fill it with games."""
    club = Club(seed, variety)
    players = [{"id": number, "key": player_key(name), "name": name} for number, name in enumerate(club.names, 1)]
    with Store(where) as store:
        _write(store, {PlayerRow: players})
        rows: dict[type[Base], list[dict[str, Any]]] = {GameRow: [], EventRow: []}
        for row, game in club.games(count):
            number, began = row["id"], row["started_at"]
            rows[GameRow].append(row)
            for seq, (kind, data, ticks) in enumerate(game.events):
                at = began + timedelta(milliseconds=ticks)
                event = {"seq": seq, "kind": kind, "data": data, "ticks": ticks, "at": at, "played_at": at}
                rows[EventRow].append({**event, "game_id": number, "boot": number})
            if number % GAMES_AT_ONCE == 0 or number == count:
                _write(store, rows)


def _write(store: Store, rows: dict[type[Base], list[dict[str, Any]]]) -> None:
    with store.writing() as session:
        for table, of_table in rows.items():
            session.execute(insert(table), of_table)
            of_table.clear()
