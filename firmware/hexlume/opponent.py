"""The engine's part in a game: when it is its turn and what it plays; and, as a coach, what it advises."""

from . import notation
from .engine import Engine
from .games.contract import Game
from .layout import Layout
from .preferences import ENGINE_SECOND, PERSON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

ADVISED = 3
"""Actions that the coach advises, the best first."""


class Opponent:
    """Plays the engine's seat and coaches.

    ``seat`` (hexlume.preferences: ``PERSON`` ...) and ``coaches`` may be set at any time; ``advice`` holds the codes of
    the actions that are advised, the best first, and ``thinks`` tells whether a choice is being worked out.
    """

    def __init__(self, random: "Callable[[int], int]", now: "Callable[[], int]") -> None:
        """Take a source of random numbers below a limit and the board's time in ms."""
        self.seat = PERSON
        self.coaches = False
        self.advice: list[int] = []
        self._random = random
        self._now = now
        self._engine: Engine | None = None

    @property
    def thinks(self) -> bool:
        """Return whether an action is being worked out."""
        return self._engine is not None

    def forget(self) -> None:
        """Forget what was thought of a position that is no more."""
        self._engine = None
        self.advice = []

    def advised(self, layout: Layout) -> list[tuple[int, int]]:
        """Return where the advised actions begin: panel cells with their ranks (0: the best), the better ones last."""
        cells = []
        for rank in range(len(self.advice) - 1, -1, -1):
            if not notation.is_word(self.advice[rank]):
                cells.append((layout.to_panel[notation.first(self.advice[rank])], rank))
        return cells

    def is_due(self, game: Game) -> bool:
        """Return whether it is the engine's turn."""
        if self.seat == PERSON or game.result is not None:
            return False
        second = game.to_move != game.FIRST
        for code in game.codes:
            if notation.swaps_seats(code):
                second = not second
        return second == (self.seat == ENGINE_SECOND)

    def think(self, game: Game) -> int:
        """Do one pass's thinking about a position that stands still; return the action chosen, once it is."""
        if self._engine is None:
            self._engine = Engine(game, self._random, self._now)
        if not self._engine.think():
            return notation.NO_ACTION
        action = self._engine.action
        self._engine = None
        return action

    def coach(self, game: Game) -> bool:
        """Do one pass's thinking about what to advise; return whether ``advice`` is new."""
        if self.advice or not self.coaches or game.result is not None:
            return False
        if self._engine is None:
            self._engine = Engine(game, self._random, self._now)
        if not self._engine.think():
            return False
        self.advice = self._engine.best(ADVISED)
        self._engine = None
        return True
