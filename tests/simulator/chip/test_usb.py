"""The serial port: pyserial on a real pseudo-terminal, and the board's buffers."""

from collections.abc import Iterator

import pytest
import serial
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_sim.chip.usb import BUFFER, Serial
from hexlume_sim.serial_port import PseudoTerminal
from hexlume_sim.twin import Twin


class Ends:
    """Both ends of the cable; ``look`` is what the pace does between whiles."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.terminal = PseudoTerminal(twin.chip.cable)
        self.board: Serial = twin.chip.data
        self.board.link = self.terminal
        self.board.timeout = self.board.write_timeout = 0
        twin.clock.advance(twin.clock.costs.usb_ready)

    def open(self) -> serial.Serial:
        host = serial.Serial(self.terminal.path, timeout=0.2)
        self.look()
        return host

    def look(self) -> None:
        self.terminal.poll()
        self.board.exchange()


@pytest.fixture
def ends(twin: Twin) -> Iterator[Ends]:
    both = Ends(twin)
    yield both
    both.terminal.close()


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_byte_value_passes_both_ways_unchanged(ends: Ends, lines: list[bytes]) -> None:
    with ends.open() as host:
        for line in lines:
            assert ends.board.write(line) == len(line)
            assert host.read(len(line)) == line
            host.write(line)
            found = b""
            while len(found) < len(line):
                ends.look()
                found += ends.board.read(ends.board.in_waiting)
            assert found == line


def test_host_bytes_wait_while_the_boards_buffer_is_full(ends: Ends) -> None:
    sent = bytes(range(256)) * 4
    with ends.open() as host:
        host.write(sent)
        ends.look()
        assert ends.board.in_waiting == BUFFER
        received = b""
        while len(received) < len(sent):
            received += ends.board.read(100)
        assert received == sent
        assert ends.board.read() == b""


def test_latest_bytes_written_without_a_host_wait_for_the_next_one(ends: Ends) -> None:
    """TinyUSB's buffer overwrites itself while nobody has the port open."""
    assert ends.board.write(b"a" * 300) == 300
    assert ends.board.write(b"b" * 100) == 100
    with ends.open() as host:
        assert host.read(1000) == b"a" * 156 + b"b" * 100
