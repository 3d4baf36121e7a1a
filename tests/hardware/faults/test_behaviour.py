"""What follows from a netlist with a fault: readings, lights, supplies. The expectations are a technician's."""

import re
from collections.abc import Callable

import pytest

from hexlume_hw import ORDERABLE
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.faults.behaviour import Behaviour, behaviour
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.predictions import Predictor
from hexlume_hw.faults.single_faults import Fault, neighbours, single_faults, turned_pins
from hexlume_hw.faults.supply import power_nets
from hexlume_hw.panel.parts import KINDS

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def predictor() -> Predictor:
    return Predictor("hex4")


@pytest.fixture(scope="module")
def with_fault(predictor: Predictor) -> Callable[..., Behaviour]:
    nets = power_nets(predictor.sound)

    def found(change: Callable[[Circuit], object], floating: int = 0) -> Behaviour:
        circuit = predictor.sound.copy()
        change(circuit)
        return behaviour(circuit, nets, floating)

    return found


def sensors(does: Behaviour) -> list[list[str]]:
    return [[ref for ref, _ in reading.sensors] for reading in does.readings]


def lead(predictor: Predictor, ref: str, name: str) -> tuple[str, str]:
    (number,) = [pin.number for pin in KINDS[predictor.sound.parts[ref].kind].pins if pin.name == name]
    return ref, number


@pytest.mark.parametrize("panel", ORDERABLE)
def test_on_a_sound_board_every_cell_reads_its_own_sensor_and_all_lights_show_their_colour(panel: str) -> None:
    sound = Circuit.of(netlist(panel))
    does = behaviour(sound, power_nets(sound), 0)
    for cell, reading in enumerate(does.readings):
        ((ref, share),) = reading.sensors
        assert sound.parts[ref].cell == cell and share == pytest.approx(1.0, abs=0.01)
        assert reading.counts == pytest.approx(2048, abs=5)
    assert set(does.lights.values()) == {"rgb"} and len(does.lights) == len(does.readings) + 4
    assert does.keys == {"act": "act", "back": "back", "menu": "menu"}
    assert (does.sound, does.hot, does.certain) == ("heard", "", True)
    assert list(does.starts.values()) == [True, True, False]
    assert min(does.ohms.values()) > 10


def test_a_missing_sensors_cell_reads_what_was_read_before(
    predictor: Predictor, with_fault: Callable[..., Behaviour]
) -> None:
    sound = sensors(predictor.well)
    found = sensors(with_fault(lambda circuit: circuit.remove("B7")))
    assert found[6] == sound[3]
    assert found[:6] + found[7:] == sound[:6] + sound[7:]


def test_an_open_address_pin_makes_one_multiplexer_read_other_cells(
    predictor: Predictor, with_fault: Callable[..., Behaviour]
) -> None:
    sound = sensors(predictor.well)
    for floating in (0, 1):
        found = sensors(with_fault(lambda circuit: circuit.move(lead(predictor, "U1", "S0"), None), floating))
        wrong = [cell for cell, refs in enumerate(found) if refs != sound[cell]]
        assert len(wrong) >= 6 and {cell % 3 for cell in wrong} == {0}


def test_two_sensors_on_bridged_channels_show_half_of_each(
    predictor: Predictor, with_fault: Callable[..., Behaviour]
) -> None:
    does = with_fault(lambda circuit: circuit.bridges.append(("SENSE_a1", "SENSE_a4")))
    assert dict(does.readings[0].sensors) == pytest.approx({"B1": 0.5, "B4": 0.5}, abs=0.01)


def test_the_chain_is_dark_behind_an_open_output(predictor: Predictor, with_fault: Callable[..., Behaviour]) -> None:
    does = with_fault(lambda circuit: circuit.move(lead(predictor, "D9", "DOUT"), None))
    # D1 to D4, then D9 from the right: the chain runs to and fro.
    assert {ref for ref, shown in does.lights.items() if shown == "rgb"} == {"D1", "D2", "D3", "D4", "D9"}


def test_an_led_that_lacks_green_or_takes_red_first_passes_the_data_on(with_fault: Callable[..., Behaviour]) -> None:
    does = with_fault(lambda circuit: circuit.variants.update({"D2": "no g", "D3": "takes rgb", "D4": "takes brg"}))
    shown = dict(does.lights)
    assert (shown.pop("D2"), shown.pop("D3"), shown.pop("D4")) == ("r-b", "grb", "rbg")
    assert set(shown.values()) == {"rgb"}


def test_a_short_at_3v3_switches_the_charger_off_and_is_measured(with_fault: Callable[..., Behaviour]) -> None:
    does = with_fault(lambda circuit: circuit.bridges.append(("+3V3", "GND")))
    assert set(does.lights.values()) == {"---"} and does.volts["+5V"] < 0.5
    assert {points for points, ohms in does.ohms.items() if ohms < 10} == {"+3V3 GND"}


def test_without_one_cc_resistor_the_charger_gives_nothing_one_way_round(with_fault: Callable[..., Behaviour]) -> None:
    does = with_fault(lambda circuit: circuit.remove("R34"))
    assert does.starts["the charger alone"] and not does.starts["the charger alone, its plug turned over"]


def test_a_filter_of_ten_times_its_value_mixes_cells(with_fault: Callable[..., Behaviour]) -> None:
    does = with_fault(lambda circuit: circuit.variants.update({"R1": "10"}))
    shares = dict(does.readings[3].sensors)
    assert 0.8 < shares["B4"] < 0.95 and 0.05 < shares["B1"] < 0.15


def test_a_turned_chip_gets_hot(predictor: Predictor) -> None:
    faults = [fault for fault in single_faults(predictor.sound) if fault.kind == "turned" and "180" in fault.what]
    for ref in ("D5", "U2"):
        (fault,) = [fault for fault in faults if fault.where == ref]
        assert predictor.behaviour(fault, 0).hot == ref


def test_what_can_be_turned_and_bridged_follows_from_the_footprint() -> None:
    soic = KINDS["multiplexer"].footprint
    turned = turned_pins(soic, 180)
    assert turned is not None and turned["1"] == "13" and turned["24"] == "12"
    assert turned_pins(soic, 90) is None
    assert neighbours(soic)["1", "2"] == pytest.approx(0.67, abs=0.01) and ("1", "24") not in neighbours(soic)
    assert turned_pins(KINDS["usb_c"].footprint, 180) is None


def test_every_class_has_faults_and_no_fault_comes_twice(predictor: Predictor) -> None:
    faults = single_faults(predictor.sound)
    assert len(faults) > 1500
    assert len({fault.name for fault in faults}) == len(faults)
    parts = {fault.where for fault in faults if fault.kind == "missing"}
    assert parts == set(predictor.sound.parts)
    opened = [fault for fault in faults if fault.kind == "open"]
    assert len(opened) == len(predictor.sound.net_of)


def test_bridges_come_nearest_pads_first(predictor: Predictor) -> None:
    distances = []
    for fault in single_faults(predictor.sound):
        if fault.kind == "bridge":
            ref, one, other = re.match(r"(\w+) pin (\w+).* and pin (\w+)", fault.where).groups()  # type: ignore[union-attr]
            pair = min(one, other), max(one, other)
            distances.append(round(neighbours(predictor.sound.parts[ref].footprint)[pair], 2))
    assert len(set(distances)) > 1 and distances == sorted(distances)


def test_a_fault_leaves_the_sound_circuit_alone(predictor: Predictor) -> None:
    before = Circuit.of(netlist("hex4"))
    Fault("missing", "B1", "missing", lambda circuit: circuit.remove("B1")).applied(predictor.sound)
    assert (predictor.sound.parts, predictor.sound.net_of) == (before.parts, before.net_of)
