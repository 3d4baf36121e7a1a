"""The diagrams of the rule sheets: drawn from real positions, shown once, and saying what is true."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from hexlume.games import NAMES
from hexlume_host.images import THEMES
from hexlume_record.game.position import legal_texts, position_of

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "seeds"
TOOL = ROOT / "tools" / "draw_seeds.py"

DIAGRAMS = {diagram.name: diagram for diagram in runpy.run_path(str(TOOL))["diagrams"]()}

_SHOWN = re.compile(r"^!\[([^\]]+)\]\(pictures/([a-z-]+)\.svg\)\n\n\*([^*\n]+)\*$", re.MULTILINE)


def shown(game):
    """Return the diagrams a sheet shows, as (name, caption)."""
    return [(name, caption) for _, name, caption in _SHOWN.findall((SEEDS / f"{game}.md").read_text(encoding="utf-8"))]


def legal_cells(game):
    """Return the cells that a legal placement or replacement names."""
    return {action.lstrip("WB*PL") for action in legal_texts(game)}


def empty_cells(game):
    return {game.grid.name(cell) for cell in range(game.grid.cells)} - set(position_of(game)["pieces"])


def reached(game, group):
    """Return the names of the border cells that a group reaches through empty cells (DRO-2)."""
    grid, empty = game.grid, empty_cells(game)
    found, fresh = set(group), list(group)
    for name in fresh:
        for near in grid.neighbours[grid.cell(name)]:
            if grid.name(near) in empty - found:
                found.add(grid.name(near))
                fresh.append(grid.name(near))
    return {name for name in found if grid.border[grid.cell(name)]}


def diagonals_of_black(game):
    """Return the empty points of a square board that are diagonally adjacent to a black stone."""
    stones = [game.grid.cell(name) for name, piece in position_of(game)["pieces"].items() if piece == "b"]
    size = game.grid.size
    around = {game.grid.at(at % size + dx, at // size + dy) for at in stones for dx in (-1, 1) for dy in (-1, 1)}
    return {game.grid.name(cell) for cell in around if cell >= 0} & empty_cells(game)


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_committed_picture_is_what_is_drawn_now(name):
    """Otherwise run tools/draw_seeds.py and look at what changed."""
    path = SEEDS / "pictures" / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == DIAGRAMS[name].drawn()


def test_there_is_no_other_picture():
    assert {path.name for path in (SEEDS / "pictures").iterdir()} == {f"{name}.svg" for name in DIAGRAMS}


@pytest.mark.parametrize("game", [name for name in NAMES if (SEEDS / f"{name}.md").is_file()])
def test_a_sheet_shows_its_diagrams_once_with_their_captions(game):
    """Two to four a sheet, in the order of the data file, and no picture in any other form."""
    assert shown(game) == [(name, diagram.caption) for name, diagram in DIAGRAMS.items() if diagram.game == game]
    assert 2 <= len(shown(game)) <= 4
    assert (SEEDS / f"{game}.md").read_text(encoding="utf-8").count("](pictures/") == len(shown(game))


def test_every_mark_lies_on_a_cell_once():
    for diagram in DIAGRAMS.values():
        grid = diagram.played().grid
        marked = [cell for mark in diagram.marks for cell in diagram.cells(mark)]
        assert len(marked) == len(set(marked))
        assert all(grid.cell(cell) >= 0 for cell in marked)


def test_the_tool_tells_that_all_is_drawn():
    done = subprocess.run([sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "all pictures are as they should be\n", "")
    done = subprocess.run([sys.executable, TOOL, "--loud"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--loud is no option: there is only --check\n"


def final_group(number):
    """Return what names the winner's cells, the loser's or those that decided."""
    return lambda game: {game.grid.name(cell) for cell in game.final_groups()[number]}


def near(game, name):
    return {game.grid.name(cell) for cell in game.grid.neighbours[game.grid.cell(name)]}


MEANINGS = {
    # ORO-3, ORO-4: the over-connected pieces.
    ("orochi-over-connected", "ring"): legal_cells,
    ("orochi-chain", "ring"): legal_cells,
    # ORO-6, ORO-7
    ("orochi-end", "ring"): final_group(0),
    ("orochi-end", "dot"): final_group(1),
    ("orochi-end", "cross"): final_group(2),
    # SIB-2, SIB-5
    ("sibling-line", "dot"): legal_cells,
    ("sibling-line", "cross"): lambda game: near(game, "e3") & empty_cells(game),
    ("sibling-end", "ring"): final_group(0),
    ("sibling-end", "dot"): final_group(1),
    # ORC-3: the crosses and no other empty points are illegal, the dots are the other diagonals.
    ("orcoon-diagonal", "cross"): lambda game: empty_cells(game) - legal_cells(game),
    ("orcoon-diagonal", "dot"): lambda game: diagonals_of_black(game) & legal_cells(game),
    # ORC-4: illegal though no black stone is diagonally adjacent.
    ("orcoon-block", "cross"): lambda game: empty_cells(game) - legal_cells(game) - diagonals_of_black(game),
    # ORG-6 to ORG-8: all of the enlarged group may step.
    ("organica-fusion", "ring"): lambda game: {step.split("-")[0] for step in legal_texts(game) if step != "end"},
    # ORG-12
    ("organica-surrounded", "ring"): lambda game: near(game, "d1"),
    # DRO-2, DRO-7
    ("droched-bridge", "dot"): lambda game: reached(game, {"b3"}),
    ("droched-illegal", "cross"): lambda game: empty_cells(game) - legal_cells(game),
}
"""What the cells with a mark are by the rules, as the captions say it."""


@pytest.mark.parametrize(("name", "mark"), MEANINGS)
def test_cells_with_a_mark_are_what_the_caption_says(name, mark):
    assert MEANINGS[name, mark](DIAGRAMS[name].played()) == set(DIAGRAMS[name].cells(mark))


def test_pictures_of_one_game_follow_one_another():
    """ORO-5: black goes on after the chain. DRO-3, DRO-4: a4 breaks the bridge, and b3 goes."""
    names = ("orochi-over-connected", "orochi-chain", "orochi-chain-end", "droched-bridge", "droched-broken")
    first, middle, last, bridge, broken = (DIAGRAMS[name].actions for name in names)
    assert (middle, last, broken) == (first + " *d5", first + " *d5 *d6 *c4", bridge + " a4")
    end = DIAGRAMS["orochi-chain-end"].played()
    assert (position_of(end)["to_move"], end.phase) == ("black", "place")
    assert "b3" in empty_cells(DIAGRAMS["droched-broken"].played())


def test_pictures_stand_on_any_background():
    """The board is opaque and drawn in one theme; nothing is written outside it."""
    for path in (SEEDS / "pictures").iterdir():
        assert THEMES["light"].board in path.read_text(encoding="utf-8")
