// @ts-check
// What a board shows, where its cells lie, and what they are called.

import { nothing } from "../vendor/lit-html.js";
import { arrowWords } from "./board-arrows.js";
import { CellLight, groupOf } from "./board-lights.js";
import { MARKS, MARK_WORDS } from "./board-marks.js";
import { drawDisc, pieceWords } from "./disc.js";
import { hull, pitchOf } from "./geometry.js";

const PITCH = 32; // drawing units between neighbouring cells; one is a mm on a real board

/** @typedef {{panel: string, cells: {name: string, x_mm: number, y_mm: number, led: number}[]}} Panel a board's shape, as /api/panels/NAME has it */
/** @typedef {import("./board-marks.js").Mark} Mark */
/**
 * What a board shows; cells go by their names.
 *
 * - `board`: the board's name, such as "hex5"; or `panel`, its shape
 * - `discs`: the piece on each cell
 * - `leds`: the LED chain, six hexadecimal digits an LED
 * - `last`, `captured`, `forced`: cells of the last action, those it emptied, those whose discs must be turned over now
 * - `turned`: cells whose disc the last action turned over
 * - `won`, `lost`, `decided`: once a game is over, the cells of the winner's group, of the loser's, and what decided
 * - `arrows`: arrows between cells: `{from, to, kind}`, where `kind` is "step", "capture" or "better"; `label` adds a short text such as "1"
 * - `legal`: cells one may act on
 * - `lifted`, `target`: the cell a disc in hand came from, and the one it would be set down on; "" for none
 * - `marks`: a free mark by cell: "ring", "dot", "cross" or a short text such as "12"
 * - `heat`: a tint by cell, 0 to 1
 * - `notes`: what a cell's label says in addition
 * - `names`: other names by cell, for a smaller board in the panel's middle; the cells without one lie beside it. {} for the panel's own
 * - `blocked`: cells of the board that are off it
 * - `edges`: whether each colour owns two edges of the board, which joins them; or the name of the smaller board that has such edges
 * - `named`: whether the names can be seen; labels for screen readers always have them
 *
 * @typedef {{board?: string, panel?: Panel, discs?: Record<string, string>, leds?: string, last?: string[], captured?: string[],
 *   forced?: string[], turned?: string[], won?: string[], lost?: string[], decided?: string[],
 *   arrows?: import("./board-arrows.js").Arrow[], legal?: string[], lifted?: string, target?: string, marks?: Record<string, string>,
 *   heat?: Record<string, number>, notes?: Record<string, string>, names?: Record<string, string>, blocked?: string[],
 *   edges?: boolean | string, named?: boolean}} BoardState
 */
/** @typedef {ReturnType<typeof newCell>} Cell */

let boards = 0; // tells apart the gradients of several boards on one page

/** Return a board's layout: its cells in drawing units, and their outline. @param {Panel} panel */
export function layOut({ panel, cells: places }) {
  boards += 1;
  const number = boards;
  const scale = PITCH / pitchOf(places);
  const cells = places.map(({ name, led, x_mm: x, y_mm: y }) => newCell(name, led, x * scale, -y * scale, number));
  return { number, cells, byName: new Map(cells.map((cell) => [cell.name, cell])), outline: hull(cells), square: panel.startsWith("square") };
}
/** @typedef {ReturnType<typeof layOut>} Layout */

/**
 * @param {string} name
 * @param {number} led
 * @param {number} x
 * @param {number} y
 * @param {number} board
 */
function newCell(name, led, x, y, board) {
  return {
    name, led, x, y, light: new CellLight(`glow-${board}-${name}`),
    lit: "", // its light in words
    shown: name, // what it is called on the board that is played on
    piece: /** @type {string | null} */ (null),
    disc: /** @type {SVGElement | typeof nothing} */ (nothing), // an element of its own, so that it moves when it is new
  };
}

/**
 * Bring what cells keep up to date with what is shown.
 * @param {Layout} layout
 * @param {BoardState} state
 */
export function updateCells({ cells }, { discs = {}, names = {}, blocked = [] }) {
  const own = Object.keys(names).length === 0;
  for (const cell of cells) {
    cell.shown = own ? (blocked.includes(cell.name) ? "" : cell.name) : names[cell.name] ?? "";
    const piece = discs[cell.name] ?? null;
    if (piece === cell.piece) continue;
    cell.disc = piece ? groupOf(drawDisc(piece, cell.piece ? "turning" : "landing")) : nothing;
    cell.piece = piece;
  }
}

/**
 * Return how a cell is marked as the position has it.
 * @param {Cell} cell
 * @param {BoardState} state
 */
export function marksOf({ name }, state) {
  const kinds = MARKS.filter((kind) => state[kind]?.includes(name));
  // Who turns a disc over acts on its cell: one mark says both.
  return kinds.includes("turned") ? kinds.filter((kind) => kind !== "last") : kinds;
}

/**
 * Return what a cell is called on the board that is played on.
 * @param {Layout} layout
 * @param {string} name
 */
export function nameOf({ byName }, name) {
  return byName.get(name)?.shown || `${name} outside the game's board`;
}

/**
 * Return a cell's label.
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {BoardState} state
 */
export function labelOf(layout, cell, state) {
  const { name, piece, lit } = cell;
  return [nameOf(layout, name), piece ? pieceWords(piece) : "empty", lit, ...marksOf(cell, state).map((kind) => MARK_WORDS[kind]),
    ...arrowWords(state.arrows ?? [], name, (one) => nameOf(layout, one)), state.notes?.[name]].filter(Boolean).join(", ");
}
