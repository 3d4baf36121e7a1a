"""The search of any game by its rules alone: Monte-Carlo tree search over ``hexlume.games.game.Game``, in plain Python.

The same search as that of compiled positions (``search``, where its sources are), with the same settings, for games
whose rules are not compiled. It plays on its own copy of the game, and takes everything back.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import FILLING, PLACING, Game
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume_record.errors import GameError, HexlumeError

from .analysis import DRAWN, FEWEST_IN_VARIATION, LONGEST_VARIATION, Candidate, candidate
from .level import Settings

_EVEN = 0.5
_LEAST, _MOST = 0.05, 0.95
"""The least and the greatest value of a playout that was cut off."""
_TRIES = 12
"""Cells at which a random legal action is looked for, before all legal actions are listed."""
_MAST_DECAY = 0.3
"""What is left of the MAST values once the position has changed."""
_FORGOTTEN = 0.5
_JUDGED = 16
"""Plies after which a playout is cut off, where a game's own ``lead`` judges it."""
_ASKED = 16
"""Plies of a playout after which ``go_on`` is asked again."""
_ENTRY_BYTES = 200
"""Memory of an action in the tree or in a table, at most."""
_MOST_REUSED = 0.5
"""A tree that fills more of its memory does not become part of a larger one: the new search needs room."""
_FIRST_WORD = notation.code(notation.SWAP)


def starts_usually(game: Game) -> bool:
    """Return whether a game began at its usual start, rather than at a position that was set up."""
    return type(game) is games.game_class(game.NAME)


class _Node:
    """A position in the tree. Results and scores are those of the colours as the seats have them there.

    ``mover`` is the colour to act, ``proven`` the result that is certain, or 0. Once it is expanded ``codes`` are its
    legal actions, ``counts`` the playouts through each, ``scores`` what white won in these, and ``children`` the
    positions after them, ``None`` before the first visit. ``table`` has by action and colour the playouts in which the
    action was played later on, and what white won in them.
    """

    __slots__ = ("children", "codes", "counts", "mover", "proven", "scores", "table", "visits")

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.proven = 0
        self.visits = 0
        self.codes: list[int] = []
        self.counts: list[int] = []
        self.scores: list[float] = []
        self.children: list[_Node | None] = []
        self.table: dict[int, list[float]] | None = None


class RulesSearch:
    """Searches positions of one game after another; ``take_up`` comes first.

    All methods raise ``HexlumeError`` if the code of the game fails.
    """

    def __init__(self, seed: int, memory_mb: int) -> None:
        self._random = Random(seed)
        self._most = memory_mb * 2**20 // _ENTRY_BYTES
        self._used = 0
        self._kind: tuple[Any, ...] = ()
        self._root = _Node(EMPTY)
        self._codes: list[int] = []
        """The actions that lead to the root."""
        self._settings = Settings()
        self._mast: dict[int, list[float]] = {}
        """The MAST table. By action and colour: the playouts in which it was played, and white's points in them."""

    def take_up(self, game: Game, settings: Settings, backwards: bool) -> None:
        """Take the game's position as the root: what was found before stays if the game goes on.

        ``backwards``: also if it goes one action back.
        """
        self._settings = settings
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())))
        with self._blaming(game.NAME):
            if kind != self._kind or not starts_usually(game):
                self._start(game)
                # The actions from a position that was set up do not say which one that was.
                self._kind = kind if starts_usually(game) else ()
            else:
                self._move_root(game, backwards)
            self._game.copy_from(game)
        self._codes = list(game.codes)

    def _start(self, game: Game) -> None:
        """Begin with another game."""
        self._game = games.start(game.NAME, game.size, game.options)
        evaluation = games.part(game.NAME, "evaluation")
        self._lead: Callable[[Game, int], float] | None = getattr(evaluation, "lead", None)
        self._random_piece = getattr(evaluation, "random_piece", None)
        self._mast.clear()
        self._start_tree(game)

    @property
    def proven(self) -> int:
        """The position's proven result."""
        return self._root.proven

    def visits(self) -> list[int]:
        """Return the playouts through each action."""
        return self._root.counts

    def candidates(self) -> list[Candidate]:
        """Return all legal actions, in any order."""
        root, found = self._root, []
        if not root.codes:
            # Even without a playout every legal action is a candidate.
            with self._blaming(self._game.NAME):
                self._expand(root)
        for at, code in enumerate(root.codes):
            child, count = root.children[at], root.counts[at]
            white = root.scores[at] / count if count else _EVEN
            proven, variation = (child.proven, _variation(child)) if child else (0, ())
            found.append(candidate(code, root.mover, count, white, proven, variation, self._settings.calibration))
        return found

    def search(self, playouts: int, go_on: Callable[[], bool]) -> int:
        """Run max ``playouts`` playouts, fewer if ``go_on`` says no or the result is proven; return how many."""
        made = 0
        with self._blaming(self._game.NAME):
            while made < playouts and not self._root.proven and self._play(go_on):
                made += 1
        return made

    def _play(self, go_on: Callable[[], bool]) -> bool:
        """Play one playout and take it back; return whether it came to its end before ``go_on`` said no."""
        game, start = self._game, len(self._game.codes)
        path, places, trace = [self._root], list[int](), list[int]()
        leaf = self._descend(path, places, trace)
        value = _value_of(leaf.proven) if leaf.proven else self._play_out(trace, go_on)
        while len(game.codes) > start:
            game.pop()
        if value is None:
            return False
        self._learn(path, places, trace, value)
        return True

    @contextmanager
    def _blaming(self, name: str) -> Iterator[None]:
        """Raise ``HexlumeError`` for whatever goes wrong in a game's code; its position is of no use any more."""
        try:
            yield
        except GameError:
            # It says all.
            self._kind = ()
            raise
        except Exception as error:
            self._kind = ()
            raise HexlumeError(
                f"{name} cannot be searched: its code failed ({type(error).__name__}: {error})."
            ) from error

    def _start_tree(self, game: Game) -> None:
        self._root = _Node(game.to_move)
        self._used = 1

    def _move_root(self, game: Game, backwards: bool) -> None:
        """Keep what was found before, as far as it is of use at the game's position."""
        before, now, old = self._codes, game.codes, self._root
        if now == before:
            return
        if now[: len(before)] == before:
            node: _Node | None = old
            for code in now[len(before) :]:
                node = node.children[node.codes.index(code)] if node and code in node.codes else None
            if node is None:
                self._start_tree(game)
            else:
                self._root, self._used = node, _entries(node)
        elif backwards and now == before[:-1] and self._used < _MOST_REUSED * self._most:
            self._game.copy_from(game)
            self._go_back(game, before[-1])
        else:
            self._start_tree(game)
        for key, value in list(self._mast.items()):
            value[0] *= _MAST_DECAY
            value[1] *= _MAST_DECAY
            if value[0] < _FORGOTTEN:
                del self._mast[key]

    def _go_back(self, game: Game, played: int) -> None:
        """Put the position before the root in its place; ``played`` led from there to the old root."""
        old, root = self._root, _Node(game.to_move)
        self._root = root
        self._used += 1
        self._expand(root)
        at = root.codes.index(played)
        root.children[at] = old
        root.visits = root.counts[at] = sum(old.counts)
        root.scores[at] = sum(
            count - score if notation.swaps_seats(code) else score
            for code, count, score in zip(old.codes, old.counts, old.scores, strict=True)
        )
        self._prove([root])

    def _descend(self, path: list[_Node], places: list[int], trace: list[int]) -> _Node:
        """Play down to a leaf and return it; the nodes, the places of their actions and the actions are noted."""
        game, settings = self._game, self._settings
        node, table = path[0], None
        while True:
            if settings.reference and node.table is None and node.visits >= settings.reference:
                node.table = {}
            if node.table is not None:
                table = node.table
            if not node.codes and ((len(path) > 1 and node.visits < settings.expand_at) or not self._expand(node)):
                return node
            at = self._select(node, table)
            code = node.codes[at]
            trace.append(code << 2 | node.mover)
            game.push(code)
            child = node.children[at]
            if child is None:
                child = node.children[at] = _Node(game.to_move)
            places.append(at)
            path.append(child)
            node = child
            if game.outcome is not None and not node.proven:
                node.proven = game.outcome.winner or DRAWN
                if settings.solves:
                    self._prove(path)
            if node.proven:
                return node

    def _expand(self, node: _Node) -> bool:
        """List a node's legal actions, in random order; return whether there was room for them."""
        codes = self._game.legal_actions()
        if self._used + len(codes) > self._most and node is not self._root:
            return False
        self._random.shuffle(codes)
        self._used += len(codes)
        node.codes = codes
        node.counts = [0] * len(codes)
        node.scores = [0.0] * len(codes)
        node.children = [None] * len(codes)
        return True

    def _select(self, node: _Node, table: dict[int, list[float]] | None) -> int:
        """Return the place of the action to try next: the one with the highest bound, among those not proven lost."""
        settings, mover = self._settings, node.mover
        weight, bias, sqrt = settings.prior_weight, settings.bias, math.sqrt
        bonus = settings.exploration * sqrt(math.log(node.visits + 1))
        children, counts, scores = node.children, node.counts, node.scores
        later = _NOTHING if table is None else table
        best, most = 0, -1e9
        for at, code in enumerate(node.codes):
            child = children[at]
            if child is not None and child.proven and settings.solves:
                proven = _seen_from_above(child.proven, code)
                if proven == mover:
                    return at
                if proven != DRAWN:
                    continue
            count, value = counts[at], scores[at]
            if (mover == BLACK) != (code >= _FIRST_WORD and notation.swaps_seats(code)):
                value = count - value
            visits = known = count + weight
            value += weight * _EVEN
            if visits:
                value /= visits
            entry = later.get(code << 2 | mover)
            if entry is not None:
                played, won = entry
                won /= played
                share = played / (played + visits + bias * played * visits)
                value += share * ((won if mover == WHITE else 1 - won) - value)
                known += played
            if not known:
                value = settings.first_play_urgency
            elif bonus:
                value += bonus / sqrt(visits) if visits > 1 else bonus
            if value > most:
                best, most = at, value
        return best

    def _play_out(self, trace: list[int], go_on: Callable[[], bool]) -> float | None:
        """Play a playout to its end and return its value for white; ``None`` if ``go_on`` ended it."""
        game, settings, mast = self._game, self._settings, self._mast
        draw = self._drawn if settings.informed else self._any
        tournament_size, begin = settings.mast_tournament_size, len(game.codes)
        is_judged = settings.informed and self._lead is not None
        until = begin + (min(settings.playout_cutoff, _JUDGED) if is_judged else settings.playout_cutoff)
        exchanged = False
        while game.outcome is None and len(game.codes) < until:
            mover, code = game.to_move, draw()
            if tournament_size > 1:
                most = _mast_value(mast.get(code << 2 | mover), mover)
                for _ in range(tournament_size - 1):
                    rival = draw()
                    rival_value = _mast_value(mast.get(rival << 2 | mover), mover)
                    if rival_value > most:
                        code, most = rival, rival_value
            trace.append(code << 2 | mover)
            exchanged ^= notation.swaps_seats(code)
            game.push(code)
            if (len(game.codes) - begin) % _ASKED == 0 and not go_on():
                return None
        value = self._judge() if game.outcome is None else _value_of(game.outcome.winner or DRAWN)
        return 1 - value if exchanged else value

    def _judge(self) -> float:
        """Return the value for white of the position where a playout was cut off."""
        if self._lead is None or not self._settings.informed:
            return _EVEN
        return min(_MOST, max(_LEAST, _EVEN + self._lead(self._game, WHITE) / 100))

    def _below(self, count: int) -> int:
        return int(self._random.random() * count)

    def _drawn(self) -> int:
        """Return a random legal action on a random cell; a word only if there is nothing else."""
        game, below = self._game, self._below
        board, cells, is_placing = game.board, game.grid.cells, game.phase in (PLACING, FILLING)
        for _ in range(_TRIES):
            cell = below(cells)
            if is_placing:
                # The next empty cell: most are taken before the end.
                cell = board.find(EMPTY, cell)
                if cell < 0 and (cell := board.find(EMPTY)) < 0:
                    break
            piece = game.to_move if self._random_piece is None else self._random_piece(game, below)
            codes = game.codes_at(cell, piece)
            if codes:
                return codes[below(len(codes))]
        codes = game.legal_actions()
        codes = [code for code in codes if code < _FIRST_WORD] or codes
        return codes[below(len(codes))]

    def _any(self) -> int:
        """Return a random legal action, all with the same chance."""
        codes = self._game.legal_actions()
        return codes[self._below(len(codes))]

    def _learn(self, path: Sequence[_Node], places: Sequence[int], trace: Sequence[int], value: float) -> None:
        """Back up a playout's value for white: into the nodes, their AMAF tables and the MAST table."""
        points, is_same = value, True
        for depth in range(len(path) - 1, -1, -1):
            node = path[depth]
            node.visits += 1
            if node.table is not None and is_same:
                self._used += _note(node.table, trace[depth:], value, self._used < self._most)
            if depth:
                above, at = path[depth - 1], places[depth - 1]
                above.counts[at] += 1
                above.scores[at] += points
                if notation.swaps_seats(above.codes[at]):
                    points = 1 - points
                    # Above, the colours are others' and tables by colour mean nothing.
                    is_same = False
        if self._settings.mast_tournament_size > 1:
            _note(self._mast, trace, value, len(self._mast) < self._most)

    def _prove(self, path: Sequence[_Node]) -> None:
        """Carry what is proven of the last node's position, or of its children, up as far as it proves something."""
        for node in reversed(path):
            if not node.proven:
                node.proven = _proven_by_children(node)
                if not node.proven:
                    return


_NOTHING: dict[int, list[float]] = {}


def _value_of(result: int) -> float:
    """Return the value of a result for white."""
    return _EVEN if result == DRAWN else float(result == WHITE)


def _mast_value(entry: list[float] | None, mover: int) -> float:
    """Return an action's MAST value for the colour to act; what is new gets a high one."""
    if entry is None:
        return 2 / 3
    played, won = entry
    return ((won if mover == WHITE else played - won) + 2) / (played + 3)


def _note(table: dict[int, list[float]], keys: Sequence[int], value: float, has_room: bool) -> int:
    """Note in a table a playout's value for white; return the entries that were added."""
    before = len(table)
    for key in keys:
        entry = table.get(key)
        if entry is not None:
            entry[0] += 1
            entry[1] += value
        elif has_room:
            table[key] = [1.0, value]
    return len(table) - before


def _seen_from_above(proven: int, code: int) -> int:
    """Return a result by the colours as they were before an action."""
    return 3 - proven if proven != DRAWN and notation.swaps_seats(code) else proven


def _proven_by_children(node: _Node) -> int:
    """Return what is proven of a node's position by those after it, or 0."""
    found = 3 - node.mover
    for code, child in zip(node.codes, node.children, strict=True):
        if child is None or not child.proven:
            found = 0
        else:
            proven = _seen_from_above(child.proven, code)
            if proven == node.mover:
                return proven
            if proven == DRAWN and found:
                found = DRAWN
    return found


def _entries(root: _Node) -> int:
    """Return what a tree takes of the memory, in actions."""
    count, nodes = 0, [root]
    while nodes:
        node = nodes.pop()
        count += 1 + len(node.codes) + len(node.table or ())
        nodes += [child for child in node.children if child is not None]
    return count


def _variation(node: _Node) -> tuple[int, ...]:
    """Return the actions expected from a node on."""
    found = list[int]()
    while node.codes and len(found) < LONGEST_VARIATION:
        at = node.counts.index(max(node.counts))
        child = node.children[at]
        if child is None or node.counts[at] < FEWEST_IN_VARIATION:
            break
        found.append(node.codes[at])
        node = child
    return tuple(found)
