"""Two hosts' programs play a game over real connections that break (docs/apart.md, When a side drops out)."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from hexlume_host.netplay.connect import Opened, host, host_again, join
from hexlume_host.netplay.entries import GUEST, HOST, Entry, Terms
from hexlume_host.netplay.errors import ApartError
from hexlume_host.netplay.mac import Sealer
from hexlume_host.netplay.player import Seat
from hexlume_host.netplay.saved_games import KeptGames
from hexlume_host.netplay.session import Playing
from tests.host.conftest import wait_until
from tests.host.mqtt.mosquitto import Mosquitto
from tests.host.netplay.conftest import RandomSeat, Wire

pytestmark = pytest.mark.integration

TERMS = Terms("orochi", 3, {}, "fischer 300+5", "white", "Ann")


class Program:
    """One host's program, on a thread: its game, what it said, and how it ended."""

    def __init__(self, opened: Opened, seed: int, pause: float = 0.0) -> None:
        self.said: list[str] = []
        self._seed, self._pause = seed, pause
        self.seat = self.seated()
        self.playing: Playing = opened.playing(self.seat, self.said.append)
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def seated(self) -> Seat:
        return RandomSeat(self._seed, self._pause)

    def _run(self) -> None:
        try:
            self.playing.run()
        except Exception as error:
            self.error = error

    @property
    def entries(self) -> list[Entry]:
        game = self.playing.side.agreed
        return list(game.entries) if game is not None else []

    @property
    def over(self) -> bool:
        game = self.playing.side.agreed
        return game is not None and game.over

    def stop(self) -> None:
        self.playing.stop()
        self.join()

    def join(self) -> None:
        self._thread.join(60)
        assert not self._thread.is_alive()


class Thinker(Program):
    """One who never acts."""

    def seated(self) -> Seat:
        return Seat()


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[str], KeptGames]:
    return lambda name: KeptGames(tmp_path / name)


def check_alike(kept: Callable[[str], KeptGames], *programs: Program) -> None:
    """Check that both sides ended with one list, and have kept it."""
    first = programs[0].entries
    assert len(first) > 5
    for program in programs:
        assert program.error is None and program.entries == first and program.over
    for name, side in (("a", HOST), ("b", GUEST)):
        games = kept(name)
        assert games.side(games.games()[0]).entries() == first
        assert games.games()[0].side == side


def test_a_game_is_finished_over_a_wire_that_is_cut_twice_and_by_sides_that_start_again(
    kept: Callable[[str], KeptGames], wire: Wire
) -> None:
    opened = host(kept("a"), TERMS, address="127.0.0.1", port=0, told=f"ws://127.0.0.1:{wire.port}", broker="")
    code = opened.invitation.code
    one = Program(opened, 1, 0.15)
    wire.to_port = kept("a").games()[0].seat["port"]
    two = Program(join(kept("b"), code, "Ben"), 2, 0.15)
    wait_until(lambda: len(two.entries) >= 2)
    wire.cut()
    # Whoever is to move plays on; the other hears of it later.
    wait_until(lambda: len(one.entries) != len(two.entries) or not two.playing.side.settled)
    wire.join()
    wait_until(lambda: len(one.entries) >= 5 and one.entries == two.entries)
    two.stop()
    two = Program(join(kept("b"), code, "Ben"), 3, 0.1)
    wait_until(lambda: len(two.entries) >= 7)
    wire.cut()
    one.stop()
    games = kept("a")
    one = Program(host_again(games, games.games()[0]), 4, 0.1)
    wire.join()
    one.join()
    two.join()
    check_alike(kept, one, two)
    assert any("has joined" in sentence for sentence in one.said + two.said) or one.said


@pytest.mark.parametrize("terms", [TERMS, Terms("organica", 4, {}, host_colour="black")], ids=lambda one: one.rules)
def test_a_game_is_finished_through_a_broker_that_goes_away_meanwhile(
    kept: Callable[[str], KeptGames], make_mosquitto: Callable[[], Mosquitto], terms: Terms
) -> None:
    broker = make_mosquitto()
    opened = host(kept("a"), terms, address="", port=0, told="", broker=broker.url)
    assert opened.invitation.where == broker.url
    one = Program(opened, 1, 0.05)
    two = Program(join(kept("b"), opened.invitation.code, "Ben"), 2, 0.05)
    wait_until(lambda: len(two.entries) >= 2)
    broker.kill()
    broker.start()
    one.join()
    two.join()
    check_alike(kept, one, two)
    assert one.playing.side.other_name == "Ben" and two.playing.side.other_name == "Ann" * (terms is TERMS)


def test_time_runs_where_the_player_sits_and_is_kept_while_their_program_does_not_run(
    kept: Callable[[str], KeptGames], wire: Wire
) -> None:
    terms = Terms("orochi", 3, {}, "fischer 8+0", "white", "Ann")
    opened = host(kept("a"), terms, address="127.0.0.1", port=0, told=f"ws://127.0.0.1:{wire.port}", broker="")
    wire.to_port = opened.port
    one = Program(opened, 1, 3600)
    # White acts once; black thinks for ever.
    two = Thinker(join(kept("b"), opened.invitation.code, "Ben"), 2)
    wait_until(lambda: len(two.entries) == 1 and two.playing.side.spent_ms > 500)
    two.stop()
    spent = two.playing.side.spent_ms
    two = Thinker(join(kept("b"), opened.invitation.code, "Ben"), 2)
    wait_until(lambda: two.playing.side.spent_ms > 0)
    assert spent <= two.playing.side.spent_ms
    # The connection being away neither stops the thinker's clock nor lets the other side end it.
    wire.cut()
    wait_until(lambda: bool(two.playing.side.ahead and two.playing.side.ahead.over))
    assert not one.over
    wire.join()
    one.join()
    two.join()
    game = one.playing.side.agreed
    assert game is not None and game.game.outcome is not None and one.entries == two.entries
    assert (game.game.outcome.result, game.game.outcome.reason) == ("W+", "time")


def test_strangers_are_told_nothing_and_thrown_out(kept: Callable[[str], KeptGames]) -> None:
    opened = host(kept("a"), TERMS, address="127.0.0.1", port=0, told="", broker="")
    one = Program(opened, 1)
    try:
        for first in (b"", b"hello", b"0" * 200, Sealer(b"not the secret..", GUEST).seal({"guest": "x"}), "text"):
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
        assert not one.playing.side.joined and one.error is None
    finally:
        one.stop()


def test_one_side_is_played_by_one_program_of_a_computer(kept: Callable[[str], KeptGames]) -> None:
    games = kept("a")
    with (
        games.playing("game", HOST),
        pytest.raises(ApartError, match="another hexlume on this computer"),
        games.playing("game", HOST),
    ):
        pass
    with games.playing("game", HOST):
        pass
