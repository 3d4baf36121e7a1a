"""The act button: what can be done without a disc, walked through by pressing and done by holding."""

from ..const import const
from ..table import prompt
from .resign_draw import Conclusion

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.game import Game
    from ..table.legal import LegalActions

_NOT_CHOSEN = const(-1)


class ActButton:
    """What is on the act button: a legal action without a place, or a way to conclude the game.

    ``conclusion`` is there while it is the latter.
    """

    def __init__(self, game: "Game", legal_actions: "LegalActions", extra: "tuple[str, ...]" = ()) -> None:
        """Take the running game, its legal actions and words on offer besides; nothing is chosen."""
        self.conclusion: "Conclusion | None" = None
        self._game = game
        self._legal = legal_actions
        self._extra = extra
        self._at = _NOT_CHOSEN

    def clear(self) -> None:
        """Take everything off it: the position has changed."""
        self._at = _NOT_CHOSEN
        self.drop_conclusion()

    def open_conclusion(self) -> None:
        """Put resigning on it."""
        self.conclusion = Conclusion()

    def drop_conclusion(self) -> None:
        """Take resigning, or a draw, off it; an offer that is open is declined."""
        self.conclusion = None

    def press(self) -> None:
        """Walk on to the next legal action, in the order of their strings; after the last, none."""
        if self.conclusion is not None:
            self.conclusion.walk()
            if not self.conclusion.chosen:
                self.drop_conclusion()
        else:
            self._at = self._at + 1 if self._at + 1 < len(self.words()) else _NOT_CHOSEN

    def words(self) -> list[str]:
        """Return the strings of the legal actions without a place, sorted; none while they are not all known.

        The extra words come last.
        """
        if not self._legal.ready:
            return []
        return sorted([self._game.name(word) for word in self._legal.words]) + list(self._extra)

    @property
    def action(self) -> str:
        """Return the action's string that is chosen, empty if none is."""
        words = self.words()
        return words[self._at] if _NOT_CHOSEN < self._at < len(words) else ""

    @property
    def chosen(self) -> str | None:
        """Return what holding it would do, in a word (docs/protocol.md), or ``None``."""
        return (self.action if self.conclusion is None else self.conclusion.chosen) or None

    @property
    def cue(self) -> int:
        """Return the cue of its light."""
        if self.conclusion is not None:
            return prompt.RESIGN_READY if self.conclusion.resigns else prompt.DRAW_READY
        if self._at != _NOT_CHOSEN:
            return prompt.ACT_CHOSEN
        return prompt.ACT_READY if self._legal.words else prompt.NO_CUE
