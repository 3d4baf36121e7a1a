"""What the cells of a board's open menu offer, in words (docs/menu.md)."""

import pytest

from hexlume.games import NAMES
from hexlume.hardware.panel import panel_grid
from hexlume.match.game_clock import NONE, TimeControl
from hexlume_host.device.menu_labels import menu_rows, time_controls
from hexlume_host.game_files.lesson_course import course
from hexlume_host.web.renderer import render

PANELS = [f"hex{size}" for size in range(4, 10)] + [f"square{size}" for size in range(7, 12)]


def menu_words(panel: str, rules: str) -> dict[str, str]:
    """Return the words by cell."""
    return {choice["cell"]: choice["words"] for row in menu_rows(panel, rules) for choice in row["choices"]}


@pytest.mark.sample(12)
@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_has_short_words_and_its_rows_every_choice_once(panel: str, rules: str) -> None:
    words, rows = menu_words(panel, rules), menu_rows(panel, rules)
    assert len(set(words.values())) == len(words)
    always = {"person", "Hexlume white", "Hexlume black", "sounds", "idle", "gentle", "coach", "dim light", "no clock"}
    assert always <= {*words.values()}
    assert all(panel_grid(panel).cell(cell) >= 0 and len(word) <= 16 for cell, word in words.items())
    if panel.startswith("hex"):
        assert {name.capitalize() for name in NAMES} - {"Orcoon", "Hex"} <= {*words.values()}
    headings = [row["heading"] for row in rows]
    assert len(set(headings)) == len(headings)
    assert {"Clock", "Opponent", "Level", "Hints", "Sounds", "Brightness", "Idle"} <= {*headings}
    assert sum(len(row["choices"]) for row in rows) == len(words)


def test_choices_follow_the_game() -> None:
    """docs/menu.md: the options and sizes are those of the game that is chosen so far."""
    sibling, droched = ({*menu_words("hex7", rules).values()} for rules in ("sibling", "droched"))
    assert sibling - droched == {"pie rule"} - droched
    assert {"komi 1", "handicap 2", "size 7"} <= droched


@pytest.mark.parametrize(("panel", "rules"), [("hex4", "chess"), ("hex4", ""), ("hex2", "orochi")])
def test_where_there_is_no_such_menu_there_are_no_words(panel: str, rules: str) -> None:
    assert menu_words(panel, rules) == {}


def test_names_that_boards_make_up_are_not_kept_for_good() -> None:
    for number in range(1000):
        menu_rows("hex4", f"game{number}")
        course(f"game{number}")
    assert all(named.cache_info().currsize < 100 for named in (menu_rows, course))


def test_pages_offer_the_time_controls_of_the_boards_menu() -> None:
    controls = time_controls()
    on_menu = next(row["choices"] for row in menu_rows("hex9", NAMES[0]) if row["heading"] == "Clock")
    assert len(controls) == len(on_menu) > 4 and NONE in controls
    assert list(controls) == [TimeControl(text).text for text in controls]
    for page in ("netplay.html", "new-game.html"):
        shown = render(page).decode()
        assert all(f'<option value="{text}">{words}</option>' in shown for text, words in controls.items())


def test_hexlume_has_the_colour_of_its_seat() -> None:
    """Black starts in Droched, white in Orochi."""
    for rules, first, second in (("orochi", "white", "black"), ("droched", "black", "white")):
        row = next(row["choices"] for row in menu_rows("hex7", rules) if row["heading"] == "Opponent")
        assert [one["words"] for one in row] == ["person", f"Hexlume {second}", f"Hexlume {first}"]
