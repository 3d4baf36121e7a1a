"""Demo games under a real MicroPython: equal to CPython, light by light and line by line.

The virtual machine runs the unchanged boot.py and code.py with the real NeoPixel library. It gets
the inputs that the twin gave the firmware under CPython, and stops at the first call of the vendor
API that differs: in its order, its arguments or a byte of a light.
"""

import shutil
from pathlib import Path

import pytest

from hexlume import games
from hexlume.games import game_class
from hexlume_sim.hands import clumsy
from tests.firmware.test_micropython import FIRMWARE, pytestmark
from tests.vm.demo import Demo, play
from tests.vm.machine import Run, replay

__all__ = ["pytestmark"]

SHORT = [
    ("orochi", 3, "hex4"),
    ("sibling", 3, "hex4"),
    ("orcoon", 5, "square7"),
    ("organica", 4, "hex4"),
    ("droched", 3, "hex4"),
    ("hex", 5, "hex5"),
]
DEFAULT = [
    ("orochi", 4, "hex4"),
    ("sibling", 5, "hex5"),
    ("orcoon", 9, "square9"),
    ("organica", 5, "hex5"),
    ("droched", 7, "hex7"),
    ("hex", 9, "hex9"),
]


def check_the_same(rules: str, size: int, demo: Demo, run: Run) -> None:
    assert run.refusal == ""
    assert (run.frames, run.crc, run.told) == (demo.frames, demo.crc, demo.told)
    assert demo.frames > 20
    acted = [message for message in run.told if message["type"] == "event" and message["kind"] == "action"]
    assert [message["action"] for message in acted] == demo.logged == demo.intended
    replayed = games.start(rules, size)
    for action in demo.logged:
        replayed.push_text(action)
    assert replayed.result == demo.result is not None


@pytest.mark.sample(2)
@pytest.mark.parametrize(("rules", "size", "panel"), SHORT)
def test_short_game_is_the_same_under_micropython(rules: str, size: int, panel: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    demo = play(rules, size, panel, 7, trace)
    check_the_same(rules, size, demo, replay(trace))


def test_every_game_is_played_under_micropython() -> None:
    assert sorted(rules for rules, _, _ in SHORT) == sorted(rules for rules, _, _ in DEFAULT) == sorted(games.NAMES)
    assert all(size == game_class(rules).DEFAULT_SIZE for rules, size, _ in DEFAULT)


@pytest.mark.soak
def test_game_of_clumsy_hands_is_the_same_under_micropython(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    demo = play("orochi", 3, "hex4", 3, trace, hands=clumsy.play_games)
    run = replay(trace)
    assert run.refusal == ""
    assert (run.frames, run.crc, run.told) == (demo.frames, demo.crc, demo.told)
    assert any(message.get("differs") for message in run.told)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("rules", "size", "panel"), DEFAULT)
def test_game_of_the_default_size_is_the_same_under_micropython(
    rules: str, size: int, panel: str, seed: int, tmp_path: Path
) -> None:
    trace = tmp_path / "trace"
    demo = play(rules, size, panel, seed, trace)
    check_the_same(rules, size, demo, replay(trace))


@pytest.fixture(scope="module")
def short_trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    trace = tmp_path_factory.mktemp("short") / "trace"
    play("orochi", 3, "hex4", 7, trace)
    return trace


def changed(folder: Path, file: str, before: str, after: str) -> Path:
    firmware = folder / "firmware"
    shutil.copytree(FIRMWARE, firmware, ignore=shutil.ignore_patterns("__pycache__"))
    path = firmware / file
    source = path.read_text()
    assert source.count(before) == 1
    path.write_text(source.replace(before, after))
    return firmware


@pytest.mark.parametrize(
    ("file", "before", "after", "told"),
    [
        (
            "hexlume/output/led_cues.py",
            "LAST = _cue(0x204078, _STEADY)",
            "LAST = _cue(0x204079, _STEADY)",
            "sent the lights",
        ),
        ("hexlume/match/events.py", '"colour": COLOURS', '"color": COLOURS', "wrote to the host"),
        ("hexlume/hardware/sound.py", "((176, 4))", "((177, 4))", "set the buzzer's Hz to b'1770'"),
        ("hexlume/hardware/scan.py", "_US = const(11)", "_US = const(10)", "waited, in us, 10, where it was 11"),
    ],
)
def test_trace_replay_reports_where_the_firmware_differs(
    file: str, before: str, after: str, told: str, short_trace: Path, tmp_path: Path
) -> None:
    run = replay(short_trace, changed(tmp_path, file, before, after))
    assert run.refusal.startswith("After frame ") and told in run.refusal
