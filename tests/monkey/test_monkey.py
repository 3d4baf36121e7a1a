"""Random walks over pages and boards at once; any error in any log fails, and the trace is printed."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.monkey.party import party
from tests.monkey.served import own_folders

SEEDS = range(4)
BOUNDED, FULL = 40, 400


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, folder in own_folders(tmp_path).items():
        monkeypatch.setenv(variable, folder)
    monkeypatch.delenv("HEXLUME_STORE", raising=False)


@pytest.mark.soak
def test_whatever_one_does_no_log_holds_an_error(browser: Browser, tmp_path: Path) -> None:
    with party(browser, tmp_path, 1000) as walk:
        walk.go(BOUNDED)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", SEEDS)
def test_hundreds_of_random_actions_leave_no_error_in_a_log(browser: Browser, tmp_path: Path, seed: int) -> None:
    with party(browser, tmp_path, seed) as walk:
        walk.go(FULL)
