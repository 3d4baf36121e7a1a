"""How lights look to people with normal and with colour-blind eyes, computed.

The model is Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009: its matrices of full severity
(1.0), which stand for the dichromacies, applied to linear RGB. An LED's channel is driven by pulse width, so its
value is linear light already; its primaries are taken for those of sRGB.
"""

LinearRGB = tuple[float, float, float]

_Matrix = tuple[LinearRGB, LinearRGB, LinearRGB]

MATRICES: dict[str, _Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of eye makes of linear RGB, row by row."""


def seen(colour: int, vision: str) -> LinearRGB:
    """Return how an LED's colour (0xRRGGBB) looks to a kind of eye, as linear RGB of 0 to 255 each."""
    channels = (colour >> 16, colour >> 8 & 255, colour & 255)
    red, green, blue = (
        min(255.0, max(0.0, sum(part * channel for part, channel in zip(row, channels, strict=True))))
        for row in MATRICES[vision]
    )
    return red, green, blue


def luminance(colour: int, vision: str) -> float:
    """Return how bright an LED's colour looks to a kind of eye, 0 to 255 (ITU-R BT.709 weights)."""
    red, green, blue = seen(colour, vision)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
