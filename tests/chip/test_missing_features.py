"""The table of missing features on CircuitPython: each row fails there.

Remove a row that works.
"""

import re

import pytest

from hexlume_plugins.gamekit.circuitpython.table import ROWS
from hexlume_sim.chip_emulator import image
from hexlume_sim.chip_emulator.console import Console
from hexlume_sim.chip_emulator.twin import ChipTwin
from tests.chip.booted import uf2

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

CONTROL = "x = 1\nassert x == 1"
"""A program that works: without it, a board that can run nothing would pass."""
LONGEST_S = 300
"""How long the board may take for all of them, in s of its own time."""
_RUN = b"""
import gc

number = 0
with open("snippets.txt") as lines:
    for line in lines:
        gc.collect()
        try:
            exec(eval(line), {"__name__": "snippet"})
        except MemoryError:
            print("MEMORY", number)
        except BaseException:
            pass
        else:
            print("WORKS", number)
        number += 1
print("DONE", number)
"""


def test_every_missing_feature_row_fails_on_circuitpython() -> None:
    snippets = [row.snippet for row in ROWS] + [CONTROL]
    files = {"code.py": _RUN, "snippets.txt": "".join(ascii(snippet) + "\n" for snippet in snippets).encode()}
    twin = ChipTwin("hex4", image.flash_image(uf2(), files))
    console = Console()
    twin.chip.host.console.link = console

    def look() -> None:
        twin.clock.after(100_000, look)

    look()
    twin.chip.run(lambda: "DONE" in console.text or twin.clock.now > LONGEST_S * 1_000_000)
    assert f"DONE {len(snippets)}" in console.text, console.text[-500:]
    assert "MEMORY" not in console.text, "the heap was full before the end: fewer snippets at once"
    works = [int(number) for number in re.findall(r"WORKS (\d+)", console.text)]
    assert works[-1:] == [len(ROWS)], "the control does not work"
    assert [ROWS[number].feature for number in works[:-1]] == []
