"""A serial port for a browser's page: one that speaks over a WebSocket to the serial line of a simulated board.

Chromium's automation has no Web Serial, so the page gets a ``navigator.serial`` that leads here.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from hexlume_host.device.serial_port import Port, PortGoneError

PORT = """
class FakePort {
  async open() {
    const socket = this.socket = new WebSocket("ADDRESS");
    socket.binaryType = "arraybuffer";
    await new Promise((opened, refused) => {
      socket.onmessage = opened;
      socket.onclose = () => refused(new DOMException("Failed to open serial port.", "NetworkError"));
    });
    const start = (controller) => {
      socket.onmessage = ({ data }) => controller.enqueue(new Uint8Array(data));
      socket.onclose = () => {
        this.readable = null;
        controller.error(new DOMException("The device has been lost.", "NetworkError"));
      };
    };
    this.readable = new ReadableStream({ start });
    this.writable = new WritableStream({ write: (bytes) => socket.send(bytes) });
  }
  async setSignals() {}
  async close() {
    this.readable = null;
    this.socket.onclose = null;
    this.socket.close();
  }
}
const port = new FakePort();
const serial = new EventTarget();
serial.requestPort = async () => { localStorage.setItem("granted", "yes"); return port; };
serial.getPorts = async () => localStorage.getItem("granted") ? [port] : [];
Object.defineProperty(Navigator.prototype, "serial", { get: () => serial });
"""


class Bridge:
    """The WebSocket's other end. ``unplug`` ends the connection; while ``is_busy`` nobody gets the port.

    ``socket`` is the connection that has the port, if one has it.
    """

    def __init__(self, path: str) -> None:
        self.is_busy = False
        self._path = path
        self.socket: ServerConnection | None = None

    def handle(self, socket: ServerConnection) -> None:
        """Pass bytes in both directions until one end goes."""
        if self.is_busy:
            return
        port = Port(self._path)
        self.socket = socket
        threading.Thread(target=self._read, args=(port, socket), daemon=True).start()
        try:
            socket.send(b"")
            for message in socket:
                port.write(message if isinstance(message, bytes) else message.encode())
        except (ConnectionClosed, PortGoneError):
            pass
        finally:
            port.close()
            self.socket = None

    def unplug(self) -> None:
        """End the connection as a cable does that is pulled."""
        assert self.socket is not None
        self.socket.close()

    @staticmethod
    def _read(port: Port, socket: ServerConnection) -> None:
        with suppress(ConnectionClosed, PortGoneError, OSError, TypeError):
            while True:
                if some := port.read():
                    socket.send(some)


@contextmanager
def bridging(path: str) -> Iterator[tuple[Bridge, str]]:
    """Bridge a serial port; yield the bridge and the script that gives a page the port."""
    bridge = Bridge(path)
    with serve(bridge.handle, "127.0.0.1", 0, compression=None) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        address = f"ws://127.0.0.1:{server.socket.getsockname()[1]}/"
        yield bridge, PORT.replace("ADDRESS", address)
        server.shutdown()
        thread.join()
