"""The tool that fits the calibration: it plays, and prints the factor and the reliability of the chances."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

TOOL = Path(__file__).parents[2] / "tools" / "fit_calibration.py"


@pytest.mark.soak
def test_fit_calibration_plays_and_prints_the_factor() -> None:
    arguments = ["sibling", "--size", "4", "--games", "3", "--playouts", "20", "--workers", "1"]
    ran = subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=True)
    assert [line.split(",")[0] for line in ran.stderr.splitlines()] == ["1 games", "2 games", "3 games"]
    first, *others = ran.stdout.splitlines()
    found = re.fullmatch(r"calibration ([0-9.]+) \(([0-9.]+) to ([0-9.]+)\)", first)
    assert found is not None and float(found[2]) <= float(found[1]) <= float(found[3])
    assert others[0].startswith("log odds times 1.000: log loss ")
    counts = [int(line.rsplit(" ", 1)[1]) for line in others if line.startswith("  chance")]
    assert sum(counts) == 2 * int(ran.stderr.splitlines()[-1].split()[2])
