"""``hexlume export`` (docs/record.md)."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.store.repository import Store
from tests.record.formats.random_events import BOARD, PLAYERS, STARTS, finished_game, random_events

pytestmark = pytest.mark.integration

DOCUMENT = Path(__file__).parents[3] / "docs" / "record.md"
SCHEMA = DOCUMENT.parent / "schemas" / "hexlume-record-1.json"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A store with a finished game of each kind, then one that nobody has finished."""
    path = tmp_path / "club.sqlite"
    with Store(path) as store:
        for start in STARTS[::2]:
            store.commit(BOARD, finished_game(start), PLAYERS)
        store.commit(BOARD, random_events(STARTS[0], 1, 5, 0))
    return path


def test_json_is_the_whole_record(hexlume: Any, club: Path, tmp_path: Path) -> None:
    events = finished_game(STARTS[0])
    record = json.loads(hexlume("export", 1, "--store", club).out)
    assert (record["schema"], record["version"], record["legal"], record["problem"]) == (
        "hexlume-record",
        1,
        True,
        None,
    )
    assert [(event["seq"], event["kind"], event["ticks"], event["data"]) for event in record["events"]] == [
        (event.seq, event.kind, event.ticks, event.data) for event in events
    ]
    assert all(event["at"].endswith("Z") for event in record["events"])
    assert (record["status"], record["result"]) == ("finished", events[-1].data["result"])
    assert (record["position"]["result"], record["position"]["phase"]) == (record["result"], "over")
    assert record["players"] == {"white": PLAYERS.white, "black": PLAYERS.black}
    assert json.loads(hexlume("show", 1, "--json", "--store", club).out) == record


@pytest.mark.sample(1)
@pytest.mark.parametrize("form", ["json", "apgame", "text"])
def test_a_file_holds_what_standard_output_shows(hexlume: Any, club: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / "game"
    for number in range(1, 6):
        printed = hexlume("export", number, "--format", form, "--out", "-", "--store", club).out
        assert hexlume("export", number, "--format", form, "--out", out, "--store", club).out == ""
        written = out.read_text(encoding="utf-8")
        drop = '"date-generated"'
        assert [line for line in written.splitlines() if drop not in line] == [
            line for line in printed.splitlines() if drop not in line
        ]
        assert written.endswith("\n")


def test_what_cannot_be_exported_is_one_sentence(hexlume: Any, club: Path, tmp_path: Path) -> None:
    ran = hexlume("export", 7, "--format", "apgame", "--store", club)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "Game 7 is unfinished and an APGameRecord holds finished games only: export it as json or text.\n"
    )
    ran = hexlume("export", 1, "--out", tmp_path, "--store", club)
    assert (ran.code, ran.err) == (1, f"{tmp_path} cannot be written: Is a directory.\n")
    assert hexlume("export", 1, "--format", "sgf", "--store", club).code == 2


def test_an_export_can_be_imported_elsewhere(hexlume: Any, club: Path, tmp_path: Path) -> None:
    for form in ("json", "text"):
        for number in range(1, 8):
            file = tmp_path / f"{number}.{form}"
            hexlume("export", number, "--format", form, "--out", file, "--store", club)
            assert hexlume("import", file, "--store", tmp_path / f"{form}.sqlite").code == 0
            assert "is in the store already" in hexlume("import", file, "--store", club).out
        own, other = (
            [
                [
                    one[member]
                    for member in ("rules", "on", "options", "players", "actions", "status", "result", "reason")
                ]
                for one in json.loads(hexlume("games", "--json", "--store", store).out)
            ]
            for store in (club, tmp_path / f"{form}.sqlite")
        )
        assert own == other


def test_the_members_are_documented_and_in_the_schema(hexlume: Any, club: Path) -> None:
    """The first table of docs/record.md lists every member of the JSON record."""
    table = DOCUMENT.read_text().partition("\n| member |")[2].partition("\n\n")[0]
    documented = {
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in row.split("|")[1].replace("`", "").replace(" ", "").split(",")
    }
    schema = json.loads(SCHEMA.read_text())
    assert documented == set(schema["properties"])
    assert set(schema["required"]) == set(json.loads(hexlume("export", 1, "--store", club).out))
    assert documented - set(schema["required"]) == {"variations"}, "of the others the table says when they are there"


def test_the_text_in_the_documentation_can_be_imported(hexlume: Any, tmp_path: Path) -> None:
    indented = DOCUMENT.read_text().partition("    [Hexlume")[2]
    lines = ["    [Hexlume" + indented.splitlines()[0]]
    for line in indented.splitlines()[1:]:
        if line and not line.startswith("    "):
            break
        lines.append(line)
    (tmp_path / "game.txt").write_text("\n".join(line[4:] for line in lines))
    ran = hexlume("import", tmp_path / "game.txt", "--store", tmp_path / "new.sqlite")
    assert (ran.code, ran.err) == (0, "")
    exported = hexlume("export", 1, "--format", "text", "--store", tmp_path / "new.sqlite").out
    assert "; and on" not in exported
    for line in lines:
        if line.strip().startswith("["):
            assert line.strip() in exported or "[Id" in line
