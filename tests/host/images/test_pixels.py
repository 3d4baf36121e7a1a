"""Pictures in pixels: PNG and GIF of positions and whole games, alike on every computer."""

import io
import re

import pytest
from PIL import Image, ImageChops, ImageSequence

from hexlume_host.images import PictureError, draw
from hexlume_host.images.animation import animation
from hexlume_host.images.palette import BACKGROUNDS
from hexlume_host.images.png import png
from hexlume_host.images.replay import marked
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import Replay, replay_of
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def pictures(found: Replay, theme: str = "light") -> list[str]:
    return [draw(ply.position, theme=theme, steady=True, **marked(ply.position)) for ply in found.plies]


def flat(svg: str, width: int, theme: str) -> Image.Image:
    """Return a picture as the rasteriser shows it, on the theme's background."""
    drawn = opened(png(svg, width)).convert("RGBA")
    ground = Image.new("RGBA", drawn.size, BACKGROUNDS[theme])
    return Image.alpha_composite(ground, drawn).convert("RGB")


@pytest.mark.parametrize("width", [16, 333, 1200])
def test_a_png_has_the_width_asked_for_and_transparent_corners(width):
    with opened(png(draw({"board": "hex4", "pieces": {}}), width)) as drawn:
        assert (drawn.format, drawn.width, drawn.convert("RGBA").getpixel((0, 0))[3]) == ("PNG", width, 0)


def test_names_are_written_without_any_font_of_the_computer(monkeypatch):
    """The font comes with Pillow: system fonts are not even looked for."""
    monkeypatch.setenv("FONTCONFIG_FILE", "/nonexistent")
    monkeypatch.setenv("HOME", "/nonexistent")
    position = {"board": "hex2", "pieces": {}, "game": "orochi"}
    named, bare = (flat(draw(position, names=names), 300, "light") for names in (True, False))
    left, _, right, _ = ImageChops.difference(named, bare).getbbox()
    assert right - left > 150


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "rules, size, theme",
    [
        pytest.param("organica", 4, "dark", marks=pytest.mark.soak),
        pytest.param("droched", 4, "light", marks=pytest.mark.soak),
        ("orcoon", 5, "dark"),
        ("orochi", 3, "light"),
    ],
)
def test_each_frame_is_the_picture_of_its_position(store: Store, rules, size, theme):
    played = pictures(replay_of(store.record(PlayedGame(store, rules, size, 4).play(14).identity)), theme)
    made = animation(played, background=BACKGROUNDS[theme], width=300)
    with opened(made) as film:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
        assert film.format == "GIF"
    distinct = [svg for before, svg in zip(["", *played], played, strict=False) if svg != before]
    assert len(frames) == len(distinct)
    for frame, svg in zip(frames, distinct, strict=True):
        wanted = flat(svg, 300, theme)
        assert frame.size == wanted.size
        difference = ImageChops.difference(frame, wanted).convert("L").point(lambda value: 255 if value > 40 else 0)
        # Where 255 colours are too few, single pixels may be off by a shade.
        assert difference.histogram()[255] < frame.width * frame.height / 500
    assert animation(played, background=BACKGROUNDS[theme], width=300) == made


def test_each_frame_stays_and_the_last_one_longest(store: Store):
    played = pictures(replay_of(store.record(PlayedGame(store, "orcoon", 4).play(5).identity)))
    with opened(animation(played, background="#ffffff", width=120, seconds=0.5)) as film:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
        assert (times, film.info["loop"]) == ([500] * (len(played) - 1) + [3000], 0)


@pytest.mark.parametrize(
    "wrong, told",
    [
        ({"width": 5}, "16 to 4000"),
        ({"seconds": 0.0}, "0.05 to 60"),
        ({"seconds": float("nan")}, "0.05 to 60"),
        ({"width": 1001}, "at most 1000 pixels"),
    ],
)
def test_what_cannot_be_animated_is_named(wrong, told):
    svg = draw({"board": "hex2", "pieces": {}, "game": "orochi"})
    with pytest.raises(PictureError, match=re.escape(told)):
        animation([svg] * 20, background="#ffffff", **wrong)
