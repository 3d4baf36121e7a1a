"""``hexlume picture``."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hexlume_host.images import draw
from hexlume_host.images.replay import marked
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


@pytest.fixture
def club(tmp_path: Path) -> Path:
    with Store(tmp_path / "club.sqlite") as store:
        PlayedGame(store, "droched", 4, 2).play(9)
    return tmp_path / "club.sqlite"


def test_a_position_as_svg_is_what_the_docs_diagrams_draw(hexlume: Any, club: Path) -> None:
    ran = hexlume("picture", 1, "--ply", 5, "--width", 8, "--no-names", "--store", club)
    with Store(club) as store:
        ply = replay_of(store.record(1)).ply(5)
    drawn = draw(ply.position, cell_mm=8, names=False, **marked(ply.position))
    assert ran.code == 0
    # All but the title, which tells the game.
    assert ran.out.splitlines()[2:] == drawn.splitlines()[2:]
    assert "game 1 after 5." in ran.out


@pytest.mark.sample(1)
@pytest.mark.parametrize("ending, width", [("png", 900), ("gif", 480)])
def test_the_files_ending_tells_the_form(hexlume: Any, club: Path, tmp_path: Path, ending: str, width: int) -> None:
    out = tmp_path / f"game.{ending}"
    assert hexlume("picture", 1, "-o", out, "--store", club) == (0, "", "")
    with Image.open(out) as drawn:
        assert drawn.width == width
        assert getattr(drawn, "n_frames", 1) == (1 if ending == "png" else 10)
    again = tmp_path / f"again.{ending}"
    hexlume("picture", 1, "-o", again, "--store", club)
    assert again.read_bytes() == out.read_bytes()


def test_a_position_from_a_file(hexlume: Any, tmp_path: Path, club: Path) -> None:
    position = {"board": "hex3", "pieces": {"c3": "w"}, "to_move": "black"}
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    assert hexlume("picture", "--position", file).out == draw(position)
    # A record has a position, too.
    file.write_text(hexlume("show", 1, "--json", "--store", club).out)
    assert "Droched on hex4" in hexlume("picture", "--position", file).out


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "arguments, told",
    [
        (("picture",), "Name either a game"),
        (("picture", 1, "--position", "x.json"), "Name either a game"),
        (("picture", 99), "There is no game 99"),
        (("picture", 1, "--ply", 99), "no ply 99: its plies are 0 (the start) to 9"),
        (("picture", 1, "-o", "x.bmp"), "x.bmp tells no form"),
        (("picture", 1, "-o", "x.gif", "--ply", 3), "A gif shows a whole game"),
        (("picture", 1, "-o", "x.png", "--width", 5), "pixels wide from 16 to 4096, not 5."),
        (("picture", 1, "-o", "x.png", "--width", 99.5), "whole number of pixels"),
        (("picture", 1, "-o", "x.gif", "--seconds", 0), "0.05 to 60 seconds"),
        (("picture", 1, "--width", 1000), "1 to 100 mm"),
        (("picture", 1, "-o", "/nowhere/x.svg"), "/nowhere/x.svg cannot be written"),
        (("picture", "--position", "/nowhere/x.json"), "cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(
    hexlume: Any, club: Path, arguments: tuple[object, ...], told: str
) -> None:
    ran = hexlume(*arguments, "--store", club)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "content", ["[1]", "nonsense", "[" * 5000, '{"board": "hex3"}', '{"board": "hex99", "pieces": {}}', "\x00"]
)
def test_a_strange_file_is_refused(hexlume: Any, tmp_path: Path, content: str) -> None:
    file = tmp_path / "position.json"
    file.write_text(content)
    ran = hexlume("picture", "--position", file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1


def test_a_picture_goes_to_standard_output(club: Path, running: Any) -> None:
    with running("picture", 1, "--format", "png", "--store", club) as process:
        data = process.stdout.buffer.read()
        assert process.wait(60) == 0
    with Image.open(io.BytesIO(data)) as drawn:
        assert drawn.width == 900
