"""What a game's events add up to, whatever their order: ending, actions that stand, their number, both records."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexlume_host.store.repository import Board, Store
from hexlume_record.formats.json import record_json, summary_json
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, CONCLUSIONS, RESULT, START, UNDO, BoardEvent
from hexlume_record.game.record import FINISHED, UNFINISHED, Action, Ending, history_of
from hexlume_record.game.state import GameState
from tests.host.new_store import new_store

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex4", "0.1.0")
PLACED = [("Wd4", "white"), ("Ba1", "black"), ("Wa2", "black"), ("Bd7", "white"), ("Wg1", "black")]
"""The beginning of a game of Orochi that is legal in this order."""

steps = st.lists(
    st.sampled_from([ACTION, ACTION, ACTION, UNDO, UNDO, RESULT, ABANDON, "weather", *CONCLUSIONS]), max_size=14
)


def events_of(kinds: list[str], clock: str | None = None) -> list[BoardEvent]:
    """Return the events of these kinds; a conclusion stands for its event, and each action is the next of PLACED."""
    start = {"rules": "orochi", "board": "hex4", "options": {}}
    events = [BoardEvent("g", 0, START, 0, {**start, "clock": clock} if clock else start)]
    for step in kinds:
        kind, data = step, dict[str, Any]()
        if kind == ACTION:
            action, colour = PLACED[len(history_of(events).actions) % len(PLACED)]
            data = {"action": action, "colour": colour}
        elif kind == RESULT:
            data = {"result": "W+", "reason": "larger-group"}
        elif step in CONCLUSIONS:
            kind, data = CONCLUDE, {"result": CONCLUSIONS[step][-1], "reason": step}
        events.append(BoardEvent("g", len(events), kind, 0, data))
    return events


def naively(events: list[BoardEvent]) -> tuple[list[Action], Ending]:
    """Say the same by another way: a stack of what an undo takes back, docs/protocol.md read literally."""
    stack: list[BoardEvent] = []
    ended: BoardEvent | None = None
    for event in events:
        if event.kind == ACTION:
            stack = [one for one in stack if one.kind == ACTION]
            stack.append(event)
            ended = None
        elif event.kind == UNDO:
            if stack:
                stack.pop()
            ended = None
        elif event.kind == RESULT:
            stack = [one for one in stack if one.kind == ACTION]
            ended = event
        elif event.kind == CONCLUDE:
            stack = [one for one in stack if one.kind == ACTION]
            stack.append(event)
            ended = event
        elif event.kind == ABANDON and ended is None:
            ended = event
    actions = [Action(one.data["action"], one.data["colour"]) for one in stack if one.kind == ACTION]
    if ended is None or ended.kind == ABANDON:
        return actions, Ending() if ended is None else Ending("abandoned")
    return actions, Ending(FINISHED, ended.data["result"], ended.data["reason"])


@given(kinds=steps)
@example(kinds=[RESULT, UNDO])
@example(kinds=[ACTION, RESULT, UNDO, ACTION, "resigned", UNDO])
def test_any_events_add_up_to_the_same_everywhere(tmp_path_factory: pytest.TempPathFactory, kinds: list[str]) -> None:
    events = events_of(kinds)
    actions, ending = naively(events)
    assert history_of(events).actions == actions
    assert history_of(events).ending == ending
    live = GameState("g", events[0].data)
    for event in events[1:]:
        live.take(event)
        assert bool(live.problem) or live.position() is not None
    assert (live.actions, live.ending) == (actions, ending)
    with Store(new_store(tmp_path_factory.mktemp("any") / "s.sqlite")) as store:
        store.commit(BOARD, events)
        (summary,), record = store.games(), store.record("g")
    assert (summary.action_count, summary.ending) == (len(actions), ending)
    assert (record.actions, record.ending) == (actions, ending)
    assert (record.ended_at is None) == (ending.status == UNFINISHED)
    assert GameState.replay(record).problem == live.problem
    assert summary_json(summary)["actions"] == len(record_json(record)["actions"])
