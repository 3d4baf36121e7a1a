"""Organica: place pawns and leaders, move groups, surround the enemy's leaders.

Clauses ORG-1 to ORG-15 of seeds/organica.md.
"""

from ...const import const
from .. import notation
from ..game import MOVING, NOTHING, OVER, PLACING
from ..outcome import NO_MOVES
from ..pieces import EMPTY, colour_of, is_leader, leader, other
from ..repetition import RepetitionGame
from .preview import cells

if False:  # for type checkers only
    from typing import Iterator

_END = const(12 << 20)
"""The code of ``end``, as ``notation`` has it."""

_PAWNS_IN_HAND = const(7)
_LEADERS = const(4)
"""What each side starts with besides its three pawns on the board (ORG-1)."""

_SMALLEST_MOVING_GROUP = const(3)
"""A group moves if it has at least this many pieces (ORG-6)."""

_REPETITIONS = const(3)
"""The game is drawn when a turn starts with the same position for this many times (ORG-15)."""


class Organica(RepetitionGame):
    """A game of Organica.

    ``_hand[piece]`` counts the pieces in hand.
    ``_movers`` are the pieces that may step: those of all groups large enough before a turn's first step, the moving
    group after it. ``_capacity`` is 0 before the first step.
    """

    DEFAULTS = {"setup": "clusters"}
    CHOICES = {"setup": ("clusters", "corners")}

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with three pawns of each side on the board, white to act (ORG-1, ORG-2)."""
        super().__init__(size, options)
        self._hand = bytearray((0, _PAWNS_IN_HAND, _PAWNS_IN_HAND, _LEADERS, _LEADERS))
        self._movers: tuple[int, ...] = ()
        self._capacity = 0
        self._compelled = False
        for q, r, piece in cells(size, "" if options["setup"] == "clusters" else "corners"):
            self._write(self.grid.at(q, r), piece)
        self._remember(self._mark(), 0)

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes: placements (ORG-4), or steps and ``end`` once steps are on offer (ORG-9)."""
        if self.phase == PLACING:
            for cell in range(self.grid.cells):
                empty = self.board[cell] == EMPTY
                yield notation.code(notation.PLACE_PAWN, cell) if empty and self._hand[self.to_move] else NOTHING
                if empty and self._hand[leader(self.to_move)] and not self._own_leaders_near(cell):
                    yield notation.code(notation.PLACE_LEADER, cell)
        elif self.phase == MOVING:
            yield from self._steps()
            if not self._compelled:
                yield _END

    def why_not(self, action: int) -> str | None:
        """Return the clause that forbids a code, or ``None``."""
        what, cell, target = notation.kind(action), notation.first(action), notation.second(action)
        if self.phase == OVER:
            return "ACT-2"
        if action == _END:
            return None if self.phase == MOVING and not self._compelled else "ORG-9"
        if cell < self.grid.cells:
            if what == notation.STEP or what == notation.CAPTURE:
                return self._step_forbidden_by(action, cell, target)
            if (what == notation.PLACE_PAWN or what == notation.PLACE_LEADER) and not target:
                piece = leader(self.to_move) if what == notation.PLACE_LEADER else self.to_move
                return self._forbidden_by(cell, piece)
        return "ACT-1"

    def _forbidden_by(self, cell: int, piece: int) -> str | None:
        """Return the clause that forbids a piece from the hand on a cell."""
        if self.phase == MOVING and not self._compelled:
            return "ORG-3"
        if self.board[cell] != EMPTY:
            return "ORG-4"
        if not self._hand[piece]:
            return "ORG-1"
        return "ORG-4" if is_leader(piece) and self._own_leaders_near(cell) else None

    def _step_forbidden_by(self, action: int, start: int, end: int) -> str | None:
        """Return the clause that forbids a step or a capture."""
        if self.phase == PLACING:
            return "ORG-5"
        if start not in self._movers:
            return "ORG-7" if self._capacity else "ORG-6"
        if end - start not in self.grid.offsets[start]:
            return "ORG-7"
        if action == self._step(start, end):
            return None
        there = self.board[end]
        if notation.kind(action) == notation.STEP:
            return "ORG-10" if there == EMPTY else "ORG-7"
        return "ORG-10" if is_leader(self.board[start]) and there == other(self.to_move) else "ORG-11"

    def codes_at(self, cell: int, piece: int) -> list[int]:
        """Return the legal codes that leave a piece on a cell: a placement, or steps of such pieces to it."""
        if colour_of(piece) != self.to_move:
            return []
        if self.phase == MOVING:
            offsets = self.grid.offsets[cell]
            found = [self._step(cell + offset, cell) for offset in offsets if self.board[cell + offset] == piece]
        else:
            found = [notation.code(notation.PLACE_LEADER if is_leader(piece) else notation.PLACE_PAWN, cell)]
        return [action for action in found if self.is_legal(action)]

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the pieces around the loser's leaders that left last, and these leaders' hexes (ORG-12, ORG-13).

        A loser without a legal action is shown by all its pieces (ORG-14), a draw by none (ORG-15).
        """
        if self.outcome is None or self.outcome.winner == EMPTY:
            return [], [], []
        winner = self.outcome.winner
        loser = other(winner)
        if self.leaders(loser):
            return [], self._pieces(loser), []
        # The first cell that the action set is the piece's own.
        left = [cell for cell, before in self._last_changes()[1:] if is_leader(before)]
        near = [cell + offset for cell in left for offset in self.grid.offsets[cell]]
        return [cell for cell in self._pieces(winner) if cell in near], [], left

    def _own_leaders_near(self, cell: int) -> int:
        """Return how many leaders of the player to act stand next to a hex."""
        return [self.board[cell + offset] for offset in self.grid.offsets[cell]].count(leader(self.to_move))

    def _step(self, start: int, end: int) -> int:
        """Return the code of the step between adjacent hexes by a piece that may step, ``NOTHING`` if illegal."""
        piece, there = self.board[start], self.board[end]
        if there == EMPTY:
            what = notation.STEP
        elif is_leader(piece) and there == other(self.to_move):
            # Only a leader captures, and only pawns (ORG-11).
            what = notation.CAPTURE
        else:
            return NOTHING
        # The leader itself is one of those counted next to the target (ORG-10).
        if is_leader(piece) and self._own_leaders_near(end) > 1:
            return NOTHING
        return notation.code(what, start, end)

    def _steps(self) -> "Iterator[int]":
        """Yield the codes of all legal steps of the pieces that may step, and ``NOTHING``."""
        for origin in self._movers:
            for offset in self.grid.offsets[origin]:
                yield self._step(origin, origin + offset)

    def _can_step(self) -> bool:
        return any(step != NOTHING for step in self._steps())

    def leaders(self, colour: int) -> int:
        """Return how many leaders a colour has not lost (ORG-13)."""
        return self._hand[leader(colour)] + self._count(leader(colour))

    def large_groups(self, colour: int) -> tuple[int, ...]:
        """Return the cells of all groups of a colour that may move (ORG-6)."""
        groups = self._groups(colour)
        return tuple([cell for group in groups if len(group) >= _SMALLEST_MOVING_GROUP for cell in group])

    def _save(self) -> tuple[int, ...]:
        return (self._capacity, int(self._compelled)) + tuple(self._hand) + self._movers

    def _restore(self, state: tuple[int, ...]) -> None:
        self._capacity, self._compelled = state[0], bool(state[1])
        kinds = len(self._hand)
        self._hand[:] = bytes(state[2 : 2 + kinds])
        self._movers = tuple(state[2 + kinds :])

    def _mark(self) -> int:
        """Return a number of the hands and the side to move (ORG-15): hands only shrink, so their sum is enough."""
        return sum(self._hand) << 2 | self.to_move

    def _do(self, action: int) -> None:
        """Carry out an action; then the turn goes on with the pieces that may step, or without a step ends (ORG-9)."""
        what = notation.kind(action)
        movers: tuple[int, ...] = ()
        if what == notation.PLACE_PAWN or what == notation.PLACE_LEADER:
            ((cell, piece),) = self.hand_work(action)
            self._put(cell, piece)
            self._hand[piece] -= 1
            self._judge_leaders(cell)
            # A leader ends the turn (ORG-3).
            if what == notation.PLACE_PAWN:
                movers = self.large_groups(self.to_move)
        elif what != notation.END:
            movers = self._do_step(notation.first(action), notation.second(action))
        if self.phase == OVER:
            return
        self._movers = movers
        if self._can_step():
            self.phase = MOVING
        else:
            self._end_turn()

    def _do_step(self, start: int, end: int) -> tuple[int, ...]:
        """Move one piece of the moving group (ORG-7), the group being chosen by the first step (ORG-6).

        Return the pieces that may step next.
        """
        if self._capacity == 0:
            self._movers = tuple(self._group(start))
            self._capacity = len(self._movers)
        self._compelled = False
        self._capacity -= 1
        piece = self.board[start]
        self._put(start, EMPTY)
        self._put(end, piece)
        self._judge_leaders(end)
        whole = self._group(end)
        # A piece lost or cut off ends the turn (ORG-8).
        lost = [member for member in self._movers if member != start and member not in whole]
        return tuple(whole) if self._capacity and not lost else ()

    def _judge_leaders(self, cell: int) -> None:
        """Take surrounded leaders off, the enemy's first, after a piece came to ``cell`` (ORG-12, ORG-13).

        The other colour stands on all neighbours of such a leader. Only the enemy's leaders next to the cell and a
        leader on it can be newly surrounded.
        """
        player, enemy = self.to_move, other(self.to_move)
        gone = []
        for colour, judged in ((enemy, self.grid.neighbours[cell]), (player, (cell,))):
            for near in judged:
                around = [colour_of(self.board[near + offset]) for offset in self.grid.offsets[near]]
                if self.board[near] == leader(colour) and around == [other(colour)] * len(around):
                    self._put(near, EMPTY)
                    gone.append(near)
        for loser in (enemy, player):
            if gone and not self.leaders(loser):
                self._finish(other(loser), "leaders-lost")
                return

    def _end_turn(self) -> None:
        """Give the turn to the other player."""
        self.to_move = other(self.to_move)
        self.phase = PLACING
        self._movers = ()
        self._capacity = 0
        self._compelled = False
        if self._stood(self.board, self._mark()) >= _REPETITIONS - 1:
            self._finish(EMPTY, "repetition")
            return
        self._remember(self._mark(), len(self.codes) + 1)
        if not any(code != NOTHING for code in self.iter_legal()):
            # Only now may a group move without a placement, and at least one step is due (ORG-5).
            self._movers = self.large_groups(self.to_move)
            if self._can_step():
                self.phase = MOVING
                self._compelled = True
            else:
                self._finish(other(self.to_move), NO_MOVES)


GAME = Organica
