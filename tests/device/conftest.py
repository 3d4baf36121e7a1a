"""The board that the device tests run on."""

from collections.abc import Iterator

import pytest

from tests.device.device import Device, board_port


@pytest.fixture(scope="module")
def port() -> Iterator[str]:
    with board_port() as found:
        yield found


@pytest.fixture
def device(port: str) -> Iterator[Device]:
    """Connect to the board; afterwards it plays the first game of its panel, with no clock."""
    connected = Device(port)
    yield connected
    connected.command("settings", clock="none")
    connected.command("health", on=False)
    connected.new()
    connected.close()
