"""The act button: what can be done without a disc, walked through by pressing and done by holding.

It also ends a game before its rules do. A deliberate gesture (the back button held) puts ``RESIGN`` on it, and a press
walks on to ``DRAW``. A draw needs both players: once offered, ``AGREE`` is on the act button until the other player
holds it, or plays on.
"""

from ..const import const
from ..table import prompt

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.game import Game
    from ..table.legal import LegalActions

RESIGN = "resign"
DRAW = "draw"
AGREE = "agree"
_NOT_CHOSEN = const(-1)


class ActButton:
    """What is on the act button: a legal action without a place, or a way to conclude the game.

    ``conclusion`` is the latter (``RESIGN``, ``DRAW`` or ``AGREE``), empty if none is on it.
    """

    def __init__(self, game: "Game", legal_actions: "LegalActions", extra: list[str]) -> None:
        """Take the running game, its legal actions and words on offer besides; nothing is chosen."""
        self._game = game
        self._legal = legal_actions
        self._extra = extra
        self.clear()

    def clear(self) -> None:
        """Take everything off it: the position has changed."""
        self._at = _NOT_CHOSEN
        self.conclusion = ""

    def offer(self, conclusion: str) -> None:
        """Put a way to conclude the game on it; empty takes it off, which declines an offer."""
        self.conclusion = conclusion

    def press(self) -> None:
        """Walk on to the next legal action, in the order of their strings; after the last, none.

        After ``RESIGN`` comes ``DRAW``, after ``DRAW`` or ``AGREE`` no conclusion.
        """
        if self.conclusion:
            self.conclusion = DRAW if self.conclusion == RESIGN else ""
        else:
            self._at = self._at + 1 if self._at + 1 < len(self.words()) else _NOT_CHOSEN

    def words(self) -> list[str]:
        """Return the strings of the legal actions without a place, sorted; none while they are not all known.

        The extra words come last.
        """
        if not self._legal.ready:
            return []
        return sorted([self._game.name(word) for word in self._legal.words]) + self._extra

    @property
    def chosen(self) -> str | None:
        """Return what holding it would do, in a word (docs/protocol.md), or ``None``."""
        words = self.words()
        return self.conclusion or (words[self._at] if _NOT_CHOSEN < self._at < len(words) else None)

    @property
    def cue(self) -> int:
        """Return the cue of its light."""
        if self.conclusion:
            return prompt.RESIGN_READY if self.conclusion == RESIGN else prompt.DRAW_READY
        if self._at != _NOT_CHOSEN:
            return prompt.ACT_CHOSEN
        return prompt.ACT_READY if self._legal.words else prompt.NO_CUE
