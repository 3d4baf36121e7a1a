"""The board at the table: running game, game log, journal and link on a flash whose power may be cut, and hands."""

import random
from types import SimpleNamespace
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.hardware.sound import Buzzer
from hexlume.link.link import Link
from hexlume.match.events import ABANDON
from hexlume.match.game_clock import UNTIMED
from hexlume.play.commands import carry_out
from hexlume.play.game_log import GameLog
from hexlume.play.preferences import Preferences
from hexlume.play.session import GameSession
from hexlume.states import lesson
from hexlume.states.playing import Playing
from tests.faults.cable import BoardEnd, Cable
from tests.faults.witness import Witness
from tests.firmware.journal.journal_board import BOARD, JournalBoard

PASS_MS = 40


class Silent:
    """A PWM output that nobody hears."""

    frequency = 440
    duty_cycle = 0


class Board:
    """A panel as large as its game, with discs that are at rest at once. It is switched off at first.

    A pass does what the firmware's own loop does, sensors, lights and menu aside. ``hands`` plays at the table.
    """

    def __init__(self, rules: str, size: int, flash: JournalBoard, cable: Cable, witness: Witness, seed: int) -> None:
        self.flash = flash
        self.witness = witness
        self.seed = seed
        self.first = (rules, size)
        self.ms = 0
        self.on = False
        self.hands = Hands(self, seed)
        self.grid = games.start(rules, size).grid
        self.pieces = bytearray(self.grid.cells)
        self._cable = cable

    def switch_on(self, cut_after: int | None = None) -> None:
        """Switch it on with a supply that lasts so many steps; raises ``PowerCut``."""
        flash = self.flash = self.flash.copy(self.seed)
        self.seed += 1
        self.ms = 0
        flash.start(cut_after)
        self.link = Link(BoardEnd(self._cable), BOARD, flash.boot, "hex4", self._command, int, flash.journal)
        log = GameLog(self.link, flash.journal, int)
        kept = flash.journal.last_unfinished()
        gone_on = kept is not None and log.go_on(kept, self.ms)
        if kept is not None and not gone_on:
            flash.journal.add((ABANDON, 0, 0, UNTIMED), self.ms)
        # On a panel that need not be one that is made.
        preferences = Preferences({}.get)
        preferences.rules, preferences.size = self.first
        chance = random.Random(self.seed)
        self.running = GameSession(
            self.grid,
            self.link,
            Buzzer(Silent(), preferences),
            SimpleNamespace(pieces=self.pieces, masked=bytearray(self.grid.cells), calibration=None),  # type: ignore[arg-type]
            log,
            flash.journal.memory,
            preferences,
            chance.randrange,
            lambda: self.ms,
            Playing,
            lesson.command,
            gone_on,
        )
        self.on = True
        self.hands.wake()
        self.witness.look_after_power_cut(self.game, self.identity)

    @property
    def game(self) -> Game:
        return self.running.game

    @property
    def identity(self) -> str:
        """The running game's id."""
        return str(self.link.records[-1].identity)

    def step(self, play: bool) -> None:
        """Do one pass, in which the hands may do something; raises ``PowerCut``."""
        self.ms += PASS_MS
        if play:
            self.hands.go_on()
        self.running.state.work(self.ms)
        self.running.status()
        self.running.log.keep()
        self.link.exchange(self.ms)
        self.flash.journal.step(not self.running.referee.disputed and (self.link.kept or not self.link.host))
        self.witness.look(self.game, self.identity, self.flash.boot, self.ms)

    def _command(self, message: dict[str, Any]) -> str | None:
        refusal = carry_out(self.running, message, self.ms)
        self.running.log.keep()
        return refusal


class Hands:
    """Hands that play any legal action, a step in each pass, and now and then take back, resign or begin anew.

    ``whole`` keeps them from ending a game before its rules do.
    """

    def __init__(self, board: Board, seed: int) -> None:
        self.whole = True
        self.chance = random.Random(seed)
        self._board = board
        self._untidy = True

    def go_on(self) -> None:
        """Do the next thing: put the table right after the last one, or something with the game."""
        board = self._board
        if self._untidy:
            self._tidy()
            return
        self._untidy = True
        running, game, luck = board.running, board.game, self.chance.random()
        if luck < 0.07 and game.codes:
            board.witness.intend_back()
            running.take_back(board.ms)
        elif luck < 0.1 and not self.whole:
            board.witness.intend_resigning()
            running.offer_conclusion()
            running.hold_act(board.ms)
        elif luck < 0.11 and not self.whole:
            board.witness.intend_new_game()
            running.restart(board.ms)
        elif game.result is None:
            self._play()

    def wake(self) -> None:
        """Look at the table anew: the board was switched on."""
        self._untidy = True

    def _play(self) -> None:
        board = self._board
        running, game = board.running, board.game
        code = self.chance.choice(game.legal_actions())
        work, name = game.hand_work(code), game.name(code)
        board.witness.intend_action(code)
        if not work:
            assert carry_out(running, {"do": "act", "action": name}, board.ms) is None
        elif self.chance.random() < 0.3:
            # As a host or the engine plays; the hands carry it out when they tidy up.
            assert running.play_for_hands(name, board.ms) is None
        else:
            for cell, piece in work:
                board.pieces[cell] = piece
            running.follow(board.ms)

    def _tidy(self) -> None:
        """Put every disc where the game has it; off the table when the game is over, and the next one begins."""
        board = self._board
        if board.game.result is not None:
            board.witness.intend_new_game()
            if self.chance.random() < 0.3:
                # First a look at the end, which may yet be taken back.
                self._untidy = False
                return
        for cell in range(len(board.pieces)):
            board.pieces[cell] = board.running.referee.expected(cell)
        self._untidy = board.game.result is not None
        board.running.state.step(True, board.ms)
