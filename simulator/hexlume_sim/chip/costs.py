"""What things cost on each chip: one table for the RP2040 of a Pico and one for the RP2350 of a Pico 2.

Measured with CircuitPython 10.2.1: on an emulated RP2040 at 125 MHz, with the misses of its flash cache, which cost
6 %, and on an emulated RP2350 at 150 MHz whose timing was fitted to benchmarks of a real Pico 2. The twin is within
15 % of the measurements (``test_costs.py``).
"""

from typing import NamedTuple

from hexlume_hw.physics import converter
from hexlume_hw.physics.converter import Converter


class Weights(NamedTuple):
    """The interpreter's time for each kind of syntax node, in us.

    ``name`` is a local variable, ``module_name`` one of the module, ``builtin_name`` a built-in's, which is sought in
    the module first. ``float_operator`` is a division, or an operator with a literal of that type. ``attribute`` is a
    read, ``set_attribute`` an assignment to one of ``self``; ``method`` comes on top of the first and of ``call`` where
    an attribute is called. ``function`` is charged when a Python function begins, ``loop`` for each turn of a loop,
    ``build`` where an object is made, ``import_name`` for an ``import`` of a module that is there.

    The weights were fitted to what whole passes of the firmware take, beginning from single statements timed on the
    emulated chip. They are right together, not each for itself.
    """

    name: float
    module_name: float
    builtin_name: float
    constant: float
    attribute: float
    set_attribute: float
    subscript: float
    operator: float
    float_operator: float
    call: float
    method: float
    loop: float
    function: float
    build: float
    import_name: float


class FlashChip(NamedTuple):
    """A flash chip: its size in bytes, and the typical time of an erased sector and of a programmed page in us.

    Both chips have sectors of 4 kB and pages of 256 bytes, and the same times by Winbond's datasheets.
    """

    part: str
    capacity: int
    erase_sector: int
    program_page: int


W25Q16JV = FlashChip("W25Q16JV", 2 << 20, 45_000, 400)
"""On a Pico."""
W25Q32RV = FlashChip("W25Q32RV", 4 << 20, 45_000, 400)
"""On a Pico 2 (Pico 2 datasheet, 1)."""


class Costs(NamedTuple):
    """One chip's costs, in us unless the name says otherwise.

    ``conversion`` is a read of ``AnalogIn.value``, ``pin_set`` an assignment to ``DigitalInOut.value``: both with what
    the interpreter takes to find the attribute. ``call`` is a call into a hardware module that does little, beyond what
    the interpreter takes to make it. ``frame`` is ``NeoPixel.show`` without the LEDs' own time, ``import_module``
    reading a compiled module from the drive, ``grow_block`` finding 512 bytes of the drive for a file that grows,
    ``collect`` a collection of the heap with the firmware's parts in it. That of the RP2040 is measured on the emulated
    chip; the RP2350, a third faster, has 2.7 times as many blocks to look at, and is taken to need as long.
    """

    chip: str
    board: str
    clock_hz: int
    weights: Weights
    call: float
    conversion: float
    pin_set: float
    frame: float
    serial_read: float
    serial_write: float
    import_module: float
    grow_block: float
    collect: float
    usb_ready: int
    flash: FlashChip
    heap_bytes: int
    drive_bytes: int
    converter: Converter

    @property
    def conversion_itself(self) -> float:
        """A conversion without what the metering charges for the attribute."""
        return self.conversion - self.weights.attribute - self.weights.name

    @property
    def pin_set_itself(self) -> float:
        """Setting a pin without what the metering charges for the assignment."""
        return self.pin_set - self.weights.name - self.weights.constant


RP2040 = Costs(
    chip="RP2040",
    board="Pico",
    clock_hz=125_000_000,
    weights=Weights(
        name=0.25,
        module_name=0.6,
        builtin_name=5.0,
        constant=0.2,
        attribute=4.4,
        set_attribute=10.0,
        subscript=1.75,
        operator=0.85,
        float_operator=2.5,
        call=3.2,
        method=12.0,
        loop=0.8,
        function=7.2,
        build=5.0,
        import_name=60.0,
    ),
    call=3.0,
    conversion=6.3,
    pin_set=3.9,
    frame=80.0,
    serial_read=25.0,
    serial_write=45.0,
    import_module=12_000.0,
    grow_block=3_200.0,
    collect=23_000.0,
    usb_ready=1_400_000,
    flash=W25Q16JV,
    heap_bytes=157_696,
    drive_bytes=1 << 20,
    converter=converter.RP2040,
)

RP2350 = Costs(
    chip="RP2350",
    board="Pico 2",
    clock_hz=150_000_000,
    weights=Weights(
        name=0.13,
        module_name=0.4,
        builtin_name=3.5,
        constant=0.15,
        attribute=4.2,
        set_attribute=7.0,
        subscript=1.0,
        operator=0.5,
        float_operator=1.4,
        call=2.3,
        method=11.0,
        loop=0.55,
        function=5.0,
        build=3.0,
        import_name=46.8,
    ),
    call=7.0,
    conversion=5.3,
    pin_set=7.4,
    frame=180.0,
    serial_read=25.0,
    serial_write=45.0,
    import_module=12_000.0,
    grow_block=1_000.0,
    collect=23_000.0,
    usb_ready=1_400_000,
    flash=W25Q32RV,
    heap_bytes=422_000,
    drive_bytes=3050 << 10,
    converter=converter.RP2350,
)

MICROCONTROLLERS = {"pico2": RP2350, "pico": RP2040}
"""What may drive a panel, by the name that options have for it."""
DEFAULT_MICROCONTROLLER = "pico2"
PICO_CELLS = 61
"""Cells of hex5, the largest panel that a Pico has memory for."""
