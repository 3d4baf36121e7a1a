// @ts-check
// The site's WebSocket: says what this page watches, and says it again after every break.

import { Connection } from "./connection.js";
import { make } from "./dom.js";
import { api, note } from "./site.js";

/**
 * @typedef {{full?: string[], cards?: string[], games?: string[], list?: boolean}} Wish boards to watch in full or as cards, and
 *   network games; whether to get the list of boards
 */

export class LiveSocket {
  /**
   * `receivers` maps a message's event to who takes it.
   *
   * @param {Record<string, (message: any) => void>} receivers
   */
  constructor(receivers) {
    this.receivers = receivers;
    this.wish = "";
    this.lost = 0;
    this.program = ""; // the program that this page belongs to
    this.known = false; // whether it knew what this page watches
    this.ended = false; // whether it has ended, and another one answers
    this.connection = new Connection((message) => this.receive(message), (stands) => this.changed(stands), "/ws/live");
  }

  /**
   * Watch exactly this.
   *
   * @param {Wish} wish
   */
  watch(wish) {
    const text = JSON.stringify(wish);
    if (text === this.wish) return;
    this.wish = text;
    this.known = false;
    this.connection.send(wish);
  }

  /**
   * Take a message. From another program a page that plays takes none, and one that watches what that program knows.
   *
   * @param {any} message
   */
  receive(message) {
    const plays = document.body.classList.contains("playing");
    if (message.event === "watching") {
      const { program, known } = message;
      this.setEnded((this.known && !known) || (plays && Boolean(this.program) && program !== this.program));
      this.program ||= program;
      this.known ||= known;
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
    const button = make("button", "tool", "Reload the page");
    button.type = "button";
    button.addEventListener("click", () => location.reload());
    note("ended", ended ? "The program that this page belongs to has ended. Another one answers at its address now." : "", button);
  }

  /**
   * Send a message; returns false when there is no connection to send it over, or another program at its end.
   *
   * @param {object} message
   */
  send(message) {
    return !this.ended && this.connection.send(message);
  }

  /** @param {boolean} stands */
  changed(stands) {
    document.body.dataset.connected = String(stands && !this.ended);
    note("live", stands ? "" : "The connection to the server is lost. Trying again …");
    if (stands) {
      this.lost = 0;
      if (this.wish) this.connection.send(JSON.parse(this.wish));
      return;
    }
    this.lost += 1;
    // A server that was started anew may ask for its token.
    if (this.lost % 4 === 1) {
      api("/api/rights").then(({ right }) => {
        if (right === "none") location.href = `/sign-in?next=${encodeURIComponent(location.pathname)}`;
      }).catch(() => {});
    }
  }
}
