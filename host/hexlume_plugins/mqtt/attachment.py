"""The options of commands that publish what they log to an MQTT broker."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from hexlume_host.cli.options.attachments import Attachment
from hexlume_host.device.listener import LinkListener
from hexlume_host.extras import require
from hexlume_host.store.repository import Store

from .topics import host_name, host_status

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
        self._listener: Callable[[str], LinkListener] | None = None

    @contextmanager
    def attached(self, store: Store, part: str | None, say: Callable[[str], None]) -> Iterator[None]:
        """Publish while the context lasts; raises ``MqttError`` for a URL or file that cannot be used."""
        require("mqtt", "MQTT")
        # Not everybody has a broker, and the client takes a while to import.
        from .board_publisher import BoardPublisher  # noqa: PLC0415
        from .broker import read_broker  # noqa: PLC0415
        from .client import MqttClient  # noqa: PLC0415

        host = host_name(part)
        client = MqttClient(read_broker(self._url, self._password_file), host_status(host), say)
        self._listener = partial(BoardPublisher, client, store, host)
        client.start()
        with closing(client):
            yield

    def listeners(self, port: str) -> Sequence[LinkListener]:
        """Return the publisher's listener, while it is attached."""
        return [] if self._listener is None else [self._listener(port)]


def publishing(mqtt: MqttOption = None, mqtt_password_file: MqttPasswordOption = None) -> Attachment | None:
    """Return what publishes as the options say."""
    return MqttAttachment(mqtt, mqtt_password_file) if mqtt else None
