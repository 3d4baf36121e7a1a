"""The menu on the board: every choice by a disc, on every panel, with discs standing or not."""

import random
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import catalogue, option_words
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.hardware.panel import PANEL_SIZES, STATUS_LEDS, panel_grid
from hexlume.output import led_cues
from hexlume.output.led_cues import MENU_BOARD, MENU_CHOSEN, MENU_ENGINE, MENU_LEVEL, MENU_TOUCHED
from hexlume.output.lights import DIM, FULL, NIGHT
from hexlume.play.preferences import LEVELS, OPPONENTS, WORDS, Preferences
from hexlume.states.menu import Menu
from hexlume.table import layout
from hexlume_host.device.menu_labels import SETTING_NAMES
from tests.menu_offers import offer_words

PANELS = [f"{kind}{size}" for kind, sizes in PANEL_SIZES.items() for size in sizes]
DOCUMENT = Path(__file__).parents[3] / "docs" / "menu.md"


class Table:
    """A menu over a table, and the hands that use it."""

    def __init__(self, panel: str, game: str = "", pieces: bytes = b"") -> None:
        grid = panel_grid(panel)
        rules = game or ("orochi" if isinstance(grid, HexGrid) else "orcoon")
        self.preferences = Preferences({"HEXLUME_PANEL": panel, "HEXLUME_GAME": rules}.get)
        self.grid = grid
        self.pieces = bytearray(pieces or self.grid.cells)
        self.open()

    def open(self) -> None:
        self.menu = Menu(self.grid, self.preferences, self.pieces)

    def cues(self) -> bytearray:
        cues = bytearray([255] * (self.grid.cells + STATUS_LEDS))
        self.menu.compose(cues)
        assert cues[self.grid.cells :] == b"\xff" * STATUS_LEDS
        return cues

    def offered(self) -> dict[str, int]:
        return {offer_words(self.menu, cell): cell for cell in range(self.grid.cells) if offer_words(self.menu, cell)}

    def touch(self, cell: int) -> bool:
        """Put a disc on an empty cell, or lift the one that stands."""
        self.before = self.pieces[cell]
        self.pieces[cell] = WHITE if self.before == EMPTY else EMPTY
        return self.menu.update(self.pieces)

    def put_back(self, cell: int) -> bool:
        self.pieces[cell] = self.before
        return self.menu.update(self.pieces)

    def choose(self, words: str) -> None:
        cell = self.offered()[words]
        assert self.touch(cell)
        assert not self.put_back(cell)


def offering(table: Table, setting: str) -> list[int]:
    """Return the cells that offer a choice of a setting."""
    return [cell for cell in range(table.grid.cells) if (table.menu.offer(cell) or ("",))[0] == setting]


def drawn(table: Table) -> str:
    """Return the map of a menu as docs/menu.md draws it, the far side on top."""
    letters = dict(zip(SETTING_NAMES.values(), "gsocpnhbil"))  # noqa: B905
    rows: dict[float, list[tuple[float, str]]] = {}
    for cell in range(table.grid.cells):
        x, y = table.grid.place(cell)
        words = offer_words(table.menu, cell)
        rows.setdefault(y, []).append((x, letters[words.split()[0]] if words else "."))
    left = min(x for row in rows.values() for x, _ in row)
    lines = []
    for _, row in sorted(rows.items(), reverse=True):
        lines.append(" " * round(2 * (row[0][0] - left)) + " ".join(letter for _, letter in row))
    return "\n".join(lines)


def test_the_maps_of_the_document_are_the_menus() -> None:
    maps = re.findall(r"```(\w+) (\w+)\n(.*?)\n```", DOCUMENT.read_text(), re.DOTALL)
    assert len(maps) == 3
    for panel, game, shown in maps:
        assert drawn(Table(panel, game)) == shown


@pytest.mark.sample(3)
@pytest.mark.integration
@pytest.mark.parametrize("panel", PANELS)
def test_every_choice_has_one_cell_and_can_be_made(panel: str) -> None:
    grid = panel_grid(panel)
    for rules in [name for name in games.NAMES if layout.sizes(grid, name)]:
        table = Table(panel, rules)
        offers = [offer_words(table.menu, cell) for cell in range(table.grid.cells) if offer_words(table.menu, cell)]
        assert len(offers) == len(set(offers))
        for setting in SETTING_NAMES:
            choices = table.menu.choices(setting)
            cells = offering(table, setting)
            cut = setting == "options" and panel == "hex4"
            wanted = 1 if setting in ("sounds", "idle") else 6 if cut else len(choices)
            assert len(cells) == (0 if len(choices) == 1 else min(len(choices), wanted))
        for words in table.offered():
            table.open()
            table.choose(words)
            if words.split()[0] in ("sounds", "idle"):
                assert words not in table.offered(), "the cell goes on to the next choice"
            else:
                assert table.cues()[table.offered()[words]] == MENU_CHOSEN
            assert table.preferences.size in layout.sizes(grid, table.preferences.rules)


def test_each_setting_is_changed_by_its_row() -> None:
    table = Table("hex5")
    levels = [table.cues()[table.offered()["brightness " + name]] for name in WORDS["brightness"]]
    assert levels == [MENU_CHOSEN, MENU_LEVEL + 1, MENU_LEVEL + 2, MENU_LEVEL + 3]
    for words in (
        "game sibling",
        "size 4",
        "options pie=on",
        "clock fischer 300+5",
        "opponent engine first",
        "sounds off",
        "hints coach",
        "brightness night",
        "idle off",
        "level medium",
    ):
        table.choose(words)
    assert table.menu.before == Table("hex5").menu.before
    chosen = table.preferences
    assert (chosen.rules, chosen.size, chosen.options, chosen.time_control) == ("sibling", 4, "pie=on", "fischer 300+5")
    assert OPPONENTS[chosen.opponent] == "engine first" and chosen.sounds == 0
    assert WORDS["hints"][chosen.hints] == "coach" and WORDS["brightness"][chosen.brightness] == "night"
    assert WORDS["idle"][chosen.idle] == "off" and LEVELS[chosen.level] == "medium"


def test_sounds_have_one_cell_that_goes_round_and_shows_by_its_brightness_how_loud_they_are() -> None:
    table = Table("hex4")
    shown = []
    for words in ("sounds off", "sounds soft", "sounds on"):
        shown.append(table.cues()[table.offered()[words]] - MENU_LEVEL)
        table.choose(words)
    assert shown == [FULL, NIGHT, DIM] and table.preferences.sounds == 2
    table.touch(table.offered()["brightness dim"])
    assert table.offered(), "what is seen at once needs no preview"


def test_cancelling_changes_nothing_and_a_menu_opens_again_with_what_was_kept() -> None:
    table = Table("hex4")
    before = dict(table.menu.before)
    table.choose("brightness dim")
    assert table.preferences.brightness == 2
    assert table.menu.before == before
    table.preferences.restore(table.menu.before)
    table.open()
    assert table.menu.before == before
    assert table.cues()[table.offered()["brightness full"]] == MENU_CHOSEN


def test_a_disc_on_a_size_shows_that_board_until_it_is_taken_off() -> None:
    table = Table("hex6")
    cell = table.offered()["size 3"]
    before = table.cues()
    assert table.touch(cell)
    cues = table.cues()
    assert cues != before
    assert cues[cell] == MENU_TOUCHED
    on_board = list(layout.layout_of(table.grid, "orochi", 3).to_panel)
    assert len(on_board) == 19
    assert all(cues[at] in (MENU_BOARD, led_cues.WHITE_TURN, led_cues.MUST_REPLACE) for at in on_board if at != cell)
    assert not table.offered()
    others = [at for at in range(table.grid.cells) if at not in on_board and at != cell]
    assert all(cues[at] == led_cues.NO_CUE for at in others)
    assert not table.put_back(cell)
    assert table.cues()[cell] == MENU_CHOSEN


def test_a_disc_that_stands_is_lifted_to_choose_and_put_back() -> None:
    full = bytes([WHITE, BLACK] * 18 + [WHITE])
    table = Table("hex4", pieces=full)
    cell = table.offered()["brightness night"]
    assert table.touch(cell) and table.pieces[cell] == EMPTY
    assert table.cues()[cell] == MENU_TOUCHED and table.preferences.brightness == NIGHT
    # The wrong side up is not as it was.
    table.pieces[cell] = WHITE if full[cell] == BLACK else BLACK
    assert not table.menu.update(table.pieces) and table.cues()[cell] == MENU_TOUCHED
    assert not table.put_back(cell)
    assert table.cues()[cell] == MENU_CHOSEN and bytes(table.pieces) == full


def test_a_game_comes_with_its_usual_size_and_the_running_one_with_its_own() -> None:
    table = Table("hex5", "droched")
    table.choose("options handicap=3")
    table.choose("size 3")
    assert table.preferences.text() != Table("hex5", "droched").preferences.text()
    table.open()
    table.choose("game orcoon")
    draft = table.preferences
    assert (draft.rules, draft.size, draft.options) == ("orcoon", 5, "")
    assert "options pie=off" in table.offered() and "options handicap=3" not in table.offered()
    table.choose("game droched")
    assert (draft.rules, draft.size, draft.options) == ("droched", 3, "handicap=3")


@pytest.mark.parametrize(("panel", "rules"), [("square7", "orcoon"), ("hex7", "hex")])
def test_the_preview_of_a_game_with_owned_edges_shows_them(panel: str, rules: str) -> None:
    table = Table(panel, rules)
    offered = table.offered()
    table.touch(offered[next(words for words in offered if words.startswith("size"))])
    cues = list(table.cues())
    edges = 4 * (table.preferences.size - 2)
    assert cues.count(led_cues.WHITE_TURN) + cues.count(led_cues.BLACK_TURN) in (edges, edges - 1)


def test_previews_show_the_minutes_the_engines_half_and_the_hints() -> None:
    table = Table("hex4")
    middle = table.grid.cells // 2
    table.touch(cell := table.offered()["clock fischer 300+5"])
    assert list(table.cues()[:6]) == [MENU_BOARD] * 5 + [led_cues.NO_CUE]
    table.put_back(cell)
    table.touch(cell := table.offered()["opponent engine second"])
    cues = table.cues()
    west, east = table.grid.cell("d1"), table.grid.cell("d7")
    assert (cues[west], cues[middle], cues[east]) == (led_cues.WHITE_TURN, led_cues.NO_CUE, MENU_ENGINE)
    table.put_back(cell)
    table.touch(cell := table.offered()["hints lift"])
    cues = table.cues()
    assert [at for at in range(table.grid.cells) if cues[at] == led_cues.LEGAL] == sorted(table.grid.neighbours[cell])
    table.put_back(cell)
    table.touch(table.offered()["hints coach"])
    assert table.cues()[middle] == led_cues.DECIDER and table.cues()[west] == led_cues.LEGAL


@given(st.sampled_from(PANELS), st.integers(0, 10_000))
def test_whatever_hands_do_the_choice_can_be_played_and_every_touched_cell_stays_lit(panel: str, seed: int) -> None:
    choice = random.Random(seed)
    cells = panel_grid(panel).cells
    stood = bytes(choice.choice((EMPTY, EMPTY, WHITE, BLACK)) for _ in range(cells))
    table = Table(panel, pieces=stood)
    for _ in range(40):
        for _ in range(choice.randrange(1, 3)):
            cell = choice.randrange(cells)
            table.pieces[cell] = choice.choice((stood[cell], EMPTY, WHITE, BLACK, 3))
        if choice.random() < 0.2:
            table.pieces[:] = stood
        table.menu.update(table.pieces)
        cues = table.cues()
        assert not table.offered() or MENU_BOARD not in cues, "a preview offers nothing"
        for cell in range(cells):
            assert (cues[cell] == MENU_TOUCHED) == (table.pieces[cell] != stood[cell])
            assert cues[cell] < (MENU_LEVEL + 4)
            offer_words(table.menu, cell)
    table.pieces[:] = stood
    assert not table.menu.update(table.pieces)
    chosen = table.preferences
    game = chosen.start()
    assert (chosen.rules, chosen.size, chosen.options) == (game.NAME, game.size, option_words(game, game.options))
    assert layout.fits(table.grid, game.GRID.kind, game.size)


@pytest.mark.parametrize("panel", ["hex4", "hex5", "square7"])
@pytest.mark.parametrize("more", [1, 3, 12])
def test_every_game_can_be_chosen_where_there_are_more_than_a_row_has_cells(
    panel: str, more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last cell of the row offers the first game of the next page."""
    grid = panel_grid(panel)
    fitting = [name for name in games.NAMES if layout.sizes(grid, name)]
    own = {f"own{number}": catalogue.GAMES[fitting[0]] for number in range(more)}
    monkeypatch.setattr(catalogue, "GAMES", {**catalogue.GAMES, **own})
    for name in own:
        monkeypatch.setitem(sys.modules, f"hexlume.games.{name}", import_module(f"hexlume.games.{fitting[0]}"))
    monkeypatch.setattr("hexlume.states.menu.NAMES", (*games.NAMES, *own))
    table = Table(panel, fitting[0])
    chosen = [table.preferences.rules]
    for _ in range(len(fitting) + more):
        row = table.menu.choices("rules")
        cells = offering(table, "rules")
        assert len(row) == len(set(row)) == len(cells) <= 16
        for words in [f"game {name}" for name in row]:
            before = table.menu.choices("rules")
            if words.split()[1] in before:
                table.choose(words)
                assert table.preferences.rules in table.menu.choices("rules")
                chosen.append(table.preferences.rules)
    assert set(chosen) == {*fitting, *own}
