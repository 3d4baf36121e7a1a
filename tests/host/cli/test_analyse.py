"""``hexlume analyse``: the curve, the turning points, going on after Ctrl-C, and what it cannot do."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from hexlume_engine.review.reviewer import Reviewer
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

pytest.importorskip("numba", reason="the extra engine is not installed")


def test_it_tells_the_curve_and_the_turning_points(store: Store, hexlume: Callable[..., object]) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    ran = hexlume("analyse", 1, "--playouts", 20_000, "--store", store.where)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Game 1: Orochi, 7 cells"
    assert lines[2].startswith("100 % │")
    assert "\x1b" not in ran.out
    told = json.loads(hexlume("analyse", 1, "--playouts", 20_000, "--json", "--store", store.where).out)
    assert told["known"] == told["positions"] == len(told["points"]) - 1
    turning = told["turning_points"]
    assert turning
    for turn, line in zip(turning, lines[-len(turning) :], strict=True):
        first = turn["actions"][0]
        assert line.startswith(f"{first['ply']}. {first['action']} ({turn['severity']}")
        assert line.endswith(f"): {turn['words']}")
        assert re.search(r"had a won game.* After \S+.* (black|white) wins\.", turn["words"])


@pytest.mark.soak
def test_ctrl_c_keeps_what_was_found_and_it_goes_on(
    store: Store, hexlume: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    PlayedGame(store, "sibling", 3, 2).play(5)
    found: list[int] = []
    find = Reviewer.evaluate

    def interrupted(self: Reviewer, ply: int, *arguments: object) -> object:
        if len(found) == 2:
            raise KeyboardInterrupt
        found.append(ply)
        return find(self, ply, *arguments)

    monkeypatch.setattr(Reviewer, "evaluate", interrupted)
    ran = hexlume("analyse", 1, "--playouts", 50, "--store", store.where)
    assert ran.code == 130
    assert ran.err == "Stopped: what was found is kept, and the same command goes on.\n"
    assert "2 of 6 positions are analysed." in ran.out
    assert found == [5, 4]
    found.clear()
    ran = hexlume("analyse", 1, "--playouts", 50, "--json", "--store", store.where)
    assert ran.code == 130
    assert json.loads(ran.out)["known"] == 4
    assert found == [3, 2]
    found.clear()
    assert hexlume("analyse", 1, "--playouts", 50, "--store", store.where).code == 0
    assert found == [1, 0]
    # Nothing is left to do, except again.
    found.clear()
    hexlume("analyse", 1, "--playouts", 50, "--store", store.where)
    assert found == []
    hexlume("analyse", 1, "--playouts", 50, "--again", "--store", store.where)
    assert found == [5, 4]


def test_a_real_ctrl_c_on_a_terminal(store: Store) -> None:
    """A person sees the bar on standard error, presses Ctrl-C, and no traceback follows."""
    PlayedGame(store, "droched", 5, 2).play(12)
    master, slave = pty.openpty()
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()"]
    seen = b""
    with subprocess.Popen(
        [*command, "analyse", "1", "--seconds", "600", "--store", store.where],
        stdout=subprocess.PIPE,
        stderr=slave,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        os.close(slave)
        try:
            while b"After 12." not in seen:
                seen += os.read(master, 1000)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=120)
        finally:
            process.kill()
    with suppress(OSError):  # the terminal has gone with its last user
        while True:
            seen += os.read(master, 1000)
    os.close(master)
    assert process.returncode == 130
    assert b"Stopped: what was found is kept" in seen
    assert b"Traceback" not in seen
    assert "Nothing is analysed yet." in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["77"], "There is no game 77 in the store {}: see hexlume games.\n"),
        (["nobody-1-1"], "There is no game nobody-1-1 in the store {}: see hexlume games.\n"),
        (["1"], "Nobody has acted in game 1: there is nothing to analyse.\n"),
    ],
)
def test_what_cannot_be_analysed_is_told_in_a_sentence(
    store: Store, hexlume: Callable[..., object], arguments: list[str], sentence: str
) -> None:
    PlayedGame(store, "orochi", 3)
    ran = hexlume("analyse", *arguments, "--store", store.where)
    assert (ran.code, ran.out, ran.err) == (1, "", sentence.format(store.where))


def test_without_the_extra_it_says_so(store: Store) -> None:
    PlayedGame(store, "orochi", 3).play(3)
    program = "import sys; sys.modules['numba'] = None; from hexlume_host.cli.main import main; main()"
    command = [sys.executable, "-c", program, "analyse", "1", "--store", store.where]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "The engine needs numba: install it with pip install 'hexlume[engine]'.\n"


def test_the_help_tells_it_from_analysis(hexlume: Callable[..., object], tmp_path: Path) -> None:
    assert "hexlume show --variations" in " ".join(hexlume("analyse", "--help").out.split())
    assert "hexlume analyse" in " ".join(hexlume("show", "--help").out.split())
