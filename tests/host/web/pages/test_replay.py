"""A game's replay over HTTP: plies, pictures and records, and what hostile addresses are answered."""

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from site_pages import site_on

from hexlume_host.images import draw
from hexlume_host.images.png_process import png_elsewhere
from hexlume_host.images.replay import marked
from hexlume_host.store.repository import Store
from hexlume_host.web.http.static_files import address
from hexlume_host.web.http.work_queue import QueueLimits
from hexlume_host.web.pages import game_files, replay_cache
from hexlume_record.formats.json import record_json
from hexlume_record.formats.text import record_text
from hexlume_record.game.replay import replay_of
from hexlume_record.game.view import position_view
from tests.host.conftest import wait_until
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


class Answer:
    def __init__(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.status, self.headers, self.content = status, headers, content

    def json(self) -> Any:
        return json.loads(self.content)


class Client:
    def __init__(self, url: str) -> None:
        self._place = urlsplit(url).netloc

    def get(self, path: str, source: str = "127.0.0.1", **headers: str) -> Answer:
        connection = HTTPConnection(self._place, timeout=120, source_address=(source, 0))
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        got = connection.getresponse()
        answer = Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
        connection.close()
        return answer


@pytest.fixture
def site(store: Store) -> Iterator[Client]:
    with site_on(store) as url:
        yield Client(url)


def test_the_plies_add_up_to_the_positions(store: Store, site: Client) -> None:
    for rules, size in (("orochi", 4), ("organica", 4), ("droched", 4), ("orcoon", 5), ("sibling", 3)):
        played = PlayedGame(store, rules, size, 5).play(30)
        told = site.get(f"/api/games/{played.number}").json()
        found = replay_of(store.record(played.number))
        pieces: dict[str, str] = {}
        assert len(told["plies"]) == len(found.plies)
        for ply, said in zip(found.plies, told["plies"], strict=True):
            for cell, piece in said["changes"].items():
                if piece is None:
                    del pieces[cell]
                else:
                    pieces[cell] = piece
            assert pieces == ply.position["pieces"]
            assert (said["action"], said["last"], said["captured"]) == (
                ply.action,
                ply.position["last"],
                ply.position["captured"],
            )
        assert told["panel"]["panel"] == found.record.on
        half = len(found.plies) // 2
        position = site.get(f"/api/games/{played.number}/plies/{half}").json()
        game = found.game(half)
        codes = game.legal_actions() if game.result is None else []
        assert position == {**position_view(game, codes), "ply": half}


def test_names_go_with_the_seats(store: Store, site: Client) -> None:
    """ACT-3: after a swap the one who began has the other colour."""
    played = PlayedGame(store, "sibling", 3, options={"pie": True})
    for action in ("c3", "swap", "a1"):
        played.act(action)
    plies = site.get("/api/games/1").json()["plies"]
    assert [ply["seats_swapped"] for ply in plies] == [False, False, True, True]


def test_a_game_is_sent_again_only_when_it_has_changed(store: Store, site: Client) -> None:
    played = PlayedGame(store, "orcoon", 5)
    played.act()
    first = site.get("/api/games/1")
    tag = first.headers["etag"]
    assert site.get("/api/games/1", if_none_match=tag).status == 304
    played.act()
    played.undo()
    second = site.get("/api/games/1", if_none_match=tag)
    assert second.status == 200
    # The same position again, but it was reached by another way.
    assert len(second.json()["plies"]) == len(first.json()["plies"])
    assert second.json()["version"] != first.json()["version"]


def test_picture_of_a_position_is_an_svg_or_a_png_of_one_size(store: Store, site: Client) -> None:
    PlayedGame(store, "droched", 4, 2).play(9)
    ply = replay_of(store.record(1)).ply(5)
    svg = site.get("/api/games/1/picture.svg?ply=5&theme=dark&cell_mm=7")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    drawn = draw(ply.position, theme="dark", **marked(ply.position))
    assert svg.content.decode().splitlines()[2:] == drawn.splitlines()[2:]
    tags = {svg.headers["etag"]}
    for path in ("picture.png?ply=5", "picture.png?ply=5&theme=dark", "picture.png?width=200"):
        answer = site.get(f"/api/games/1/{path}")
        with Image.open(BytesIO(answer.content)) as image:
            assert (image.format, image.width) == ("PNG", 900)
        again = site.get(f"/api/games/1/{path}", if_none_match=answer.headers["etag"])
        assert (again.status, again.content) == (304, b"")
        tags.add(answer.headers["etag"])
    assert len(tags) == 4
    assert "attachment" in site.get("/api/games/1/picture.svg?download=1").headers["content-disposition"]


def test_png_of_a_position_is_drawn_once(store: Store, site: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    PlayedGame(store, "orcoon", 4, 2).play(6)
    drawn: list[bytes] = []
    monkeypatch.setattr(game_files, "png_elsewhere", lambda svg, width: drawn.append(svg) or png_elsewhere(svg, width))
    game_files._png.cache_clear()
    for width in range(20):
        site.get(f"/api/games/1/picture.png?ply=3&width={100 + width}")
    assert len(drawn) == 1
    for _ in range(2):
        site.get("/api/games/1/picture.png?ply=4")
    assert len(drawn) == 2


def test_pictures_being_drawn_hold_up_no_page_and_nobody_else(
    store: Store, site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many more pictures than threads, none of which is ever done: they are refused, and all else is answered."""
    share = QueueLimits()
    PlayedGame(store, "orcoon", 4, 2).play(6)
    done = threading.Event()
    game_files._png.cache_clear()
    monkeypatch.setattr(game_files, "png_elsewhere", lambda svg, width: done.wait(120) and png_elsewhere(svg, width))
    answers: list[Answer] = []
    askers = [
        threading.Thread(target=lambda: answers.append(site.get("/api/games/1/picture.png?ply=3"))) for _ in range(80)
    ]
    for asker in askers:
        asker.start()
    # As many wait as may: all others have been refused.
    taken = share.running_a_client + share.waiting_a_client
    wait_until(lambda: len(answers) == 80 - taken)
    assert {(answer.status, answer.headers["retry-after"]) for answer in answers} == {(503, "2")}
    for path in ("/", "/library", "/api/boards", address("lib/site.css")):
        assert site.get(path).status == 200
    for path in ("/", "/api/games/1", "/api/games/1/record.txt"):
        assert site.get(path, source="127.0.0.2").status == 200
    done.set()
    for asker in askers:
        asker.join(60)
    assert [answer.status for answer in answers].count(200) == taken
    assert site.get("/api/games/1/picture.png?ply=3").status == 200


def test_records_are_those_of_export(store: Store, site: Client) -> None:
    PlayedGame(store, "orcoon", 4).play()
    record = store.record(1)
    assert site.get("/api/games/1/record.json").json() == json.loads(json.dumps(record_json(record)))
    text = site.get("/api/games/1/record.txt")
    assert text.content.decode() == record_text(record)
    assert 'filename="hexlume-1.txt"' in text.headers["content-disposition"]
    assert site.get("/api/games/1/record.apgame.json").json()["header"]["game"]["name"] == "Orcoon"
    PlayedGame(store, "orcoon", 4, identity="begun").act()
    assert site.get("/api/games/2/record.apgame.json").status == 409


@pytest.mark.parametrize(
    "path, status",
    [
        ("/api/games/2", 404),
        ("/api/games/99999999999999999999", 404),
        ("/api/games/-1", 404),
        ("/api/games/1.0", 404),
        ("/api/games/" + "x" * 5000, 404),
        ("/api/games/%00", 404),
        ("/api/games/..%2f..%2fetc", 404),
        ("/api/games/%D9%A1", 404),
        ("/api/games/1'%20or%201=1--", 404),
        ("/api/games/1/plies/99", 404),
        ("/api/games/1/plies/-1", 400),
        ("/api/games/1/plies/x", 400),
        ("/api/games/1/picture.jpg", 404),
        ("/api/games/1/picture.svg?ply=99", 404),
        ("/api/games/1/picture.svg?ply=1e3", 400),
        ("/api/games/1/picture.svg?theme=loud", 400),
        ("/api/games/1/picture.gif", 404),
        ("/api/games/1/animation.gif", 404),
        ("/api/games/1/record.exe", 404),
    ],
)
def test_hostile_addresses_are_refused_in_one_sentence(store: Store, site: Client, path: str, status: int) -> None:
    PlayedGame(store, "orcoon", 4).play(3)
    answer = site.get(path)
    assert answer.status == status
    sentence = answer.json()["error"]
    assert sentence.endswith(".")
    assert len(sentence) < 200


def test_replay_cache_is_bounded_by_the_number_of_discs(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        PlayedGame(store, "orochi", 3, identity=f"same-{number}").play()
    discs = sum(len(ply.position["pieces"]) for ply in replay_of(store.record(1)).plies)
    monkeypatch.setattr(replay_cache, "MAX_DISCS", int(2.5 * discs))
    made: list[int] = []
    monkeypatch.setattr(replay_cache, "replay_of", lambda record: made.append(record.id) or replay_of(record))
    cache = replay_cache.ReplayCache(store)
    for game in ("1", "2", "1", "3", "1", "2"):
        cache.replay(game)
    # Two of this size have room; the one that was asked for longest ago goes.
    assert made == [1, 2, 3, 2]
