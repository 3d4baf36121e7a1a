"""A stored game ply by ply: what was done, when, and how the board stood after it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.grid import grid_of
from hexlume.match.match import Match

from ..errors import RecordError
from . import events
from .events import StoredEvent
from .match_event import Event
from .record import FROM_BOARD, UNFINISHED, Action, GameRecord
from .state import GameState
from .view import position_view

_BACK = Event(events.UNDO)

LONGEST = 5000
"""The most actions of a game that are replayed; no honest game comes near."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A position of a game and the action that led to it; ply 0 is the start, without an action.

    ``turn`` is the number of the turn that the action is part of, from 1. ``played_at`` is when it was played and
    ``took_ms`` the time since the action before it, ``None`` where that is not known. ``left_ms`` is what the colour's
    clock had after it, periods included, ``None`` without a clock or where it stood. ``taken_back`` are the actions
    that were played after this position and taken back, in the order in which they were played. ``position`` is the
    position as JSON (``view.position_view``).
    """

    number: int
    action: str
    colour: str
    turn: int
    played_at: datetime | None
    took_ms: int | None
    left_ms: int | None
    taken_back: tuple[str, ...]
    position: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored game as far as it agrees with the rules.

    ``plies`` are its positions, the start first; none when the rules or the board are not known. ``problem`` is one
    sentence about the first thing in the record that does not fit, empty when all does.
    """

    record: GameRecord
    plies: tuple[Ply, ...]
    problem: str
    result_words: str

    @property
    def goes_on(self) -> bool:
        """Return whether a board may still add to the game."""
        return self.record.ending.status == UNFINISHED and self.record.source == FROM_BOARD

    def ply(self, number: int | None = None) -> Ply:
        """Return a ply by its number, by default the last; raises ``RecordError`` when there is none."""
        if not self.plies:
            raise RecordError(self.problem)
        if number is None:
            return self.plies[-1]
        if not 0 <= number < len(self.plies):
            raise RecordError(
                f"Game {self.record.id} has no ply {number}: its plies are 0 (the start) to {len(self.plies) - 1}."
            )
        return self.plies[number]

    def game(self, number: int | None = None) -> Game:
        """Return the game at a ply, under the rules; raises ``RecordError`` as ``ply`` does."""
        ply = self.ply(number)
        game = games.start(self.record.rules, grid_of(self.record.board).size, self.record.options)
        match = Match(game)
        for played in self.plies[1 : ply.number + 1]:
            match.apply(Event(events.ACTION, notation.parse(played.action, game.grid), game.to_move))
        if ply.position["result"] is not None and game.result is None:
            match.apply(Event(events.CONCLUDE, ply.position["result"], ply.position["reason"]))
        return game


def replay_of(record: GameRecord) -> Replay:
    """Return a stored game ply by ply, up to the first thing that the rules do not allow."""
    state = GameState.replay(record)
    if state.match is None or state.game is None:
        return Replay(record, (), state.problem, state.result_words)
    problem = state.problem
    # What was legal is what the rules have played; the actions that stand may be more.
    count = len(state.game.codes)
    if count > LONGEST:
        problem = f"The game has {count} actions; the first {LONGEST} are shown."
        count = LONGEST
    standing = [record.events[0], *(event for event in state.recorded.standing() if isinstance(event, StoredEvent))]
    actions = [Action("", ""), *state.actions]
    turns = [0] + [number for number, (_, turn) in enumerate(state.turns(), 1) for _ in turn]
    plies = []
    # From the end to the start: taking back is much quicker than playing, which looks for what ends the game.
    for number in range(len(state.game.codes), -1, -1):
        if number <= count:
            event = standing[number]
            ply = Ply(
                number=number,
                action=actions[number].action,
                colour=actions[number].colour,
                turn=turns[number],
                played_at=event.played_at,
                took_ms=event.ms_since(standing[number - 1]) if number else None,
                left_ms=event.data.get("clock") if number else None,
                taken_back=tuple(state.recorded.taken_back[number]),
                position=position_view(state.game),
            )
            plies.append(ply)
        if state.game.concluded:
            state.match.apply(_BACK)
        state.match.apply(_BACK)
    plies.reverse()
    return Replay(record, tuple(plies), problem, state.result_words)
