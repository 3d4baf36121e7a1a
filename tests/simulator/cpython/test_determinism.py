"""Determinism: equal seeds and scripts give equal frames at equal times with the real firmware."""

from collections.abc import Generator

from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin


def frames(seed: int) -> list[tuple[int, bytes]]:
    twin = Twin("hex5", seed)
    seen: list[tuple[int, bytes]] = []
    twin.leds.listeners.append(lambda us, rgb: seen.append((us, rgb)))

    def hands() -> Generator[float, None, None]:
        yield 5e6
        twin.table.put("d4", "white", 1.0, -1.5)
        yield 1.1e6
        twin.table.lift("d4")
        twin.press("back")
        yield 3e6
        twin.stop()

    twin.clock.run_script(hands())
    assert run_firmware(twin, default_drive(), {"HEXLUME_PANEL": "hex5"}).message == "The power was cut."
    # Each channel is read alone, and once it has settled.
    assert (twin.front.early_reads, twin.front.floating_reads, twin.front.shorts) == (0, 0, 0)
    return seen


def test_two_runs_of_the_twin_are_equal_to_the_microsecond() -> None:
    first = frames(7)
    assert len(first) > 10
    assert first == frames(7)
