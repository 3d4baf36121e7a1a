"""Lessons on the unchanged firmware: begun from the menu, led by the lights, ended by a power cut."""

import json
from collections.abc import Sequence
from pathlib import Path

from hexlume.games import NAMES, catalogue
from hexlume.games.pieces import NAMES as PIECES
from hexlume.games.pieces import WHITE
from hexlume.hardware.panel import ACT_LED
from hexlume.output.led_cues import NO_CUE
from hexlume.play.preferences import Preferences
from hexlume.states.menu import Menu
from hexlume_sim.hands.eyes import MEMORY_MS
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost
from tests.firmware.play.lesson_hands import Script, do, tidy, tries
from tests.menu_offers import offer_words

LOOK_MS = MEMORY_MS + 100.0
RULES = next(name for name in NAMES if catalogue.course(name))
"""The first game that has a course."""
STEPS = [json.loads(line) for line in Path(str(catalogue.course(RULES))).read_text(encoding="utf-8").splitlines()]
SETTINGS = {"HEXLUME_GAME": RULES, "HEXLUME_SIZE": str(STEPS[0].get("size", 0))}


class Sitting:
    """A place at a twin, whose lights are seen by eyes (``lesson_hands.Place``)."""

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._grid = board.twin.grid

    def look(self) -> Sequence[int]:
        return [self._board.shown(self._grid.name(cell)) for cell in range(self._grid.cells)]

    def act_light(self) -> bool:
        return any(self._board.twin.status_led(ACT_LED))

    def standing(self, cell: int) -> int:
        return PIECES.index(self._board.twin.table.discs().get(self._grid.name(cell), PIECES[0]))

    def leave(self, cell: int, piece: int) -> None:
        table, name = self._board.twin.table, self._grid.name(cell)
        if name in table.discs():
            table.lift(name)
        if piece:
            table.put(name, PIECES[piece])

    def press(self, button: str, ms: float) -> Script:
        for us in self._board.press(button, round(ms)):
            yield us / MS


def in_us(script: Script) -> Hands:
    for ms in script:
        yield ms * MS


def choose_learn(board: VirtualBoard) -> Hands:
    """Choose *learn* by a disc in the menu, on a clear table."""
    grid = board.twin.grid
    menu = Menu(grid, Preferences({"HEXLUME_PANEL": "hex4", **SETTINGS}.get), bytearray(grid.cells))
    cell = next(grid.name(cell) for cell in range(grid.cells) if offer_words(menu, cell) == "hints learn")
    yield from board.press("menu")
    yield from board.put(cell, "white")
    board.twin.table.lift(cell)
    yield 500 * MS
    yield from board.press("act")


def lessons(host: VirtualHost) -> list[dict[str, object]]:
    """Return how the lesson stood in every report of the table; empty ones without a lesson."""
    return [told.get("lesson", {}) for told in host.messages("board") if told["type"] == "table"]


def test_hands_that_know_only_lights_and_key_words_finish_a_course_from_the_menu() -> None:
    """Where the lights hide what is right, any first hand brings them."""
    reached: list[object] = []
    asked: list[object] = []

    def hands(board: VirtualBoard) -> Hands:
        host, place = VirtualHost(board), Sitting(board)

        def is_over() -> bool:
            events = [told["kind"] for told in host.messages("board") if told["type"] == "event"]
            return bool(events) and events[-1] == "result"

        yield from choose_learn(board)
        for number, step in enumerate(STEPS, 1):
            yield from in_us(tidy(place, LOOK_MS))
            reached.append(lessons(host)[-1]["step"])
            hides = lessons(host)[-1]["hides"]
            asked.append(hides)
            dark = [cell for cell, cue in enumerate(place.look()) if cue == NO_CUE and not place.standing(cell)]
            first = [((cell, WHITE),) for cell in dark]
            for hand in [*(first[:1] if hides or number == 1 else ()), None]:
                for way in [hand] if hand else list(tries(place, step["say"])):
                    yield from in_us(do(place, way))
                    yield from in_us(tidy(place, LOOK_MS))
                    if lessons(host)[-1].get("step") != number or is_over():
                        break
                if lessons(host)[-1].get("step") != number or is_over():
                    break
            if is_over():
                board.twin.table.clear()
                yield 2000 * MS
        reached.append(lessons(host)[-1].get("step"))

    VirtualBoard().run(hands, SETTINGS)
    assert reached == [*range(1, len(STEPS) + 1), None], "an ordinary game has begun"
    assert asked == [step.get("ask", False) for step in STEPS]


def test_power_cut_in_a_lesson_leaves_an_ordinary_game_and_the_step_to_go_on_with() -> None:
    seen = []

    def skip_one(board: VirtualBoard) -> Hands:
        host, place = VirtualHost(board), Sitting(board)
        yield from choose_learn(board)
        yield from in_us(tidy(place, LOOK_MS))
        yield from board.press("act")
        yield from board.press("act", 1000)
        yield 1000 * MS
        seen.append(lessons(host)[-1].get("step"))
        board.twin.table.clear()
        yield 500 * MS

    def go_on(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield 1000 * MS
        seen.append(lessons(host)[-1].get("step"))
        yield from choose_learn(board)
        yield 1000 * MS
        seen.append(lessons(host)[-1].get("step"))

    board = VirtualBoard().run(skip_one, SETTINGS)
    VirtualBoard(board).run(go_on, SETTINGS)
    assert seen == [2, None, 2]
