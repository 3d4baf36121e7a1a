"""Text and JSON records from people and from hostile hands: read exactly, or refused in one sentence."""

import json
from datetime import UTC, datetime
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
from hexlume_record.game.record import ImportedGame, history_of
from tests.record.formats.random_events import BOARD, STARTS, finished_game

CLUB = """; The last evening in May
[Hexlume "2"]
[Event "Club evening"]
[Rules "orcoon"]
[Board "square4"]
[Options "pie=on"]
[White "Ann \\"the wall\\" \\\\ Ärger"]
[Started "2026-05-31"]

1. black b2 {in the middle;
    too strong} 2. white swap
3. white c2
4. black
   b3   ; and on
unfinished

[Rules "orochi"] [Board "hex3"]
1. white Wc3 2. black Wc4 Bc2 abandoned
"""


def read(folder: Path, content: bytes | str) -> tuple[list[ImportedGame], list[str]]:
    path = folder / "game"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    file = read_file(str(path))
    return file.games, [problem.removeprefix(str(path)) for problem in file.problems]


def problem(folder: Path, content: bytes | str) -> str:
    games, problems = read(folder, content)
    assert (games, len(problems)) == ([], 1)
    assert problems[0].endswith(".")
    assert problems[0].isprintable()
    assert len(problems[0]) < 300
    return problems[0]


def lines(game: ImportedGame) -> list[str]:
    return [f"{action.colour} {action.action}" for action in history_of(game.events).actions]


def test_text_records_as_people_write_them_are_read(tmp_path: Path) -> None:
    (one, two), problems = read(tmp_path, CLUB)
    assert problems == []
    assert lines(one) == ["black b2", "white swap", "white c2", "black b3"]
    assert one.events[0].data == {"rules": "orcoon", "board": "square4", "options": {"pie": True}}
    assert (one.white, one.black) == ('Ann "the wall" \\ Ärger', "")
    assert one.started_at == datetime(2026, 5, 31, tzinfo=UTC)
    assert lines(two) == ["white Wc3", "black Wc4", "black Bc2"]
    assert history_of(two.events).ending.status == "abandoned"


@pytest.mark.parametrize("comment", ['{"Ann" against Ben}', "{}", '{"Ann": strong}\n; and\n', '\n {"a"}{ "b": 1 }'])
def test_a_text_record_may_begin_with_a_comment_that_looks_like_json(comment: str, tmp_path: Path) -> None:
    games, problems = read(tmp_path, comment + CLUB)
    assert (len(games), problems) == (2, [])
    one = CLUB[: CLUB.index('[Rules "orochi"]')]
    assert lines(read_game("The file", comment + one)) == lines(games[0])


def test_one_game_is_read_of_a_file_with_one(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"^The file holds 2 games: leave one of them in it\.$"):
        read_game("The file", CLUB)
    with pytest.raises(RecordError, match=r"^The file, line 1: the text must not hold "):
        read_game("The file", "\0")
    record = tmp_path / "game.json"
    ((game, *_), _) = read(tmp_path, CLUB)
    with Store(tmp_path / "store.sqlite") as store:
        content = json.dumps(record_json(store.record(store.import_game(game).id)))
    record.write_text(content)
    assert read_game("The file", content) == read_file(str(record)).games[0]


def test_ids_follow_from_the_content(tmp_path: Path) -> None:
    """Comments and layout are not content; actions, players and the end are."""
    text = '[Rules "orochi"]\n[Board "hex3"]\n1. white Wc3\nunfinished\n'
    identity = read(tmp_path, text)[0][0].game
    assert read(tmp_path, text.replace("\n1.", " {so be it}\n\n1."))[0][0].game == identity
    for other in (
        text.replace("Wc3", "Bc3"),
        text.replace("hex3", "hex4"),
        text.replace("unfinished", "abandoned"),
        '[White "Ann"]' + text,
        '[Started "2026-05-31"]' + text,
    ):
        assert read(tmp_path, other)[0][0].game != identity


def test_a_missing_reason_is_the_rules_own(tmp_path: Path) -> None:
    events = finished_game(STARTS[0], back=0)
    turns = " ".join(
        f"{number}. {event.data['colour']} {event.data['action']}"
        for number, event in enumerate((event for event in events if event.kind == "action"), 1)
    )
    end = events[-1].data["result"]
    (game,), _ = read(tmp_path, f'[Rules "orochi"][Board "{events[0].data["board"]}"] {turns} {end}')
    assert history_of(game.events).ending.reason == events[-1].data["reason"]
    other = {"W+": "B+", "B+": "W+"}[end]
    assert f"the result is given as {other}, but the actions lead to {end}" in problem(
        tmp_path, f'[Rules "orochi"][Board "{events[0].data["board"]}"] {turns} {other}'
    )


START = '[Rules "orochi"]\n[Board "hex3"]\n'


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", " holds no game."),
        ("; nothing but a comment", " holds no game."),
        ("hello", ', line 1: a game begins with headers such as [Rules "orochi"].'),
        ('[Rules "orochi"', ", line 1: this is no text record."),
        (START + "1. white Wc3", ": the last game has no end"),
        (START + "1. white Wc3 " + START + "0", ", line 3: the game before this header has no end"),
        (START + "1. Wc3 unfinished", ", line 3: white or black is due before an action, as in 1. white d4."),
        (START + "1. white 2. black Wc3 unfinished", ", line 1: action 1 (Wc3) was played by black on white's turn"),
        (START + "1. white W+", ", line 1: the result is given as W+, but the actions lead to no result yet"),
        (START + "{ never closed", ", line 3: a comment is not closed."),
        (START + START, ", line 3: the header Rules is there twice."),
        (START + '[Result "W+"]\n1. white Wc3 unfinished', ": the header Result says W+, but the game ends with unfin"),
        (START + "1. white Wc3\nW+", ": the result is given as W+, but the actions lead to no result yet"),
        (
            START + "1. white Wc3\n2. black Wc4\n   Wc4\nunfinished",
            ", line 1: action 3 (Wc4) is not legal there, the ones before it are: ",
        ),
        (START + "1. white Wc3 Wc4 unfinished", "action 2 (Wc4) was played by white on black's turn, so noth"),
        (
            START + "1. white " + "x" * 10**6 + " unfinished",
            ".data.action must have at most 20 characters, not 1000000.",
        ),
        (
            START + "1. white W\u202ec3 unfinished",
            "events[1].data.action must not hold the character U+202E (RIGHT-TO-LEFT OVERRIDE).",
        ),
        ('[Rules "chess"]\n[Board "hex3"]\nunfinished', "'chess' is no game: choose one of orochi"),
        ('[Board "hex3"]\nunfinished', "'' is no game: choose one of orochi"),
        ('[Rules "orochi"]\nunfinished', "'' is no board: name one like hex5 or square9"),
        ('[Rules "orochi"]\n[Board "square9"]\nunfinished', "orochi is not played on square9"),
        ('[Rules "orochi"]\n[Board "hex999"]\nunfinished', "a hex board has 1 to 13 cells a side, not 999"),
        (START + '[Options "pie=on"]\nunfinished', "orochi has no option 'pie'"),
        (
            START + '[Options "pie"]\nunfinished',
            ", line 1: the header Options cannot be read: 'pie' is no option: write",
        ),
        (
            START + '[Game "no good"]\nunfinished',
            ", line 1 cannot be imported: game must be 1 to 64 letters from A to Z, digits, or any of . _ : -.",
        ),
        (
            START + f'[White "{"x" * 201}"]\nunfinished',
            ", line 1 cannot be imported: players.white must have at most 200 characters, not 201.",
        ),
        (
            START + '[White "\u200b"]\nunfinished',
            "players.white must not hold the character U+200B (ZERO WIDTH SPACE).",
        ),
        (
            START + '[Started "soon"]\nunfinished',
            ", line 1 cannot be imported: started_at must be a time such as 2026-05-01T18:30:00.250Z.",
        ),
        (START + '[Started "0001-01-01T00:00:00+14:00"]\nunfinished', "started_at must be a time such as"),
        (
            START + f'[Clock "{"1" * 31}"]\nunfinished',
            ", line 1 cannot be imported: events[0].data.clock must have at most 30 characters, not 31.",
        ),
        (
            START + '[Reason "white resigned"]\n1. white Wc3 W+',
            ", line 1: the game is said to end with W+ (white resigned), but it cannot end so, so nothing of this game",
        ),
        (
            START + '[Reason "draw-agreed"]\n1. white Wc3 W+',
            ", line 1: the game is said to end with W+ (draw-agreed), but it cannot end so, so nothing of this game",
        ),
        ('[Hexlume "3"]' + START + "unfinished", ", line 1: the game is of another version; this hexlume reads versi"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", " is not UTF-8 text."),
        (
            START + '[White "A\x07"]\nunfinished',
            ", line 3: the text must not hold the control character U+0007.",
        ),
        (b"SQLite format 3\x00", ", line 1: the text must not hold the control character U+0000."),
        (START.encode("utf-16"), " is not UTF-8 text."),
        ('[White "J\u00f6rg"]'.encode("latin-1"), " is not UTF-8 text."),
        (b" " * (LARGEST + 1), " is larger than 5 MB."),
        ("[" * 10**6, ", line 1: this is no text record."),
        ('{"a":' * 10**5, " is no JSON record: it is nested too deeply."),
        ("{}", " is JSON, but no Hexlume record: its schema is not hexlume-record."),
        (
            '{"schema": "hexlume-record", "version": 3}',
            " is a Hexlume record of another version; this hexlume reads ve",
        ),
        ('{"schema": "hexlume-record", "version": 2}', " cannot be imported: game is missing."),
        ('{"schema":', " is no JSON record: "),
        ('{"version": ' + "9" * 5000 + "}", " is no JSON record: "),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_one_sentence_says_what_is_wrong(tmp_path: Path, content: bytes | str, sentence: str) -> None:
    assert sentence in problem(tmp_path, content)


def test_one_bad_game_does_not_keep_the_others_out(tmp_path: Path) -> None:
    games, problems = read(tmp_path, f"{START}1. white Zz9 unfinished\n{CLUB}")
    assert (len(games), len(problems)) == (2, 1)


@pytest.fixture
def record(store: Store) -> dict[str, Any]:
    events = finished_game(STARTS[2])
    store.commit(BOARD, events)
    return record_json(store.record(1))


def test_text_of_version_1_is_read_by_its_old_headers(tmp_path: Path) -> None:
    more = '[Board "hex3"] [Started "2026-05-31"] 1. white Wc3 unfinished'
    old = read(tmp_path, f'[Hexlume "1"] [Game "orochi"] [Id "may-1"] [PlayedOn "b1"] {more}')
    assert old == read(tmp_path, f'[Hexlume "2"] [Rules "orochi"] [Game "may-1"] [Device "b1"] {more}')


def test_json_of_version_1_is_read_by_its_old_names(tmp_path: Path, record: dict[str, Any]) -> None:
    new = read(tmp_path, json.dumps(record))
    start = record["events"][0]["data"]
    start["on"] = start.pop("board")
    old = {**record, "version": 1, "on": record["board"], "board": record["device"]}
    assert read(tmp_path, json.dumps(old)) == new and new[0]


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
    assert len(read(tmp_path, json.dumps(record))[0]) == 1
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
    games, _ = read(tmp_path, json.dumps(hostile))
    if not games:
        sentence = problem(tmp_path, json.dumps(hostile))
        member = [key for key in path if isinstance(key, str)][-1]
        names = [member, *ALSO_CALLED.get(member, ()), "[".join(map(str, path[:2])) + "]"]
        assert any(name in sentence for name in names)
        assert "proper" not in sentence


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert read_file(str(tmp_path)).problems == [f"{tmp_path} cannot be read: Is a directory."]
    assert read_file(str(tmp_path / "no")).problems == [f"{tmp_path / 'no'} cannot be read: No such file or directory."]
    assert read_file("/dev/zero").problems == ["/dev/zero is larger than 5 MB."]
    assert read_file("a\0b").problems == ["'a\\x00b' cannot be read: embedded null byte."]


FRAGMENTS = st.sampled_from(
    [
        "[",
        "]",
        "{",
        "}",
        '"',
        "\\",
        ";",
        "\n",
        " ",
        START,
        "1. white Wc3 ",
        "2. ",
        "black ",
        "W+",
        "unfinished",
        "0",
        "é",
    ]
)


@given(content=st.one_of(st.binary(max_size=80), st.lists(FRAGMENTS, max_size=25).map("".join)))
def test_anything_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes | str) -> None:
    games, problems = read(tmp_path_factory.getbasetemp(), content)
    assert games or problems
    assert all("\n" not in problem for problem in problems)
