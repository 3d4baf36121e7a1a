"""The board's own opponent where one placement may remove many stones and random games tell little.

It values its actions by the lead that they make, less what the enemy could remove afterwards: all of the greatest
threat, which may come true at once, and half of every other, since only one can be met with every action.
"""

from array import array

from ..const import const
from ..games import notation
from ..games.game import NOTHING, PLACING
from ..games.pieces import other
from .engine import Engine, has_won, next_code

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    from ..games.game import Game

_GREATEST = const(8)
"""Threats of the position that are tried after every candidate."""
_MOST_THREATS = const(16)
"""Threats with those that candidates make."""
_CORNERED = const(8)
"""Legal actions of the enemy, at most, where one placement may leave it none: in 2,100 random games it had up to 6."""
_ALL = const(255)


class Threats(Engine):
    """Thinks about a position of a game that has a ``lead_after``.

    ``_work`` is what it does now: it gathers candidates, looks at what the enemy could do, and tests candidates;
    ``_tried`` is the candidate that is played meanwhile, or -1.
    ``_values`` are the candidates' values, in stones. Those of candidates that were not tried take all threats for
    real; ``_hopeful`` are those on or next to a threat, which may meet it, and all if one might leave the enemy no
    action: they are tried first, with ``_hope`` more. ``_tested`` counts the threats tried after a candidate, from 1,
    and is ``_ALL`` when all that the enemy could do is known.
    """

    def __init__(
        self, game: "Game", random: "Callable[[int], int]", now: "Callable[[], int]", level: int, evaluation: "Any"
    ) -> None:
        """Take what ``start`` takes, and the game's own ``evaluation``.

        Of that, ``lead`` and ``lead_after`` return by how much a colour is ahead, now and after an action, in stones;
        ``is_quiet`` whether an action removes nothing; ``WON`` is the lead of who wins at once.
        """
        super().__init__(game, random, now, level)
        self._evaluation = evaluation
        self._lead = evaluation.lead(game, self._me)
        self._values = array("h")
        self._threats: list[int] = []
        self._gains: list[int] = []
        self._replies = 0
        self._tried = -1
        self._work = self._gather

    def _step(self) -> None:
        self._work()

    def _gather(self) -> None:
        """Take the next legal action as a candidate, in random order."""
        code = next_code(self._legal)
        candidates, values = self._candidates, self._values
        if code is None:
            self._ready = True
            self._tested = bytearray(len(candidates))
            self._hopeful = bytearray(self._tested)
            if len(candidates) == 1 or max(values) == self._evaluation.WON or self._game.phase != PLACING:
                self._choose()
            else:
                self._game.to_move = other(self._me)
                self._legal = self._game.iter_legal()
                self._work = self._fear
        elif code != NOTHING:
            value = self._evaluation.lead_after(self._game, code, self._lead)
            at = self._random(len(candidates) + 1)
            candidates.append(code)
            values.append(value)
            candidates[-1], values[-1] = candidates[at], values[at]
            candidates[at], values[at] = code, value

    def _fear(self) -> None:
        """Look at the next thing that the enemy could do if it were its turn."""
        code = next_code(self._legal)
        if code is None:
            self._game.to_move = self._me
            self._expect()
            self._work = self._test
            return
        if code == NOTHING:
            return
        self._replies += 1
        if not self._evaluation.is_quiet(self._game, code):
            gain = self._evaluation.lead_after(self._game, code, -self._lead) + self._lead
            at = 0
            while at < len(self._gains) and self._gains[at] >= gain:
                at += 1
            if gain > 1 and at < _GREATEST:
                self._gains.insert(at, gain)
                self._threats.insert(at, code)
                del self._gains[_GREATEST:], self._threats[_GREATEST:]

    def _expect(self) -> None:
        """Take what is threatened off the candidates' values, and hope that those on or next to a threat meet all."""
        game, gains = self._game, self._gains
        near = bytearray(game.grid.cells)
        threatened = 0
        for at in range(len(gains)):
            threatened += gains[at] // 2 if at else gains[at]
            cell = notation.first(self._threats[at])
            near[cell] = 1
            for offset in game.grid.offsets[cell]:
                near[cell + offset] = 1
        cornered = self._replies <= _CORNERED
        self._hope = 2 * (self._evaluation.WON if cornered else threatened)
        for at in range(len(self._values)):
            self._values[at] -= threatened
            code = self._candidates[at]
            self._hopeful[at] = cornered or (not notation.is_word(code) and near[notation.first(code)])

    def _test(self) -> None:
        """Go on trying the most promising candidate, with threats first and then with all that the enemy can do."""
        game, tested, at = self._game, self._tested, self._tried
        if at < 0:
            self._pick()
        elif tested[at] <= len(self._threats):
            reply = self._threats[tested[at] - 1]
            tested[at] += 1
            if game.is_legal(reply):
                self._answer(reply)
        else:
            code = next_code(self._legal)
            if code is None:
                tested[at] = _ALL
                self._take_back()
            elif code != NOTHING and code not in self._threats and self._answer(code):
                if len(self._threats) < _MOST_THREATS:
                    self._threats.append(code)
                    tested[at] += 1
                else:
                    tested[at] = _ALL

    def _pick(self) -> None:
        """Try the candidate that may be best, or choose it if all is known of it."""
        game, tested = self._game, self._tested
        best, most, self._second = 0, -0x7FFF, -0x7FFF
        for at in range(len(tested)):
            value = self._chance(at)
            if self._hopeful[at]:
                value += self._hope
            if value > most:
                best, most, self._second = at, value, most
            elif value > self._second:
                self._second = value
        if tested[best] == _ALL:
            self._choose()
            return
        self._tried = best
        game.push(self._candidates[best])
        if game.result is not None:
            tested[best] = _ALL
            self._hopeful[best] = 0
            self._values[best] = self._evaluation.WON if has_won(game, self._me) else -self._evaluation.WON
            self._take_back()
            return
        self._before = self._evaluation.lead(game, game.to_move)
        if not tested[best]:
            tested[best] = 1
            self._hopeful[best] = 0
            self._values[best] = -self._before
        self._legal = game.iter_legal()
        if 2 * self._values[best] < self._second:
            self._take_back()

    def _answer(self, action: int) -> bool:
        """Take what a reply, just listed or allowed, removes off the candidate's value; return whether it does."""
        if self._evaluation.is_quiet(self._game, action):
            return False
        gain = self._evaluation.lead_after(self._game, action, self._before) - self._before
        if gain <= 1:
            return False
        at = self._tried
        self._values[at] -= gain if self._values[at] == -self._before else gain // 2
        if 2 * self._values[at] < self._second:
            self._take_back()
        return True

    def _take_back(self) -> None:
        """Go back to the position that is thought about."""
        self._game.pop()
        self._tried = -1

    def _chance(self, at: int) -> int:
        # Of those that seem as good, the one comes first of which all is known.
        return 2 * self._values[at] + (self._tested[at] == _ALL)
