"""Elo difference of two players, from the games between them."""

import math
from dataclasses import dataclass

_Z95 = 1.959963984540054
_SCALE = 400.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of the points, and the difference in Elo points it stands for, each with its 95 % interval.

    Differences are infinite where a share is 0 or 1.
    """

    share: float
    share_low: float
    share_high: float
    elo: float
    elo_low: float
    elo_high: float


def estimate(wins: int, draws: int, losses: int) -> Estimate:
    """Return the estimate for a player's wins, draws and losses; there must be a game.

    The interval of the share is Wilson's (E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", 1927; recommended by Brown, Cai and DasGupta, "Interval estimation for a binomial proportion", 2001):
    it holds for few games and for shares of 0 and 1 too. A draw counts as half a win; it makes the true interval
    narrower, never wider. Elo's model turns shares into differences (A. E. Elo, "The rating of chessplayers, past and
    present", 1978).
    """
    games = wins + draws + losses
    share = (wins + draws / 2) / games
    low, high = wilson(share, games)
    return Estimate(share, low, high, elo(share), elo(low), elo(high))


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the ends of Wilson's 95 % interval for a share of ``games`` games."""
    spread = _Z95 * _Z95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z95 / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    # Rounding must not put a share of 0 or 1 outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def elo(share: float) -> float:
    """Return the difference in Elo points at which a player is expected to win this share of the points."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return _SCALE * math.log10(share / (1 - share))
