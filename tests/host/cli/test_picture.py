"""``hexlume picture``."""

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


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("picture", 99), "There is no game 99"),
        (("picture", 1, "--ply", 99), "no ply 99: its plies are 0 (the start) to 9"),
        (("picture", 1, "-o", "x.png"), "x.png would be an SVG picture: end its name in .svg."),
        (("picture", 1, "--width", 1000), "1 to 100 mm"),
        (("picture", 1, "-o", "/nowhere/x.svg"), "/nowhere/x.svg cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(
    hexlume: Any, club: str, arguments: tuple[object, ...], told: str
) -> None:
    ran = hexlume(*arguments, "--store", club)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err and ran.err.count("\n") == 1
