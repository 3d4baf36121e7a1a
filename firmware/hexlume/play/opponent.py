"""The engine's part in a game: when it is its turn and what it plays; and, as a coach, what it advises."""

from ..const import const, elapsed
from ..games import notation
from . import preferences

if False:  # for type checkers only
    from typing import Callable

    from ..engine import Engine
    from ..games.game import Game
    from ..table.layout import Layout

PLAY = "play"
_SUGGEST = const("suggest")
"""What an engine is asked for: the command with which a host's engine answers (docs/protocol.md)."""
_JUDGE_MS = const(6000)
"""Time in ms for which the better actions are shown."""
ADVISED = 3
"""Actions that the coach advises, the best first."""


class Opponent:
    """Plays the engine's seat and coaches, as the players prefer.

    ``advice`` holds the codes of the actions that are advised, the best first. Those advised before the hands' last
    action, down to that action itself, are ``better``, and pointed at instead after ``judge``. ``pointed`` are panel
    cells with ranks from 0 that a host points at. ``asks`` is the command wanted from an engine, or ``None``.
    """

    def __init__(
        self,
        random: "Callable[[int], int]",
        now: "Callable[[], int]",
        preferences: "preferences.Preferences",
        plays: bool = True,
    ) -> None:
        """Take a source of random numbers below a limit, the board's time in ms, the preferences, and whether there is
        a seat for it."""
        self._preferences = preferences
        self._random = random
        self._now = now
        self._plays = plays
        self.better: list[int] = []
        self.forget()

    def forget(self) -> None:
        """Forget all about the last position."""
        self._engine: "Engine | None" = None
        self.asks: str | None = None
        self.advice: list[int] = []
        self.pointed: list[tuple[int, int]] = []
        self._asked_ms = self._judged_ms = 0

    def judge(self, ms: int) -> bool:
        """Begin to point at what was better than the last action, if a coach knows it; return whether that is new."""
        if self._preferences.hints != preferences.COACH or not self.better or self._judged_ms:
            return False
        # 0 stands for none.
        self._judged_ms = ms or 1
        return True

    def advised(self, layout: "Layout", disputed: int) -> list[tuple[int, int]]:
        """Return what is pointed at: panel cells with ranks (0: the best), the better of the advised actions last.

        With cells in dispute there is no advice, but an answer to a press of back.
        """
        if disputed and not self._judged_ms:
            return []
        advice = self.better if self._judged_ms else self.advice
        return [
            (layout.to_panel[notation.first(advice[rank])], rank)
            for rank in range(len(advice) - 1, -1, -1)
            if not notation.is_word(advice[rank])
        ] + self.pointed

    def is_due(self, game: "Game") -> bool:
        """Return whether it is the engine's turn."""
        seat = self._preferences.opponent
        if not self._plays or seat == preferences.PERSON or game.result is not None:
            return False
        second = game.to_move != game.FIRST
        # Only a game's second action can exchange the seats (SIB-7, ORC-7, DRO-11).
        if len(game.codes) > 1 and notation.swaps_seats(game.codes[1]):
            second = not second
        return second == (seat == preferences.ENGINE_SECOND)

    def ask(self, game: "Game", agrees: bool, ms: int) -> bool:
        """Want a command from an engine once table and game agree, or none; return whether that is new.

        Also end what ``judge`` began, after a while: that is new, too.
        """
        ends = self._judged_ms != 0 and elapsed(self._judged_ms, ms) >= _JUDGE_MS
        if ends:
            self._judged_ms = 0
        wanted = None
        if agrees and self.is_due(game):
            wanted = PLAY
        elif agrees and self._preferences.hints == preferences.COACH and not self.advice and game.result is None:
            wanted = _SUGGEST
        if wanted == self.asks:
            return ends
        self.asks = wanted
        self._asked_ms = ms
        return True

    def think(self, game: "Game", ms: int, patience: int) -> "Engine | None":
        """Do one pass's thinking about a position that stands still; return the engine once it has chosen.

        A host's engine has ``patience`` ms to answer first. Out of its turn it is what the coach then advises.
        """
        if self.asks is None or elapsed(self._asked_ms, ms) < patience:
            return None
        engine = self._engine
        if engine is None:
            # Loaded when it first has to think: many boards are played by people only.
            from ..engine import start

            level = self._preferences.level if self.is_due(game) else preferences.STRONG
            engine = self._engine = start(game, self._random, self._now, level)
        if not engine.think():
            return None
        self._engine = None
        if not self.is_due(game):
            self.advice = engine.best(ADVISED)
        return engine
