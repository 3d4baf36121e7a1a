"""USB controller of the emulated RP2040.

It adds what ``rp2040py`` 0.3.6 lacks: unplugging, and hosts that do not poll.
"""

from typing import Any

from rp2040py.peripherals.usb import (
    EP0_IN_BUFFER_CONTROL,
    SIE_STATUS,
    SIE_SUSPENDED,
    USB_BUF_CTRL_AVAILABLE,
    RPUSBController,
)

_BUFFER_CONTROLS_END = 0x100
_OUT = 4


class UsbController(RPUSBController):
    """A controller that can be suspended, and whose IN endpoints wait until the host polls them."""

    def __init__(self, rp2040: Any) -> None:
        self.not_polled: set[int] = set()
        """IN endpoints that the host does not poll."""
        self._waiting: dict[int, int] = {}
        super().__init__(rp2040, "USB")

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register. Writing a one to ``SUSPENDED`` clears it (datasheet, 4.1.4)."""
        if offset == SIE_STATUS:
            self._sie_status &= ~(self.raw_write_value & SIE_SUSPENDED)
        super().write_uint32(offset, value)

    def suspend(self) -> None:
        """Stop receiving start-of-frame packets, as after the cable was pulled."""
        self._sie_status |= SIE_SUSPENDED
        self._sie_status_updated()

    def reset_device(self) -> None:
        """Start a bus reset, as a host does that has found a device."""
        self._waiting.clear()
        self._sie_status &= ~SIE_SUSPENDED
        super().reset_device()

    def reset(self) -> None:
        """Reset the registers."""
        self._waiting.clear()
        super().reset()

    def dpram_updated(self, offset: int, value: int) -> None:
        """Start the transfer of an available buffer, unless the host does not poll its endpoint."""
        is_in = EP0_IN_BUFFER_CONTROL <= offset < _BUFFER_CONTROLS_END and not offset & _OUT
        if is_in and value & USB_BUF_CTRL_AVAILABLE and offset - EP0_IN_BUFFER_CONTROL >> 3 in self.not_polled:
            self._waiting[offset] = value
            return
        super().dpram_updated(offset, value)

    def poll(self, endpoint: int) -> None:
        """Let an IN endpoint transfer again."""
        self.not_polled.discard(endpoint)
        offset = EP0_IN_BUFFER_CONTROL + 8 * endpoint
        value = self._waiting.pop(offset, None)
        if value is not None:
            super().dpram_updated(offset, value)
