"""Faults by symptom, as docs/build.md has them: what is seen, its likely cause, what to measure or look at, and do."""

from typing import Final, NamedTuple


class Symptom(NamedTuple):
    """What a builder sees, and what to do about it."""

    seen: str
    cause: str
    look: str
    do: str


SYMPTOMS: Final = (
    Symptom(
        "no light at all",
        "only the Pico's USB is plugged in",
        "5V to GND",
        "plug the charger in",
    ),
    Symptom(
        "no light, 5V is 0 V",
        "charger or cable; fuse F1 or MOSFET Q1 open; a short",
        "5V to GND in ohm; the voltage on both sides of F1",
        "try another charger; solder anew; let a tripped fuse cool",
    ),
    Symptom(
        "no light, 5V is right",
        "the firmware does not run",
        "hexlume watch; the console",
        "deploy it again",
    ),
    Symptom(
        "no light, hexlume doctor names the board",
        "the data does not come to the first LED",
        "DIN, with dark frames",
        "0 V: solder U16, R30 and pin 21; right: solder or turn the first LED",
    ),
    Symptom(
        "no light after an hour",
        "nobody was there: it is idle",
        "press a button",
        "nothing",
    ),
    Symptom(
        "the first LEDs light, the rest do not",
        "the last lit LED's output, or the next LED",
        "DIN2 if only the first one lights; else look at both on the chain",
        "solder both; turn or replace the next one, then the last lit one",
    ),
    Symptom(
        "status lights on cells, or lights beside the discs",
        "HEXLUME_PANEL is not your panel",
        "the panel that hexlume doctor names",
        "write it into settings.toml",
    ),
    Symptom(
        "another game than settings.toml names",
        "a setting or the game's rules cannot be used",
        "the incidents of hexlume doctor: fallback, with a sentence each",
        "correct the line, or deploy the game again",
    ),
    Symptom(
        "red and green exchanged everywhere",
        "LEDs with another order of colours",
        "red, green, blue",
        "use the LED of the bill: index.html says what must not replace it",
    ),
    Symptom(
        "one LED has a wrong colour",
        "one of its three lights is dead",
        "the same",
        "replace it",
    ),
    Symptom(
        "one cell is dead",
        "its sensor's joints, or its channel",
        "its sensor's pin 3",
        "1.59 to 1.71 V: solder the multiplexer's pin of that channel; else solder the sensor",
    ),
    Symptom(
        "one cell is stuck, weak or drifted",
        "a joint; another sensor; a magnet nearby",
        "its sensor's pin 3, no disc near",
        "right: calibrate with hexlume doctor --learn; else replace the sensor",
    ),
    Symptom(
        "one cell is noisy",
        "its capacitor CB…, its supply's joint",
        "3V3 at its pin 1",
        "solder both",
    ),
    Symptom(
        "more than a quarter of the cells are noisy",
        "3V3 or the Pico's ADC_VREF",
        "3V3; the Pico's pin 35",
        "solder C2, U17 and pin 35; try another charger",
    ),
    Symptom(
        "every third cell is dead (on hex5 a2, a5, b3, …)",
        "one multiplexer, or its analog input",
        "MUX0 to MUX2; 3V3 at its pin 24",
        "solder its pins 1, 12, 15 and 24, and R1 to R3",
    ),
    Symptom(
        "a disc shows at two cells, or at another one",
        "an address line is open or bridged",
        "the multiplexers' pins 10, 11, 13, 14",
        "solder them and R21 to R24",
    ),
    Symptom(
        "every cell is dead, or shows a number with no disc on it",
        "3V3 is missing or shorted",
        "3V3 to GND, in ohm and in V",
        "plug the charger in; find the bridge; solder U17",
    ),
    Symptom(
        "the same in all cells of one bank",
        "its enable line",
        "the line's pin at socket A1",
        "solder its 1 kohm (R25 to R29) and pin 15 of its multiplexers",
    ),
    Symptom(
        "white discs read as black",
        "the magnets are upside down",
        "hexlume doctor: white is positive",
        "turn the magnets over",
    ),
    Symptom(
        "a cell winks red-orange",
        "the board plays around a bad sensor",
        "hexlume doctor",
        "as for the cell's state above",
    ),
    Symptom(
        "the menu is unreadable",
        "the wrong panel, LEDs out of order, or brightness night",
        "the rows of the menu in words, on hexlume play's page",
        "put the panel's name right; look at the lights",
    ),
    Symptom(
        "the menu button does nothing",
        "its joints; the starter has no menu",
        "its far pins to its near ones, pressed",
        "solder it and the Pico's pin 25",
    ),
    Symptom(
        "no board over USB",
        "a cable that only charges; no firmware",
        "hexlume watch; another cable",
        "do what hexlume doctor says",
    ),
    Symptom(
        "the drive is read-only",
        "the board keeps its games on it",
        "at the start, was act held, and the charger out?",
        "hold it; else join the Pico's pins 22 and 23 with a wire while you plug it in",
    ),
    Symptom(
        "four red status lights",
        "the board's program failed",
        "their pattern: docs/lights.md",
        "run hexlume doctor, and report it",
    ),
    Symptom(
        "warm parts, or the smell of it",
        "a short, or a part turned",
        "nothing: unplug first",
        "compare with the drawing's dots; measure the ohms again",
    ),
)
