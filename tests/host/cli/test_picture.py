"""``hexlume picture``."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.images import draw
from hexlume_host.images.replay import marked
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


@pytest.fixture
def club(store: Store) -> str:
    PlayedGame(store, "droched", 4, 2).play(9)
    return store.where


def test_a_position_as_svg_is_what_the_docs_diagrams_draw(hexlume: Any, club: str, store: Store) -> None:
    """All but the title, which tells the game."""
    ran = hexlume("picture", 1, "--ply", 5, "--width", 8, "--no-names", "--store", club)
    position = replay_of(store.record(1)).ply(5).position
    drawn = draw(position, cell_mm=8, names=False, **marked(position))
    assert ran.out.splitlines()[2:] == drawn.splitlines()[2:] and "game 1 after 5." in ran.out


def test_a_file_holds_what_is_printed_without_it(hexlume: Any, club: str, tmp_path: Path) -> None:
    out = tmp_path / "end.svg"
    assert hexlume("picture", 1, "-o", out, "--store", club) == (0, "", "")
    assert out.read_text(encoding="utf-8") == hexlume("picture", 1, "--store", club).out


def test_a_position_from_a_file(hexlume: Any, tmp_path: Path, club: str) -> None:
    position = {"board": "hex3", "pieces": {"c3": "w"}, "to_move": "black"}
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    assert hexlume("picture", "--position", file).out == draw(position)
    # A record has a position, too.
    file.write_text(hexlume("show", 1, "--json", "--store", club).out)
    assert "Droched on hex4" in hexlume("picture", "--position", file).out


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("picture",), "Name either a game"),
        (("picture", 1, "--position", "x.json"), "Name either a game"),
        (("picture", 99), "There is no game 99"),
        (("picture", 1, "--ply", 99), "no ply 99: its plies are 0 (the start) to 9"),
        (("picture", 1, "-o", "x.png"), "x.png would be an SVG picture: end its name in .svg."),
        (("picture", 1, "--width", 1000), "1 to 100 mm"),
        (("picture", 1, "-o", "/nowhere/x.svg"), "/nowhere/x.svg cannot be written"),
        (("picture", "--position", "/nowhere/x.json"), "cannot be read"),
        *(
            (("picture", "--position", "nonsense.json"), content)
            for content in ("[1]", "nonsense", "[" * 5000, '{"board": "hex3"}', '{"board": "hex99", "pieces": {}}')
        ),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(
    hexlume: Any, club: str, arguments: tuple[object, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error about a strange file does not show its content."""
    monkeypatch.chdir(tmp_path)
    Path("nonsense.json").write_text(told)
    ran = hexlume(*arguments, "--store", club)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err or "nonsense.json" in arguments
    assert ran.err.count("\n") == 1
