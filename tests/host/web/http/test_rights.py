"""Every route of the site with every right: what it may do, and that no answer holds a secret or a path.

A route without a row in ``ROUTES`` fails here, so that nobody adds one without saying who may use it.
"""

import inspect
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from site_pages import ScriptedBoard, ask, live_socket, next_message, site_on
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from table_session import ID, TableSession
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import hexlume_host
from hexlume_engine.puzzles.puzzle import Answer, Puzzle
from hexlume_engine.puzzles.repository import save_puzzle
from hexlume_host.cli.pages import PageSettings, serving_board
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import LOOPBACK_NAMES, AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.http.static_files import address
from hexlume_host.web.live.board import FOR_HANDS, FOR_WATCHERS
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.site import make_site
from tests.host.new_store import new_store

pytestmark = pytest.mark.integration

ACT = "act-token-0123456789"
WATCH = "watch-token-0123456789"
SHOWN = {"none": "", "watch": f"Bearer {WATCH}", "act": f"Bearer {ACT}"}

OPEN = (200, 200, 200)
"""Everybody, also who has not signed in: such a route shows nothing of boards and games."""
PAGE = (303, 200, 200)
"""Who may watch; others are sent to sign in."""
WATCHING = (401, 200, 200)
ACTING = (401, 401, 200)


@dataclass(frozen=True)
class Row:
    """What a route answers to those with no right, who may watch and who may act; ``path`` is what is asked for.

    ``kind`` says where it is answered: ``memory`` in the event loop, from what is at hand, ``queue`` on the work
    queue's threads.
    """

    answers: tuple[int, int, int]
    kind: str
    path: str = ""
    body: Any = None
    shows_code: bool = False


PUZZLE = Puzzle("orochi", "hex4", {}, (), "white", "win", ("Wd4",), {"Wd4": Answer(1.0, "win")})
START = {"start": {"rules": "orochi", "size": 3, "options": {}}}
ROUTES = {
    ("GET", "/static/{path:path}"): Row(OPEN, "memory", address("lib/board.css")),
    ("GET", "/sign-in"): Row(OPEN, "memory"),
    ("GET", "/api/rights"): Row(OPEN, "memory"),
    ("POST", "/api/sign-in"): Row((400, 400, 400), "memory", body={}),
    ("DELETE", "/api/sign-in"): Row(OPEN, "memory"),
    ("GET", "/"): Row(PAGE, "memory"),
    ("GET", "/live"): Row(PAGE, "memory"),
    ("GET", "/play"): Row((303, 303, 303), "memory"),
    ("GET", "/boards/{device}"): Row(PAGE, "memory", "/boards/b1"),
    ("GET", "/api/boards"): Row(WATCHING, "memory"),
    ("GET", "/api/panels/{name}"): Row(WATCHING, "memory", "/api/panels/hex5"),
    ("WS", "/ws/live"): Row((403, 101, 101), "memory"),
    ("GET", "/library"): Row(PAGE, "memory"),
    ("GET", "/api/library"): Row(WATCHING, "queue"),
    ("GET", "/api/library/choices"): Row(WATCHING, "queue"),
    ("GET", "/games/{game}"): Row(PAGE, "memory", "/games/1"),
    ("GET", "/api/games/{game}"): Row(WATCHING, "queue", "/api/games/1"),
    ("GET", "/api/games/{game}/picture.svg"): Row(WATCHING, "queue", "/api/games/1/picture.svg"),
    ("GET", "/api/games/{game}/record.{form}"): Row(WATCHING, "queue", "/api/games/1/record.json"),
    ("GET", "/api/games/{game}/analysis"): Row(WATCHING, "queue", "/api/games/1/analysis"),
    # The game still goes on, so that it is not analysed.
    ("POST", "/api/games/{game}/analysis"): Row((401, 401, 409), "queue", "/api/games/1/analysis", {"seconds": 1}),
    ("DELETE", "/api/games/{game}/analysis"): Row(ACTING, "queue", "/api/games/1/analysis"),
    ("GET", "/players"): Row(PAGE, "memory"),
    ("GET", "/players/{name:path}"): Row(PAGE, "memory", "/players/Ann"),
    ("GET", "/api/players"): Row(WATCHING, "queue"),
    ("GET", "/api/players/{name:path}"): Row(WATCHING, "queue", "/api/players/Ann"),
    ("GET", "/statistics"): Row(PAGE, "memory"),
    ("GET", "/api/statistics"): Row(WATCHING, "queue"),
    ("GET", "/analysis"): Row(PAGE, "memory"),
    ("GET", "/editor"): Row(PAGE, "memory"),
    ("GET", "/api/analysis/games"): Row(WATCHING, "queue"),
    ("GET", "/api/analysis/board/{game}"): Row(WATCHING, "queue", "/api/analysis/board/1"),
    ("POST", "/api/analysis/position"): Row(WATCHING, "queue", body=START),
    ("POST", "/api/analysis/check"): Row(WATCHING, "queue", body=START),
    ("POST", "/api/analysis/export"): Row(WATCHING, "queue", body={**START, "variations": {"nodes": []}}),
    ("POST", "/api/analysis/import"): Row((401, 400, 400), "queue", body={"content": "none"}),
    ("POST", "/api/analysis/link"): Row(WATCHING, "queue", body=START),
    ("POST", "/api/engine"): Row((401, 401, 400), "queue", body={"start": {}}),
    ("GET", "/api/engine/{number:number}"): Row((401, 404, 404), "queue", "/api/engine/1"),
    ("DELETE", "/api/engine/{number:number}"): Row((401, 401, 404), "queue", "/api/engine/1"),
    ("GET", "/puzzles"): Row(PAGE, "memory"),
    ("GET", "/puzzles/{puzzle:number}"): Row(PAGE, "memory", "/puzzles/1"),
    ("GET", "/api/puzzles"): Row(WATCHING, "queue"),
    ("GET", "/api/puzzles/{puzzle:number}"): Row(WATCHING, "queue", "/api/puzzles/1"),
    ("GET", "/api/puzzles/{puzzle:number}/verdict"): Row(WATCHING, "queue", "/api/puzzles/1/verdict?action=Bd4"),
    ("GET", "/api/puzzles/{puzzle:number}/solution"): Row(WATCHING, "queue", "/api/puzzles/1/solution"),
    ("POST", "/api/puzzles/{puzzle:number}/answers"): Row(ACTING, "queue", "/api/puzzles/1/answers", {"action": "Bd4"}),
    ("GET", "/rules"): Row(PAGE, "memory"),
    ("GET", "/rules/{game}"): Row(PAGE, "queue", "/rules/orochi"),
    ("GET", "/rules/{game}/pictures/{file}"): Row(PAGE, "queue", "/rules/orochi/pictures/orochi-chain.svg"),
    ("GET", "/api/rules/{game}/picture.svg"): Row(WATCHING, "queue", "/api/rules/orochi/picture.svg"),
    ("GET", "/new-game"): Row(PAGE, "memory"),
    ("GET", "/api/new-game"): Row(WATCHING, "queue"),
    # There is no board on which a game could be begun (test_new_game.py).
    ("POST", "/api/new-game"): Row((401, 401, 409), "queue", body={"rules": "orochi", "size": 4}),
    ("POST", "/api/games/{game:number}/continue"): Row((401, 401, 409), "queue", "/api/games/1/continue", {}),
    ("GET", "/netplay"): Row(PAGE, "memory"),
    ("GET", "/api/netplay"): Row(WATCHING, "queue"),
    ("POST", "/api/netplay"): Row((401, 401, 201), "queue", body={"rules": "orochi", "size": 2}),
    ("POST", "/api/netplay/qr-code"): Row((401, 401, 400), "queue", body={"link": "none"}),
    ("POST", "/api/netplay/games/{key}"): Row(
        (401, 401, 200), "queue", "/api/netplay/games/KEY", {"do": "resume"}, shows_code=True
    ),
}
MISSING = {
    "/boards/none": 200,
    "/api/panels/none": 404,
    "/api/library?rules=none": 200,
    "/api/library?page=none": 400,
    "/api/library?limit=none": 400,
    "/api/games/99": 404,
    "/api/games/none": 404,
    "/api/games/99/picture.svg": 404,
    "/api/games/99/record.json": 404,
    "/api/games/1/record.none": 404,
    "/api/games/99/analysis": 404,
    "/api/players/Nobody": 404,
    "/api/players?page=none": 400,
    "/api/statistics?since=none": 400,
    "/api/analysis/board/99": 404,
    "/puzzles/none": 404,
    "/api/puzzles/99": 404,
    "/api/puzzles/99999999999999999999": 404,
    "/api/puzzles/none": 404,
    "/api/puzzles/1/verdict?action=none": 400,
    "/api/puzzles?difficulty=none": 400,
    "/api/puzzles?state=none": 400,
    "/rules/none": 404,
    "/rules/orochi/pictures/none.svg": 404,
    "/api/rules/none/picture.svg": 404,
    "/api/rules/orochi/picture.svg?theme=none": 400,
    "/api/none": 404,
    "/none": 404,
    "/static/none": 404,
    "/static/none/board.css": 404,
}
"""What is not there, and the answer."""


class Scene:
    """A site with one game on a board and one with another host, and the secrets it must keep."""

    def __init__(self, url: str, app: Starlette, store: Store) -> None:
        self.url, self.app, self.store = url, app, store
        begun = self.ask("act", "POST", "/api/netplay", {"rules": "orochi", "size": 2, "name": "Ann"})[1]
        self.key = begun["id"]
        resumed = self.ask("act", "POST", f"/api/netplay/games/{self.key}", {"do": "resume"})
        self.code = resumed[1]["code"]
        self.paths = [str(Path(store.where).parent), str(Path(hexlume_host.__file__).parents[1])]

    def ask(self, right: str, method: str, path: str, body: Any = None) -> tuple[int, Any, str]:
        """Ask with a right; return the status, the JSON of the answer if it is some, and all of it as text."""
        headers = {"Authorization": SHOWN[right]} if SHOWN[right] else {}
        content = None if body is None else json.dumps(body).encode()
        status, told, text = ask(self.url, path, method, content, **headers)
        whole = text + json.dumps(told)
        return status, json.loads(text) if "json" in told.get("content-type", "") else None, whole

    def open(self, right: str, path: str) -> tuple[int, str]:
        """Follow a network game over a WebSocket with a right; return its status and the first two messages."""
        headers = {"Origin": self.url.rstrip("/"), **({"Authorization": SHOWN[right]} if SHOWN[right] else {})}
        try:
            with connect(self.url.replace("http", "ws") + path[1:], additional_headers=headers) as socket:
                socket.send(json.dumps({"games": [self.key]}))
                return 101, f"{socket.recv(timeout=60)!s}{socket.recv(timeout=60)!s}"
        except InvalidStatus as refused:
            return refused.response.status_code, ""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("rights")
    with Store(new_store(folder / "games.sqlite")) as store:
        hub = LiveHub(store)
        watch = BoardLink(hub)
        board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=watch)
        board.act("Wd4")
        watch.notice(f"The store {store.where} is full.")
        save_puzzle(store, PUZZLE)
        watch.lost("The board on /dev/ttyTEST9 has gone.")
        site = Site(store, AccessPolicy(LOOPBACK_NAMES, ACT, WATCH), hub)
        app = make_site(site)
        with closing(site.ends), serving(app) as url:
            yield Scene(url, app, store)


def routes_of(app: Starlette) -> dict[tuple[str, str], Route | WebSocketRoute | Mount]:
    """Return the routes of an application by method (``WS`` for a WebSocket) and path."""
    found: dict[tuple[str, str], Route | WebSocketRoute | Mount] = {}
    for route in app.routes:
        assert isinstance(route, Route | WebSocketRoute | Mount), route
        if isinstance(route, Mount):
            found["GET", f"{route.path}/*"] = route
        elif isinstance(route, WebSocketRoute):
            found["WS", route.path] = route
        else:
            found.update({(method, route.path): route for method in (route.methods or ()) if method != "HEAD"})
    return found


def test_every_route_has_a_row_that_says_who_may_use_it(scene: Scene) -> None:
    assert set(routes_of(scene.app)) == set(ROUTES)


@pytest.mark.parametrize(("right", "parts"), [("watch", FOR_WATCHERS), ("act", FOR_HANDS)])
def test_only_who_may_act_plays_on_a_simulated_board(tmp_path: Path, right: str, parts: tuple[str, ...]) -> None:
    session = TableSession()
    with (
        Store(new_store(tmp_path / "games.sqlite")) as store,
        site_on(store, session.hub, AccessPolicy(LOOPBACK_NAMES, ACT, WATCH)) as url,
        live_socket(url, Authorization=SHOWN[right]) as socket,
    ):
        socket.send(json.dumps({"full": [ID]}))
        next_message(socket, "watching")
        assert {message["event"] for message in json.loads(socket.recv(timeout=60))} == set(parts)
        socket.send('{"do":"put","cell":"d4","piece":"white"}')
        if right == "act":
            assert next_message(socket, "table")["discs"] == {"d4": "white"}
        else:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            assert session.gestures == []


@pytest.mark.parametrize("right", SHOWN)
@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_a_right_allows_what_the_row_says_and_shows_no_secret(
    scene: Scene, method: str, route: str, right: str
) -> None:
    row = ROUTES[method, route]
    path = (row.path or route).replace("KEY", scene.key)
    if method == "WS":
        status, text = scene.open(right, path)
    else:
        status, _, text = scene.ask(right, method, path, row.body)
    assert status == row.answers[list(SHOWN).index(right)]
    secrets = [ACT, WATCH, *scene.paths, "ttyTEST9"]
    if right != "act":
        # Who may act runs the site, and needs the code to invite somebody.
        secrets.append(scene.code.partition("#")[2])
    for secret in secrets:
        assert secret not in text, f"{path} shows {secret}"
    if right == "act" and row.shows_code:
        assert '"code"' in text


@contextmanager
def simulated_board(store: Store, settings: PageSettings) -> Iterator[str]:
    session = TableSession(store=store)
    with serving_board(store, session.hub, session.hands, settings) as page:
        yield page


def test_a_simulated_boards_site_beyond_this_computer_is_only_watched_without_its_token(tmp_path: Path) -> None:
    """As ``hexlume play``, ``sim`` and ``puzzles solve`` serve it: each route that acts is refused."""
    settings = PageSettings("0.0.0.0")
    with Store(new_store(tmp_path / "games.sqlite")) as store, simulated_board(store, settings) as page:
        url = page.partition("boards/")[0]
        acting = {place: row for place, row in ROUTES.items() if row.answers[1] == 401}
        assert len(acting) >= 8
        for (method, route), row in acting.items():
            body = None if row.body is None else json.dumps(row.body).encode()
            assert ask(url, row.path or route, method, body)[0] == 401, route
        assert ask(url, "/api/boards")[0] == 200
        shown = {"Authorization": f"Bearer {settings.policy.token}"}
        assert json.loads(ask(url, "/api/rights", **shown)[2])["right"] == "act"


@pytest.mark.parametrize("right", ["watch", "act"])
@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_names_no_path(scene: Scene, path: str, right: str) -> None:
    status, told, text = scene.ask(right, "GET", path)
    assert status == MISSING[path]
    for place in scene.paths:
        assert place not in text
    if path.startswith("/api") and status >= 400:
        assert told["error"].endswith(".")


def test_a_store_that_cannot_be_read_names_no_path(tmp_path: Path) -> None:
    with Store(new_store(tmp_path / "games.sqlite")) as store, site_on(store) as url:
        with closing(sqlite3.connect(store.where)) as database:
            database.execute("drop table games")
        reading = [
            row.path or route
            for (method, route), row in ROUTES.items()
            if method == "GET" and row.kind == "queue" and "netplay" not in route and row.answers[-1] == 200
        ]
        answers = [ask(url, path) for path in reading]
    assert sum(status >= 400 for status, _, _ in answers) >= 10
    assert not [text for _, _, text in answers if str(tmp_path) in text]


def test_every_route_is_answered_where_its_row_says(scene: Scene) -> None:
    """The event loop and the threads that read pages' files serve everybody: nothing that computes may run there."""
    for place, route in routes_of(scene.app).items():
        kind = ROUTES[place].kind
        assert not isinstance(route, Mount)
        # Starlette runs whatever is no coroutine function on the threads that it reads files with.
        assert inspect.iscoroutinefunction(route.endpoint), place
        on_the_queue = route.endpoint.__qualname__.partition(".")[0] in ("queue_endpoint", "post_endpoint")
        assert on_the_queue == (kind == "queue"), place
