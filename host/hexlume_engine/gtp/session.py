"""The session: the state of one run of the engine between requests."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY

from .chooser import EngineChooser, RandomChooser


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
    chooser: EngineChooser | RandomChooser
    time: TimeSettings | None = None
    left: dict[int, TimeLeft] = field(default_factory=dict)
    ended: bool = False
    waiting: Callable[[], bool] = lambda: False

    def seconds(self) -> float | None:
        """Return the time for the next action of the colour to act, ``None`` where no clock was announced.

        Main time is shared out among the actions that may still come.
        """
        left, time = self.left.get(self.game.to_move), self.time
        if left is None:
            # A period without stones is the protocol's way to say that there is no limit (section 4.2).
            if time is None or (not time.main_s and time.byo_yomi_s and not time.byo_yomi_stones):
                return None
            left = TimeLeft(time.main_s, 0) if time.main_s else TimeLeft(time.byo_yomi_s, time.byo_yomi_stones)
        if left.stones:
            return max(left.seconds / left.stones, _RESERVE_S)
        empty = sum(piece == EMPTY for piece in self.game.board)
        share = left.seconds / max(_FEWEST_AHEAD, _ACTIONS_AHEAD * empty)
        if time is not None and time.byo_yomi_stones:
            share = max(share, time.byo_yomi_s / time.byo_yomi_stones)
        return max(share, _RESERVE_S)
