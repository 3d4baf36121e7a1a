"""The pictures of the lights: what the firmware shows, committed as drawn, each shown once in docs/lights.md."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from hexlume.output import led_cues
from hexlume.output.led_cues import PATTERNS

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "draw_lights.py"
PICTURES = ROOT / "docs" / "pictures" / "lights"

TOLD = runpy.run_path(str(TOOL))
_CUES: dict[str, int] = {**TOLD["CELLS"], **TOLD["STATUS"], **TOLD["MENU"]}


@pytest.mark.parametrize("name", _CUES)
def test_a_committed_picture_is_what_is_drawn_now(name: str) -> None:
    """Otherwise run tools/draw_lights.py and look at what changed."""
    assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8") == TOLD["drawn"](name)


def test_every_cue_has_one_picture_and_the_page_shows_each_once() -> None:
    assert sorted(_CUES.values()) == list(range(led_cues.NO_CUE + 1, len(PATTERNS)))
    assert {path.name for path in PICTURES.iterdir()} == {f"{name}.svg" for name in _CUES}
    shown = re.findall(r"!\[[^\]]+\]\(pictures/lights/([a-z0-9-]+)\.svg\)", (ROOT / "docs" / "lights.md").read_text())
    assert sorted(shown) == sorted(_CUES)


def test_the_tool_tells_that_all_is_drawn() -> None:
    done = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "all pictures are as they should be\n", "")
    done = subprocess.run([sys.executable, TOOL, "--loud"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--loud is no option: there is only --check\n"
