"""``--chip``: every way in which there is no CircuitPython is one sentence."""

from pathlib import Path
from typing import Any

import pytest

from hexlume_sim.chip.costs import MICROCONTROLLERS
from hexlume_sim.chip_emulator.circuitpython import FILE, PAGE, VARIABLE


@pytest.fixture(autouse=True)
def no_circuitpython(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.mark.parametrize(
    "arguments", [("sim", "--chip"), ("play", "--chip", "--no-browser"), ("demo", "--chip", "--seed", 3)]
)
def test_missing_circuitpython_is_named_with_its_page(arguments: tuple[Any, ...], hexlume: Any) -> None:
    ran = hexlume(*arguments)
    assert ran.code != 0
    error = "".join(ran.err.split())
    assert FILE in error and PAGE in error and "Traceback" not in error


def test_named_file_that_is_not_there_is_refused(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "nowhere.uf2")
    ran = hexlume("sim", "--chip")
    assert ran.code != 0 and f"no nowhere.uf2, which {VARIABLE} names" in ran.err


def test_download_without_chip_is_refused(hexlume: Any) -> None:
    ran = hexlume("demo", "--download")
    assert ran.code != 0 and "--chip" in ran.err


def test_unknown_microcontroller_is_refused_with_those_the_twin_knows(hexlume: Any) -> None:
    ran = hexlume("sim", "--microcontroller", "arduino")
    assert ran.code != 0 and all(name in ran.err for name in MICROCONTROLLERS)
