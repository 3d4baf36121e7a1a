// @ts-check
// The boards' shapes, asked for once each.

import { api } from "./site.js";

/** @typedef {import("../board-view.js").Panel} Panel */

/** @type {Map<string, Promise<Panel>>} */
const known = new Map();

/**
 * Resolves to what BoardView draws for a board's name such as "hex5".
 *
 * @param {string} board
 * @returns {Promise<Panel>}
 */
export function panelOf(board) {
  const before = known.get(board);
  if (before) return before;
  const asked = api(`/api/panels/${encodeURIComponent(board)}`);
  known.set(board, asked);
  asked.catch(() => known.delete(board));
  return asked;
}
