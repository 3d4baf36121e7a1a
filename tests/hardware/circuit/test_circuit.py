"""The circuit of every panel: sound by electrical rules and by the panel's definition; no fault in it stays unseen."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexlume.hardware.panel import STARTER
from hexlume_hw import ORDERABLE
from hexlume_hw.checks.circuit import found_in
from hexlume_hw.circuit.describe import describe
from hexlume_hw.circuit.netlist import complaints, netlist
from hexlume_hw.panel.netlist import Netlist

pytestmark = pytest.mark.integration

# One enable line, and two.
QUICK = ["hex4", "hex5", "square9"]
Pad = tuple[str, str]


@cache
def circuit(panel: str) -> Netlist:
    return netlist(panel)


def with_nets(found: Netlist, nets: Iterable[tuple[str, Iterable[Pad]]]) -> Netlist:
    return replace(found, nets={name: frozenset(pads) for name, pads in nets if pads})


def swapped(found: Netlist, one: Pad, other: Pad) -> Netlist:
    there = {one: other, other: one}
    return with_nets(found, [(name, [there.get(pad, pad) for pad in pads]) for name, pads in found.nets.items()])


def pads_of(found: Netlist) -> list[Pad]:
    return sorted(pad for pads in found.nets.values() for pad in pads)


def net_of(found: Netlist, pad: Pad) -> str:
    return next(name for name, pads in found.nets.items() if pad in pads)


@pytest.mark.parametrize("panel", [STARTER, *ORDERABLE])
def test_every_circuit_is_sound(panel: str) -> None:
    assert complaints(panel) == []
    assert found_in(circuit(panel)) == []


@pytest.mark.parametrize("panel", ["hex2", "hex4"])
def test_a_missing_part_is_found_whichever_it_is(panel: str) -> None:
    """Only the 22 uF capacitors may be fewer: the check knows how many LEDs one may serve at most, not which."""
    whole = circuit(panel)
    for ref, part in whole.parts.items():
        parts = {other: kept for other, kept in whole.parts.items() if other != ref}
        nets = [(name, [pad for pad in pads if pad[0] != ref]) for name, pads in whole.nets.items()]
        without = with_nets(replace(whole, parts=parts), nets)
        assert found_in(without) or part.kind == "c22u", ref


def test_a_board_without_its_large_capacitors_is_found() -> None:
    whole = circuit("hex5")
    for kind in ("c22u", "c470u"):
        gone = {ref for ref, part in whole.parts.items() if part.kind == kind}
        parts = {ref: part for ref, part in whole.parts.items() if ref not in gone}
        nets = [(name, [pad for pad in pads if pad[0] not in gone]) for name, pads in whole.nets.items()]
        assert found_in(with_nets(replace(whole, parts=parts), nets))


def test_a_pad_that_is_cut_off_is_found_whichever_it_is() -> None:
    whole = circuit("hex4")
    for cut in pads_of(whole):
        nets = [(name, [pad for pad in pads if pad != cut]) for name, pads in whole.nets.items()]
        assert found_in(with_nets(whole, nets)) or whole.parts[cut[0]].kind == "c22u", cut


@given(st.data())
def test_two_swapped_pads_are_found(data: st.DataObject) -> None:
    whole = circuit(data.draw(st.sampled_from(QUICK)))
    pads = pads_of(whole)
    one, other = data.draw(st.sampled_from(pads)), data.draw(st.sampled_from(pads))
    assume(net_of(whole, one) != net_of(whole, other))
    # The ends of a resistor, a ceramic capacitor, the fuse or the buzzer may be either way round.
    assume(one[0] != other[0] or whole.parts[one[0]].kind[0] not in "rcf" or whole.parts[one[0]].kind == "c470u")
    assume("c22u" not in (whole.parts[one[0]].kind, whole.parts[other[0]].kind))
    # A cell's two capacitors of 100 nF are alike.
    same = replace(whole.parts[other[0]], ref=one[0]) == whole.parts[one[0]]
    assume(not same or whole.parts[one[0]].kind != "c100n" or one[0] == other[0])
    assert found_in(swapped(whole, one, other)), (one, other)


@given(st.data())
def test_two_joined_nets_are_found(data: st.DataObject) -> None:
    whole = circuit(data.draw(st.sampled_from(QUICK)))
    one, other = data.draw(st.lists(st.sampled_from(sorted(whole.nets)), min_size=2, max_size=2, unique=True))
    nets = [(name, pads) for name, pads in whole.nets.items() if name not in (one, other)]
    assert found_in(with_nets(whole, [*nets, (one, whole.nets[one] | whole.nets[other])])), (one, other)


def test_what_would_let_usb_and_the_charger_feed_each_other_is_found() -> None:
    """The Pico's pin 40, VBUS, is its USB's 5 V; pin 39, VSYS, is behind the diodes of both."""
    whole = circuit("hex4")
    vbus, vsys = ("A2", "20"), net_of(whole, ("A2", "19"))
    for net in ("+5V", "VBUS", "FUSED", vsys):
        assert found_in(with_nets(whole, [*whole.nets.items(), (net, whole.nets[net] | {vbus})])), net
    assert found_in(swapped(whole, ("V2", "1"), ("V2", "2")))
    joined = {name: pads for name, pads in whole.nets.items() if name != vsys}
    assert found_in(with_nets(whole, [*joined.items(), ("+5V", whole.nets["+5V"] | whole.nets[vsys])]))
    fed = whole.nets["+5V"] - {("U17", "1")}
    assert found_in(with_nets(whole, [*whole.nets.items(), ("+5V", fed), (vsys, whole.nets[vsys] | {("U17", "1")})]))


def test_swapped_leds_and_sensors_are_found() -> None:
    """Two cells' parts that changed places, with every wire at its pad: only the panel's definition knows."""
    whole = circuit("hex4")
    for one, other in (("B3", "B20"), ("D7", "D8"), ("U1", "U2"), ("SW1", "SW3")):
        parts = dict(whole.parts)
        for ref, like in ((one, other), (other, one)):
            parts[ref] = replace(whole.parts[like], ref=ref)
        changed = replace(whole, parts=parts)
        if one == "U1":
            changed = swapped(whole, (one, "9"), (other, "9"))
        assert found_in(changed), one


def test_an_extra_part_and_a_pad_on_two_nets_are_found() -> None:
    whole = circuit("hex4")
    twin = {**whole.parts, "R99": replace(whole.parts["R1"], ref="R99")}
    assert found_in(replace(whole, parts=twin))
    beside = with_nets(replace(whole, parts=twin), [*whole.nets.items(), ("X", [("R99", "1"), ("R99", "2")])])
    assert found_in(beside)
    assert found_in(with_nets(whole, [*whole.nets.items(), ("X", [("U1", "24")])]))


def test_the_electrical_rules_see_what_is_open_unfed_or_driven_twice() -> None:
    sheet = describe("hex4")
    sheet.place("B99", "sensor", {"OUT": "SENSE_a1", "VCC": "LONELY"})
    sheet.place("U98", "level_shifter", {"OE": "IDLE", "A": "IDLE", "VCC": "+5V", "GND": "GND"})
    assert sheet.complaints() == [
        "The power in GND of B99 is open.",
        "The net SENSE_a1 has 2 outputs.",
        "The net LONELY joins nothing.",
        "No power comes to the net LONELY.",
        "Nothing drives the inputs on the net IDLE.",
    ]
