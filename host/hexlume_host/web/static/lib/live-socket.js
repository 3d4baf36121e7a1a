// @ts-check
// The site's WebSocket: says what this page watches, and says it again after every break.

import { Connection } from "./connection.js";
import { api, note } from "./site.js";
import { t } from "./texts.js";

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
    this.wish = "";
    this.lost = 0;
    this.connection = new Connection((message) => receivers[message.event]?.(message), (stands) => this.changed(stands), "/ws/live");
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
    this.connection.send(wish);
  }

  /**
   * Send a message; returns false when there is no connection to send it over.
   *
   * @param {object} message
   */
  send(message) {
    return this.connection.send(message);
  }

  /** @param {boolean} stands */
  changed(stands) {
    document.body.dataset.connected = String(stands);
    note("live", stands ? "" : t("The connection to the server is lost. Trying again …"));
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
