"""Pictures in pixels: PNG, GIF and APNG of positions and whole games, alike on every computer."""

import io
import re

import pytest
from PIL import Image, ImageChops, ImageSequence

from hexlume_host.game.replay import Replay, replay_of
from hexlume_host.images import PictureError, draw
from hexlume_host.images.animation import Shot, animation
from hexlume_host.images.palette import BACKGROUNDS, THEMES
from hexlume_host.images.png import image, png
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def shots(found: Replay) -> list[Shot]:
    return [Shot(ply.position, ply.last, ply.marks) for ply in found.plies]


def flat(shot: Shot, width: int, theme: str) -> Image.Image:
    """Return a position as ``draw`` and the rasteriser show it, on the theme's background."""
    svg = draw(shot.position, marks=shot.marks, last=shot.last, theme=theme, steady=True)
    drawn = image(svg, width)
    ground = Image.new("RGBA", drawn.size, BACKGROUNDS[theme])
    return Image.alpha_composite(ground, drawn).convert("RGB")


def test_a_png_has_the_width_asked_for_and_transparent_corners():
    svg = draw({"board": "hex4", "pieces": {"d4": "w"}, "game": "orochi"})
    for width in (16, 333, 1200):
        with opened(png(svg, width)) as drawn:
            assert (drawn.format, drawn.width) == ("PNG", width)
            assert drawn.convert("RGBA").getpixel((0, 0))[3] == 0
    assert png(svg, 200) == png(svg, 200)


def test_names_are_written_without_any_font_of_the_computer(monkeypatch):
    """The font comes with Pillow: system fonts are not even looked for."""
    monkeypatch.setenv("FONTCONFIG_FILE", "/nonexistent")
    monkeypatch.setenv("HOME", "/nonexistent")
    position = {"board": "hex2", "pieces": {}, "game": "orochi"}
    named, bare = image(draw(position), 300), image(draw(position, names=False), 300)
    box = ImageChops.difference(named.convert("RGB"), bare.convert("RGB")).getbbox()
    assert box is not None
    assert box[2] - box[0] > 150


@pytest.mark.parametrize("width", [15, 4097, -1])
def test_a_width_that_is_not_drawn_is_named(width):
    with pytest.raises(PictureError, match="16 to 4096 pixels wide"):
        png(draw({"board": "hex2", "pieces": {}}), width)


@pytest.mark.parametrize(
    "rules, size, theme, form",
    [
        ("organica", 4, "dark", "gif"),
        ("droched", 4, "light", "apng"),
        ("orcoon", 5, "dark", "apng"),
        ("orochi", 3, "light", "gif"),
    ],
)
def test_each_frame_is_the_picture_of_its_position(store: Store, rules, size, theme, form):
    """Frames are put together from few drawings; each must look as if drawn by itself, hands and prison included."""
    played = shots(replay_of(store.record(PlayedGame(store, rules, size, 4).play(14).identity)))
    made = animation(played, form=form, theme=theme, width=300)
    with opened(made) as film:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
        assert film.format == ("GIF" if form == "gif" else "PNG")
    distinct = [shot for before, shot in zip([None, *played], played, strict=False) if before is None or shot != before]
    assert len(frames) == len(distinct)
    for frame, shot in zip(frames, distinct, strict=True):
        wanted = flat(shot, 300, theme)
        assert frame.size == wanted.size
        difference = ImageChops.difference(frame, wanted).convert("L").point(lambda value: 255 if value > 40 else 0)
        # Where a cell ends, and where 255 colours are too few, single pixels may be off by a shade.
        assert difference.histogram()[255] < frame.width * frame.height / 500
    assert animation(played, form=form, theme=theme, width=300) == made


def test_times_and_repeats(store: Store):
    played = shots(replay_of(store.record(PlayedGame(store, "orcoon", 4).play(5).identity)))
    with opened(animation(played, width=120, seconds=0.5, end_seconds=2)) as film:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
        assert (times[0], times[-1]) == (500, 2000)
        assert sum(times) == 500 * (len(played) - 1) + 2000
        assert film.info["loop"] == 0
    with opened(animation(played, width=120, loop=False)) as film:
        assert "loop" not in film.info
    with opened(animation(played, form="apng", width=120, loop=False)) as film:
        assert film.info["loop"] == 1


@pytest.mark.parametrize(
    "wrong, told",
    [
        ({"form": "mp4"}, "mp4"),
        ({"theme": "loud"}, "loud"),
        ({"width": 5}, "16 to 4096"),
        ({"seconds": 0.0}, "0.05 to 60"),
        ({"seconds": float("nan")}, "0.05 to 60"),
        ({"width": 4096}, "make them"),
    ],
)
def test_what_cannot_be_animated_is_named(wrong, told):
    shot = Shot({"board": "hex2", "pieces": {}, "game": "orochi"})
    with pytest.raises(PictureError, match=re.escape(told)):
        animation([shot] * 20, **wrong)
    with pytest.raises(PictureError, match="needs a position"):
        animation([])


def test_a_strange_position_is_refused():
    bare = {"board": "hex2", "game": "orochi"}
    for shot in (
        Shot({**bare, "pieces": {"z9": "w"}}),
        Shot({**bare, "pieces": {"a1": "x"}}),
        Shot({**bare, "pieces": {}}, ("q1",)),
    ):
        with pytest.raises(PictureError, match=r"z9|'x'|q1"):
            animation([shot])


def test_backgrounds_are_told_from_the_board():
    assert set(BACKGROUNDS) == set(THEMES)
