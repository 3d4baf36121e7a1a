"""A board's hands and buttons in a game with another host, on the twin (docs/netplay.md, On the board)."""

from collections.abc import Iterator

import pytest

from hexlume_host.device.logger import Logger
from hexlume_host.store.repository import Store
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_plugins.netplay.messages import ACT, BACK, GUEST, HOST, NO, RESIGN, YES
from hexlume_plugins.netplay.session import Session
from hexlume_plugins.netplay.sessions import NewGame, resume
from hexlume_record.game.record import FROM_CONTINUED
from hexlume_record.game.state import GameState
from hexlume_sim.client import TwinProcess
from tests.host.conftest import rest, until_lit, wait_until

pytestmark = pytest.mark.integration


class Side:
    """One side of a game; the other side's person does what the test says, on a page."""

    def __init__(self, session: Session) -> None:
        self.session = session
        session.start()

    @property
    def actions(self) -> list[str]:
        return [action.action for action in self.session.game.actions] if self.session.game is not None else []

    def said(self, words: str) -> int:
        return sum(words in sentence for sentence in list(self.session.sentences))

    def do(self, do: str, action: str = "") -> None:
        self.session.ask_for(do, action)
        wait_until(lambda: not self.session.pending)

    def stop(self) -> None:
        self.session.close()
        assert self.session.ended and not self.session.problem


class Near(Side):
    """A side at a simulated board."""

    def __init__(self, session: Session, hub: LiveHub, twin: TwinProcess) -> None:
        self.twin, self._hub = twin, hub
        super().__init__(session)

    @property
    def live(self) -> GameState:
        """The board's game."""
        shown = self._hub.board(self.session.board.device)
        assert shown is not None and shown.live is not None
        return shown.live

    def asked(self) -> dict[str, str]:
        shown = self._hub.board(self.session.board.device)
        return {} if shown is None else dict(shown.table_report.differs)

    def carry_out(self) -> None:
        """Do what the lights ask, so that the person may act again."""
        self.do_as_asked()
        wait_until(lambda: self.session.board.ready)

    def do_as_asked(self) -> None:
        """Do what the lights ask until the table shows the board's game."""
        wait_until(lambda: bool(self.asked()))
        for cell, words in self.asked().items():
            if words.startswith("put on "):
                self.twin.send({"do": "put", "cell": cell, "piece": words.removeprefix("put on ")})
            else:
                self.twin.send({"do": "lift", "cell": cell})
        wait_until(lambda: not self.asked())

    def agree(self) -> None:
        """Wait until the board has the whole list: what the hands do from then on is their own wish."""
        wait_until(lambda: self.session.board._agreed == len(self.session.events))

    def press(self, button: str, ms: int = 150) -> None:
        self.twin.send({"do": "press", "button": button})
        rest(self.twin, ms)
        self.twin.send({"do": "release", "button": button})
        rest(self.twin, 300)


@pytest.fixture(params=[HOST, GUEST])
def table(request: pytest.FixtureRequest, stores: dict[str, Store]) -> Iterator[tuple[Near, Side, Store]]:
    """A board whose side has white, once the host's and once the guest's."""
    settings = {"HEXLUME_PANEL": "hex4", "HEXLUME_CLOCK": "none"}
    at_board: str = request.param
    store = stores[at_board]
    hubs = {role: LiveHub(one) for role, one in stores.items()}
    with TwinProcess("hex4", "real", 5, settings=settings) as twin:
        until_lit(twin)
        logger = Logger(lambda: twin.port, store, BoardLink(hubs[at_board]))
        logger.start()
        wait_until(lambda: bool(hubs[at_board].boards()))
        (board,) = hubs[at_board].boards()
        own = {at_board: board.device}
        colour = "white" if at_board == HOST else "black"
        asked = NewGame("Ann", own.get(HOST, ""), rules="orochi", size=3, colour=colour)
        hosts = resume(asked.saved(stores[HOST]), hubs[HOST])
        joins = NewGame("Ben", own.get(GUEST, ""), code=hosts.saved.invitation.code)
        guests = resume(joins.saved(stores[GUEST]), hubs[GUEST])
        mine, other = (hosts, guests) if at_board == HOST else (guests, hosts)
        near, far = Near(mine, hubs[at_board], twin), Side(other)
        try:
            wait_until(lambda: "on_board" in near.session.saved.notes)
            wait_until(lambda: near.session.board.ready and far.session.connected)
            yield near, far, store
        finally:
            near.stop()
            far.stop()
            logger.stop()


def test_a_board_plays_its_turn_only_and_takes_back_only_with_the_others_word(
    table: tuple[Near, Side, Store],
) -> None:
    near, far, store = table
    # The game's c3 is the panel's d4: a smaller board lies in the middle.
    near.twin.send({"do": "put", "cell": "d4", "piece": "white"})
    wait_until(lambda: far.actions == ["Wc3"])
    # It is the other side's turn: the board takes the disc back.
    near.twin.send({"do": "put", "cell": "b2", "piece": "black"})
    wait_until(lambda: near.asked() == {"b2": "take off"})
    near.carry_out()
    assert far.actions == ["Wc3"]
    # The other side's action is carried out by hand.
    far.do(ACT, "Ba1")
    wait_until(lambda: near.asked() == {"b2": "put on black"})
    assert not near.session.board.ready
    near.carry_out()
    # Its second one as well: after the first turn everybody acts twice.
    far.do(ACT, "We3")
    near.carry_out()
    near.twin.send({"do": "put", "cell": "d6", "piece": "white"})
    wait_until(lambda: far.actions == ["Wc3", "Ba1", "We3", "Wc5"])
    # Back asks the other side, which declines: the lights ask for the disc again.
    wait_until(lambda: len(near.actions) == 4)
    near.agree()
    near.press("back")
    wait_until(lambda: far.said("to take back the last action") == 1)
    near.do_as_asked()
    assert len(near.actions) == 4
    far.do(NO)
    wait_until(lambda: near.asked() == {"d6": "put on white"})
    near.carry_out()
    # Asked again, it agrees.
    near.agree()
    near.press("back")
    wait_until(lambda: far.said("to take back the last action") == 2)
    far.do(YES)
    wait_until(lambda: len(near.actions) == len(far.actions) == 3)
    near.carry_out()
    # The other side asks, and the board's button agrees.
    far.do(BACK)
    wait_until(lambda: near.session.offer is not None)
    near.agree()
    near.press("back")
    wait_until(lambda: len(near.actions) == len(far.actions) == 2)
    near.carry_out()
    # The other side gives up, and the board's game ends as well; what is taken back opens it again.
    far.do(RESIGN)
    wait_until(lambda: near.live.concluded)
    far.do(BACK)
    wait_until(lambda: near.session.offer is not None)
    near.do(YES)
    wait_until(lambda: not near.live.concluded and near.session.board.ready)
    far.do(RESIGN)
    wait_until(lambda: near.live.concluded)
    # The library has the game once, with its players; the one before on the board nobody has played.
    (record,) = (store.record(one.id) for one in store.games() if one.source != FROM_CONTINUED and one.action_count)
    assert (record.white, record.ending.result, record.ending.reason) == (
        "Ann" if near.session.role == HOST else "Ben",
        "W+",
        "resigned",
    )
    assert GameState.replay(record).legal and [one.action for one in record.actions] == ["Wc3", "Ba1"]
