"""Crashes, hangs and safe mode of the unchanged firmware in mid-game.

The game goes on, and doctor reports the reason.
"""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from hexlume.hardware.panel import STATUS_LEDS
from hexlume.journal import incidents
from hexlume.journal.flash_log import FlashLog
from hexlume.journal.incidents import CRASH, HANG, SAFE_MODE, STAND_STILL
from hexlume.journal.journal import Journal
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.chip.keys import EventQueue
from hexlume_sim.chip.power import SafeModeEntered
from hexlume_sim.chip.supervisor import SafeModeReason
from hexlume_sim.client import TwinProcess
from hexlume_sim.cpython.firmware_run import Ending, default_drive, run_firmware
from hexlume_sim.twin import Twin
from tests.firmware.journal.journal_board import without_archive
from tests.in_process import Hexlume

Hands = Generator[float, None, None]
RED = bytes((255, 0, 0)) * STATUS_LEDS


def fail_once(twin: Twin, start_s: float = 8.0) -> Hands:
    """Put a disc down, have a part of the twin raise an exception once, and put another down afterwards."""
    yield start_s * 1e6
    twin.table.put("d4", "white")
    yield 1.5e6
    get = EventQueue.get

    def broken(_: EventQueue) -> None:
        EventQueue.get = get  # type: ignore[method-assign]
        raise RuntimeError("the [keys] are broken")

    EventQueue.get = broken  # type: ignore[assignment, method-assign]
    yield 7e6
    twin.table.put("d5", "black")
    twin.tell({"event": "script", "ms": twin.clock.now // 1000})
    yield 2e6


class World:
    """A twin that runs the firmware with scripted hands, in virtual time, and the red lights that it showed."""

    def __init__(self) -> None:
        self.twin = Twin("hex4", seed=1)
        self.red: list[int] = []
        self.twin.leds.listeners.append(self._see)

    def _see(self, us: int, rgb: bytes) -> None:
        if rgb[-3 * STATUS_LEDS :] == RED:
            assert not any(rgb[: -3 * STATUS_LEDS])
            self.red.append(us // 1000)

    def run(self, hands: Callable[[Twin], Hands]) -> Ending:
        def script() -> Hands:
            yield from hands(self.twin)
            self.twin.stop()

        self.twin.clock.run_script(script())
        return run_firmware(self.twin, default_drive())

    def memory(self) -> FlashLog:
        """Return what the board's memory holds, read aside: it takes no time of the twin's."""
        return without_archive(ByteArray(Clock(), Flash(Clock(), bytes(self.twin.chip.flash.cells))))


@pytest.fixture(autouse=True)
def whole_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the keypad work again after a test."""
    monkeypatch.setattr(EventQueue, "get", EventQueue.get)


def goes_on(world: World) -> bool:
    """Return whether both discs are actions of one game that is not over."""
    memory = world.memory()
    kept = Journal(memory).last_unfinished()
    return kept is not None and [kept.event(seq)[0] for seq in range(kept.count)] == ["start", "action", "action"]


def test_crash_is_shown_and_the_same_game_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    world = World()
    assert not world.run(fail_once).failed
    assert goes_on(world)
    assert len(world.red) == 3, "three blinks"
    ((kind, boot, seconds, _, text),) = incidents.kept(world.memory())
    assert (kind, boot) == (CRASH, world.memory().mark.boot - 1)
    assert 5 <= seconds <= 10
    lines = text.decode().split("\n")
    assert lines[-1] == "RuntimeError: the (keys) are broken"
    assert any(line.endswith(" step") and "app.py:" in line for line in lines)
    assert "RuntimeError: the (keys) are broken" in capsys.readouterr().out, "told at the console too"


def test_watchdog_ends_a_hang_and_the_same_game_goes_on() -> None:
    world = World()

    def hands(twin: Twin) -> Hands:
        yield 8e6
        twin.table.put("d4", "white")
        yield 2e6
        get = EventQueue.get

        def hang(_: EventQueue) -> None:
            EventQueue.get = get  # type: ignore[method-assign]
            while True:
                twin.clock.advance(1000)

        EventQueue.get = hang  # type: ignore[assignment, method-assign]
        yield 20e6
        twin.table.put("d5", "black")
        yield 2e6

    assert not world.run(hands).failed
    assert goes_on(world)
    assert len(world.red) == 3
    ((kind, boot, _, _, text),) = incidents.kept(world.memory())
    assert (kind, boot, text) == (HANG, world.memory().mark.boot - 1, b"")


def test_safe_mode_after_a_fault_is_left_for_the_game_but_not_repeatedly() -> None:
    world = World()

    def hands(twin: Twin) -> Hands:
        yield 8e6
        twin.table.put("d4", "white")
        yield 2e6
        raise SafeModeEntered(SafeModeReason.HARD_FAULT)

    def more(twin: Twin) -> Hands:
        yield 18e6
        twin.table.put("d5", "black")
        yield 2e6
        assert goes_on(world)
        for _ in range(STAND_STILL - 1):
            yield 6e6
            twin.clock.at(twin.clock.now, fault)
        yield 20e6
        twin.stop()

    def fault() -> None:
        raise SafeModeEntered(SafeModeReason.HARD_FAULT)

    world.twin.clock.run_script(more(world.twin))
    ending = world.run(hands)
    assert ending == Ending("The board stays in safe mode: supervisor.SafeModeReason.HARD_FAULT.", True)
    kept = incidents.kept(world.memory())
    assert [one[0] for one in kept] == [SAFE_MODE | incidents._GAVE_UP]
    assert kept[0][4] == b"HARD_FAULT"
    assert world.twin.leds.rgb[-3 * STATUS_LEDS :] == RED


def test_doctor_reports_a_crash(hexlume: Hexlume, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    script = "tests.end_to_end.test_crash:fail_once"
    with TwinProcess("hex4", "real", 1, script=script, script_args={"start_s": 4}) as twin:
        twin.next_event("script", timeout=90)
        ran = hexlume("doctor", twin.port, "--once", "--store", tmp_path / "games")
    assert ran.code == 0 and "crash, its program failed" in ran.out
    assert "    RuntimeError: the (keys) are broken" in ran.out.splitlines()
