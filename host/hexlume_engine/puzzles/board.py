"""Puzzles on a board: the lights ask for the position, and the next action of the hands is the answer."""

import contextlib
import queue
import time
from collections.abc import Callable, Sequence

from hexlume.games import notation
from hexlume.games.pieces import EMPTY
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer, Hello
from hexlume_host.device.resume import BoardReplies, carry_out, meet, set_up
from hexlume_host.errors import LinkError, SimulatorError, StoreUnavailableError
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.events import START, BoardEvent, is_later
from hexlume_record.game.record import FROM_PUZZLE, UNFINISHED
from hexlume_record.game.state import GameState

from .attempt import Attempt, NextPuzzle, Quit
from .grading import Verdict, task_sentence
from .puzzle import Puzzle

_LOOK_S = 0.2
_MOST_REPORTS = 5000
"""The most reports to read before the game of a board that has just been met is taken as up to date."""
_END_S = 10.0
"""The time limit for taking the last puzzle off the board."""


class PuzzleBoard(GameWatch):
    """One board on which one puzzle after another is set up and answered; a listener of the board's logger.

    It marks the game of each puzzle in the store before anything is played.
    """

    def __init__(self, store: Store, say: Callable[[str], None]) -> None:
        super().__init__(store)
        self.replies = BoardReplies()
        self.inputs: queue.SimpleQueue[str] = queue.SimpleQueue()
        """Typed lines, and an empty text for each report of the board, in order of arrival."""
        self.typing = True
        """Whether somebody may still type."""
        self.say = say
        self.panel = ""
        self.puzzle_game = ""
        """The game that the puzzle was set up as, by its id."""
        self._expects_game = False
        self.stopped: Callable[[], bool] = lambda: False
        """Returns whether a simulated board has ended."""
        self._puzzle: Puzzle | None = None

    def hello(self, board: Hello) -> None:
        """Note the board's greeting."""
        super().hello(board)
        self.replies.hello(board)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Mark the game that is expected, the next new one, and follow it."""
        for event in events:
            # The start of an earlier game may still come from the board's journal.
            is_new = self.live is None or is_later(event.game, self.live.id)
            if self._expects_game and event.kind == START and is_new:
                self._expects_game, self.puzzle_game = False, event.game
                try:
                    self._store.mark(event.game, FROM_PUZZLE)
                except StoreUnavailableError:
                    self.say("The store could not note that this is a puzzle.")
        super().committed(events)

    def changed(self) -> None:
        """Wake whoever waits for the board."""
        self.inputs.put("")

    def answer(self, answer: Answer) -> None:
        """Note the result of a command."""
        self.replies.answer(answer)

    def meet(self, logger: Logger) -> None:
        """Wait for the board; raises ``LinkError`` when it does not come, ``RecordError`` while a game is under way."""
        self._logger = logger
        self.panel = meet(self.replies).panel
        for _ in range(_MOST_REPORTS):
            if self.next_input() is None:
                break
        live = self.live
        if live is not None and live.actions and live.ending.status == UNFINISHED:
            record = self._store.record(live.id)
            if record.source != FROM_PUZZLE:
                raise RecordError(
                    f"A game is under way on the board, game {record.id} of the store: end it, or begin a new one "
                    "there, before puzzles are set up."
                )
        # An engine opponent would play the answer, or its own idea of the refutation.
        self.carry_out("settings", opponent="person")

    def ask(self, puzzle: Puzzle, answered: Callable[[str, bool], None]) -> None:
        """Set a puzzle up and wait until it is done; ``answered`` gets the first answer, and whether it is right.

        Raises ``Quit`` when the player ends the puzzles, and the error that the logger ended with.
        """
        self._puzzle = puzzle
        self.puzzle_game, self._expects_game = "", True
        try:
            set_up(self._logger.command, self.replies, puzzle.position())
        except (LinkError, RecordError):
            self._puzzle = None
            raise
        self.say(f"{task_sentence(puzzle)} Set the position up as the lights ask, then act.")
        attempt = _BoardAttempt(self, puzzle, answered)
        with contextlib.suppress(NextPuzzle):
            while True:
                attempt.take(self.next_input())

    def end(self) -> None:
        """Take the last puzzle off the board, which is then ready for a game of the same kind."""
        if self._puzzle is None:
            return
        puzzle, self._puzzle = self._puzzle, None
        # The board answers before the game it has begun is in the store.
        self._wait(lambda: self.puzzle_state is not None or self.begun_another)
        if not self.puzzle_game:
            return
        self._store.mark(self.puzzle_game, FROM_PUZZLE)
        game = {"rules": puzzle.rules, "size": puzzle.size, "options": dict(puzzle.options)}
        if self.puzzle_state is not None and self._logger.command("new", **game) is not None:
            self._wait(lambda: self.puzzle_state is None)

    def next_input(self) -> str | None:
        """Return the next input, ``None`` if there is none for a moment; raises the error that ended the logger."""
        entered = None
        with contextlib.suppress(queue.Empty):
            entered = self.inputs.get(timeout=_LOOK_S)
        if self._logger.error is not None:
            raise self._logger.error
        if self.stopped():
            raise SimulatorError("The simulated board has stopped.")
        return entered

    @property
    def puzzle_state(self) -> GameState | None:
        """The puzzle's game on the board; ``None`` while the board plays another one."""
        return self.live if self.live is not None and self.live.id == self.puzzle_game else None

    @property
    def begun_another(self) -> bool:
        """Whether the board has begun a game of its own after the puzzle was set up."""
        live, puzzle = self.live, self.puzzle_game
        return live is not None and bool(puzzle) and live.id != puzzle and is_later(live.id, puzzle)

    def carry_out(self, do: str, **arguments: object) -> None:
        """Send a command and wait for its answer; raises ``RecordError`` for a refusal, ``LinkError`` without one."""
        carry_out(self._logger.command, self.replies, do, **arguments)

    def light(self, puzzle: Puzzle, action: str) -> None:
        """Light the cells of an action that was just played."""
        game = puzzle.position()
        code = notation.parse(action, game.grid)
        if notation.is_word(code):
            return
        panel = panel_grid(self.panel)
        places = Layout(panel, game.grid).to_panel
        cells = [cell for cell, piece in game.hand_work(code) if piece != EMPTY]
        self._logger.command("lights", cells={panel.name(places[cell]): 1 for cell in cells})

    def _wait(self, until: Callable[[], bool]) -> None:
        """Wait for a change on the board, for a limited time."""
        for _ in range(round(_END_S / _LOOK_S)):
            if until():
                break
            time.sleep(_LOOK_S)


class _BoardAttempt(Attempt):
    """The attempts at one puzzle on a board: a wrong answer is refuted there, and may be taken back."""

    def __init__(self, board: PuzzleBoard, puzzle: Puzzle, answered: Callable[[str, bool], None]) -> None:
        super().__init__(puzzle, board.say, answered)
        self._board = board
        self._verdict: Verdict | None = None
        self._replies = 0
        """The number of actions of the refutation that are played."""

    def take(self, entered: str | None) -> None:
        """Carry out a typed line, or look at the board. Raises ``Quit`` and ``NextPuzzle``."""
        if not entered:
            self._look()
        elif not self.command(entered):
            live = self._board.puzzle_state
            if entered.strip().lower() not in ("t", "try") or self._verdict is None:
                self.say("Enter: the next puzzle. t: take back and try again. s: the solution. q: end.")
            elif live is not None:
                # The board may have played more than it has reported by now.
                for _ in range(max(len(live.actions) - len(self.puzzle.actions), 1 + self._replies)):
                    self._board.carry_out("back")

    def _look(self) -> None:
        """Look at the board: grade the answer, play the refutation, or note that the answer was taken back."""
        live, verdict = self._board.puzzle_state, self._verdict
        if live is None:
            self._leave()
            return
        actions = tuple(action.action for action in live.actions)
        before = len(self.puzzle.actions)
        if verdict is None:
            if len(actions) > before and actions[:before] == self.puzzle.actions:
                self._grade(actions[before])
        elif len(actions) <= before:
            if verdict.right:
                raise NextPuzzle
            self._verdict = None
            self.say(f"Try again. {task_sentence(self.puzzle)}")
        elif self._replies < len(verdict.refutation) and not self._board.table_report.differs:
            # The board refuses while something on the table is still to be put right.
            with contextlib.suppress(RecordError):
                self._board.carry_out("play", action=verdict.refutation[self._replies])
                self._replies += 1

    def _leave(self) -> None:
        """End the puzzle, or all of them, if the board plays another game by now."""
        if not self._board.begun_another:
            return
        if self._verdict is None:
            self.say("Another game was begun on the board, so the puzzles end here.")
            raise Quit
        # The table was cleared after the game's end.
        raise NextPuzzle

    def _grade(self, action: str) -> None:
        self._verdict, self._replies = self.answer(action), 0
        if not self._verdict.right:
            self.say("Back on the board, or t: try again. s: the solution. Enter: the next puzzle.")
            return
        self._board.light(self.puzzle, action)
        self.say("Enter, or back on the board: the next puzzle.")
        if not self._board.typing:
            raise NextPuzzle
