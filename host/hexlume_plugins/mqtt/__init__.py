"""MQTT: publishes boards and games to a broker (docs/mqtt.md).

``broker`` reads a broker's URL, and ``client`` connects to it. A ``board_publisher`` for each board that is logged
sends the client its ``messages``; ``discovery`` describes the board to Home Assistant.
"""

from hexlume_host.plugins import Plugin

_PUBLISHING = f"{__package__}.attachment:publishing"
PLUGIN = Plugin(__package__, attachments={"log": _PUBLISHING, "serve": _PUBLISHING})
