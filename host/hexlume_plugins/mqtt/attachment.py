"""The options of commands that publish what they log to an MQTT broker."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import Annotated

import typer

from hexlume_host.cli.options.attachments import Attachment
from hexlume_host.device.listener import LinkListener
from hexlume_host.extras import require
from hexlume_host.store.repository import Store

from .topics import host_name, host_status


class MqttAttachment(Attachment):
    """Publishes every board that is logged."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._listener: Callable[[str], LinkListener] | None = None

    @contextmanager
    def attached(self, store: Store, part: str | None, say: Callable[[str], None]) -> Iterator[None]:
        """Publish while the context lasts; raises ``MqttError`` for a URL that cannot be used."""
        require("mqtt", "MQTT")
        # Not everybody has a broker, and the client takes a while to import.
        from .board_publisher import BoardPublisher  # noqa: PLC0415
        from .broker import read_broker  # noqa: PLC0415
        from .client import MqttClient  # noqa: PLC0415

        host = host_name(part)
        client = MqttClient(read_broker(self._url), host_status(host), say)
        self._listener = partial(BoardPublisher, client, store, host)
        client.start()
        with closing(client):
            yield

    def listeners(self, port: str) -> Sequence[LinkListener]:
        """Return the publisher's listener, while it is attached."""
        return [] if self._listener is None else [self._listener(port)]


def publishing(
    mqtt: Annotated[
        str | None,
        typer.Option(
            "--mqtt",
            envvar="HEXLUME_MQTT",
            metavar="URL",
            help="Publish boards, games and actions to this MQTT broker: mqtt://user@host, or mqtts://. A URL with a "
            "password belongs in the variable: everybody on this computer can read the command line.",
        ),
    ] = None,
) -> Attachment | None:
    """Return what publishes as the options say."""
    return MqttAttachment(mqtt) if mqtt else None
