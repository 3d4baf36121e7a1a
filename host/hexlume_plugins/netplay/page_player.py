"""Page player: a person without a board plays in the browser."""

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import EMPTY
from hexlume.match.game_clock import DELAY
from hexlume_host.device.messages import clock_report
from hexlume_host.game_files.rule_sheet import on_sheet
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError
from hexlume_record.game.record import SEAT_SWAPS
from hexlume_record.game.view import position_view
from hexlume_record.table.clock import clock_view
from hexlume_record.table.table_words import Refusal, why_refused
from hexlume_record.words.text import clock_words, options_label, played_words

from .announcer import offer_words
from .entries import HOST
from .entries import other as opposite
from .page_record import PageRecord
from .player import Player
from .session import COMMANDS, Session
from .shared_game import SharedGame

_MAX_SENTENCES = 40
_LINGER_SECONDS = 900.0
"""For so long after its end a game can still be taken back."""
_ANSWER_SECONDS = 5.0

T = TypeVar("T")

_log = logging.getLogger(__name__)


class PagePlayer(Player):
    """A person at a page: what pages show, and what they may do. Any thread may ask; the store gets the record.

    ``state`` is what pages show, as JSON. ``code`` lets the other side in; only those who may act see it.
    """

    state: dict[str, Any]

    def __init__(
        self,
        store: Store,
        session: Session,
        publish: Callable[[str, str], None],
        also_say: Callable[[str], object] | None = None,
        rematch: Callable[[Session], str] | None = None,
    ) -> None:
        """``publish`` takes the key and the text of each new state, ``also_say`` the sentences for the person.

        ``rematch`` begins the next game with the same other side and returns its key; it raises ``HexlumeError``.
        """
        self.session, self._publish, self._also_say = session, publish, also_say
        self._rematch, self._next = rematch, ""
        self.key = session.saved.key
        self.error = ""
        """Why the game has ended or stands still, empty while it goes on."""
        self.ended = False
        self._store = store
        self.code = session.saved.code if session.saved.role == HOST else ""
        self._sentences: deque[str] = deque(maxlen=_MAX_SENTENCES)
        self._record: PageRecord | None = None
        self._recorded_at = float("-inf")
        self.show()

    # The session's thread

    def begin(self, session: Session, game: SharedGame) -> None:
        """Begin to write the game's record."""
        began = session.saved.notes.get("began") or time.time()
        session.saved.note(began=began)
        self._record = PageRecord(self._store, game, session.replica.players, f"netplay-{self.key}", began)

    def work(self, seconds: float) -> None:
        """Record what is new; a store that is unavailable is tried again every second."""
        record = self._record
        assert record is not None
        if record.trouble and seconds - self._recorded_at < 1:
            return
        before, self._recorded_at = (record.trouble, record.number), seconds
        record.follow()
        if record.trouble and record.trouble != before[0]:
            self.say(record.trouble)
        elif record.number != before[1]:
            self.show()
        self._follow_rematch()

    def _follow_rematch(self) -> None:
        """Begin a rematch.

        A guest joins it as soon as they ask. A host, once both have asked, ends this session first: the next one meets
        at the same place.
        """
        replica = self.session.replica
        if not replica.again or self._rematch is None:
            return
        if replica.ROLE == HOST and replica.other_again:
            self.session.stop()
        elif replica.ROLE != HOST and not self._next:
            self._begin_rematch()
        elif self._next and not self.session.connected:
            # The host has gone over to the next game.
            self.session.stop()

    def _begin_rematch(self) -> None:
        assert self._rematch is not None
        try:
            self._next = self._rematch(self.session)
        except HexlumeError as error:
            self.session.replica.again = False
            self.say(error.public)
        self.show()

    def run(self) -> None:
        """Play until some time after the game's end, or until the session is stopped or fails, and note why."""
        try:
            self.session.run(self, self.say, _LINGER_SECONDS)
        except HexlumeError as error:
            _log.warning("A game with another host stopped: %s", error)
            self.error = error.public
        finally:
            self.ended = True
            if self.session.replica.again and self.session.replica.other_again and not self._next:
                self._begin_rematch()
            self.show()

    def say(self, sentence: str) -> None:
        """Add a sentence to those that the page shows."""
        self._sentences.append(sentence)
        self.show()
        if self._also_say is not None:
            self._also_say(sentence)

    def show(self) -> None:
        """Make the state anew and publish it."""
        self.state = self._state()
        self._publish(self.key, json.dumps(self.state, ensure_ascii=False, separators=(",", ":")))

    # Any thread

    def leave_off(self, sentence: str) -> None:
        """Stop playing; the sentence tells watchers why."""
        if not self.ended:
            self.error = sentence
            self.session.stop()

    def do(self, what: str, action: str = "") -> str | None:
        """Do what a page's person wants; return ``None``, or one sentence why it cannot be done."""
        commands: dict[str, Callable[[], str | None]] = {
            "act": lambda: self.session.act(action),
            **({"rematch": self.session.ask_rematch} if self._rematch else {}),
            **{word: partial(command, self.session) for word, command in COMMANDS.items()},
        }
        if what not in commands:
            return f"A page may do one of these: {', '.join(commands)}."
        return self._on_session(commands[what], lambda sentence: sentence)

    def why(self, cell: str) -> Refusal:
        """Return why the person can do nothing on a cell now."""
        return self._on_session(lambda: self._why(cell), Refusal)

    def _on_session(self, do: Callable[[], T], failed: Callable[[str], T]) -> T:
        """Do something on the session's thread; ``failed`` makes the answer of a sentence why that was not possible."""
        if self.ended:
            return failed(self.error or "This game is not being played just now.")
        done, answers = threading.Event(), list[T]()

        def carry_out() -> None:
            try:
                answers.append(do())
            finally:
                done.set()

        self.session.post(carry_out)
        if not done.wait(_ANSWER_SECONDS) or not answers:
            return failed("That was not done in time: try again.")
        return answers[0]

    def _why(self, name: str) -> Refusal:
        game = self.session.replica.predicted
        if game is None or game.game.result is not None or game.to_move != self.session.replica.ROLE:
            over = game is not None and game.over
            return Refusal("The game is over." if over else "It is the other side's turn.")
        cell = game.game.grid.cell(name)
        if cell == NO_CELL:
            return Refusal(f"'{name[:20]}' is no cell of this board.")
        if game.game.board[cell] != EMPTY:
            return Refusal(f"The disc on {name} cannot be used now.")
        refusal = why_refused(game.game, cell, game.game.to_move)
        return on_sheet(game.game.NAME, refusal or Refusal(f"Nothing can be done on {name} now."))

    def _state(self) -> dict[str, Any]:
        replica = self.session.replica
        game = replica.predicted
        state: dict[str, Any] = {
            "event": "netplay",
            "id": self.key,
            "side": replica.ROLE,
            "joined": replica.joined,
            "here": self.session.connected,
            "other": replica.other_name,
            "sentences": list(self._sentences),
            "problem": replica.problem or self.error,
            "ended": self.ended,
        }
        if game is None:
            return state
        mine = game.to_move == replica.ROLE and replica.joined
        codes = game.game.legal_actions() if mine else None
        offer = None
        if game.offer is not None:
            offer = {"mine": game.offer[1].by == replica.ROLE, "what": offer_words(game)}
        return state | {
            "rules": game.terms.rules,
            "on": game.game.grid.board,
            "options": options_label(game.game.options),
            "position": position_view(game.game, codes, whole_turn=True),
            "played": self._played(game),
            "colour": game.colour_of(replica.ROLE),
            "mine": mine,
            "players": {game.colour_of(role): name for role, name in replica.names.items()},
            "actions": [[action.action, action.colour] for action in game.actions],
            "offer": offer,
            "again": self._rematch and {"mine": replica.again, "other": replica.other_again, "next": self._next},
            "number": self._record.number if self._record is not None else None,
            "host": game.terms.host_name,
            "waiting": not replica.settled,
            "control": clock_words(game.terms.clock),
            "clock": self._clock(game),
        }

    def _played(self, game: SharedGame) -> str:
        """Return the last turn as a sentence, with the name of who played it."""
        if not game.actions:
            return ""
        last = game.actions[-1]
        # A swap exchanges the seats: whoever it was has the other colour now.
        role = game.role_of(last.colour)
        role = opposite(role) if last.action in SEAT_SWAPS else role
        return played_words(game.game, self.session.replica.names[role] or last.colour.capitalize())

    def _clock(self, game: SharedGame) -> dict[str, Any] | None:
        replica, mover = self.session.replica, game.to_move
        mine = mover == replica.ROLE
        spent = replica.spent_ms if mine else 0
        if mover is not None and not mine and replica.other_spent[0] == game.steps:
            spent = replica.other_spent[1]
        clock, number = game.clock_after(spent), game.game.to_move
        report = None if clock is None else clock_report(clock.report())
        if clock is None or game.clock is None or report is None:
            return None
        # At the beginning of a turn with a delay nothing falls yet.
        falls = clock.control.kind != DELAY or clock.remaining(number) < game.clock.remaining(number)
        return clock_view(report, report.running is not None and falls and (mine or self.session.connected))
