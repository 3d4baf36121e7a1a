"""The running game on the panel, and what hands, buttons and hosts do to it.

Ties the game to its referee, its legal actions, its record and the prompt.
"""

from .. import games
from ..const import const, elapsed
from ..games import game_clock, notation, outcome
from ..games.game import REPLACING
from ..games.grid import NO_CELL
from ..games.pieces import EMPTY, other
from ..hardware import sound
from ..journal.record import ABANDON, ACTION, UNDO
from ..output import led_cues
from ..table import legal, prompt, referee
from ..table.layout import Layout
from . import act_button, opponent, preferences, table_report

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from ..games.grid import HexGrid, SquareGrid
    from ..link.link import Link
    from ..sensing.sense import Sense
    from .game_log import GameLog
    from .lesson import Lesson

_REPLAYED = const(2)
"""Actions of a game that is taken up again, played in one pass of the loop."""
_MOST_QUEUED = const(2000)
_STILL_PLAYED = const("the actions that were sent are still being played")
_MOST_GAMES = const(0xFFFE)
"""Games of one start of the board: the journal has two bytes for a number, and for the one behind the last."""
_SLICES = const(15)
"""Slices of legal-action work in one pass of the loop."""
_THINKING_PASSES = const(50)
"""Passes of the loop for which legal actions are gathered before the state light says so."""
_REPORT_CLOCK_MS = const(1000)
"""Time in ms between two reports of a running clock to a host."""
_ROOM_CUES = (led_cues.NOT_KEPT, led_cues.FILLING, led_cues.LOSING)
"""The state LED's cues for the journal's room (``Journal.room``) while a host does not have everything."""


class GameSession:
    """The one game that is being played, ``game``, and its ``clock``, ``None`` without a time control.

    ``prompt`` holds what the lights should show of it, ``log`` writes it down, ``opponent`` plays the engine's seat,
    ``referee`` compares it with the table, ``act_button`` has what is done without a disc, and ``report`` tells a host
    how the table stands. ``lesson`` is what asks for it, if it is a lesson's. ``grid`` is the panel's.
    """

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        link: "Link",
        buzzer: sound.Buzzer,
        sense: "Sense",
        log: "GameLog",
        preferences: preferences.Preferences,
        random: "Callable[[int], int]",
        now: "Callable[[], int]",
        unfinished: "tuple[games.Game, game_clock.GameClock | None] | None" = None,
    ) -> None:
        """Take the panel's grid, the link, the buzzer, the sense with the pieces at rest on the panel and the cells
        whose sensors are not believed, the game log, the preferences, a source of random numbers below a limit, and the
        board's time in ms. ``unfinished`` is a game of before the power went, and its clock, to
        go on with.

        Raises ``ValueError`` if that game does not fit the panel.
        """
        self.grid = grid
        self.link = link
        self.buzzer = buzzer
        self.sense = sense
        self.log = log
        self.preferences = preferences
        self._clock_reported_ms = 0
        self._gathering = 0
        self._reported_version = 0
        self.report = table_report.TableReport(link)
        self.prompt = prompt.Prompt(grid.cells)
        self.opponent = opponent.Opponent(random, now, preferences)
        self._set_up(*(unfinished or (preferences.start(), game_clock.clock_for(preferences.time_control))))
        if unfinished is None:
            self._begin_record(now())
        # The power may have gone before the result was written down.
        log.result(now(), self.game)

    def begin(
        self, game: "games.Game", ms: int, time_control: str | None = None, lesson: "Lesson | None" = None
    ) -> None:
        """Give up the running game if it is not over and begin another, by ``time_control`` or the one preferred.

        It is ``lesson``'s, or ends the one that is running.

        Raises ``ValueError``, the running one untouched, if the new one does not fit the panel, the time control is
        invalid, or the board has begun too many games since its start: where hands began it, the board starts again.
        """
        if self.log.number >= _MOST_GAMES:
            raise ValueError("this board has begun %d games: switch it off and on for more" % _MOST_GAMES)
        clock = game_clock.clock_for(self.preferences.time_control if time_control is None else time_control)
        before = self.game
        self._set_up(game, clock, lesson)
        if before.result is None:
            self.log.add(ABANDON, ms)
        self._begin_record(ms)

    def _set_up(self, game: "games.Game", clock: "game_clock.GameClock | None", lesson: "Lesson | None" = None) -> None:
        layout = Layout(self.grid, game.grid)
        self.game = game
        self.clock = clock
        self.lesson = lesson
        self.opponent.forget_better()
        self.referee = referee.Referee(layout, game, self.sense.masked)
        self._legal = legal.LegalActions(
            game, layout, self.sense.masked, game.iter_legal if lesson is None else lesson.listed
        )
        self.act_button = act_button.ActButton(self, self._legal)
        self._queue: list[str] = []
        self.regather()

    def _begin_record(self, ms: int) -> None:
        self.log.begin(
            self.game,
            game_clock.NONE if self.clock is None else self.clock.control.text,
            ms,
            0 if self.lesson is None else self.lesson.step,
        )

    def regather(self) -> None:
        """Gather the legal actions anew, for another position or other masked sensors.

        The referee is not asked: a piece that changes with its cell's mask reaches it as any other, and so only while
        the table is played on.
        """
        self.opponent.forget()
        self._legal.restart()
        self.act_button.clear()

    def take_in(self, ms: int) -> None:
        """Follow the hands; a table cleared after the end goes on."""
        if self.game.result is None or any(self.sense.pieces):
            self.follow(ms)
        elif self.lesson is None:
            self.restart(ms)
        else:
            self.lesson.advance(ms)

    def follow(self, ms: int, asked: bool = False, settled: bool = False) -> None:
        """Take in the pieces at rest: actions, or disputes. What is ``asked`` of the hands is no mistake of theirs.

        ``settled``: the hands have rested, and an action counts even if it could be the beginning of another.
        Before all queued actions are played, the hands wait.
        """
        if self._queue:
            return
        closed = self.opponent.is_due(self.game) if self.lesson is None else self.lesson.closed
        wrong = self.referee.wrong
        played = self.referee.follow(self.sense.pieces, ms, closed, settled)
        if played:
            self._put_on_record(played, ms)
        elif self.referee.wrong > wrong and not asked:
            self.buzzer.play(sound.MUST_ANSWER if self.referee.choices else sound.DISPUTED)
        self.show()

    def work(self, ms: int) -> None:
        """Do this pass's share: take up a game, keep time, think, see a take-back, gather legal actions."""
        self.status()
        if self._reported_version != self.prompt.version:
            # Behind the lights: those for what the hands did come first.
            self._reported_version = self.prompt.version
            self.report.send(self)
        if self._queue:
            self._replay(ms)
            return
        if self.lesson is None:
            self._keep_time(ms)
            self._play_opponent(ms)
        else:
            self.lesson.work(ms)
        back = self.referee.back_due(ms)
        # In a lesson the lights ask for what was taken off; a disc that a legal action begins with may be held as long
        # as one likes.
        if back == referee.UNDECIDED:
            self.follow(ms, settled=True)
        elif (
            back
            and self.lesson is None
            and self._legal.ready
            and self.prompt.in_hand(self.referee, self._legal) == NO_CELL
        ):
            for _ in range(back):
                self.undo(ms)
            self.buzzer.play(sound.TAKEN_BACK)
            self.follow(ms)
        if self._legal.gather(_SLICES):
            self.show()
        self._gathering = 0 if self._legal.ready else self._gathering + 1

    def expected(self, cell: int) -> int:
        """Return the piece code that a panel cell should have: the game's, and none once the game is over."""
        return EMPTY if self.game.result is not None else self.referee.expected(cell)

    def pause(self, ms: int) -> None:
        """Stop the clock while nobody plays."""
        if self.clock is not None:
            self.clock.tick(ms)
            self.clock.pause()

    def status(self) -> None:
        """Bring the status LEDs up to date."""
        state = led_cues.ALL_WELL if self.link.kept else _ROOM_CUES[self.log.journal.room]
        if self.referee.disputed:
            state = led_cues.IN_DISPUTE
        elif self._is_engines_turn() or self._gathering > _THINKING_PASSES:
            state = led_cues.THINKING
        self.prompt.status(self.game, self.clock, self.act_button.cue, state)

    def _is_engines_turn(self) -> bool:
        return self.lesson is None and self.opponent.is_due(self.game)

    def after_menu(self, ms: int) -> None:
        """Go on after the menu was open; a disc it left behind is not an action."""
        self.referee.wait_for_agreement()
        if self.clock is not None and self.game.result is None:
            self.clock.tick(ms)
            self.clock.resume()
        self.take_in(ms)

    def take_back(self, ms: int, asks: bool = False) -> str | None:
        """Take back the last action, or what concluded the game; return ``None``, or one sentence why not.

        While resigning or a draw is on the act button, only that is taken off it. A lesson goes back to an earlier
        position by itself. Where it ``asks``, a coach first shows what was better than the action, if it knew.
        """
        if self.lesson is not None:
            self.lesson.back(ms)
            return None
        if self._queue:
            return _STILL_PLAYED
        if self.act_button.decline():
            return None
        if asks and self.game.result is None and self.opponent.judge(ms):
            self.show()
            return None
        if not self.game.codes and not self.game.concluded:
            return "there is no action to take back"
        self.undo(ms)
        while self.game.codes and self.opponent.is_due(self.game):
            # What the engine did is taken back with what it answered.
            self.undo(ms)
        self.referee.wait_for_agreement()
        self.follow(ms)
        return None

    def conclude(self, winner: int, reason: str, ms: int) -> None:
        """End the running game before its rules do: put it on record, stop its clock and sound its end."""
        self.game.conclude(winner, reason)
        self.pause(ms)
        self.log.result(ms, self.game)
        self.buzzer.play(sound.FINISHED)
        self.regather()
        self.follow(ms)

    def restart(self, ms: int) -> None:
        """Give the running game up and begin another of its kind, after a lesson the one that is preferred."""
        kind = self.game.NAME, self.game.size, self.game.options
        self.begin(games.start(*kind) if self.lesson is None else self.preferences.start(), ms)
        self.follow(ms)

    def take_up(self, actions: list[str]) -> str | None:
        """Queue actions to be played before the hands go on; return ``None``, or one sentence why not."""
        if not self.referee.waiting:
            return "this game has begun by hand already: start a new one with its actions"
        if len(self._queue) + len(actions) > _MOST_QUEUED:
            return "too many actions: send them in parts of at most %d" % _MOST_QUEUED
        self._queue += actions
        return None

    def _replay(self, ms: int) -> None:
        """Play some of the queued actions; one that is not legal ends it there."""
        for _ in range(min(_REPLAYED, len(self._queue))):
            colour = self.game.to_move
            try:
                action = self.game.push_text(self._queue.pop(0))
            except games.IllegalAction:
                self._queue = []
                break
            if self.clock is not None:
                # It stands still: it starts with the first action of the hands.
                self.clock.play(colour, self.game.to_move, notation.swaps_seats(action), game_clock.UNTIMED)
            self.log.add(ACTION, ms, action, colour)
            self.log.result(ms, self.game)
        if not self._queue:
            self.referee.wait_for_agreement()
            self.regather()
            self.follow(ms)

    def play_for_hands(self, name: str, ms: int) -> str | None:
        """Play any legal action; the lights then ask the hands to carry it out. Return ``None``, or why not.

        Of the referee's choices the hands have done it already.
        """
        if self._queue:
            return _STILL_PLAYED
        if self.referee.disputed and notation.parse(name, self.game.grid) not in self.referee.choices:
            return "the discs on the table differ from the game: put them right first"
        colour = self.game.to_move
        try:
            action = self.game.push_text(name)
        except games.IllegalAction as refusal:
            return str(refusal)
        self._put_on_record([(action, colour)], ms)
        self.referee.wait_for_agreement()
        self.follow(ms, True)
        return None

    def undo(self, ms: int) -> None:
        """Take back what concluded the game, or its last action."""
        if self.clock is not None:
            self.clock.tick(ms)
        self.clock = game_clock.take_back(self.game, self.clock)
        self.log.add(UNDO, ms)
        self.opponent.forget_better()
        self.regather()

    def _keep_time(self, ms: int) -> None:
        """Let the clock run on; it waits for what has to be carried out before the player to move can act."""
        clock = self.clock
        if clock is None:
            return
        clock.tick(ms, self.referee.waiting)
        if self.game.result is None and clock.flagged:
            self.conclude(other(clock.flagged), outcome.TIME, ms)
        elif clock.warn():
            self.buzzer.play(sound.TIME_IS_LOW)
        if not clock.paused and elapsed(self._clock_reported_ms, ms) >= _REPORT_CLOCK_MS:
            self._clock_reported_ms = ms
            self.report.send(self)

    def _play_opponent(self, ms: int) -> None:
        """Let the engine think once table and game agree: in its turn play what it chooses, else coach.

        A host's engine is asked first, if there is one; the board's own thinks if it does not answer in time.
        """
        opponent, game = self.opponent, self.game
        if opponent.ask(game, not self.referee.waiting and not self.referee.disputed, ms) or opponent.stops_judging(ms):
            self.show()
        engine = opponent.think(game, ms, self.link.patience)
        if engine is not None and opponent.is_due(game):
            self.play_for_hands(game.name(engine.action), ms)
        elif engine is not None:
            self.show()

    def show(self) -> None:
        """Have the prompt compose the lights anew."""
        advised = self.opponent.advised(self.referee.layout, self.referee.disputed)
        # The mark would hide a cell that a lesson asks for.
        last = self.lesson is None or self.lesson.closed
        quiet = self._is_engines_turn() or (self.preferences.hints < preferences.ALWAYS and self.lesson is None)
        legal_actions = self._legal if self._legal.ready else None
        # Of actions that the table fits equally well, all that they do, or what the chosen one does.
        game, chosen = self.game, self.act_button.chosen
        asked = [
            pair
            for code in self.referee.choices
            if not chosen or game.name(code) == chosen
            for pair in game.hand_work(code)
        ]
        self.prompt.compose(self.referee, legal_actions, self.sense.masked, advised, quiet, last, asked)

    def _put_on_record(self, actions: list[tuple[int, int]], ms: int) -> None:
        if self.opponent.asks != opponent.PLAY:
            # No turn of the engine's: the back button may judge it.
            self.opponent.note_better(actions[0][0])
        for at in range(len(actions)):
            action, colour = actions[at]
            to_move = actions[at + 1][1] if at + 1 < len(actions) else self.game.to_move
            left = game_clock.UNTIMED
            if self.clock is not None:
                self.clock.tick(ms)
                left = self.clock.play(colour, to_move, notation.swaps_seats(action))
            self.log.add(ACTION, ms, action, colour, left)
        self.log.result(ms, self.game)
        self.buzzer.play(_tune(self.game, actions[-1][0]))
        self.regather()
        if self.lesson is not None:
            self.lesson.judge(actions, ms)


def _tune(game: "games.Game", action: int) -> int:
    """Return the tune of an action that was just played."""
    if game.result is not None:
        return sound.FINISHED
    if game.phase == REPLACING:
        return sound.MUST_ANSWER
    what = notation.kind(action)
    if what == notation.REPLACE:
        return sound.TURNED_OVER
    gone = [after for _, _, after in game.changes()].count(EMPTY)
    # The cell that a step leaves is not captured.
    return sound.CAPTURED if what == notation.CAPTURE or gone > (what == notation.STEP) else sound.ACCEPTED
