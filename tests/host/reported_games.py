"""Stores for the library's tests: games of hostile names, told by boards in any number of batches."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent

NAMES = ("", "Ann", "ann  lee", "ANN LEE", "Ben", "50%", "a_b", "a\\b", "Ångström", "o'Neil", "<b>Zoë</b>", "日本", " ")
KINDS = (("orochi", "hex4"), ("sibling", "hex5"), ("orcoon", "square4"))
ANN_AND_BEN = Players("Ann", "Ben")
BEGUN = datetime(2026, 1, 1, 12, tzinfo=UTC)

_ACTIONS = ("Wd4", "Bc3", "*d4", "swap", "take=black", "pass", "a b")
STEPS = st.one_of(
    st.tuples(st.just(ACTION), st.sampled_from(_ACTIONS), st.sampled_from(("white", "black"))),
    st.tuples(st.sampled_from((UNDO, ABANDON, "noted")), st.just(""), st.just("")),
    st.tuples(st.sampled_from((RESULT, CONCLUDE)), st.sampled_from(("W+", "B+", "0")), st.just("why")),
)
"""What may be told of a game, whether it is legal or not."""


def event_of(game: str, seq: int, step: tuple[str, str, str]) -> BoardEvent:
    kind, first, second = step
    data: dict[str, Any] = {}
    if kind == ACTION:
        data = {"action": first, "colour": second}
    elif kind in (RESULT, CONCLUDE):
        data = {"result": first, "reason": second}
    return BoardEvent(game, seq, kind, 1000 * seq + 137 * seq * seq, data, boot=1)


def start_of(game: str, rules: str = "orochi", board: str = "hex4") -> BoardEvent:
    return BoardEvent(game, 0, START, 0, {"rules": rules, "board": board, "options": {}}, boot=1)


def tell(
    store: Store,
    game: str,
    steps: Sequence[tuple[str, str, str]],
    players: Players = ANN_AND_BEN,
    kind: tuple[str, str] = KINDS[0],
    device: str = "b1",
    begun: datetime = BEGUN,
    batches: Sequence[int] = (),
) -> None:
    """Have a board tell a game that began at a time; ``batches`` are the numbers of events told at once."""
    # A board of its own for every game: each has its own clock.
    told_by = Board(device, "hex9", "0.1.0", ClockReading(1, 0, begun))
    events = [start_of(game, *kind), *(event_of(game, seq, step) for seq, step in enumerate(steps, 1))]
    for count in batches:
        store.commit(told_by, events[:count], players)
        events = events[count:]
    if events:
        store.commit(told_by, events, players)


def days(number: int) -> timedelta:
    return timedelta(days=number)
