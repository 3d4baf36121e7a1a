"""The running game on the panel, and what hands, buttons and hosts do to it.

Ties the game to its referee, its legal actions, its record and the prompt.
"""

from .. import games
from ..const import const
from ..games import notation
from ..games.game import REPLACING
from ..games.game_clock import NONE, clock_for
from ..games.grid import NO_CELL
from ..games.outcome import TIME
from ..games.pieces import EMPTY, other
from ..output import sound
from ..sensing.layout import Layout
from ..table import prompt
from ..table.legal import LegalActions
from ..table.referee import Referee
from .act_button import ActButton
from .opponent import Opponent
from .resign_draw import conclude
from .table_report import TableReport

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from ..games.game import Game
    from ..games.game_clock import GameClock
    from ..games.grid import HexGrid, SquareGrid
    from ..link.link import Link
    from .game_log import GameLog

_REPLAYED = const(2)
"""Actions of a game that is taken up again, played in one pass of the loop."""
_MOST_QUEUED = const(2000)
_SLICES = const(30)
"""Slices of legal-action work in one pass of the loop."""
_THINKING_PASSES = const(25)
"""Passes of the loop for which legal actions are gathered before the state light says so."""
_TELL_CLOCK_MS = const(1000)
"""While a clock runs a host is told so often how it stands."""
_ROOM_CUES = (prompt.NOT_KEPT, prompt.FILLING, prompt.LOSING)
"""The state LED's cues for the journal's room (``journal.FINE`` ...) while a host does not have everything."""


class GameSession:
    """The one game that is being played, ``game``, and its ``clock``, ``None`` without a time control.

    ``prompt`` holds what the lights should show of it; ``time_control`` is the text (hexlume.games.game_clock) by which
    the next game is played unless a host names another; ``opponent`` plays the engine's seat, and ``report``
    tells the host how the table stands. ``grid`` is the panel's, and ``pointed`` are its cells with ranks from 0 that a
    host has lit until the position changes.
    """

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        link: "Link",
        buzzer: sound.Buzzer,
        masked: bytearray,
        log: "GameLog",
        first: "Game",
        time_control: str,
        random: "Callable[[int], int]",
        now: "Callable[[], int]",
        unfinished: "tuple[Game, GameClock | None] | None" = None,
    ) -> None:
        """Take the panel's grid, the link, the buzzer, the panel cells whose sensors are not believed (kept up to date
        by their owner), the game log, the first game and its time control's text, a source of random numbers below
        a limit, and the board's time in ms. ``unfinished`` is a game of before the power went, and its clock: it goes
        on instead of the first one.

        Raises ``ValueError`` if that game does not fit the panel.
        """
        self.grid = grid
        self.link = link
        self._buzzer = buzzer
        self._masked = masked
        self._log = log
        self.report = TableReport(link)
        self._wrong = 0
        self._told_ms = 0
        self._stood = False
        self._room = 0
        self._gathering = 0
        self._followed = False
        self.prompt = prompt.Prompt(grid.cells)
        self.time_control = time_control
        self.opponent = Opponent(random, now)
        if unfinished is not None:
            game, clock = unfinished
            self._set_up(game, Layout(grid, game.grid), clock)
            if game.result is not None:
                # The power went before the result was written down.
                self._stood = True
                log.result(now(), game)
        else:
            self._set_up(first, Layout(grid, first.grid), clock_for(time_control))
            self._begin_record(now())

    def begin(self, game: "Game", ms: int, time_control: str | None = None) -> None:
        """Give up the running game if it is not over and begin another, by ``time_control`` or the one chosen.

        Raises ``ValueError``, the running one untouched, if the new one does not fit the panel or the time control is
        invalid.
        """
        layout = Layout(self.grid, game.grid)
        clock = clock_for(self.time_control if time_control is None else time_control)
        if self.game.result is None:
            self._log.abandon(ms)
        self._set_up(game, layout, clock)
        self._begin_record(ms)

    @property
    def begun(self) -> bool:
        """Return whether an action of the running game stands."""
        return bool(self.game.codes)

    @property
    def events(self) -> int:
        """Return how many events of the running game are on record."""
        return self._log.events

    @property
    def disputed(self) -> bool:
        """Return whether the table differs from the game."""
        return self._referee.disputed > 0

    def _set_up(self, game: "Game", layout: Layout, clock: "GameClock | None") -> None:
        self.game = game
        self.clock = clock
        self.opponent.forget()
        self.opponent.forget_better()
        self.report.begin()
        self._referee = Referee(layout, game)
        self._legal = LegalActions(game, layout, self._masked)
        self._act_button = ActButton(game, self._legal)
        self.pointed: list[tuple[int, int]] = []
        self._queue: list[str] = []

    def _begin_record(self, ms: int) -> None:
        self._log.begin(self.game, NONE if self.clock is None else self.clock.control.text, ms)

    def follow(self, pieces: bytearray, ms: int) -> None:
        """Take in a change of the pieces at rest: actions, disputes, or a table cleared after the end."""
        stood, self._stood = self._stood, any(pieces)
        if self.game.result is not None and stood and not self._stood:
            self._begin_again(ms)
        self._followed = True
        played = self._referee.follow(pieces, ms)
        if played:
            self._put_on_record(played, ms)
            self._regather()
        elif self._referee.wrong > self._wrong:
            self._buzzer.play(sound.DISPUTED)
        self._wrong = self._referee.wrong
        self.show()
        self._tell()

    def work(self, pieces: bytearray, ms: int) -> None:
        """Do this pass's share: gather legal actions and show them once they are known; understand a take-back; take
        up a game again."""
        if self._room != self._log.room:
            self._room = self._log.room
            self._tell()
        if self._queue:
            self._replay(pieces, ms)
            return
        self._keep_time(ms)
        self._play_opponent(pieces, ms)
        back = self._referee.back_due(ms)
        # A disc that a legal action begins with may be held as long as one likes.
        if back and self._legal.ready and self.prompt.in_hand(self._referee, self._legal) == NO_CELL:
            for _ in range(back):
                self._undo(ms)
            self._buzzer.play(sound.TAKEN_BACK)
            self.follow(pieces, ms)
        if self._followed:
            # The lights for what the hands did have taken this pass's time.
            self._followed = False
        elif self._legal.gather(_SLICES):
            self.show()
            self._tell()
        self._gathering = 0 if self._legal.ready else self._gathering + 1

    def expected(self, panel_cell: int) -> int:
        """Return the piece code that a panel cell should have: the game's, and none once the game is over."""
        return EMPTY if self.game.result is not None else self._referee.expected(panel_cell)

    def masks_changed(self) -> None:
        """Gather the legal actions anew: which of them the act button plays depends on the masked sensors.

        The referee is not asked. A piece that changes with its cell's mask reaches it as any other, and so only while
        the table is played on: not while the menu is open, for one.
        """
        self._regather()

    def pause(self, ms: int) -> None:
        """Stop the clock while nobody plays."""
        if self.clock is not None:
            self.clock.pause(ms)

    def status(self) -> None:
        """Bring the status LEDs up to date."""
        state = prompt.ALL_WELL if self.link.kept else _ROOM_CUES[self._room]
        if self._referee.disputed:
            state = prompt.IN_DISPUTE
        elif self._referee.closed or self._gathering > _THINKING_PASSES:
            state = prompt.THINKING
        self.prompt.status(self.game, self.clock, self._act_button.cue, state)

    def after_menu(self, pieces: bytearray, ms: int) -> None:
        """Go on after the menu was open; a disc it left behind is not an action."""
        self._referee.wait_for_agreement()
        if self.clock is not None and self.game.result is None:
            self.clock.resume(ms)
        self.follow(pieces, ms)

    def press_back(self, pieces: bytearray, ms: int) -> None:
        """Do what a short press of back means: a coach first shows what was better, if it knew; then it takes back."""
        if self.game.result is None and self._act_button.conclusion is None and self.opponent.judge(ms):
            self.show()
        else:
            self.take_back(pieces, ms)

    def take_back(self, pieces: bytearray, ms: int) -> str | None:
        """Take back the last action, or what concluded the game; return ``None``, or one sentence why not.

        While resigning or a draw is on the act button, only that is taken off it.
        """
        if self._act_button.conclusion is not None:
            self._act_button.drop_conclusion()
            self._tell()
            return None
        if not self.begun and not self.game.concluded:
            return "there is no action to take back"
        self._undo(ms)
        while self.begun and self.opponent.is_due(self.game):
            # What the engine did is taken back with what it answered.
            self._undo(ms)
        self._referee.wait_for_agreement()
        self.follow(pieces, ms)
        return None

    def conclude(self, reason: object, colour: object, pieces: bytearray, ms: int) -> str | None:
        """Conclude the game for a reason that a host tells; return ``None``, or one sentence why not."""
        refusal = conclude(self.game, reason, colour)
        if refusal is None:
            self._act_button.drop_conclusion()
            self._concluded(ms)
            self._buzzer.play(sound.FINISHED)
            self.follow(pieces, ms)
            self._tell()
        return refusal

    def choose(self) -> None:
        """Walk on to the next legal action without a place, in the order of their strings; after the last, none."""
        self._act_button.press()
        self._tell()

    def offer_conclusion(self) -> None:
        """Put resigning on the act button, if the game is not over."""
        if self.game.result is None:
            self._act_button.open_conclusion()
            self._buzzer.play(sound.MUST_ANSWER)
            self._tell()

    def confirm(self, pieces: bytearray, ms: int) -> None:
        """Play the action that was chosen with the act button, if the table agrees with the game; or conclude it."""
        conclusion = self._act_button.conclusion
        if conclusion is not None:
            if conclusion.confirm(self.game):
                self._concluded(ms)
                self.follow(pieces, ms)
            self._buzzer.play(sound.MUST_ANSWER if conclusion.chosen else sound.FINISHED)
            self._tell()
            return
        action = self._act_button.action
        refusal = self.act(action, pieces, ms) if action else "no action is chosen"
        if refusal is not None:
            self._buzzer.play(sound.DISPUTED)

    def restart(self, pieces: bytearray, ms: int) -> None:
        """Give the running game up and begin another of its kind."""
        self._begin_again(ms)
        self.follow(pieces, ms)

    def take_up(self, actions: list[str]) -> str | None:
        """Queue actions to be played before the hands go on; return ``None``, or one sentence why not."""
        if not self._referee.waiting:
            return "this game has begun by hand already: start a new one with its actions"
        if len(self._queue) + len(actions) > _MOST_QUEUED:
            return "too many actions: send them in parts of at most %d" % _MOST_QUEUED
        self._queue += actions
        return None

    def _replay(self, pieces: bytearray, ms: int) -> None:
        """Play some of the queued actions; one that is not legal ends it there."""
        for _ in range(min(_REPLAYED, len(self._queue))):
            colour = self.game.to_move
            try:
                action = self.game.push_text(self._queue.pop(0))
            except games.IllegalAction:
                self._queue = []
                break
            # The clock is not told: it starts with the first action of the hands.
            self._log.action(ms, action, colour)
            if self.game.result is not None:
                self._log.result(ms, self.game)
                self._queue = []
                break
        if not self._queue:
            self._referee.wait_for_agreement()
            self._regather()
            self.follow(pieces, ms)

    def act(self, name: str, pieces: bytearray, ms: int) -> str | None:
        """Play an action without a place; return ``None``, or one sentence why not."""
        action = notation.parse(name, self.game.grid)
        if action == notation.NO_ACTION or not self.game.is_legal(action):
            return "'%s' is not legal here" % name[:40]
        if self.game.hand_work(action) and name not in self._act_button.words():
            return "'%s' is played with discs: put them on the board" % name[:40]
        if self._referee.disputed:
            return "the discs on the table differ from the game: put them right first"
        colour = self.game.to_move
        self.game.push(action)
        self._put_on_record([(action, colour)], ms)
        self._regather()
        self.follow(pieces, ms)
        return None

    def play_for_hands(self, name: str, pieces: bytearray, ms: int) -> str | None:
        """Play any legal action; the lights then ask the hands to carry it out. Return ``None``, or why not."""
        if self._referee.disputed:
            return "the discs on the table differ from the game: put them right first"
        colour = self.game.to_move
        try:
            action = self.game.push_text(name)
        except games.IllegalAction as refusal:
            return str(refusal)
        self._put_on_record([(action, colour)], ms)
        self._referee.wait_for_agreement()
        self._regather()
        self.follow(pieces, ms)
        return None

    def _undo(self, ms: int) -> None:
        if self.game.concluded:
            self.game.reopen()
            if self.clock is not None and self.clock.flagged:
                # Who goes on after a fall of the flag goes on without a clock.
                self.clock = None
            if self.clock is not None:
                self.clock.resume(ms)
        else:
            self.game.pop()
            if self.clock is not None:
                self.clock.take_back(ms)
        self._log.undo(ms)
        self.opponent.forget_better()
        self._regather()

    def _keep_time(self, ms: int) -> None:
        """Let the clock run on; it waits for what has to be carried out before the player to move can act."""
        clock = self.clock
        if clock is None:
            return
        clock.tick(ms, self._referee.waiting)
        if self.game.result is None and clock.flagged:
            self.game.conclude(other(clock.flagged), TIME)
            self._buzzer.play(sound.FINISHED)
            self._concluded(ms)
            self.show()
            self._tell()
        elif clock.warn():
            self._buzzer.play(sound.TIME_IS_LOW)
        if not clock.paused and ms - self._told_ms >= _TELL_CLOCK_MS:
            self._told_ms = ms
            self._tell()

    def _concluded(self, ms: int) -> None:
        """Put on record that the game was concluded, and stop its clock."""
        self.pause(ms)
        self._log.result(ms, self.game)
        self._regather()

    def _play_opponent(self, pieces: bytearray, ms: int) -> None:
        """Let the engine think once table and game agree: in its turn play what it chooses, else coach.

        A host's engine is asked first, if there is one; the board's own thinks if it does not answer in time.
        """
        opponent = self.opponent
        due = opponent.is_due(self.game)
        if due != self._referee.closed:
            self._referee.closed = self.prompt.quiet = due
            self.show()
        if opponent.stops_judging(ms):
            self.show()
        asks = None
        if not self._referee.waiting and not self._referee.disputed:
            if due:
                asks = "play"
            elif opponent.coaches and not opponent.advice and self.game.result is None:
                asks = "suggest"
        if self.report.ask(asks, ms):
            self._tell()
        if not self.report.is_unanswered(ms):
            return
        if due:
            action = opponent.think(self.game)
            if action != notation.NO_ACTION:
                self.play_for_hands(self.game.name(action), pieces, ms)
        elif opponent.coach(self.game):
            self.show()

    def _regather(self) -> None:
        self.report.ask(None, 0)
        self.opponent.forget()
        self.pointed = []
        self._legal.restart()
        self._act_button.clear()

    def _begin_again(self, ms: int) -> None:
        self.begin(games.start(self.game.NAME, self.game.size, self.game.options), ms)

    def show(self) -> None:
        """Have the prompt compose the lights anew."""
        referee, opponent = self._referee, self.opponent
        # What is wrong comes before advice, but not before the answer to a press of back.
        told = opponent.judged or not referee.disputed
        advised = opponent.advised(referee.layout) + self.pointed if told else ()
        self.prompt.compose(referee, self._legal if self._legal.ready else None, self._masked, advised)

    def _put_on_record(self, actions: list[tuple[int, int]], ms: int) -> None:
        if not self._referee.closed:
            # No turn of the engine's: the back button may judge it.
            self.opponent.note_better(actions[0][0])
        for at in range(len(actions)):
            action, colour = actions[at]
            to_move = actions[at + 1][1] if at + 1 < len(actions) else self.game.to_move
            self._log.action(ms, action, colour)
            if self.clock is not None:
                self.clock.play(ms, colour, to_move, notation.swaps_seats(action))
        if self.game.result is not None:
            self._log.result(ms, self.game)
            self._buzzer.play(sound.FINISHED)
        elif self.game.phase == REPLACING:
            self._buzzer.play(sound.MUST_ANSWER)
        else:
            self._buzzer.play(sound.ACCEPTED)

    def _tell(self) -> None:
        """Tell the host how the table stands, when that has changed."""
        clock = None if self.clock is None else self.clock.report()
        self.report.send(self._referee, self._act_button.chosen, clock, self.events, self._room)
