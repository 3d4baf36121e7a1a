"""The archive on a real FAT file system (MicroPython's, which CircuitPython shares), cut short by ``fat_drive``."""

import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FIRMWARE = Path(__file__).parents[3] / "firmware"
MICROPYTHON = Path(sys.executable).with_name("micropython")
SCRIPT = Path(__file__).with_name("fat_drive.py")
SOAK = pytest.mark.soak

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(
        (platform.system(), platform.machine()) != ("Linux", "x86_64"),
        reason="the VM is packaged for Linux x86-64 only",
    ),
    pytest.mark.timeout(3600),
]


def run(stride: int, what: str) -> dict[str, Any]:
    """Return what the script found, its own checks passed."""
    ran = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=32M", SCRIPT, FIRMWARE, str(stride), what],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    print(what, told)
    return told


@pytest.mark.parametrize(
    ("stride", "what"),
    [
        (23, "spill"),
        (101, "through"),
        pytest.param(1, "spill", marks=SOAK),
        pytest.param(1, "through", marks=SOAK),
    ],
)
def test_a_cut_in_a_spill_leaves_every_other_file_as_it_was_and_every_game(stride: int, what: str) -> None:
    """Each copy lies in two sectors of the flash, and nothing else of the drive is written."""
    told = run(stride, what)
    assert told["steps"] > 5 * 34 - 34 and told["cuts"] >= told["steps"] // stride
    assert told["files"] > 40 and told["games"] >= 8
    assert told["sectors"] <= 4 and told["copies_lost"] == 0


@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=SOAK)])
def test_a_cut_while_a_restart_writes_the_folders_costs_one_copy_at_most(stride: int) -> None:
    """Every other file stays as it was, every game is read from the other copy, and the lost one is made again."""
    told = run(stride, "reload")
    assert told["sectors"] <= 6 and told["cuts"] > 10
    assert 0 < told["copies_lost"] < told["cuts"]
