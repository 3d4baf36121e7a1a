"""The engine's evaluation of one position of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from ..search.level import Limit
from ..search.value import CHANCE

CHOICES = 5
"""Best actions stored of a position."""
LONGEST_LINE = 12
"""Actions stored of a principal variation."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that could be played: the chance to win of who plays it (0 to 1, a draw counting half).

    ``proven`` is ``win``, ``loss`` or ``draw`` for that player where it is certain, else ``None``. ``line`` are the
    actions expected, itself the first, and ``visits`` the playouts through it.
    """

    action: str
    chance: float
    proven: str | None
    visits: int
    line: tuple[str, ...]

    def json(self) -> dict[str, Any]:
        """Return it as stored and as programs get it."""
        return {**asdict(self), "chance": round(self.chance, 4), "line": list(self.line)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Choice":
        """Return it from its ``json``."""
        return cls(data["action"], data["chance"], data["proven"], data["visits"], tuple(data["line"]))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The engine's evaluation of the position after ``ply`` actions of a line (``line_key``).

    ``colour`` is to act; ``choices`` are its best actions, the best first. ``seconds`` is what the engine was given,
    0 where it was given ``playouts``. ``proven`` is the position's result for ``colour`` where it is certain.
    """

    ply: int
    line: str
    colour: str
    proven: str | None
    choices: tuple[Choice, ...]
    playouts: int
    seconds: float

    @property
    def chance(self) -> float:
        """The chance to win of the colour to act, 0 to 1."""
        return CHANCE[self.proven] if self.proven else self.choices[0].chance

    def suffices(self, limit: Limit) -> bool:
        """Return whether nothing is to be gained by thinking again for that long."""
        if self.proven:
            return True
        if limit.seconds is not None and self.seconds >= limit.seconds:
            return True
        return limit.playouts is not None and self.playouts >= limit.playouts


def line_keys(actions: Sequence[str]) -> list[str]:
    """Return a key for the position after each number of actions, the start first.

    A game may be taken back and go on differently: what was found belongs to the actions that led there.
    """
    digest = sha256()
    keys = [digest.hexdigest()[:32]]
    for action in actions:
        digest.update(f"{action} ".encode())
        keys.append(digest.hexdigest()[:32])
    return keys
