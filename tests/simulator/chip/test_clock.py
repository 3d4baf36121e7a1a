"""The virtual clock: callbacks, scripts and the firmware's time functions."""

from collections.abc import Callable, Generator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.chip.chip import Chip
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.power import HardwareLawBroken, ScriptFailed
from hexlume_sim.cpython.firmware_run import Ending
from hexlume_sim.twin import Twin


@given(st.lists(st.integers(0, 1000), max_size=30), st.integers(1, 300))
def test_clock_callbacks_run_in_order_and_on_time(times: list[int], step: int) -> None:
    clock = Clock()
    seen: list[tuple[int, int]] = []
    for number, us in enumerate(times):
        clock.at(us, lambda us=us, number=number: seen.append((us, number)) or _on_time(clock, us))
    while clock.now < 1000:
        clock.advance(step)
    assert seen == sorted((us, number) for number, us in enumerate(times))


def _on_time(clock: Clock, us: int) -> None:
    assert clock.now == us


def test_work_after_a_program_takes_as_long_as_on_the_emulated_chip() -> None:
    """6.0 ms by the twin's weights, which took 12.4 ms with 3,100 misses of the cache; and no more once it is warm."""
    chip = Chip(Clock(), 1)
    clock = chip.clock
    chip.flash.program(0, b"an action")
    for expected in (12_400, 6_000):
        before = clock.now
        for _ in range(6_000):
            clock.spend(1)
            clock.advance(0)
        assert clock.now - before == pytest.approx(expected, abs=100)


def test_script_does_not_drift_whatever_the_firmware_does() -> None:
    clock = Clock()
    seen: list[int] = []

    def script() -> Generator[float, None, None]:
        for _ in range(4):
            seen.append(clock.now)
            yield 100.5

    running = clock.run_script(script())
    while not running.done:
        clock.advance(37)
    assert seen == [0, 100, 201, 301]


def test_failing_script_raises_script_failed() -> None:
    clock = Clock()
    clock.at(5, lambda: 1 // 0)
    with pytest.raises(ScriptFailed) as caught:
        clock.advance(10)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_clock_callback_cannot_wait() -> None:
    clock = Clock()
    clock.at(5, lambda: clock.advance(100))
    with pytest.raises(HardwareLawBroken, match="must yield"):
        clock.advance(10)


def test_a_sleep_lasts_as_long_as_was_asked_for(run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]) -> None:
    run(
        """
        import time
        before = time.monotonic_ns()
        time.sleep(1.5)
        print((time.monotonic_ns() - before) // 1000)
        """
    )
    assert 1_500_000 < int(capsys.readouterr().out) < 1_500_100, "the calls take some us"


def test_ticks_wrap_some_65_s_after_power_on(run: Callable[..., Ending], capsys: pytest.CaptureFixture[str]) -> None:
    """CircuitPython: the counter wraps at 2**29 and first overflows about 65 s after power-on."""
    run(
        """
        import supervisor, time
        wrapped = 0
        last = supervisor.ticks_ms()
        while True:
            time.sleep(0.01)
            now = supervisor.ticks_ms()
            if now < last:
                print(last, now, round(time.monotonic()))
                break
            last = now
        """,
        seconds=100,
    )
    last, now, seconds = map(int, capsys.readouterr().out.split())
    assert last > 2**29 - 20
    assert now < 20
    assert seconds in (65, 66)


def test_firmware_clock_is_independent_of_the_wall_clock(twin: Twin, run: Callable[..., Ending]) -> None:
    run("import time\ntime.sleep(3600)", seconds=10000)
    assert twin.clock.now == pytest.approx(3600e6 + twin.clock.costs.usb_ready, abs=10_000)
