"""Trace format: the firmware's calls of the vendor API in order, with arguments and answers.

Most calls consist of the call's number, its arguments, the number of the ``OSError`` that it raised
(0 for none) and its answer; arguments and answer are preceded by their length (2 bytes, low byte
first). The calls of every scan are shorter: ``ADC`` + pin and the reading (2 bytes), ``LINE`` + pin
and the level, ``DELAY`` and the us (2 bytes), ``TICKS`` and the ms (4 bytes), ``SLEEP`` and the us
(4 bytes). Numbers in the other calls are decimal text.
"""

UID = 1
FRAME = 2
PIN_READ = 3
KEY = 4
TONE = 5
DUTY = 6
CONNECTED = 7
WAITING = 8
SERIAL_READ = 9
SERIAL_WRITE = 10
NVM_READ = 11
NVM_WRITE = 12
RANDOM = 13
GETENV = 14
STAT = 15
STATVFS = 16
MKDIR = 17
REMOVE = 18
SYNC = 19
OPEN = 20
SEEK = 21
FILE_READ = 22
FILE_WRITE = 23
CLOSE = 24
REMOUNT = 25
DRAW = 26

DELAY = 32
TICKS = 33
SLEEP = 34

ADC = 128
LINE = 160

NAMES = {
    UID: "read the chip's id",
    FRAME: "sent the lights",
    PIN_READ: "read the pin",
    KEY: "took a key's event",
    TONE: "set the buzzer's Hz to",
    DUTY: "set the buzzer's duty to",
    CONNECTED: "looked whether a host is there",
    WAITING: "looked for bytes from the host",
    SERIAL_READ: "read from the host",
    SERIAL_WRITE: "wrote to the host",
    NVM_READ: "read from the non-volatile memory",
    NVM_WRITE: "wrote to the non-volatile memory",
    RANDOM: "asked for random bytes",
    GETENV: "read the setting",
    STAT: "looked for the file",
    STATVFS: "looked for room on the drive",
    MKDIR: "made the folder",
    REMOVE: "removed the file",
    SYNC: "synced the drive",
    OPEN: "opened the file",
    SEEK: "sought in the file",
    FILE_READ: "read from the file",
    FILE_WRITE: "wrote to the file",
    CLOSE: "closed the file",
    REMOUNT: "remounted the drive",
    DRAW: "drew a random number below",
    DELAY: "waited, in us,",
    TICKS: "read the ticks",
    SLEEP: "slept, in us,",
}
"""The calls in words, for whoever is told of the first that differs."""


def name_of(call: int) -> str:
    """Return a call in words."""
    if call >= LINE:
        return f"set the line GP{call - LINE} to"
    if call >= ADC:
        return f"read the analog input GP{call - ADC}"
    return NAMES.get(call, f"made the unknown call {call}")
