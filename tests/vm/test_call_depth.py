"""Call depth of the firmware: at most 35 Python frames.

CircuitPython on an RP2040 fails near 50.
"""

import sys
from collections.abc import Callable
from functools import partial
from types import CodeType, FrameType
from typing import Any

import pytest

from hexlume_sim.hands import clumsy
from hexlume_sim.twin import Twin
from tests.firmware.test_micropython import FIRMWARE
from tests.vm.demo import HostLink, play, session
from tests.vm.test_demo_games import SHORT
from tests.vm.visits import SETTINGS, Script, go_on, menu_and_learning, orochi

DEEPEST = 35

WORLD = ("_resume", "_hear")
"""Hands and host run inside the clock's calls, and use the package too: they are not on the board's stack."""


class Depth:
    """Counts the frames of the firmware and its library; ``chain`` are the functions of the deepest call.

    ``looped`` is whether the loop was seen.
    """

    def __init__(self) -> None:
        self.chain: list[str] = []
        self.looped = False
        self._depth = 0
        self._in_world = 0
        self._kinds: dict[CodeType, int] = {}

    def look(self, frame: FrameType, event: str, _: Any) -> None:
        if event not in ("call", "return"):
            return
        step = 1 if event == "call" else -1
        code = frame.f_code
        kind = self._kinds.get(code)
        if kind is None:
            kind = self._kinds[code] = self._kind(code)
            self.looped = self.looped or (kind == 1 and code.co_name == "step")
        if kind == 2:
            self._in_world += step
        elif kind == 1 and not self._in_world:
            self._depth += step
            if self._depth > len(self.chain):
                self.chain = self._chain(frame)

    def _chain(self, frame: FrameType | None) -> list[str]:
        chain = []
        while frame is not None:
            if self._kind(frame.f_code) == 1:
                chain.append(frame.f_code.co_name)
            frame = frame.f_back
        return chain

    @staticmethod
    def _kind(code: CodeType) -> int:
        if code.co_name in WORLD:
            return 2
        file = code.co_filename
        return int(file.startswith(str(FIRMWARE)) or file.endswith(("/neopixel.py", "/adafruit_pixelbuf.py")))


def deepest(do: Callable[[], object]) -> list[str]:
    depth = Depth()
    before = sys.getprofile()
    sys.setprofile(depth.look)
    try:
        do()
    finally:
        sys.setprofile(before)
    # Where it comes first in a process the start, which makes the grids, may be the deepest.
    assert depth.looped, "the loop was not seen"
    return depth.chain


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "size", "panel"), SHORT)
def test_call_depth_in_a_game_is_within_the_limit(rules: str, size: int, panel: str) -> None:
    chain = deepest(lambda: play(rules, size, panel, 5))
    assert len(chain) <= DEEPEST, chain


@pytest.mark.soak
def test_call_depth_with_clumsy_hands_is_within_the_limit() -> None:
    chain = deepest(lambda: play("orochi", 3, "hex4", 5, hands=clumsy.play_games))
    assert len(chain) <= DEEPEST, chain


@pytest.mark.parametrize("visit", [orochi(3, 4, engine=True), menu_and_learning], ids=["engine", "menu, learning"])
def test_call_depth_of_engine_menu_and_calibration_is_within_the_limit(
    visit: Callable[[Twin, HostLink], Script],
) -> None:
    twin = Twin("hex4", 5)
    chain = deepest(lambda: session(twin, partial(visit, twin), SETTINGS))
    assert len(chain) <= DEEPEST, chain


def test_call_depth_when_resuming_after_a_power_cut_is_within_the_limit() -> None:
    twin = Twin("hex4", 5)
    session(twin, partial(orochi(3, 5, engine=False), twin), SETTINGS)
    chain = deepest(lambda: session(twin, partial(go_on, twin), SETTINGS))
    assert len(chain) <= DEEPEST, chain
