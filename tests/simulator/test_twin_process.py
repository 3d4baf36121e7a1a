"""The twin's process: control messages, the port, endings."""

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import serial

from hexlume_sim.client import TwinError, TwinProcess

pytestmark = pytest.mark.integration

ECHO = textwrap.dedent(
    """
    import time, usb_cdc
    port = usb_cdc.data
    port.timeout = port.write_timeout = 0
    while True:
        time.sleep(0.005)
        if port.in_waiting:
            port.write(port.read(port.in_waiting).upper())
    """
)

KEYS = textwrap.dedent(
    """
    import board, keypad, supervisor, time, usb_cdc
    keys = keypad.Keys([board.GP17, board.GP18, board.GP19], value_when_pressed=False, pull=True)
    while True:
        time.sleep(0.001)
        event = keys.events.get() if usb_cdc.data.connected else None
        if event:
            told = event.key_number, b"+" if event.pressed else b"-", supervisor.ticks_ms()
            usb_cdc.data.write(b"%d%s %d\\n" % told)
    """
)

BLINK = textwrap.dedent(
    """
    import board, neopixel, pwmio, time
    pixels = neopixel.NeoPixel(board.GP16, 41, auto_write=False)
    buzzer = pwmio.PWMOut(board.GP20, variable_frequency=True)
    for step in range(1, 6):
        pixels.fill(step)
        pixels.show()
        time.sleep(0.001)
    buzzer.frequency = 880
    buzzer.duty_cycle = 32768
    time.sleep(0.1)
    buzzer.duty_cycle = 0
    time.sleep(0.1)
    """
)


def events(twin: TwinProcess, kind: str) -> list[dict[str, Any]]:
    return [event for event in twin.events() if event["event"] == kind]


def test_ready_event_has_the_panel(drive: Callable[..., Path]) -> None:
    with TwinProcess("hex5", "virtual", drive=drive(ECHO)) as twin:
        assert len(twin.cells) == 61
        assert twin.cells[0] == {"name": "a1", "x_mm": -64.0, "y_mm": -110.851, "led": 0}
        assert twin.status_leds == 4
        assert Path(twin.port).exists()
    assert not Path(twin.port).exists()
    assert twin.ended == "The power was cut."


@pytest.mark.parametrize("pace", ["virtual", "real"])
def test_pyserial_exchanges_data_with_the_firmware(drive: Callable[..., Path], pace: str) -> None:
    with TwinProcess("hex4", pace, drive=drive(ECHO)) as twin:
        for line in (b"hello\n", b"again\n"):
            with serial.Serial(twin.port, timeout=60) as host:
                host.write(line)
                assert host.read_until(b"\n") == line.upper()


def test_gestures_are_carried_out_or_refused(drive: Callable[..., Path]) -> None:
    with TwinProcess("hex4", "virtual", drive=drive(ECHO)) as twin:
        twin.send({"do": "put", "cell": "d4", "piece": "white"})
        twin.send({"do": "move", "from": "d4", "to": "e4"})
        twin.send({"do": "flip", "cell": "e4"})
        twin.send({"do": "press", "button": "act"})
        twin.send({"do": "release", "button": "act"})
        assert [twin.next_event("table")["discs"] for _ in range(3)] == [
            {"d4": "white"},
            {"e4": "white"},
            {"e4": "black"},
        ]
        for bad, message in (
            ({"do": "put", "cell": "e4", "piece": "white"}, "There is already a black disc on e4: lift it first."),
            ({"do": "put", "cell": "e5"}, "The gesture 'put' needs a 'piece'."),
            (
                {"do": "put", "cell": "e5", "piece": "white", "dx_mm": "1"},
                "The 'dx_mm' of a gesture is a number of millimetres.",
            ),
            ({"do": "dance"}, 'There is no gesture "dance".'),
            ({"do": ["put"]}, 'There is no gesture ["put"].'),
            ({"do": "fault", "name": "noise", "value": None}, "A fault needs a 'value': a number or text."),
            ({"do": "wait", "ms": 60_001}, "The 'ms' of a wait is a whole number from 0 to 60000."),
            ({"do": "wait", "ms": True}, "The 'ms' of a wait is a whole number from 0 to 60000."),
            ({"do": "put", "cell": "x" * 5000, "piece": "white"}, "A message is longer than 4096 bytes."),
        ):
            twin.send(bad)
            assert twin.next_event("error")["message"] == message
        twin.send({"do": "clear"})
        assert twin.next_event("table")["discs"] == {}


@pytest.mark.parametrize("pace", ["real", "virtual"])
def test_button_press_released_at_once_is_seen_by_the_board(drive: Callable[..., Path], pace: str) -> None:
    with (
        TwinProcess("hex4", pace, drive=drive(KEYS)) as twin,
        serial.Serial(twin.port, timeout=60) as host,
    ):
        for do, button in (
            ("press", "act"),
            ("release", "act"),
            ("press", "act"),
            ("press", "menu"),
            ("release", "act"),
        ):
            twin.send({"do": do, "button": button})
        heard = [host.read_until(b"\n").decode().split()[0] for _ in range(5)]
    assert [word for word in heard if word[0] == "0"] == ["0+", "0-", "0+", "0-"]
    assert "2+" in heard


@pytest.mark.parametrize("pace", ["real", "virtual"])
def test_wait_message_counts_on_the_boards_clock(drive: Callable[..., Path], pace: str) -> None:
    """However late the messages of a busy computer come, and whatever hands do in between."""
    with (
        TwinProcess("hex4", pace, drive=drive(KEYS)) as twin,
        serial.Serial(twin.port, timeout=60) as host,
    ):
        for do, ms in (("press", 400), ("release", 300), ("press", 0), ("release", 0)):
            twin.send({"do": do, "button": "act"})
            twin.send({"do": "wait", "ms": ms})
        # At virtual pace a minute may pass while this process waits for the processor; ten hours do not.
        for _ in range(600):
            twin.send({"do": "wait", "ms": 60_000})
        twin.send({"do": "put", "cell": "d4", "piece": "white"})
        at = [int(host.read_until(b"\n").split()[1]) for _ in range(4)]
        twin.send({"do": "stop"})
        told = [event["event"] for event in twin.events(60)]
        # What came after the last wait was not done any more.
        assert 4 <= told.count("waited") < 604
        assert told.count("table") == 0
    # Keys are looked at every 20 ms, and their events every ms; what is let go at once stays down for 60.
    for ms, waited in zip((400, 300, 60), (later - one for one, later in pairwise(at)), strict=True):
        assert ms - 21 <= waited <= ms + 21


def test_every_changed_frame_and_tone_is_sent_at_virtual_pace(drive: Callable[..., Path]) -> None:
    with TwinProcess("hex4", "virtual", drive=drive(BLINK)) as twin:
        told = list(twin.events(10))
        assert twin.wait(60) == 0
    leds = [event for event in told if event["event"] == "leds"]
    assert [event["rgb"] for event in leds] == [f"0000{step:02x}" * 41 for step in range(1, 6)]
    assert [later["ms"] - leds[0]["ms"] for later in leds] == sorted(later["ms"] - leds[0]["ms"] for later in leds)
    assert [event["hz"] for event in told if event["event"] == "buzzer"] == [880, 0]
    assert told[-1] == {"event": "ended", "message": "code.py came to its end."}


def test_firmware_crash_ends_the_twin_with_one_sentence_and_status_1(drive: Callable[..., Path]) -> None:
    with TwinProcess("hex4", "virtual", drive=drive("import time\ntime.sleep(1)\n1 // 0")) as twin:
        assert twin.wait(60) == 1
        assert "Traceback" in twin.log()
    assert (
        twin.ended == "The firmware crashed: ZeroDivisionError: integer division or modulo by zero (code.py, line 3)."
    )
    with pytest.raises(TwinError, match="The twin ended: The firmware crashed"):
        twin.send({"do": "clear"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"panel": "hex3"}, "there is no panel hex3"),
        ({"drive": Path("/nowhere")}, "There is no code.py in /nowhere"),
        ({"faults": {"nois": 1}}, "There is no fault 'nois'"),
        ({"script": "json:dumps"}, "is no generator function"),
        ({"script": "no.such:thing"}, "cannot be imported"),
        ({"pace": "slow"}, "it ended without a word"),
    ],
)
def test_twin_that_cannot_start_reports_the_reason(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TwinError, match=message):
        TwinProcess(**{"panel": "hex4", "pace": "virtual"} | options).start()


def test_firmware_that_never_waits_is_reported_as_hung(drive: Callable[..., Path]) -> None:
    """And the twin runs by hand, with its control channel on standard input and output."""
    folder = drive("while True:\n    try:\n        pass\n    except Exception:\n        pass")
    command = [sys.executable, "-m", "hexlume_sim", "--drive", str(folder), "--standstill", "0.2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        told = [json.loads(line) for line in process.stdout]
        assert process.wait() == 1
    assert told[-1]["message"].startswith("The firmware ran for 0.2 s without waiting for anything: it hangs (code.py,")


def test_twin_ends_when_its_parent_closes_the_control_channel(drive: Callable[..., Path]) -> None:
    twin = TwinProcess("hex4", "virtual", drive=drive(ECHO)).start()
    assert twin._socket is not None
    twin._socket.shutdown(2)
    assert twin.wait(60) == 0
    twin.stop()
