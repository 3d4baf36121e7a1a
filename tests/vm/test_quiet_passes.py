"""Quiet passes of the loop: they allocate nothing, so the heap does not fragment."""

from pathlib import Path

import pytest

from tests.firmware.test_micropython import pytestmark
from tests.vm.counting import drive, run

__all__ = ["pytestmark"]

STAGES = ["play", "host", "days12", "days300", "menu", "calibration", "raw"]
ALIVE = 3
"""Messages ``raw`` in a stage, one a second: those passes allocate."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The firmware compiled: what compiling it leaves in a heap would make every count of the heap slow."""
    return drive(tmp_path_factory.mktemp("firmware"), True)


@pytest.mark.parametrize(
    ("panel", "rules", "clock"),
    [
        ("hex4", "orochi", "none"),
        pytest.param("hex9", "droched", "fischer 300+5", marks=pytest.mark.soak),
        pytest.param("square9", "orcoon", "byoyomi 600+3x30", marks=pytest.mark.soak),
    ],
)
def test_quiet_pass_of_the_loop_allocates_nothing(
    panel: str, rules: str, clock: str, compiled: dict[str, Path]
) -> None:
    counted = run("quiet.py", panel, rules, panel[-1], clock, folders=compiled, heap="1M")
    assert [words[0] for words in counted.lines] == STAGES
    for stage, *allocated in counted.lines:
        if stage == "raw":
            assert len(allocated) - allocated.count("0") <= ALIVE
        else:
            assert set(allocated) == {"0"}, stage
