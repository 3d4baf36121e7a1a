"""``digitalio`` and the rules of pins."""

from collections.abc import Callable

from hexlume_sim.cpython.firmware_run import Ending


def test_a_pin_used_twice_is_refused_as_circuitpython_does(run: Callable[..., Ending]) -> None:
    ending = run(
        "import board, digitalio\na = digitalio.DigitalInOut(board.GP2)\nb = digitalio.DigitalInOut(board.GP2)"
    )
    assert ending == Ending("The firmware crashed: ValueError: GP2 in use (code.py, line 3).", True)
