"""The ground's pours: a pad that other nets close in is found, and joined by a via."""

import pytest

from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import Design, Placed
from hexlume_hw.board.ground import Ground
from hexlume_hw.panel.netlist import Netlist, Part
from hexlume_hw.panel.outline import outline

pytestmark = pytest.mark.integration

CHIP = "Capacitor_SMD:C_0805_2012Metric"


def test_a_pad_that_nets_close_in_on_both_layers_is_joined_by_a_via() -> None:
    places = {"C1": 0.0, "C2": 30.0}
    nets = {"GND": frozenset((ref, "2") for ref in places)}
    copper = Copper(
        Design("hex4", outline("hex4"), Netlist("hex4", {ref: Part(ref, "c100n", CHIP) for ref in places}, nets))
    )
    for ref, x in places.items():
        copper.design.placed[ref] = Placed(ref, CHIP, x, 0.0, 0.0)
        for land in copper.design.lands(ref):
            copper.land(land)
            if land.net == "GND":
                copper.track("GND", "F", land.x, land.y, land.x, land.y + 2.0)
                copper.via("GND", land.x, land.y + 2.0)
    ground = Ground(copper)
    # The front's ring is so wide that a via fits between it and the back's.
    for layer, reach, cut in (("F", 12.0, []), ("B", 6.0, ["C1"])):
        copper.track("A", layer, -reach, -reach, reach, -reach, reach, reach, -reach, reach, -reach, -reach)
        assert [one.land.ref for one in ground.cut_off()] == cut
    vias = len(copper.design.vias)
    assert ground.join() == [] == ground.cut_off()
    assert {via.net for via in copper.design.vias[vias:]} == {"GND"}
