"""Exports keep to their schemas in docs/schemas, which refuse what is none."""

import copy
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.formats.apgame import record_apgame
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import ABANDON, CONCLUSIONS, BoardEvent
from hexlume_record.game.record import GameRecord
from hexlume_record.game.state import GameState
from hexlume_record.words.text import reason_words
from tests.host.new_store import new_store
from tests.record.formats.random_events import (
    BOARD,
    PLAYERS,
    STARTS,
    Events,
    drawn_game,
    finished_game,
    random_event_lists,
    random_events,
)

pytestmark = pytest.mark.integration

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def validator(name: str) -> Any:
    schema = json.loads((SCHEMAS / name).read_text())
    return jsonschema.Draft202012Validator(schema)


OURS = validator("hexlume-record-1.json")
APGAME = validator("apgamerecord-1.json")


@pytest.mark.parametrize("schema", [OURS.schema, APGAME.schema], ids=["ours", "apgame"])
def test_each_schema_is_a_valid_json_schema(schema: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)


def stored(folder: Path, events: Events) -> GameRecord:
    with Store(new_store(folder / "store.sqlite")) as store:
        store.commit(BOARD, events, PLAYERS)
        return store.record(events[0].game)


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
        lambda record: record.update(version=2),
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
    assert header["game"]["variants"][0] == record.on
    assert header["site"] == {"name": "Hexlume", "gameid": record.game}
    assert played(apgame) == [action.action for action in record.actions]
    first = record.actions[0].colour
    assert [player["colour"] for player in header["players"]] == [first, "black" if first == "white" else "white"]
    winner = {"W+": "white", "B+": "black"}[str(record.ending.result)]
    names = {"white": record.white, "black": record.black}
    if record.seats_swapped:
        names = {"white": record.black, "black": record.white}
    for player in header["players"]:
        assert player["result"] == (player["colour"] == winner)
        assert player["name"] == names[player["colour"]]
    assert header["pied"] == record.seats_swapped
    changed = start[2].get("setup") == "corners" or start[2].get("komi", 0) > 0
    assert ("startingPosition" in header) == changed
    last = next(move for move in reversed(apgame["moves"][-1]) if move is not None)
    assert GameState.replay(record).result_words.endswith(f": {last['result']}") and " " in last["result"]


def test_a_swap_is_a_turn_of_its_own(tmp_path: Path) -> None:
    """SIB-7: after the swap it is black's turn again, so white has none in the second round."""
    seed = 0
    while True:
        record = stored(tmp_path / str(seed), finished_game(("sibling", 3, {"pie": True}), seed))
        if record.seats_swapped:
            break
        seed += 1
    apgame = record_apgame(record)
    assert apgame["moves"][0][1] == "swap"
    assert apgame["moves"][1][0] is None
    assert apgame["header"]["pied"]
    assert [player["name"] for player in apgame["header"]["players"]] == [PLAYERS.black, PLAYERS.white]


def test_a_draw_gives_both_the_same(tmp_path: Path) -> None:
    """ACT-2, ORG-15."""
    record = stored(tmp_path, drawn_game())
    assert record.ending.result == "0"
    apgame = record_apgame(record)
    APGAME.validate(apgame)
    assert [player["result"] for player in apgame["header"]["players"]] == [1, 1]


@pytest.mark.parametrize("reason", CONCLUSIONS)
def test_a_concluded_game_tells_its_reason(tmp_path: Path, reason: str) -> None:
    for most in (0, 5):
        record = stored(tmp_path / str(most), random_events(STARTS[0], 1, most, 0, concluded=reason))
        result = record.ending.result
        apgame = record_apgame(record)
        APGAME.validate(apgame)
        results = {player["colour"]: player["result"] for player in apgame["header"]["players"]}
        assert results == {"white": result != "B+", "black": result != "W+"}
        assert played(apgame) == [action.action for action in record.actions]
        last = [move for row in apgame["moves"] for move in row if isinstance(move, dict)]
        assert [move["result"] for move in last] == [reason_words(result, reason)] * bool(most)


def test_games_without_an_end_and_illegal_ones_are_refused(tmp_path: Path) -> None:
    events = random_events(STARTS[0], 1, 6, 0)
    for number, (more, status) in enumerate((((), "unfinished"), (((ABANDON, {}),), "abandoned"))):
        events = [*events, *(BoardEvent(events[0].game, len(events), kind, 0, data) for kind, data in more)]
        record = stored(tmp_path / str(number), events)
        with pytest.raises(RecordError, match=f"is {status} and an APGameRecord holds finished games only"):
            record_apgame(record)
    false = BoardEvent(events[0].game, len(events), "result", 0, {"result": "W+", "reason": "so they say"})
    with pytest.raises(RecordError, match="cannot be an APGameRecord: The board reported the result"):
        record_apgame(stored(tmp_path / "false", [*events, false]))


def test_schema_of_apgamerecords_refuses_other_objects(tmp_path: Path) -> None:
    apgame = record_apgame(stored(tmp_path, finished_game(STARTS[0])))
    for path, value in (
        (("header", "game", "uid"), "orochi"),
        (("header", "players", 0, "result"), "won"),
        (("header", "pied"), "no"),
        (("moves", 0, 0), 7),
        (("moves", 0, 0), {"sequence": 1}),
        (("events",), []),
    ):
        spoiled: Any = copy.deepcopy(apgame)
        place = spoiled
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        assert not APGAME.is_valid(spoiled)
