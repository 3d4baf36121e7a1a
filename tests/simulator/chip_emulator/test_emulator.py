"""The emulated chip without firmware: its flash, pins, clock, random bits and tone."""

from typing import Any

import pytest

from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.sound import Buzzer
from hexlume_sim.chip_emulator.emulator import EmulatedChip
from hexlume_sim.chip_emulator.flash import CAPACITY
from hexlume_sim.chip_emulator.pwm_decoder import TonePwm

PROGRAM, ERASE_SECTOR, ERASE_BLOCK, READ_ID = 0x02, 0x20, 0xD8, 0x4B
CHANGES: list[tuple[int, int]] = []
ROSC = 0x40060


@pytest.fixture
def chip() -> EmulatedChip:
    CHANGES.clear()
    return EmulatedChip(7, bytes(CAPACITY), lambda start, values: CHANGES.append((start, len(values))))


def send(chip: EmulatedChip, command: int, place: int, data: bytes = b"", enabled: bool = True) -> None:
    ssi: Any = chip.rp2040.ssi
    ssi._write_enabled = enabled
    ssi._tx_buffer = bytearray([command, *place.to_bytes(3, "big"), *data])
    ssi._apply_command()
    assert not ssi._write_enabled


def test_flash_is_erased_and_programmed_where_the_chip_asks(chip: EmulatedChip) -> None:
    send(chip, ERASE_SECTOR, 0x3007, enabled=False)
    assert not CHANGES
    send(chip, ERASE_SECTOR, 0x3007)
    assert chip.rp2040.flash[0x2FFF:0x4001] == b"\0" + b"\xff" * 0x1000 + b"\0" == chip.flash.cells[0x2FFF:0x4001]
    send(chip, PROGRAM, 0x3010, b"Hexlume")
    assert bytes(chip.rp2040.flash[0x300F:0x3018]) == b"\xffHexlume\xff"
    send(chip, ERASE_BLOCK, 0x1FFFF)
    assert bytes(chip.rp2040.flash[0xFFFF:0x20001]) == b"\0" + b"\xff" * 0x10000 + b"\0"
    assert CHANGES[-1][0] == 0x1F000 and sum(length for _, length in CHANGES) >= 0x11000


def test_the_flash_tells_its_unique_id_and_random_bits_follow_from_the_seed(chip: EmulatedChip) -> None:
    ssi: Any = chip.rp2040.ssi
    ssi._tx_buffer = bytearray()
    answers = bytes(ssi._shift_byte(READ_ID if not place else 0) for place in range(13))
    assert answers[5:].hex() == "e661b31fbd43ce61" == chip.unique_id.hex()
    oscillator: Any = chip.rp2040.peripherals[ROSC]
    assert [oscillator.read_uint32(0x1C) for _ in range(16)] == [0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0]
    oscillator.write_uint32(4, 9)
    assert (oscillator.read_uint32(4), oscillator.read_uint32(0x18), oscillator.read_uint32(8)) == (9, 1 << 31, 0)


def test_pins_are_connected_both_ways(chip: EmulatedChip) -> None:
    pin, emulated = chip.pin("GP21"), chip.rp2040.gpio[21]
    assert pin is chip.pins[21]
    for level in (1, 0):
        pin.connect(level)
        assert emulated._raw_input_value == level
    pin.connect(None)
    assert pin.level is None


def test_clock_runs_callbacks_at_the_emulators_time(chip: EmulatedChip) -> None:
    called: list[int] = []
    for us in (30, 10):
        chip.clock.after(us, lambda: called.append(chip.clock.now))
    for us in (9.5, 1, 25):
        chip.clock.advance(us)
        chip.clock.call_due()
    assert called == [10, 35] and chip.clock.now == 35


@pytest.mark.parametrize(
    ("pin", "divider", "top", "level", "hz"),
    [
        (20, 16 << 4, 7811, 1, 1000),
        (20, 16 << 4, 7811, 7811, 1000),
        (20, 16 << 4, 7811, 7812, 0),
        (20, 16 << 4, 7811, 0, 0),
        (21, 16 << 4 | 8, 7811, 1, 970),
        (20, 0, 65535, 9, 7),
    ],
)
def test_a_pins_tone_follows_from_its_pwm_registers(pin: int, divider: int, top: int, level: int, hz: int) -> None:
    chip: Any = EmulatedChip(1, bytes(CAPACITY)).rp2040
    buzzer = Buzzer(Clock())
    pwm = TonePwm(chip, pin, buzzer)
    channel = pwm.channels[pin // 2 % 8]
    chip.gpio[pin].ctrl = 4
    channel.div, channel.top, channel.cc = divider, top, level << 16 * (pin % 2)
    offset = 0x14 * (pin // 2 % 8)
    pwm.write_uint32(offset, 1)
    assert buzzer.hz == hz
    chip.gpio[pin].ctrl = 5
    pwm.write_uint32(offset, 1)
    assert buzzer.hz == 0
