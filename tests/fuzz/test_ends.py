"""Hostile lines into both ends of the link: no crash, no growth, no action accepted that was not valid.

docs/protocol.md: a line that is longer, is damaged or is no such object is dropped and counted.
"""

import platform
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.link import wire
from tests.fuzz import board_end, host_end, recorded
from tests.fuzz.board_end import BoardEnd
from tests.fuzz.host_end import HostEnd
from tests.fuzz.hostile import Hostile, kind_of, seal

ROOT = Path(__file__).parents[2]
FULL = 300_000
"""Hostile lines into each end in the soak run."""
MOST_GROWTH_KIB = 16 * 1024
"""A leak of 56 bytes a line would be more, over 300,000 lines."""
SECONDS = 1800
REPORT = re.compile(
    r"^fuzzing .*: lines (\d+), accepted (\d+), dropped (\d+), .* memory growth (-?\d+) KiB", re.MULTILINE
)

linux_only = pytest.mark.skipif(platform.system() != "Linux", reason="memory is measured as Linux counts it")
SOAK = [pytest.mark.soak, pytest.mark.timeout(SECONDS + 60)]


@cache
def conversation() -> tuple[list[bytes], list[bytes]]:
    return recorded.record()


def run(module: str, *arguments: object) -> tuple[int, int, int, int]:
    """Run a campaign in a process of its own; return its lines, accepted, dropped and growth in KiB."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    report = REPORT.search(done.stdout)
    assert done.returncode == 0 and report, done.stdout[-2000:] + done.stderr[-4000:]
    print(report[0])
    lines, accepted, dropped, growth = map(int, report.groups())
    return lines, accepted, dropped, growth


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


@given(st.lists(st.binary(max_size=300) | st.binary(max_size=300).map(seal), max_size=20))
def test_a_board_takes_any_bytes(chunks: list[bytes]) -> None:
    end = BoardEnd()
    for chunk in chunks:
        end.feed(chunk)
    end.feed(b"\n" + board_end.HELLO)
    assert end.link.host and end.accepted == 0
    end.check()


@settings(max_examples=12)
@given(st.randoms(use_true_random=False), st.lists(st.integers(1, 30), max_size=6))
def test_a_host_takes_hostile_lines(source: random.Random, counts: list[int]) -> None:
    hostile = Hostile(source, conversation()[1])
    with TemporaryDirectory() as folder:
        end = HostEnd(Path(folder))
        for count in counts:
            end.feed(b"".join(hostile.line() for _ in range(count)))
            end.look()
        end.close()


@settings(max_examples=12)
@given(st.lists(st.binary(max_size=300) | st.binary(max_size=300).map(seal), max_size=10))
def test_a_host_takes_any_bytes(chunks: list[bytes]) -> None:
    with TemporaryDirectory() as folder:
        end = HostEnd(Path(folder))
        for chunk in chunks:
            end.feed(chunk)
        end.feed(b"\n" + host_end.HELLO)
        end.close()
        assert end.accepted == 0


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


@linux_only
@pytest.mark.parametrize("lines", [1500, pytest.param(FULL, marks=SOAK)])
@pytest.mark.parametrize("end", ["board", "host"])
def test_a_campaign_of_hostile_lines_leaves_no_trace(end: str, lines: int) -> None:
    fed, accepted, dropped, growth = run("tests.fuzz.campaign", end, lines, 1)
    assert fed == lines and accepted > lines // 500 and dropped > lines // 10
    assert growth < MOST_GROWTH_KIB


def test_a_game_that_does_not_fit_the_panel_ends_no_logger(tmp_path: Path) -> None:
    """A board may tell any game; the page marks no cells of one that its panel cannot show."""
    end = HostEnd(tmp_path)
    start = {"type": "event", "game": "b0-3-1", "seq": 0, "kind": "start", "ticks": 1, "rules": "orochi", "on": "hex7"}
    end.feed(wire.encode(start))
    end.look()
    end.close()
    assert (end.accepted, end.sessions) == (1, 1)


@pytest.mark.parametrize("size", [10**300, -(10**300)])
def test_a_refusal_fits_what_a_host_takes(size: int) -> None:
    """``hexlume_host.device.messages`` takes refusals of 200 characters at most: a longer one would be no answer."""
    end = BoardEnd()
    end.feed(wire.encode({"type": "command", "id": 5, "do": "new", "rules": "orochi", "size": size}))
    assert end.refused == 1
