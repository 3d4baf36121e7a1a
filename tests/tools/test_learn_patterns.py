"""The tool that learns what comes with Hexlume: what it writes can be read and is right about late positions."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.search.pattern_weights import patterns_in
from tests.host.engine.test_patterns import right_about

TOOL = Path(__file__).parents[2] / "tools" / "learn_patterns.py"


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.soak
@pytest.mark.parametrize(("games", "solved"), [(4_000, 0), (0, 500)])
def test_learning_helps_and_is_the_same_again(tmp_path: Path, games: int, solved: int) -> None:
    found = []
    for name in ("one.npz", "two.npz"):
        count = ("--games", str(games), "--solved", str(solved))
        ran = run("orochi", "--size", "3", *count, "--seed", "7", "--out", str(tmp_path / name))
        assert f"{games or solved:,} games" in ran.stderr
        found.append(patterns_in(tmp_path / name))
    assert (found[0].weights == found[1].weights).all()
    assert right_about(found[0], 3, 6, 100) >= 70


def test_only_ends_of_orochi_are_solved() -> None:
    ran = run("organica", "--size", "4", "--games", "0", "--solved", "20")
    assert ran.returncode == 2 and "--solved: only ends of Orochi" in ran.stderr
