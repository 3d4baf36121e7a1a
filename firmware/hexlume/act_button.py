"""The act button: what can be done without a disc, walked through by pressing and done by holding."""

from . import prompt
from .conclusion import NOTHING, RESIGN, Conclusion
from .games.contract import Game
from .legal import LegalActions

NOT_CHOSEN = -1


class ActButton:
    """What is on the act button: a legal action without a place, or a way to conclude the game (``conclusion``)."""

    def __init__(self, game: Game, legal: LegalActions) -> None:
        """Take the running game and its legal actions; nothing is chosen."""
        self.conclusion = Conclusion()
        self._game = game
        self._legal = legal
        self._at = NOT_CHOSEN

    def clear(self) -> None:
        """Take everything off it: the position has changed."""
        self._at = NOT_CHOSEN
        self.conclusion.drop()

    def press(self) -> None:
        """Walk on to the next legal action, in the order of their strings; after the last, none."""
        if self.conclusion.chosen:
            self.conclusion.walk()
        else:
            self._at = self._at + 1 if self._at + 1 < len(self.words()) else NOT_CHOSEN

    def words(self) -> list[str]:
        """Return the strings of the legal actions without a place, sorted; none while they are not all known."""
        if not self._legal.ready:
            return []
        return sorted([self._game.name(word) for word in self._legal.words])

    @property
    def action(self) -> str:
        """Return the action's string that is chosen, empty if none is."""
        words = self.words()
        return words[self._at] if NOT_CHOSEN < self._at < len(words) else NOTHING

    @property
    def chosen(self) -> str | None:
        """Return what holding it would do, in a word (docs/protocol.md), or ``None``."""
        return self.conclusion.chosen or self.action or None

    @property
    def cue(self) -> int:
        """Return the cue of its light."""
        if self.conclusion.chosen:
            return prompt.RESIGN_READY if self.conclusion.chosen == RESIGN else prompt.DRAW_READY
        if self._at != NOT_CHOSEN:
            return prompt.ACT_CHOSEN
        return prompt.ACT_READY if self._legal.words else prompt.NO_CUE
