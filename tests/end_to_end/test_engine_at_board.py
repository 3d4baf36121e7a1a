"""Whole games on the twin against this computer's engine: hands do what the lights ask, and act in the other seat."""

import copy
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexlume import notation
from hexlume.games.contract import Game
from hexlume.layout import Layout
from hexlume.panel import panel_grid
from hexlume.pieces import EMPTY, NAMES, turned

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_host.engine.at_board import EngineOffer
from hexlume_host.engine.level import Level, level_of
from hexlume_host.engine.thinker import Engine
from hexlume_host.events import ACTION
from hexlume_host.gtp.chooser import engine_maker
from hexlume_host.link.heard import PLAY, Answer
from hexlume_host.link.listener import LinkListener
from hexlume_host.link.listeners import Listeners
from hexlume_host.link.logger import Logger
from hexlume_host.live import LiveGame
from hexlume_host.store import Store
from hexlume_host.watch import GameWatch
from hexlume_sim.client import TwinProcess
from tests.end_to_end import menu_hands
from tests.host.conftest import wait_until


class Commands(LinkListener):
    """Keeps what the engine has the board do, and what the board answers."""

    def __init__(self, inner: LinkListener) -> None:
        self._inner = inner
        self.sent: dict[int, tuple[str, dict[str, object]]] = {}
        self.answers: list[Answer] = []

    @property
    def engine_ms(self) -> int:
        return self._inner.engine_ms

    def linked(self, command: Callable[..., int | None]) -> None:
        def send(do: str, **arguments: object) -> int | None:
            identity = command(do, **arguments)
            if identity is not None:
                self.sent[identity] = do, arguments
            return identity

        self._inner.linked(send)

    def lost(self, sentence: str) -> None:
        self._inner.lost(sentence)

    def table(self, table: object) -> None:
        self._inner.table(table)  # type: ignore[arg-type]

    def answer(self, answer: Answer) -> None:
        self.answers.append(answer)

    @property
    def answered(self) -> bool:
        """Whether each command has its answer."""
        return self.sent.keys() <= {answer.id for answer in self.answers}

    @property
    def played(self) -> set[tuple[object, object]]:
        """The actions of this computer's engine: of each the event it was thought after, and its name."""
        return {(told["seq"], told["action"]) for do, told in self.sent.values() if do == PLAY}


class Following(GameWatch):
    """Keeps ``stands``, the game as it stood between two of the board's messages: this thread's, or any other's."""

    stands: LiveGame | None = None

    def changed(self) -> None:
        self.stands = copy.deepcopy(self.live)


class Board:
    """A twin, hands at it, and a host with an engine."""

    def __init__(self, folder: Path, rules: str, size: int, panel: str, level: int, seconds: float) -> None:
        settings = {"HEXLUME_PANEL": panel}
        if rules:
            settings.update(HEXLUME_GAME=rules, HEXLUME_SIZE=str(size))
        self.panel = panel
        self.grid = panel_grid(panel)
        self.twin = TwinProcess(panel, "real", 3, flash=folder / "flash", settings=settings).start()
        self.store = Store(folder / "games")
        self.watch = Following(self.store)
        self.discs: dict[int, int] = {}
        maker = engine_maker(seed=4, memory_mb=16)
        self.made: list[Level] = []

        def make(level: Level) -> Engine:
            self.made.append(level)
            return maker(level)

        self.offer = EngineOffer(self.store, level_of(level), seconds, make, pytest.fail)
        assert self.offer.engine() is not None, "the engine is ready before the game begins"
        self.commands = Commands(self.offer.listener())
        self.logger = self.plug_in()
        wait_until(lambda: self.watch.stands is not None)

    def plug_in(self) -> Logger:
        logger = Logger(lambda: self.twin.port, self.store, Listeners(self.watch, self.commands))
        logger.start()
        return logger

    def close(self) -> None:
        self.logger.stop()
        self.twin.stop()
        self.store.close()

    @property
    def live(self) -> LiveGame:
        """The game as it stands; it does not change, another one takes its place."""
        assert self.watch.stands is not None
        return self.watch.stands

    @property
    def game(self) -> Game:
        """The position of ``live``."""
        return position_of(self.live)

    def wrong(self, game: Game) -> set[str]:
        """Return the panel's cells on which the discs do not stand as the game has them."""
        to_panel = Layout(self.grid, game.grid).to_panel
        expected = {to_panel[cell]: game.board[cell] for cell in range(game.grid.cells) if game.board[cell] != EMPTY}
        return {self.grid.name(cell) for cell, _ in expected.items() ^ self.discs.items()}

    def choose(self, *offers: str) -> None:
        """Make choices on the menu."""
        menu_hands.press(self.twin, "menu")
        for offer in offers:
            menu_hands.choose(self.twin, self.panel, offer)
        menu_hands.press(self.twin, "act")

    def tell(self, do: str, **arguments: object) -> None:
        assert self.logger.command(do, **arguments) is not None

    def lift(self, cell: int) -> None:
        """Take a disc off a panel cell."""
        del self.discs[cell]
        self.twin.send({"do": "lift", "cell": self.grid.name(cell)})

    def put(self, cell: int, piece: int) -> None:
        """Put a disc on an empty panel cell."""
        self.discs[cell] = piece
        self.twin.send({"do": "put", "cell": self.grid.name(cell), "piece": NAMES[piece]})

    def do_as_asked(self) -> None:
        """Put the table right in the board's own words."""
        asked = dict(self.live.differs)
        for name, words in asked.items():
            cell = self.grid.cell(name)
            if words == "turn over":
                self.discs[cell] = turned(self.discs[cell])
                self.twin.send({"do": "flip", "cell": name})
                continue
            if not words.startswith("put on"):
                self.lift(cell)
            for start in ("put on ", "exchange for "):
                if words.startswith(start):
                    self.put(cell, NAMES.index(words.removeprefix(start)))
        # The board tells so many cells at once and no more: the rest are asked for then.
        wait_until(lambda: not asked.items() & self.live.differs.items())

    def act(self, code: int) -> None:
        """Do an action as a person does."""
        live = self.live
        game = position_of(live)
        if notation.is_word(code):
            self.tell("act", action=game.name(code))
        else:
            layout = Layout(self.grid, game.grid)
            for cell, piece in game.hand_work(code):
                if game.board[cell] != EMPTY:
                    self.lift(layout.to_panel[cell])
                if piece != EMPTY:
                    self.put(layout.to_panel[cell], piece)
        wait_until(lambda: len(self.live.actions) > len(live.actions))

    def play_on(self, choice: random.Random, second: bool, longest: int = 400) -> int:
        """Play against the engine, whose seat is the second or the first, until the end or for so many steps.

        Returns how many actions were not the engine's.
        """
        own = 0
        for _ in range(longest):
            live = self.live
            if live.ending.result is not None:
                break
            game = position_of(live)
            if game.result is not None:
                wait_until(lambda: self.live.ending.result is not None)
            elif wrong := self.wrong(game):
                # What the lights ask for is told after the action that asks for it.
                wait_until(lambda wrong=wrong: bool(self.live.differs) and self.live.differs.keys() <= wrong)  # type: ignore[misc]
                self.do_as_asked()
            elif ((game.to_move == game.FIRST) == live.seats_swapped) == second:
                wait_until(lambda live=live: len(self.live.actions) > len(live.actions))  # type: ignore[misc]
            else:
                self.act(choice.choice(sorted(game.legal_codes())))
                own += 1
        return own


def position_of(live: LiveGame) -> Game:
    """Return the position of a game that is legal."""
    assert live.game is not None and live.legal, live.problem
    return live.game


@pytest.fixture
def make_board(tmp_path: Path) -> Iterator[Callable[..., Board]]:
    boards: list[Board] = []

    def make(rules: str, size: int, panel: str = "hex4", level: int = 2, seconds: float = 30.0) -> Board:
        boards.append(Board(tmp_path, rules, size, panel, level, seconds))
        return boards[-1]

    yield make
    for board in boards:
        board.close()


def play_whole(board: Board, seat: str) -> None:
    """Play to the end against this computer's engine in a seat, and look at what is kept of it."""
    own = board.play_on(random.Random(6), second=seat == "engine second")
    record = board.store.record(board.live.id)
    assert record.ending.result in ("W+", "B+", "0") and board.live.legal
    assert played_here(board) == len(record.actions) - own >= 3


def played_here(board: Board) -> int:
    """Return how many actions this computer's engine played; what it told again was refused, and nothing else."""
    actions = [event for event in board.store.record(board.live.id).events if event.kind == ACTION]
    kept = {(event.seq - 1, event.data["action"]) for event in actions} & board.commands.played
    wait_until(lambda: board.commands.answered)
    assert board.commands.played == kept
    return len(kept)


@pytest.mark.parametrize(
    ("rules", "size", "panel", "seat"),
    [
        ("orochi", 3, "hex4", "engine second"),
        ("sibling", 3, "hex4", "engine first"),
        ("orcoon", 5, "square7", "engine second"),
        ("organica", 4, "hex4", "engine first"),
        ("droched", 3, "hex4", "engine second"),
    ],
)
def test_a_whole_game_against_this_computers_engine(
    make_board: Callable[..., Board], rules: str, size: int, panel: str, seat: str
) -> None:
    board = make_board(rules, size, panel)
    board.choose(f"opponent {seat}")
    play_whole(board, seat)


@pytest.mark.soak
@pytest.mark.parametrize("seat", ["engine second", "engine first"])
@pytest.mark.parametrize(
    ("rules", "panel"),
    [("orochi", "hex4"), ("sibling", "hex5"), ("orcoon", "square9"), ("organica", "hex5"), ("droched", "hex7")],
)
def test_game_and_opponent_are_chosen_on_the_menu_and_a_whole_game_is_played(
    make_board: Callable[..., Board], rules: str, panel: str, seat: str
) -> None:
    """In the game's usual size, which the menu brings with it."""
    board = make_board("", 0, panel)
    # A square panel plays Orcoon only, and has no choice of games.
    board.choose(*[f"game {rules}"] * panel.startswith("hex"), f"opponent {seat}")
    wait_until(lambda: board.live.rules == rules)
    assert board.game.size == board.game.DEFAULT_SIZE
    play_whole(board, seat)


def test_another_level_is_chosen_in_the_middle_of_a_game(make_board: Callable[..., Board]) -> None:
    board = make_board("orochi", 3, level=2)
    board.tell("settings", opponent="engine second")
    board.play_on(random.Random(5), second=True, longest=4)
    assert board.made[-1] == level_of(2)
    board.offer.choose(level_of(4))
    board.play_on(random.Random(5), second=True)
    assert board.live.ending.result is not None
    assert board.made[-1] == level_of(4)
    assert played_here(board) >= 3


def test_when_the_host_goes_the_boards_own_engine_goes_on(make_board: Callable[..., Board]) -> None:
    board = make_board("orochi", 3, level=6, seconds=30.0)
    board.tell("settings", opponent="engine first")
    wait_until(lambda: board.commands._inner._question is not None)  # type: ignore[attr-defined]
    board.logger.stop()
    # Another host, without an engine.
    board.commands._inner = LinkListener()
    board.logger = board.plug_in()
    wait_until(lambda: len(board.live.actions) == 1)
    board.play_on(random.Random(3), second=False, longest=6)
    assert len(board.live.actions) >= 3 and not board.commands.sent


def test_the_board_takes_what_hands_do_while_the_host_thinks(make_board: Callable[..., Board]) -> None:
    board = make_board("orochi", 3, level=6, seconds=30.0)
    board.tell("settings", hints="coach")
    wait_until(lambda: board.commands._inner._question is not None)  # type: ignore[attr-defined]
    first = board.commands._inner._question  # type: ignore[attr-defined]
    for _ in range(3):
        board.act(random.Random(2).choice(sorted(board.game.legal_codes())))
    # It thinks about the position that there is now.
    wait_until(lambda: (asked := board.commands._inner._question) is not None and asked.seq == 3)  # type: ignore[attr-defined]
    assert board.commands._inner._question != first  # type: ignore[attr-defined]
    assert not board.commands.sent and len(board.live.actions) == 3
