// @ts-check
// The boards' shapes, asked for once each.

import { api } from "./site.js";

const known = new Map();

/** Resolves to what BoardView draws for a board's name such as "hex5". */
export function panelOf(board) {
  if (!known.has(board)) {
    const asked = api(`/api/panels/${encodeURIComponent(board)}`);
    known.set(board, asked);
    asked.catch(() => known.delete(board));
  }
  return known.get(board);
}
