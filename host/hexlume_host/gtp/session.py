"""The session: the state of one run of the engine between requests."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY

from .chooser import Chooser


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time control a controller announced: main time and byo-yomi period in seconds, stones a period."""

    main_s: int
    byo_yomi_s: int
    byo_yomi_stones: int


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a controller said a colour has left: seconds, and the stones to play in them, 0 in main time."""

    seconds: int
    stones: int


_ACTIONS_AHEAD = 0.6
_FEWEST_AHEAD = 8
_RESERVE_S = 0.05


@dataclass(slots=True)
class Session:
    """The running game, who chooses for ``genmove``, the time control, and whether ``quit`` was asked for.

    ``waiting`` returns whether another request has come.
    """

    game: Game
    chooser: Chooser
    time: TimeSettings | None = None
    left: dict[int, TimeLeft] = field(default_factory=dict)
    ended: bool = False
    waiting: Callable[[], bool] = lambda: False

    def seconds(self) -> float | None:
        """Return the time for the next action of the colour to act, ``None`` where no clock was announced.

        Main time is shared out among the actions that may still come.
        """
        left = self.left.get(self.game.to_move)
        if left is None and self.time is not None:
            left = TimeLeft(self.time.main_s, 0)
            if not self.time.main_s:
                left = TimeLeft(self.time.byo_yomi_s, self.time.byo_yomi_stones)
                if self.time.byo_yomi_s and not self.time.byo_yomi_stones:
                    # The protocol's way to say that there is no limit (section 4.2).
                    return None
        if left is None:
            return None
        if left.stones:
            return max(left.seconds / left.stones, _RESERVE_S)
        empty = sum(piece == EMPTY for piece in self.game.board)
        share = left.seconds / max(_FEWEST_AHEAD, _ACTIONS_AHEAD * empty)
        if self.time is not None and self.time.byo_yomi_stones:
            share = max(share, self.time.byo_yomi_s / self.time.byo_yomi_stones)
        return max(share, _RESERVE_S)
