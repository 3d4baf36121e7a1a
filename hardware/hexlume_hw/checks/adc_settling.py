"""How long an analog input takes to settle on another sensor, simulated with ngspice.

From the edge at the Pico's address pin: through the line's series resistor the multiplexers' address inputs charge, the
multiplexer decodes, and the new sensor charges the input's filter through the multiplexer's resistance, with no more
current than it is specified for. The scan waits for ``hexlume.hardware.scan.SETTLE_US``, which a test compares with
this.
"""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from hexlume_hw.errors import HardwareError

ON_OHMS = (70.0, 130.0, 300.0)
"""A CD74HC4067 channel at least, typically and at most. At 4.5 V its datasheet says 70 typically and 240 at most over
temperature; 3.3 V is not specified, and 1.3 times as much as at 4.5 V is what the 74HC4067's curves between 2 V and
4.5 V (Nexperia) come to."""
DECODE_US = 0.4
"""From an address input to the switch: 275 ns at 4.5 V at most, and more at 3.3 V."""
COUNTS = 4096
BEGIN_US = 1.0


@dataclass(frozen=True, slots=True)
class Channel:
    """The way from a sensor to the converter.

    The sensor swings from ``low_v`` to ``high_v`` (DRV5055 at 3.3 V: 0.2 V from either rail) and gives at most
    ``drive_ma``. ``common_pf`` is the capacitance of all multiplexers' outputs on one input (five of 50 pF and their
    tracks), ``sensor_pf`` that of a sensor's track, ``address_pf`` that of an address line's inputs (fifteen of 10 pF
    and their tracks).
    """

    on_ohms: float
    filter_ohms: float = 470.0
    filter_nf: float = 1.0
    line_ohms: float = 1000.0
    address_pf: float = 200.0
    sensor_pf: float = 50.0
    common_pf: float = 300.0
    drive_ma: float = 1.0
    low_v: float = 0.2
    high_v: float = 3.1
    supply_v: float = 3.3


def settle_us(channel: Channel) -> float:
    """Return the time in us from an address pin's edge until the input is within half a count of a full step's end.

    Raises ``HardwareError`` if ngspice is not installed or fails.
    """
    return _simulate(_deck(channel)) + DECODE_US


def worst_us() -> int:
    """Return what the scan has to wait, in whole us: highest resistances (1 % parts) and capacitance (a 5 % part)."""
    channel = Channel(ON_OHMS[-1])
    return ceil(
        settle_us(
            replace(
                channel,
                filter_ohms=channel.filter_ohms * 1.01,
                line_ohms=channel.line_ohms * 1.01,
                filter_nf=channel.filter_nf * 1.05,
            )
        )
    )


def _deck(channel: Channel) -> str:
    """Return ngspice's circuit file. The step rises; falling is its mirror image."""
    half_count = channel.supply_v / COUNTS / 2
    drive = channel.drive_ma * 1e-3
    return f"""A multiplexer's channel settles
.options reltol=1e-6
Vold old 0 {channel.low_v}
Vnew new 0 {channel.high_v}
* The sensor's output: 10 ohm, and no more current than it is specified for.
Bnew 0 sensor I = {drive}*tanh((V(new)-V(sensor))/({drive}*10))
Vpin pin 0 PULSE(0 {channel.supply_v} {BEGIN_US}u 1n 1n 1 2)
Rline pin address {channel.line_ohms}
Cline address 0 {channel.address_pf}p
* The switches change over within some 10 mV of the address input's threshold.
Bold old common I = (V(old)-V(common))/{channel.on_ohms}*(1-tanh((V(address)-{channel.supply_v / 2})/0.02))/2
Bchannel sensor common I = (V(sensor)-V(common))/{channel.on_ohms}*(1+tanh((V(address)-{channel.supply_v / 2})/0.02))/2
Csensor sensor 0 {channel.sensor_pf}p
Ccommon common 0 {channel.common_pf}p
Rfilter common input {channel.filter_ohms}
Cfilter input 0 {channel.filter_nf}n
.tran 5n 60u 0 5n
.measure tran settled WHEN V(input)={channel.high_v - half_count:.7f} RISE=1
.end
"""


def _simulate(deck: str) -> float:
    """Return the measured time after the edge, in us."""
    ngspice = shutil.which("ngspice")
    if ngspice is None:
        raise HardwareError("ngspice is missing: install the Debian package ngspice.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "settling.cir")
        path.write_text(deck)
        run = subprocess.run(
            [ngspice, "-b", str(path)], capture_output=True, text=True, timeout=60, check=False, cwd=folder
        )
    found = re.search(r"^settled\s*=\s*(\S+)", run.stdout, re.MULTILINE)
    if found is None:
        raise HardwareError("ngspice measured no settling: " + (run.stderr.strip() or run.stdout.strip())[-200:])
    return float(found[1]) * 1e6 - BEGIN_US
