// @ts-check
// What is due on each cell, as the host's prompt has it (web/live/prompt.py). The page knows no rules.

import { pieceWords, turned } from "../lib/disc.js";

/**
 * A way to leave a piece on a cell, "" for none; the disc comes `from` another cell, if one is named.
 *
 * @typedef {{piece: string, from?: string}} Way
 */

export class Due {
  constructor() {
    /** @type {Record<string, Way[]>} */
    this.legal = {};
    /** @type {Record<string, string>} */
    this.fix = {};
    /** @type {Record<string, [string, string]>} */
    this.closed = {}; // why nothing may be placed on a cell, and the clause of the rules that says so
    this.held = ""; // the cell of a disc that is in a hand, here or elsewhere, and may move
    /** @type {string[] | null} */
    this.menu = null; // the cells that offer something while the board's menu is open
    /** @type {(() => boolean) | null} */
    this.answered = null; // after a hand's action nothing is due until this returns that the board has answered it
  }

  /** @param {import("../site/board/board.js").Prompt} prompt */
  take({ legal = {}, fix = {}, closed = {}, held = "", menu = false, names = {} }) {
    Object.assign(this, { legal, fix, closed, held, menu: menu ? Object.keys(names) : null });
    // Other news may come before the board has seen the disc.
    if (this.answered?.()) this.answered = null;
  }

  /**
   * Return whether the board asks for just this on a cell, or allows it.
   * @param {string} cell
   * @param {Way} way
   */
  asksFor(cell, { piece, from }) {
    if (this.isWrong) return this.fix[cell] === piece;
    return (this.legal[cell] ?? []).some((way) => way.piece === piece && way.from === from);
  }

  /**
   * Return what may be done to a cell with `disc` on it and nothing in hand: what puts it right comes first and alone.
   * @param {string} cell
   * @param {string | undefined} disc
   * @returns {Way[]}
   */
  ways(cell, disc) {
    if (cell in this.fix) return this.fix[cell] === (disc ?? "") ? [] : [{ piece: this.fix[cell] }];
    if (this.isWrong) return [];
    return (this.legal[cell] ?? []).filter(({ piece, from }) => piece !== disc && (!this.held || from === this.held));
  }

  /** Whether something is to be put right first. */
  get isWrong() {
    return Object.keys(this.fix).some((cell) => cell !== this.held);
  }

  /** Return the cells to which the disc of a cell may move. @param {string} from */
  movesFrom(from) {
    return this.cellsFor((way) => way.from === from);
  }

  /** Return the cells that are due for a disc in hand, or for empty hands. @param {import("./hands.js").Held | null} held */
  cells(held) {
    if (this.answered) return [];
    if (this.menu) return this.menu;
    // With its action taken back, a disc in hand is any disc again.
    if (held?.from && !this.isWrong && this.placements(held.piece).includes(held.from)) return this.placements(held.piece);
    if (held?.from) return [...this.movesFrom(held.from), ...(this.fix[held.from] ? [held.from] : [])];
    if (held) {
      const wanted = Object.keys(this.fix).filter((cell) => this.fix[cell] === held.piece);
      return this.isWrong ? wanted : this.placements(held.piece);
    }
    if (this.isWrong) return Object.keys(this.fix);
    if (this.held) return [...this.movesFrom(this.held), this.held];
    const starts = Object.values(this.legal).flatMap((ways) => ways.flatMap(({ from }) => from ?? []));
    return [...new Set([...Object.keys(this.legal), ...starts])];
  }

  /** Return the cells on which a disc that comes from nowhere may be left. @param {string} piece */
  placements(piece) {
    return this.cellsFor((way) => !way.from && way.piece === piece);
  }

  /** @param {(way: Way) => boolean} fits */
  cellsFor(fits) {
    return Object.keys(this.legal).filter((cell) => this.legal[cell].some(fits));
  }
}

/**
 * Return a way in words, for a cell with `disc` on it.
 * @param {Way} way
 * @param {string | undefined} disc
 * @param {(cell: string) => string} nameOf
 */
export function wayWords({ piece, from }, disc, nameOf) {
  const words = pieceWords(piece);
  if (from && disc) return `Capture with the ${words} of ${nameOf(from)}`;
  if (from) return `Move the ${words} of ${nameOf(from)} here`;
  if (!piece) return "Take the disc off";
  if (!disc) return `Place a ${words}`;
  return piece === turned(disc) ? "Turn the disc over" : `Exchange the disc for a ${words}`;
}
