// @ts-check
// Arrows on a board, from one cell to another: steps, captures, and what would have been better.

import { svg } from "../vendor/lit-html.js";

const HEAD = 6; // length of an arrow's head, in drawing units
const FROM_DISC = 7; // where an arrow begins, from the centre of a cell with a disc
const TO_DISC = 9.6; // where one ends, from the centre of a cell with a disc
const EMPTY = 2.5; // the same for a cell without one

/**
 * An arrow between two cells. `label` is a short text on it, such as a rank.
 *
 * @typedef {{from: string, to: string, kind: "step" | "capture" | "better", label?: string}} Arrow
 */
/** @typedef {{x: number, y: number, piece: string | null}} End */

/** @type {Record<Arrow["kind"], string>} */
const WORDS = { step: "step", capture: "capture", better: "better step" };

/**
 * Return arrows as drawn between cells; one from or to a cell that is not there is left out.
 * @param {Arrow[]} arrows
 * @param {Map<string, End>} cells
 */
export function drawArrows(arrows, cells) {
  return arrows.map(({ from: start, to: goal, kind, label }) => {
    const [from, to] = [cells.get(start), cells.get(goal)];
    if (!from || !to) return "";
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const far = Math.max(1, Math.hypot(dx, dy));
    const at = (/** @type {number} */ along, aside = 0) => `${(from.x + (dx * along - dy * aside) / far).toFixed(2)},${(from.y + (dy * along + dx * aside) / far).toFixed(2)}`;
    const begin = from.piece ? FROM_DISC : EMPTY;
    const end = far - (to.piece ? TO_DISC : EMPTY);
    const neck = Math.max(begin + 1, end - HEAD);
    const shaft = `M${at(begin)}L${at(neck)}`;
    const head = `M${at(end)}L${at(neck, 4)}L${at(neck, -4)}Z`;
    // Two strokes across tell a capture apart without its colour.
    const strokes = kind === "capture" ? `M${at(begin + 2, 3)}L${at(begin + 2, -3)}M${at(begin + 5, 3)}L${at(begin + 5, -3)}` : "";
    const [x, y] = at((begin + neck) / 2).split(",").map(Number);
    return svg`<g class="arrow arrow-${kind}">
      <path d=${shaft + head} class="arrow-edge" /><path d=${shaft + strokes} class="arrow-shaft" /><path d=${head} class="arrow-head" />
      ${label ? svg`<circle cx=${x} cy=${y} r="5" class="arrow-badge" /><text x=${x} y=${y + 2.9} class="arrow-text">${label}</text>` : ""}
    </g>`;
  });
}

/**
 * Return what arrows say of a cell, for its label.
 * @param {Arrow[]} arrows
 * @param {string} cell
 * @param {(cell: string) => string} nameOf
 */
export function arrowWords(arrows, cell, nameOf) {
  return arrows.flatMap(({ from, to, kind, label }) => {
    const step = `${WORDS[kind]}${label ? ` ${label}` : ""}`;
    return from === cell ? [`${step} to ${nameOf(to)}`] : to === cell ? [`${step} from ${nameOf(from)}`] : [];
  });
}
