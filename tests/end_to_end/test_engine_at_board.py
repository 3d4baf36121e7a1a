"""Whole games on the twin against the host's engine.

Hands carry out the engine's actions as the lights ask, and play the other side.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.search.at_board import EngineOffer
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.factory import make_engine
from hexlume_engine.search.level import Level, level_of
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.messages import PLAY, Answer
from hexlume_record.game.events import ACTION
from tests.end_to_end.twin_board import TwinBoard
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

    def closed(self) -> None:
        self._inner.closed()

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


class Board(TwinBoard):
    """A twin's board whose host has an engine."""

    def __init__(self, folder: Path, rules: str, size: int, panel: str, level: int, seconds: float) -> None:
        maker = partial(make_engine, seed=4, memory_mb=16)
        self.made: list[Level] = []

        def make(level: Level) -> Engine:
            self.made.append(level)
            return maker(level)

        self._offered = level_of(level), seconds, make
        super().__init__(folder, panel, {"HEXLUME_GAME": rules, "HEXLUME_SIZE": str(size)} if rules else {})

    def listeners(self) -> Sequence[LinkListener]:
        level, seconds, make = self._offered
        self.offer = EngineOffer(self.store, level, seconds, make, pytest.fail)
        assert self.offer.engine() is not None, "the engine is ready before the game begins"
        self.commands = Commands(self.offer.listener())
        return self.watch, self.commands


@pytest.fixture
def make_board(tmp_path: Path) -> Iterator[Callable[..., Board]]:
    boards: list[Board] = []

    def make(rules: str, size: int, panel: str = "hex4", level: int = 2, seconds: float = 30.0) -> Board:
        boards.append(Board(tmp_path, rules, size, panel, level, seconds))
        return boards[-1]

    yield make
    for board in boards:
        board.close()


def chosen_on_menu(board: Board, *offers: str) -> None:
    """Open the menu, make choices, and close it."""
    board.press("menu")
    for offer in offers:
        board.choose(offer)
    board.press("act")


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


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "size", "panel", "seat"),
    [
        pytest.param("orochi", 3, "hex4", "engine second", marks=pytest.mark.soak),
        ("sibling", 3, "hex4", "engine first"),
        pytest.param("orcoon", 5, "square7", "engine second", marks=pytest.mark.soak),
        pytest.param("organica", 4, "hex4", "engine first", marks=pytest.mark.soak),
        ("droched", 3, "hex4", "engine second"),
    ],
)
def test_whole_game_is_played_against_the_hosts_engine(
    make_board: Callable[..., Board], rules: str, size: int, panel: str, seat: str
) -> None:
    board = make_board(rules, size, panel)
    chosen_on_menu(board, f"opponent {seat}")
    play_whole(board, seat)


@pytest.mark.soak
@pytest.mark.parametrize("seat", ["engine second", "engine first"])
@pytest.mark.parametrize(
    ("rules", "panel"),
    [("orochi", "hex4"), ("sibling", "hex5"), ("orcoon", "square9"), ("organica", "hex5"), ("droched", "hex7")],
)
def test_whole_game_is_played_after_game_and_opponent_are_chosen_on_the_menu(
    make_board: Callable[..., Board], rules: str, panel: str, seat: str
) -> None:
    """In the game's usual size, which the menu brings with it."""
    board = make_board("", 0, panel)
    # A square panel plays Orcoon only, and has no choice of games.
    chosen_on_menu(board, *[f"game {rules}"] * panel.startswith("hex"), f"opponent {seat}")
    wait_until(lambda: board.live.rules == rules)
    assert board.game.size == board.game.DEFAULT_SIZE
    play_whole(board, seat)


def test_engine_level_can_be_changed_in_mid_game(make_board: Callable[..., Board]) -> None:
    board = make_board("orochi", 3, level=2)
    board.tell("settings", opponent="engine second")
    board.play_on(random.Random(5), second=True, longest=4)
    assert board.made[-1] == level_of(2)
    board.offer.choose(level_of(4))
    board.play_on(random.Random(5), second=True)
    assert board.live.ending.result is not None
    assert board.made[-1] == level_of(4)
    assert played_here(board) >= 3


@pytest.mark.soak
def test_board_engine_takes_over_when_the_host_disconnects(make_board: Callable[..., Board]) -> None:
    board = make_board("orochi", 3, level=6, seconds=30.0)
    board.tell("settings", opponent="engine first")
    wait_until(lambda: board.commands._inner._question is not None)  # type: ignore[attr-defined]
    board.logger.stop()
    # Another host, without an engine.
    board.logger = board.plug_in(board.watch)
    wait_until(lambda: len(board.live.actions) == 1)
    board.play_on(random.Random(3), second=False, longest=6)
    assert len(board.live.actions) >= 3 and not board.commands.sent


def test_board_accepts_hand_actions_while_the_host_thinks(make_board: Callable[..., Board]) -> None:
    board = make_board("orochi", 3, level=6, seconds=30.0)
    board.tell("settings", hints="coach")
    wait_until(lambda: board.commands._inner._question is not None)  # type: ignore[attr-defined]
    first = board.commands._inner._question  # type: ignore[attr-defined]
    for _ in range(3):
        board.act(random.Random(2).choice(sorted(board.game.legal_actions())))
    # It thinks about the position that there is now.
    wait_until(lambda: (asked := board.commands._inner._question) is not None and asked.seq == 3)  # type: ignore[attr-defined]
    assert board.commands._inner._question != first  # type: ignore[attr-defined]
    assert not board.commands.sent and len(board.live.actions) == 3
