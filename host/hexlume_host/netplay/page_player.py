"""A seat at a page: a person without a board plays in the browser."""

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.game_clock import BYOYOMI, DELAY
from hexlume.games.pieces import BLACK, COLOURS, WHITE

from ..errors import HostError
from ..game.text import clock_words
from ..game.view import position_message
from ..store.repository import Store
from .entries import BACK, GUEST, HOST, other
from .page_record import PageRecord
from .player import Player, Seat
from .session import Playing
from .shared_game import AgreedGame

_SENTENCES = 40
_WORDS = {
    notation.PLACE_WHITE: "White disc",
    notation.PLACE_BLACK: "Black disc",
    notation.REPLACE: "Turn over",
    notation.PLACE: "Disc",
    notation.PLACE_PAWN: "Pawn",
    notation.PLACE_LEADER: "Leader",
    notation.STEP: "Move",
    notation.CAPTURE: "Capture",
}
"""What an action does, by its kind, for choosing between several on one cell."""
_DO_SECONDS = 5.0

_log = logging.getLogger(__name__)


class PageSeat(Seat):
    """Shows the game as text for pages, and keeps it in the store."""

    def __init__(self, store: Store, key: str) -> None:
        """``key`` is the name of this side of the game, by which the store and pages know it."""
        self.key = key
        self.sentences: deque[str] = deque(maxlen=_SENTENCES)
        self._store = store
        self._record: PageRecord | None = None
        self._player: Player | None = None
        self._tried_at = float("-inf")

    def begin(self, player: Player, game: AgreedGame) -> None:
        """Begin to keep the game's record."""
        self._player = player
        began = player.noted("began")
        if not isinstance(began, int | float):
            began = time.time()
            player.note(began=began)
        names = names_of(player.side.NAME, game, str(player.noted("name") or ""), player.side.other_name)
        self._record = PageRecord(self._store, game.terms, names, f"apart-{self.key}", began)

    def work(self, seconds: float) -> None:
        """Keep what is new; a store that can keep nothing just now is tried again."""
        if self._record is None or self._player is None or self._player.side.agreed is None:
            return
        if self._record.trouble and seconds - self._tried_at < 1:
            return
        before = self._record.trouble
        self._record.follow(self._player.side.agreed)
        self._tried_at = seconds
        if self._record.trouble and self._record.trouble != before:
            self._player.say(self._record.trouble)


def names_of(side: str, game: AgreedGame, own: str, others: str) -> dict[str, str]:
    """Return the players' names by side."""
    return {HOST: game.terms.host_name, GUEST: own if side == GUEST else others}


class PageGame:
    """A game with its seat at a page: what pages show, and what they may have done. Any thread may ask."""

    def __init__(self, playing: Playing, seat: PageSeat, code: str) -> None:
        self.playing, self.seat, self.code = playing, seat, code
        self.error = ""
        """Why the game has ended or stands still, empty while it goes on."""
        self.ended = False
        self.closed = False
        """Whether the text is the last one: those who show it have nothing more to wait for."""
        self._lock = threading.Condition()
        self._listeners: list[Callable[[], None]] = []
        self._text = self._text_for_watchers = ""
        playing.changed = self.refresh
        self.refresh()

    @property
    def key(self) -> str:
        """The name of this side of the game."""
        return self.seat.key

    def run(self) -> None:
        """Play until it is stopped or fails, and note why."""
        try:
            self.playing.run()
        except HostError as error:
            _log.warning("A game with another host stopped: %s", error)
            self.error = error.public
        finally:
            self.ended = True
            self.refresh()

    def leave_off(self, sentence: str) -> None:
        """Stop playing; the sentence says why to those who look on."""
        if not self.ended:
            self.error = sentence
            self.playing.stop()

    def close(self, seconds: float) -> None:
        """Wait until those who look on have the last text and have left, but not for longer than that."""
        with self._lock:
            self.closed = True
        self._tell()
        with self._lock:
            self._lock.wait_for(lambda: not self._listeners, seconds)

    def text(self, may_act: bool = True) -> str:
        """Return what pages show, as JSON; the game's code is for those who may act, who alone may let others in."""
        with self._lock:
            return self._text if may_act else self._text_for_watchers

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, on the game's thread, that the text has changed."""
        with self._lock:
            self._listeners.append(listener)

    def leave(self, listener: Callable[[], None]) -> None:
        """Tell somebody no more."""
        with self._lock:
            self._listeners.remove(listener)
            self._lock.notify_all()

    def do(self, what: str, action: str = "") -> str | None:
        """Do what a page's person wants; return ``None``, or one sentence why it cannot be done."""
        playing = self.playing
        deeds: dict[str, Callable[[], str | None]] = {
            "act": lambda: playing.act(action),
            "resign": playing.resign,
            "draw": playing.offer_draw,
            "back": playing.ask_last_back,
            "yes": lambda: playing.answer(True),
            "no": lambda: playing.answer(False),
        }
        if what not in deeds:
            return f"A page may act, {', '.join(list(deeds)[1:-1])} or {list(deeds)[-1]}."
        if self.ended:
            return self.error or "This game is not being played just now."
        done, answers = threading.Event(), []

        def carry_out() -> None:
            try:
                answers.append(deeds[what]())
            finally:
                done.set()

        playing.post(carry_out)
        if not done.wait(_DO_SECONDS) or not answers:
            return "That was not done in time: try again."
        return answers[0]

    def refresh(self) -> None:
        """Make the text anew, on the game's thread."""
        state = self._state()
        text = _json(state)
        with self._lock:
            if text == self._text:
                return
            self._text, self._text_for_watchers = text, _json({**state, "code": ""})
        self._tell()

    def _tell(self) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener()

    def _state(self) -> dict[str, Any]:
        side = self.playing.side
        game = side.ahead
        state: dict[str, Any] = {
            "id": self.key,
            "side": side.NAME,
            "code": self.code if side.NAME == HOST else "",
            "joined": side.joined,
            "here": self.playing.here,
            "other": side.other_name,
            "sentences": list(self.seat.sentences),
            "problem": side.problem or self.error,
            "ended": self.ended,
        }
        if game is None:
            return state
        mine = game.to_move == side.NAME and side.joined
        codes = [] if game.over else game.game.legal_actions()
        message = position_message(game.game, codes)
        if not mine:
            message.update(legal=[], forced=[], words=[])
        state.update(
            position=message,
            colour=game.colour_of(side.NAME),
            mine=mine,
            moves=moves(game.game, codes) if mine else {},
            players=self._players(game),
            actions=[[action.colour, action.action] for action in game.actions],
            offer=_offer(game, side.NAME),
            waiting=not side.settled,
            control=clock_words(game.terms.clock),
            clock=self._clock(game),
        )
        return state

    def _players(self, game: AgreedGame) -> dict[str, str]:
        """Return the players' names by the colours they have now."""
        side = self.playing.side
        names = names_of(side.NAME, game, str(self.playing.noted("name") or ""), side.other_name)
        return {game.colour_of(one): names[one] or ("You" if one == side.NAME else "") for one in names}

    def _clock(self, game: AgreedGame) -> dict[str, Any] | None:
        side, mover = self.playing.side, game.to_move
        spent = side.spent_ms if mover == side.NAME else 0
        if mover == other(side.NAME) and side.other_spent[0] == game.steps:
            spent = side.other_spent[1]
        clock = game.clock_after(spent)
        if clock is None or game.clock is None:
            return None
        running = None if mover is None or not game.actions else game.colour_of(mover)
        number = 0 if running is None else COLOURS.index(running)
        # At the beginning of a turn with a delay nothing falls yet.
        falls = clock.control.kind != DELAY or clock.remaining(number) < game.clock.remaining(number)
        return {
            "control": clock.control.text,
            "running": running,
            "counting": running is not None and falls and (mover == side.NAME or self.playing.here),
            "flagged": COLOURS[clock.flagged] or None,
            "period_ms": clock.control.step_ms if clock.control.kind == BYOYOMI else 0,
            **{
                COLOURS[one]: {"ms": clock.remaining(one), "periods": clock.periods(one), "low": clock.low(one)}
                for one in (WHITE, BLACK)
            },
        }


def moves(game: Game, codes: list[int]) -> dict[str, list[list[str]]]:
    """Return the actions with a place by the cell they begin on: each the action, where it goes, and what it does.

    Where it goes is empty for an action on one cell.
    """
    found: dict[str, list[list[str]]] = {}
    for code in codes:
        if not notation.is_word(code):
            kind = notation.kind(code)
            goes = game.grid.name(notation.second(code)) if kind in (notation.STEP, notation.CAPTURE) else ""
            found.setdefault(game.grid.name(notation.first(code)), []).append([game.name(code), goes, _WORDS[kind]])
    return found


def _json(state: dict[str, Any]) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def _offer(game: AgreedGame, side: str) -> dict[str, Any] | None:
    if game.offer is None:
        return None
    entry = game.offer[1]
    what = "take back how the game was concluded"
    if entry.kind != BACK:
        what = "a draw"
    elif (count := len(game.actions) - entry.to) > 0:
        what = "take back the last action" if count == 1 else f"take back the last {count} actions"
    return {"mine": entry.by == side, "kind": entry.kind, "what": what}
