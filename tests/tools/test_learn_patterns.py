"""The tool that learns what comes with Hexlume: it tells how far it is, and what it writes can be read."""

import subprocess
import sys
from pathlib import Path

import numpy as np

from hexlume_host.engine.learned import patterns_in
from hexlume_host.engine.learning import Learner

TOOL = Path(__file__).parents[2] / "tools" / "learn_patterns.py"


def test_it_writes_what_a_learner_learns(tmp_path: Path) -> None:
    out = tmp_path / "made.npz"
    arguments = ["orochi", "--size", "3", "--games", "150", "--seed", "4", "--out", str(out)]
    ran = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=True)
    assert ran.stderr.startswith("150 games, ")
    learner = Learner("orochi", 3, 4)
    learner.learn(150)
    assert np.allclose(patterns_in(out).weights, learner.weights, atol=2e-3)
    assert np.any(learner.weights)
