"""The tool that learns what comes with Hexlume: it tells how far it is, and what it writes can be read."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hexlume_engine.search.learner import Learner
from hexlume_engine.search.pattern_weights import patterns_in

TOOL = Path(__file__).parents[2] / "tools" / "learn_patterns.py"


@pytest.mark.soak
def test_learn_patterns_writes_what_a_learner_learns(tmp_path: Path) -> None:
    out = tmp_path / "made.npz"
    arguments = ["orochi", "--size", "3", "--games", "40", "--seed", "4", "--out", str(out)]
    ran = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=True)
    assert ran.stderr.startswith("40 games, ")
    learner = Learner("orochi", 3, 4)
    learner.learn(40)
    assert np.allclose(patterns_in(out).weights, learner.weights, atol=2e-3)
    assert np.any(learner.weights)


@pytest.mark.soak
def test_ends_that_are_solved_come_last(tmp_path: Path) -> None:
    out = tmp_path / "made.npz"
    arguments = ["orochi", "--size", "3", "--games", "50", "--solved", "20", "--seed", "4", "--out", str(out)]
    ran = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=True)
    assert [line.split(",")[0] for line in ran.stderr.splitlines()] == ["50 games", "20 games solved"]
    learner = Learner("orochi", 3, 4)
    learner.learn(50)
    again = Learner("orochi", 3, 4, learner.weights)
    again.learn_solved(20)
    assert np.allclose(patterns_in(out).weights, again.weights, atol=2e-3)


def test_only_ends_of_orochi_are_solved() -> None:
    arguments = ["organica", "--size", "4", "--games", "0", "--solved", "20"]
    ran = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and "--solved: only ends of Orochi" in ran.stderr
