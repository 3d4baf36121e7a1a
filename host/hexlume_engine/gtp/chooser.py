"""Choosers of what ``genmove`` plays: the engine, or chance."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from hexlume.games.game import Game
from hexlume_record.errors import HexlumeError
from hexlume_record.game.position import legal_texts

from ..search.factory import make_engine
from ..search.level import Level, Limit

if TYPE_CHECKING:
    from ..search.analysis import Analysis
    from ..search.engine import Engine

RESIGN = "resign"
"""What ``genmove`` answers instead of an action for a game that is lost (section 6.3.2 of the specification)."""

_HOPELESS = 0.03
_HOPELESS_TIMES = 3


class RandomChooser:
    """Chooses any legal action, all with the same chance; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, game: Game, seconds: float | None = None) -> str:
        """Return a legal action of a game that is not over."""
        return self._random.choice(legal_texts(game))


class EngineChooser:
    """Chooses by search. The engine is made when it is first used, which imports its packages.

    ``seconds`` is the time for an action where the controller set none; ``resigns`` whether a lost game is resigned.
    """

    def __init__(
        self,
        level: Level,
        seconds: float,
        resigns: bool = False,
        make: "Callable[[Level], Engine]" = make_engine,
    ) -> None:
        self._level = level
        self._seconds = seconds
        self._resigns = resigns
        self._make = make
        self._engine: Engine | None = None
        self._hopeless = 0

    def set_level(self, level: Level) -> None:
        """Play at another level from the next action on."""
        self._level = level
        if self._engine is not None:
            self._engine.level = level

    @property
    def engine(self) -> "Engine":
        """The engine; raises ``HexlumeError`` when the packages it needs are not installed."""
        if self._engine is None:
            try:
                self._engine = self._make(self._level)
            except HexlumeError as error:
                raise HexlumeError(f"{str(error).removesuffix('.')}, or play with --engine random.") from error
        return self._engine

    def choose(self, game: Game, seconds: float | None) -> str:
        """Return the best action found, or ``RESIGN``."""
        engine = self.engine
        action = engine.choose(game, Limit(self._seconds if seconds is None else seconds))
        if self._resigns and self._is_hopeless(engine.last):
            return RESIGN
        return game.name(action)

    def _is_hopeless(self, analysis: "Analysis | None") -> bool:
        """Return whether the game is lost for certain, or has seemed so for some actions."""
        if analysis is None:
            return False
        self._hopeless = self._hopeless + 1 if analysis.chance < _HOPELESS else 0
        return analysis.proven == "loss" or self._hopeless >= _HOPELESS_TIMES
