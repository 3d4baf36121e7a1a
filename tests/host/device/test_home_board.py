"""The simulated board of a home: one id, boots that grow, and never two programs with one id."""

import random
import subprocess
import sys
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from hexlume_host.device.home_board import HomeBoard, home_board
from hexlume_host.errors import SimulatorError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def claimed(seed: int | None = None) -> HomeBoard:
    with home_board(seed) as board:
        return board


@pytest.mark.parametrize("seed", [None, 7])
def test_a_home_has_the_same_board_each_time_with_later_boots(seed: int | None) -> None:
    boards = [claimed(seed) for _ in range(4)]
    assert len({board.seed for board in boards}) == 1
    assert seed in (None, boards[0].seed)
    boots = [board.boots or 0 for board in boards]
    # A board whose firmware crashes counts the starts in between.
    assert all(later - before >= 1000 for before, later in pairwise(boots))


def test_boards_at_the_same_time_have_ids_of_their_own() -> None:
    with ExitStack() as stack:
        together = [stack.enter_context(home_board(None)) for _ in range(3)]
    assert len({board.seed for board in together}) == 3
    assert {claimed().seed for _ in range(3)} == {together[0].seed}


def test_the_board_of_a_seed_is_used_once_at_a_time() -> None:
    with home_board(7), home_board(8), pytest.raises(SimulatorError) as refused, home_board(7):
        pass
    assert str(refused.value) == "The board of the seed 7 is in use: end the other program, or leave the seed out."
    assert claimed(7).seed == 7


def test_the_board_of_a_seed_begins_behind_games_of_uncounted_boots() -> None:
    """Before its boots were counted, they began at a random number of three bytes."""
    assert (claimed(7).boots or 0) >= 1 << 24


def test_a_board_is_free_when_its_program_is_killed() -> None:
    program = (
        "from hexlume_host.device.home_board import home_board\n"
        "with home_board(None) as board: print(board.seed, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        theirs = int(other.stdout.readline())
        assert claimed().seed != theirs
        other.kill()
        other.wait()
    assert claimed().seed == theirs


@pytest.mark.parametrize("content", ["", "{", "[]", "7", '{"seed": "x", "boots": 1}', '{"seed": 1}', "\x00" * 40])
def test_a_file_that_cannot_be_read_makes_a_new_board(content: str, home: Path) -> None:
    before = claimed()
    (file,) = (home / "hexlume" / "simulated-boards").iterdir()
    file.write_text(content)
    again = claimed()
    assert again.seed != before.seed
    assert claimed().seed == again.seed


def test_a_home_that_cannot_be_written_has_a_new_board_each_time(home: Path) -> None:
    (home / "hexlume").write_text("no folder")
    boards = [claimed() for _ in range(2)]
    assert boards[0].seed != boards[1].seed and boards[0].boots is None
    assert claimed(7) == HomeBoard(7, None)


def test_no_two_of_many_programs_get_the_same_start() -> None:
    """Whoever comes and goes: a pair of id and boot is given once."""
    choice, given = random.Random(1), []
    with ExitStack() as running:
        open_ones: list[ExitStack] = []
        for _ in range(60):
            if open_ones and choice.random() < 0.5:
                open_ones.pop(choice.randrange(len(open_ones))).close()
            else:
                one = running.enter_context(ExitStack())
                board = one.enter_context(home_board(None))
                open_ones.append(one)
                given.append((board.seed, board.boots))
    assert len(set(given)) == len(given) > 20
