"""The board's own opponent for games in which one placement may remove many stones: a search of threats.

Random games say little there. An action is worth the lead that it makes, less what the enemy could gain next: all of
the greatest threat, which may come true at once, and half of every other, since one action meets only one threat.
"""

from ..const import const
from ..games import notation
from ..games.game import NOTHING, PLACING, Game
from ..games.pieces import other
from .engine import Engine

if False:  # for type checkers only
    from typing import Any, Callable, Iterator

_GREATEST = const(8)
"""Threats of the position that are tried after every candidate."""
_CORNERED = const(8)
"""Legal actions of a player, at most, where the other's placement may leave it none: in 2,100 random games it had
up to 6, in 860 no more before an action of its own."""


class Threats(Engine):
    """Thinks about a position of a game that has a ``lead_after``.

    ``_values`` are the candidates' values, in stones. Those of candidates that were not tried take all threats for
    real; ``_hopes`` is how much more each may be worth, and decides which is tried next. ``_tried`` holds the
    candidates after which all that the enemy could do is known.
    """

    def __init__(
        self, game: Game, random: "Callable[[int], int]", now: "Callable[[], int]", level: int, evaluation: "Any"
    ) -> None:
        """Take what ``start`` takes, and the game's own ``evaluation``.

        Of that, ``lead`` and ``lead_after`` return by how much a colour is ahead, now and after an action, in stones;
        ``WON`` is the lead of who wins at once.
        """
        super().__init__(game, random, now, level, evaluation)
        self._values: dict[int, int] = {}
        self._hopes: dict[int, int] = {}
        self._tried: set[int] = set()
        self._threats: list[int] = []

    def _search(self) -> "Iterator[None]":
        game, evaluation, values = self._game, self._evaluation, self._values
        lead = evaluation.lead(game, self._me)
        for code in self._gather():
            if code != NOTHING:
                values[code] = evaluation.lead_after(game, code, lead)
            yield
        self._ready = True
        if len(values) == 1 or max(values.values()) == evaluation.WON or game.phase != PLACING:
            return
        yield from self._fear(lead)
        best = max(self._candidates, key=self._promise)
        while best not in self._tried:
            yield from self._try(best, max([self._promise(code) for code in self._candidates if code != best]))
            best = max(self._candidates, key=self._promise)

    def _fear(self, lead: int) -> "Iterator[None]":
        """Look at all that the enemy could do if it were its turn.

        The threats are subtracted from the candidates' values. A candidate on or next to a threat may meet them all.
        Where either player has few actions, any candidate may be what leaves one of them without, or saves it.
        """
        game = self._game
        replies, found = 0, []
        game.to_move = other(self._me)
        for code in game.iter_legal():
            if code != NOTHING:
                replies += 1
                gain = self._evaluation.lead_after(game, code, -lead) + lead
                if gain > 1:
                    found.append((gain, code))
            yield
        game.to_move = self._me
        found.sort(reverse=True)
        threatened, near = 0, set()
        for gain, code in found[:_GREATEST]:
            threatened += gain // 2 if threatened else gain
            self._threats.append(code)
            cell = notation.first(code)
            near.add(cell)
            near.update(game.grid.neighbours[cell])
        for code in self._candidates:
            self._values[code] -= threatened
            if min(replies, len(self._candidates)) <= _CORNERED:
                self._hopes[code] = self._evaluation.WON
            elif not notation.is_word(code) and notation.first(code) in near:
                self._hopes[code] = threatened

    def _try(self, action: int, second: int) -> "Iterator[None]":
        """Try a candidate with all that the enemy can do then, until another promises more: ``second``."""
        game, evaluation, values = self._game, self._evaluation, self._values
        self._hopes[action] = 0
        game.push(action)
        if game.outcome is not None:
            values[action] = evaluation.WON if game.outcome.winner == self._me else -evaluation.WON
            self._tried.add(action)
        else:
            before = evaluation.lead(game, game.to_move)
            yield
            values[action] = -before
            for code in self._replies():
                if code != NOTHING:
                    gain = evaluation.lead_after(game, code, before) - before
                    if len(self._candidates) <= _CORNERED:
                        # It may leave this player no action, which only playing it shows.
                        game.push(code)
                        if game.outcome is not None and game.outcome.winner == other(self._me):
                            gain = evaluation.WON - before
                        game.pop()
                    if gain > 1:
                        values[action] -= gain if values[action] == -before else gain // 2
                if self._promise(action) < second:
                    break
                yield
            else:
                self._tried.add(action)
        game.pop()

    def _replies(self) -> "Iterator[int]":
        """Yield the enemy's legal actions, those that it threatened first, ``NOTHING`` in between."""
        for code in self._threats:
            yield code if self._game.is_legal(code) else NOTHING
        for code in self._game.iter_legal():
            yield NOTHING if code in self._threats else code

    def _chance(self, code: int) -> int:
        # Among equal candidates, one that is fully tested comes first.
        return 2 * self._values[code] + (code in self._tried)

    def _promise(self, code: int) -> int:
        """Return the most that a candidate may be worth."""
        return self._chance(code) + 2 * self._hopes.get(code, 0)
