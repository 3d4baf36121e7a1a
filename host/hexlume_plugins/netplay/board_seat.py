"""Board seat: a person plays at a board of this computer, in addition to the page.

The board's game and the one of the list are brought together step by step. What the hands did is wished for once, and
taken back if it may not be; what the board lacks is played on it (docs/protocol.md: ``play``) and carried out by hand.
"""

import contextlib
from collections import deque
from collections.abc import Callable
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any

from hexlume.games.outcome import DRAW_AGREED
from hexlume.match.game_clock import NONE
from hexlume.play.preferences import OPPONENTS, PERSON
from hexlume_host.device.messages import NO_ANSWER
from hexlume_host.device.resume import commands
from hexlume_host.errors import StoreUnavailableError
from hexlume_host.web.live.board import LiveBoard
from hexlume_record.game.record import ABANDONED, FROM_CONTINUED
from hexlume_record.game.state import GameState

from .messages import ACT, BACK, DRAW, GUEST, RESIGN, Wish

if TYPE_CHECKING:
    from .session import Session

_RETRY_SECONDS = 0.4
_EVENT_SECONDS = 15.0
"""Max time between a command and the event of what it did."""
_QUIET_SECONDS = 0.3
"""How long nothing must have happened in the board's game before it is compared: the board reports its table last."""
_LOSERS = {"W+": "black", "B+": "white"}
"""The colour that has lost, by the result."""
_Command = tuple[str, dict[str, Any]]


class BoardSeat:
    """Lets a session's person play at a board while it is there; the session holds its lock."""

    def __init__(self, session: "Session") -> None:
        self.device: str = session.saved.notes.get("device", "")
        """The board's id, empty for none."""
        self.ready = True
        """Whether the person can act: a board that is there shows the other side's actions."""
        self._session = session
        self._seen: object = None
        """The board's game and its last event."""
        self._restart(None)

    def leave(self, sentence: str) -> None:
        """Leave the game to the page, and say why."""
        self.device, self.ready = "", True
        self._session.say(sentence)

    def work(self, shown: LiveBoard, seconds: float) -> None:
        """Bring the board's game, as it is ``shown``, and the list a step closer."""
        session, game, live = self._session, self._session.game, shown.live
        assert game is not None and game.game is not None
        if shown.command is not self._send_command:
            self._restart(shown.command)
        if self._send_command is None:
            return
        self._take_answer(shown, seconds)
        seen = None if live is None else (live.id, live.last_seq)
        if self._seen != seen and (live is None or live.id != self._before):
            self._seen, self._wait_until = seen, seconds + _QUIET_SECONDS
        if self._sent is not None or session.pending or seconds < self._wait_until:
            return
        # What the store cannot keep now is tried again in the next pass.
        with contextlib.suppress(StoreUnavailableError):
            if self._setup:
                self._send(seconds, *self._setup.popleft())
            elif live is not None and self._is_ours(live):
                with shown.lock:
                    step = self._step(live, game, bool(shown.table_report.differs))
                if isinstance(step, Wish):
                    session.ask(step)
                elif step is not None:
                    self._send(seconds, *step)
            elif not session.over:
                # Once the game is over, a board that was cleared is left so.
                self._set_up(game, shown)

    def _restart(self, command: Callable[..., int | None] | None) -> None:
        """Begin anew with a board that has just come, or has gone."""
        self._send_command, self.ready = command, command is None
        self._sent: int | None = None
        """The id of the command that the board has not answered yet,"""
        self._do = ""
        """and the name of the last one."""
        self._wait_until = 0.0
        """Nothing is compared or sent before."""
        self._setup: deque[_Command] = deque()
        """Commands that set a game up and were not sent yet."""
        self._before: str | None = None
        """The board's game before it begins ours, ``None`` when none is to begin."""
        self._agreed = 0
        """How many events the list had when the board agreed with it last."""
        self._asked: object = None
        """The board's last event, the size of the list and the connection when the hands' wish was passed on."""

    def _send(self, seconds: float, do: str, arguments: dict[str, Any]) -> None:
        """Send the board a command; the person cannot act until the table agrees again."""
        assert self._send_command is not None
        self.ready = False
        self._sent, self._do = self._send_command(do, **arguments), do
        self._wait_until = seconds + _EVENT_SECONDS

    def _take_answer(self, shown: LiveBoard, seconds: float) -> None:
        answer = next((one for one in shown.answers if one.id == self._sent), None)
        if answer is not None:
            self._sent = None
            # What is refused, because of the table for example, is tried again; no event follows on settings.
            if not answer.ok or self._do == "settings":
                self._wait_until = seconds + _RETRY_SECONDS
            if not answer.ok and self._do in ("new", "actions") and answer.error != NO_ANSWER:
                self.leave(f"The board cannot take the game up: {answer.error}.")

    def _set_up(self, game: GameState, shown: LiveBoard) -> None:
        """Let the board begin the game where it is."""
        assert game.game is not None
        if game.count:
            self._session.say("The board takes the game up: set up the discs that the lights ask for.")
        self._setup = deque([("settings", {"opponent": OPPONENTS[PERSON]}), *commands(game.game, NONE)])
        self._before = "" if shown.live is None else shown.live.id

    def _is_ours(self, live: GameState) -> bool:
        """Return whether a game of the board is that of the list; note the one that it has begun."""
        saved, game = self._session.saved, self._session.game
        assert game is not None
        if self._before not in (None, live.id) and (live.rules, live.board) == (game.rules, game.board):
            # The list is the game's record; the library needs it once.
            saved.store.mark(live.id, FROM_CONTINUED)
            saved.note(on_board=[game.id, live.id])
            self._before = None
        return saved.notes.get("on_board") == [game.id, live.id] and live.ending.status != ABANDONED

    def _step(self, live: GameState, game: GameState, differs: bool) -> Wish | _Command | None:
        """Return what the hands want, or the command that brings the board closer to the list."""
        session, count = self._session, len(self._session.events)
        here, there = ([action.action for action in one.actions] for one in (live, game))
        same = sum(takewhile(bool, map(eq, here, there)))
        if len(here) > same and session.role == GUEST and not session.connected:
            # The action waits on a guest's board while the host is away.
            return None
        state = live.last_seq, count, session.connected
        if self._asked != state and (wish := self._wished(live, game, len(here), len(there), same)) is not None:
            self._asked = state
            return session.wish(wish, here[same] if wish == ACT else "")
        # What the hands took back stays back while a side is asked.
        may_add = session.offer is None or session.offer.do != BACK
        if len(here) > same or (live.concluded and not game.concluded):
            return "back", {}
        if len(there) > same:
            return ("play", {"action": there[same]}) if may_add and not differs else None
        if live.concluded != game.concluded:
            loser = _LOSERS.get(game.ending.result or "")
            how = {"reason": game.ending.reason, **({} if loser is None else {"colour": loser})}
            return ("conclude", how) if may_add else None
        self._agreed = count
        self.ready = self.ready or not differs
        return None

    def _wished(self, live: GameState, game: GameState, here: int, there: int, same: int) -> str | None:
        """Return what the hands want, by how the board differs from a list with which it agreed."""
        loser = _LOSERS.get(live.ending.result or "")
        if here > same == there:
            # Also after a restart: an action that the board has accepted is not lost.
            return ACT
        if self._agreed != len(self._session.events):
            return None
        if there > same or (game.concluded and not live.concluded):
            return BACK
        if live.concluded and not game.concluded and live.ending.reason == DRAW_AGREED:
            return DRAW
        if live.concluded and not game.concluded and loser == self._session.colour_of(self._session.role):
            return RESIGN
        return None
