"""A board's own settings: the panel that a Pico has too little memory for."""

import pytest

from hexlume_host.flash.settings import panel_too_large


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (b'HEXLUME_PANEL = "hex5"\n', ""),
        (b'HEXLUME_PANEL = "hex7"\n', "hex7"),
        (b'HEXLUME_PANEL = "square9"\n', "square9"),
        (b'HEXLUME_PANEL = "hexagon"\n', ""),
        (b"HEXLUME_PANEL = [", ""),
        (b"\xff", ""),
    ],
)
def test_a_panel_is_named_if_a_pico_has_too_little_memory_for_it(settings: bytes, found: str) -> None:
    assert panel_too_large(settings) == found
