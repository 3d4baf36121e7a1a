"""Game without rules: it takes every action, so that a match keeps the history of any game.

A board may play a game that this host does not know, and listing what was played must be quick.
"""

from typing import Any

from hexlume.games import notation
from hexlume.games.game import PLACING, Game
from hexlume.games.pieces import EMPTY

from .events import BoardEvent, StoredEvent

_WORDS = {text: notation.code(kind) for kind, text in enumerate(notation.TEXTS) if kind >= notation.SWAP}


class RecordedAction(int):
    """An action's code with the ``event`` that it stands in; a code without a place where it is no word (``swap``)."""

    event: BoardEvent | StoredEvent

    def __new__(cls, event: BoardEvent | StoredEvent) -> "RecordedAction":
        """Return the code of an ``action`` event."""
        code = super().__new__(cls, _WORDS.get(event.data["action"], 0))
        code.event = event
        return code

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordedAction, (self.event,)


class UnruledGame(Game):
    """A game whose actions are all legal, by either colour; its codes are ``RecordedAction``.

    ``seats_swapped`` says whether the players have exchanged their colours since the start (rule ACT-3).
    ``taken_back`` has a list for the start and for each action that stands: what was played and taken back after it.
    """

    def __init__(self) -> None:
        # Not the base class's: the board has no cells.
        self.board = bytearray()
        self.to_move, self.phase = EMPTY, PLACING
        self.outcome = self._concluded = None
        self.codes, self._undo = [], []
        self.seats_swapped = False
        self.taken_back: list[list[str]] = [[]]

    def why_not(self, action: int) -> str | None:
        """Forbid nothing."""
        return None

    def end(self, winner: int, reason: str) -> None:
        """End the game as its rules did after the last action, whatever ended it before.

        Without any action there is nothing that an undo takes back with the end: it then counts as concluded.
        """
        self._concluded = None if self.codes else (EMPTY, PLACING)
        self._finish(winner, reason)

    def conclude(self, winner: int, reason: str) -> None:
        """Conclude the game, whatever ended it before."""
        self.outcome = None
        super().conclude(winner, reason)

    def pop(self) -> int:
        """Take back the last action, and keep what it was."""
        code = super().pop()
        undone = self.taken_back.pop()
        if isinstance(code, RecordedAction):
            self.taken_back[-1] += [code.event.data["action"], *undone]
        return code

    def standing(self) -> list[BoardEvent | StoredEvent]:
        """Return the events of the actions that stand."""
        return [code.event for code in self.codes if isinstance(code, RecordedAction)]

    def _do(self, action: int) -> None:
        self.outcome = self._concluded = None
        self.seats_swapped ^= notation.swaps_seats(action)
        self.taken_back.append([])

    def _save(self) -> tuple[int, ...]:
        return (self.seats_swapped,)

    def _restore(self, state: tuple[int, ...]) -> None:
        self.seats_swapped = bool(state[0])
