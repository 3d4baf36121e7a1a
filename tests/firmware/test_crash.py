"""What the board does when its program fails: docs/lights.md, "When the board itself fails"; docs/journal.md."""

import contextlib
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from hexlume import crash
from hexlume.hardware.panel import STATUS_LEDS, led_budget_ma, panel_grid
from hexlume.journal import incidents
from hexlume.journal.incidents import CRASH, GIVE_UP, MOST_TEXT, STAND_STILL
from hexlume.output import led_cues
from hexlume.output.lights import CHANNEL_MA, IDLE_MA
from tests.firmware.journal.journal_board import JournalBoard
from tests.firmware.output.test_lights import Chain
from tests.firmware.test_micropython import FIRMWARE, MICROPYTHON, pytestmark  # noqa: F401


class Stopped(Exception):
    """A board that stands still was looked at for long enough."""


def shown(row: int, passes: int = 200) -> tuple[Chain, list[float]]:
    """Return what the lights showed, and for how long each, for so many incidents in a row."""
    chain, slept, fed = Chain(217 + STATUS_LEDS), [], [0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == passes:
            raise Stopped

    def feed() -> None:
        fed[0] += 1

    with contextlib.suppress(Stopped):
        crash.show(chain, row, sleep, feed)
    assert fed[0] == len(slept) == len(chain.frames)
    return chain, slept


@pytest.mark.parametrize("row", range(STAND_STILL + 1))
def test_the_light_is_the_status_lights_alone_within_the_budget(row: int) -> None:
    chain, _ = shown(row)
    for frame in chain.frames:
        assert not any(frame[:-STATUS_LEDS])
        assert len(set(frame[-STATUS_LEDS:])) == 1
    current = 221 * IDLE_MA + STATUS_LEDS * CHANNEL_MA
    assert current < led_budget_ma(panel_grid("hex9"))


def test_no_turn_light_says_anything_in_these_patterns() -> None:
    """So the two turn lights alone, which are never on together either, tell it from all else, whatever its colour."""
    turns = [name for name in dir(led_cues) if name.startswith(("WHITE_", "BLACK_")) or name == "TIME_OVER"]
    cues = {getattr(led_cues, name) for name in turns}
    cues |= {first + more for first in (led_cues.WHITE_LEFT, led_cues.BLACK_LEFT) for more in (1, 2)}
    patterns = {cue: led_cues.PATTERNS[cue] for cue in cues}
    assert len(patterns) >= 11
    assert not {led_cues._SLOW_BLINK, led_cues._DOUBLE_FLASH} & set(patterns.values())
    assert sum(crash.BLINK) == led_cues._SLOW_BLINK[0]
    assert sum(crash.DOUBLE_FLASH) == led_cues._DOUBLE_FLASH[0]


def test_the_three_lights_differ_by_pattern_and_do_not_flash_too_often() -> None:
    """WCAG 2.2, 2.3.1: at most three flashes a second."""
    patterns = {crash.BLINK, crash.DOUBLE_FLASH, crash.STEADY}
    assert len(patterns) == 3
    for beats in patterns:
        assert len(beats) / 2 / sum(beats) * 1000 <= 3
    assert shown(1)[1] == [0.6, 0.6] * 3
    assert shown(GIVE_UP)[1] == [0.15, 0.15, 0.15, 0.75] * 3
    chain, slept = shown(STAND_STILL)
    assert len(slept) == 200 and all(frame == chain.frames[0] for frame in chain.frames), "for ever, and never dark"


def test_where_nothing_can_be_kept_the_board_waits_longer_before_it_starts_again() -> None:
    assert sum(shown(0)[1]) == pytest.approx(60)


def test_a_broken_chain_does_not_keep_the_board_from_starting_again(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(Chain):
        def show(self) -> None:
            raise OSError(5, "no light")

    crash.show(Broken(41), 1, lambda seconds: None, lambda: None)
    crash.show(None, 1, lambda seconds: None, lambda: None)
    assert "no light" in capsys.readouterr().out


def caught(do: Callable[[], object]) -> Exception:
    try:
        do()
    except Exception as error:
        return error
    raise AssertionError("it did not fail")


def test_a_traceback_is_short_lines_and_the_exception() -> None:
    text = crash.traceback_of(caught(lambda: panel_grid("hex3"))).decode()
    lines = text.split("\n")
    assert lines[-1] == "ValueError: there is no panel hex3: choose hex4 to hex9, square7 to square11 or hex2"
    assert lines[-2].endswith(" panel_grid") and "/panel.py:" in lines[-2]


@pytest.mark.parametrize("what", ["x" * 5000, "[{" * 300, '\\"' * 300, "\u2603\x00\x1b[31m", "a\nb\n" * 300])
def test_a_traceback_is_bounded_and_fits_the_protocol(what: str) -> None:
    text = crash.traceback_of(ValueError(what))
    assert len(text) <= MOST_TEXT
    assert all(byte == 10 or 32 <= byte < 127 for byte in text) and not set(b"[]{}") & set(text)


def crashed(board: JournalBoard, nvm: Any = None) -> float:
    """Have a board's program fail; return for how long its light is on."""
    slept = [0.0]

    def sleep(seconds: float) -> None:
        slept[0] += seconds
        if slept[0] > 100:
            raise Stopped

    with contextlib.suppress(Stopped):
        error = RuntimeError("boom")
        crash.fail(error, nvm or board.memory.nvm, board.archive, None, None, sleep, lambda: None)
    return slept[0]


def test_the_third_crash_in_a_row_gives_the_game_up_and_the_sixth_stands_still() -> None:
    board = JournalBoard().start()
    board.journal.begin(1, 0, "orochi", "hex4", "", "none")
    unfinished, stood = [], []
    for _ in range(STAND_STILL):
        stood.append(crashed(board) > 100)
        board = board.copy().start()
        unfinished.append(board.journal.last_unfinished() is not None)
    assert unfinished == [True, True] + [False] * 4
    assert stood == [False] * 5 + [True]
    (kept,) = incidents.kept(board.memory)
    assert (kept[0], kept[4]) == (CRASH | incidents._GAVE_UP, b"RuntimeError: boom")
    assert [event[0] for event in board.everything()[0]] == ["start", "abandon"]


def test_a_memory_that_fails_itself_is_no_reason_not_to_start_again(capsys: pytest.CaptureFixture[str]) -> None:
    class Dead:
        def __getitem__(self, place: object) -> bytes:
            raise OSError(5, "the flash does not answer")

    assert crashed(JournalBoard().start(), Dead()) == pytest.approx(60)
    told = capsys.readouterr().out
    assert "RuntimeError: boom" in told and "the flash does not answer" in told


SCRIPT = """
import gc, io, sys
sys.path.insert(0, sys.argv[1])

class Traceback:
    '''CircuitPython's module, which MicroPython lacks.'''

    @staticmethod
    def format_exception(error):
        out = io.StringIO()
        sys.print_exception(error, out)
        return [out.getvalue()]

sys.modules["traceback"] = Traceback
from hexlume import crash
from hexlume.hardware.panel import panel_grid

def eat():
    kept = []
    while True:
        kept.append(bytearray(500))

for do in (lambda: panel_grid("hex3"), eat):
    try:
        do()
    except Exception as error:
        gc.collect()
        print(crash.traceback_of(error).decode())
        print("--")
"""


def test_micropython_tells_the_same_traceback_and_one_of_a_full_heap(tmp_path: Any) -> None:
    script = tmp_path / "fail.py"
    script.write_text(SCRIPT)
    run = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=300k", script, FIRMWARE], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    first, second, _ = run.stdout.split("--\n")
    here = crash.traceback_of(caught(lambda: panel_grid("hex3"))).decode()
    assert first.rstrip().split("\n")[-2:] == here.split("\n")[-2:]
    assert "MemoryError" in second and " eat" in second
