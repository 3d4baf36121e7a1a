"""Host's session: it has the one list of events, decides what is added to it, and runs the clock."""

import contextlib
from dataclasses import asdict
from http import HTTPStatus

from hexlume.games import notation, outcome
from hexlume.games.pieces import COLOURS, EMPTY
from hexlume.match.game_clock import RUNNING, GameClock
from hexlume_host.web.live.hub import LiveHub
from hexlume_record.errors import HexlumeError
from hexlume_record.game.events import ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent
from hexlume_record.game.match_event import Event
from hexlume_record.table.clock import ClockReport
from hexlume_record.validation import checked_json

from .link import HostLink
from .messages import ACT, BACK, DRAW, GUEST, HOST, NO, REMATCH, RESIGN, GuestMessage, Offer, Wish, opposite
from .saved_games import SavedGame
from .session import Session


class HostSession(Session):
    """The side that began the game. Its notes have the ``start`` event's data, and the ``guest`` who has joined."""

    role = HOST

    def __init__(self, saved: SavedGame, hub: LiveHub) -> None:
        """Begin, or resume what was saved."""
        super().__init__(saved, hub)
        self.link = HostLink(self)
        self._sent: int | None = None
        """How many events of the round the guest has been sent, ``None`` until it has said what it has."""
        self._guest_ready = False
        self._seconds = float("inf")
        """When time was counted last."""
        self._timed: GameClock | None = None
        self._clock_ms = 0
        """The time that this clock has counted since this program began with it."""
        self._shown: object = None

    # What the guest says

    def admit(self, guest: str) -> HTTPStatus:
        """Let the guest in whose seat it is; the first to come takes it."""
        with self.lock:
            if "guest" not in self.saved.notes:
                self.saved.note(guest=guest)
            return HTTPStatus.OK if self.saved.notes["guest"] == guest else HTTPStatus.CONFLICT

    def set_connected(self, connected: bool) -> None:
        """Wait for what the guest has: what it was sent before may not have come."""
        with self.lock:
            self._sent = None
            super().set_connected(connected)

    def receive(self, text: str | bytes) -> None:
        """Take how far the guest is, whether it is ready, and its wish."""
        message = checked_json(GuestMessage, text)
        with self.lock:
            self._guest_ready = message.ready
            if message.have is not None and self.game is None:
                self._start_round(self.saved.notes.get("round", 1), other=message.name)
            elif message.have is not None:
                self._sent = message.have if message.round == self.saved.notes["round"] else 0
            self._push(None if message.wish is None else self._carry_out(GUEST, message.wish))

    def _push(self, answer: str | None = None) -> None:
        """Show how the game stands here, and send the guest that and what it does not have."""
        notes, first = self.saved.notes, self._sent
        clock = None if self.game is None or self.match.clock is None else self.match.clock.report()
        self.clock = self.clock_view.update(None if clock is None else ClockReport.from_json(clock))
        self.show()
        if self.game is not None and self.connected and first is not None:
            first, self._sent = min(first, len(self.events)), len(self.events)
            self.link.send(
                {
                    "name": notes["name"],
                    "round": notes["round"],
                    "colour": notes["colour"],
                    "first": first,
                    "events": [[event.kind, event.data] for event in self.events[first:]],
                    "offer": self.offer and asdict(self.offer),
                    "clock": clock,
                    "answer": answer,
                }
            )

    # What is added to the list

    def ask(self, wish: Wish) -> None:
        """Carry out a wish of the host's person."""
        with self.lock:
            try:
                refusal = self._carry_out(HOST, wish)
            except HexlumeError as error:
                refusal = error.public
            self._push()
            self._answered(refusal)

    def _carry_out(self, by: str, wish: Wish) -> str:
        """Carry out a side's wish; return empty, or one sentence why not. Raises ``StoreError``: nothing is changed."""
        game, offer = self.game, Offer(by, wish.do)
        asked = self.offer is not None and self.offer.by != by
        if game is None:
            return "The other side has not joined yet."
        if wish.do != RESIGN and wish.at != len(self.events):
            return "The game had changed before that came."
        if wish.do == NO:
            self._offered(None if asked else self.offer)
            return "" if asked else "Nothing is asked any more."
        if wish.do == BACK and not (game.count or game.concluded):
            return "There is no action to take back."
        if wish.do == REMATCH and not self.over:
            return "The game is not over yet."
        if wish.do not in (BACK, REMATCH) and self.over:
            return "The game is over."
        if wish.do == ACT:
            return self._act(by, wish.action)
        if wish.do == RESIGN:
            self._conclude(outcome.RESIGNED, by)
        elif asked and self.offer == Offer(opposite(by), wish.do):
            self._agree(wish.do)
        else:
            self._offered(offer)
        return ""

    def _act(self, by: str, action: str) -> str:
        game = self.match.game
        if self.turn != by:
            return "It is the other side's turn."
        code = notation.parse(action, game.grid)
        if code == notation.NO_ACTION or not game.is_legal(code):
            return f"'{action}' is not legal here."
        self._add(Event(ACTION, code, game.to_move, RUNNING))
        return ""

    def _agree(self, do: str) -> None:
        """Do what both sides want."""
        if do == DRAW:
            self._conclude(outcome.DRAW_AGREED)
        elif do == BACK:
            self._add(Event(UNDO))
        else:
            self._start_round(self.saved.notes["round"] + 1, colour=self.colour_of(GUEST))

    def _conclude(self, reason: str, loser: str = "") -> None:
        """End the game: a side has lost, or nobody."""
        winner = COLOURS.index(self.colour_of(opposite(loser))) if loser else EMPTY
        self._add(Event(CONCLUDE, outcome.RESULTS[winner], reason, RUNNING))

    def _add(self, event: Event) -> None:
        """Add an event to the list, and what follows from it by the rules. Raises ``StoreError``."""
        new = [self._happened(event)]
        ended = self.match.game.outcome
        if event.kind == ACTION and ended is not None:
            new.append(self._happened(Event(RESULT, ended.result, ended.reason)))
        self._keep(new)

    def _happened(self, event: Event) -> BoardEvent:
        assert self.game is not None
        data = self.game.play(event)
        return self.saved.event(self.game.last_seq, event.kind, data)

    def _start_round(self, number: int, **notes: str) -> None:
        self.saved.note(round=number, **notes)
        event = self.saved.event(0, START, self.saved.notes["start"])
        self._begin(event)
        self._sent = 0
        self._keep([event])

    # The clock

    def work(self, seconds: float) -> None:
        """Charge the player to move with the time that has passed while they could act."""
        # Not what passed while the computer slept.
        passed, self._seconds = max(0.0, min(1.0, seconds - self._seconds)), seconds
        super().work(seconds)
        clock = None if self.game is None or self.over else self.match.clock
        if clock is None:
            return
        if clock is not self._timed:
            self._timed, self._clock_ms = clock, 0
        can_act = self.board.ready if self.turn == HOST else self.connected and self._guest_ready
        self._clock_ms += round(1000 * passed) if can_act else 0
        clock.tick(self._clock_ms, not can_act)
        # Pages count down a second or so by themselves.
        shown = can_act, self._clock_ms // 1000
        if clock.flagged or shown != self._shown:
            self._shown = shown
            # What the store cannot keep now is tried again later.
            with contextlib.suppress(HexlumeError):
                if clock.flagged:
                    self._conclude(outcome.TIME, self.turn)
            self._push()
