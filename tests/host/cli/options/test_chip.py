"""``--chip``: every way in which there is no CircuitPython is one sentence."""

from pathlib import Path
from typing import Any

import pytest

from hexlume_sim.chip_emulator.circuitpython import FILE, PAGE, VARIABLE


@pytest.mark.parametrize("command", ["sim", "play"])
def test_missing_circuitpython_is_named_with_its_page(
    command: str, hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it there if a variable names a file that is not there."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    ran = hexlume(command, "--chip")
    error = "".join(ran.err.split())
    assert ran.code == 1 and FILE in error and PAGE in error
    monkeypatch.setenv(VARIABLE, "nowhere.uf2")
    ran = hexlume(command, "--chip")
    assert ran.code == 1 and f"no nowhere.uf2, which {VARIABLE} names" in ran.err
