"""The commands: whole sessions, new games, ``genmove`` by chance and counts."""

import json
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import game_class
from hexlume.games.pieces import WHITE
from hexlume_record.game.position import position_of

pytestmark = pytest.mark.integration

FOLDER = Path(__file__).parent / "transcripts"
DOCUMENT = Path(__file__).parents[3] / "docs" / "gtp.md"


def converse(engine, transcript):
    """Ask one request after the other; a request without an answer must not be answered."""
    for number, request, expected in transcript:
        if expected:
            assert engine.ask(request) == [expected], f"line {number}: {request}"
        else:
            engine.send(f"{request}\n".encode())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript(path, engine, read_transcript):
    converse(engine, read_transcript(path.read_text()))


def test_documented_session(start_engine, read_transcript):
    session = DOCUMENT.read_text().partition("\n## A session\n")[2].partition("\n## ")[0]
    lines = [line.removeprefix("    ") for line in session.splitlines() if line.startswith("    ")]
    transcript = read_transcript("\n".join(lines))
    assert len(transcript) > 5
    engine = start_engine()
    converse(engine, transcript)
    assert engine.finish() == (0, b"", b"")


def test_every_command_is_listed_and_documented(engine):
    listed = engine.ask("list_commands")[0].removeprefix("= ").split("\n")
    documented = DOCUMENT.read_text()
    assert [name for name in listed if f"| `{name}" not in documented] == [] and "hexlume-analyze" in listed


def state_of(answer):
    assert answer.startswith("= {")
    return json.loads(answer[2:])


def test_command_line(run_engine):
    options = ("--rules", "droched", "--size", "5", "--option", "komi=3", "--option", "handicap=2")
    answer = run_engine(b"hexlume-state\n", *options).stdout
    expected = position_of(games.start("droched", 5, {"komi": 3, "handicap": 2}))
    assert json.loads(answer[2:]) == expected


@pytest.mark.parametrize("name", games.NAMES)
def test_boardsize_takes_the_sizes_of_the_game(engine, name):
    lowest, highest = game_class(name).MIN_SIZE, game_class(name).MAX_SIZE
    engine.ask(f"hexlume-game {name}")
    for size in (lowest, highest):
        begun, before = engine.ask(f"boardsize {size}", "hexlume-state")
        assert (begun, state_of(before)) == ("=", position_of(games.start(name, size)))
    refused = engine.ask(*(f"boardsize {size}" for size in (0, lowest - 1, highest + 1, 1000)))
    assert refused == ["? unacceptable size"] * 4
    assert engine.ask("hexlume-state") == [before]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chess", "'chess' is no game"),
        ("chess size=0", "'chess' is no game"),
        ("Orochi", "'Orochi' is no game"),
        ("orochi size=1", "orochi is played on hex boards of 2 to 13 a side, not 1"),
        ("orochi size=14", "not 14"),
        ("orochi size=0", "not '0'"),
        ("orochi size=04", "not '04'"),
        ("orochi size=-4", "not '-4'"),
        ("orochi size=", "not ''"),
        ("orochi size", "'size' is no option"),
        ("orochi 4", "'4' is no option"),
        ("orochi =4", "orochi has no option ''"),
        ("orochi size=4 size=5", "'size' is given twice"),
        ("orochi pie=on", "orochi has no option 'pie'"),
        ("sibling pie=maybe", "pie is one of off, on, not 'maybe'"),
        ("sibling pie=on pie=on", "'pie' is given twice"),
        ("organica setup=ring", "setup is one of clusters, corners, not 'ring'"),
        ("droched komi=21", "komi is one of 0, 1, 2"),
        ("droched komi=3.5", "19, 20, not '3.5'"),
        ("droched handicap=1", "handicap is one of 0, 2, 3"),
        ("droched pie=on komi=3", "pie and a komi other than 0 do not go together"),
        (f"orochi {'x' * 3000}={'y' * 900}", "orochi has no option 'xxx"),
    ],
)
def test_refused_games_leave_the_running_one(engine, words, sentence):
    before = engine.ask("hexlume-game sibling size=3", "play w c3", "hexlume-state")[2]
    refused, after = engine.ask(f"hexlume-game {words}", "hexlume-state")
    assert refused.startswith("? ") and sentence in refused and len(refused) < 150
    assert after == before
    assert engine.ask("undo") == ["="]


@pytest.mark.parametrize("number", ["3", "3.0", "+3", "03", "3.", "0.3e1"])
def test_komi_is_droched_option_for_this_game_and_later_ones(engine, number):  # DRO-11
    wanted = position_of(games.start("droched", 5, {"komi": 3, "handicap": 2}))
    asked = ("hexlume-game droched size=5 handicap=2 komi=7", f"komi {number}", "hexlume-state")
    assert state_of(engine.ask(*asked)[2]) == wanted
    assert set(engine.ask("komi 20", "komi 0", "komi 3")) == {"="}
    assert engine.ask("play b a1", "undo", f"komi {number}")[2] == "=", "nothing is played"
    assert state_of(engine.ask("clear_board", "hexlume-state")[1]) == wanted
    assert state_of(engine.ask("boardsize 6", "hexlume-state")[1])["options"] == wanted["options"]


@pytest.mark.parametrize(
    ("start", "number", "sentence"),
    [
        ("droched", "21", "komi is a whole number from 0 to 20 in droched"),
        ("droched", "-1", "komi is a whole number from 0 to 20 in droched"),
        ("droched", "6.5", "komi is a whole number from 0 to 20 in droched"),
        ("droched", "1e30", "komi is a whole number from 0 to 20 in droched"),
        ("droched pie=on", "3", "pie and a komi other than 0 do not go together: choose one"),
        ("orochi", "6.5", "orochi has no komi: it can only be 0"),
        ("sibling", "1", "sibling has no komi: it can only be 0"),
        ("orcoon", "-0.5", "orcoon has no komi: it can only be 0"),
        ("organica", "1e-9", "organica has no komi: it can only be 0"),
    ],
)
def test_a_komi_that_the_game_cannot_have_is_refused(engine, start, number, sentence):
    before = engine.ask(f"hexlume-game {start}", "hexlume-state")[1]
    assert engine.ask(f"komi {number}", "hexlume-state") == [f"? {sentence}", before]


def test_komi_is_refused_after_the_first_action(engine):
    engine.ask("hexlume-game droched komi=2", "play b d4")
    before = engine.ask("hexlume-state")[0]
    late = "? komi can only be set before the first action: begin again with clear_board"
    assert engine.ask("komi 3", "komi 0", "hexlume-state") == [late, late, before]
    assert engine.ask("hexlume-game droched pie=on", "play b komi=5", "komi 0")[2] == late


def generated(engine):
    """A game of generated actions: each is legal, and only asked of who is to act."""
    game = games.start("sibling", 4)
    engine.ask("hexlume-game sibling size=4")
    while game.result is None:
        colour, other = ("white", "black") if game.to_move == WHITE else ("black", "white")
        refused, action = engine.ask(f"genmove {other}", f"genmove {colour}")
        assert refused == f"? illegal move: {colour} is to act, not {other}"
        game.push_text(action.removeprefix("= "))
    return game.actions()


def test_seed(start_engine):
    first, second = (
        [generated(engine) for _ in range(2)] for engine in (start_engine("--seed", "7") for _ in range(2))
    )
    assert first == second
    assert first[0] != first[1]


TABLES = Path(__file__).parents[2] / "perft"
ENTRIES = {name: json.loads((TABLES / f"{name}.json").read_text()) for name in games.NAMES}


def test_documented_counts():
    document = DOCUMENT.read_text()
    for name in games.NAMES:
        start = games.start(name)
        counted = {
            entry["depth"]: entry["count"]
            for entry in ENTRIES[name]
            if (entry["size"], entry["options"], entry["actions"]) == (start.size, start.options, [])
        }
        assert f"| `{name}` | {counted[1]:,} | {counted[2]:,} | {counted[3]:,} |" in document
