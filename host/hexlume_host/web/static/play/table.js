// @ts-check
// The discs on a simulated board's table, and gestures on them: shown at once, before the board reports them.

import { turned } from "../lib/disc.js";

const AHEAD_MS = 500; // what the board said before a gesture reached it does not undo the gesture on the page

/** @typedef {Record<string, string>} Discs pieces by the names of their cells */

export class Table {
  /**
   * Show the discs on `view`. `send` passes a gesture on, `say` tells why one cannot be made.
   * @param {{view: import("../lib/board-view.js").BoardView, send: (message: {do: string}) => boolean, say: (sentence: string) => void}} page
   */
  constructor({ view, send, say }) {
    this.view = view;
    this.send = send;
    this.say = say;
    /** @type {Discs} */
    this.reported = {}; // the discs that the board reported last
    /** @type {Map<string, {piece: string | null, until: number}>} */
    this.ahead = new Map(); // gestures that are shown and not yet reported by the board, by cell
  }

  /**
   * Return the disc on a cell, if there is one.
   * @param {string} cell
   * @returns {string | undefined}
   */
  discOn(cell) {
    return this.view.discs[cell];
  }

  /**
   * Put a new disc on a cell.
   * @param {string} cell
   * @param {string} piece
   */
  put(cell, piece) {
    if (this.discOn(cell)) this.say(`${this.view.nameOf(cell)} is taken: choose an empty cell.`);
    else this.sendGesture({ do: "put", cell, piece }, cell, piece);
  }

  /** Take the disc on a cell off the board. @param {string} cell */
  lift(cell) {
    if (this.discOn(cell)) this.sendGesture({ do: "lift", cell }, cell, null);
    else this.say(`There is no disc on ${this.view.nameOf(cell)}.`);
  }

  /** Turn over the disc on a cell. @param {string} cell */
  flip(cell) {
    const piece = this.discOn(cell);
    if (piece) this.sendGesture({ do: "flip", cell }, cell, turned(piece));
    else this.say(`There is no disc on ${this.view.nameOf(cell)} to turn over.`);
  }

  /**
   * Do what leaves a piece on a cell ("" for none): turn the disc over that lies there, take it off, put one on; the disc
   * comes `from` another cell, if one is given.
   * @param {string} cell
   * @param {string} piece
   * @param {string} [from]
   */
  leave(cell, piece, from) {
    const disc = this.discOn(cell);
    if (disc && piece === turned(disc) && !from) {
      this.flip(cell);
      return;
    }
    if (disc) this.lift(cell);
    if (from && this.discOn(from)) this.lift(from);
    if (piece) this.put(cell, piece);
  }

  /**
   * Send a gesture and show it at once; the board's own word on the table follows and counts.
   * @param {{do: string, cell?: string, piece?: string}} message
   * @param {string} cell
   * @param {string | null} piece what lies on the cell then
   */
  sendGesture(message, cell, piece) {
    if (!this.send(message)) return;
    this.ahead.set(cell, { piece, until: performance.now() + AHEAD_MS });
    this.showDiscs(this.reported);
  }

  /** Show the discs the board reports, with the gestures it cannot know yet. @param {Discs} reported */
  showDiscs(reported) {
    this.reported = reported;
    const discs = { ...reported };
    for (const [cell, { piece, until }] of this.ahead) {
      if ((reported[cell] ?? null) === piece || performance.now() > until) this.ahead.delete(cell);
      else if (piece) discs[cell] = piece;
      else delete discs[cell];
    }
    this.view.show({ discs });
  }

  /** Show the discs that the board reported last and nothing ahead of them. */
  showReported() {
    this.ahead.clear();
    this.showDiscs(this.reported);
  }
}
