"""The simulated board's own hands: they set its table up as the game has it."""

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hexlume.games.pieces import EMPTY, NAMES, turned
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import TableReport

from ...game_files.lesson_course import step_of
from .board import TABLE, LiveBoard

QUICKLY_S = 0.04
"""Between two discs when the whole table is set up."""
TO_SEE_S = 0.45
"""Before each gesture of an engine's action: a person follows it."""
TIDY_S = 1.5
"""Before each gesture that tidies: the board may still be about to accept what lies there as an action."""
_REPORTED_S = 2.0
"""The longest wait for the table's report after a gesture."""

Gesture = dict[str, str]


class TableSetter:
    """Makes the gestures that bring a simulated board's table to its game: one at a time.

    ``run`` makes them on a thread of its own, or whoever has no threads takes its ``steps``.

    They set everything up when that is ``request``ed, and carry out what an engine has played, while ``by_itself`` is
    set. While ``tidies`` is set, they carry out whatever is played, and put right all else that differs. An action that
    ends the game is carried out once: the board does not ask for it, and people clear the table then. What people do
    with their discs meanwhile is left alone. ``changed`` is to be called after every change of the game or the table.
    Any thread may call any method.
    """

    def __init__(self, board: LiveBoard, send: Callable[[Mapping[str, Any]], None]) -> None:
        """Begin; ``send`` makes a gesture on the table."""
        self.by_itself = True
        self.tidies = False
        self._board = board
        self._send = send
        self._requested = False
        self._after = ""
        self._end_shown = ("", 0)
        """The game whose end the table has shown, and its number of actions."""
        self._changed = threading.Event()
        self._ended = threading.Event()

    def request(self, after: str = "") -> None:
        """Set the table up as the game has it, or as the one has it that is to come after the game with this id."""
        self._after, self._requested = after, True
        self._changed.set()

    def changed(self) -> None:
        """Look at the table again."""
        self._changed.set()

    def end(self) -> None:
        """End for good."""
        self._ended.set()
        self._changed.set()

    def sets_up(self) -> bool:
        """Return whether the whole table is being set up: until it and the board's report of it are right."""
        live, report = self._board.live, self._board.table_report
        return self._requested and live is not None and live.id != self._after and _is_followed(live, report)

    def run(self) -> None:
        """Make the gestures on this thread until ``end``."""
        for seconds in self.steps():
            # Only the wait for a change is without limit.
            (self._changed if seconds is None else self._ended).wait(seconds)
            if self._ended.is_set():
                return

    def steps(self) -> Iterator[float | None]:
        """Make the gestures; yield how many seconds to wait before the next step, ``None`` for: until a change."""
        while True:
            self._changed.clear()
            while (found := self._next()) is not None:
                gesture, pause = found
                if pause > QUICKLY_S:
                    yield pause
                if self._next() == found:
                    yield from self._make(gesture)
                    yield QUICKLY_S
            if self._is_set_up():
                # Left to people once the board has seen it set up, or has not for long: a cell may be faulty.
                yield from _wait_for(lambda: self._board.live is None or not self._board.table_report.differs)
                with self._board.lock:
                    if self._is_set_up():
                        self._requested = False
                        self._board.update()
            yield None

    def _make(self, gesture: Gesture) -> Iterator[float]:
        """Make a gesture, and wait until the table shows it."""
        before = self._discs()
        self._send(gesture)
        yield from _wait_for(lambda: self._discs() != before)

    def _discs(self) -> dict[str, str]:
        return dict(self._board.message(TABLE).get("discs", {}))

    def _next(self) -> tuple[Gesture, float] | None:
        """Return the next gesture and the pause that it comes after, ``None`` if there is nothing to do."""
        board = self._board
        with board.lock:
            live = board.live
            if live is None or live.game is None or not _is_followed(live, self._board.table_report):
                return None
            game, names = live.game, live.cells_on(board.panel)
            wanted = {cell: game.board[game.grid.cell(name)] for cell, name in names.items()}
            requested = self.sets_up()
            end = (live.id, len(live.actions)) if game.result is not None else None
            # Where the table tidies, an action was chosen on a page: nobody's hand is at it.
            is_due = (self.tidies or board.table_report.differs) if end is None else end != self._end_shown
            last = live.last_in(names) if is_due and self.carries_out() else set()
        discs = self._discs()
        differing = {cell for cell in {*wanted, *discs} if discs.get(cell, "") != NAMES[wanted.get(cell, EMPTY)]}
        tidies = self.tidies and not requested and not differing & last
        if not requested and not tidies:
            differing &= last
        if end is not None and last and not differing:
            self._end_shown = end
        gesture = _gesture(discs, {cell: NAMES[wanted.get(cell, EMPTY)] for cell in differing})
        pause = QUICKLY_S if requested or (self.tidies and not tidies) else TIDY_S if tidies else TO_SEE_S
        return None if gesture is None else (gesture, pause)

    def _is_set_up(self) -> bool:
        """Return whether the table that was requested lies there."""
        live, lesson = self._board.live, self._board.table_report.lesson
        if live is None or not self.sets_up() or self._next() is not None:
            return False
        step = None if lesson is None else step_of(live.rules, lesson.step)
        # The board plays a step's actions over several passes.
        return step is None or step.after is None or len(live.actions) >= len(step.after)

    def carries_out(self) -> bool:
        """Return whether the last action is the table's to carry out: an engine's, a lesson's reply or end."""
        live, lesson = self._board.live, self._board.table_report.lesson
        if live is None or not live.actions or not (self.by_itself or self.tidies):
            return False
        if self.tidies:
            return True
        if lesson is not None:
            step = step_of(live.rules, lesson.step)
            # The board asks for nothing after the end, so what the last action captures would stay.
            over = live.game is not None and live.game.result is not None
            return over or (step is not None and live.actions[-1].action in step.reply)
        engine = self._board.engine_seat()
        return engine is not None and engine.played(live.actions[-1])


def _wait_for(reported: Callable[[], bool]) -> Iterator[float]:
    """Wait until something is reported, or for a limited time: a gesture may not be possible any more."""
    for _ in range(round(_REPORTED_S / QUICKLY_S)):
        if reported():
            return
        yield QUICKLY_S


def _is_followed(live: GameState, report: TableReport) -> bool:
    """Return whether it is known where a game's discs belong now."""
    return live.game is not None and not report.menu and live.legal


def _gesture(discs: Mapping[str, str], wanted: Mapping[str, str]) -> Gesture | None:
    """Return the next gesture towards the pieces ``wanted`` on cells where something else lies; ``None`` for none."""
    missing = [cell for cell in sorted(wanted) if wanted[cell] and cell not in discs]
    wrong = [cell for cell in sorted(wanted) if cell in discs]
    for cell in wrong:
        if wanted[cell] and NAMES.index(wanted[cell]) == turned(NAMES.index(discs[cell])):
            return {"do": "flip", "cell": cell}
    # A captured disc goes before the one that takes its place.
    for cell in sorted(wrong, key=lambda cell: not wanted[cell]):
        return {"do": "lift", "cell": cell}
    for cell in missing:
        return {"do": "put", "cell": cell, "piece": wanted[cell]}
    return None
