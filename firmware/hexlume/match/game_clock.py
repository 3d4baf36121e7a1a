"""Time controls and the game clock.

The turn passes by the position, not by a lever: the clock gets whose turn each action leaves. A game's events have
what their colour has left, so that its clock follows from them alone; ``tick`` measures only what passes between two.
All times are whole milliseconds.
"""

from ..const import const, elapsed
from ..games.grid import number
from ..games.pieces import BLACK, COLOURS, EMPTY, WHITE, other

NONE = "none"
FISCHER = "fischer"
DELAY = "delay"
BYOYOMI = "byoyomi"

RUNNING = -1
"""What a colour has left: as the clock says. The game is being played."""
UNTIMED = -2
"""Not known, and the clock stands: the action was taken up, or an older firmware wrote it."""
LOW_MS = 30000
"""Time in reserve, in ms, from which on it is low; with a short control, a quarter of what there was."""
_LAST_SECONDS = const(10)
"""Seconds at the end, of a byo-yomi period too, that are counted aloud."""

_MOST_BASE_S = const(86400)
_MOST_STEP_S = const(600)
MOST_PERIODS = const(99)
MOST_MS = (1 << 29) - 1
"""Increments add up to no more than this, about six days: a small integer on every chip."""

_HOW = const("name one like none, fischer 300+5, delay 300+3 or byoyomi 600+3x30")


class TimeControlError(ValueError):
    """A time control that cannot be used; the text says why."""


class TimeControl:
    """How much time each player has.

    ``kind`` is ``NONE``, ``FISCHER`` (``step_ms`` is added after every turn), ``DELAY`` (the first ``step_ms`` of
    every turn are free) or ``BYOYOMI`` (after ``base_ms``, ``periods`` of ``step_ms``; a turn made within a
    period leaves it whole). ``reserve_ms`` is the time that a player has in all at the start, ``increment_ms`` what is
    added after every turn, ``delay_ms`` how long every turn is free.
    """

    def __init__(self, text: str) -> None:
        """Read a time control's text (seconds); raises ``TimeControlError`` if it is invalid."""
        self.text = text
        self.kind, _, rest = text.partition(" ")
        self.base_ms = self.step_ms = self.periods = 0
        if self.kind != NONE or rest:
            base, plus, step = rest.partition("+")
            if self.kind not in (FISCHER, DELAY, BYOYOMI) or not plus:
                raise TimeControlError("'%s' is no time control: %s" % (text[:40], _HOW))
            if self.kind == BYOYOMI:
                count, _, step = step.partition("x")
                self.periods = self._number(count, 1, MOST_PERIODS, "has %d to %d periods")
            self.base_ms = 1000 * self._number(
                base, int(self.kind != BYOYOMI), _MOST_BASE_S, "begins with %d to %d seconds"
            )
            self.step_ms = 1000 * self._number(
                step, int(self.kind != FISCHER), _MOST_STEP_S, "goes on with %d to %d seconds"
            )
        self.reserve_ms = self.base_ms + self.periods * self.step_ms
        self.increment_ms = self.step_ms if self.kind == FISCHER else 0
        self.delay_ms = self.step_ms if self.kind == DELAY else 0

    def _number(self, text: str, least: int, most: int, words: str) -> int:
        # The longest number has five digits.
        value = number(text, 5)
        if not least <= value <= most:
            raise TimeControlError("%s %s, not '%s'" % (self.kind, words % (least, most), text[:40]))
        return value


class GameClock:
    """The time of the two players of one game.

    It stands until the first action, and at a pause until it is resumed or the next action. Time belongs to the
    player, not to the colour: a swap (ACT-3) exchanges it. ``running`` is the colour whose turn it is, ``EMPTY``
    before the first action and after the end; ``paused`` whether the clock stands, for the menu, say.
    """

    def __init__(self, control: TimeControl) -> None:
        """Give each player the whole time of a control other than ``NONE``."""
        self.control = control
        self.running = EMPTY
        self.paused = True
        self._ms = self._heard = 0
        self._waiting = False
        # All of a player's time, periods too, by the colour that the player has now; of nobody, for ``EMPTY``.
        self._left = [RUNNING, control.reserve_ms, control.reserve_ms]
        self._delay = control.delay_ms
        # What a take-back restores, for every ply: how things stood when it began.
        self._begun: "list[tuple[int, ...]]" = []
        self._begin_ply()

    def tick(self, ms: int, waiting: bool = False) -> None:
        """Take the board's time; the player to move is charged for what has passed since it was last told.

        ``waiting``: they have been carrying out another's action (the engine's, a capture), so their clock stands.
        """
        passed = elapsed(self._ms, ms)
        self._ms = ms
        self._waiting = waiting
        if waiting or self.paused or self.running == EMPTY or self.flagged:
            return
        free = min(self._delay, passed)
        self._delay -= free
        self._left[self.running] = max(0, self._left[self.running] - (passed - free))

    def play(self, colour: int, to_move: int, swaps: bool = False, left: int = RUNNING) -> int:
        """Take an action: the colour that acted and the one to act now (``EMPTY`` at the end). Return what it has left.

        ``swaps``: it exchanged the seats (``swap``, ``take=black``). When the turn has passed to the other player, the
        one who acted gets the increment or a whole period. The first action starts the clock, unless it is ``UNTIMED``.
        ``left`` is what the colour has after it, or ``RUNNING``: what the clock says.
        """
        if left != UNTIMED or self.running != EMPTY:
            self.running = to_move
        if left == UNTIMED:
            # What has passed since the last event is nobody's.
            _, self._delay, self._left[WHITE], self._left[BLACK] = self._begun[-1]
        if swaps:
            self._left[WHITE], self._left[BLACK] = self._left[BLACK], self._left[WHITE]
            colour = other(colour)
        if left != UNTIMED:
            self.paused = False
            if to_move in (EMPTY, colour):
                left = self._charge(colour, left)
            else:
                self._delay = self.control.delay_ms
                self._left[colour] = self._left_after_turn(colour) if left == RUNNING else left
                left = self._left[colour]
        self._begin_ply()
        return left

    def stop(self, colour: int, left: int = RUNNING) -> int:
        """Stop at the game's end; return what the colour to move has left: ``left``, or by ``RUNNING`` what it says."""
        self.paused = True
        return left if left == UNTIMED else self._charge(colour, left)

    def _charge(self, colour: int, left: int) -> int:
        """Let a player have ``left`` in this turn, what is free of it included; return that."""
        if left >= 0:
            self._delay = max(0, min(self._delay, left - self._left[colour]))
            self._left[colour] = left - self._delay
        return self._left[colour] + self._delay

    def take_back(self) -> None:
        """Take the last action back: both players have again what they had when it was their turn before it."""
        self._begun.pop()
        self.running, self._delay, self._left[WHITE], self._left[BLACK] = self._begun[-1]
        self.paused = self.paused or self.running == EMPTY
        self._heard = self._stage()

    def resume(self) -> None:
        """Let the clock go on after a pause, from the last ``tick`` on; before the first action it still stands."""
        self.paused = self.running == EMPTY

    def remaining(self, colour: int) -> int:
        """Return a colour's time in ms, in byo-yomi that of its present period."""
        return self._left[colour] - self.periods(colour) * self.control.step_ms

    def periods(self, colour: int) -> int:
        """Return how many whole periods a colour has besides its remaining time."""
        left, control = self._left[colour], self.control
        return min(control.periods, max(0, left - 1) // (control.step_ms or 1))

    @property
    def flagged(self) -> int:
        """Return the colour whose time is over, else ``EMPTY``; the clock stands from then on."""
        return self._left.index(0) if 0 in self._left else EMPTY

    def low(self, colour: int) -> bool:
        """Return whether a colour's time is low: to be shown, and to be heard by ``warn``."""
        return self._left[colour] <= min(LOW_MS, self.control.reserve_ms // 4)

    def share(self, colour: int, count: int) -> int:
        """Return how many of ``count`` equal parts of the time at the start a colour still has, rounded up."""
        # In seconds: a product of milliseconds may be too large for a small integer.
        left_s, whole_s = (self._left[colour] + 999) // 1000, self.control.reserve_ms // 1000
        return min(count, (left_s * count + whole_s - 1) // whole_s)

    def warn(self) -> bool:
        """Return, once each, that the time got low, a period was used up, or one of the last seconds began."""
        heard = self._heard
        self._heard = self._stage()
        return self._heard < heard

    def report(self) -> "dict[str, str | int | None]":
        """Return the clock for a host: its control, each colour's time and periods, and whose clock runs.

        None runs while the clock stands or waits.
        """
        return {
            "control": self.control.text,
            "white": self.remaining(WHITE),
            "black": self.remaining(BLACK),
            "white_periods": self.periods(WHITE),
            "black_periods": self.periods(BLACK),
            "running": None if self.paused or self._waiting or self.flagged else COLOURS[self.running] or None,
            "flagged": COLOURS[self.flagged] or None,
        }

    def _left_after_turn(self, colour: int) -> int:
        """Return what a player has after a turn ended in time, with the increment, or the whole period."""
        left, control = self._left[colour], self.control
        if 0 < left <= control.periods * control.step_ms:
            left += -left % control.step_ms
        return min(MOST_MS, left + control.increment_ms) if left else 0

    def _begin_ply(self) -> None:
        """Keep how things stand, for a take-back."""
        # Makes room for a few more, where append would double it: in a full heap there is none.
        self._begun.extend([(self.running, self._delay, self._left[WHITE], self._left[BLACK])])
        self._heard = self._stage()

    def _stage(self) -> int:
        """Return a number that falls whenever there is something to warn of."""
        if self.running == EMPTY:
            return 0
        seconds = (self.remaining(self.running) + 999) // 1000
        if seconds > _LAST_SECONDS:
            seconds = _LAST_SECONDS + (1 if self.low(self.running) else 2)
        return self.periods(self.running) << 4 | seconds
