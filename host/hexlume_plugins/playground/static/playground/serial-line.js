// @ts-check
// The serial port of a real board (Web Serial). The host in the worker speaks over it; here bytes only pass by.

const SORRY = "This browser opens no serial ports: connect the board in Chrome, Edge or Firefox 151, on a computer.";
const TAKEN = "The port cannot be opened: close what else uses it, such as hexlume log, and connect again.";
const GONE = "It was unplugged or switched off.";
const PAUSE_MS = 20; // while the worker is too busy to take more

/** @typedef {{readable: ReadableStream<Uint8Array> | null, writable: WritableStream<Uint8Array>, open: (how: {baudRate: number}) => Promise<void>, close: () => Promise<void>, setSignals: (signals: {dataTerminalReady: boolean}) => Promise<void>}} Port */
/** @type {(EventTarget & {requestPort: () => Promise<Port>, getPorts: () => Promise<Port[]>}) | undefined} */
const serial = /** @type {any} */ (navigator).serial;

export class SerialLine {
  /** `send` passes a message to the host, and returns whether there was room for it. @param {(message: object) => boolean} send */
  constructor(send) {
    this.send = send;
    /** @type {Port | null} */
    this.port = null;
    /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
    this.reader = null;
    /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
    this.writer = null;
    serial?.addEventListener("connect", () => this.resume());
  }

  /** Open the port that the person chooses; returns one sentence if there is none, "" else. @returns {Promise<string>} */
  async connect() {
    if (!serial) return SORRY;
    const port = await serial.requestPort().catch(() => null);
    return port ? this.open(port) : "";
  }

  /** Open a port that was chosen at an earlier visit. */
  async resume() {
    for (const port of await serial?.getPorts() ?? []) if (!this.port) await this.open(port);
  }

  /** @param {Port} port @returns {Promise<string>} */
  async open(port) {
    if (this.port) await this.close();
    try {
      await port.open({ baudRate: 115200 });
    } catch {
      return TAKEN;
    }
    await port.setSignals({ dataTerminalReady: true }).catch(() => {});
    this.port = port;
    this.writer = port.writable.getWriter();
    this.introduce();
    this.read(port);
    return "";
  }

  /** Let the host know of the port, which may have come before it. */
  introduce() {
    if (this.port) this.send({ port: "" });
  }

  /** Pass on what the board sends, until its port is closed or gone. @param {Port} port */
  async read(port) {
    // After damaged bytes there is another stream, after the end of the port none.
    while (this.port === port && port.readable) {
      const reader = this.reader = port.readable.getReader();
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) await this.pass(part.value);
        break;
      } catch {
        // Without a stream the loop ends.
      } finally {
        reader.releaseLock();
      }
    }
    if (this.port === port) await this.close();
  }

  /** @param {Uint8Array} bytes */
  async pass(bytes) {
    const message = { serial: Array.from(bytes, (byte) => String.fromCharCode(byte)).join("") };
    while (!this.send(message)) await new Promise((done) => setTimeout(done, PAUSE_MS));
  }

  /** Send the board bytes, each a character. @param {string} text */
  write(text) {
    this.writer?.write(Uint8Array.from(text, (one) => one.charCodeAt(0))).catch(() => {});
  }

  /** Close the port, so that another program may have it. */
  async close() {
    const { port, reader, writer } = this;
    this.port = this.reader = this.writer = null;
    this.send({ port: GONE });
    await reader?.cancel().catch(() => {});
    writer?.releaseLock();
    await port?.close().catch(() => {});
  }
}
