"""A board in a browser: its game, what is kept of it, and in which order."""

from pathlib import Path

from hexlume_plugins.playground.simulated_board import KeptFiles
from tests.host.plugins.playground.page import STOP, ScriptedPage, has_actions


def test_the_drive_is_kept_before_the_flash_and_only_what_has_changed(tmp_path: Path) -> None:
    flash, ring = tmp_path / "flash", tmp_path / "flash-drive" / "journal" / "a" / "ring"
    ring.parent.mkdir(parents=True)
    kept: list[str] = []
    files = KeptFiles(flash, kept.append)
    for contents in (b"one", b"two"):
        flash.write_bytes(contents)
        ring.write_bytes(contents)
        files.look()
    assert kept == [str(ring), str(flash)] * 2
    flash.write_bytes(b"six")
    files.look()
    files.look()
    assert kept[4:] == [str(flash)]


def test_game_goes_on_from_what_was_kept_at_a_page_that_knows_nothing(tmp_path: Path) -> None:
    put = {"do": "put", "cell": "d4", "piece": "white"}
    first = ScriptedPage((has_actions(0), [put]), (has_actions(1), STOP))
    assert first.play_on(tmp_path / "flash") == "The power was cut."
    assert str(tmp_path / "flash") in first.kept
    second = ScriptedPage((has_actions(1), STOP))
    second._due += [put]  # the disc lies where it lay
    second.play_on(tmp_path / "flash")
    boards = [message for message in second.messages if message.get("event") == "board"]
    assert boards[-1]["position"]["pieces"] == {"d4": "w"}


def test_table_carries_out_what_is_played_on_the_page(tmp_path: Path) -> None:
    play = [{"do": "tidy", "switch": "on"}, {"do": "play", "action": "Wd4"}]
    page = ScriptedPage((has_actions(0), play), (lambda message: message.get("discs") == {"d4": "white"}, STOP))
    page.play_on(tmp_path / "flash")
    assert page.messages[-1]["event"] == "table"


def test_message_that_means_nothing_is_one_sentence(tmp_path: Path) -> None:
    page = ScriptedPage(
        (has_actions(0), [{"do": "lift", "cell": "z9"}]), (lambda message: message.get("event") == "error", STOP)
    )
    page.play_on(tmp_path / "flash")
    assert [message["message"] for message in page.messages if message.get("event") == "error"] == [
        "Cell must not be 'z9', which is no cell of this panel."
    ]
