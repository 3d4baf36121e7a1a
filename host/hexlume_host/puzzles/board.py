"""Puzzles on a board: its lights ask for the position, and what the hands then do is the answer."""

import queue
import time
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum

from hexlume.games import notation
from hexlume.games.pieces import EMPTY
from hexlume.sensing.layout import Layout
from hexlume.sensing.panel import panel_grid

from ..device.game_follower import GameWatch
from ..device.logger import Logger
from ..device.messages import Answer, Hello, Table
from ..device.resume import BoardReplies, carry_out, meet, set_up
from ..errors import LinkError, RecordError, SimulatorError, StoreUnavailableError
from ..game.events import START, BoardEvent, is_later
from ..game.record import FROM_PUZZLE, UNFINISHED
from ..game.state import GameState
from ..store.repository import Store
from .grading import grade, solution_sentence, task_sentence
from .puzzle import Puzzle

_LOOK_S = 0.2
_MOST_TOLD = 5000
_END_S = 10.0
"""How long to wait for the board when the last puzzle is taken off it."""


class Signal(Enum):
    """An input that is no typed line."""

    BOARD = "board"
    """The board reported something."""
    NO_MORE = "no more"
    """Nobody types any more."""


InputQueue = queue.SimpleQueue[str | Signal]
"""Typed lines and signals, in the order in which they came."""


class Quit(Exception):
    """The person wants no more."""


class PuzzleWatch(GameWatch):
    """Follows the board. A game that begins while one is expected is marked as a puzzle before anything is played."""

    def __init__(self, store: Store, inputs: InputQueue, say: Callable[[str], None]) -> None:
        super().__init__(store)
        self.replies = BoardReplies()
        self.inputs = inputs
        self._say = say
        self.running = ""
        """The game that the board played when it was met."""
        self.puzzle = ""
        """The game that a puzzle was set up as."""
        self.gone = False
        """Whether the board's port was lost."""
        self._expecting = False

    def expect(self) -> None:
        """The next game that begins is a puzzle."""
        self.puzzle, self._expecting = "", True

    def hello(self, board: Hello) -> None:
        """Note which game the board is playing."""
        self.running, self.gone = board.game, False
        super().hello(board)
        self.replies.hello(board)

    def lost(self, sentence: str) -> None:
        """Note that the board has gone."""
        self.gone = True
        super().lost(sentence)

    def committed(self, events: Iterable[BoardEvent]) -> None:
        """Mark the game that was expected, and follow it."""
        events = list(events)
        for event in events:
            if self._expecting and event.kind == START and self._is_new(event.game):
                self._expecting, self.puzzle = False, event.game
                self._mark()
        super().committed(events)
        self.inputs.put(Signal.BOARD)

    def table(self, table: Table) -> None:
        """Note how the table differs."""
        super().table(table)
        self.inputs.put(Signal.BOARD)

    def answer(self, answer: Answer) -> None:
        """Note what became of a command."""
        self.replies.answer(answer)
        self.inputs.put(Signal.BOARD)

    def _is_new(self, game: str) -> bool:
        """Return whether a game is none that the board's journal still tells of."""
        return not self.running or is_later(game, self.running)

    def _mark(self) -> None:
        try:
            self._store.mark_puzzle(self.puzzle)
        except StoreUnavailableError:
            # The store has just kept the event; whoever solves sees that the mark is missing when it ends.
            self._say("The store could not note that this is a puzzle.")


class PuzzleBoard:
    """One board on which one puzzle after another is set up and answered."""

    def __init__(
        self,
        store: Store,
        logger: Logger,
        watch: PuzzleWatch,
        say: Callable[[str], None],
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """``stopped`` tells that a simulated board has ended."""
        self._store = store
        self._logger = logger
        self._watch = watch
        self._say = say
        self._stopped = stopped
        self._puzzle: Puzzle | None = None
        self._typing = True
        self.panel = ""

    def meet(self) -> None:
        """Wait for the board; raises ``LinkError`` when it does not come, ``RecordError`` while a game is under way."""
        self.panel = meet(self._watch.replies).panel
        # What the board is playing is told event by event.
        for _ in range(_MOST_TOLD):
            if self.next_input() is None:
                break
        live = self._watch.live
        if live is not None and live.actions and live.ending.status == UNFINISHED:
            record = self._store.record(live.id)
            if record.source != FROM_PUZZLE:
                raise RecordError(
                    f"A game is under way on the board, game {record.id} of the store: end it, or begin a new one "
                    "there, before puzzles are set up."
                )
        # It would play the answer, or at least its own ideas of the refutation.
        carry_out(self._logger, self._watch.replies, "settings", opponent="person")

    def ask(self, puzzle: Puzzle, answered: Callable[[str, bool], None]) -> None:
        """Set a puzzle up and see it through; ``answered`` is told the first action and whether it is right.

        Raises ``Quit`` when the person wants no more, and what the logger ended with.
        """
        self._puzzle = puzzle
        self._watch.expect()
        try:
            set_up(self._logger, self._watch.replies, puzzle.position())
        except (LinkError, RecordError):
            self._puzzle = None
            raise
        self._say(f"{task_sentence(puzzle)} Set the position up as the lights ask, then act.")
        _Attempts(self, puzzle, answered).run()

    def end(self) -> None:
        """Take the last puzzle off the board: a game of the same kind is ready to begin there."""
        if self._puzzle is None:
            return
        puzzle, self._puzzle = self._puzzle, None
        # The board answers before what it has begun is in the store.
        self._wait(lambda: self.live is not None or self.begun_another)
        if not self._watch.puzzle:
            return
        self._store.mark_puzzle(self._watch.puzzle)
        if self.live is None:
            return
        game = {"rules": puzzle.rules, "size": puzzle.size, "options": dict(puzzle.options)}
        if self._logger.command("new", **game) is None:
            return
        self._wait(lambda: self.live is None)

    def tell(self, sentence: str) -> None:
        """Say a sentence, also on the page."""
        self._say(sentence)

    def next_input(self) -> str | Signal | None:
        """Return the next input, ``None`` if there is none for a moment; raises what ended the logger."""
        try:
            entered = self._watch.inputs.get(timeout=_LOOK_S)
        except queue.Empty:
            entered = None
        if self._logger.error is not None:
            raise self._logger.error
        if self._stopped():
            raise SimulatorError("The simulated board has stopped.")
        if entered is Signal.NO_MORE:
            self._typing = False
            return None
        return entered

    @property
    def typing(self) -> bool:
        """Whether somebody may still type."""
        return self._typing

    @property
    def live(self) -> GameState | None:
        """The puzzle's game as it stands on the board; ``None`` while that is another one."""
        live = self._watch.live
        return live if live is not None and live.id == self._watch.puzzle else None

    @property
    def begun_another(self) -> bool:
        """Whether the board has begun a game of its own after the puzzle was set up."""
        live, puzzle = self._watch.live, self._watch.puzzle
        return live is not None and bool(puzzle) and live.id != puzzle and is_later(live.id, puzzle)

    def back(self, actions: int) -> None:
        """Take the last actions back."""
        for _ in range(actions):
            carry_out(self._logger, self._watch.replies, "back")

    def play(self, action: str) -> bool:
        """Have the hands carry an action out; return whether the board takes it now."""
        try:
            carry_out(self._logger, self._watch.replies, "play", action=action)
        except RecordError:
            # Something on the table is still to be put right.
            return False
        return True

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
        """Wait for something a board that is there does in good time."""
        for _ in range(round(_END_S / _LOOK_S)):
            if until() or self._watch.gone:
                break
            time.sleep(_LOOK_S)


class _Attempts:
    """The attempts at one puzzle, until the person goes on."""

    def __init__(self, board: PuzzleBoard, puzzle: Puzzle, answered: Callable[[str, bool], None]) -> None:
        self._board = board
        self._puzzle = puzzle
        self._answered: Callable[[str, bool], None] | None = answered
        self._judged = self._right = False
        self._to_play: deque[str] = deque()
        self._played = 0

    def run(self) -> None:
        """See the puzzle through."""
        done = False
        while not done:
            entered = self._board.next_input()
            done = self._typed(entered.strip().lower()) if isinstance(entered, str) else self._look()

    def _look(self) -> bool:
        """Look at the board; return whether the puzzle is done with."""
        live = self._board.live
        if live is None:
            return self._another()
        actions = tuple(action.action for action in live.actions)
        before = len(self._puzzle.actions)
        if self._judged:
            if len(actions) <= before:
                return self._taken_back()
            if self._to_play and not live.differs and self._board.play(self._to_play[0]):
                self._to_play.popleft()
                self._played += 1
        elif len(actions) > before and actions[:before] == self._puzzle.actions:
            self._judge(actions[before])
            # Without a keyboard nobody could say that they go on.
            return self._right and not self._board.typing
        return False

    def _another(self) -> bool:
        """Return whether the puzzle is done with because the board plays another game by now."""
        if self._board.begun_another:
            if not self._judged:
                self._board.tell("Another game was begun on the board, so the puzzles end here.")
                raise Quit
            # After a game's end the table was cleared.
            return True
        return False

    def _judge(self, action: str) -> None:
        verdict = grade(self._puzzle, action)
        self._judged, self._right = True, verdict.right
        self._note(action, verdict.right)
        self._board.tell(verdict.sentence)
        if verdict.right:
            self._board.light(self._puzzle, action)
            self._board.tell("Enter, or back on the board: the next puzzle.")
        else:
            self._to_play = deque(verdict.refutation)
            self._board.tell("Back on the board, or t: try again. s: the solution. Enter: the next puzzle.")

    def _taken_back(self) -> bool:
        if self._right:
            return True
        self._judged, self._played = False, 0
        self._to_play.clear()
        self._board.tell(f"Try again. {task_sentence(self._puzzle)}")
        return False

    def _typed(self, words: str) -> bool:
        """Do what was typed; return whether the puzzle is done with."""
        if words in ("q", "quit"):
            raise Quit
        if words in ("", "n", "next"):
            return True
        if words in ("t", "try") and self._judged:
            self._back()
        elif words in ("s", "solution"):
            self._note("", False)
            self._board.tell(solution_sentence(self._puzzle))
        else:
            self._board.tell("Enter: the next puzzle. t: take back and try again. s: the solution. q: end.")
        return False

    def _back(self) -> None:
        live = self._board.live
        if live is not None:
            told = len(live.actions) - len(self._puzzle.actions)
            # The board may have played more than it has told by now.
            self._board.back(max(told, 1 + self._played))

    def _note(self, action: str, right: bool) -> None:
        """Tell the first answer, and only that."""
        if self._answered is not None:
            self._answered(action, right)
            self._answered = None
