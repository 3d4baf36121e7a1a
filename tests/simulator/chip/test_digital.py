"""``digitalio`` and the rules of pins."""

from collections.abc import Callable

import pytest

from hexlume_sim.chip.digital import DigitalInOut, Direction, Pull
from hexlume_sim.cpython.firmware_run import Ending
from hexlume_sim.twin import Twin


def test_a_pin_used_twice_is_refused_as_circuitpython_does(run: Callable[..., Ending]) -> None:
    ending = run(
        "import board, digitalio\na = digitalio.DigitalInOut(board.GP2)\nb = digitalio.DigitalInOut(board.GP2)"
    )
    assert ending == Ending("The firmware crashed: ValueError: GP2 in use (code.py, line 3).", True)


def test_pin_can_be_used_again_after_deinit(twin: Twin) -> None:
    pin = twin.chip.pin("GP20")
    first = DigitalInOut(pin)
    first.switch_to_output(True)
    first.deinit()
    with pytest.raises(ValueError, match="deinitialized"):
        first.value = False
    with pytest.raises(ValueError, match="deinitialized"):
        _ = first.value
    assert not pin.in_use
    DigitalInOut(pin)


def test_setting_the_value_of_an_input_pin_raises(twin: Twin) -> None:
    line = DigitalInOut(twin.chip.pin("GP11"))
    assert line.direction is Direction.INPUT
    with pytest.raises(AttributeError, match="direction is input"):
        line.value = True


def test_a_pulled_up_input_reads_what_the_circuit_drives(twin: Twin) -> None:
    line = DigitalInOut(twin.chip.pin("GP17"))
    line.switch_to_input(Pull.UP)
    assert line.value is True
    twin.press("act")
    assert line.value is False
    twin.release("act")
    line.switch_to_input(Pull.DOWN)
    assert line.value is False


def test_argument_that_is_not_a_pin_is_a_type_error(twin: Twin) -> None:
    with pytest.raises(TypeError, match="pin must be of type Pin"):
        DigitalInOut("GP2")  # type: ignore[arg-type]
