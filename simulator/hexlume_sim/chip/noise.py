"""Pseudo-random numbers for the twin: for a seed the same on every interpreter."""

_MASK = 0xFFFFFFFF
_SUM_OF_EIGHT_SIGMA = 209.02
"""Standard deviation of the sum of eight independent bytes: sqrt(8 * (256**2 - 1) / 12)."""


class Generator:
    """George Marsaglia's 32-bit xorshift generator (Journal of Statistical Software 8:14, 2003)."""

    def __init__(self, seed: int) -> None:
        # Multiplying spreads neighbouring seeds; the state must not be 0.
        self._state = ((seed * 2654435761) ^ 0x9E3779B9) & _MASK or 1
        for _ in range(8):
            self.bits()

    def bits(self) -> int:
        """Return the next 32 random bits."""
        x = self._state
        x ^= (x << 13) & _MASK
        x ^= x >> 17
        x ^= (x << 5) & _MASK
        self._state = x
        return x

    def gauss(self) -> float:
        """Return an approximately normal number: mean 0, standard deviation 1, within 4.9."""
        a, b = self.bits(), self.bits()
        total = (a & 255) + (a >> 8 & 255) + (a >> 16 & 255) + (a >> 24)
        total += (b & 255) + (b >> 8 & 255) + (b >> 16 & 255) + (b >> 24)
        return (total - 1020) / _SUM_OF_EIGHT_SIGMA


def unique_id(seed: int) -> bytes:
    """Return the chip's eight-byte unique id for a seed, the same on both back ends."""
    bits = Generator(seed)
    return bytes([0xE6, 0x61] + [bits.bits() & 255 for _ in range(6)])
