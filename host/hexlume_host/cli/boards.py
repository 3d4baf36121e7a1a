"""``hexlume boards``: which boards there are."""

from dataclasses import asdict

from rich.table import Column

from ..device.discovery import found_ports
from .output import JsonOption, console, print_json, say
from .table import table


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
    columns = [Column(name, overflow="fold") for name in ("port", "kind", "description", "serial number")]
    console().print(table(columns, ((port.port, port.kind, port.description, port.serial) for port in found)))
