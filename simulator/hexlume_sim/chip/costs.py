"""Cost tables: times and sizes of the RP2040 (Pico) and the RP2350 (Pico 2).

Measured with CircuitPython 10.2.1: on an emulated RP2040 at 125 MHz with its flash cache misses,
which cost 6 %, and on an emulated RP2350 at 150 MHz whose timing was fitted to benchmarks of a real
Pico 2. The twin is within 15 % of the measurements (``test_costs.py``).
"""

from typing import NamedTuple

from hexlume_hw.physics import converter
from hexlume_hw.physics.converter import Converter


class Weights(NamedTuple):
    """The interpreter's time for each kind of syntax node, in us.

    ``name`` is a local variable, ``module_name`` a global one, ``builtin_name`` a built-in, which
    is looked up in the module first. ``float_operator`` is a division, or an operator with a float
    literal. ``attribute`` is a read, ``set_attribute`` an assignment to an attribute of ``self``. A
    method call costs ``attribute``, ``call`` and ``method``. ``function`` is the start of a Python
    function, ``loop`` one iteration, ``build`` the creation of an object, ``import_name`` an
    ``import`` of a loaded module.

    The weights were fitted to the times of whole passes of the firmware, starting from single
    statements timed on the emulated chip. They are accurate in total, not one by one.
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
    """A flash chip: its size in bytes, and its typical erase and program times in us.

    Both chips have sectors of 4 kB and pages of 256 bytes, and by Winbond's datasheets the same
    times.
    """

    part: str
    capacity: int
    erase_sector: int
    program_page: int


W25Q16JV = FlashChip("W25Q16JV", 2 << 20, 45_000, 400)
"""The flash of a Pico."""
W25Q32RV = FlashChip("W25Q32RV", 4 << 20, 45_000, 400)
"""The flash of a Pico 2 (Pico 2 datasheet, chapter 1)."""


class Costs(NamedTuple):
    """One chip's costs, in us unless the name says otherwise.

    ``conversion`` is a read of ``AnalogIn.value``, ``pin_set`` an assignment to
    ``DigitalInOut.value``; both include the attribute lookup. ``call`` is a short call into a
    hardware module, without the interpreter's cost of the call. ``frame`` is ``NeoPixel.show``
    without the LEDs' own time. ``import_module`` is the load of a compiled module from the drive.
    ``grow_block`` is the allocation of 512 bytes for a growing file. ``collect`` is a garbage
    collection with the firmware's objects on the heap. It was measured on the emulated RP2040. The
    RP2350 is a third faster and has 2.7 times as many blocks, so the same time is assumed.

    A program or an erase of the flash empties its cache. ``cold_cache`` is what the misses after
    that cost in all, and after ``warm_after`` of Python's work all but 1/e of them are over. Read on
    the emulated RP2350, whose cache is modelled: some 3,100 misses in the 6.0 ms of work between
    the program of an action and its frame (hex7), which then took 12.4 ms. So a miss costs
    2.07 us: CircuitPython keeps the boot ROM's slow setting there, 96 clocks at 50 MHz a line. On an
    RP2040 a line takes 28 clocks at 62.5 MHz (quad reads without a command), and the misses are
    assumed to be as many. How soon they come is assumed too.
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
    cold_cache: float
    warm_after: float
    usb_ready: int
    flash: FlashChip
    heap_bytes: int
    drive_bytes: int
    converter: Converter

    @property
    def conversion_itself(self) -> float:
        """A conversion without the metered cost of the attribute."""
        return self.conversion - self.weights.attribute - self.weights.name

    @property
    def pin_set_itself(self) -> float:
        """Setting a pin without the metered cost of the assignment."""
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
    cold_cache=1_400.0,
    warm_after=1_000.0,
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
    cold_cache=6_400.0,
    warm_after=1_000.0,
    usb_ready=1_400_000,
    flash=W25Q32RV,
    heap_bytes=422_000,
    drive_bytes=3050 << 10,
    converter=converter.RP2350,
)

MICROCONTROLLERS = {"pico2": RP2350, "pico": RP2040}
"""The supported microcontrollers by their names in options."""
DEFAULT_MICROCONTROLLER = "pico2"
PICO_CELLS = 61
"""Cells of hex5, the largest panel for which a Pico has enough memory."""
