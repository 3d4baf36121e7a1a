"""Preferences: kept over power-off, and every value that is not sound falls back to its default."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import catalogue, option_words
from hexlume.hardware.panel import panel_grid
from hexlume.journal import incidents
from hexlume.journal.flash_log import PREFERENCES
from hexlume.link import wire
from hexlume.match.game_clock import TimeControl
from hexlume.play.preferences import LEVELS, OPPONENTS, WORDS, Preferences
from hexlume.states.menu import ROWS
from hexlume.table import layout
from tests.firmware.journal.journal_board import without_archive

PANELS = st.sampled_from(["hex4", "hex5", "hex7", "hex9"])
TEXTS = st.sampled_from(["none", "fischer 300+5", "delay 60+3", "byoyomi 0+3x30"])


def preferences(panel: str = "hex4", game: str = "orochi", **more: str) -> Preferences:
    return Preferences({"HEXLUME_PANEL": panel, "HEXLUME_GAME": game, **more}.get)


def plays(chosen: Preferences, game: games.Game) -> bool:
    words = option_words(game, game.options)
    return (chosen.rules, chosen.size, chosen.options) == (game.NAME, game.size, words)


def check_sound(chosen: Preferences) -> None:
    """Everything can be used as it is: the game starts and fits the panel."""
    game = chosen.start()
    assert plays(chosen, game)
    assert chosen.size in layout.sizes(chosen.grid, chosen.rules)
    assert TimeControl(chosen.time_control).text == chosen.time_control
    for index, names in (
        (chosen.opponent, OPPONENTS),
        (chosen.brightness, WORDS["brightness"]),
        (chosen.hints, WORDS["hints"]),
        (chosen.sounds, WORDS["sounds"]),
        (chosen.idle, WORDS["idle"]),
        (chosen.level, LEVELS),
    ):
        assert 0 <= index < len(names)


@given(st.data(), PANELS)
def test_every_choice_is_kept_over_power_off(data: st.DataObject, panel: str) -> None:
    nvm = bytearray(b"\xff" * 4096)
    chosen, grid = preferences(panel), panel_grid(panel)
    chosen.rules = data.draw(st.sampled_from([name for name in games.NAMES if layout.sizes(grid, name)]))
    chosen.size = data.draw(st.sampled_from(layout.sizes(grid, chosen.rules)))
    chosen.options = data.draw(st.sampled_from(catalogue.options(chosen.rules)))
    chosen.time_control = data.draw(TEXTS)
    chosen.opponent = data.draw(st.integers(0, 2))
    chosen.brightness, chosen.hints = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 3))
    chosen.sounds, chosen.idle = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 1))
    chosen.keep(without_archive(nvm))
    found = preferences(panel)
    kept = without_archive(nvm).read(PREFERENCES) or b""
    found.read(kept)
    assert found.text() == chosen.text() and len(kept) < 200
    assert {name: getattr(found, name) for row in ROWS for name in row} == {
        name: getattr(chosen, name) for row in ROWS for name in row
    }
    check_sound(found)


def test_without_any_the_board_plays_what_settings_toml_says() -> None:
    found = preferences("hex5", "droched", HEXLUME_SIZE="5", HEXLUME_OPTIONS="komi=3")
    found.read(without_archive(bytearray(b"\xff" * 4096)).read(PREFERENCES) or b"")
    assert (found.rules, found.size, found.options) == ("droched", 5, "komi=3")
    assert (found.time_control, found.opponent, found.brightness, found.hints, found.sounds) == ("none", 0, 0, 2, 2)
    assert found.idle == 1
    assert plays(found, found.start())


def test_settings_toml_wins_once_it_is_edited() -> None:
    memory = without_archive(bytearray(b"\xff" * 4096))
    chosen = preferences("hex5")
    chosen.rules, chosen.size, chosen.options, chosen.brightness = "sibling", 5, "pie=on", 2
    chosen.keep(memory)
    edited = preferences("hex5", "organica")
    edited.read(memory.read(PREFERENCES) or b"")
    assert (edited.rules, edited.options, edited.brightness) == ("organica", "", 2)
    moved = preferences("hex4")
    moved.read(memory.read(PREFERENCES) or b"")
    assert (moved.rules, moved.brightness) == ("orochi", 2)


LINES = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(
                ["rules", "size", "options", "clock", "opponent", "brightness", "hints", "sounds", "idle", "x"]
            ),
            st.one_of(
                st.text(max_size=12),
                st.sampled_from([*games.NAMES, "3", "9", "03", "pie=on", "komi=21", "komi=1 pie=on", "night", "on"]),
            ),
        ).map("=".join),
        st.text(max_size=12),
    )
).map("\n".join)


@given(st.one_of(st.binary(max_size=200), LINES.map(str.encode)), PANELS, st.booleans())
def test_hostile_bytes_leave_defaults(payload: bytes, panel: str, well_begun: bool) -> None:
    found = preferences(panel)
    if well_begun:
        payload = found.text().split("\n")[0].encode() + b"\n" + payload
    found.read(payload)
    check_sound(found)


def test_one_wrong_value_leaves_the_others() -> None:
    chosen = preferences()
    chosen.hints, chosen.time_control = 1, "delay 60+3"
    text = chosen.text()
    for wrong in ("brightness=dazzling", "brightness=", "brightness", "brightness=0"):
        found = preferences()
        found.read(text.replace("brightness=full", wrong).encode())
        assert (found.brightness, found.hints, found.time_control) == (0, 1, "delay 60+3")
    found = preferences()
    found.read(text.replace("size=4", "size=9").replace("hints=lift", "hints=off").replace("\nidle=on", "").encode())
    assert (found.size, found.hints, found.idle) == (4, 0, 1), "an older firmware keeps no idle"


VALUES = st.one_of(
    st.none(),
    st.integers(),
    st.booleans(),
    st.text(),
    st.sampled_from(["hex5", "square9", "hex3", *games.NAMES, "3", "9", "komi=2", "pie=on komi=1", "fischer 300+5"]),
    st.sampled_from([ValueError("Invalid byte '\\n'"), UnicodeError(), RuntimeError("[{" * 300), MemoryError()]),
)
"""What ``os.getenv`` returns or raises in one release of CircuitPython or another."""
KEYS = ("PANEL", "GAME", "SIZE", "OPTIONS", "CLOCK", "LEARN")


def reader(settings: dict[str, Any]) -> Callable[[str], Any]:
    """Return an ``os.getenv`` that raises the values that are exceptions."""

    def getenv(key: str) -> Any:
        value = settings.get(key)
        if isinstance(value, Exception):
            raise value
        return value

    return getenv


@given(st.dictionaries(st.sampled_from([f"HEXLUME_{key}" for key in KEYS]), VALUES))
def test_any_settings_toml_leaves_a_game_that_can_be_played_and_sentences_about_the_rest(
    settings: dict[str, Any],
) -> None:
    found = Preferences(reader(settings))
    check_sound(found)
    assert all(found.complaints) and len(set(found.complaints)) == len(found.complaints)
    for key, value in settings.items():
        if isinstance(value, Exception):
            assert any(complaint.startswith(f"{key} cannot be read") for complaint in found.complaints)
    memory = without_archive(bytearray(b"\xff" * 4096))
    if found.complaints:
        incidents.keep(memory, incidents.FALLBACK, incidents.UNKNOWN, "\n".join(found.complaints).encode())
        told = next(incidents.messages(memory))
        assert (told["what"], told["in_a_row"]) == ("fallback", 0)
        assert len(wire.encode(told)) <= wire.MAX_LINE


def test_a_number_without_quotes_in_settings_toml_is_the_same_as_one_with() -> None:
    for size in (3, "3"):
        found = Preferences(reader({"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": size}))
        assert (found.rules, found.size, found.complaints) == ("orochi", 3, [])


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("HEXLUME_SIZE", "big", "HEXLUME_SIZE is a number of cells, not 'big'"),
        ("HEXLUME_SIZE", ValueError("Invalid byte"), "HEXLUME_SIZE cannot be read: Invalid byte"),
        ("HEXLUME_PANEL", "hex3", "there is no panel hex3: choose hex4 to hex9, square7 to square11 or hex2"),
        ("HEXLUME_GAME", 7, "'7' is no game: choose one of " + ", ".join(games.NAMES)),
    ],
)
def test_what_settings_toml_cannot_have_is_one_sentence(key: str, value: object, sentence: str) -> None:
    assert Preferences(reader({key: value})).complaints == [sentence]


@pytest.fixture
def break_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Exception], None]:
    """Return a function after which a game's rules cannot be loaded."""
    imported = catalogue._imported

    def broken(rules: str, problem: Exception) -> None:
        def fail(*names: str) -> Any:
            if names == (rules, "rules"):
                raise problem
            return imported(*names)

        monkeypatch.setattr(catalogue, "_imported", fail)

    return broken


@pytest.mark.parametrize("problem", [MemoryError("memory allocation failed"), RuntimeError("broken"), SyntaxError()])
def test_the_next_game_is_played_when_a_games_rules_cannot_be_loaded(
    problem: Exception, break_rules: Callable[[str, Exception], None]
) -> None:
    break_rules("orochi", problem)
    for settings in ({}, {"HEXLUME_GAME": "orochi"}, {"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4"}):
        found = Preferences(settings.get)
        assert found.rules == games.NAMES[1]
        check_sound(found)
        (sentence,) = found.complaints
        assert sentence == f"orochi cannot be played: {type(problem).__name__}: {problem}"


def test_a_game_kept_by_a_host_that_cannot_be_loaded_any_more_leaves_the_one_of_settings_toml(
    break_rules: Callable[[str, Exception], None],
) -> None:
    chosen = preferences()
    chosen.rules, chosen.size, chosen.options = "sibling", 3, ""
    break_rules("sibling", MemoryError())
    found = preferences()
    found.read(chosen.text().encode())
    assert found.rules == "orochi"
    assert found.complaints == ["sibling cannot be played: MemoryError: "]
