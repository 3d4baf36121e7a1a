"""Levels and users of the chip's pins."""

import pytest

from hexlume_sim.chip.pins import Pin, claim, release
from hexlume_sim.twin import Twin


@pytest.mark.parametrize(
    ("driven", "external", "pull", "high"),
    [
        (None, None, None, False),
        (None, None, 1, True),
        (None, None, 0, False),
        (None, 0, 1, False),
        (None, 1, 0, True),
        (0, 1, 1, False),
        (1, 0, 0, True),
    ],
)
def test_what_the_chip_drives_counts_before_the_board_and_that_before_the_pull(
    driven: int | None, external: int | None, pull: int | None, high: bool, twin: Twin
) -> None:
    pin = Pin(3, twin.clock)
    pin.pull = pull
    pin.connect(external)
    pin.drive(driven)
    assert pin.read() is high and repr(pin) == "board.GP3"


def test_listeners_hear_each_change_once_and_none_of_the_board_after_release(twin: Twin) -> None:
    pin, heard = Pin(3, twin.clock), list[str]()
    claim(pin)
    pin.on_level, pin.on_external = lambda pin: heard.append(f"level {pin.level}"), lambda: heard.append("external")
    for level in (1, 1, 0):
        pin.drive(level)
        pin.connect(level)
    release(pin)
    pin.connect(1)
    assert heard == ["level 1", "external", "level 0", "external", "level None"]
    claim(pin)
    for wrong, error in ((pin, ValueError), ("GP3", TypeError)):
        with pytest.raises(error, match="GP3 in use" if wrong is pin else "pin must be of type Pin, not str"):
            claim(wrong)  # type: ignore[arg-type]
