"""An action is in flash before a light or a message confirms it, and nearly all work is done before that."""

import json

from hexlume.match.events import ACTION
from tests.bench.light_delay import glows
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

CELLS = ("d4", "a1", "g4", "d1")
OF_THE_HOST = ("d7", "a4")
MOST_US = 3_000
"""From the program of an action to its frame: it is read back, and the frame sent."""


class Witness(VirtualHost):
    """A host, and eyes at the lights.

    Each time that an action is confirmed ``confirmed`` gets how many are in flash, and its number. ``waits_us`` are the
    times from the last program of the flash to a light that confirms.
    """

    def __init__(self, board: VirtualBoard) -> None:
        self.confirmed: list[tuple[int, int]] = []
        self.waits_us: list[int] = []
        self._board = board
        super().__init__(board)
        self._lit = 0
        self._programmed = 0
        self._waits = ""
        board.twin.leds.listeners.append(self._look)
        program = board.twin.chip.flash.program

        def note(start: int, values: bytes) -> None:
            program(start, values)
            self._programmed = self._clock.now

        board.twin.chip.flash.program = note  # type: ignore[method-assign]

    def expect(self, cell: str) -> None:
        """Watch a cell that glows: the next action is played there."""
        assert glows(self._board.twin.led(cell))
        self._waits = cell

    def send(self, data: bytes) -> int:
        before = len(self.lines)
        taken = super().send(data)
        for _, line in self.lines[before:]:
            message = json.loads(line)
            if message.get("kind") == ACTION:
                self._confirm(message["seq"])
        return taken

    def _look(self, us: int, _rgb: bytes) -> None:
        if self._waits and not glows(self._board.twin.led(self._waits)):
            self._waits = ""
            self._lit += 1
            self.waits_us.append(us - self._programmed)
            self._confirm(self._lit)

    def _confirm(self, action: int) -> None:
        self.confirmed.append((self._board.games()[-1].count(ACTION), action))


def test_action_is_in_flash_before_light_and_host_confirm_it() -> None:
    witnesses: list[Witness] = []

    def hands(board: VirtualBoard) -> Hands:
        witness = Witness(board)
        witnesses.append(witness)
        yield 200 * MS
        for cell in CELLS:
            witness.expect(cell)
            yield from board.put(cell, "white", 1_500)
        before = len(witness.waits_us)
        for cell in OF_THE_HOST:
            witness.expect(cell)
            witness.command("play", action="W" + cell)
            yield 500 * MS
            yield from board.put(cell, "white", 1_500)
        # The light for what a host has done comes in the next pass.
        del witness.waits_us[before:]

    VirtualBoard().run(hands)
    (witness,) = witnesses
    assert len(witness.waits_us) == len(CELLS) and len(witness.confirmed) == 2 * len(CELLS + OF_THE_HOST)
    assert all(kept >= confirmed for kept, confirmed in witness.confirmed), witness.confirmed
    assert max(witness.waits_us) <= MOST_US
