"""``hexlume boards``: which boards there are."""

from dataclasses import asdict

from rich.box import SIMPLE
from rich.table import Table

from ..device.discovery import found_ports
from .output import JsonOption, console, print_json, say


def boards(json: JsonOption = False) -> None:
    """List the boards and simulators of this computer.

    Examples:  hexlume boards  ·  hexlume boards --json
    """
    found = found_ports()
    if json:
        print_json([asdict(port) for port in found])
        return
    if not found:
        say("No board is found. Plug one in, or start a simulated one: hexlume sim")
        return
    table = Table(box=SIMPLE)
    for name in ("port", "kind", "description", "serial number"):
        table.add_column(name, overflow="fold")
    for port in found:
        table.add_row(port.port, port.kind, port.description, port.serial)
    console().print(table)
