// @ts-check
// The site's WebSocket: says what this page watches. It is opened again whenever it is lost, and says it again then.

import { html } from "../vendor/lit-html.js";
import { openSocket } from "./connection.js";
import { api, note } from "./site.js";
import { later } from "./timers.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;

/**
 * @typedef {{full?: string[], cards?: string[], games?: string[], replays?: string[], list?: boolean}} Wish boards to watch in
 *   full or as cards, network games, and stored games; whether to get the list of boards
 */

export class LiveSocket {
  /** `receivers` maps a message's event to who takes it. @param {Record<string, (message: any) => void>} receivers */
  constructor(receivers) {
    this.receivers = receivers;
    /** @type {Wish} */
    this.wish = {};
    this.wait = FIRST_WAIT_MS;
    this.lost = 0;
    this.program = ""; // the program that this page belongs to
    this.known = false; // whether it knew what this page watches
    this.ended = false; // whether it has ended, and another one answers
    /** @type {ReturnType<typeof openSocket> | null} */
    this.socket = null;
    this.open();
  }

  open() {
    this.socket = openSocket();
    this.socket.onopen = () => this.opened();
    // Several messages may come together.
    this.socket.onmessage = ({ data }) => [JSON.parse(data)].flat().forEach((message) => this.receive(message));
    this.socket.onclose = () => this.closed();
  }

  opened() {
    this.wait = FIRST_WAIT_MS;
    this.lost = 0;
    document.body.dataset.connected = String(!this.ended);
    note("live", "");
    this.write(this.wish);
  }

  closed() {
    document.body.dataset.connected = "false";
    note("live", "The connection to the server is lost. Trying again …");
    later(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST_WAIT_MS, this.wait * 1.6);
    this.lost += 1;
    if (this.lost % 4 !== 1) return;
    // A server that was started anew may ask for its token.
    api("/api/rights").then(({ right }) => {
      if (right === "none") location.href = `/sign-in?next=${encodeURIComponent(location.pathname)}`;
    }).catch(() => {});
  }

  /** Watch exactly this. @param {Wish} wish */
  watch(wish) {
    if (JSON.stringify(wish) === JSON.stringify(this.wish)) return;
    this.wish = wish;
    this.known = false;
    this.write(wish);
  }

  /** Take a message. From another program a page that plays takes none, and one that watches what that program knows. @param {any} message */
  receive(message) {
    const plays = document.body.classList.contains("playing");
    if (message.event === "watching") {
      const { program, known } = message;
      this.setEnded((this.known && !known) || (plays && Boolean(this.program) && program !== this.program));
      this.program ||= program;
      this.known ||= known;
      this.receivers.watching?.(message);
    } else if (!this.ended || !plays) {
      if (!["boards", "error"].includes(message.event)) this.setEnded(false);
      this.receivers[message.event]?.(message);
    }
  }

  /** @param {boolean} ended */
  setEnded(ended) {
    if (this.ended === ended) return;
    this.ended = ended;
    document.body.dataset.connected = String(!ended);
    note("ended", ended ? "The program that this page belongs to has ended. Another one answers at its address now." : "",
      html` <button type="button" class="tool" @click=${() => location.reload()}>Reload the page</button>`);
  }

  /** Send a message; returns false when there is no connection to send it over, or another program at its end. @param {object} message */
  send(message) {
    return !this.ended && this.write(message);
  }

  /** @param {object} message */
  write(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
