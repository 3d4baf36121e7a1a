"""Shared game: what the list of entries makes of a game's terms. No input or output."""

import copy
from collections.abc import Iterable
from typing import Any

from hexlume.games import notation, outcome
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS, EMPTY
from hexlume.match.game_clock import MOST_MS, RUNNING, GameClock
from hexlume.match.match import Match
from hexlume_record.game.events import CONCLUDE, RESULT, START, UNDO, BoardEvent
from hexlume_record.game.match_event import Event
from hexlume_record.game.record import Action, GameHistory

from .entries import (
    ACTION,
    AGREE,
    BACK,
    DECLINE,
    DRAW,
    GUEST,
    HOST,
    MAX_ENTRIES,
    RESIGN,
    TIME,
    Entry,
    Terms,
    other,
)


class SharedGame:
    """A game by its terms and its entries: the position, the clock, what is asked and what may come next.

    Each entry is judged by ``refusal`` before it is taken, on both sides alike, so that the same list makes the same
    game. ``steps`` counts the entries that changed the position or ended the game. ``offer`` is the open offer and
    its place in the list, ``None`` when nothing is asked. ``events`` are what a board would report of the game: each
    one's kind and data.
    """

    def __init__(self, terms: Terms, entries: Iterable[Entry] = ()) -> None:
        """Begin by the terms and take entries that are known to be right."""
        self.terms = terms
        self.match = Match(terms.begin(), terms.clock)
        self.entries: list[Entry] = []
        self._history = GameHistory()
        self.steps = 0
        self.offer: tuple[int, Entry] | None = None
        self._ms = 0
        clock = {"clock": terms.clock} if self.timed else {}
        start = {"rules": terms.rules, "on": self.game.grid.board, "options": dict(self.game.options), **clock}
        self.events: list[tuple[str, dict[str, Any]]] = [(START, start)]
        for entry in entries:
            self.take(entry)

    @property
    def game(self) -> Game:
        """The position."""
        return self.match.game

    @property
    def clock(self) -> GameClock | None:
        """The clock, ``None`` without one."""
        return self.match.clock

    @property
    def actions(self) -> list[Action]:
        """The actions that stand."""
        return self._history.actions

    @property
    def over(self) -> bool:
        """Return whether the game has ended, by its rules or otherwise."""
        return self.game.result is not None

    @property
    def to_move(self) -> str | None:
        """Return the side to act, ``None`` at the end."""
        return None if self.over else self.role_of(COLOURS[self.game.to_move])

    def colour_of(self, role: str) -> str:
        """Return the colour that a side plays at this point (rule ACT-3: a swap exchanges them)."""
        swaps = sum(notation.swaps_seats(code) for code in self.game.codes)
        hosts = COLOURS.index(self.terms.host_colour)
        return COLOURS[hosts if (role == HOST) == (swaps % 2 == 0) else 3 - hosts]

    def role_of(self, colour: str) -> str:
        """Return the side that plays a colour at this point."""
        return HOST if self.colour_of(HOST) == colour else GUEST

    def refusal(self, entry: Entry) -> str | None:
        """Return ``None`` if an entry may come next, or one sentence why not."""
        if len(self.entries) >= MAX_ENTRIES:
            return "This game has too many entries: begin a new one."
        if entry.kind in (AGREE, DECLINE):
            return self._answer_refusal(entry)
        if entry.kind == BACK:
            # The last step before the end may be a conclusion: going back to all actions takes that back.
            if not 0 <= entry.to < self.match.count + self.game.concluded:
                return "There is no action to take back."
        elif self.over:
            return "The game is over."
        if entry.kind in (BACK, DRAW):
            if self.offer is not None and (self.offer[1].by != entry.by or self.offer[1].kind == entry.kind == DRAW):
                return "There is a question open already: it must be answered first."
        elif entry.kind in (ACTION, TIME):
            return self._turn_refusal(entry)
        return None

    def take(self, entry: Entry) -> None:
        """Take an entry that ``refusal`` has let pass."""
        place = len(self.entries)
        self.entries.append(entry)
        if entry.kind in (DRAW, BACK):
            self.offer = place, entry
            return
        asked, self.offer = self.offer, None
        if entry.kind == DECLINE:
            return
        self.steps += 1
        if entry.kind == ACTION:
            self._play(entry)
        elif entry.kind == RESIGN:
            self._conclude(other(entry.by), outcome.RESIGNED)
        elif entry.kind == TIME:
            self._pass(MOST_MS)
            self._conclude(other(entry.by), outcome.TIME)
        elif asked is not None and asked[1].kind == DRAW:
            self._conclude(None, outcome.DRAW_AGREED)
        elif asked is not None:
            self._go_back(asked[1].to)

    @property
    def timed(self) -> bool:
        """Return whether the players' time is limited."""
        return self.clock is not None

    def clock_after(self, ms: int) -> GameClock | None:
        """Return what the clock is when the player to move has taken so long over the next action."""
        clock = copy.deepcopy(self.clock)
        if clock is not None:
            clock.tick(self._ms + ms)
        return clock

    def has_time(self, ms: int) -> bool:
        """Return whether the player to move has not lost on time after so long over the next action."""
        clock = self.clock_after(ms)
        return clock is None or clock.flagged == EMPTY

    def _turn_refusal(self, entry: Entry) -> str | None:
        if self.to_move != entry.by:
            return "It is the other side's turn."
        if entry.kind == TIME:
            return None if self.timed else "This game has no clock."
        if entry.step != self.steps:
            return "The game had changed before that action came."
        code = notation.parse(entry.action, self.game.grid)
        if code == notation.NO_ACTION or not self.game.is_legal(code):
            return f"'{entry.action[:40]}' is not legal here."
        if not self.has_time(entry.ms):
            return "Its player had no time left for that action."
        return None

    def _answer_refusal(self, entry: Entry) -> str | None:
        if self.offer is None or self.offer[0] != entry.to:
            return "Nothing is asked any more."
        if self.offer[1].by == entry.by:
            return "That is for the other side to answer."
        return None

    def _pass(self, ms: int) -> None:
        """Let the clock run on."""
        self._ms += ms
        if self.clock is not None:
            self.clock.tick(self._ms)

    def _play(self, entry: Entry) -> None:
        self._pass(entry.ms)
        colour = self.game.to_move
        code = notation.parse(entry.action, self.game.grid)
        self._apply(Event(ACTION, code, colour, RUNNING))
        found = self.game.outcome
        if found is not None:
            self._apply(Event(RESULT, found.result, found.reason))

    def _conclude(self, winner: str | None, reason: str) -> None:
        """End the game: a side has won, or nobody."""
        won = EMPTY if winner is None else COLOURS.index(self.colour_of(winner))
        self._apply(Event(CONCLUDE, outcome.RESULTS[won], reason, RUNNING))

    def _go_back(self, to: int) -> None:
        if self.game.concluded:
            self._apply(Event(UNDO))
        while self.match.count > to:
            self._apply(Event(UNDO))

    def _apply(self, event: Event) -> None:
        data = Event(*self.match.apply(event).event).data(self.game.grid)
        self._history.take(BoardEvent("", len(self.events), event.kind, 0, data))
        self.events.append((event.kind, data))
