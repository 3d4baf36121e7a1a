"""``genmove`` by search, its time, levels and resignation, and ``hexlume-analyze``."""

import pytest

from hexlume import games
from hexlume.games import game_class
from hexlume_engine.gtp.session import Session, TimeLeft, TimeSettings

pytest.importorskip("numba", reason="the extra engine is not installed")

pytestmark = pytest.mark.integration

LOST = "hexlume-game orcoon size=4 pie=off"


@pytest.fixture(scope="module")
def thinking(start_engine):
    """One engine that searches, at its weakest, for all tests that begin with a game of their own."""
    return start_engine("--engine", "hexlume", "--level", "1", "--seed", "3")


@pytest.mark.parametrize("name", games.NAMES)
def test_plays_legal_actions(thinking, name):
    game = games.start(name, game_class(name).MIN_SIZE)
    assert thinking.ask(f"hexlume-game {name} size={game.size}") == ["="]
    for _ in range(20):
        if game.result is not None:
            break
        colour = ("", "white", "black")[game.to_move]
        game.push_text(thinking.ask(f"genmove {colour}")[0].removeprefix("= "))


@pytest.mark.soak
def test_the_same_seed_plays_the_same(start_engine):
    answers = []
    for _ in range(2):
        running = start_engine("--engine", "hexlume", "--level", "2", "--seed", "5", "--game", "sibling", "--size", "3")
        answers.append(running.ask("genmove white", "genmove black", "genmove black", "genmove white"))
    assert answers[0] == answers[1]


def test_level(thinking):
    assert thinking.ask("hexlume-level 2", "hexlume-level 0", "hexlume-level", "hexlume-level 1") == [
        "=",
        "? There is no level 0: choose one from 1 to 6.",
        "? syntax error",
        "=",
    ]


def test_level_without_an_engine(engine):
    assert engine.ask("hexlume-level 2", "hexlume-analyze")[0].startswith("? no engine")


def test_resigns_a_lost_game(start_engine):
    resigning = start_engine("--engine", "hexlume", "--level", "4", "--resign")
    # Black's column stands but for one point of two: white to act cannot stop both.
    actions = ("black b1", "white a4", "black b2", "white d4", "black b3", "white d1")
    assert set(resigning.ask(LOST, *(f"play {action}" for action in actions))) == {"="}
    assert resigning.ask("play black c3", "genmove white")[1] == "= resign"
    assert resigning.ask("genmove white")[0].startswith("= ")


def test_analysis_ends_with_the_next_request(thinking):
    thinking.ask("hexlume-game sibling size=4")
    thinking.send(b"7 hexlume-analyze white 5\n")
    out = thinking.process.stdout
    assert out.readline() == b"=7\n"
    first = out.readline().decode()
    thinking.send(b"8 name\n")
    rest = []
    while (line := out.readline()) != b"\n":
        rest.append(line)
    assert thinking.answer() == "=8 Hexlume"
    entries = first.split("info ")[1:]
    words = [entry.split() for entry in entries]
    legal = thinking.ask("hexlume-legal")[0].removeprefix("= ").split()
    assert {entry[1] for entry in words} <= set(legal)
    assert [entry[entry.index("order") + 1] for entry in words] == [str(at) for at in range(len(words))]
    assert all(0 <= float(entry[entry.index("winrate") + 1]) <= 1 for entry in words)
    assert all(entry[entry.index("pv") + 1] == entry[1] for entry in words)


@pytest.mark.parametrize(
    ("arguments", "words"), [("black", "white is to act"), ("white 5 5", "syntax error"), ("green", "syntax error")]
)
def test_analysis_refuses(thinking, arguments, words):
    thinking.ask("hexlume-game sibling")
    assert words in thinking.ask(f"hexlume-analyze {arguments}")[0]


def test_time_is_shared_out():
    session = Session(games.start("sibling"), chooser=None)  # type: ignore[arg-type]
    assert session.seconds() is None
    session.time = TimeSettings(0, 30, 10)
    assert session.seconds() == 3
    session.time = TimeSettings(0, 30, 0)
    assert session.seconds() is None
    session.time = TimeSettings(600, 0, 0)
    assert 10 < session.seconds() < 40
    session.left[session.game.to_move] = TimeLeft(20, 5)
    assert session.seconds() == 4
    session.left[session.game.to_move] = TimeLeft(0, 0)
    assert 0 < session.seconds() < 0.1
