"""The referee: compares what stands on the table with the game and turns hands' work into actions.

It knows positions and their differences, not rules. What the hands did is accepted when it is
exactly what a short sequence of legal actions leads to; otherwise nothing is accepted and the
difference stays on show until table and game agree again.
"""

from ..const import const, elapsed
from ..games.game import NOTHING, Game
from ..games.grid import NO_CELL
from ..games.pieces import EMPTY, NAMES, turned
from .layout import Layout

if False:  # for type checkers only
    from typing import Any, Callable, Generator, Iterator

    """Actions with their colours, how the game goes on behind them, and whether captured pieces still stand."""
    Way = tuple[list[tuple[int, int]], tuple[Any, ...] | None, bool]

AGREES, TAKE_OFF, PUT_ON, TURN_OVER, EXCHANGE = range(5)
"""How a cell differs from the game: a disc too many, one missing, one with the wrong side up, one of the
wrong kind (a leader for a pawn or the reverse)."""

_DIFFERENCE_WORDS = const(("", "take off", "put on {}", "turn over", "exchange for {}"))

_MOST_ACTIONS = const(4)
"""The longest sequence of actions that is looked for in one change of the table."""
_MOST_CELLS = const(2 * _MOST_ACTIONS)
"""With more cells than this in dispute no sequence is looked for."""
_MOST_BACK = const(12)
"""Actions that are taken back by hand at once, at most."""
_SWEPT = const(3)
"""Missing discs from which an empty table counts as swept, whatever position it looks like."""
_TAKE_BACK_MS = const(1000)
"""How long an earlier position must stand before it is understood as a take-back: longer than a look at a disc. As
long an action must stand that could be the beginning of another."""
_ROW = const(16)
"""Cells that are compared at once."""
UNDECIDED = const(-1)
"""``back_due`` where an action has stood so long that could be the beginning of another."""

_WAITING = const(0)
_FOLLOWING = const(1)
LOOKING = 2
STOPPED = 3
"""The referee's phases: nothing is accepted before table and game agree; the hands are followed; what they did is being
looked for; that was stopped, and is to be begun anew."""
_SLICE_MS = const(12)
"""Time in a pass after which the look goes on in the next: one step takes up to 30 ms more."""
_TRY_MS = const(27)
"""Time in a pass after which an action is tried in the next."""
_LONG_MS = const(42)
"""Time in a pass after which what explains the table is accepted in the next."""
_MOST_MS = const(4000)
"""Time after which the look is given up."""


class Referee:
    """Follows the hands for one game at a time. While its ``phase`` is ``LOOKING`` the game has actions that are only
    tried: nobody reads it before ``look`` has ended, or ``stop``.

    ``differs[panel cell]`` is how the cell differs from the game (``AGREES`` ...); ``differing`` are the cells that
    do, in the order in which they began to, ``disputed`` is their number, and ``wrong`` the number of those with a disc
    on them. A finished game disputes nothing, and neither does a table on which hands have done an action or begun
    another. ``choices`` are the actions that the table fits equally well where a sensor is not
    believed: the players have to choose one.
    """

    def __init__(
        self, layout: Layout, game: Game, masked: bytearray | None = None, now: "Callable[[], int] | None" = None
    ) -> None:
        """Follow a game laid on the panel. It begins once the table agrees with its position.

        ``masked[panel cell]`` tells the cells whose sensors are not believed. ``now`` gives the board's time in ms;
        without it a look ends in one pass.
        """
        self.layout = layout
        self.game = game
        self._masked = masked or bytearray(layout.panel.cells)
        self.differs = bytearray(layout.panel.cells)
        self.disputed = self.wrong = self._back = self._since = 0
        self.differing: list[int] = []
        self.choices: list[int] = []
        self.phase = _WAITING
        self._now = now
        self._ways: "list[Way]" = []
        self._look = self._explain(self.differs, [], False, self._ways)
        self.wait_for_agreement()

    def wait_for_agreement(self) -> None:
        """Accept nothing until table and game agree, as when a game begins: after a take-back.

        A position on the way there is no take-back either.
        """
        self.stop()
        self.phase = _WAITING
        # More than ever differ at once.
        self._most = len(self.differs) + 1

    def expected(self, cell: int) -> int:
        """Return the piece code that a panel cell should have: the game's, and none once the game is over."""
        own = self.layout.to_game[cell]
        return EMPTY if own == NO_CELL or self.game.outcome is not None else self.game.board[own]

    def differences(self, limit: int) -> dict[str, str]:
        """Return how the table differs, in words for each panel cell (docs/protocol.md), at most ``limit``."""
        name = self.layout.panel.name
        cells = sorted(self.differing)[: limit if self.disputed else 0]
        return {name(cell): _DIFFERENCE_WORDS[self.differs[cell]].format(NAMES[self.expected(cell)]) for cell in cells}

    @property
    def waiting(self) -> bool:
        """Return whether table and game must agree first."""
        return self.phase == _WAITING

    def stop(self) -> None:
        """Stop to look for what the hands did: the game is as it was played."""
        self._look.close()
        if self.phase == LOOKING:
            self.phase = STOPPED

    def follow(self, pieces: bytearray, ms: int, closed: bool = False, settled: bool = False) -> list[tuple[int, int]]:
        """Compare the pieces at rest on the panel with the game at time ``ms``, and begin to ``look``; return the same.

        ``closed``: it is not their turn. ``settled``: an action counts even if it could be the beginning of another.
        """
        self.stop()
        self._back = 0
        self._since = ms
        self.choices = []
        self._ways = []
        cells = self._disputed_cells(pieces)
        self._most = max(self._most, len(cells))
        if not cells:
            self._most = 0
            self.phase = _FOLLOWING
        elif self.phase != _WAITING:
            self.phase = _FOLLOWING
            if len(cells) <= _MOST_CELLS and not closed:
                self.phase = LOOKING
                self._look = self._explain(pieces, [self.layout.to_game[cell] for cell in cells], settled, self._ways)
        return self.look(pieces, ms)

    def look(self, pieces: bytearray, ms: int) -> list[tuple[int, int]]:
        """Look on for what the hands did, in the pass that began at ``ms``; return the actions that were played.

        Each is a pair of its code and the colour that acted. There are none while it is still ``LOOKING``.
        """
        for pause_ms in self._look:
            if self._now is not None and elapsed(ms, self._now()) >= pause_ms:
                if elapsed(self._since, ms) < _MOST_MS:
                    self._record_differences(pieces)
                    return []
                self.stop()
        played: list[tuple[int, int]] = []
        if self.phase >= LOOKING:
            self.phase = _FOLLOWING
        if len(self._ways) == 1:
            # A captured disc that still stands is not its owner's next placement, and taking it off no take-back.
            played, _, leftovers = self._ways[0]
            self.phase = _WAITING if leftovers else _FOLLOWING
            self._most = len(self._disputed_cells(pieces))
        elif self._back != UNDECIDED and 0 < len(self.differing) <= _MOST_CELLS:
            # A step back to where a piece came from is a step, if it is legal; else it is a take-back. While a mess is
            # put right, no state on the way is one; nor is a table swept clean.
            if len(self.differing) == self._most and (len(self.differing) < _SWEPT or any(pieces)):
                self._back = self._earlier(pieces)
        self._record_differences(pieces)
        return played

    def back_due(self, ms: int) -> int:
        """Return how many actions the hands have taken back: an earlier position has stood long enough, else 0.

        ``UNDECIDED`` if an action that could be the beginning of another has stood so long: it counts now.
        """
        return self._back if elapsed(self._since, ms) >= _TAKE_BACK_MS else 0

    def _disputed_cells(self, pieces: bytearray) -> list[int]:
        """Return the panel cells that differ from the game, those that began to first in front; none after its end."""
        now = [] if self.game.result is not None else self._differing(pieces, self.game.board)
        before = [cell for cell in self.differing if cell in now]
        self.differing = before + [cell for cell in now if cell not in before]
        return self.differing

    def _earlier(self, pieces: bytearray) -> int:
        """Return how many undone actions make the game match the table, of this turn and the last one; else 0."""
        game = self.game
        turns = 0
        colour = game.to_move
        for undone in range(1, min(_MOST_BACK, len(game.codes)) + 1):
            board, mover = game.position_after(len(game.codes) - undone)
            turns += mover != colour
            colour = mover
            if turns == 2:
                break
            if not self._differing(pieces, board):
                return undone
        return 0

    def _differing(self, pieces: bytearray, board: bytearray) -> list[int]:
        """Return the panel cells that differ from a board of the game."""
        if pieces == board:
            # Quicker for a game as large as the panel.
            return []
        found = []
        to_game = self.layout.to_game
        for start in range(0, len(pieces), _ROW):
            end = min(start + _ROW, len(pieces))
            # Most rows agree, which is quickly seen of a game as large as the panel.
            if to_game is not self.layout.to_panel or pieces[start:end] != board[start:end]:
                for cell in range(start, end):
                    own = to_game[cell]
                    if pieces[cell] != (EMPTY if own == NO_CELL else board[own]):
                        found.append(cell)
        return found

    def _explain(
        self, pieces: bytearray, cells: list[int], settled: bool, ways: "list[Way]"
    ) -> "Generator[int, None, None]":
        """Play the shortest sequence of legal actions that leads to what stands on the table, and have ``ways`` get it.

        Of several, the one in the order in which the cells changed. What an action leaves to be taken off
        (captures) may still stand. It gets none, or two, and the game stays as it was, where there is no
        such sequence, steps that nobody saw could have led there in ways that go on differently, or the hands may have
        done another action or be about to. Each yield is the time in a pass, in ms, from which on the next one is to go
        on with it.
        """
        seen = [pieces[self.layout.to_panel[cell]] for cell in cells]
        if NO_CELL in cells or not any(seen):
            # A disc off the board, or in a hand.
            return
        # An action leaves one piece on the board, unless a game says otherwise: more discs need more actions.
        length = len(seen) - seen.count(EMPTY) if type(self.game).hand_work is Game.hand_work else 1
        while length <= _MOST_ACTIONS and not ways:
            yield from self._search(pieces, cells, length, settled, False, [], [], ways)
            length += 1
        if len(ways) == 1 and ways[0][1] is not None:
            for action, _ in ways[0][0]:
                self.game.push(action)

    def _search(
        self,
        pieces: bytearray,
        cells: list[int],
        length: int,
        settled: bool,
        unseen: bool,
        doubts: list[int],
        before: list[tuple[int, int]],
        ways: "list[Way]",
    ) -> "Generator[int, None, bool]":
        """Look for ways to go on after the actions ``before`` by at most ``length`` more, depth first.

        ``ways`` gets the first one: its actions, how the game goes on from there, and whether captured pieces still
        stand. One whose steps were seen is the only one, ends the search and is left played: ``None`` stands for how
        it goes on. After one with ``unseen`` steps it also gets another that goes on differently. It gets one twice if
        the hands may do something else: there are ``doubts``, actions whose other hand work nobody sees, or the hands
        are not ``settled`` and may go on to a longer action. Return whether there is nothing more to look for.
        """
        game = self.game
        for action, work, longer, seen in self._candidates(pieces, cells, length):
            yield _SLICE_MS if action == NOTHING else _TRY_MS
            if action == NOTHING:
                continue
            played = before + [(action, game.to_move)]
            blind = unseen or not seen
            rivals = doubts + [code for code in longer if self._stands(pieces, game.hand_work(code), self._masked)]
            game.push(action)
            done = False
            try:
                leftovers, disputed = self._rest(pieces, cells, work)
                if not disputed:
                    yield _LONG_MS
                    doubted = bool(rivals or (longer and not settled))
                    ends = game.continuation() if blind or doubted else None
                    if doubted:
                        self._back = 0 if rivals else UNDECIDED
                        self.choices = [action] + rivals if rivals and not before else []
                    if doubted or ends is None:
                        del ways[:]
                    if not ways or ends != ways[0][1]:
                        ways += [(played, ends, bool(leftovers))] * (1 + doubted)
                    # Of two ways nobody saw, the hands are asked to show which.
                    done = ends is None or len(ways) > 1
                elif length > 1 and not leftovers and game.result is None:
                    yield _SLICE_MS
                    done = yield from self._search(pieces, disputed, length - 1, settled, blind, rivals, played, ways)
            finally:
                # Also where the look is stopped: the game is then as it was played.
                if not done or ways[0][1] is not None:
                    game.pop()
            if done:
                return True
            yield _SLICE_MS
        return False

    def _candidates(
        self, pieces: bytearray, cells: list[int], length: int
    ) -> "Iterator[tuple[int, tuple[tuple[int, int], ...], list[int], bool]]":
        """Yield the legal actions whose hand work stands on the table, then those of a piece that moved on; ``NOTHING``
        in between, as ``Game.iter_legal`` does.

        A piece that left its cell may have gone ``length`` steps, over cells where nothing is seen of it now. With each
        are its hand work, the actions whose hand work begins with that, and whether it is what the table shows.
        """
        game = self.game
        found: list[int] = []
        for cell in cells:
            piece = pieces[self.layout.to_panel[cell]]
            if piece != EMPTY and piece != game.board[cell]:
                codes = game.codes_at(cell, piece)
                for action in codes:
                    work = game.hand_work(action)
                    if self._stands(pieces, work):
                        found.append(action)
                        yield action, work, [code for code in codes if set(work) < set(game.hand_work(code))], True
                yield NOTHING, (), [], False
        for cell in cells if length > 1 else ():
            if game.board[cell] != EMPTY and pieces[self.layout.to_panel[cell]] == EMPTY:
                for action in steps(game, cell):
                    if action not in found:
                        work = game.hand_work(action) if action != NOTHING else ()
                        yield action, work, [], self._stands(pieces, work)

    def _stands(self, pieces: bytearray, work: tuple[tuple[int, int], ...], masked: "bytearray | None" = None) -> bool:
        """Return whether hand work is what the table shows; ``masked`` panel cells may show anything."""
        to_panel = self.layout.to_panel
        return all([pieces[to_panel[cell]] == piece or (masked and masked[to_panel[cell]]) for cell, piece in work])

    def _rest(
        self, pieces: bytearray, cells: list[int], work: tuple[tuple[int, int], ...]
    ) -> tuple[list[int], list[int]]:
        """Return the cells where the last action asks for more than the hands' work, and those not explained by it.

        At the former captured pieces are still standing; a piece may also be lost where it was just put. The latter
        are of ``cells`` or new ones.
        """
        board, to_panel = self.game.board, self.layout.to_panel
        done = [cell for cell, _ in work]
        changes = self.game.changes()
        leftovers = [cell for cell, piece in work if board[cell] != piece]
        leftovers += [cell for cell, before, _ in changes if cell not in done and pieces[to_panel[cell]] == before]
        now = cells + [cell for cell, _, _ in changes if cell not in cells]
        return leftovers, [cell for cell in now if cell not in leftovers and pieces[to_panel[cell]] != board[cell]]

    def _record_differences(self, pieces: bytearray) -> None:
        self.differs = bytearray(len(self.differs))
        self.disputed = 0 if self._back == UNDECIDED else len(self.differing)
        self.wrong = 0
        for cell in self.differing[: self.disputed]:
            self.differs[cell] = difference(pieces[cell], self.expected(cell))
            self.wrong += pieces[cell] != EMPTY


def steps(game: Game, cell: int) -> "Iterator[int]":
    """Yield the legal actions that move the piece on a cell to a neighbouring one, ``NOTHING`` in between."""
    piece = game.board[cell]
    for offset in game.grid.offsets[cell]:
        for action in game.codes_at(cell + offset, piece):
            if (cell, EMPTY) in game.hand_work(action):
                yield action
        yield NOTHING


def difference(piece: int, expected: int) -> int:
    """Return how a cell with the piece ``piece`` on it differs from one with ``expected``."""
    if piece == expected:
        return AGREES
    if expected == EMPTY:
        return TAKE_OFF
    if piece == EMPTY:
        return PUT_ON
    return TURN_OVER if piece == turned(expected) else EXCHANGE
