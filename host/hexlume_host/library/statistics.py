"""Statistics of games: lengths, results, openings, time per action, games per month."""

from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from statistics import median

from sqlalchemy import String, cast, func, select

from hexlume.games import notation
from hexlume.games.grid import HexGrid, SquareGrid, grid_of
from hexlume_record.game.record import FINISHED
from hexlume_record.game.view import cells_of

from ..store.game_summary import UNKNOWN, opening_turns
from ..store.models import GameRow, GameSummaryRow
from ..store.repository import Store
from .filters import GameFilter

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
    in. ``boards`` counts games by rules and board.
    """

    games: int
    statuses: dict[str, int]
    results: dict[str, int]
    lengths: dict[int, int]
    months: dict[str, int]
    boards: dict[tuple[str, str], int]

    @property
    def median_length(self) -> float | None:
        """The median number of actions of finished games; ``None`` without one."""
        return median(Counter(self.lengths).elements()) if self.lengths else None


@dataclass(frozen=True, slots=True)
class Openings:
    """The openings of games of one kind: in how many of ``games`` each cell is acted on in the first turns."""

    rules: str
    on: str
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


def statistics(store: Store, wanted: GameFilter) -> Statistics:
    """Return the counts of the games that match a filter; raises ``StoreError``."""
    statuses: Counter[str] = Counter()
    results: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    boards: Counter[tuple[str, str]] = Counter()
    with store.reading() as session:
        conditions = wanted.conditions()
        members = (GameRow.status, GameRow.result, GameRow.action_count, GameRow.rules, GameRow.on)
        alike = session.execute(select(*members, func.count()).where(*conditions).group_by(*members))
        for status, result, length, rules, on, count in alike:
            statuses[status] += count
            boards[rules, on] += count
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
        dict(sorted(by_month, key=itemgetter(0))),
        dict(boards.most_common()),
    )


def openings(store: Store, wanted: GameFilter, turns: int, most: int = OPENINGS_FROM) -> Openings | None:
    """Return the openings of the games that match a filter; ``turns`` 0 means their very first action alone.

    They are of one kind: the rules and the board of the filter or, where it leaves these open, those of most games.
    Games that have ended count, at most the ``most`` latest. ``None`` without any. Raises ``StoreError``.
    """
    with store.reading() as session:
        conditions = wanted.conditions()
        of_kind = (GameRow.rules, GameRow.on)
        kind = session.execute(
            select(*of_kind).where(*conditions).group_by(*of_kind).order_by(func.count().desc(), *of_kind).limit(1)
        ).first()
        if kind is None:
            return None
        rules, on = kind
        query = (
            select(GameSummaryRow.opening)
            .join(GameRow, GameRow.id == GameSummaryRow.game_id)
            .where(*conditions, GameRow.rules == rules, GameRow.on == on, GameSummaryRow.opening != "")
            .order_by(GameRow.started_at.desc(), GameRow.id.desc())
            .limit(most)
        )
        counts = Counter(session.scalars(query))
    try:
        grid = grid_of(on)
    except ValueError:
        return None
    cells: Counter[str] = Counter()
    words: Counter[str] = Counter()
    places: dict[str, list[str]] = {}
    for opening, count in counts.items():
        first = opening_turns(opening)[: turns or 1]
        actions = {action for turn in first for action in turn} if turns else {first[0][0]}
        touched: set[str] = set()
        for action in actions:
            if action not in places:
                places[action] = _cells(action, grid)
            if places[action]:
                touched.update(places[action])
            else:
                words[action] += count
        for name in touched:
            cells[name] += count
    return Openings(rules, on, turns, counts.total(), dict(cells), dict(words.most_common(10)))


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
