"""``genmove`` by search, its time, levels and resignation, and ``hexlume-analyze``."""

import pytest

from hexlume import games
from hexlume_engine.gtp.session import Session, TimeLeft, TimeSettings

pytest.importorskip("numba", reason="the extra engine is not installed")

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def thinking(start_engine):
    """One engine that searches, at its weakest, for all tests that begin with a game of their own."""
    return start_engine("--engine", "hexlume", "--level", "1", "--seed", "3")


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
    words = [entry.split() for entry in first.split("info ")[1:]]
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
