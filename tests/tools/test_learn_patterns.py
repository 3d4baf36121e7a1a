"""The tool that learns what comes with Hexlume: what it writes can be read and is right about late positions."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")


TOOL = Path(__file__).parents[2] / "tools" / "learn_patterns.py"


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=False)


def test_only_ends_of_orochi_are_solved() -> None:
    ran = run("organica", "--size", "4", "--games", "0", "--solved", "20")
    assert ran.returncode == 2 and "--solved: only ends of Orochi" in ran.stderr
