"""Random games of all games as a board reports them: with options, take-backs, ends and none."""

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, CONCLUSIONS, RESULT, START, UNDO, BoardEvent
from hexlume_record.game.position import legal_texts
from hexlume_record.game.record import GameRecord
from tests.host.new_store import new_store

BOARD = Board("b0a4d", "hex9", "0.1.0", ClockReading(7, 0, datetime(2026, 5, 1, 18, 30, tzinfo=UTC)))
PLAYERS = Players("Ann", 'Ben "the \\ wall" Müller')

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    ("orochi", 3, {}),
    ("orochi", 4, {}),
    ("sibling", 3, {"pie": True}),
    ("sibling", 4, {"pie": False}),
    ("orcoon", 4, {"pie": True}),
    ("orcoon", 9, {"pie": False}),
    ("organica", 4, {"setup": "clusters"}),
    ("organica", 4, {"setup": "corners"}),
    ("droched", 3, {"komi": 3}),
    ("droched", 3, {"pie": True, "handicap": 2}),
    ("droched", 4, {"handicap": 4}),
]
"""Every game with every option, small enough that many games come to their end."""

Events = list[BoardEvent]


def random_events(
    start: tuple[str, int, dict[str, Any]],
    seed: int,
    most: int,
    back: float = 0.1,
    leave: bool = False,
    concluded: str = "",
) -> Events:
    """Return the events of a random game of at most ``most`` steps, a share ``back`` of which are take-backs.

    ``leave``: the players abandon a game that has no end by then; ``concluded``: why they conclude it then (with a
    clock if it was time), and at one step before, which they take back.
    """
    choose = random.Random(seed)
    game = games.start(*start)
    data: list[tuple[str, dict[str, Any]]] = [
        (START, {"rules": game.NAME, "board": game.grid.board, "options": dict(game.options)})
    ]
    if "time" in concluded:
        data[0][1]["clock"] = "fischer 300+5"
    conclusion = (CONCLUDE, {"result": "", "reason": concluded})
    if concluded:
        conclusion[1]["result"] = choose.choice(CONCLUSIONS[concluded])
        data += [conclusion, (UNDO, {})]
    for _ in range(most):
        if game.codes and choose.random() < back:
            game.pop()
            data.append((UNDO, {}))
        elif game.result is None:
            colour, legal = COLOURS[game.to_move], legal_texts(game)
            # Words are rare among the legal actions, and matter much: every third time one of them.
            words = [action for action in legal if not any(digit in action for digit in "123456789")]
            action = choose.choice(words if words and choose.random() < 0.3 else legal)
            game.push_text(action)
            data.append((ACTION, {"action": action, "colour": colour}))
            if game.result is not None:
                data.append((RESULT, {"result": game.result, "reason": game.outcome.reason}))
        else:
            break
    if concluded and game.result is None:
        data.append(conclusion)
    elif leave and game.result is None:
        data.append((ABANDON, {}))
    identity = f"b0a4d-{STARTS.index(start) if start in STARTS else len(STARTS)}{seed}-{most}"
    return [BoardEvent(identity, seq, kind, 250 * seq, one, boot=7) for seq, (kind, one) in enumerate(data)]


def finished_game(start: tuple[str, int, dict[str, Any]], seed: int = 0, back: float = 0.02) -> Events:
    """Return a game that has an end."""
    while (events := random_events(start, seed, 3000, back))[-1].kind != RESULT:
        seed += 1
    return events


def stored(folder: Path, events: Events) -> GameRecord:
    """Return a game after it has been in a store."""
    with Store(new_store(folder / "played.sqlite")) as store:
        store.commit(BOARD, events, PLAYERS)
        return store.record(events[0].game)


def random_event_lists() -> st.SearchStrategy[Events]:
    """Games of all five, short and long."""
    return st.builds(
        random_events,
        st.sampled_from(STARTS),
        st.integers(0, 2**32 - 1),
        st.sampled_from([0, 1, 3, 12, 60, 250]),
        st.sampled_from([0.0, 0.05, 0.3]),
        st.booleans(),
        st.sampled_from(["", "", *CONCLUSIONS]),
    )
