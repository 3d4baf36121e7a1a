"""Small networks against what can be computed by hand."""

import pytest

from hexlume_hw.faults.network import Network


def test_a_divider_shares_its_sources() -> None:
    network = Network(frozenset({"GND"}))
    network.source("in", "5 V", 100.0)
    network.resistor("in", "out", 200.0)
    network.resistor("out", "GND", 700.0)
    found = network.transfer("out")
    assert found is not None
    assert found.volts({"5 V": 5.0, "GND": 0.0}) == pytest.approx(3.5)
    assert found.ohms == pytest.approx(300 * 700 / 1000)


def test_a_net_that_nothing_drives_has_no_voltage() -> None:
    network = Network(frozenset({"GND"}))
    network.resistor("one", "other", 10.0)
    assert network.transfer("one") is None
    assert network.reaches("one") == {"one", "other"}


def test_two_outputs_that_are_bridged_meet_half_way() -> None:
    network = Network()
    network.source("one", "B1", 100.0)
    network.source("other", "B2", 100.0)
    network.resistor("one", "other", 1e-6)
    found = network.transfer("one")
    assert found is not None and dict(found.shares) == pytest.approx({"B1": 0.5, "B2": 0.5})


def test_a_layer_adds_to_the_network_below_and_leaves_it_alone() -> None:
    below = Network(frozenset({"+3V3"}))
    below.resistor("+3V3", "line", 1000.0)
    above = Network(base=below)
    above.source("line", "low", 1000.0)
    assert dict(above.transfer("line").shares) == pytest.approx({"+3V3": 0.5, "low": 0.5})  # type: ignore[union-attr]
    assert dict(below.transfer("line").shares) == pytest.approx({"+3V3": 1.0})  # type: ignore[union-attr]
