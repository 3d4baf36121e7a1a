"""The virtual clock: callbacks, scripts and the firmware's time functions."""

from collections.abc import Callable, Generator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.chip.clock import Clock
from hexlume_sim.cpython.firmware_run import Ending


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
