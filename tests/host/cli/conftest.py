"""Folders of its own for every command."""

import pytest


@pytest.fixture(autouse=True)
def _own_folders(own_folders: None) -> None:
    pass
