"""The options of commands that publish what they log to an MQTT broker."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexlume_host.cli.attachments import Attachment
from hexlume_host.device.listener import LinkListener
from hexlume_host.extras import require
from hexlume_host.store.repository import Store

if TYPE_CHECKING:
    from .publisher import Publisher

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


class MqttAttachment(Attachment):
    """Publishes every board that is logged."""

    def __init__(self, url: str, password_file: Path | None) -> None:
        self._url, self._password_file = url, password_file
        self._publisher: Publisher | None = None

    def service_environment(self) -> dict[str, str]:
        """Return the variables that name the broker; raises ``MqttError`` for an invalid URL or file."""
        # Not everybody has a broker, and the client takes a while to import.
        from .broker import read_broker  # noqa: PLC0415

        file = self._password_file
        read_broker(self._url, file)
        return {
            "HEXLUME_MQTT": self._url,
            **({"HEXLUME_MQTT_PASSWORD_FILE": os.path.abspath(file)} if file else {}),
        }

    @contextmanager
    def attached(self, store: Store, part: str | None, say: Callable[[str], None]) -> Iterator[None]:
        """Publish while the context lasts; raises ``MqttError`` for a URL or file that cannot be used."""
        require("mqtt", "MQTT")
        from .broker import read_broker  # noqa: PLC0415
        from .publisher import Publisher  # noqa: PLC0415

        with Publisher(read_broker(self._url, self._password_file), store, part=part, say=say) as self._publisher:
            yield

    def listeners(self, port: str) -> Sequence[LinkListener]:
        """Return the publisher's listener, while it is attached."""
        return [] if self._publisher is None else [self._publisher.listener(port)]


def publishing(mqtt: MqttOption = None, mqtt_password_file: MqttPasswordOption = None) -> Attachment | None:
    """Return what publishes as the options say."""
    return MqttAttachment(mqtt, mqtt_password_file) if mqtt else None
