// @ts-check
// What pages of positions that things are tried out on share: the words about one.

import { setText } from "../../lib/dom.js";
import { besideRows } from "../../lib/position.js";

/**
 * A position, how many actions led to it, and why nothing can be placed on the cells that are closed, with the clause of the
 * rules that says so (web/pages/study.py).
 *
 * @typedef {import("../../lib/position.js").Position & {played: number, closed: Record<string, [string, string]>}} Study
 */

/**
 * Say what lies beside the board: hands and prison.
 *
 * @param {Study} shown
 */
export function besideWords(shown) {
  return besideRows(shown).map(([name, words]) => `${name}: ${words}.`).join(" ");
}

/**
 * Show the sentence under the board.
 *
 * @param {HTMLElement} box
 * @param {Study} shown
 */
export function showText(box, shown) {
  setText(box, shown.result_words || shown.due);
}
