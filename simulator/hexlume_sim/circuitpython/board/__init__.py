"""Twin of ``board``: the pins of a Raspberry Pi Pico."""

from hexlume_sim.chip.chip import powered as _powered

board_id = "raspberry_pi_pico"

for _pin in _powered().pins:
    if _pin.number not in (23, 24, 29):
        globals()[_pin.name] = _pin
A0 = _powered().pins[26]
A1 = _powered().pins[27]
A2 = _powered().pins[28]
LED = _powered().pins[25]
VBUS_SENSE = _powered().pins[24]
SMPS_MODE = _powered().pins[23]
A3 = VOLTAGE_MONITOR = _powered().pins[29]
