"""The serial port: pyserial on a real pseudo-terminal, and the board's buffers."""

from collections.abc import Iterator

import pytest
import serial
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_sim.chip.power import HardwareLawBroken
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


def test_connected_is_true_while_a_host_has_the_port_open(ends: Ends) -> None:
    ends.look()
    assert not ends.board.connected
    for _ in range(2):
        with ends.open():
            assert ends.board.connected
        ends.look()
        assert not ends.board.connected


def test_no_host_is_connected_before_enumeration(twin: Twin) -> None:
    terminal = PseudoTerminal(twin.chip.cable)
    twin.chip.data.link = terminal
    with serial.Serial(terminal.path):
        terminal.poll()
        assert not twin.chip.data.connected
        twin.clock.advance(twin.clock.costs.usb_ready)
        assert twin.chip.data.connected
    terminal.close()


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


def test_non_blocking_write_accepts_at_most_one_buffer(ends: Ends) -> None:
    with ends.open() as host:
        assert ends.board.write(bytes(1000)) == BUFFER
        assert len(host.read(1000)) == BUFFER


@pytest.mark.parametrize("seconds", [0.5, None])
def test_write_that_would_wait_for_the_host_raises(ends: Ends, seconds: float | None) -> None:
    with ends.open():
        ends.board.write_timeout = seconds
        with pytest.raises(HardwareLawBroken, match="set write_timeout to 0"):
            while True:  # the system moves what it took into buffers of its own, at times much later
                ends.board.write(b"x")


def test_latest_bytes_written_without_a_host_wait_for_the_next_one(ends: Ends) -> None:
    """TinyUSB's buffer overwrites itself while nobody has the port open."""
    assert ends.board.write(b"a" * 300) == 300
    assert ends.board.write(b"b" * 100) == 100
    with ends.open() as host:
        assert host.read(1000) == b"a" * 156 + b"b" * 100


@pytest.mark.parametrize("seconds", [2, None])
def test_read_that_would_wait_raises(ends: Ends, seconds: float | None) -> None:
    ends.board.timeout = seconds
    with pytest.raises(HardwareLawBroken, match="set its timeout to 0"):
        ends.board.read(1)


def test_bytes_left_after_unplugging_are_counted_but_not_read(ends: Ends) -> None:
    with ends.open() as host:
        host.write(b"hello")
        ends.look()
        ends.twin.faults.set("unplug", 1)
        assert ends.board.in_waiting == 5
        assert ends.board.read() == b""
    ends.twin.faults.set("unplug", 0)
    assert ends.board.in_waiting == 0
