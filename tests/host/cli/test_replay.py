"""``hexlume replay``: lines without a terminal, and the screen by Textual's pilot."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from hexlume_host.cli.board_text import CAPTURED, GLYPHS, board_text, width_of
from hexlume_host.cli.replay_screen import Bar, ReplayScreen
from hexlume_host.game.diagram import diagram
from hexlume_host.game.replay import replay_of
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration


def test_lines_tell_every_ply(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        played = PlayedGame(store, "orcoon", 5).play(6).resign()
    ran = hexlume("replay", 1, "--store", tmp_path / "s.sqlite")
    lines = ran.out.splitlines()
    assert lines[0] == "The start"
    assert [line.split()[2].rstrip(",") for line in lines[1:7]] == played.game.actions()
    assert lines[1].endswith("after 1.5 s")
    assert lines[-1] == "White wins: black resigned"


def test_one_ply_is_shown_as_a_diagram(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        PlayedGame(store, "organica", 4).play(6)
        game = replay_of(store.record(1)).game(4)
    ran = hexlume("replay", 1, "--ply", 4, "--store", tmp_path / "s.sqlite")
    assert ran.out.startswith("4. ")
    assert diagram(game) in ran.out
    assert "White in hand:" in ran.out


def test_what_is_not_there_is_said(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        PlayedGame(store, "orcoon", 5).play(2)
    for arguments, told in (((1, "--ply", 7), "no ply 7"), ((5,), "There is no game 5")):
        ran = hexlume("replay", *arguments, "--store", tmp_path / "s.sqlite")
        assert (ran.code, ran.out) == (1, "")
        assert told in ran.err


@pytest.mark.parametrize("rules, size", [("orochi", 4), ("organica", 5), ("orcoon", 9), ("droched", 5)])
def test_the_board_in_characters(store: Store, rules: str, size: int) -> None:
    """Every piece once, in its own shape; what is marked bears brackets; no line is wider than told."""
    for ply in replay_of(store.record(PlayedGame(store, rules, size).play(30).identity)).plies:
        wide, narrow = board_text(ply.shown).plain, board_text(ply.shown, wide=False).plain
        pieces = list(ply.shown["discs"].values())
        for text in (wide, narrow):
            assert [text.count(glyph) for glyph in GLYPHS.values()] == [pieces.count(piece) for piece in GLYPHS]
        marked = len(set(ply.shown["last"]) - set(ply.shown["forced"]))
        assert (wide.count("["), wide.count("!")) == (marked, 2 * len(ply.shown["forced"]))
        captured = [cell for cell in ply.shown["captured"] if cell not in ply.shown["last"]]
        assert wide.count(CAPTURED) == len(captured)
        assert max(map(len, wide.splitlines())) <= width_of(ply.shown["board"])
        assert max(map(len, narrow.splitlines())) <= width_of(ply.shown["board"], wide=False)
        named = board_text(ply.shown, names=True).plain
        assert all(cell in named for cell in ("a1", "a2", "b1") if cell not in ply.shown["discs"])


@asynccontextmanager
async def screen(
    store: Store, number: int, ply: int, width: int = 110
) -> AsyncIterator[tuple[ReplayScreen, Pilot[None]]]:
    app = ReplayScreen(replay_of(store.record(number)), ply, lambda: replay_of(store.record(number)))
    async with app.run_test(size=(width, 36)) as pilot:
        await pilot.pause()
        yield app, pilot


def shown(app: ReplayScreen, what: str) -> str:
    return str(app.query_one(what, Static).render())


def test_keys_step_scrub_and_end(store: Store) -> None:
    PlayedGame(store, "orochi", 4, 3).play()

    async def walk() -> None:
        async with screen(store, 1, 5) as (app, pilot):
            last = len(app.replay.plies) - 1
            ply = app.replay.ply
            places = []
            for key in ("right", "left", "home", "left", "end", "right", "5", "pagedown", "pageup", "0", "9"):
                await pilot.press(key)
                places.append(app.at)
            turn = ply(places[6]).turn
            ends = {ply.turn: ply.number for ply in app.replay.plies}
            half = round(last / 2)
            assert places[:7] == [6, 5, 0, 0, last, last, half]
            assert places[7:] == [ends[turn + 1], ends[turn], 0, round(last * 0.9)]
            await pilot.press("end")
            await pilot.pause()
            assert shown(app, "#board") == board_text(ply().shown).plain
            assert app.replay.result_words in shown(app, "#words")
            assert f"{last}/{last}" in str(app.query_one(Bar).render())
            await pilot.press("home", "n")
            await pilot.pause()
            assert "a1" in shown(app, "#board")
            await pilot.press("q")

    anyio.run(walk)


def test_it_plays_to_the_end_and_begins_again(store: Store) -> None:
    PlayedGame(store, "orcoon", 4).play()

    async def watch() -> None:
        async with screen(store, 1, 0) as (app, pilot):
            last = len(app.replay.plies) - 1
            await pilot.press("right_square_bracket", "right_square_bracket", "right_square_bracket", "space")
            assert (app.playing, app.speed) == (True, 8.0)
            # The clock is the screen's own: each tick is one action at this speed.
            for _ in range(last + 1):
                app._tick()
            assert (app.at, app.playing) == (last, False)
            await pilot.press("space")
            assert app.at < last
            assert app.playing
            await pilot.press("space", "left_square_bracket")
            assert (app.playing, app.speed) == (False, 4.0)

    anyio.run(watch)


def test_the_mouse_goes_to_an_action_and_along_the_bar(store: Store) -> None:
    PlayedGame(store, "orcoon", 6).play(8)

    async def click() -> None:
        async with screen(store, 1, 8) as (app, pilot):
            # The third turn's line, behind its number and disc.
            await pilot.click("#list", offset=(8, 3))
            await pilot.pause()
            assert app.at == 3
            await pilot.click(Bar, offset=(1, 0))
            await pilot.pause()
            assert app.at == 0

    anyio.run(click)


def test_a_game_that_goes_on_grows_without_moving_the_viewer(store: Store) -> None:
    played = PlayedGame(store, "orcoon", 6)
    for _ in range(4):
        played.act()

    async def watch() -> None:
        async with screen(store, 1, 2) as (app, pilot):
            played.act()
            await app._look()
            await pilot.pause()
            assert (app.at, len(app.replay.plies)) == (2, 6)
            assert "2/5" in str(app.query_one(Bar).render())
            await pilot.press("end")
            assert app.at == 5
            played.undo()
            await app._look()
            assert app.at == 4

    anyio.run(watch)


@pytest.mark.parametrize("width", [40, 79, 200])
def test_it_fits_any_width(store: Store, width: int) -> None:
    PlayedGame(store, "orochi", 4).play(5)

    async def look() -> None:
        async with screen(store, 1, 3, width) as (app, _):
            assert app.query_one("#turns").display is (width >= 80)
            assert max(map(len, shown(app, "#board").splitlines())) <= width

    anyio.run(look)


def test_other_commands_do_not_wait_for_textual() -> None:
    code = (
        "import sys; from hexlume_host.cli import games, replay, watch, picture; "
        "sys.exit('textual' in sys.modules or 'PIL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
