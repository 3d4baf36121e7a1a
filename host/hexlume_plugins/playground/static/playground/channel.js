// @ts-check
// Messages to the worker, which never returns to its event loop while the board runs: texts in shared memory, and a wait for them.

const BYTES = 1 << 16;
const HEAD = 8; // two counts of bytes, which wrap: written, and read

/** Return the memory of a new channel. */
export const newMemory = () => new SharedArrayBuffer(HEAD + BYTES);

export class Channel {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.memory = memory;
    this.counts = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEAD);
  }

  /** Send a text; returns whether there was room for it. @param {string} text */
  send(text) {
    const sent = new TextEncoder().encode(text);
    const written = this.counts[0];
    if (sent.length > BYTES - ((written - Atomics.load(this.counts, 1)) | 0)) return false;
    sent.forEach((byte, at) => { this.bytes[(written + at) & (BYTES - 1)] = byte; });
    Atomics.store(this.counts, 0, (written + sent.length) | 0);
    Atomics.notify(this.counts, 0);
    return true;
  }

  /** Return all that was sent since the last call, "" for nothing; waits max `ms` for it. @param {number} ms */
  wait(ms) {
    const read = this.counts[1];
    Atomics.wait(this.counts, 0, read, ms);
    const count = (Atomics.load(this.counts, 0) - read) | 0;
    if (!count) return "";
    const found = Uint8Array.from({ length: count }, (_, at) => this.bytes[(read + at) & (BYTES - 1)]);
    Atomics.store(this.counts, 1, (read + count) | 0);
    return new TextDecoder().decode(found);
  }
}
