// @ts-check
// The WebSocket to the server, opened again whenever it is lost.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;

export class Connection {
  /**
   * Connect to `path`; `receive` gets every message, `changed` whether the connection stands.
   *
   * @param {(message: any) => void} receive
   * @param {(stands: boolean) => void} changed
   * @param {string} path
   */
  constructor(receive, changed, path) {
    this.path = path;
    this.receive = receive;
    this.changed = changed;
    this.wait = FIRST_WAIT_MS;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  open() {
    const address = new URL(this.path, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.changed(true);
    };
    socket.onmessage = (event) => {
      let message;
      try {
        message = JSON.parse(event.data);
      } catch {
        return;
      }
      // Several messages may come together.
      for (const one of Array.isArray(message) ? message : [message]) this.receive(one);
    };
    socket.onclose = () => {
      this.changed(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT_MS, this.wait * 1.6);
    };
  }

  /**
   * Send a message; returns false when there is no connection to send it over.
   *
   * @param {object} message
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
