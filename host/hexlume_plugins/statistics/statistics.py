"""Statistics of games: lengths, results, openings, time per action, games per month."""

from collections import Counter
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from sqlalchemy import String, cast, func, select

from hexlume.games import notation
from hexlume.games.grid import HexGrid, SquareGrid, grid_of
from hexlume_host.library.filters import GameFilter
from hexlume_host.store.game_summary import UNKNOWN, opening_turns
from hexlume_host.store.models import GameRow, GameSummaryRow
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FINISHED
from hexlume_record.game.view import cells_of

OPENINGS_FROM = 20_000
"""Openings use at most this many games, the latest."""
TIMES_FROM = 2_000
"""Times use at most this many games, the latest."""
LEAST_TIMED = 5
LEAST_TIMED_SHARE = 0.02
"""A median of fewer games, or of a smaller share of them, is left out."""
MOST_TURNS = 4
"""Turns of an opening that can be requested."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of the games that match a filter.

    ``games`` counts them all, ``results`` finished ones by result (``W+``, ``B+``, ``0``), ``statuses`` all by status.
    ``lengths`` counts finished games by their number of actions, ``months`` all by the month (``2026-05``) they began
    in. ``boards`` has rules and board with their games. ``median_length`` is ``None`` without a finished game.
    """

    games: int
    statuses: dict[str, int]
    results: dict[str, int]
    lengths: dict[int, int]
    median_length: float | None
    months: dict[str, int]
    boards: list[tuple[str, str, int]]


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of games of one kind: in how many of ``games`` each cell is acted on in the first turns."""

    rules: str
    board: str
    turns: int
    games: int
    cells: dict[str, int]
    words: dict[str, int]
    """How often each action without a cell (``swap``) is among them."""


@dataclass(frozen=True, slots=True)
class Times:
    """The median time of each action, in seconds, from the first on; ``None`` where too few games have it."""

    games: int
    seconds: list[float | None]


def figures(store: Store, wanted: GameFilter, turns: int) -> dict[str, Any]:
    """Return all of this about the games that match a filter, ready for JSON; raises ``StoreError``."""
    opening = openings(store, wanted, turns)
    return {
        "filter": wanted.texts(),
        **asdict(statistics(store, wanted)),
        "openings": opening and {**asdict(opening), "at_most": OPENINGS_FROM},
        "times": {**asdict(times(store, wanted)), "at_most": TIMES_FROM},
    }


def statistics(store: Store, wanted: GameFilter) -> Statistics:
    """Return the counts of the games that match a filter; raises ``StoreError``."""
    statuses: Counter[str] = Counter()
    results: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    boards: Counter[tuple[str, str]] = Counter()
    with store.reading() as session:
        conditions = wanted.conditions()
        members = (GameRow.status, GameRow.result, GameRow.action_count, GameRow.rules, GameRow.board)
        alike = session.execute(select(*members, func.count()).where(*conditions).group_by(*members))
        for status, result, length, rules, board, count in alike:
            statuses[status] += count
            boards[rules, board] += count
            if status == FINISHED:
                results[result or ""] += count
                lengths[length] += count
        # Both databases write a time as 2026-05-01 12:00:00.
        month = func.substr(cast(GameRow.started_at, String), 1, 7)
        by_month = session.execute(select(month, func.count()).where(*conditions).group_by(month)).all()
    return Statistics(
        statuses.total(),
        dict(statuses),
        dict(results),
        dict(sorted(lengths.items())),
        median(lengths.elements()) if lengths else None,
        dict(sorted((month, count) for month, count in by_month)),
        [(rules, board, count) for (rules, board), count in boards.most_common()],
    )


def openings(store: Store, wanted: GameFilter, turns: int, most: int = OPENINGS_FROM) -> Openings | None:
    """Return the openings of the games that match a filter.

    They are of one kind: the rules and the board of the filter or, where it leaves these open, those of most games.
    Games that have ended count, at most the ``most`` latest. ``None`` without any. Raises ``StoreError``.
    """
    with store.reading() as session:
        conditions = wanted.conditions()
        of_kind = (GameRow.rules, GameRow.board)
        kind = session.execute(
            select(*of_kind).where(*conditions).group_by(*of_kind).order_by(func.count().desc(), *of_kind).limit(1)
        ).first()
        if kind is None:
            return None
        rules, board = kind
        query = (
            select(GameSummaryRow.opening)
            .join(GameRow, GameRow.id == GameSummaryRow.game_id)
            .where(*conditions, GameRow.rules == rules, GameRow.board == board, GameSummaryRow.opening != "")
            .order_by(GameRow.started_at.desc(), GameRow.id.desc())
            .limit(most)
        )
        counts = Counter(session.scalars(query))
    try:
        grid = grid_of(board)
    except ValueError:
        return None
    cells: Counter[str] = Counter()
    words: Counter[str] = Counter()
    places: dict[str, list[str]] = {}
    for opening, count in counts.items():
        touched: set[str] = set()
        for action in {action for turn in opening_turns(opening)[:turns] for action in turn}:
            if action not in places:
                places[action] = _cells(action, grid)
            if places[action]:
                touched.update(places[action])
            else:
                words[action] += count
        for name in touched:
            cells[name] += count
    return Openings(rules, board, turns, counts.total(), dict(cells), dict(words.most_common(10)))


def times(store: Store, wanted: GameFilter, most: int = TIMES_FROM) -> Times:
    """Return how long actions take in ended games that match a filter, at most the ``most`` latest.

    Raises ``StoreError``.
    """
    with store.reading() as session:
        query = (
            select(GameSummaryRow.times)
            .join(GameRow, GameRow.id == GameSummaryRow.game_id)
            .where(*wanted.conditions())
            .order_by(GameRow.started_at.desc(), GameRow.id.desc())
            .limit(most)
        )
        games = session.scalars(query).all()
    of_action: list[list[int]] = []
    timed = 0
    for game in games:
        tenths = game.split()
        timed += any(time != UNKNOWN for time in tenths)
        of_action += [[] for _ in range(len(tenths) - len(of_action))]
        for taken, time in zip(of_action, tenths, strict=False):
            if time != UNKNOWN:
                taken.append(int(time))
    enough = max(LEAST_TIMED, LEAST_TIMED_SHARE * timed)
    medians = [median(taken) / 10 if len(taken) >= enough else None for taken in of_action]
    while medians and medians[-1] is None:
        medians.pop()
    return Times(timed, medians)


def _cells(action: str, grid: HexGrid | SquareGrid) -> list[str]:
    """Return the names of the cells of an action; none for a word, or for an action that this board does not have."""
    code = notation.parse(action, grid)
    return [] if code == notation.NO_ACTION else [grid.name(cell) for cell in cells_of(code)]
