"""A witness at the table: notes every event at the moment the board has shown it as accepted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.outcome import RESIGNED, Outcome
from hexlume.games.pieces import COLOURS, other
from hexlume.match.events import ABANDON, ACTION, CONCLUDE, RESULT, START, UNDO
from hexlume_record.game.record import GameHeader, GameRecord
from tests.faults.counts import Counts


class Games(Protocol):
    """What a host has stored."""

    def games(self) -> Sequence[GameHeader]: ...

    def record(self, game: str, /) -> GameRecord: ...


@dataclass(frozen=True)
class Seen:
    """An event: its kind, what it tells, and when the board had it (start of the board and its time in ms).

    ``boot`` and ``ms`` are ``None`` for one that the board had accepted when its power went before it was shown.
    """

    kind: str
    data: dict[str, Any]
    boot: int | None
    ms: int | None


class Witness:
    """Follows the running game by its rules on a board of its own, without looking at any record.

    ``games`` has the events of each game by its id, ``broken`` counts what a board that was switched on again did not
    have any more, or had besides. Before the hands do something they say what they are about to do
    (``intend_action`` and the others): when the power goes in the middle, that and only that may be there or not.
    """

    def __init__(self) -> None:
        self.games: dict[str, list[Seen]] = {}
        self.broken = Counts()
        self._events: list[Seen] = []
        self._game: Game | None = None
        self._running: Game | None = None
        self._intended: list[Seen] = []

    # Before it is done

    def intend_action(self, code: int) -> None:
        """An action is about to be played."""
        game = self._game
        assert game is not None
        colour = game.to_move
        game.push(code)
        self._intended = [_action(game, code, colour)]
        if game.outcome is not None:
            self._intended.append(Seen(RESULT, _end_data(game.outcome), None, None))
        game.pop()

    def intend_back(self) -> None:
        """The last action, or the game's conclusion, is about to be taken back."""
        self._intended = [Seen(UNDO, {}, None, None)]

    def intend_resigning(self) -> None:
        """The player to move, if the game is not over, is about to resign."""
        assert self._game is not None
        told = None if self._game.outcome is not None else _end_data(Outcome(other(self._game.to_move), RESIGNED))
        self._intended = [] if told is None else [Seen(CONCLUDE, told, None, None)]

    def intend_new_game(self) -> None:
        """Another game is about to be begun."""
        assert self._game is not None
        self._intended = [Seen(ABANDON, {}, None, None)] if self._game.result is None else []

    # When it is shown

    def look(self, running: Game, identity: str, boot: int, ms: int) -> None:
        """Note what the board has accepted in this pass."""
        if running is not self._running:
            if self._game is not None and self._game.result is None:
                self._events.append(Seen(ABANDON, {}, boot, ms))
            self._begin(running, identity, boot, ms)
        self._follow(running, boot, ms)
        self._intended = []

    def look_after_power_cut(self, running: Game, identity: str) -> None:
        """Note what a board has that was switched on again: what was witnessed, and at most what was intended."""
        known = identity in self.games
        if not known:
            if self._game is not None and self._game.result is None:
                # The game is over: that must have been under way.
                if not self._intended or self._intended[-1].kind not in (ABANDON, RESULT, CONCLUDE):
                    self.broken.lost += 1
                self._events.extend(self._intended)
            self._begin(running, identity, None, None)
        elif identity != list(self.games)[-1]:
            # An earlier game than was being played.
            self.broken.corrupt += 1
            self._begin(running, identity, None, None)
        self._running = running
        before = len(self._events)
        self._follow(running, None, None)
        new = self._events[before:]
        if known and new != self._intended[: len(new)]:
            self.broken.lost += sum(event.kind == UNDO for event in new)
            self.broken.corrupt += sum(event.kind != UNDO for event in new)
        self._intended = []

    def _begin(self, running: Game, identity: str, boot: int | None, ms: int | None) -> None:
        self._running = running
        self._game = games.start(running.NAME, running.size, dict(running.options))
        told = {"rules": running.NAME, "board": running.grid.board, "options": dict(running.options)}
        self._events = self.games[identity] = [Seen(START, told, boot, ms)]

    def _follow(self, running: Game, boot: int | None, ms: int | None) -> None:
        """Note the steps that lead from the witness's own game to the board's."""
        game = self._game
        assert game is not None
        if game.concluded and not running.concluded:
            game.reopen()
            self._events.append(Seen(UNDO, {}, boot, ms))
        while game.codes != running.codes[: len(game.codes)]:
            game.pop()
            self._events.append(Seen(UNDO, {}, boot, ms))
        for code in running.codes[len(game.codes) :]:
            colour = game.to_move
            assert game.is_legal(code)
            game.push(code)
            told = _action(game, code, colour)
            self._events.append(Seen(told.kind, told.data, boot, ms))
            if game.outcome is not None:
                self._events.append(Seen(RESULT, _end_data(game.outcome), boot, ms))
        if running.concluded and not game.concluded:
            assert running.outcome is not None
            game.conclude(running.outcome.winner, running.outcome.reason)
            self._events.append(Seen(CONCLUDE, _end_data(running.outcome), boot, ms))

    # In the end

    def tally(self, store: Games) -> Counts:
        """Count what a store lacks of all that was witnessed, and what it has besides."""
        counts = Counts(events=sum(len(events) for events in self.games.values()))
        counts.add(self.broken)
        held = {game.game for game in store.games()}
        for identity, expected in self.games.items():
            if identity in held:
                events = store.record(identity).events
                compare(
                    expected, [(event.seq, event.kind, event.data, event.boot, event.ticks) for event in events], counts
                )
            else:
                counts.lost += len(expected)
        for identity in held - set(self.games):
            counts.corrupt += len(store.record(identity).events)
        return counts

    def has_all(self, store: Games) -> bool:
        """Return whether a store has as many games and events as were witnessed."""
        counts = self.tally(store)
        return counts.lost == self.broken.lost


def compare(
    expected: list[Seen], kept: Sequence[tuple[int, str, Mapping[str, Any], int | None, int]], counts: Counts
) -> None:
    """Count how a game that was kept, as (number, kind, data, boot, ms), differs from what was witnessed of it."""
    if [event[0] for event in kept] != list(range(len(kept))):
        counts.corrupt += 1
    counts.lost += max(0, len(expected) - len(kept))
    counts.doubled += max(0, len(kept) - len(expected))
    for seen, (_, kind, data, boot, ms) in zip(expected, kept, strict=False):
        told = {name: value for name, value in data.items() if name != "clock"}
        when = seen.boot in (None, boot) and seen.ms in (None, ms)
        counts.corrupt += (seen.kind, seen.data) != (kind, told) or not when


def _end_data(outcome: Outcome) -> dict[str, Any]:
    return {"result": outcome.result, "reason": outcome.reason}


def _action(game: Game, code: int, colour: int) -> Seen:
    return Seen(ACTION, {"action": game.name(code), "colour": COLOURS[colour]}, None, None)
