// @ts-check
// The edges that a player owns in games that join edges: black's along the bottom and the top row, white's along the left and
// the right column, as in pictures (images/surface.py).

import { svg } from "../vendor/lit-html.js";

const REACH = { square: 18, rhombus: 20.7 }; // from the outermost cells' centres to a bar's middle, past the cells' corners
const BEYOND = { square: 10, rhombus: 6 }; // how far a bar goes on past the centres of its first and last cell

/** @typedef {{shown: string, x: number, y: number}} NamedPlace */

/**
 * Return the bars along the edges of the board that the named cells are; none on a hexagon, where nobody owns an edge.
 * @param {NamedPlace[]} cells
 * @param {string} board such as "rhombus7"
 */
export function drawEdges(cells, board) {
  const kind = board.startsWith("square") ? "square" : board.startsWith("rhombus") ? "rhombus" : "";
  const named = cells.filter((cell) => cell.shown);
  if (!kind || !named.length) return [];
  const upwards = kind === "square" ? { x: 0, y: -1 } : { x: 0.5, y: -Math.sqrt(3) / 2 };
  const columns = (/** @type {NamedPlace} */ cell) => cell.shown.charCodeAt(0);
  const rows = (/** @type {NamedPlace} */ cell) => Number(cell.shown.slice(1));
  return [
    ...bars("black", named, rows, { x: 1, y: 0 }, kind),
    ...bars("white", named, columns, upwards, kind),
  ];
}

/**
 * Return a colour's two bars: along the cells that `of` numbers lowest and highest, in a direction of length 1.
 * @param {"white" | "black"} colour
 * @param {NamedPlace[]} cells
 * @param {(cell: NamedPlace) => number} of
 * @param {{x: number, y: number}} along
 * @param {"square" | "rhombus"} kind
 */
function bars(colour, cells, of, along, kind) {
  const ahead = (/** @type {NamedPlace} */ cell) => cell.x * along.x + cell.y * along.y;
  const across = (/** @type {NamedPlace} */ cell) => cell.y * along.x - cell.x * along.y;
  const numbers = cells.map(of);
  const middle = cells.reduce((sum, cell) => sum + across(cell), 0) / cells.length;
  return [Math.min(...numbers), Math.max(...numbers)].flatMap((number) => {
    const edge = cells.filter((cell) => of(cell) === number).sort((a, b) => ahead(a) - ahead(b));
    const side = REACH[kind] * Math.sign(across(edge[0]) - middle);
    const end = (/** @type {NamedPlace} */ cell, /** @type {number} */ beyond) =>
      `${(cell.x + beyond * along.x - side * along.y).toFixed(2)},${(cell.y + beyond * along.y + side * along.x).toFixed(2)}`;
    const d = `M${end(edge[0], -BEYOND[kind])}L${end(edge[edge.length - 1], BEYOND[kind])}`;
    return ["rim", "face"].map((part) => svg`<path d=${d} class="edge-${part} edge-${part}-${colour}" />`);
  });
}
