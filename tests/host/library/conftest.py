"""Stores on SQLite and on a real PostgreSQL."""

from collections.abc import Callable, Iterator

import pytest

from hexlume_host.store.repository import Store


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)])
def new_place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Gives the path or URL of a store that is not there yet."""
    if request.param == "postgresql":
        server = request.getfixturevalue("postgresql")
        return lambda: str(server.database())
    folder = tmp_path_factory.mktemp("stores")
    numbers = iter(range(10**6))
    return lambda: str(folder / f"{next(numbers)}.sqlite")


@pytest.fixture
def store(new_place: Callable[[], str]) -> Iterator[Store]:
    with Store(new_place()) as opened:
        yield opened
