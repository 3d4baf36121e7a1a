"""The options of commands that publish what they log to an MQTT broker."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...extras import require
from ...store.repository import Store

if TYPE_CHECKING:
    from ...mqtt.publisher import Publisher

MqttOption = Annotated[
    str | None,
    typer.Option(
        "--mqtt",
        envvar="HEXLUME_MQTT",
        metavar="URL",
        help="Publish boards, games and actions to this MQTT broker (docs/mqtt.md): mqtt://user@host, or mqtts://.",
    ),
]
MqttPasswordOption = Annotated[
    Path | None,
    typer.Option(
        "--mqtt-password-file",
        envvar="HEXLUME_MQTT_PASSWORD_FILE",
        metavar="PATH",
        help="The file with the broker's password: on the command line everybody on this computer could read it.",
    ),
]


def publishing(
    url: str, password_file: Path | None, store: Store, part: str | None, say: Callable[[str], None]
) -> "Publisher":
    """Return what publishes as the options say; raises ``MqttError`` for a URL or file that cannot be used."""
    require("mqtt", "MQTT")
    # Not everybody has a broker, and the client takes a while to import.
    from ...mqtt.broker import read_broker  # noqa: PLC0415
    from ...mqtt.publisher import Publisher  # noqa: PLC0415

    return Publisher(read_broker(url, password_file), store, part=part, say=say)


def mqtt_environment(url: str | None, password_file: Path | None) -> dict[str, str]:
    """Return the variables of a service that uses the broker; raises ``MqttError`` for an invalid URL or file."""
    if not url:
        return {}
    from ...mqtt.broker import read_broker  # noqa: PLC0415

    read_broker(url, password_file)
    file = {"HEXLUME_MQTT_PASSWORD_FILE": os.path.abspath(password_file)} if password_file else {}
    return {"HEXLUME_MQTT": url, **file}
