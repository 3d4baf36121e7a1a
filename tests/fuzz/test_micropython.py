"""Hostile lines into the board's link on a real MicroPython, whose json takes more than JSON, in a small heap."""

import random
import subprocess
from pathlib import Path

from tests.firmware.test_micropython import FIRMWARE, MICROPYTHON, pytestmark
from tests.fuzz.board_end import HELLO
from tests.fuzz.hostile import Hostile, conversation

__all__ = ["pytestmark"]

LINES = 6000
HEAP = "384K"
"""About what a Pico has, for objects that are twice as large here."""

SCRIPT = """
import gc, sys
sys.path.insert(0, sys.argv[1])
from hexlume import games
from hexlume.games import grid
from hexlume.link import wire
from hexlume.link.link import Link

class Channel:
    timeout = write_timeout = None
    connected = True
    def __init__(self, file):
        self.file = file
        self.waiting = b""
        self.in_waiting = 1
    def read(self, size):
        chunk = self.file.read(size)
        self.in_waiting = len(chunk)
        return chunk
    def write(self, data):
        return len(data)

carried = 0
def carry_out(message):
    global carried
    carried += 1
    # What a command's members meet on the board: names are cells, sizes numbers, anything is named in a refusal.
    for name in message.get("cells") if isinstance(message.get("cells"), dict) else ():
        board.cell(name)
    rules, size, options = message.get("rules"), message.get("size", 0), message.get("options", {})
    if isinstance(rules, str) and isinstance(size, int) and isinstance(options, dict):
        try:
            games.check_options(games.game_class(rules), options)
        except games.OptionError as error:
            return str(error)
    return str(message)[:40]

board = grid.HexGrid(4)
with open(sys.argv[2], "rb") as file:
    channel = Channel(file)
    link = Link(channel, "b0", 3, "hex4", carry_out, int)
    ms = 0
    warm = None
    while channel.in_waiting:
        link.exchange(ms)
        ms += 20
        # It levels off: three times as many lines add less than 1 kB at the end.
        if ms == 40000:
            gc.collect()
            warm = gc.mem_alloc()
gc.collect()
print(carried, link.dropped, gc.mem_alloc() - warm)
"""


def test_a_board_takes_hostile_lines(tmp_path: Path) -> None:
    source = random.Random(1)
    hello = b"\n" + HELLO
    hostile = Hostile(source, conversation()[0])
    script, lines = tmp_path / "take.py", tmp_path / "lines"
    script.write_text(SCRIPT)
    lines.write_bytes(b"".join(hostile.line() + (hello if number % 20 == 0 else b"") for number in range(LINES)))
    run = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={HEAP}", script, FIRMWARE, lines],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    carried, dropped, growth = map(int, run.stdout.split())
    assert carried > LINES // 50 and dropped > LINES // 5
    assert growth < 16 * 1024
