"""Records from people and from hostile hands: read exactly, or refused in one sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_host.game_files.record_file import read_file
from hexlume_host.game_files.text_file import LARGEST
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.formats.json import record_json
from hexlume_record.formats.reader import read_game
from hexlume_record.game.record import ImportedGame
from tests.record.formats.random_events import BOARD, STARTS, finished_game


def read(folder: Path, content: bytes | str) -> ImportedGame:
    path = folder / "game"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_file(str(path))[1]


def problem(folder: Path, content: bytes | str) -> str:
    with pytest.raises(RecordError) as refused:
        read(folder, content)
    sentence = str(refused.value).removeprefix(str(folder / "game"))
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 300
    return sentence


OTHER_VERSION = " is a Hexlume record of another version; this hexlume reads version 2."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", " is neither a link nor a JSON record: "),
        ('[Rules "orochi"]', " is neither a link nor a JSON record: "),
        (b"\x89PNG\r\n\x1a\n\x00\x00", " is not UTF-8 text."),
        (b"SQLite format 3\x00", " is neither a link nor a JSON record: "),
        ("{}".encode("utf-16"), " is not UTF-8 text."),
        ('{"White": "J\u00f6rg"}'.encode("latin-1"), " is not UTF-8 text."),
        (b" " * (LARGEST + 1), " is larger than 5 MB."),
        ('{"a":' * 10**5, " is neither a link nor a JSON record: it is nested too deeply."),
        ("{}", " is JSON, but no Hexlume record: its schema is not hexlume-record."),
        ('{"schema": "hexlume-record", "version": 3}', OTHER_VERSION),
        ('{"schema": "hexlume-record", "version": 1}', OTHER_VERSION),
        ('{"schema": "hexlume-record", "version": 2}', " cannot be imported: game is missing."),
        ('{"schema":', " is neither a link nor a JSON record: "),
        ('{"version": ' + "9" * 5000 + "}", " is neither a link nor a JSON record: "),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_one_sentence_says_what_is_wrong(tmp_path: Path, content: bytes | str, sentence: str) -> None:
    assert sentence in problem(tmp_path, content)


@pytest.fixture
def record(store: Store) -> dict[str, Any]:
    events = finished_game(STARTS[2])
    store.commit(BOARD, events)
    return record_json(store.record(1))


def test_a_file_and_its_text_hold_the_same_game(tmp_path: Path, record: dict[str, Any]) -> None:
    content = json.dumps(record)
    assert read_game("The file", content) == read(tmp_path, content)


def change(record: dict[str, Any], path: tuple[Any, ...], value: object) -> None:
    place = record
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value


@pytest.mark.sample(12)
@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("game",), "a b", "game must be 1 to 64 letters from A to Z, digits, or any of . _ : -"),
        (("events",), [], "events must have 1 or more members."),
        (("events",), {"0": 1}, "events must be a list."),
        (("events", 0), None, "events[0].seq must be 0"),
        (("events", 1), 7, "events[1] must be an object"),
        (
            ("events", 1),
            {"seq": 1, "kind": "undo", "ticks": 0, "at": "2026-05-01", "data": {}},
            "event 1 takes back an",
        ),
        (("events", 1, "seq"), 3, "events[1].seq must be 1"),
        (("events", 1, "ticks"), 1.5, "events[1].ticks must be a whole number."),
        (("events", 1, "ticks"), True, "events[1].ticks must be a whole number"),
        (("events", 1, "at"), 5, "events[1].at must be a time such as"),
        (("events", 1, "data"), [], "events[1].data must be an object"),
        (("events", 1, "data", "action"), "c3\ud800", "events[1].data.action must not hold the character U+D800."),
        (("events", 1, "data", "action"), "zz", "action 1 (zz) is not legal there"),
        (("events", 1, "data", "colour"), "black", "was played by black on white's turn"),
        (("events", 0, "data", "options"), {"pie": 7}, "pie is one of off, on, not '7'"),
        (("events", -1, "data", "result"), "0", "the result is given as 0, but the actions lead to"),
        (("actions", 0, "action"), "a1", "actions[0] is not what the events add up to"),
        (("result",), "0", "result is not what the events add up to"),
        (("players",), None, "players is missing."),
        (("clock",), "fischer 60+0", "clock is not what the events add up to"),
        (("players", "white"), "A\x07", "players.white must not hold the control character U+0007."),
        (("players", "white"), "A\xa0B", "players.white must not hold the character U+00A0 (NO-BREAK SPACE)."),
        (("players", "black"), 5, "players.black must be text."),
        (("device", "panel"), "x" * 21, "device.panel must have at most 20 characters, not 21."),
        (("started_at",), "2026-13-01", "started_at must be a time such as"),
    ],
)
def test_json_that_is_not_what_it_says(
    tmp_path: Path, record: dict[str, Any], path: tuple[Any, ...], value: object, sentence: str
) -> None:
    assert read(tmp_path, json.dumps(record)).game == record["game"]
    change(record, path, value)
    assert sentence in problem(tmp_path, json.dumps(record))


HOSTILE = (
    *(None, True, -1, 1.5, 2**60, "", "x", "x" * 300, "\x07", "Ann\xa0B", "\u202e", "\ud800", "import:x"),
    *([], {}, ["x"], {"x": 1}, {"\x07": 1}, {"x": "\u200b"}),
)
ALSO_CALLED = {
    "kind": ("action", "result"),
    "Hexlume": ("version",),
    "options": ("option",),
    "rules": ("is no game",),
}
"""What a sentence says where it does not name the member; an event of a kind nobody knows leaves out an action."""


def paths_of(document: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all members of a JSON document, at every depth."""
    members = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    return [one for key, value in members for one in ((*path, key), *paths_of(value, (*path, key)))]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_every_refused_member_of_a_json_record_is_named_with_a_reason(
    tmp_path: Path, record: dict[str, Any], data: st.DataObject
) -> None:
    hostile = json.loads(json.dumps(record))
    path = data.draw(st.sampled_from(paths_of(hostile)))
    change(hostile, path, data.draw(st.sampled_from(HOSTILE)))
    try:
        read(tmp_path, json.dumps(hostile))
    except RecordError:
        sentence = problem(tmp_path, json.dumps(hostile))
        member = [key for key in path if isinstance(key, str)][-1]
        names = [member, *ALSO_CALLED.get(member, ()), "[".join(map(str, path[:2])) + "]"]
        assert any(name in sentence for name in names)
        assert "proper" not in sentence


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("{folder}", "{folder} cannot be read: Is a directory."),
        ("{folder}/no", "{folder}/no cannot be read: No such file or directory."),
        ("/dev/zero", "/dev/zero is larger than 5 MB."),
        ("a\0b", "'a\\x00b' cannot be read: embedded null byte."),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, path: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_file(path.format(folder=tmp_path))
    assert str(refused.value) == sentence.format(folder=tmp_path)


FRAGMENTS = st.sampled_from([*'[]{}",: \n\\', '"schema":"hexlume-record"', '"version":2'])


@given(content=st.one_of(st.binary(max_size=80), st.lists(FRAGMENTS, max_size=25).map("".join)))
def test_anything_is_refused_in_one_sentence(tmp_path_factory: pytest.TempPathFactory, content: bytes | str) -> None:
    problem(tmp_path_factory.getbasetemp(), content)
