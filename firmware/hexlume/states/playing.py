"""Playing: a game by two players, or one and the engine, with hands, buttons and a host's commands."""

from ..const import const, elapsed
from ..games import outcome
from ..games.grid import NO_CELL
from ..games.pieces import other
from ..hardware import panel, sound
from ..journal.flash_log import CALIBRATION
from ..play.commands import carry_out
from ..play.preferences import LEVELS, PERSON
from ..play.state import State
from ..sensing.calibration import stored
from ..table.referee import UNDECIDED
from .calibration_wizard import CalibrationState
from .menu import MenuState

if False:  # for type checkers only
    from typing import Any

    from ..play.session import GameSession

_REPORT_CLOCK_MS = const(1000)
"""Time in ms between two reports of a running clock to a host."""


class Playing(State):
    """An ordinary game is played."""

    def __init__(self, session: "GameSession") -> None:
        """Take the session."""
        self._session = session
        self._clock_reported_ms = 0

    def step(self, moved: bool, ms: int) -> State:
        """Follow the hands; a table cleared after the end begins the next game.

        What the sensors have learned at the board's first start is kept.
        """
        session = self._session
        if moved and session.game.result is not None and not any(session.sense.pieces):
            self._advance(ms)
        elif moved:
            session.follow(ms)
        learned = session.sense.calibration
        if learned is not None and session.sense.known:
            session.sense.calibration = None
            if stored(session.memory.read(CALIBRATION), session.grid.cells) is None:
                # Learned once and kept: later starts may begin with discs standing.
                session.memory.write(CALIBRATION, learned.pack())
                if session.preferences.learns:
                    return CalibrationState(session, ms)
        return session.state

    def work(self, ms: int) -> State:
        """Keep time, think, see a take-back, gather legal actions."""
        session = self._session
        if session.is_busy(ms):
            return self
        self._keep_time(ms)
        self._play(ms)
        undone = session.referee.back_due(ms)
        if undone == UNDECIDED:
            session.follow(ms, settled=True)
        # Where certain actions are asked for, the lights ask for what was taken off. A disc that a legal action begins
        # with may be held as long as one likes.
        elif (
            undone
            and not self.asks
            and session.legal.ready
            and session.prompt.in_hand(session.referee, session.legal) == NO_CELL
        ):
            for _ in range(undone):
                session.undo(ms)
            session.buzzer.play(sound.TAKEN_BACK)
            session.follow(ms)
        session.gather()
        return session.state

    def _advance(self, ms: int) -> None:
        """Begin the next game."""
        self._session.restart(ms)

    def _keep_time(self, ms: int) -> None:
        """Let the clock run on; it waits for what has to be carried out before the player to move can act."""
        session, clock = self._session, self._session.log.match.clock
        if clock is None:
            return
        clock.tick(ms, session.referee.waiting)
        if session.game.result is None and clock.flagged:
            session.conclude(other(clock.flagged), outcome.TIME, ms)
        elif clock.warn():
            session.buzzer.play(sound.TIME_IS_LOW)
        if not clock.paused and elapsed(self._clock_reported_ms, ms) >= _REPORT_CLOCK_MS:
            self._clock_reported_ms = ms
            session.report()

    def _play(self, ms: int) -> None:
        """Let the engine think once table and game agree: in its turn play what it chooses, else coach.

        A host's engine is asked first, if there is one; the board's own thinks if it does not answer in time. What it
        advises is shown in the next pass, in which nothing is asked any more.
        """
        session = self._session
        opponent, game, referee = session.opponent, session.game, session.referee
        if opponent.ask(game, not referee.waiting and not referee.disputed, ms):
            session.show()
        engine = opponent.think(game, ms, session.link.patience)
        if engine is not None and opponent.is_due(game):
            session.play_for_hands(game.name(engine.action), ms)

    def press(self, button: int, held: bool, ms: int) -> State:
        """Walk through the act button's offers or play one, take back or offer to resign, open the menu or restart."""
        session = self._session
        if session.queue and button in (panel.ACT_BUTTON, panel.BACK_BUTTON):
            return self
        if button == panel.ACT_BUTTON:
            if held:
                session.hold_act(ms)
            else:
                session.press_act()
        elif button == panel.BACK_BUTTON:
            if held:
                session.offer_conclusion()
            else:
                session.take_back(ms, True)
        elif held:
            session.restart(ms)
        elif session.grid.board != panel.STARTER:
            return MenuState(session, ms)
        return session.state

    def command(self, message: "dict[str, Any]", ms: int) -> "tuple[State, str | None]":
        """Carry out a host's command."""
        session = self._session
        if message.get("do") == "learn":
            return CalibrationState(session, ms), None
        refusal = carry_out(session, message, ms)
        return session.state, refusal

    def report(self) -> "dict[str, Any]":
        """Return the engine's level, if it plays."""
        preferences = self._session.preferences
        return {} if preferences.opponent == PERSON else {"level": LEVELS[preferences.level]}
