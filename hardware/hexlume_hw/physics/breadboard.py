"""One sensor and one magnet on a breadboard: what is read, and what it means. The ladder's first rung (docs/ladder.md).

The magnet lies on stacks of coins above the sensor. This module needs none of the extra's packages: the host uses it.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, exp, hypot, log, pi, radians, sin, sqrt
from random import Random
from typing import NamedTuple

from hexlume_hw.panel import stackup, well

from .sensor import COUNTS_PER_MV, DRV5055A1, DRV5055A3, DRV5055A4, MIDDLE, NOISE_COUNTS, SENSOR, ZERO_MV, LinearHall
from .tolerances import WITHIN

COIN_MM = 1.93
"""Thickness of a 10-cent euro coin, of a brass that no magnet feels; a US nickel has 1.95 mm."""
ELEMENT_MM = well.SENSOR_THICK_MM - well.ELEMENT_MM
"""The Hall element below the marked face of a TO-92."""


class Step(NamedTuple):
    """A placement of the magnet: on a number of coins, the first side up or the other one."""

    coins: int
    turned: bool = False


STEPS = (Step(6), Step(4), Step(4, True), Step(2))
"""The placements in their order."""
_STACKS = (6, 4, 2)

GAP_MM = 0.3
"""A stack's height may be off by so much: air between the coins, a burr, the sensor's depth in its body."""
WORN_MM = 0.03
"""A coin's thickness may be off by so much, all of a stack alike."""
OFF_CENTRE_MM = 2.0
TILT_DEG = 5.0
CELSIUS = (15.0, 30.0)
"""Temperatures of a room."""
READINGS = 16
"""Conversions whose mean is one reading."""

REST_MV = (1590.0, 1710.0)
"""A DRV5055's output without a field, by its datasheet at 3.3 V."""
_REST_COUNTS = (REST_MV[0] * COUNTS_PER_MV - 20, REST_MV[1] * COUNTS_PER_MV + 20)
_RAIL_COUNTS = 400
"""Nearer to ground or supply than this is no linear sensor's output."""
_FELT_COUNTS = 25.0
"""A smaller change is none: the weakest pair that is recognised gives twice as much."""
LIMIT_COUNTS = 0.9 * SENSOR.range_mt * SENSOR.counts_per_mt
"""From here on an output may be at its end; all of the DRV5055 end at the same voltage."""
_MODEL = 0.02
"""Share by which the prediction itself may be off: the magnet's figures and the sensor's bend."""
_FITS = 4.0
"""The most sigma by which a cause still fits."""
_ODDS = log(20.0)
"""A good pair is so much likelier than any one fault, in nats: what one buys by its number is mostly right."""
_NEARLY = 2.0
"""Nats by which another cause may be less likely and is still named."""
_DRAWS = 600


@dataclass(frozen=True, slots=True)
class Situation:
    """A pair of sensor and magnet on stacks of coins, right or wrong in one way. Lengths in mm."""

    cause: str
    what: str
    sensor: LinearHall = SENSOR
    remanence_mt: float = stackup.REMANENCE_MT
    diameter_mm: float = stackup.MAGNET_DIAMETER_MM
    height_mm: float = stackup.MAGNET_HEIGHT_MM
    coin_mm: float = COIN_MM
    coins_off: int = 0
    """Coins in every stack beyond those that were asked for."""


GOOD, VARIANT, GRADE, SIZE, HEIGHT = "good", "variant", "grade", "size", "height"
NO_SENSOR, SWITCH, NOTHING, POLARITY, UNKNOWN = "no sensor", "switch", "nothing", "polarity", "unknown"

SITUATIONS = (
    Situation(GOOD, "sensor and magnet are those of the board"),
    Situation(VARIANT, "the sensor is a DRV5055A1, twice as sensitive", DRV5055A1),
    Situation(VARIANT, "the sensor is a DRV5055A3, half as sensitive", DRV5055A3),
    Situation(VARIANT, "the sensor is a DRV5055A4, a quarter as sensitive", DRV5055A4),
    Situation(GRADE, "the magnet is a strong one, such as N52", remanence_mt=1450.0),
    Situation(GRADE, "the magnet is no neodymium: ferrite is three times as weak", remanence_mt=390.0),
    Situation(SIZE, "the magnet is smaller, such as 6 x 3 mm", diameter_mm=6.0),
    Situation(SIZE, "the magnet is thinner, such as 8 x 2 mm", height_mm=2.0),
    Situation(SIZE, "the magnet is thicker, or two stick together", height_mm=6.0),
    Situation(SIZE, "the magnet is wider, such as 10 x 3 mm", diameter_mm=10.0),
    Situation(HEIGHT, "each stack has a coin too few", coins_off=-1),
    Situation(HEIGHT, "each stack has a coin too many", coins_off=1),
    Situation(HEIGHT, "the coins are thicker, such as 50 cents", coin_mm=2.38),
)
"""The causes that are distinguished, the good pair first."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the breadboard has read: the mean counts without a magnet, and at each of ``STEPS``."""

    rest: float
    counts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """What a situation is predicted to give: the mean of each stack's logarithm of counts, and the covariance's
    inverse and logarithm of its determinant."""

    mean: tuple[float, ...]
    sigma: tuple[float, ...]
    inverse: tuple[tuple[float, ...], ...]
    log_det: float

    def distance2(self, found: tuple[float, ...]) -> float:
        """Return how far readings are from the mean, squared, in sigma."""
        off = [one - mean for one, mean in zip(found, self.mean, strict=True)]
        return sum(a * b * self.inverse[i][j] for i, a in enumerate(off) for j, b in enumerate(off))


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What readings mean: the cause, a sentence about it, and whether the board can be ordered.

    ``other`` is another cause that is nearly as likely, empty if there is none. ``sigma`` is how far each stack's
    reading is from the good pair's mean; empty where that says nothing. ``white_up`` is whether the side that lay up
    first is the white one.
    """

    cause: str
    sentence: str
    sigma: tuple[float, ...] = ()
    white_up: bool = True
    other: str = ""

    @property
    def order(self) -> bool:
        """Whether sensor and magnet are those of the board."""
        return self.cause == GOOD


def diagnose(reading: Reading) -> Diagnosis:
    """Return what the readings mean."""
    rest = reading.rest
    if not _RAIL_COUNTS < rest < 2 * MIDDLE - _RAIL_COUNTS:
        return Diagnosis(
            SWITCH,
            "The output rests at an end of its range: this is a switch or a latch and no linear sensor, or a wire is "
            "missing.",
        )
    if not _REST_COUNTS[0] <= rest <= _REST_COUNTS[1]:
        return Diagnosis(
            NO_SENSOR,
            f"The output rests at {rest / COUNTS_PER_MV / 1000:.2f} V instead of half the supply: look at the wires, "
            "and read the sensor's name.",
        )
    felt = [counts - rest for counts in reading.counts]
    if min(abs(felt[1]), abs(felt[2])) < _FELT_COUNTS:
        return Diagnosis(
            NOTHING,
            "The sensor feels no magnet: look at its wires, lay its marked face up, and try another magnet.",
        )
    white = felt[1] > 0
    if (felt[2] > 0) == white:
        return Diagnosis(POLARITY, "The magnet was not turned over: the field must change its sign. Measure again.")
    if any((one > 0) != white for one in (felt[0], felt[3])):
        return Diagnosis(
            POLARITY, "The magnet lay with different sides up on the stacks: mark one side, and measure again."
        )
    found = _features(felt)
    good = band(SITUATIONS[0])
    sigma = tuple((one - mean) / each for one, mean, each in zip(found, good.mean, good.sigma, strict=True))
    likely = max(SITUATIONS, key=lambda one: _likelihood(one, found))
    if band(likely).distance2(found) > _FITS**2:
        return Diagnosis(
            UNKNOWN,
            "The readings fit no pair that is known: centre the stacks on the sensor, hold them level, and measure "
            "again.",
            sigma,
            white,
        )
    if likely.cause == GOOD:
        return Diagnosis(GOOD, f"{likely.what.capitalize()}.", sigma, white)
    sentence = f"It looks as if {likely.what}."
    others = [one for one in SITUATIONS if one.cause != likely.cause]
    second = max(others, key=lambda one: _likelihood(one, found))
    if _likelihood(likely, found) - _likelihood(second, found) > _NEARLY:
        return Diagnosis(likely.cause, sentence, sigma, white)
    return Diagnosis(likely.cause, f"{sentence[:-1]}, or {second.what}.", sigma, white, second.cause)


def predicted_mt(situation: Situation, coins: int) -> tuple[float, float]:
    """Return the field that readings on a stack show if the sensor is a board's: the mean in mT, and a sigma."""
    place = _STACKS.index(coins)
    mean = exp(band(situation).mean[place]) / SENSOR.counts_per_mt
    return mean, mean * band(situation).sigma[place]


@cache
def band(situation: Situation) -> Band:
    """Return what a situation gives, from draws within the tolerances."""
    random = Random(1)
    drawn = [_features(_felt(draw(situation, random))) for _ in range(_DRAWS)]
    size = len(_STACKS)
    mean = tuple(sum(one[place] for one in drawn) / _DRAWS for place in range(size))
    rows = [
        [sum((one[i] - mean[i]) * (one[j] - mean[j]) for one in drawn) / _DRAWS for j in range(size)]
        for i in range(size)
    ]
    for place in range(size):
        rows[place][place] += _MODEL**2
    sigma = tuple(sqrt(rows[place][place]) for place in range(size))
    inverse, det = _inverse(rows)
    return Band(mean, sigma, inverse, log(det))


def draw(situation: Situation, random: Random) -> Reading:
    """Return what a situation reads, every value drawn evenly from its tolerance."""
    sensor = situation.sensor
    gain = sensor.counts_per_mt * random.uniform(1 - sensor.tolerance, 1 + sensor.tolerance)
    rest = MIDDLE + random.gauss(0.0, ZERO_MV) * COUNTS_PER_MV
    strength = 1 + random.uniform(-WITHIN.remanence, WITHIN.remanence)
    strength *= 1 + WITHIN.field_per_k * (random.uniform(*CELSIUS) - WITHIN.known_c)
    coin = situation.coin_mm + random.uniform(-WORN_MM, WORN_MM)
    air = random.uniform(-GAP_MM, GAP_MM)
    noise = NOISE_COUNTS / sqrt(READINGS)
    counts = []
    for coins, turned in STEPS:
        gap = ELEMENT_MM + air + coin * max(0, coins + situation.coins_off)
        aside = OFF_CENTRE_MM * sqrt(random.random())
        field = strength * field_mt(
            situation, aside, max(0.1, gap), random.uniform(0, TILT_DEG), random.uniform(0, 2 * pi)
        )
        level = rest + gain * sensor.felt_mt(-field if turned else field)
        counts.append(level + random.gauss(0.0, noise))
    return Reading(rest + random.gauss(0.0, noise), tuple(counts))


def field_mt(situation: Situation, aside_mm: float, gap_mm: float, tilt_deg: float, towards: float) -> float:
    """Return the field at the sensor along its axis in mT, as ``field.tilted_field_mt`` does with magpylib.

    A series in the distance from the magnet's axis, whose terms follow from the field on the axis: enough for a magnet
    that lies nearly above the sensor. ``towards`` is the direction of the tilt, in radians.
    """
    tilt = radians(tilt_deg)
    height = gap_mm + situation.height_mm / 2
    lean, upright = sin(tilt) * cos(towards), cos(tilt)
    below = aside_mm * lean + height * upright
    from_axis = sqrt(max(0.0, aside_mm**2 + height**2 - below**2))
    field, slope, second, third, fourth = _on_axis(situation, below - situation.height_mm / 2)
    along = field - from_axis**2 / 4 * second + from_axis**4 / 64 * fourth
    if from_axis < 1e-9:
        return along * upright
    away = from_axis / 2 * slope - from_axis**3 / 16 * third
    return along * upright + away * (below * upright - height) / from_axis


def _on_axis(situation: Situation, gap_mm: float) -> tuple[float, ...]:
    """Return the field on the axis below a cylinder and its first four derivatives by the gap."""
    radius2 = (situation.diameter_mm / 2) ** 2

    def ends(z: float) -> tuple[float, ...]:
        far = hypot(z, sqrt(radius2))
        return (
            z / far,
            radius2 / far**3,
            -3 * radius2 * z / far**5,
            3 * radius2 * (4 * z * z - radius2) / far**7,
            15 * radius2 * z * (3 * radius2 - 4 * z * z) / far**9,
        )

    near, far = ends(gap_mm), ends(gap_mm + situation.height_mm)
    return tuple(situation.remanence_mt / 2 * (b - a) for a, b in zip(near, far, strict=True))


def _felt(reading: Reading) -> list[float]:
    return [counts - reading.rest for counts in reading.counts]


def _features(felt: list[float]) -> tuple[float, ...]:
    """Return the logarithm of each stack's reading; of both sides the mean, and no more than an output's end."""
    six, four, turned, two = (min(max(abs(one), 1.0), LIMIT_COUNTS) for one in felt)
    return log(six), log((four + turned) / 2), log(two)


def _likelihood(situation: Situation, found: tuple[float, ...]) -> float:
    one = band(situation)
    return (_ODDS if situation.cause == GOOD else 0.0) - (one.distance2(found) + one.log_det) / 2


def _inverse(rows: list[list[float]]) -> tuple[tuple[tuple[float, ...], ...], float]:
    """Return the inverse and the determinant of a symmetric matrix of three rows."""
    (a, b, c), (_, d, e), (_, _, f) = rows
    det = a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)
    parts = (
        (d * f - e * e, c * e - b * f, b * e - c * d),
        (c * e - b * f, a * f - c * c, b * c - a * e),
        (b * e - c * d, b * c - a * e, a * d - b * b),
    )
    return tuple(tuple(one / det for one in part) for part in parts), det
