"""What a person and the board would find under each fault of a panel: the table that ``hexlume doctor`` names by.

``python -m hexlume_hw.faults.predictions`` writes the tables of all panels, in some minutes; a test compares them.
"""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from hexlume.hardware.panel import panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.board.drawing import draw
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.faults.behaviour import Behaviour, behaviour, lead_volts
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.rails import drops
from hexlume_hw.faults.single_faults import SENSORS, Fault, single_faults
from hexlume_hw.faults.supply import power_nets
from hexlume_hw.panel.netlist import Pad
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.physics.sensor import MIDDLE

Prediction = dict[str, Any]

RAILS: Final = ("+3V3", "+5V")
"""The supplies that run all over the board: where a short is on them shows by millivolts."""
STATUS: Final = ("white", "black", "act", "state")
"""The status lights, as a person calls them, in their order."""
FLOATING: Final = (0, 1)
"""A line that nothing drives may read low or high: both are predicted."""
_REST_COUNTS: Final = 60
_RESPONSE: Final = 5
"""Percent of a good disc's reading below which a response is left out."""
_VOLTS: Final = 0.3
_MOST_ALIKE: Final = 60
"""Faults that look alike, beyond which no lead is worth measuring."""


class Predictor:
    """Predicts what is found on a panel with a fault."""

    def __init__(self, panel: str) -> None:
        """Describe the panel; raises ``ValueError`` if it is not made."""
        self.sound = Circuit.of(netlist(panel))
        self.grid = panel_grid(panel)
        self._nets = power_nets(self.sound)
        self._cells = {part.ref: self.grid.name(part.cell) for part in self.sound.parts.values() if part.cell >= 0}
        self.lights = self._cells | {
            part.ref: STATUS[part.status] for part in self.sound.parts.values() if part.status >= 0
        }
        self.well = behaviour(self.sound, self._nets, 0)

    def behaviour(self, fault: Fault, floating: int) -> Behaviour:
        """Return what the board does with a fault."""
        return behaviour(fault.applied(self.sound), self._nets, floating)

    def prediction(self, fault: Fault, floating: int, does: Behaviour | None = None) -> Prediction:
        """Return what is found with a fault, as far as it is not what a sound board has."""
        if fault.disc:
            return {"magnets": {fault.where: round(100 * fault.disc)}}
        does = does or self.behaviour(fault, floating)
        variants = fault.applied(self.sound).variants
        found: Prediction = {
            "rest": {
                self.grid.name(cell): round(reading.counts)
                for cell, reading in enumerate(does.readings)
                if abs(reading.counts - MIDDLE) > _REST_COUNTS
            },
            "disc": self._discs(does, variants),
            "lights": {
                self.lights[ref]: does.lights.get(ref, "---")
                for ref, colours in self.well.lights.items()
                if does.lights.get(ref, "---") != colours
            },
            "keys": _differing(self.well.keys, does.keys),
            "starts": _differing(self.well.starts, does.starts),
            "volts": {
                name: round(volts, 1)
                for name, volts in does.volts.items()
                if abs(volts - self.well.volts[name]) > _VOLTS
            },
            "ohms": {name: round(ohms, 1) for name, ohms in does.ohms.items() if ohms < 10},
            "sound": {} if does.sound == self.well.sound else {"buzzer": does.sound},
            "hot": {"part": does.hot} if does.hot else {},
        }
        return {name: values for name, values in found.items() if values}

    def _discs(self, does: Behaviour, variants: dict[str, str]) -> dict[str, dict[str, int]]:
        """Return by cell what a white disc there gives at which cells, in percent, where that is not as it should."""
        felt: dict[str, dict[str, int]] = {self.grid.name(cell): {} for cell in range(self.grid.cells)}
        for cell, reading in enumerate(does.readings):
            for ref, share in reading.sensors:
                percent = round(100 * share * SENSORS.get(variants.get(ref, ""), 1.0))
                if abs(percent) >= _RESPONSE:
                    felt[self._cells[ref]][self.grid.name(cell)] = percent
        return {cell: where for cell, where in felt.items() if where != {cell: 100}}

    def lead_volts(self, fault: Fault | None, floating: int) -> dict[str, float]:
        """Return the volts at every lead that is there."""
        circuit = self.sound if fault is None else fault.applied(self.sound)
        return lead_volts(circuit, self.sound, self._nets, floating)

    def leads(self, fault: Fault, floating: int, refs: Iterable[str]) -> dict[str, float | None]:
        """Return the volts at the leads of parts, ``None`` where there is no part."""
        volts = self.lead_volts(fault, floating)
        pins = [f"{ref}.{pin.number}" for ref in refs for pin in KINDS[self.sound.parts[ref].kind].pins]
        leads = [f"{pin}{where}{level}" for pin in pins for where in ("", " pad") for level in ("", " high", " out")]
        return {
            lead: round(volts[lead], 1) if lead in volts else None
            for lead in leads
            if lead in volts or "pad" not in lead
        }

    def shorted(self, fault: Fault, rail: str) -> Pad | None:
        """Return the pad at which a fault joins a rail to ground, ``None`` if it does not."""
        if sorted(fault.applied(self.sound).bridges) not in ([(rail, "GND")], [("GND", rail)]):
            return None
        (ref,) = places(fault)
        numbers = re.findall(r"pin (\w+)", fault.where) or [
            pin.number for pin in KINDS[self.sound.parts[ref].kind].pins
        ]
        return next((ref, number) for number in numbers if self.sound.net_of[ref, number] == rail)


def rail_drops(predictor: Predictor, faults: list[Fault]) -> dict[str, dict[str, float]]:
    """Return for each short of a rail how far each capacitor's pad is below its test point, in mV at 1 A."""
    found: dict[str, dict[str, float]] = {}
    design = draw(predictor.sound.panel, netlist(predictor.sound.panel), lambda text: None)
    for rail in RAILS:
        pads = {fault.name: pad for fault in faults if (pad := predictor.shorted(fault, rail))}
        capacitors = [pad for pad in pads.values() if "capacitor" in KINDS[predictor.sound.parts[pad[0]].kind].name]
        millivolts = drops(design, rail, pads.values(), capacitors)
        for name, row in zip(pads, millivolts, strict=True):
            found[name] = {ref: round(drop, 1) for (ref, _), drop in zip(capacitors, row, strict=True)}
    return found


def _differing(well: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if value != well[name]}


def table(panel: str, faults: list[Fault] | None = None) -> dict[str, Any]:
    """Return a panel's faults with what is found under each, ready for JSON; some faults only if they are given."""
    predictor = Predictor(panel)
    faults = single_faults(predictor.sound) if faults is None else faults
    alike: defaultdict[frozenset[str], list[tuple[int, int]]] = defaultdict(list)
    found: list[dict[int, str]] = []
    for number, fault in enumerate(faults):
        variants: dict[int, str] = {}
        for floating in FLOATING:
            does = predictor.well if fault.disc else predictor.behaviour(fault, floating)
            text = json.dumps(predictor.prediction(fault, floating, does), sort_keys=True)
            if text not in variants.values():
                alike[_places_of(json.loads(text))].append((number, floating))
                variants[floating] = text
            if does.certain:
                break
        found.append(variants)
    leads: dict[tuple[int, int], dict[str, float | None]] = {}
    for where, members in alike.items():
        refs = {ref for number, _ in members for ref in places(faults[number])}
        if 1 < len(members) <= _MOST_ALIKE and where:
            shown = {member: predictor.leads(faults[member[0]], member[1], refs) for member in members}
            telling = [lead for lead in next(iter(shown.values())) if len({of[lead] for of in shown.values()}) > 1]
            leads |= {member: {lead: of[lead] for lead in telling} for member, of in shown.items()}
    dropped = rail_drops(predictor, faults)
    texts = dict.fromkeys(text for variants in found for text in variants.values())
    symptoms = {text: index for index, text in enumerate(texts)}
    return {
        "panel": panel,
        "found": [json.loads(text) for text in symptoms],
        "faults": [
            {
                "kind": fault.kind,
                "where": fault.where,
                "what": fault.what,
                "found": [[symptoms[text], leads.get((number, floating), {})] for floating, text in variants.items()],
                **({"drops": dropped[fault.name]} if fault.name in dropped else {}),
            }
            for number, (fault, variants) in enumerate(zip(faults, found, strict=True))
        ],
    }


def _places_of(prediction: Prediction) -> frozenset[str]:
    """Return where a prediction differs from a sound board: predictions that the host may not tell apart share it."""
    return frozenset(
        f"{what} {name} {sorted(values) if isinstance(values, dict) else ''}"
        for what, there in prediction.items()
        for name, values in there.items()
    )


def places(fault: Fault) -> list[str]:
    """Return the references of the parts that a fault is at."""
    return re.findall(r"\b([A-Z]{1,2}\d+)\b(?! \()", re.sub(r"pin \w+( \(\w+\))?|line \w+", "", fault.where))


def packed(found: dict[str, Any]) -> bytes:
    """Return a table's file."""
    text = json.dumps(found, separators=(",", ":"), sort_keys=True)
    return gzip.compress(text.encode(), mtime=0)


def main() -> None:
    """Write the tables into the lab's package."""
    folder = Path(__file__).parents[3] / "host/hexlume_plugins/lab/fault_tables"
    for panel in ORDERABLE:
        (folder / f"{panel}.json.gz").write_bytes(packed(table(panel)))


if __name__ == "__main__":
    main()
