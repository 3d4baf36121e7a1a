"""Board player: a person at a board, real or simulated.

The board's game and the shared game are brought together step by step. What the board has too much is proposed to the
other side or taken back; what it lacks is played on it (docs/protocol.md: ``play``) and carried out by hand.
"""

import queue
from collections.abc import Callable, Sequence

from hexlume.games.game_clock import NONE
from hexlume.games.outcome import DRAW_AGREED, RESIGNED

from ..device.listener import LinkListener
from ..device.logger import Logger
from ..device.messages import Answer, Hello, Table
from ..device.resume import ACTIONS_A_PART
from ..errors import RecordError
from ..game.events import ABANDON, START, UNDO, BoardEvent, is_later
from ..game.state import GameState
from ..store.repository import Players, Store
from .entries import BACK, DRAW
from .errors import NetplayError
from .player import Player
from .session import Session
from .shared_game import SharedGame

_RETRY_SECONDS = 0.4
"""Delay before a command is repeated that the board refused because of its table."""
_SETTLE_SECONDS = 0.3
"""How long table and game must agree before the person's time runs: the board reports its table last."""
_BEGIN_SECONDS = 15.0
"""Max time until a board reports the game that it was told to begin."""
_EVENT_SECONDS = 3.0
"""Max time between a board's answer and the events of what it did."""
_NO_ANSWER = "The board did not answer."
_NOT_YOURS = "It is the other side's turn: put the discs back as they were; the lights show how."
_LOSERS = {"W+": "black", "B+": "white"}
"""The colour that has lost, by the result."""

MakeLogger = Callable[["BoardPlayer", Players], Logger]
"""Makes the logger of the board, once the players' names are known."""


class BoardPlayer(Player, LinkListener):
    """Plays on the board of a logger, which calls this as its listener."""

    how_to_answer = "Type yes or no, or answer on the board."

    def __init__(self, store: Store, make_logger: MakeLogger) -> None:
        self._store, self._make_logger = store, make_logger
        self._reports: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.ready = False
        self.finished = False
        self.live: GameState | None = None
        """The board's running game by its events."""
        self._session: Session
        self.logger: Logger
        self._last = -1
        self._own = ""
        """The id of our game on the board."""
        self._running = ""
        """The id of the game that the board plays."""
        self._begin_at: float | None = None
        self._rest: list[str] = []
        """Actions of a resumed game that were not sent yet."""
        self._resumed = 0
        self._command: tuple[int | None, str] | None = None
        """The id and the name of the command that the board has not answered yet."""
        self._retry_at = 0.0
        self._awaited: int | None = None
        """The last event before a command that the board has carried out, until its own events come."""
        self._awaited_until = 0.0
        self._expected_undos = 0
        self._undone_by_hand = False
        self._held = False
        """Whether actions that the hands took back stay back, because the other side is asked."""
        self._offers_draw = False
        self._concludes = True
        """Whether the board carries out ``conclude``, as far as is known."""
        self._agree_at: float | None = None
        self._table: Table | None = None

    @property
    def differs(self) -> dict[str, str]:
        """Return what is to be done on which panel cell until the table shows the board's game."""
        table, live = self._table, self.live
        return dict(table.differs) if table is not None and live is not None and table.game == live.id else {}

    # The link's thread

    def hello(self, board: Hello) -> None:
        """Take which board it is."""
        self._reports.put(lambda: self._take_hello(board))

    def lost(self, sentence: str) -> None:
        """Take that the board has gone."""
        self._reports.put(lambda: self._take_loss(sentence))

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Take new events."""
        self._reports.put(lambda: self._take_events(events))

    def table(self, table: Table) -> None:
        """Take how the table differs."""
        self._reports.put(lambda: self._take_table(table))

    def answer(self, answer: Answer) -> None:
        """Take a command's result."""
        self._reports.put(lambda: self._take_answer(answer))

    def notice(self, sentence: str) -> None:
        """Take what needs attention."""
        self._reports.put(lambda: self._session.say(sentence))

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
        """Take the board's reports, and bring its game and the shared one together; raises ``HostError``."""
        if self.logger.error is not None:
            raise self.logger.error
        while not self._reports.empty():
            self._reports.get()()
        if not self._running or self._command is not None or seconds < self._retry_at or self._awaits_event(seconds):
            return
        if self._plays_our_game(seconds):
            self._reconcile(seconds)

    def _awaits_event(self, seconds: float) -> bool:
        """Return whether the events of the last command are still to come: they follow its answer."""
        if self._awaited is None:
            return False
        if self._last > self._awaited:
            self._awaited = None
        elif self._awaited_until == 0:
            self._awaited_until = seconds + _EVENT_SECONDS
        elif seconds > self._awaited_until:
            self._awaited, self._expected_undos = None, 0
        return self._awaited is not None

    # The board's reports

    def _take_hello(self, hello: Hello) -> None:
        self._running, self._command, self._begin_at, self._awaited = hello.game, None, None, None
        self._expected_undos, self._undone_by_hand, self._table = 0, False, None
        self.live, self._resumed = None, 0
        if hello.game and hello.game == self._own:
            try:
                record = self._store.record(hello.game)
                self.live, self._last = GameState.replay(record), record.events[-1].seq
            except RecordError:
                self._own = ""

    def _take_loss(self, sentence: str) -> None:
        self._running, self._command = "", None
        self._session.say(f"{sentence} Plug the board in again to go on.")

    def _take_events(self, events: Sequence[BoardEvent]) -> None:
        for event in events:
            if event.kind == START and (not self._running or is_later(event.game, self._running)):
                # The board has begun another game, because of our command or its buttons.
                self._running = event.game
                self.live = None
                if self._begin_at is not None and self._is_ours(event):
                    self._own = event.game
                    self._begin_at = None
                    self.live, self._last = GameState(event.game, event.data), 0
                    self._session.saved.note(board_game=event.game)
            elif self.live is not None and event.game == self.live.id and event.seq > self._last:
                # What was read from the store with the board's hello may come once more.
                self._last = event.seq
                self.live.take(event)
                if event.kind == UNDO:
                    if self._expected_undos:
                        self._expected_undos -= 1
                    else:
                        self._undone_by_hand = True
                elif event.kind == ABANDON:
                    self.live = None

    def _is_ours(self, start: BoardEvent) -> bool:
        game = self._game.game
        return (start.data["rules"], start.data["on"]) == (game.NAME, game.grid.board)

    def _take_table(self, table: Table) -> None:
        self._table = table
        if self.live is None or table.game != self.live.id:
            # A new game's table may come before its start.
            return
        offered, self._offers_draw = self._offers_draw, table.chosen == "agree"
        game = self._game
        if self._offers_draw and not offered and not game.over:
            mine = game.offer is not None and game.offer[1].by == self._session.replica.ROLE
            if not mine and (refusal := self._session.offer_draw()):
                self._session.say(refusal)

    def _take_answer(self, answer: Answer) -> None:
        if self._command is None or self._command[0] != answer.id:
            return
        do = self._command[1]
        self._command = None
        if answer.ok:
            return
        self._awaited = None
        if do == "back" and self._expected_undos:
            self._expected_undos -= 1
        if answer.error == _NO_ANSWER:
            self._begin_at = None
        elif do == "conclude":
            self._concludes = False
            self._session.say("The board does not end its game by itself: end it with its buttons.")
        elif do in ("new", "actions"):
            raise NetplayError(f"The board cannot take the game up: {answer.error.rstrip('.')}.")

    # Commands to the board

    def _send(self, do: str, **arguments: object) -> None:
        identity = self.logger.command(do, **arguments)
        self._agree_at = None
        if identity is not None:
            self.ready = False
            self._command = identity, do
            if do in ("back", "play", "conclude"):
                self._awaited, self._awaited_until = self._last, 0.0
            if do == "back":
                self._expected_undos += 1

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
        game = self._game
        if self.live is None or self.live.id != self._own:
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
        if len(self.live.actions) < self._resumed:
            return False
        self._resumed = 0
        return True

    def _reconcile(self, seconds: float) -> None:
        """Bring the board's game and the shared one a step closer."""
        game, live = self._game, self.live
        assert live is not None
        here = [action.action for action in live.actions]
        there = [action.action for action in game.actions]
        if self._undone_by_hand and not self._expected_undos:
            self._undone_by_hand = False
            self._took_back(game, here, there)
            return
        same = next((at for at, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), None)
        if same is None:
            same = min(len(here), len(there))
        self._held = self._held and game.offer is not None and game.offer[1].kind == BACK
        if live.concluded and not game.game.concluded:
            self._concluded_by_hand(game, live)
        elif len(here) > same:
            self._acted(game, here[same], diverged=len(there) > same)
        elif len(there) > same:
            if not self._held and not self.differs:
                self._send("play", action=there[same])
                self._retry_at = seconds + _RETRY_SECONDS
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
            if not self._concludes:
                self.finished = True
                return
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
