"""Stand-in for ``usb_cdc``. ``data`` is None unless boot.py enabled it."""

from hexlume_sim.chip.chip import powered as _powered

data = _powered().data if _powered().data_enabled else None


def enable(*, console: bool = True, data: bool = False) -> None:
    """Enable the data channel or disable it. Only boot.py can."""
    if not _powered().drive.booting:
        raise RuntimeError("Cannot change USB devices now")
    _powered().data_enabled = data
