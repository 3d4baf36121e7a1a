"""A game's replay over HTTP: plies, pictures and records, and what hostile addresses are answered."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from hexlume_host.images import draw
from hexlume_host.images.replay import marked
from hexlume_host.store.repository import Store
from hexlume_host.web.pages import replay_cache
from hexlume_record.formats.json import record_json
from hexlume_record.formats.text import record_text
from hexlume_record.game.replay import replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def get(site_url: str, path: str, **headers: str) -> Any:
    """Return the answer to a request, of whatever status."""
    try:
        return urlopen(Request(site_url + path[1:], headers=headers))
    except HTTPError as answer:
        return answer


def test_the_plies_add_up_to_the_positions(store: Store, site_url: str) -> None:
    for rules, size in (("orochi", 4), ("organica", 4), ("droched", 4), ("orcoon", 5), ("sibling", 3)):
        played = PlayedGame(store, rules, size, 5).play(30)
        told = json.load(get(site_url, f"/api/games/{played.number}"))
        found = replay_of(store.record(played.number))
        pieces: dict[str, str | None] = {}
        for ply, said in zip(found.plies, told["plies"], strict=True):
            pieces |= said["changes"]
            assert {cell: piece for cell, piece in pieces.items() if piece} == ply.position["pieces"]
            assert (said["action"], said["last"], said["captured"]) == (
                ply.action,
                ply.position["last"],
                ply.position["captured"],
            )
        assert told["panel"]["panel"] == found.record.board


def test_a_game_is_sent_again_only_when_it_has_changed(store: Store, site_url: str) -> None:
    played = PlayedGame(store, "orcoon", 5)
    played.act()
    first = get(site_url, "/api/games/1")
    tag = first.headers["etag"]
    assert get(site_url, "/api/games/1", **{"If-None-Match": tag}).status == 304
    played.act()
    played.undo()
    second = get(site_url, "/api/games/1", **{"If-None-Match": tag})
    assert second.status == 200
    # The same position again, but it was reached by another way.
    assert json.load(second)["version"] != json.load(first)["version"]


def test_picture_of_a_position_is_sent_again_only_when_it_differs(store: Store, site_url: str) -> None:
    PlayedGame(store, "droched", 4, 2).play(9)
    ply = replay_of(store.record(1)).ply(5)
    path = "/api/games/1/picture.svg?ply=5&theme=dark"
    svg = get(site_url, f"{path}&cell_mm=7")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    drawn = draw(ply.position, theme="dark", **marked(ply.position))
    assert svg.read().decode().splitlines()[2:] == drawn.splitlines()[2:]
    tag = svg.headers["etag"]
    again = get(site_url, path, **{"If-None-Match": tag})
    assert (again.status, again.read()) == (304, b"")
    assert get(site_url, "/api/games/1/picture.svg?ply=5", **{"If-None-Match": tag}).headers["etag"] != tag
    assert "attachment" in get(site_url, f"{path}&download=1").headers["content-disposition"]


def test_records_are_those_of_export(store: Store, site_url: str) -> None:
    PlayedGame(store, "orcoon", 4).play()
    record = store.record(1)
    assert json.load(get(site_url, "/api/games/1/record.json")) == json.loads(json.dumps(record_json(record)))
    text = get(site_url, "/api/games/1/record.txt")
    assert text.read().decode() == record_text(record)
    assert 'filename="hexlume-1.txt"' in text.headers["content-disposition"]
    assert json.load(get(site_url, "/api/games/1/record.apgame.json"))["header"]["game"]["name"] == "Orcoon"
    PlayedGame(store, "orcoon", 4, identity="begun").act()
    assert get(site_url, "/api/games/2/record.apgame.json").status == 409


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
        ("/api/games/1/picture.png", 404),
        ("/api/games/1/picture.svg?ply=99", 404),
        ("/api/games/1/picture.svg?ply=1e3", 400),
        ("/api/games/1/picture.svg?theme=loud", 400),
        ("/api/games/1/record.exe", 404),
    ],
)
def test_hostile_addresses_are_refused_in_one_sentence(store: Store, site_url: str, path: str, status: int) -> None:
    PlayedGame(store, "orcoon", 4).play(3)
    answer = get(site_url, path)
    assert answer.status == status
    sentence = json.load(answer)["error"]
    assert sentence.endswith(".")
    assert len(sentence) < 200


def test_replay_cache_is_bounded_by_the_number_of_games(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        PlayedGame(store, "orochi", 3, identity=f"same-{number}").play()
    monkeypatch.setattr(replay_cache, "MAX_GAMES", 2)
    made: list[int] = []
    monkeypatch.setattr(replay_cache, "replay_of", lambda record: made.append(record.id) or replay_of(record))
    cache = replay_cache.ReplayCache(store)
    for game in ("1", "2", "1", "3", "1", "2"):
        cache.replay(game)
    # The one that was asked for longest ago goes.
    assert made == [1, 2, 3, 2]
