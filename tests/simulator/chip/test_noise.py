"""The twin's noise: the same for a seed, on every interpreter and in every version."""

import statistics

import pytest

from hexlume_sim.chip.noise import Generator, unique_id


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    numbers, normal = Generator(1), Generator(1)
    assert [numbers.bits() for _ in range(3)] == [3247499250, 1891099109, 502002592]
    assert [normal.gauss() for _ in range(3)] == pytest.approx([2.578701, 0.24878, 0.578892], abs=1e-6)
    assert unique_id(7).hex() == "e661b31fbd43ce61"


def test_its_numbers_are_normal() -> None:
    generator = Generator(2)
    values = [generator.gauss() for _ in range(4000)]
    assert abs(statistics.mean(values)) < 0.05 and statistics.pstdev(values) == pytest.approx(1, abs=0.03)
