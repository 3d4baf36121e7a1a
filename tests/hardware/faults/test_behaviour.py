"""What follows from a netlist with a fault: readings, lights, supplies. The expectations are a technician's."""

from collections.abc import Callable

import pytest

from hexlume_hw import ORDERABLE
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.faults.behaviour import Behaviour, behaviour
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.predictions import Predictor
from hexlume_hw.faults.single_faults import single_faults
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
    assert does.starts == {"charger": "yes", "USB": "no"}
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


@pytest.mark.parametrize("ref", ["R33", "R34"])
def test_without_one_cc_resistor_the_charger_gives_power_one_way_round(
    ref: str, with_fault: Callable[..., Behaviour]
) -> None:
    """Which way is not said: the volts are those of the way that gives power."""
    does = with_fault(lambda circuit: circuit.remove(ref))
    assert (does.starts, does.ways) == ({"charger": "one way round", "USB": "no"}, 1) and does.volts["VBUS"] > 5.0


def test_a_regulator_for_5_v_is_measured_at_3v3(with_fault: Callable[..., Behaviour]) -> None:
    does = with_fault(lambda circuit: circuit.variants.update({"U17": "5 V"}))
    assert does.volts["+3V3"] == pytest.approx(4.8, abs=0.1)


def test_ten_times_the_datas_resistor_lets_no_data_through(with_fault: Callable[..., Behaviour]) -> None:
    """4.7 kohm and an input's 40 pF are about as slow as a zero is long."""
    does = with_fault(lambda circuit: circuit.variants.update({"R30": "10"}))
    assert set(does.lights.values()) == {"---"}
    assert set(with_fault(lambda circuit: circuit.variants.update({"R30": "0.1"})).lights.values()) == {"rgb"}


def test_a_stuck_button_is_not_taken_and_exchanged_outputs_answer_for_each_other(predictor: Predictor) -> None:
    faults = {fault.name: fault for fault in single_faults(predictor.sound)}
    stuck = predictor.prediction(faults["SW1: stuck"], 0)
    assert list(stuck["keys"].values()) == [""]
    discs = predictor.prediction(faults["B1 and B2: outputs exchanged"], 0)["disc"]
    assert discs == {"a1": {"a2": 100}, "a2": {"a1": 100}}


def test_a_turned_chip_gets_hot(predictor: Predictor) -> None:
    faults = [fault for fault in single_faults(predictor.sound) if fault.kind == "turned" and "180" in fault.what]
    for ref in ("D5", "U2"):
        (fault,) = [fault for fault in faults if fault.where == ref]
        assert predictor.behaviour(fault, 0).hot == ref
