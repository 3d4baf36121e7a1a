"""The engine's part in a game: when it is its turn and what it plays; and, as a coach, what it advises."""

from ..const import const
from ..games import notation

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from ..engine import Engine
    from ..games.game import Game
    from ..sensing.layout import Layout

PERSON = 0
ENGINE_SECOND = 1
ENGINE_FIRST = 2
"""Who plays: two people, or the engine in the second seat or the first (ACT-3)."""
_JUDGE_MS = const(6000)
"""For so long it is shown what was better than the last action."""
ADVISED = 3
"""Actions that the coach advises, the best first."""


class Opponent:
    """Plays the engine's seat and coaches.

    ``seat`` (``PERSON`` ...) and ``coaches`` may be set at any time; ``advice`` holds the codes of the actions that are
    advised, the best first. Those advised before the hands' last action, down to that action itself, are pointed at
    instead while the last action is ``judged``.
    """

    def __init__(self, random: "Callable[[int], int]", now: "Callable[[], int]") -> None:
        """Take a source of random numbers below a limit and the board's time in ms."""
        self.seat = PERSON
        self.coaches = False
        self.advice: list[int] = []
        self._better: list[int] = []
        self._judged_ms = 0
        self._random = random
        self._now = now
        self._engine: "Engine | None" = None

    def forget(self) -> None:
        """Forget what was thought of a position that is no more."""
        self._engine = None
        self.advice = []
        self._judged_ms = 0

    def note_better(self, action: int) -> None:
        """Keep of the advice what is better than the action that hands have played, down to that action."""
        advice = self.advice
        if action in advice:
            advice = advice[: advice.index(action) + 1]
        self._better = [code for code in advice if not notation.is_word(code)]

    def forget_better(self) -> None:
        """Forget what was better than the last action: it was taken back."""
        self._better = []

    @property
    def judged(self) -> bool:
        """Return whether what was better than the last action is pointed at."""
        return self._judged_ms > 0

    def judge(self, ms: int) -> bool:
        """Begin to point at what was better than the last action, if a coach knows it; return whether that is new."""
        if not (self.coaches and self._better) or self.judged:
            return False
        self._judged_ms = ms
        return True

    def stops_judging(self, ms: int) -> bool:
        """Return whether that has been pointed at for long enough; it ends then."""
        if not self.judged or ms - self._judged_ms < _JUDGE_MS:
            return False
        self._judged_ms = 0
        return True

    def advised(self, layout: "Layout") -> list[tuple[int, int]]:
        """Return where the advised actions begin: panel cells with their ranks (0: the best), the better ones last."""
        advice = self._better if self.judged else self.advice
        cells = []
        for rank in range(len(advice) - 1, -1, -1):
            if not notation.is_word(advice[rank]):
                cells.append((layout.to_panel[notation.first(advice[rank])], rank))
        return cells

    def is_due(self, game: "Game") -> bool:
        """Return whether it is the engine's turn."""
        if self.seat == PERSON or game.result is not None:
            return False
        second = game.to_move != game.FIRST
        # Only a game's second action can exchange the seats (SIB-7, ORC-7, DRO-11).
        if len(game.codes) > 1 and notation.swaps_seats(game.codes[1]):
            second = not second
        return second == (self.seat == ENGINE_SECOND)

    def think(self, game: "Game") -> int:
        """Do one pass's thinking about a position that stands still; return the action chosen, once it is."""
        engine = self._thought(game)
        return notation.NO_ACTION if engine is None else engine.action

    def coach(self, game: "Game") -> bool:
        """Do one pass's thinking about what to advise; return whether ``advice`` is new."""
        engine = self._thought(game)
        if engine is not None:
            self.advice = engine.best(ADVISED)
        return engine is not None

    def _thought(self, game: "Game") -> "Engine | None":
        """Do one pass's thinking; return the engine once it has chosen, and begin anew with the next pass."""
        engine = self._engine
        if engine is None:
            # Loaded when it first has to think: many boards are played by people only.
            from ..engine import start

            engine = self._engine = start(game, self._random, self._now)
        if not engine.think():
            return None
        self._engine = None
        return engine
