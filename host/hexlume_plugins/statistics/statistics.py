"""Statistics of games: lengths, results, openings, games per month."""

from collections import Counter
from statistics import median
from typing import Any

from sqlalchemy import String, cast, func, select

from hexlume.games import notation
from hexlume.games.grid import HexGrid, SquareGrid, grid_of
from hexlume_host.library.filters import GameFilter
from hexlume_host.store.models import GameRow
from hexlume_host.store.opening import opening_turns
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FINISHED, UNFINISHED
from hexlume_record.game.view import cells_of

OPENINGS_FROM = 20_000
"""Openings use at most this many games, the latest."""
MOST_TURNS = 4
"""Turns of an opening that can be requested."""


def figures(store: Store, wanted: GameFilter, turns: int) -> dict[str, Any]:
    """Return all of this about the games that match a filter, ready for JSON; raises ``StoreError``."""
    return {**statistics(store, wanted), "openings": openings(store, wanted, turns)}


def statistics(store: Store, wanted: GameFilter) -> dict[str, Any]:
    """Return the counts of the games that match a filter, ready for JSON; raises ``StoreError``.

    ``games`` counts them all, ``results`` finished ones by result (``W+``, ``B+``, ``0``), ``statuses`` all by status.
    ``lengths`` counts finished games by their number of actions, ``months`` all by the month (``2026-05``) they began
    in. ``median_length`` is ``None`` without a finished game.
    """
    statuses: Counter[str] = Counter()
    results: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    with store.reading() as session:
        conditions = wanted.conditions()
        members = (GameRow.status, GameRow.result, GameRow.action_count)
        alike = session.execute(select(*members, func.count()).where(*conditions).group_by(*members))
        for status, result, length, count in alike:
            statuses[status] += count
            if status == FINISHED:
                results[result or ""] += count
                lengths[length] += count
        # SQLite has a time as 2026-05-01 12:00:00.
        month = func.substr(cast(GameRow.started_at, String), 1, 7)
        by_month = session.execute(select(month, func.count()).where(*conditions).group_by(month)).all()
    return {
        "games": statuses.total(),
        "statuses": statuses,
        "results": results,
        "lengths": dict(sorted(lengths.items())),
        "median_length": median(lengths.elements()) if lengths else None,
        "months": dict(sorted((month, count) for month, count in by_month)),
    }


def openings(store: Store, wanted: GameFilter, turns: int) -> dict[str, Any] | None:
    """Return the openings of the games that match a filter, ready for JSON; raises ``StoreError``.

    They are of one kind: the rules and the board of the filter or, where it leaves these open, those of most games.
    ``cells`` has in how many of ``games`` each cell is acted on in the first turns, ``words`` how often each action
    without a cell (``swap``) is among them. Games that have ended count. ``None`` without any.
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
            select(GameRow.opening)
            .where(*conditions, GameRow.rules == rules, GameRow.board == board)
            .where(GameRow.status != UNFINISHED, GameRow.opening != "")
            .order_by(GameRow.started_at.desc(), GameRow.id.desc())
            .limit(OPENINGS_FROM)
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
    return {
        "rules": rules,
        "board": board,
        "turns": turns,
        "games": counts.total(),
        "at_most": OPENINGS_FROM,
        "cells": cells,
        "words": dict(words.most_common(10)),
    }


def _cells(action: str, grid: HexGrid | SquareGrid) -> list[str]:
    """Return the names of the cells of an action; none for a word, or for an action that this board does not have."""
    code = notation.parse(action, grid)
    return [] if code == notation.NO_ACTION else [grid.name(cell) for cell in cells_of(code)]
