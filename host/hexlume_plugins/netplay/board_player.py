"""Board player: a person at a board, real or simulated.

The board's game and the shared game are brought together step by step. What the board has too much is proposed to the
other side or taken back; what it lacks is played on it (docs/protocol.md: ``play``) and carried out by hand.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from hexlume.games.outcome import DRAW_AGREED, RESIGNED
from hexlume.match.game_clock import NONE
from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import NO_ANSWER, Answer, Hello, Table
from hexlume_host.device.resume import ACTIONS_A_PART
from hexlume_host.store.repository import Players, Store
from hexlume_record.game.events import START, UNDO, BoardEvent
from hexlume_record.game.record import ABANDONED
from hexlume_record.game.state import GameState

from .entries import BACK, DRAW
from .errors import NetplayError
from .player import Player
from .session import Session
from .shared_game import SharedGame

_RETRY_SECONDS = 0.4
"""Delay before a command is repeated that the board refused, because of its table for example."""
_SETTLE_SECONDS = 0.3
"""How long table and game must agree before the person's time runs: the board reports its table last."""
_BEGIN_SECONDS = 15.0
"""Max time until a board reports the game that a command begins."""
_EVENT_SECONDS = 3.0
"""Max time between a board's answer and the events of what it did."""
_NOT_YOURS = "It is the other side's turn: put the discs back as they were; the lights show how."
_LOSERS = {"W+": "black", "B+": "white"}
"""The colour that has lost, by the result."""

MakeLogger = Callable[["BoardPlayer", Players], Logger]
"""Makes the logger of the board, once the players' names are known."""


class BoardPlayer(Player, GameWatch):
    """Plays on the board of a logger, which calls this as its listener.

    The link's thread notes what the board reports, the session's thread acts on it; ``lock`` guards what both use.
    """

    how_to_answer = "Type yes or no, or answer on the board."

    def __init__(self, store: Store, make_logger: MakeLogger) -> None:
        super().__init__(store)
        self._make_logger = make_logger
        self.lock = threading.RLock()
        self.ready = False
        self.finished = False
        self._session: Session
        self.logger: Logger
        self._running = False
        """Whether the board is there and plays a game."""
        self._own = ""
        """The id of our game on the board."""
        self._begin_at: float | None = None
        self._rest: list[str] = []
        """Actions of a resumed game that were not sent yet."""
        self._resumed = 0
        self._command: tuple[int, str] | None = None
        """The id and the name of the command that the board has not answered yet."""
        self._awaited = ""
        """The command whose event is still to come."""
        self._wait_until = 0.0
        """No command is sent before."""
        self._undone_by_hand = False
        self._held = False
        """Whether actions that the hands took back stay back, because the other side is asked."""
        self._offers_draw = False
        self._agree_at: float | None = None

    @property
    def differs(self) -> Mapping[str, str]:
        """Return what is to be done on which panel cell until the table shows the board's game."""
        return self.table_report.differs

    # The link's thread

    def hello(self, board: Hello) -> None:
        """Take up the board's game; what was begun on the board before is over."""
        with self.lock:
            super().hello(board)
            self._running, self._command, self._begin_at = bool(board.game), None, None
            self._rest, self._resumed = [], 0
            self._awaited, self._wait_until, self._undone_by_hand = "", 0.0, False

    def lost(self, sentence: str) -> None:
        """Note that the board has gone."""
        with self.lock:
            self._running, self._command = False, None
        self.notice(f"{sentence} Plug the board in again to go on.")

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Take new events."""
        with self.lock:
            super().committed(events)

    def applied(self, event: BoardEvent) -> None:
        """Note whether our game has begun, and what the hands take back."""
        if event.kind == START:
            # The board has begun another game, because of our command or its buttons.
            self._running = True
            if self._begin_at is not None and self._is_ours(event):
                self._own, self._begin_at = event.game, None
        elif event.game == self._own:
            self._undone_by_hand = self._undone_by_hand or (event.kind == UNDO and self._awaited != "back")
            self._awaited, self._wait_until = "", 0.0

    def table(self, table: Table) -> None:
        """Note how the table differs."""
        with self.lock:
            super().table(table)

    def answer(self, answer: Answer) -> None:
        """Note a command's result; raises ``NetplayError``, which ends the logger, when our game cannot be set up."""
        with self.lock:
            if self._command is None or self._command[0] != answer.id:
                return
            do = self._command[1]
            self._command = None
            if answer.ok:
                self._wait_until = time.monotonic() + _EVENT_SECONDS if self._awaited else 0.0
                return
            self._awaited, self._wait_until = "", time.monotonic() + _RETRY_SECONDS
            if answer.error == NO_ANSWER:
                self._begin_at = None
            elif do in ("new", "actions"):
                raise NetplayError(f"The board cannot take the game up: {answer.error}.")

    def notice(self, sentence: str) -> None:
        """Say what needs attention."""
        self._session.post(lambda: self._session.say(sentence))

    # The session's thread

    def begin(self, session: Session, game: SharedGame) -> None:
        """Begin to log the board; its running game is ours if it was before."""
        self._session = session
        self._own = session.saved.notes.get("board_game", "")
        self.logger = self._make_logger(self, session.replica.players)
        self.logger.start()

    def close(self) -> None:
        """Stop the logger; the board keeps its game."""
        if hasattr(self, "logger"):
            self.logger.stop()

    def work(self, seconds: float) -> None:
        """Bring the board's game and the shared one together; raises ``HexlumeError``."""
        if self.logger.error is not None:
            raise self.logger.error
        with self.lock:
            if self._own != self._session.saved.notes.get("board_game", ""):
                self._session.saved.note(board_game=self._own)
            self._take_draw()
            if not self._running or self._command is not None or seconds < self._wait_until:
                return
            self._awaited = ""
            if self._plays_our_game(seconds):
                self._reconcile(seconds)

    def _take_draw(self) -> None:
        """Offer a draw, or agree to one, when the board's act button is about to do so."""
        offered, self._offers_draw = self._offers_draw, self.table_report.chosen == "agree"
        game = self._game
        if self._offers_draw and not offered and not game.over:
            mine = game.offer is not None and game.offer[1].by == self._session.replica.ROLE
            if not mine and (refusal := self._session.offer_draw()):
                self._session.say(refusal)

    def _is_ours(self, start: BoardEvent) -> bool:
        game = self._game.game
        return (start.data["rules"], start.data["on"]) == (game.NAME, game.grid.board)

    # Commands to the board

    def _send(self, do: str, **arguments: object) -> None:
        identity = self.logger.command(do, **arguments)
        self._agree_at = None
        if identity is not None:
            self.ready = False
            self._command = identity, do
            self._awaited = do if do in ("back", "play", "conclude") else ""

    @property
    def _game(self) -> SharedGame:
        game = self._session.replica.predicted
        assert game is not None
        return game

    def _plays_our_game(self, seconds: float) -> bool:
        """Return whether the board plays our game; else let it begin the game where we are."""
        if self._begin_at is not None:
            if seconds - self._begin_at > _BEGIN_SECONDS:
                self._begin_at = None
            return False
        game, live = self._game, self.live
        if live is None or live.id != self._own or live.ending.status == ABANDONED:
            if game.over:
                # The game is over and the board has been cleared: nothing is set up again.
                self.ready = self.finished = True
                return False
            actions, terms = [action.action for action in game.actions], game.terms
            first, self._rest = actions[:ACTIONS_A_PART], actions[ACTIONS_A_PART:]
            self._resumed = len(actions)
            if actions:
                self._session.say("The board takes the game up: set up the discs that the lights ask for.")
            options = dict(terms.options)
            self._send("new", rules=terms.rules, size=terms.size, options=options, clock=NONE, actions=first)
            if self._command is not None:
                self._begin_at = seconds
            return False
        if self._rest:
            first, self._rest = self._rest[:ACTIONS_A_PART], self._rest[ACTIONS_A_PART:]
            self._send("actions", actions=first)
            return False
        if len(live.actions) < self._resumed:
            return False
        self._resumed = 0
        return True

    def _reconcile(self, seconds: float) -> None:
        """Bring the board's game and the shared one a step closer."""
        game, live = self._game, self.live
        assert live is not None
        here = [action.action for action in live.actions]
        there = [action.action for action in game.actions]
        if self._undone_by_hand:
            self._undone_by_hand = False
            self._took_back(game, here, there)
            return
        both = enumerate(zip(here, there, strict=False))
        same = next((at for at, pair in both if pair[0] != pair[1]), min(len(here), len(there)))
        self._held = self._held and game.offer is not None and game.offer[1].kind == BACK
        if live.concluded and not game.game.concluded:
            self._concluded_by_hand(game, live)
        elif len(here) > same:
            self._acted(game, here[same], diverged=len(there) > same)
        elif len(there) > same:
            if not self._held and not self.differs:
                self._send("play", action=there[same])
        else:
            self._agree(game, live, seconds)

    def _agree(self, game: SharedGame, live: GameState, seconds: float) -> None:
        """Let the person act once the table agrees too; conclude the board's game."""
        self.finished = live.ending.result is not None
        if self.differs and not self.ready and not game.over:
            self._agree_at = None
        elif self._agree_at is None:
            self._agree_at = seconds
        elif seconds - self._agree_at >= _SETTLE_SECONDS:
            self.ready = True
        outcome = game.game.outcome
        if game.game.concluded and outcome is not None and not live.concluded:
            loser = _LOSERS.get(outcome.result)
            self._send("conclude", reason=outcome.reason, **({} if loser is None else {"colour": loser}))

    def _acted(self, game: SharedGame, action: str, diverged: bool) -> None:
        """Propose an action that only the board has, or take it back."""
        session = self._session
        if not diverged:
            refusal: str | None = _NOT_YOURS
            if not self._held and game.to_move == session.replica.ROLE:
                if session.replica.busy:
                    return
                refusal = session.act(action)
            if refusal is None:
                return
            session.say(refusal)
        self._send("back")

    def _took_back(self, game: SharedGame, here: list[str], there: list[str]) -> None:
        """Ask for what the hands have taken back, or agree to the same offer."""
        if len(here) >= len(there) and not game.game.concluded:
            return
        self._held = True
        session, offer = self._session, game.offer
        asked = offer is not None and offer[1].kind == BACK and offer[1].by != session.replica.ROLE
        # The hands may not be done yet with what the other side asks for.
        if asked and offer is not None and len(here) > offer[1].to:
            return
        if refusal := session.ask_back(len(here)):
            self._held = False
            session.say(refusal)

    def _concluded_by_hand(self, game: SharedGame, live: GameState) -> None:
        session, offer = self._session, game.offer
        reason, loser = live.ending.reason, _LOSERS.get(live.ending.result or "")
        refusal: str | None = ""
        if reason == DRAW_AGREED and offer is not None and offer[1].by != session.replica.ROLE and not game.over:
            if offer[1].kind == DRAW:
                session.answer(True)
            return
        if not game.over and reason == RESIGNED and loser == game.colour_of(session.replica.ROLE):
            refusal = session.resign()
        elif not game.over and reason != DRAW_AGREED:
            refusal = "The board lets the player to move resign, and that is the other side: type resign instead."
        if refusal is not None:
            if refusal:
                session.say(refusal)
            self._send("back")
