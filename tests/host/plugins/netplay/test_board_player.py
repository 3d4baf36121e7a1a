"""A board's hands and buttons in a game with another host, on the twin (docs/netplay.md, On the board)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.board_player import BoardPlayer
from hexlume_plugins.netplay.connect import accept, host, resume
from hexlume_plugins.netplay.entries import Terms
from hexlume_plugins.netplay.player import Player
from hexlume_plugins.netplay.saved_games import SavedGames
from hexlume_plugins.netplay.session import Session
from hexlume_plugins.netplay.shared_game import SharedGame
from hexlume_record.game.state import GameState
from hexlume_sim.client import TwinProcess
from tests.host.conftest import rest, until_lit, wait_until
from tests.host.plugins.netplay.test_session import Program

pytestmark = pytest.mark.integration


class Far(Program):
    """The other side, whose person does what the test says."""

    def __init__(self, opened: Session) -> None:
        super().__init__(opened, 0)

    def make_player(self) -> Player:
        return Player()

    def do(self, what: Callable[[], str | None]) -> str | None:
        answers: list[str | None] = []
        self.session.post(lambda: answers.append(what()))
        wait_until(lambda: bool(answers))
        return answers[0]


class Near(Program):
    """A side at a simulated board."""

    def __init__(self, opened: Session, store: Store, twin: TwinProcess) -> None:
        self.board = BoardPlayer(
            store, lambda player, players: Logger(lambda: twin.port, store, player, players=players)
        )
        self.twin = twin
        super().__init__(opened, 0)

    def make_player(self) -> Player:
        return self.board

    @property
    def game(self) -> SharedGame:
        game = self.session.replica.predicted
        assert game is not None
        return game

    def asked(self) -> dict[str, str]:
        return self.board.differs

    def carry_out(self) -> None:
        """Do what the lights ask, so that the person may act again."""
        self.do_as_asked()
        wait_until(lambda: self.board.ready)

    def do_as_asked(self) -> None:
        """Do what the lights ask until the table shows the board's game."""
        wait_until(lambda: bool(self.asked()))
        for cell, words in self.asked().items():
            if words.startswith("put on "):
                self.twin.send({"do": "put", "cell": cell, "piece": words.removeprefix("put on ")})
            else:
                self.twin.send({"do": "lift", "cell": cell})
        wait_until(lambda: not self.asked())

    def press(self, button: str, ms: int = 150) -> None:
        self.twin.send({"do": "press", "button": button})
        rest(self.twin, ms)
        self.twin.send({"do": "release", "button": button})
        rest(self.twin, 300)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Near, Far, Store]]:
    settings = {"HEXLUME_PANEL": "hex4", "HEXLUME_CLOCK": "none"}
    with Store(tmp_path / "games") as store, TwinProcess("hex4", "real", 5, settings=settings) as twin:
        until_lit(twin)
        opened = host(SavedGames(store), Terms("orochi", 3, {}), address="127.0.0.1", port=0, advertise="", broker="")
        near = Near(opened, store, twin)
        far = Far(resume(accept(SavedGames(Store(tmp_path / "b.sqlite")), opened.invitation.code, "Ben")))
        try:
            wait_until(lambda: near.board.ready and far.session.replica.joined)
            yield near, far, store
        finally:
            near.stop()
            far.stop()


def test_a_board_plays_its_turn_only_and_takes_back_only_with_the_others_word(table: tuple[Near, Far, Store]) -> None:
    near, far, store = table
    # The game's c3 is the panel's d4: a smaller board lies in the middle.
    near.twin.send({"do": "put", "cell": "d4", "piece": "white"})
    wait_until(lambda: [entry.action for entry in far.entries] == ["Wc3"])
    # It is the other side's turn.
    near.twin.send({"do": "put", "cell": "b2", "piece": "black"})
    wait_until(lambda: any("other side's turn" in one for one in near.said) and near.asked() == {"b2": "take off"})
    near.carry_out()
    assert len(far.entries) == 1
    # The other side's action is carried out by hand.
    assert far.do(lambda: far.session.act("Ba1")) is None
    wait_until(lambda: near.asked() == {"b2": "put on black"})
    assert not near.board.ready
    near.carry_out()
    # Its second one as well: after the first turn everybody acts twice.
    assert far.do(lambda: far.session.act("We3")) is None
    near.carry_out()
    near.twin.send({"do": "put", "cell": "d6", "piece": "white"})
    wait_until(lambda: [entry.action for entry in far.entries] == ["Wc3", "Ba1", "We3", "Wc5"])
    # Back asks the other side, which declines: the lights ask for the disc again.
    near.press("back")
    wait_until(lambda: any("asks to take back the last action" in one for one in far.said))
    near.do_as_asked()
    assert len(near.game.actions) == 4
    assert far.do(lambda: far.session.answer(False)) is None
    wait_until(lambda: near.asked() == {"d6": "put on white"})
    near.carry_out()
    # Asked again, it agrees.
    near.press("back")
    wait_until(lambda: sum("asks to take back" in one for one in far.said) == 2)
    assert far.do(lambda: far.session.answer(True)) is None
    wait_until(lambda: len(near.game.actions) == 3 and near.session.replica.settled)
    near.carry_out()
    # The other side asks, and the board's button agrees.
    assert far.do(lambda: far.session.ask_back(2)) is None
    wait_until(lambda: any("asks to take back" in one for one in near.said))
    near.press("back")
    wait_until(lambda: len(near.game.actions) == 2 and far.session.replica.settled)
    near.carry_out()
    # The other side gives up, and the board's game ends as well.
    assert far.do(far.session.resign) is None
    wait_until(lambda: near.board.live is not None and near.board.live.concluded)
    record = store.record(store.games()[-1].id)
    assert (record.ending.result, record.ending.reason) == ("W+", "resigned")
    assert GameState.replay(record).legal and [one.action for one in record.actions] == ["Wc3", "Ba1"]
    assert near.game.game.outcome.reason == "resigned" and near.error is None and far.error is None
