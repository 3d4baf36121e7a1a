"""How long the check of a game waits for its process: by what that computes, and not by the clock on the wall."""

import subprocess
import sys
from typing import Any

import pytest

from hexlume_plugins.gamekit import check


def lines_of(program: str) -> tuple[list[dict[str, Any]], bool]:
    """Return what a process reports, and whether it was ended because nothing came."""
    command = [sys.executable, "-c", program]
    with check._Checking(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        found = list(check._lines(process))
        return found, process.silent


def test_a_process_that_computes_from_step_to_step_is_not_ended() -> None:
    told = ["alive: 100", "step: 1", "alive: 200", "step: 1", "alive: 300", "end: true"]
    program = f"for one in {told}: print('{{\"%s\":%s}}' % tuple(one.split(':')))"
    assert lines_of(program) == ([{"step": 1}, {"step": 1}, {"end": True}], False)


def test_a_process_that_computes_without_a_step_is_ended() -> None:
    program = 'print(\'{"step": 1}\\n{"alive": 121}\', flush=True); input()'
    assert lines_of(program) == ([{"step": 1}], True)


def test_a_process_that_says_nothing_at_all_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SILENCE_S", 0.1)
    assert lines_of("input()") == ([], True)
