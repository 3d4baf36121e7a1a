"""Starting games: ``hexlume-game``, ``boardsize``, ``clear_board`` and the command line (ACT-7)."""

import json

import pytest

from hexlume import games
from hexlume.games import game_class
from hexlume_record.game.position import legal_texts, position_of

pytestmark = pytest.mark.integration

EVERY_SIZE = [
    (name, size) for name in games.NAMES for size in range(game_class(name).MIN_SIZE, game_class(name).MAX_SIZE + 1)
]


def state_of(answer):
    assert answer.startswith("= {")
    return json.loads(answer[2:])


def test_command_line(run_engine):
    options = ("--game", "droched", "--size", "5", "--option", "komi=3", "--option", "handicap=2")
    answer = run_engine(b"hexlume-state\n", *options).stdout
    expected = position_of(games.start("droched", 5, {"komi": 3, "handicap": 2}))
    assert json.loads(answer[2:]) == expected


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--size", "9999"), "not 9999"),
        (("--game", "droched", "--option", "pie"), "'pie' is no option"),
    ],
)
def test_command_line_errors_are_one_sentence(run_engine, options, words):
    done = run_engine(b"name\n", *options)
    assert (done.returncode, done.stdout) == (1, b"")
    sentence = done.stderr.decode()
    assert words.lower() in sentence.lower() and sentence.count("\n") == 1 and "Traceback" not in sentence


def test_command_line_lists_the_games_for_one_that_there_is_not(run_engine):
    done = run_engine(b"name\n", "--game", "chess")
    assert (done.returncode, done.stdout) == (2, b"")
    words = " ".join(done.stderr.decode().replace("│", " ").split())
    assert "'chess' is not one of " + ", ".join(f"'{name}'" for name in games.NAMES) in words


@pytest.mark.parametrize("name", games.NAMES)
def test_every_size(engine, name):
    for size in [size for of, size in EVERY_SIZE if of == name]:
        expected = games.start(name, size)
        for start in (f"hexlume-game {name} size={size}", f"boardsize {size}"):
            begun, state, legal = engine.ask(start, "hexlume-state", "hexlume-legal")
            assert (begun, state_of(state)) == ("=", position_of(expected))
            assert legal == f"= {' '.join(legal_texts(expected))}"
    lowest, highest = game_class(name).MIN_SIZE, game_class(name).MAX_SIZE
    before = engine.ask("hexlume-state")
    refused = engine.ask(*(f"boardsize {size}" for size in (0, lowest - 1, highest + 1, 1000)))
    assert refused == ["? unacceptable size"] * 4
    assert engine.ask("hexlume-state") == before


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("sibling", {"pie": False}),
        ("sibling pie=on", {"pie": True}),
        ("orcoon", {"pie": True}),
        ("orcoon pie=off", {"pie": False}),
        ("organica", {"setup": "clusters"}),
        ("organica setup=corners", {"setup": "corners"}),
        ("droched", {"komi": 0, "pie": False, "handicap": 0}),
        ("droched komi=20 handicap=20", {"komi": 20, "pie": False, "handicap": 20}),
        ("droched pie=on komi=0 handicap=2", {"komi": 0, "pie": True, "handicap": 2}),
    ],
)
def test_options_stay_with_boardsize_and_clear_board(engine, words, options):
    start = engine.ask(f"hexlume-game {words} size=5", "hexlume-state")[1]
    assert state_of(start)["options"] == options
    engine.ask(f"genmove {state_of(start)['to_move']}")
    assert engine.ask("clear_board", "hexlume-state") == ["=", start]
    state = state_of(engine.ask("boardsize 6", "hexlume-state")[1])
    assert state["options"] == options and state["board"].endswith("6")
    assert engine.ask("undo") == ["? cannot undo"]


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


@pytest.mark.parametrize("name", games.NAMES)
def test_no_komi_suits_every_game(engine, name):
    before = engine.ask(f"hexlume-game {name}", "hexlume-state")[1]
    assert engine.ask("komi 0", "komi 0.0", "komi -0", "hexlume-state") == ["=", "=", "=", before]


def test_komi_is_refused_after_the_first_action(engine):
    engine.ask("hexlume-game droched komi=2", "play b d4")
    before = engine.ask("hexlume-state")[0]
    late = "? komi can only be set before the first action: begin again with clear_board"
    assert engine.ask("komi 3", "komi 0", "hexlume-state") == [late, late, before]
    assert engine.ask("hexlume-game droched pie=on", "play b komi=5", "komi 0")[2] == late
