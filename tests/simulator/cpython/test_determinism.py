"""Determinism: equal seeds and scripts give equal frames at equal times with the real firmware."""

from collections.abc import Generator

from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin


def frames(seed: int) -> list[tuple[int, bytes]]:
    twin = Twin("hex4", seed)
    seen: list[tuple[int, bytes]] = []
    twin.leds.listeners.append(lambda us, rgb: seen.append((us, rgb)))

    def hands() -> Generator[float, None, None]:
        yield 5e6
        twin.table.put("d4", "white", 1.0, -1.5)
        yield 0.7e6
        twin.table.put("a1", "black leader")
        yield 1.1e6
        twin.table.lift("d4")
        twin.press("back")
        yield 3e6
        twin.stop()

    twin.clock.run_script(hands())
    assert run_firmware(twin, default_drive(), {"HEXLUME_PANEL": "hex4"}).message == "The power was cut."
    return seen


def test_two_runs_of_the_twin_are_equal_to_the_microsecond() -> None:
    first = frames(7)
    assert len(first) > 10
    assert first == frames(7)


def test_firmware_reads_every_multiplexer_channel_settled() -> None:
    twin = Twin("hex5", 1)

    def power_cut() -> Generator[float, None, None]:
        yield 5e6
        twin.stop()

    twin.clock.run_script(power_cut())
    run_firmware(twin, default_drive(), {"HEXLUME_PANEL": "hex5"})
    assert (twin.front.early_reads, twin.front.floating_reads) == (0, 0)
