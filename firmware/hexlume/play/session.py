"""The running game on the panel, and what hands, buttons and hosts do to it.

Ties the game to its referee, its legal actions, its record and the prompt.
"""

from .. import games
from ..const import const, elapsed
from ..games import catalogue, notation, outcome
from ..games.game import REPLACING
from ..games.pieces import EMPTY, other
from ..hardware import sound
from ..match.events import ABANDON, ACTION, CONCLUDE, UNDO
from ..match.game_clock import RUNNING, UNTIMED, GameClock
from ..match.match import Match
from ..output import led_cues
from ..table import legal, prompt, referee
from ..table.layout import Layout
from . import act_button, opponent, preferences

if False:  # for type checkers only
    from typing import Any, Callable

    from ..games.grid import HexGrid, SquareGrid
    from ..journal.flash_log import FlashLog
    from ..link.link import Link
    from ..match.match import Change
    from ..sensing.sense import Sense
    from .game_log import GameLog
    from .state import State

_REPLAYED = const(2)
"""Actions of a game that is taken up again, played in one pass of the loop."""
_MOST_QUEUED = const(2000)
_MOST_GAMES = const(0xFFFE)
"""Games of one start of the board: the journal has two bytes for a number, and for the one behind the last."""
_EDGES_MS = const(3000)
"""How long edges show their owners when a game begins, in ms."""
_SLICES = const(15)
"""Slices of legal-action work in one pass of the loop."""
_THINKING_PASSES = const(50)
"""Passes of the loop for which legal actions are gathered before the state light says so."""
_MOST_REPORTED = const(16)
"""Differing cells in one report, at most."""
_ROOM = (("", led_cues.NOT_KEPT), ("low", led_cues.FILLING), ("losing", led_cues.LOSING))
"""The word for each ``Journal.room``, and the state LED's cue for it while a host does not have everything."""


class GameSession:
    """The one game that is being played.

    ``log`` has its match and writes it down; ``game`` and ``clock`` are the match's. ``prompt`` holds what the lights
    should show of it, ``opponent`` plays the engine's seat, ``referee`` compares it with the table, and ``act_button``
    has what is done without a disc. ``state`` is the one in which it is played: ``playing`` or a lesson. ``memory`` is
    the board's, ``grid`` the panel's. ``queue`` holds the actions to be played before hands, buttons and host go on.
    """

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        link: "Link",
        buzzer: sound.Buzzer,
        sense: "Sense",
        log: "GameLog",
        memory: "FlashLog",
        preferences: preferences.Preferences,
        random: "Callable[[int], int]",
        now: "Callable[[], int]",
        playing: "Callable[[GameSession], State]",
        teach: "Callable[[GameSession, dict[str, Any], int], str | None]",
        goes_on: bool = False,
    ) -> None:
        """Take the panel's grid, the link, the buzzer, the sense with the pieces at rest on the panel and the cells
        whose sensors are not believed, the game log, the board's memory, the preferences, a source of random numbers
        below a limit, the board's time in ms, what makes the state of ordinary games, and what carries out the command
        ``lesson``. ``goes_on``: the log has a game of before the power went.

        Raises ``ValueError`` if that game does not fit the panel.
        """
        self.grid = grid
        self.link = link
        self.buzzer = buzzer
        self.sense = sense
        self.log = log
        self.memory = memory
        self.preferences = preferences
        self.playing = playing(self)
        self.teach = teach
        self._random = random
        self._now = now
        self._wrong = self._gathering = self._reported_version = 0
        self.prompt = prompt.Prompt(grid.cells)
        if not goes_on:
            log.begin(Match(preferences.start(), preferences.time_control), now())
        self._set_up(Layout(grid, log.match.game.grid), self.playing)

    @property
    def clock(self) -> "GameClock | None":
        """Its clock, ``None`` without one."""
        return self.log.match.clock

    def begin(
        self,
        game: "games.Game",
        ms: int,
        time_control: str | None = None,
        state: "State | None" = None,
        lesson: int = 0,
    ) -> None:
        """Give up the running game if it is not over and begin another, by ``time_control`` or the one preferred.

        It is played in ``state``, or in ``playing``; ``lesson`` is the step of a course that it is for, or 0.

        Raises ``ValueError``, the running one untouched, if the new one does not fit the panel, the time control is
        invalid, or the board has begun too many games since its start: where hands began it, the board starts again.
        """
        if self.log.number >= _MOST_GAMES:
            raise ValueError("this board has begun %d games: switch it off and on for more" % _MOST_GAMES)
        match = Match(game, self.preferences.time_control if time_control is None else time_control)
        layout = Layout(self.grid, game.grid)
        if self.game.result is None:
            self.log.apply((ABANDON, 0, 0, UNTIMED), ms)
        self.log.begin(match, ms, lesson)
        self._set_up(layout, state or self.playing)

    def _set_up(self, layout: Layout, state: "State") -> None:
        self.game = game = self.log.match.game
        self.state = state
        self.opponent = opponent.Opponent(self._random, self._now, self.preferences, not state.asks)
        self.referee = referee.Referee(layout, game, self.sense.masked, self._now)
        self.legal = legal.LegalActions(game, layout, self.sense.masked, lambda: state.listed(game))
        self.act_button = act_button.ActButton(self.legal, self.referee, state.words)
        self.queue: list[str] = []
        self._edges = [] if state.asks else catalogue.edges(game.NAME, game.size)
        self._begun_ms = self._now()
        self.regather()

    def regather(self) -> None:
        """Gather the legal actions anew, for another position or other masked sensors.

        The referee is not asked: a piece that changes with its cell's mask reaches it as any other, and so only while
        the table is played on.
        """
        self.opponent.forget()
        self.legal.restart()
        self.act_button.chosen = ""

    def follow(self, ms: int, asked: bool = False, settled: bool = False) -> None:
        """Take in the pieces at rest: actions, or disputes. What is ``asked`` of the hands is no mistake of theirs.

        ``settled``: the hands have rested, and an action counts even if it could be the beginning of another.
        Before all queued actions are played, the hands wait.
        """
        if self.queue:
            return
        if self.referee.phase < referee.LOOKING:
            self._wrong = self.referee.wrong
        closed = self.state.closed or self.opponent.is_due(self.game)
        self._judge(self.referee.follow(self.sense.pieces, ms, closed, settled), ms, asked)

    def _judge(self, played: list[tuple[int, int]], ms: int, asked: bool = False) -> None:
        """Accept what the referee has found the hands to have played, or show the difference; wait while it looks."""
        if self.referee.phase == referee.LOOKING:
            return
        if played:
            self._accept(played, ms)
        elif self.referee.wrong > self._wrong and not asked:
            self.buzzer.play(sound.MUST_ANSWER if self.referee.choices else sound.DISPUTED)
        self.show()

    def is_busy(self, ms: int) -> bool:
        """Look on for what the hands did, else bring status lights and report up to date and play some of the queued
        actions; return whether it did any of the two."""
        if self.referee.phase >= referee.LOOKING:
            if self.referee.phase == referee.STOPPED:
                self.follow(ms)
            else:
                self._judge(self.referee.look(self.sense.pieces, ms), ms)
            return True
        self.status()
        if self._reported_version != self.prompt.version:
            # Behind the lights: those for what the hands did come first.
            self._reported_version = self.prompt.version
            self.report()
        if not self.queue:
            return False
        try:
            for _ in range(min(_REPLAYED, len(self.queue))):
                action = notation.parse(self.queue.pop(0), self.game.grid)
                # The clock stands still: it starts with the first action of the hands.
                self.log.apply((ACTION, action, self.game.to_move, UNTIMED), ms)
        except games.IllegalAction:
            # One that is not legal ends it there.
            self.queue = []
        if not self.queue:
            self.referee.wait_for_agreement()
            self.regather()
            self.follow(ms)
        return True

    def gather(self) -> None:
        """Gather some of the legal actions; show no edges after a while."""
        shown = self._edges and elapsed(self._begun_ms, self._now()) >= _EDGES_MS
        if shown:
            self._edges = []
        if self.legal.gather(_SLICES) or shown:
            self.show()
        self._gathering = 0 if self.legal.ready else self._gathering + 1

    def pause(self, ms: int) -> None:
        """Stop the clock while nobody plays, until ``resume``."""
        if self.clock is not None:
            self.clock.tick(ms)
            self.clock.paused = True

    def status(self) -> None:
        """Bring the status LEDs up to date."""
        state = led_cues.ALL_WELL if self.link.kept else _ROOM[self.log.journal.room][1]
        if self.referee.disputed:
            state = led_cues.IN_DISPUTE
        elif self.opponent.is_due(self.game) or self._gathering > _THINKING_PASSES:
            state = led_cues.THINKING
        self.prompt.status(self.game, self.log.match.clock, self.act_button.cue, state)

    def resume(self, ms: int) -> "State":
        """Go on after ``pause``, where a disc that was left behind is no action; return the state to go on with."""
        self.referee.wait_for_agreement()
        if self.clock is not None and self.game.result is None:
            self.clock.tick(ms)
            self.clock.resume()
        return self.state

    def report(self, menu: str = "") -> None:
        """Report how the table stands (docs/protocol.md); ``menu`` is the game whose choices the open menu offers."""
        log, asks = self.log, self.opponent.asks
        message: "dict[str, Any]" = {
            "game": log.record.identity,
            "differs": self.referee.differences(_MOST_REPORTED),
            "chosen": self.act_button.chosen or None,
            "clock": self.clock and self.clock.report(),
            "asks": asks and {asks: log.record.count - 1},
        }
        if menu:
            message["menu"] = menu
        if log.journal.room:
            message["journal"] = _ROOM[log.journal.room][0]
        message.update(self.state.report())
        self.link.table(message)

    def take_back(self, ms: int, asks: bool = False) -> str | None:
        """Take back the last action, or what concluded the game; return ``None``, or one sentence why not.

        While resigning or a draw is on the act button, only that is taken off it. Where it ``asks``, a coach first
        shows what was better than the action, if it knew.
        """
        if self.act_button.chosen in act_button.CONCLUSIONS:
            self.act_button.chosen = ""
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
        """End the running game before its rules do: put it on record and sound its end."""
        self.log.apply((CONCLUDE, outcome.RESULTS[winner], reason, RUNNING), ms)
        self.buzzer.play(sound.FINISHED)
        self.regather()
        self.follow(ms)

    def restart(self, ms: int) -> None:
        """Give the running game up and begin another of its kind, after a lesson the one that is preferred."""
        game = self.game
        self.begin(self.preferences.start() if self.state.asks else games.start(game.NAME, game.size, game.options), ms)
        self.follow(ms)

    def queue_actions(self, actions: list[str]) -> str | None:
        """Queue actions to be played before the hands go on; return ``None``, or one sentence why not."""
        if not self.referee.waiting:
            return "this game has begun by hand already: start a new one with its actions"
        if len(self.queue) + len(actions) > _MOST_QUEUED:
            return "too many actions: send them in parts of at most %d" % _MOST_QUEUED
        self.queue += actions
        return None

    def play_for_hands(self, name: str, ms: int) -> str | None:
        """Play any legal action; the lights then ask the hands to carry it out. Return ``None``, or why not.

        Of the referee's choices the hands have done it already.
        """
        if self.referee.disputed and notation.parse(name, self.game.grid) not in self.referee.choices:
            return "the discs on the table differ from the game: put them right first"
        colour = self.game.to_move
        try:
            code = self.game.push_text(name)
        except games.IllegalAction as refusal:
            return str(refusal)
        self._accept([(code, colour)], ms)
        self.referee.wait_for_agreement()
        self.follow(ms, True)
        return None

    def undo(self, ms: int) -> None:
        """Take back what concluded the game, or its last action."""
        self.log.apply((UNDO, 0, 0, UNTIMED), ms)
        self.opponent.better = []
        self.regather()

    def press_act(self) -> None:
        """Walk on to what is next on the act button."""
        self.act_button.press()
        self.show()

    def hold_act(self, ms: int) -> None:
        """Play the action that is on the act button, if the table agrees with the game; or conclude the game."""
        chosen = self.act_button.chosen
        if chosen == act_button.RESIGN:
            self.conclude(other(self.game.to_move), outcome.RESIGNED, ms)
        elif chosen == act_button.DRAW:
            self.offer_conclusion(act_button.AGREE)
        elif chosen == act_button.AGREE:
            self.conclude(EMPTY, outcome.DRAW_AGREED, ms)
        elif self.play_for_hands(chosen, ms) is not None:
            self.buzzer.play(sound.DISPUTED)

    def offer_conclusion(self, conclusion: str = act_button.RESIGN) -> None:
        """Put a way to conclude the game on the act button, if it is not over."""
        if self.game.result is None:
            self.act_button.chosen = conclusion
            self.buzzer.play(sound.MUST_ANSWER)
            self.show()

    def show(self) -> None:
        """Have the prompt compose the lights anew."""
        asks = self.state.asks
        quiet = self.opponent.is_due(self.game) or (self.preferences.hints < preferences.ALWAYS and not asks)
        # Of actions that the table fits equally well, all that they do, or what the chosen one does.
        game, chosen = self.game, self.act_button.chosen
        asked = [
            pair
            for code in self.referee.choices
            if not chosen or game.name(code) == chosen
            for pair in game.hand_work(code)
        ]
        self.prompt.compose(
            self.referee,
            self.legal if self.legal.ready else None,
            self.sense.masked,
            self.opponent.advised(self.referee.layout, self.referee.disputed),
            quiet,
            # The last action's mark would hide a cell that is asked for.
            self.state.closed or not asks,
            asked,
            () if game.codes else self._edges,
        )

    def _accept(self, actions: list[tuple[int, int]], ms: int) -> None:
        """Take actions, each with its colour, into the game, by what the hands did or somebody played for them."""
        if self.opponent.asks != opponent.PLAY:
            # No turn of the engine's: the back button may judge it.
            advice, action = self.opponent.advice, actions[0][0]
            worse = advice.index(action) + 1 if action in advice else len(advice)
            self.opponent.better = [code for code in advice[:worse] if not notation.is_word(code)]
        for action, colour in actions:
            change = self.log.apply((ACTION, action, colour, RUNNING), ms)
        self.buzzer.play(_tune(change, self.game.phase))
        self.regather()
        self.state.judge(actions, ms)


def _tune(change: "Change", phase: str) -> tuple[int, ...]:
    """Return the tune of an action that was just played; ``phase`` is what it led to."""
    tunes = (
        (change.ends_game, sound.FINISHED),
        (phase == REPLACING, sound.MUST_ANSWER),
        (change.captured, sound.CAPTURED),
        (change.turned, sound.TURNED_OVER),
    )
    for happened, tune in tunes:
        if happened:
            return tune
    return sound.ACCEPTED
