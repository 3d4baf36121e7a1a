"""Two hosts' programs play a game over real connections that break (docs/netplay.md, When a side drops out)."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.connect import accept, host, resume
from hexlume_plugins.netplay.entries import GUEST, HOST, Entry, Terms
from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.mac import Authenticator
from hexlume_plugins.netplay.player import Player
from hexlume_plugins.netplay.saved_games import SavedGames
from hexlume_plugins.netplay.session import Session
from tests.host.conftest import wait_until
from tests.host.plugins.mqtt.mosquitto import Mosquitto
from tests.host.plugins.netplay.conftest import RandomPlayer, Wire

pytestmark = pytest.mark.integration

TERMS = Terms("orochi", 3, {}, "fischer 300+5", "white", "Ann")


class Program:
    """One host's program, on a thread: its game, what it said, and how it ended."""

    def __init__(self, session: Session, seed: int, pause: float = 0.0) -> None:
        self.said: list[str] = []
        self._seed, self._pause = seed, pause
        self.session = session
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def make_player(self) -> Player:
        return RandomPlayer(self._seed, self._pause)

    def _run(self) -> None:
        try:
            self.session.run(self.make_player(), self.said.append)
        except Exception as error:
            self.error = error

    @property
    def entries(self) -> list[Entry]:
        game = self.session.replica.confirmed
        return list(game.entries) if game is not None else []

    @property
    def over(self) -> bool:
        game = self.session.replica.confirmed
        return game is not None and game.over

    def stop(self) -> None:
        self.session.stop()
        self.join()

    def join(self) -> None:
        self._thread.join(60)
        assert not self._thread.is_alive()


class Thinker(Program):
    """One who never acts."""

    def make_player(self) -> Player:
        return Player()


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str], SavedGames]:
    """Return the games in a store that is opened anew each time."""
    return lambda name: SavedGames(Store(tmp_path / f"{name}.sqlite"))


def check_alike(saved: Callable[[str], SavedGames], *programs: Program) -> None:
    """Check that both sides ended with one list, and have kept it."""
    first = programs[0].entries
    assert len(first) > 5
    for program in programs:
        assert program.error is None and program.entries == first and program.over
    for name, role in (("a", HOST), ("b", GUEST)):
        games = saved(name)
        assert games.games()[0].entries() == first
        assert games.games()[0].role == role


def test_a_game_is_finished_over_a_wire_that_is_cut_twice_and_by_sides_that_start_again(
    saved: Callable[[str], SavedGames], wire: Wire
) -> None:
    opened = host(saved("a"), TERMS, address="127.0.0.1", port=0, advertise=f"ws://127.0.0.1:{wire.port}", broker="")
    code = opened.invitation.code
    one = Program(opened, 1, 0.15)
    wire.to_port = saved("a").games()[0].notes["port"]
    two = Program(resume(accept(saved("b"), code, "Ben")), 2, 0.15)
    wait_until(lambda: len(two.entries) >= 2)
    wire.cut()
    # Whoever is to move plays on; the other hears of it later.
    wait_until(lambda: len(one.entries) != len(two.entries) or not two.session.replica.settled)
    wire.join()
    wait_until(lambda: len(one.entries) >= 5 and one.entries == two.entries)
    two.stop()
    two = Program(resume(accept(saved("b"), code, "Ben")), 3, 0.1)
    wait_until(lambda: len(two.entries) >= 7)
    wire.cut()
    one.stop()
    games = saved("a")
    one = Program(resume(games.games()[0]), 4, 0.1)
    wire.join()
    one.join()
    two.join()
    check_alike(saved, one, two)
    assert any("has joined" in sentence for sentence in one.said + two.said) or one.said


@pytest.mark.sample(1)
@pytest.mark.parametrize("terms", [TERMS, Terms("organica", 4, {}, host_colour="black")], ids=lambda one: one.rules)
def test_a_game_is_finished_through_a_broker_that_goes_away_meanwhile(
    saved: Callable[[str], SavedGames], make_mosquitto: Callable[[], Mosquitto], terms: Terms
) -> None:
    broker = make_mosquitto()
    opened = host(saved("a"), terms, address="", port=0, advertise="", broker=broker.url)
    assert opened.invitation.where == broker.url
    one = Program(opened, 1, 0.05)
    two = Program(resume(accept(saved("b"), opened.invitation.code, "Ben")), 2, 0.05)
    wait_until(lambda: len(two.entries) >= 2)
    broker.kill()
    broker.start()
    one.join()
    two.join()
    check_alike(saved, one, two)
    assert one.session.replica.other_name == "Ben" and two.session.replica.other_name == "Ann" * (terms is TERMS)


def test_time_runs_where_the_player_sits_and_is_kept_while_their_program_does_not_run(
    saved: Callable[[str], SavedGames], wire: Wire
) -> None:
    terms = Terms("orochi", 3, {}, "fischer 8+0", "white", "Ann")
    opened = host(saved("a"), terms, address="127.0.0.1", port=0, advertise=f"ws://127.0.0.1:{wire.port}", broker="")
    wire.to_port = opened.saved.notes["port"]
    one = Program(opened, 1, 3600)
    # White acts once; black thinks for ever.
    two = Thinker(resume(accept(saved("b"), opened.invitation.code, "Ben")), 2)
    wait_until(lambda: len(two.entries) == 1 and two.session.replica.spent_ms > 500)
    two.stop()
    spent = two.session.replica.spent_ms
    two = Thinker(resume(accept(saved("b"), opened.invitation.code, "Ben")), 2)
    wait_until(lambda: two.session.replica.spent_ms > 0)
    assert spent <= two.session.replica.spent_ms
    # The connection being away neither stops the thinker's clock nor lets the other side end it.
    wire.cut()
    wait_until(lambda: bool(two.session.replica.predicted and two.session.replica.predicted.over))
    assert not one.over
    wire.join()
    one.join()
    two.join()
    game = one.session.replica.confirmed
    assert game is not None and game.game.outcome is not None and one.entries == two.entries
    assert (game.game.outcome.result, game.game.outcome.reason) == ("W+", "time")


def test_strangers_are_told_nothing_and_thrown_out(saved: Callable[[str], SavedGames]) -> None:
    opened = host(saved("a"), TERMS, address="127.0.0.1", port=0, advertise="", broker="")
    one = Program(opened, 1)
    try:
        for first in (
            b"",
            b"hello",
            b"0" * 200,
            Authenticator(b"not the secret..", GUEST).sign({"guest": "x"}),
            "text",
        ):
            with connect(opened.invitation.where, proxy=None) as stranger:
                stranger.send(first)
                with pytest.raises(WebSocketException):
                    stranger.recv(timeout=60)
        with pytest.raises(WebSocketException):
            connect(opened.invitation.where, proxy=None, origin="http://elsewhere.example").__enter__()  # type: ignore[arg-type]
        with connect(opened.invitation.where, proxy=None) as stranger:
            stranger.send(b"1" * 100_000)
            with pytest.raises(WebSocketException):
                stranger.recv(timeout=60)
        assert not one.session.replica.joined and one.error is None
    finally:
        one.stop()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)])
def test_one_side_is_played_by_one_program(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    where = request.getfixturevalue("postgresql").database() if kind == "postgresql" else tmp_path / "s.sqlite"
    with Store(where) as one, Store(where) as other:
        game = SavedGames(one).add("game", HOST, "code", {})
        (elsewhere,) = SavedGames(other).games()
        for _ in range(2):
            with game.locked(), pytest.raises(NetplayError, match="another hexlume"), elsewhere.locked():
                pass
            with elsewhere.locked():
                pass
        SavedGames(one).add("another", HOST, "code", {})
        with game.locked(), SavedGames(other).games()[0].locked():
            pass
    assert not list(tmp_path.glob("*.lock"))
