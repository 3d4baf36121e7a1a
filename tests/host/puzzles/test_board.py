"""Puzzles on the simulated board: set up by its lights, answered by hands, refuted, taken back, and no game."""

import time
from collections.abc import Callable, Iterator
from itertools import repeat

import pytest

from hexlume import games
from hexlume.games.grid import HexGrid
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_engine.puzzles.board import PuzzleBoard
from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Hello
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.library.filters import GameFilter
from hexlume_host.library.search import all_found
from hexlume_host.store.repository import Store
from hexlume_plugins.statistics.ratings import Ratings
from hexlume_plugins.statistics.statistics import statistics
from hexlume_record.errors import RecordError
from hexlume_record.game.record import ABANDONED, FROM_PUZZLE
from hexlume_sim.client import TwinProcess

pytestmark = pytest.mark.integration

SMALL = Puzzle(
    rules="orochi",
    board="hex2",
    options={},
    actions=("Wb2",),
    colour="black",
    value="win",
    best=("Bc2",),
    answers={"Bc2": Answer(1.0, "win"), "Wa2": Answer(0.0, "loss", ("Ba1", "Wc1"))},
    id=1,
)
"""What is right in it matters to the grade alone, not to the board."""
PATIENCE_S = 60
"""For so long nothing may happen at the board."""


class Person:
    """Hands at a twin that do what is asked of them; every time the program takes an input is their chance."""

    def __init__(self, twin: TwinProcess, board: PuzzleBoard) -> None:
        self.twin, self.board = twin, board
        self.panel = panel_grid(twin.panel)
        self.script: Iterator[None] = iter(())
        self._until = time.monotonic() + PATIENCE_S
        self._next = board.next_input
        board.next_input = self._look  # type: ignore[method-assign]

    def _look(self) -> str | None:
        assert time.monotonic() < self._until, "the board did not get there"
        if next(self.script, self) is self:
            pytest.fail("the script is over, and the program still waits")
        entered = self._next()
        if entered is not None:
            self._until = time.monotonic() + PATIENCE_S
        return entered

    def sets_up(self) -> Iterator[None]:
        """Do what the lights ask until the table stands as the game does."""
        while self.board.puzzle_state is None or not self.board.table_report.differs:
            yield
        while asked := self.board.table_report.differs:
            for cell, words in asked.items():
                if words == "turn over":
                    self.twin.send({"do": "flip", "cell": cell})
                elif words.startswith("put on "):
                    self.twin.send({"do": "put", "cell": cell, "piece": words.removeprefix("put on ")})
                else:
                    self.twin.send({"do": "lift", "cell": cell})
            asked = self.board.table_report.differs
            while self.board.table_report.differs == asked:
                yield

    def acts(self, action: str) -> Iterator[None]:
        """Put a disc, and wait until the board has taken it."""
        before, grid = self.actions, HexGrid(2)
        cell = self.panel.name(Layout(self.panel, grid).to_panel[grid.cell(action[1:])])
        self.twin.send({"do": "put", "cell": cell, "piece": {"W": "white", "B": "black"}[action[0]]})
        while self.actions == before:
            yield

    def types(self, words: str) -> Iterator[None]:
        self.board.inputs.put(words)
        yield

    def waits(self, reached: Callable[[], bool]) -> Iterator[None]:
        while not reached():
            yield

    @property
    def actions(self) -> list[str]:
        assert self.board.live is not None
        return [action.action for action in self.board.live.actions]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def person(store: Store, said: list[str]) -> Iterator[Person]:
    with running_twin(SimulatedBoard.of(games.start("orochi", 2, {})), REAL, 1) as twin:
        board = PuzzleBoard(store, said.append)
        logger = Logger(lambda: twin.port, store, board)
        logger.start()
        try:
            board.meet(logger)
            yield Person(twin, board)
        finally:
            logger.stop()


def test_a_wrong_answer_is_refuted_on_the_board_and_a_right_one_ends_it(
    person: Person, store: Store, said: list[str]
) -> None:
    answers: list[tuple[str, bool]] = []

    def solves() -> Iterator[None]:
        yield from person.sets_up()
        assert person.actions == list(SMALL.actions)
        yield from person.acts("Wa2")
        # The rest of the turn and the opponent's reply, each carried out by the hands.
        yield from person.waits(lambda: person.actions == [*SMALL.actions, "Wa2", "Ba1"])
        yield from person.sets_up()
        yield from person.waits(lambda: len(person.actions) == 4)
        assert person.actions[-1] == "Wc1"
        yield from person.sets_up()
        # Try again: all of it is taken back.
        yield from person.types("t\n")
        yield from person.waits(lambda: person.actions == list(SMALL.actions))
        yield from person.sets_up()
        yield from person.acts("Bc2")
        yield from person.waits(lambda: any(words.startswith("Right: Bc2") for words in said))
        yield from person.types("\n")

    person.script = solves()
    person.board.ask(SMALL, lambda action, right: answers.append((action, right)))
    # The first answer counts.
    assert answers == [("Wa2", False)]
    assert any(words.startswith("Wrong: Wa2 loses") for words in said)
    puzzle_game = person.board.puzzle_game
    person.board.end()
    record = store.record(puzzle_game)
    assert (record.source, record.ending.status) == (FROM_PUZZLE, ABANDONED)
    # Nothing of it is anywhere among the games.
    assert all_found(store, GameFilter()) == [] and all_found(store, GameFilter(player="x")) == []
    assert statistics(store, GameFilter())["games"] == 0
    assert [game.id for game in all_found(store, GameFilter(source=FROM_PUZZLE))] == [record.id]


def test_a_game_under_way_is_not_given_up_for_a_puzzle(person: Person, store: Store) -> None:
    def begins_a_game() -> Iterator[None]:
        person.board._logger.command("new", rules="orochi", size=2)
        yield from person.waits(lambda: person.board.live is not None and person.board.live.id != before)
        yield from person.acts("Wb2")
        while True:
            yield

    assert person.board.live is not None
    before = person.board.live.id
    script = begins_a_game()
    while person.board.live.id == before or not person.board.live.actions:
        next(script)
        person._next()
    (game,) = all_found(store, GameFilter())
    # As a program that comes later hears it.
    person.board.replies.met.put(Hello(1, "b", "", person.twin.panel, 1, game.game))
    person.script = repeat(None)
    with pytest.raises(RecordError, match=f"game {game.id} of the store"):
        person.board.meet(person.board._logger)


def test_a_puzzle_has_no_part_in_the_ratings(store: Store) -> None:
    from tests.host.played_games import PlayedGame  # noqa: PLC0415

    played = PlayedGame(store, "orochi", 2, 1).play()
    assert {len(standing.history) for _, standing in Ratings(store).players()} == {1}
    store.mark(played.identity, FROM_PUZZLE)
    played.undo()
    played.play()
    assert {len(standing.history) for _, standing in Ratings(store).players()} == {0}
    assert statistics(store, GameFilter(player="Ann"))["games"] == 0
