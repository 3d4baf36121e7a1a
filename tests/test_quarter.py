"""Quarters of the tests: together they are all, and a time limit fails none."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.quarter import QUARTERS, in_quarter

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[1]
SUITE = """
import signal, subprocess, sys
import pytest

hanging = []

@pytest.fixture
def stubborn():
    yield
    assert not hanging, "what a test that was cut off left undone"

@pytest.mark.parametrize("number", range(40))
def test_quick(number):
    pass

@pytest.mark.parametrize("over", [True, False])
def test_hanging(stubborn, over):
    hanging.append(1)
    if over:
        signal.raise_signal(signal.SIGUSR1)
    subprocess.run([sys.executable, "-c", "import time; time.sleep(600)"])

def test_wrong():
    assert "right" == "wrong"
"""
WORKERS = ("-n", "2")


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run the suite of a folder; return pytest's exit code and what it printed."""
    (folder / "test_suite.py").write_text(SUITE)
    program = [sys.executable, "-m", "pytest", "-p", "tests.quarter", "--rootdir", str(folder), "-v", *arguments]
    ran = subprocess.run(
        [*program, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return ran.returncode, ran.stdout


def test_every_test_is_in_one_quarter_of_four() -> None:
    names = [f"tests/{number % 7}/test_it.py::test_it[{number}]" for number in range(1000)]
    chosen = [[name for name in names if in_quarter(name, number)] for number in range(100, 100 + QUARTERS)]
    assert sorted(name for some in chosen for name in some) == sorted(names)
    assert all(200 < len(some) < 300 for some in chosen)
    assert chosen[0] == [name for name in names if in_quarter(name, 0)]


def test_only_the_tests_of_a_quarter_run_and_a_wrong_one_fails(tmp_path: Path) -> None:
    wrong = next(number for number in range(QUARTERS) if in_quarter("test_suite.py::test_wrong", number))
    status, printed = run(tmp_path, "--quarter", str(wrong + QUARTERS), "-k", "not hanging", *WORKERS)
    quick = sum(in_quarter(f"test_suite.py::test_quick[{number}]", wrong) for number in range(40))
    assert status == 1
    assert re.search(rf"^=+ 1 failed, {quick} passed\b.* in [\d.]+s\b.*=$", printed, re.MULTILINE), printed


def test_no_test_begins_after_the_time_and_no_test_fails_by_it(tmp_path: Path) -> None:
    status, printed = run(tmp_path, "--stop-after", "0.001", *WORKERS)
    assert status == 0
    assert "0 of 43 tests ran in 0 s; 43 were not begun, 0 were cut off and not judged" in printed
    assert re.search(r"^=+ 43 skipped in [\d.]+s\b.*=$", printed, re.MULTILINE), printed


def test_a_test_that_is_cut_off_is_named_and_not_judged_and_a_wrong_one_fails(tmp_path: Path) -> None:
    """The signal is what tells a process that the time is over."""
    status, printed = run(tmp_path, "--stop-after", "3600", "-k", "True or wrong", *WORKERS)
    assert status == 1
    assert (
        "1 of 2 tests ran in 3600 s; 0 were not begun, 1 were cut off and not judged\n"
        "  test_suite.py::test_hanging[True]\n"
    ) in printed
    assert re.search(r"^=+ 1 failed, .*\b1 skipped\b.*=$", printed, re.MULTILINE), printed


def test_a_test_that_hangs_ends_with_the_time(tmp_path: Path) -> None:
    """It would hang for ten minutes. A busy machine may take so long to start that it does not begin."""
    status, printed = run(tmp_path, "--stop-after", "4", "-k", "False")
    assert status == 0
    assert "1 were cut off" in printed or "1 were not begun" in printed
