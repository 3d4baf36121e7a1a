"""Exports keep to their schemas in docs/schemas, which refuse what is none."""

import json
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from hexlume_record.errors import RecordError
from hexlume_record.formats.apgame import record_apgame
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import ABANDON, CONCLUSIONS, BoardEvent
from hexlume_record.game.state import GameState
from hexlume_record.words.text import reason_words
from tests.record.formats.random_events import (
    PLAYERS,
    STARTS,
    Events,
    finished_game,
    random_event_lists,
    random_events,
    stored,
)

pytestmark = pytest.mark.integration

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def validator(name: str) -> Any:
    schema = json.loads((SCHEMAS / name).read_text())
    return jsonschema.Draft202012Validator(schema)


OURS = validator("hexlume-record-2.json")
APGAME = validator("apgamerecord-1.json")


@pytest.mark.integration
@given(events=random_event_lists())
def test_every_json_record_keeps_to_its_schema(tmp_path_factory: pytest.TempPathFactory, events: Events) -> None:
    record = record_json(stored(tmp_path_factory.mktemp("json"), events))
    assert record["legal"]
    OURS.validate(json.loads(json.dumps(record)))


def test_a_record_that_is_not_legal_keeps_to_the_schema_too(tmp_path: Path) -> None:
    events = random_events(STARTS[0], 1, 4, 0)
    twice = BoardEvent(events[0].game, len(events), "action", 0, events[1].data)
    unknown = BoardEvent(events[0].game, len(events) + 1, "weather", 0, {"sky": "blue"})
    record = record_json(stored(tmp_path, [*events, twice, unknown]))
    assert not record["legal"]
    OURS.validate(record)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.pop("events"),
        lambda record: record.update(version=3),
        lambda record: record.update(status="won"),
        lambda record: record.update(result=None),
        lambda record: record.update(started_at="yesterday"),
        lambda record: record.update(clock="none"),
        lambda record: record["events"][0]["data"].update(clock="sundial"),
        lambda record: record.update(legal=False),
        lambda record: record["events"].pop(0),
        lambda record: record["events"][1]["data"].pop("colour"),
        lambda record: record["events"][1]["data"].update(clock=-1),
        lambda record: record["position"]["pieces"].update(a1="x"),
        lambda record: record["position"].update(phase="lunch"),
    ],
)
def test_the_schema_refuses_what_is_no_record(tmp_path: Path, spoil: Callable[[Any], Any]) -> None:
    record = record_json(stored(tmp_path, finished_game(STARTS[0])))
    OURS.validate(record)
    spoil(record)
    assert not OURS.is_valid(record)


def played(record: dict[str, Any]) -> list[str]:
    """Return the actions of an APGameRecord in the order in which they were played: seat by seat, round by round."""
    texts = []
    for row in record["moves"]:
        assert len(row) == 2
        texts += [move["move"] if isinstance(move, dict) else move for move in row if move is not None]
    return [action for text in texts for action in text.split(",")]


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_an_apgamerecord_of_every_game(tmp_path: Path, start: Any) -> None:
    record = stored(tmp_path, finished_game(start))
    apgame = json.loads(json.dumps(record_apgame(record)))
    APGAME.validate(apgame)
    header = apgame["header"]
    for name in ("date-start", "date-end", "date-generated"):
        assert datetime.fromisoformat(header[name]).tzinfo is not None
    assert header["date-start"] <= header["date-end"] <= header["date-generated"]
    assert header["game"]["name"].lower() == start[0]
    assert header["game"]["variants"][0] == record.board
    assert header["site"] == {"name": "Hexlume", "gameid": record.game}
    assert played(apgame) == [action.action for action in record.actions]
    first, second = header["players"]
    assert first["colour"] == record.actions[0].colour != second["colour"]
    for player in (first, second):
        assert player["result"] == (record.ending.result != {"white": "B+", "black": "W+"}[player["colour"]])
        assert player["name"] == getattr(record.players, player["colour"])
    assert header["pied"] == record.seats_swapped
    last = next(move for move in reversed(apgame["moves"][-1]) if move is not None)
    assert GameState.replay(record).result_words.endswith(f": {last['result']}") and " " in last["result"]


def test_a_swap_is_a_turn_of_its_own(tmp_path: Path) -> None:
    """SIB-7: after the swap it is black's turn again, so white has none in the second round."""
    games = (finished_game(("sibling", 3, {"pie": True}), seed) for seed in count())
    swapped = next(events for events in games if any(event.data.get("action") == "swap" for event in events[:3]))
    apgame = record_apgame(stored(tmp_path, swapped))
    assert apgame["moves"][0][1] == "swap"
    assert apgame["moves"][1][0] is None
    assert [player["name"] for player in apgame["header"]["players"]] == [PLAYERS.black, PLAYERS.white]


@pytest.mark.parametrize("reason", CONCLUSIONS)
def test_a_concluded_game_tells_its_reason(tmp_path: Path, reason: str) -> None:
    record = stored(tmp_path, random_events(STARTS[0], 1, 5, 0, concluded=reason))
    result, apgame = record.ending.result, record_apgame(record)
    APGAME.validate(apgame)
    results = {player["colour"]: player["result"] for player in apgame["header"]["players"]}
    assert results == {"white": result != "B+", "black": result != "W+"}
    assert [move["result"] for row in apgame["moves"] for move in row if isinstance(move, dict)] == [
        reason_words(result, reason)
    ]


def test_games_without_an_end_and_illegal_ones_are_refused(tmp_path: Path) -> None:
    events = random_events(STARTS[0], 1, 6, 0)
    for number, (more, status) in enumerate((((), "unfinished"), (((ABANDON, {}),), "abandoned"))):
        events = [*events, *(BoardEvent(events[0].game, len(events), kind, 0, data) for kind, data in more)]
        record = stored(tmp_path / str(number), events)
        with pytest.raises(RecordError, match=f"is {status} and an APGameRecord holds finished games only"):
            record_apgame(record)
    false = BoardEvent(events[0].game, len(events), "result", 0, {"result": "W+", "reason": "so they say"})
    with pytest.raises(RecordError, match="cannot be an APGameRecord: The result is given as"):
        record_apgame(stored(tmp_path / "false", [*events, false]))
