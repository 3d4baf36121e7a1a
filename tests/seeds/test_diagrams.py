"""The diagrams of the rule sheets: drawn from real positions, shown once, and saying what is true."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from hexlume.games import NAMES
from hexlume_host.images import THEMES
from hexlume_record.game.position import legal_texts, position_of, prison_of

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


def group_at(game, name):
    return {game.grid.name(cell) for cell in game._group(game.grid.cell(name))}


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


@pytest.mark.parametrize("name", ["orochi-over-connected", "orochi-chain"])
def test_rings_are_the_over_connected_pieces(name):
    """ORO-3, ORO-4."""
    assert legal_cells(DIAGRAMS[name].played()) == set(DIAGRAMS[name].cells("ring"))


def test_the_chain_ends_with_another_turn():
    """ORO-4, ORO-5: the pictures are one game; d4 stops being over-connected, d6 starts, and black goes on."""
    names = ("orochi-over-connected", "orochi-chain", "orochi-chain-end")
    first, middle, last = (DIAGRAMS[name].actions for name in names)
    assert (middle, last) == (first + " *d5", first + " *d5 *d6 *c4")
    before, after, end = (DIAGRAMS[name].played() for name in names)
    assert "d4" in legal_cells(before) - legal_cells(after)
    assert "d6" in legal_cells(after) - legal_cells(before)
    assert position_of(before)["to_move"] == position_of(end)["to_move"] == "black"
    assert end.phase == "place"


def test_the_end_of_orochi():
    """ORO-6, ORO-7."""
    diagram = DIAGRAMS["orochi-end"]
    game = diagram.played()
    winner, loser, last = ({game.grid.name(cell) for cell in cells} for cells in game.final_groups())
    assert game.result == "B+"
    assert (winner, loser, last) == tuple(set(diagram.cells(mark)) for mark in ("ring", "dot", "cross"))
    assert (len(winner), len(loser)) == (6, 3)
    assert empty_cells(game) == last
    # The group that does not count is larger than the winner's.
    assert len(group_at(game, "b2")) > len(winner)
    near = {game.grid.name(cell) for cell in game.grid.neighbours[game.grid.cell("d3")]}
    assert not near & group_at(game, "b2")


def test_the_line_of_sibling():
    """SIB-2."""
    diagram = DIAGRAMS["sibling-line"]
    game = diagram.played()
    assert set(legal_texts(game)) == set(diagram.cells("dot"))
    near = {game.grid.name(cell) for cell in game.grid.neighbours[game.grid.cell("e3")]}
    assert set(diagram.cells("cross")) == near & empty_cells(game)
    assert position_of(game)["pieces"]["e5"] == "w"


def test_the_end_of_sibling():
    """SIB-4, SIB-5."""
    diagram = DIAGRAMS["sibling-end"]
    game = diagram.played()
    winner, loser, _ = ({game.grid.name(cell) for cell in cells} for cells in game.final_groups())
    assert (winner, loser) == (set(diagram.cells("ring")), set(diagram.cells("dot")))
    assert (game.result, len(winner), len(loser)) == ("B+", 6, 4)
    sizes = {len(group_at(game, cell)): piece for cell, piece in position_of(game)["pieces"].items()}
    assert (sizes[11], sizes[7]) == ("w", "b")
    assert empty_cells(game)


def test_the_crosses_on_the_diagonals():
    """ORC-3: the crosses and no other empty points are illegal, the dots are the other diagonals; black is to act."""
    diagram = DIAGRAMS["orcoon-diagonal"]
    game = diagram.played()
    assert position_of(game)["to_move"] == "black"
    assert empty_cells(game) - legal_cells(game) == set(diagram.cells("cross"))
    assert diagonals_of_black(game) & legal_cells(game) == set(diagram.cells("dot"))


def test_the_crosses_of_the_block():
    """ORC-4: the crosses are all points that are illegal though no black stone is diagonally adjacent (ORC-3)."""
    diagram = DIAGRAMS["orcoon-block"]
    game = diagram.played()
    assert position_of(game)["to_move"] == "black"
    assert empty_cells(game) - legal_cells(game) - diagonals_of_black(game) == set(diagram.cells("cross"))


def test_the_fill():
    """ORC-5, ORC-6."""
    diagram = DIAGRAMS["orcoon-fill"]
    game = diagram.played()
    assert game.result == "B+"
    assert diagram.actions.split()[-3:] == ["pass", *diagram.cells("1"), *diagram.cells("2")]
    assert {"c1", "c5"} <= group_at(game, "c3")


def test_the_set_ups():
    """ORG-2: what the captions say; ``clusters`` is the default."""
    assert DIAGRAMS["organica-clusters"].played().options == {"setup": "clusters"}
    game = DIAGRAMS["organica-corners"].played()
    corners = {game.grid.name(cell) for cell in range(game.grid.cells) if game.grid.border[cell] >= 64}
    assert set(position_of(game)["pieces"]) == corners
    # Going round, the colours take turns.
    assert [position_of(game)["pieces"][cell] for cell in ("a1", "a5", "e9", "i5", "i1", "e1")] == list("wbwbwb")


def test_the_fusion():
    """ORG-6 to ORG-8: all of the enlarged group may step, two steps are left."""
    diagram = DIAGRAMS["organica-fusion"]
    game = diagram.played()
    assert {step.split("-")[0] for step in legal_texts(game) if step != "end"} == set(diagram.cells("ring"))
    assert group_at(game, "c3") == set(diagram.cells("ring"))
    game.push_text("a1-b1")
    assert position_of(game)["to_move"] == "white"
    game.push_text("b1-a1")
    assert position_of(game)["to_move"] == "black"


def test_the_surrounded_leader():
    """ORG-12: it stood on the cross until the last action, and all its neighbours are ringed."""
    diagram = DIAGRAMS["organica-surrounded"]
    game = diagram.played()
    near = {game.grid.name(cell) for cell in game.grid.neighbours[game.grid.cell("d1")]}
    assert near == set(diagram.cells("ring"))
    assert "d1" in empty_cells(game)
    assert diagram.actions.split()[-1] == "Pe1"
    game.pop()
    assert position_of(game)["pieces"]["d1"] == "B"


def test_the_bridge_and_the_broken_bridge():
    """DRO-2 to DRO-4: both pictures are one game, the dots are what the white stone reaches, a4 breaks it."""
    bridge, broken = DIAGRAMS["droched-bridge"], DIAGRAMS["droched-broken"]
    assert broken.actions == bridge.actions + " a4"
    before, after = bridge.played(), broken.played()
    assert group_at(before, "b3") == {"b3"}
    assert reached(before, {"b3"}) == set(bridge.cells("dot"))
    assert set(broken.cells("dot")) == set(bridge.cells("dot")) - {"a4", "a5"}
    assert [name for name in bridge.cells("dot") if before.grid.border[before.grid.cell(name)] >= 64] == ["a5"]
    assert set(broken.cells("cross")) == {"b3"} <= empty_cells(after)
    assert prison_of(after) == {"white": 1, "black": 0}


def test_the_illegal_placements():
    """DRO-7: the crosses and no other empty cells; black may free the stone on the next turn (DRO-6)."""
    diagram = DIAGRAMS["droched-illegal"]
    game = diagram.played()
    assert position_of(game)["to_move"] == "white"
    assert empty_cells(game) - legal_cells(game) == set(diagram.cells("cross"))
    assert "free" not in legal_texts(game)
    game.push_text("h1")
    assert "free" in legal_texts(game)


def test_pictures_stand_on_any_background():
    """The board is opaque and drawn in one theme; nothing is written outside it."""
    for path in (SEEDS / "pictures").iterdir():
        assert THEMES["light"].board in path.read_text(encoding="utf-8")
