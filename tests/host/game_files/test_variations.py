"""``hexlume show --variations``, and variations on their way through export and import."""

import json
from pathlib import Path

import jsonschema
from sqlalchemy import update
from typer.testing import CliRunner

from hexlume_host.cli.main import app
from hexlume_host.store.models import VariationsRow
from hexlume_host.store.repository import Store
from tests.record.formats.random_events import BOARD, PLAYERS, STARTS, random_events

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def store_with_a_game(folder: Path) -> str:
    with Store(folder / "played.sqlite") as store:
        store.commit(BOARD, random_events(STARTS[0], 5, 30, back=0.3), PLAYERS)
    return str(folder / "played.sqlite")


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.output


def test_what_was_taken_back_is_indented(tmp_path: Path) -> None:
    lines = run("show", "1", "--variations", "--store", store_with_a_game(tmp_path)).splitlines()
    assert lines[0].startswith("1. white ")
    assert any(line.startswith("    ") for line in lines)


def test_variations_come_through_export_and_import(tmp_path: Path) -> None:
    store, fresh = store_with_a_game(tmp_path), str(tmp_path / "fresh.sqlite")
    tried = tmp_path / "tried.json"
    tried.write_text(run("show", "1", "--variations", "--json", "--store", store))
    record = json.loads(tried.read_text())
    schema = json.loads((SCHEMAS / "hexlume-record-1.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(record)
    nodes = record["variations"]["nodes"]
    assert len(nodes) > len(record["actions"])
    record["variations"]["nodes"][0]["comment"] = "Schön: <b>fett</b>"
    tried.write_text(json.dumps(record))
    assert "variations are saved with game 1" in run("import", str(tried), "--store", fresh)
    again = json.loads(run("export", "1", "--store", fresh))
    assert again["variations"] == record["variations"]
    assert json.loads(run("show", "1", "--json", "--store", fresh))["variations"] == record["variations"]
    # A game without variations has no such member.
    assert "variations" not in json.loads(run("export", "1", "--store", store))


def test_importing_a_game_again_keeps_its_variations(tmp_path: Path) -> None:
    fresh = str(tmp_path / "fresh.sqlite")
    record = json.loads(run("show", "1", "--variations", "--json", "--store", store_with_a_game(tmp_path)))
    tried, other = tmp_path / "tried.json", tmp_path / "other.json"
    tried.write_text(json.dumps(record))
    own = json.loads(json.dumps(record["variations"]))
    record["variations"]["nodes"][0]["comment"] = "Another's."
    other.write_text(json.dumps(record))
    run("import", str(tried), "--store", fresh)
    assert run("import", str(tried), "--store", fresh) == f"{tried}: game 1 is in the store already.\n"
    assert run("import", str(other), "--store", fresh) == (
        f"{other}: game 1 is in the store already.\n"
        f"{other}: its variations stay in the file, importing a game again does not change them.\n"
    )
    assert json.loads(run("export", "1", "--store", fresh))["variations"] == own


def test_variations_that_are_not_legal_refuse_the_game(tmp_path: Path) -> None:
    tried = tmp_path / "tried.json"
    tried.write_text(run("show", "1", "--variations", "--json", "--store", store_with_a_game(tmp_path)))
    record = json.loads(tried.read_text())
    record["variations"]["nodes"].append({"after": None, "action": "*d4", "colour": "white"})
    tried.write_text(json.dumps(record))
    done = CliRunner().invoke(app, ["import", str(tried), "--store", str(tmp_path / "fresh.sqlite")])
    assert done.exit_code == 1
    assert "so nothing of this game is imported" in " ".join(done.output.split())


def test_variations_kept_that_were_tampered_with_are_left_out(tmp_path: Path) -> None:
    store, fresh = store_with_a_game(tmp_path), tmp_path / "fresh.sqlite"
    tried = tmp_path / "tried.json"
    tried.write_text(run("show", "1", "--variations", "--json", "--store", store))
    run("import", str(tried), "--store", str(fresh))
    for data in ({}, [], {"nodes": [{"after": None, "action": "x"}]}, "x"):
        with Store(fresh) as opened, opened.writing() as session:
            session.execute(update(VariationsRow).values(data=data))
        assert "variations" not in json.loads(run("export", "1", "--store", str(fresh)))
