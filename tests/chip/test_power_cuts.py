"""Power cuts during flash writes of real CircuitPython: no action confirmed by a light is lost.

The CPython twin fills the journal in nvm until the board is about to move it to the archive on the
drive.
"""

import functools
import shutil
from pathlib import Path
from typing import NamedTuple

import fatfs
import pytest

from hexlume_record.game.events import ACTION
from hexlume_sim.chip.flash import ERASE_STEPS, SECTOR
from hexlume_sim.chip_emulator.firmware_run import run_chip
from hexlume_sim.chip_emulator.flash import DRIVE_START, NVM_START
from hexlume_sim.chip_emulator.twin import ChipTwin
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.careful import play_games
from hexlume_sim.twin import Board, Twin
from tests.chip.booted import SEED, Script, flash_with, in_copy, started
from tests.chip.instrumented import SETTINGS
from tests.vm.demo import HostLink
from tests.vm.visits import MS, until

pytestmark = [pytest.mark.chip, pytest.mark.timeout(2400)]

MANY_GAMES = 60
MANY_SEEDS = 20
SILENCE_MS = 3000
SETTLING_MS = 8000
REACTION_MS = 3000
"""Longer than the board takes to know that the discs stand right, and to move the journal; and to take an action in."""


class Full(NamedTuple):
    """A journal that is full once a last action is in: what nvm holds before it, the discs before and after it."""

    nvm: bytes
    before: dict[str, str]
    after: dict[str, str]


class Write(NamedTuple):
    """A write to the flash: the supply's steps before it, whether it erases, its sector and its own steps.

    ``acted`` is whether the action had been made.
    """

    spent: int
    erases: bool
    sector: int
    steps: int
    acted: bool


class Cut(NamedTuple):
    """What a power cut left: all of the flash, and whether the lights had shown the action as accepted before."""

    flash: bytes
    shown: bool


@functools.cache
def full_journal() -> Full:
    """Return the first one whose last action puts a disc on a free cell; others turn one over, or clear the table."""
    return next(full for full in map(filled, range(1, MANY_SEEDS)) if len(full.after) == len(full.before) + 1)


def filled(seed: int) -> Full:
    twin = Twin("hex4", SEED)
    seen: list[Full] = [Full(b"", {}, {})]

    def note() -> None:
        if twin.chip.flash.erases:
            twin.stop()
        seen.append(Full(bytes(twin.chip.flash.cells), seen[-1].after, twin.table.discs()))

    twin.table.listeners.append(note)
    arguments = {"game": "orochi", "size": 3, "options": {}, "count": MANY_GAMES, "seed": seed}
    twin.clock.run_script(play_games(twin, **arguments))  # type: ignore[arg-type]
    ending = run_firmware(twin, default_drive(), SETTINGS)
    assert not ending.failed, ending.message
    assert twin.chip.flash.erases == 1
    return seen[-1]


def flash_before() -> bytes:
    flash = bytearray(flash_with({}, SETTINGS))
    flash[NVM_START : NVM_START + SECTOR] = full_journal().nvm
    return bytes(flash)


@functools.cache
def board_before() -> ChipTwin:
    """Return a board with the full journal, its discs on the table, at its first light. Use it in a copy only."""
    return started(flash_before())


def stand_as_before(board: Board) -> Script:
    """Let the discs stand as the game has them; the board moves the full journal once the table is quiet."""
    for cell, piece in full_journal().before.items():
        board.table.put(cell, piece)
    yield SETTLING_MS * MS


def gesture(board: Board) -> None:
    """Make the action that CPython's twin made last."""
    board.table.put(cell_of_action(), full_journal().after[cell_of_action()])


def cell_of_action() -> str:
    full = full_journal()
    (cell,) = full.after.keys() - full.before.keys()
    return cell


@functools.cache
def writes() -> list[Write]:
    """Return what the flash does from the board's first light on."""
    twin = board_before()

    def work() -> list[Write]:
        found: list[Write] = []
        made = [False]
        flash = twin.chip.flash
        erase, program, begun = flash.erase, flash.program, flash.supply.spent

        def noted_erase(sector: int = 0) -> None:
            found.append(Write(flash.supply.spent - begun, True, sector, ERASE_STEPS, made[0]))
            erase(sector)

        def noted_program(start: int, values: bytes) -> None:
            found.append(Write(flash.supply.spent - begun, False, start // SECTOR, len(values), made[0]))
            program(start, values)

        def script() -> Script:
            yield from stand_as_before(twin)
            gesture(twin)
            made[0] = True
            yield REACTION_MS * MS

        flash.erase, flash.program = noted_erase, noted_program  # type: ignore[method-assign]
        running = twin.clock.run_script(script())
        run_chip(twin, lambda: running.done)
        return found

    return in_copy(work)


def cut_after(steps: int) -> Cut:
    """Do the same again and let the power go after a number of the supply's steps."""
    twin = board_before()

    def work() -> Cut:
        shown: list[bool] = []

        def script() -> Script:
            yield from stand_as_before(twin)
            offered = twin.led(cell_of_action())
            twin.leds.listeners.append(lambda us, rgb: shown.append(twin.led(cell_of_action()) != offered))
            gesture(twin)
            yield REACTION_MS * MS

        twin.chip.flash.supply.cut_after = steps
        running = twin.clock.run_script(script())
        ending = run_chip(twin, lambda: running.done)
        assert "flash" in ending.message, "the power went within a write"
        return Cut(bytes(twin.chip.flash.cells), any(shown))

    return in_copy(work)


def recovered(flash: bytes) -> bytes:
    """Switch a board with that flash on, and return its flash once it waits for the players."""

    def work() -> bytes:
        twin = started(flash)

        def script() -> Script:
            yield SETTLING_MS * MS

        running = twin.clock.run_script(script())
        run_chip(twin, lambda: running.done)
        return bytes(twin.chip.flash.cells)

    return in_copy(work)


def games_on(nvm: bytes, drive: Path) -> dict[str, list[str]]:
    """Return each game's actions, the oldest first, as a host hears them from CPython's twin with nvm and a drive.

    The emulated chip would take ten minutes to send them all.
    """
    twin = Twin("hex4", SEED, nvm)
    host = HostLink(twin)

    def script() -> Script:
        yield from until(lambda: bool(host.events), "the game told")
        heard = -1
        while heard != len(host.received):
            heard = len(host.received)
            yield SILENCE_MS * MS
        twin.stop()

    twin.clock.run_script(script())
    ending = run_firmware(twin, drive, SETTINGS)
    assert not ending.failed, ending.message
    return {
        game: [event.data["action"] for event in events if event.kind == ACTION]
        for game, events in sorted(host.events.items())
    }


def drive_with_archive(flash: bytes, folder: Path) -> Path:
    """Return a folder with the firmware and the archive's files that lie on the drive in a chip's flash."""
    shutil.copytree(default_drive(), folder)
    partition = fatfs.Partition(fatfs.RamDisk(bytearray(flash[DRIVE_START:]), sector_size=512))
    partition.mount()
    fatfs.PartitionExtended(partition).copy_tree_to("/journal", folder / "journal")
    return folder


@functools.cache
def games_before() -> dict[str, list[str]]:
    return games_on(full_journal().nvm, default_drive())


NVM = NVM_START // SECTOR


def place_in_page_program() -> int:
    """Within the page in nvm that keeps the action."""
    write = next(write for write in writes() if write.acted and not write.erases and write.sector == NVM)
    return write.spent + max(1, write.steps // 2)


def place_between_erase_and_program() -> int:
    """After nvm was erased, before anything is in it again."""
    write = next(write for write in writes() if write.erases and write.sector == NVM)
    return write.spent + ERASE_STEPS


def place_in_rotation() -> int:
    """Within the first page of the archive that is programmed on the drive."""
    write = next(write for write in writes() if not write.erases and write.sector > NVM)
    return write.spent + write.steps // 2


@pytest.mark.parametrize("place", [place_in_page_program, place_between_erase_and_program, place_in_rotation])
def test_no_confirmed_action_is_lost_in_a_power_cut(place, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    cut = cut_after(place())
    flash = recovered(cut.flash)
    nvm = flash[NVM_START : NVM_START + SECTOR]
    before, after = games_before(), games_on(nvm, drive_with_archive(flash, tmp_path / "drive"))
    (running,) = [game for game, actions in after.items() if len(actions) > len(before.get(game, actions))] or [""]
    assert running or not cut.shown, "the action that was shown is lost"
    for game, actions in before.items():
        assert after[game][: len(actions)] == actions
        assert len(after[game]) - len(actions) == (game == running)
