"""settings.toml under real CircuitPython: ``os.getenv`` is the twin's."""

import ast

import pytest

from hexlume_sim.chip_emulator import image
from hexlume_sim.chip_emulator.console import Console
from hexlume_sim.chip_emulator.twin import ChipTwin
from tests.chip.booted import uf2
from tests.simulator.cpython.test_settings_toml import LINES, value_of

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

LONGEST_S = 30
_READ = """
import os

found = []
for key in range(%d):
    try:
        found.append(os.getenv("K%%d" %% key))
    except UnicodeError:
        found.append("raises")
print("DONE", [None if value is None else [ord(one) for one in value] for value in found], "END")
"""


def test_getenv_of_the_twin_and_of_circuitpython_agree() -> None:
    settings = b"".join(b"K%d %s\n" % (key, line) for key, (line, _) in enumerate(LINES))
    files = {"code.py": (_READ % len(LINES)).encode(), "settings.toml": settings}
    twin = ChipTwin("hex4", image.flash_image(uf2(), files))
    twin.chip.host.console.link = console = Console()

    def look() -> None:
        twin.clock.after(100_000, look)

    look()
    twin.chip.run(lambda: " END" in console.text or twin.clock.now > LONGEST_S * 1_000_000)
    found = ast.literal_eval(console.text.rpartition("DONE ")[2].partition(" END")[0])
    texts = [
        None if one is None else "".join("\ufffd" if code == 0xD800 else chr(code) for code in one) for one in found
    ]
    assert texts == [value_of(settings, f"K{key}") for key in range(len(LINES))]
