"""``hexlume puzzles solve``: puzzles on a board, real or simulated, or in the terminal."""

import contextlib
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

import typer

from hexlume_host.cli.options.game import PanelOption
from hexlume_host.cli.options.page import BrowserOption, HostOption, PagePortOption, TokenOption, WatchTokenOption
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import ending_on_ctrl_c, say
from hexlume_host.cli.pages import PageSettings, serving_board
from hexlume_host.device.discovery import PortFinder
from hexlume_host.device.logger import Logger
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, boots_by_now, running_twin
from hexlume_host.store.repository import Store
from hexlume_host.web.http.server import DEFAULT_HOST, DEFAULT_PORT
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.twin_hands import TwinHands
from hexlume_record.errors import HexlumeError

from ...puzzles.attempt import Quit, ask_in_terminal
from ...puzzles.board import PuzzleBoard
from ...puzzles.options import (
    NO_PUZZLES,
    NONE_FOUND,
    DifficultyOption,
    MistakesOption,
    PlayerOption,
    RulesOption,
    ThemeOption,
)
from ...puzzles.puzzle import Puzzle
from ...puzzles.repository import PuzzleFilter, find_puzzles, get_puzzle, save_answer, schedule
from .show import draw_position, puzzle_title


def solve(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[ID]", min=0, help="Only this puzzle; otherwise several."),
    ] = None,
    rules: RulesOption = None,
    theme: ThemeOption = None,
    difficulty: DifficultyOption = 0,
    mistakes: MistakesOption = None,
    player: PlayerOption = "",
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="Max number of puzzles.")] = 10,
    terminal: Annotated[bool, typer.Option("--terminal", help="Without a board: type the actions.")] = False,
    board: Annotated[
        str | None, typer.Option("--port", metavar="PORT", help="On the board at this serial port or URL.")
    ] = None,
    panel: PanelOption = None,
    port: PagePortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    token: TokenOption = "",
    watch_token: WatchTokenOption = "",
    store: StoreOption = None,
) -> None:
    """Solve puzzles on a board, real or simulated, or in the terminal.

    Those that you got wrong the last time come first, then new ones, then those not asked for the longest time. The
    board's lights ask for each position to be set up, and a wrong answer is refuted on the board. Nothing of it counts
    as a game.

    Examples:  hexlume puzzles solve  ·  hexlume puzzles solve --terminal --theme defence  ·  hexlume puzzles solve
    --port /dev/ttyACM0 --player Ann
    """
    if terminal and board is not None:
        raise HexlumeError("Choose one of --terminal and --port.")
    page = PageSettings(host, port, browser, token, watch_token)
    wanted = PuzzleFilter(rules, theme, difficulty, mistakes)
    with Store(store) as opened:
        puzzles = _chosen(opened, number, wanted, player)
        if not puzzles:
            return
        session = _Session(opened, player)
        with ending_on_ctrl_c(session.total), contextlib.suppress(Quit):
            if terminal:
                session.in_terminal(puzzles[:count])
            elif board is not None:
                finder = PortFinder(board)
                finder()
                session.at_board(finder, puzzles, count)
            else:
                session.at_twin(puzzles, count, panel, page)
        say(session.total())


def _chosen(store: Store, number: int | None, wanted: PuzzleFilter, name: str) -> list[Puzzle]:
    """Return the puzzles to ask; say so if there are none."""
    if number is not None:
        return [get_puzzle(store, number)]
    puzzles = schedule(find_puzzles(store, wanted, name))
    if not puzzles:
        say(NONE_FOUND if wanted != PuzzleFilter() else NO_PUZZLES)
    return puzzles


class _Session:
    """A series of puzzles for one player."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._right = self._asked = 0

    def total(self) -> str:
        """Return how many were answered rightly."""
        return f"{self._right} of {self._asked} right." if self._asked else "No puzzle was answered."

    def in_terminal(self, puzzles: list[Puzzle]) -> None:
        """Ask in the terminal."""

        lines = iter(sys.stdin.readline, "")
        for puzzle in puzzles:
            say(puzzle_title(puzzle))
            ask_in_terminal(puzzle, lines, say, draw_position, self._answered(puzzle))

    def at_board(self, find_port: Callable[[], str], puzzles: list[Puzzle], count: int) -> None:
        """Ask at a real board."""
        board = PuzzleBoard(self._store, say)
        self._at(board, Logger(find_port, self._store, board), puzzles, count)

    def at_twin(self, puzzles: list[Puzzle], count: int, panel: str | None, page: PageSettings) -> None:
        """Ask at a simulated board, on the smallest panel that the first puzzle fits unless one is named."""
        with running_twin(SimulatedBoard.of(puzzles[0].position(), panel), REAL, None, boots=boots_by_now()) as twin:
            hub = LiveHub(self._store)

            def announce(sentence: str) -> None:
                say(sentence)
                hands.refuse(sentence)

            board = PuzzleBoard(self._store, announce)
            logger = Logger(lambda: twin.port, self._store, board, BoardLink(hub))
            hands = TwinHands(hub, twin, logger.command)
            board.stopped = hands.ended.is_set
            with serving_board(self._store, hub, hands, page) as address:
                page.announce("Solve at", address)
                self._at(board, logger, puzzles, count)

    def _at(self, board: PuzzleBoard, logger: Logger, puzzles: list[Puzzle], count: int) -> None:
        logger.start()
        try:
            board.meet(logger)
            fitting = [puzzle for puzzle in puzzles if puzzle.fits(board.panel)]
            if not fitting:
                raise HexlumeError(f"None of these puzzles fits the board's panel, {board.panel}.")
            threading.Thread(target=_listen, args=(board,), name="hexlume-typed", daemon=True).start()
            try:
                for puzzle in fitting[:count]:
                    say(puzzle_title(puzzle))
                    board.ask(puzzle, self._answered(puzzle))
            finally:
                board.end()
            left_out = len(puzzles) - len(fitting)
            if left_out and len(fitting) < count:
                say(f"{left_out} more need another panel than {board.panel}.")
        finally:
            logger.stop()

    def _answered(self, puzzle: Puzzle) -> Callable[[str, bool], None]:
        def answered(action: str, right: bool) -> None:
            self._asked += 1
            self._right += right
            save_answer(self._store, puzzle.id, self._name, action, right, datetime.now(UTC))

        return answered


def _listen(board: PuzzleBoard) -> None:
    """Give typed lines to the board until there are no more."""
    with contextlib.suppress(OSError, ValueError):
        for line in iter(sys.stdin.readline, ""):
            board.inputs.put(line)
    board.typing = False
