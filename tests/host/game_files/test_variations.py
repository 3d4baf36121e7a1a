"""Variations on their way through export and import."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from sqlalchemy import update

from hexlume_host.store.models import VariationsRow
from hexlume_host.store.repository import Store
from hexlume_record.formats.json import record_json
from hexlume_record.variations.board import GameVariations
from hexlume_record.variations.json import variations_json
from tests.record.formats.random_events import BOARD, PLAYERS, STARTS, random_events

SCHEMA = Path(__file__).parents[3] / "docs/schemas/hexlume-record-2.json"


@pytest.fixture
def run(hexlume: Any, store: Store, tmp_path: Path) -> Callable[..., str]:
    """Run a command on a new store, or on the one with a game."""
    store.commit(BOARD, random_events(STARTS[0], 5, 30, back=0.3), PLAYERS)

    def out(*arguments: object, where: object = tmp_path / "fresh.sqlite", code: int = 0) -> str:
        ran = hexlume(*arguments, "--store", where)
        assert ran.code == code, ran.err
        return str(ran.out + ran.err)

    return out


@pytest.fixture
def record(run: Callable[..., str], store: Store) -> dict[str, Any]:
    """The game with what was taken back as variations."""
    played = store.record(1)
    return record_json(played, variations_json(GameVariations(played.events).tree))


@pytest.fixture
def saved(record: dict[str, Any], tmp_path: Path) -> Callable[[], Path]:
    def write() -> Path:
        (tmp_path / "tried.json").write_text(json.dumps(record))
        return tmp_path / "tried.json"

    return write


def test_variations_come_through_export_and_import_and_importing_again_keeps_them(
    run: Callable[..., str], record: dict[str, Any], saved: Callable[[], Path], store: Store
) -> None:
    """A game without variations has no such member."""
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(record)
    assert len(record["variations"]["nodes"]) > len(record["actions"])
    record["variations"]["nodes"][0]["comment"] = "Schön: <b>fett</b>"
    run("import", saved())
    kept = json.loads(run("export", "1"))["variations"]
    assert kept == record["variations"]
    assert run("import", saved()).endswith("game 1 is in the store already.\n")
    record["variations"]["nodes"][0]["comment"] = "Another's."
    assert "is in the store already" in run("import", saved())
    assert json.loads(run("show", "1", "--json"))["variations"] == kept
    assert "variations" not in json.loads(run("export", "1", where=store.where))


def test_variations_that_are_not_legal_refuse_the_game(
    run: Callable[..., str], record: dict[str, Any], saved: Callable[[], Path]
) -> None:
    record["variations"]["nodes"].append({"after": None, "action": "*d4", "colour": "white"})
    assert "so nothing of this game is imported" in run("import", saved(), code=1)


@pytest.mark.parametrize("data", [{}, [], {"nodes": [{"after": None, "action": "x"}]}, "x"])
def test_variations_kept_that_were_tampered_with_are_left_out(
    run: Callable[..., str], saved: Callable[[], Path], tmp_path: Path, data: object
) -> None:
    run("import", saved())
    with Store(tmp_path / "fresh.sqlite") as opened, opened.writing() as session:
        session.execute(update(VariationsRow).values(data=data))
    assert "variations" not in json.loads(run("export", "1"))
