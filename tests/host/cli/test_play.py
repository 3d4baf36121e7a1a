"""``hexlume play`` and ``hexlume sim`` with the firmware on the twin, by way of the page's WebSocket."""

import json
import os
import re
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexlume_host.store.repository import Store
from hexlume_record.game.events import is_later
from tests.host.reported_games import tell

pytestmark = pytest.mark.integration


class Page:
    """A page's end of the WebSocket; ``seen`` holds the latest message of each kind."""

    def __init__(self, socket: ClientConnection, board: str) -> None:
        self._socket = socket
        self._socket.send(json.dumps({"full": [board]}))
        self.seen: dict[str, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def wait(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        """Listen until what was seen satisfies a condition; fails when it does not soon."""
        deadline = time.monotonic() + 60
        while not condition(self.seen):
            for message in json.loads(self._socket.recv(max(0, deadline - time.monotonic()))):
                self.seen[message["event"]] = message


@contextmanager
def open_page(address: str, token: str = "") -> Iterator[Page]:
    """Open the page of an address such as http://localhost:8420/boards/ID."""
    site, _, board = address.partition("/boards/")
    shown = {"Authorization": f"Bearer {token}"} if token else {}
    with connect(site.replace("http", "ws") + "/ws/live", origin=site, additional_headers=shown) as socket:  # type: ignore[arg-type]
        yield Page(socket, board)


def is_offered(seen: dict[str, Any]) -> bool:
    """Whether the lights offer the first action: a disc that stands there before them is not taken for one."""
    return bool(seen.get("prompt", {}).get("legal")) and set(seen["leds"]["rgb"]) != {"0"}


def twin_of(process: int) -> int:
    """Return the process id of a command's twin."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return int(children[0])


def test_a_disc_on_the_page_is_an_action_in_the_store(running: Any, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    named = ("--opponent", "person", "--white", "Ann")
    with running("play", "--no-browser", "--port", 0, *named, "--store", store) as process:
        with open_page(process.stdout.readline().split()[2]) as page:
            page.wait(is_offered)
            assert page.seen["prompt"]["text"] == "White: place a disc of either colour"
            assert len(page.seen["prompt"]["legal"]) == 37
            # They come once the game is in the store.
            page.wait(lambda seen: seen["board"]["players"] == {"white": "Ann", "black": ""})
            page.send({"do": "put", "cell": "d4", "piece": "white"})
            page.wait(lambda seen: seen["board"]["actions"] == [["Wd4", "white"]])
            assert page.seen["board"]["position"]["to_move"] == "black"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stdout.read() == f"Stopped. The game is kept in {store}: hexlume show 1\n"
        assert process.stderr.read() == ""
    with Store(store, create=False) as opened:
        assert [action.action for action in opened.record(1).actions] == ["Wd4"]


def test_a_home_has_one_board_that_plays_while_its_program_runs(running: Any, hexlume: Any, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    command = ("play", "--opponent", "person", "--no-browser", "--port", 0, "--store", store)

    def play_once(process: Any) -> str:
        address = str(process.stdout.readline().split()[2])
        with open_page(address) as page:
            page.wait(is_offered)
            page.send({"do": "put", "cell": "d4", "piece": "white"})
            page.wait(lambda seen: seen["board"]["actions"] == [["Wd4", "white"]])
        return address.rpartition("/")[2]

    def end(process: Any) -> None:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(60)

    def watched() -> list[str]:
        lines = hexlume("watch", "--once", "--store", store).out.splitlines()
        return [line.split()[0] for line in lines if "Orochi" in line]

    with running(*command) as process:
        board = play_once(process)
        assert watched() == [board]
        end(process)
    assert hexlume("watch", "--once", "--store", store).out == "No board plays now.\n"
    with running(*command) as process:
        assert play_once(process) == board
        with running(*command) as other:
            second = play_once(other)
            assert second != board
            assert sorted(watched()) == sorted([board, second])
            end(other)
        end(process)
    games = json.loads(hexlume("games", "--json", "--store", store).out)
    assert sorted(game["board"]["id"] for game in games) == sorted([board, board, second])
    first, again = (game["game"] for game in games if game["board"]["id"] == board)
    assert is_later(again, first)


def test_a_game_that_has_ended_is_not_resumed(hexlume: Any, tmp_path: Path) -> None:
    for number, ending in enumerate(("result", "conclude"), 1):
        with Store(tmp_path / "s.sqlite") as store:
            tell(store, f"g{number}", [("action", "Wd4", "white"), (ending, "W+", "resigned")])
        ran = hexlume("play", "--resume", number, "--no-browser", "--port", 0, "--store", tmp_path / "s.sqlite")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == (
            f"Game {number} has ended: hexlume show {number} replays it, and hexlume play begins a new one.\n"
        )
    with Store(tmp_path / "s.sqlite") as store:
        assert len(store.games()) == 2


@pytest.mark.parametrize("clock", ["sundial", "fischer 0+5", "5 minutes", ""])
def test_an_invalid_clock_is_a_usage_error(hexlume: Any, tmp_path: Path, clock: str) -> None:
    ran = hexlume("play", "--clock", clock, "--store", tmp_path / "s.sqlite")
    assert (ran.code, ran.out) == (2, "")
    assert "Invalid value for '--clock'" in ran.err
    assert not (tmp_path / "s.sqlite").exists()


def test_a_twin_that_dies_is_one_sentence(running: Any) -> None:
    with running("play", "--no-browser", "--port", 0) as process:
        process.stdout.readline()
        os.kill(twin_of(process.pid), signal.SIGKILL)
        assert process.wait(60) == 1
        told = process.stderr.read()
        assert told.startswith("The simulated board has stopped")
        assert told.count("\n") == 1


def test_a_simulator_is_found_and_logged(running: Any, hexlume: Any) -> None:
    with running("sim", "--no-browser", "--port", 0) as process:
        port = process.stdout.readline().split()[2]
        process.stdout.readline()
        (found,) = json.loads(hexlume("watch", "--json").out)["ports"]
        assert (found["port"], found["kind"]) == (port, "simulator")
        with running("log") as logger:
            lines = [logger.stdout.readline() for _ in range(3)]
            assert lines[0] == f"Listening on {port}.\n"
            assert lines[2].endswith("Orochi, 37 cells\n")
            logger.send_signal(signal.SIGINT)
            assert logger.wait(60) == 130
        process.kill()
        process.wait()
    assert json.loads(hexlume("watch", "--json").out) == {"playing": [], "ports": []}


@pytest.mark.parametrize("command", ["play", "sim"])
def test_beyond_this_computer_strangers_watch_and_the_printed_token_plays(
    running: Any, tmp_path: Path, command: str
) -> None:
    options = ("--host", "0.0.0.0", "--port", 0, "--no-browser", "--store", tmp_path / "s.sqlite")
    with running(command, *options) as process:
        said = ""
        while "with the token" not in said:
            said += (line := process.stdout.readline())
            assert line, process.stderr.read()
        assert "not encrypted" in said
        address, token = re.findall(r"http://localhost:\S+", said)[0], re.findall(r"with the token (\S+) ", said)[0]
        assert re.search(rf"From other computers: .*:{urlsplit(address).port}{urlsplit(address).path}", said)
        with open_page(address) as stranger, pytest.raises(ConnectionClosed) as closed:
            stranger.wait(lambda seen: "board" in seen)
            assert not {"prompt", "table", "leds", "choices"} & set(stranger.seen)
            stranger.send({"do": "put", "cell": "d4", "piece": "white"})
            stranger.wait(lambda seen: "table" in seen)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        acts: list[tuple[str, object]] = [
            ("netplay", {"code": "AECHX"}),
            ("netplay", {"game": "orochi"}),
            ("engine", {"start": {}}),
            ("new-game", {"rules": "orochi", "size": 4}),
            ("games/1/continue", {}),
        ]
        for path, asked in acts:
            request = urllib.request.Request(
                address.partition("boards/")[0] + f"api/{path}", json.dumps(asked).encode()
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request)
            assert refused.value.code == 401
        with open_page(address, token) as page:
            page.wait(lambda seen: "table" in seen)
            page.send({"do": "put", "cell": "d4", "piece": "white"})
            page.wait(lambda seen: seen["table"]["discs"] == {"d4": "white"})


def test_a_token_that_protects_nothing_is_refused_before_the_board_starts(hexlume: Any, tmp_path: Path) -> None:
    ran = hexlume("play", "--token", "short", "--store", tmp_path / "s.sqlite")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "--token takes 8 to 200 characters without spaces: choose another one.\n"
    assert not (tmp_path / "s.sqlite").exists()


def test_a_taken_port_is_one_sentence(hexlume: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        ran = hexlume("play", "--no-browser", "--port", taken)
    assert ran.code == 1
    assert f"Port {taken} is in use" in ran.err
