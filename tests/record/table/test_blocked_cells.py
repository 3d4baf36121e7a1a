"""Blocked cells on the host: pages, pictures, diagrams and lists leave them out or name them."""

import pytest

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.pieces import WHITE
from hexlume_host.images.errors import PictureError
from hexlume_host.images.position import draw
from hexlume_record.game.diagram import position_text
from hexlume_record.game.position import position_of
from hexlume_record.game.state import GameState
from hexlume_record.game.view import panel_message, position_view
from hexlume_record.table.table_report import TableReport
from hexlume_record.table.table_words import closed_cells, table_words

AROUND = ((0, -1), (1, 0), (-1, 1))
NAMES = ["c3", "d5", "e3"]


@pytest.fixture(autouse=True)
def ringed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Sibling have three blocked cells around the centre."""
    monkeypatch.setattr(catalogue.game_class("sibling"), "blocked", None)
    line = (*catalogue.GAMES["sibling"][:5], lambda size: AROUND)
    monkeypatch.setitem(catalogue.GAMES, "sibling", line)


def test_a_diagram_leaves_blocked_cells_blank_and_names_them() -> None:
    lines = position_text(games.start("sibling", 4)).splitlines()
    assert lines[4].strip() == "c  . .   . . ."
    assert lines[-1] == "Off the board: c3, d5, e3"


def test_a_picture_has_no_tile_for_a_blocked_cell_and_says_so() -> None:
    game = games.start("sibling", 4)
    drawn, whole = draw(position_of(game)), draw(position_of(games.start("orochi", 4)))
    assert whole.count(">c3<") == 1 and drawn.count(">c3<") == 0
    assert "Off the board: c3, d5, e3." in drawn
    with pytest.raises(PictureError, match="'c3' is no cell of the board hex4"):
        draw(position_of(game), marks={"c3": "ring"})
    with pytest.raises(PictureError, match="a blocked cell is no cell of the board hex4"):
        draw({**position_of(game), "blocked": ["z9"]})


def test_a_page_gets_a_board_without_blocked_cells() -> None:
    view = position_view(games.start("sibling", 4))
    shape = panel_message(view["board"], view["blocked"])
    assert len(shape["cells"]) == 34
    assert not {cell["name"] for cell in shape["cells"]} & set(NAMES)


@pytest.mark.parametrize("panel", ["hex4", "hex6"])
def test_a_blocked_cell_lies_beside_the_board_on_a_live_page(panel: str) -> None:
    live = GameState("b1-1-1", {"rules": "sibling", "board": "hex4", "options": {}})
    assert live.game is not None
    cells = live.cells_on(panel)
    assert len(cells) == 34 and not set(cells.values()) & set(NAMES)
    off = "c3" if panel == "hex4" else "e5"
    report = TableReport(differs={off: "take off"})
    assert table_words(live, report, panel).wrong == {off: "This cell is outside the game's board. Take the disc off."}


def test_nobody_is_told_why_a_blocked_cell_is_closed() -> None:
    game = games.start("sibling", 4)
    assert not set(closed_cells(game, ())) & set(NAMES)
    assert game.board[game.grid.blocked[0]] != WHITE
