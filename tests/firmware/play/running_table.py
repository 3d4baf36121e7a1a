"""A running game with its game log, journal and link, at a table whose discs are at rest at once."""

import random
from types import SimpleNamespace
from typing import Any

from hexlume import games
from hexlume.games.pieces import BLACK, WHITE
from hexlume.hardware import panel
from hexlume.hardware.board_time import PASS_MS
from hexlume.hardware.sound import Buzzer
from hexlume.link.link import Link
from hexlume.play.game_log import GameLog
from hexlume.play.preferences import Preferences
from hexlume.play.session import GameSession
from hexlume.states import lesson
from hexlume.states.playing import Playing
from tests.firmware.journal.journal_board import JournalBoard
from tests.firmware.link.test_link import Channel

LOOKS_PER_MS = 12


class Silent:
    """A PWM output that nobody hears."""

    frequency = 440
    duty_cycle = 0


class Table:
    """A hex4 panel whose discs are put where a test wants them, at rest at once, in virtual time."""

    def __init__(
        self,
        rules: str = "orochi",
        control: str = "none",
        size: int = 4,
        board: JournalBoard | None = None,
        pieces: bytearray | None = None,
        panel_name: str = "hex4",
        **options: Any,
    ) -> None:
        self.grid = panel.panel_grid(panel_name)
        self.channel = Channel()
        self.board = JournalBoard(identity="b0") if board is None else board
        self.board.start()
        self.link = Link(
            self.channel, self.board.identity, self.board.boot, panel_name, self.command, int, self.board.journal
        )
        self.pieces = bytearray(self.grid.cells) if pieces is None else pieces
        self.ms = 0
        self._looks = 0
        masked = bytearray(self.grid.cells)
        words = games.option_words(games.game_class(rules), options)
        told = {
            "HEXLUME_PANEL": panel_name,
            "HEXLUME_GAME": rules,
            "HEXLUME_SIZE": str(size),
            "HEXLUME_OPTIONS": words,
            "HEXLUME_CLOCK": control,
        }
        self.preferences = Preferences(told.get)
        log = GameLog(self.link, self.board.journal, int)
        kept = self.board.journal.last_unfinished()
        self.running = GameSession(
            self.grid,
            self.link,
            Buzzer(Silent(), self.preferences),
            SimpleNamespace(pieces=self.pieces, masked=masked, calibration=None),  # type: ignore[arg-type]
            log,
            self.board.journal.memory,
            self.preferences,
            random.Random(5).randrange,
            self.now,
            Playing,
            lesson.command,
            kept is not None and log.go_on(kept, self.ms),
        )
        self._seen = b""
        self.follow()

    def now(self) -> int:
        """Return the engine's time in ms: every step of thinking takes some."""
        self._looks += 1
        return self.ms + self._looks // LOOKS_PER_MS

    def power_cut(self) -> "Table":
        """Return the board after its power was cut and came back, its discs where they were."""
        return Table(board=self.board, pieces=bytearray(self.pieces))

    def command(self, message: dict[str, Any]) -> str | None:
        if message.get("do") == "learn":
            return "no sensors are at this table"
        _, refusal = self.running.state.command(message, self.ms)
        self.running.log.keep()
        return refusal

    def wait(self, ms: int = 200) -> None:
        for _ in range(0, ms, PASS_MS):
            self.ms += PASS_MS
            self.running.state.work(self.ms)
            self.running.status()
            self.running.log.keep()

    def follow(self) -> None:
        if self.pieces == self._seen:
            self.running.follow(self.ms)
        else:
            self._seen = bytes(self.pieces)
            self.running.state.step(True, self.ms)
        self.wait()

    def put(self, name: str, piece: int) -> None:
        self.pieces[self.grid.cell(name)] = piece
        self.follow()

    def play(self, action: str) -> None:
        """Play an Orochi action by hand."""
        cell = action[1:]
        piece = {"W": WHITE, "B": BLACK}.get(action[0]) or 3 - self.pieces[self.grid.cell(cell)]
        self.put(cell, piece)

    def hold_act(self) -> None:
        self.running.state.press(panel.ACT_BUTTON, True, self.ms)
        self.wait()

    def carry_out_what_is_asked(self) -> None:
        """Put the table as the game has it, as the lights ask."""
        for cell in range(self.grid.cells):
            self.pieces[cell] = self.running.referee.expected(cell)
        self.follow()

    def status(self, led: int) -> int:
        return self.running.prompt.cues[self.grid.cells + led]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The running game's events as the link would send them."""
        record = self.link.records[-1]
        return [record.message(seq) for seq in range(record.count)]

    @property
    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]
