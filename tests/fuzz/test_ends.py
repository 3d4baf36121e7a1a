"""Hostile lines into both ends of the link: no crash, no growth, no action accepted that was not valid.

docs/protocol.md: a line that is longer, is damaged or is no such object is dropped and counted.
"""

import platform
import random
import resource
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.link import wire
from tests.fuzz import board_end, host_end
from tests.fuzz.board_end import BoardEnd
from tests.fuzz.host_end import HostEnd
from tests.fuzz.hostile import Hostile, conversation, kind_of, seal

CHUNK = 30
"""Lines that a host reads at a time."""
MOST_GROWTH_KIB = 16 * 1024
"""A leak of 56 bytes a line would be more, over 300,000 lines."""
linux_only = pytest.mark.skipif(platform.system() != "Linux", reason="memory is measured as Linux counts it")
SOAK = [pytest.mark.soak, pytest.mark.timeout(1860)]


def test_the_recorded_conversation_has_every_kind_of_line() -> None:
    to_board, to_host = conversation()
    assert {kind_of(line) for line in to_board} >= {"hello", "ack", "new", "actions", "play", "act", "back"}
    assert {kind_of(line) for line in to_host} >= {"hello", "start", "action", "undo", "result", "table", "answer"}


@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_a_board_takes_hostile_lines(source: random.Random, count: int) -> None:
    hostile, end = Hostile(source, conversation()[0]), BoardEnd()
    for _ in range(count):
        end.feed(hostile.line())
        end.hands(source)
    end.check()


@settings(max_examples=12)
@given(st.randoms(use_true_random=False), st.lists(st.integers(1, 30), max_size=6))
def test_a_host_takes_hostile_lines(source: random.Random, counts: list[int]) -> None:
    hostile = Hostile(source, conversation()[1])
    with TemporaryDirectory() as folder:
        HostEnd(Path(folder)).run(b"".join(hostile.line() for _ in range(count)) for count in counts)


def memory_kib() -> int:
    """Return the memory that this process has now, as Linux counts it."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024


@linux_only
@pytest.mark.parametrize("count", [1500, pytest.param(300_000, marks=SOAK)])
def test_hostile_lines_do_not_make_a_boards_memory_grow(count: int) -> None:
    choice = random.Random(1)
    hostile, end = Hostile(choice, conversation()[0]), BoardEnd()
    for number in range(count):
        end.feed(hostile.line())
        if number % 13 == 0:
            end.hands(choice)
        if number % 50 == 0:
            end.feed(b"\n" + board_end.HELLO)
        if number == count // 10:
            before = memory_kib()
    end.check()
    assert end.accepted > count // 500 and end.dropped > count // 10 and memory_kib() - before < MOST_GROWTH_KIB


@linux_only
@pytest.mark.parametrize("count", [1500, pytest.param(90_000, marks=SOAK)])
def test_hostile_lines_do_not_make_a_hosts_memory_grow(count: int, tmp_path: Path) -> None:
    hostile, end = Hostile(random.Random(2), conversation()[1]), HostEnd(tmp_path)
    before = 0

    def chunks() -> Iterator[bytes]:
        nonlocal before
        for number in range(0, count, CHUNK):
            sessions, conflicts = end.sessions, end.conflicts
            yield b"".join(hostile.line() for _ in range(CHUNK))
            if end.sessions > sessions:
                hostile.again(other=end.conflicts > conflicts)
            yield b"\n" + host_end.HELLO
            if number == count // 10:
                before = memory_kib()

    end.run(chunks())
    assert end.accepted > count // 500 and end.dropped > count // 10 and memory_kib() - before < MOST_GROWTH_KIB


@pytest.mark.parametrize("depth", [5, 31, 32, 100, 480])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_what_is_nested_too_deeply_for_a_microcontroller_is_dropped(depth: int, opens: str, closes: str) -> None:
    """CircuitPython's stack is small; the least that is too deep is far beyond any message of ours."""
    value = opens * depth + "1" + closes * depth
    line = seal(('{"type":"command","id":1,"do":"actions","actions":' + value).encode())
    if len(line) <= wire.MAX_LINE and depth < wire._MOST_CONTAINERS:
        assert wire.decode(line)["type"] == "command"
        return
    with pytest.raises(wire.WireError):
        wire.decode(line)


def test_a_game_that_does_not_fit_the_panel_ends_no_logger(tmp_path: Path) -> None:
    """A board may tell any game; the page marks no cells of one that its panel cannot show."""
    end = HostEnd(tmp_path)
    start = {
        "type": "event",
        "game": "b0-3-1",
        "seq": 0,
        "kind": "start",
        "ticks": 1,
        "rules": "orochi",
        "board": "hex7",
    }
    end.run([wire.encode(start)])
    assert (end.accepted, end.sessions) == (1, 1)


@pytest.mark.parametrize("size", [10**300, -(10**300)])
def test_a_refusal_fits_what_a_host_takes(size: int) -> None:
    """``hexlume_host.device.messages`` takes refusals of 200 characters at most: a longer one would be no answer."""
    end = BoardEnd()
    end.feed(wire.encode({"type": "command", "id": 5, "do": "new", "rules": "orochi", "size": size}))
    assert end.refused == 1
