"""A real MicroPython against CPython: engine, menu, calibration, a lesson, and resuming after a power cut."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hexlume_sim.twin import Twin
from tests.firmware.test_micropython import pytestmark
from tests.vm.demo import Demo, HostLink, session
from tests.vm.machine import replay
from tests.vm.visits import SETTINGS, Script, go_on, lesson, menu_and_learning, orochi

__all__ = ["pytestmark"]


def visited(twin: Twin, visit: Callable[[Twin, HostLink], Script], folder: Path) -> Demo:
    """Do something at a board under CPython and check that the virtual machine does the same."""
    folder.mkdir()
    demo = session(twin, partial(visit, twin), SETTINGS, folder / "trace")
    run = replay(folder / "trace")
    assert run.refusal == ""
    assert (run.frames, run.crc, run.told) == (demo.frames, demo.crc, demo.told)
    return demo


def test_engine_chooses_the_same_actions_under_micropython(tmp_path: Path) -> None:
    demo = visited(Twin("hex4", 5), orochi(3, 6, engine=True), tmp_path / "one")
    assert len(demo.logged) >= 6


def test_menu_and_calibration_are_the_same_under_micropython(tmp_path: Path) -> None:
    demo = visited(Twin("hex4", 5), menu_and_learning, tmp_path / "one")
    games = [told["game"] for told in demo.told if told["type"] == "event"]
    assert len(set(games)) == 2


def test_lesson_is_the_same_under_micropython(tmp_path: Path) -> None:
    demo = visited(Twin("hex4", 5), lesson, tmp_path / "one")
    lessons = [told["lesson"] for told in demo.told if told["type"] == "table" and "lesson" in told]
    assert {one["step"] for one in lessons} == {1, 2}


@pytest.mark.soak
def test_game_resumes_the_same_after_a_power_cut_under_micropython(tmp_path: Path) -> None:
    twin = Twin("hex4", 5)
    before = visited(twin, orochi(3, 5, engine=False), tmp_path / "one")
    assert len(before.logged) == 5
    after = visited(twin, go_on, tmp_path / "two")
    assert after.logged[:5] == before.logged and len(after.logged) == 6
