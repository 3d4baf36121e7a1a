// @ts-check
// How a board is drawn: its frame, and of each cell the recess, the light, the disc, marks and what may be chosen.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { drawArrows } from "./board-arrows.js";
import { drawEdges } from "./board-edges.js";
import { drawMark } from "./board-marks.js";
import { labelOf, marksOf } from "./board-state.js";
import { RECESS_RADIUS } from "./cell-glow.js";
import { drawName } from "./cell-name.js";
import { DISC_PAINTS, stopsOf } from "./disc.js";

const RIM = 25; // from the outermost cells' centres to the frame's outer edge
const MARGIN = RIM + 2;
const EDGES = "Black owns the edges below and above, white those at the left and the right.";

/** @typedef {import("./board-state.js").Layout} Layout */
/** @typedef {import("./board-state.js").Cell} Cell */
/** @typedef {import("./board-state.js").BoardState} BoardState */

/**
 * Return a board as drawn; `focused` is the cell that the Tab key reaches, `scale` how many CSS pixels a drawing unit is.
 * @param {Layout} layout
 * @param {BoardState} state
 * @param {string} board its name
 * @param {Cell | null} focused
 * @param {number} scale
 */
export function drawBoard(layout, state, board, focused, scale) {
  const { cells, square, byName } = layout;
  const box = viewBox(layout).join(" ");
  const edges = state.edges ? drawEdges(cells, state.edges === true ? board : state.edges) : [];
  const shape = cellShape(square, 15.1);
  const hit = cellShape(square, 15.9);
  // The part that never changes is a picture of its own, so that a light's change repaints only lights.
  return html`<svg class="board-base" viewBox=${box} aria-hidden="true">
      ${DISC_PAINTS}${drawFrame(layout)}
      ${cells.map(({ x, y, shown }) => svg`<g transform="translate(${x},${y})" class=${shown ? "" : "beside"}>
        <path d=${cellShape(square, 16)} class="engraved" /><circle r=${RECESS_RADIUS} fill="url(#floor-paint-${layout.number})" class="floor-edge" /></g>`)}
      <g class="edges">${edges}</g>
    </svg>
    <svg class="board-live" viewBox=${box} role="application" aria-label="Board: arrow keys walk over the cells" aria-description=${edges.length ? EDGES : nothing}>
      ${cells.map((cell) => drawCell(cell, layout, state, cell === focused, scale, shape, hit))}
      <g class="arrows">${drawArrows(state.arrows ?? [], byName)}</g>
    </svg>`;
}

/**
 * @param {Cell} cell
 * @param {Layout} layout
 * @param {BoardState} state
 * @param {boolean} focused
 * @param {number} scale
 * @param {string} shape
 * @param {string} hit the shape that a pointer hits
 */
function drawCell(cell, layout, state, focused, scale, shape, hit) {
  const { name, piece } = cell;
  const heat = Math.max(0, Math.min(1, Number(state.heat?.[name]) || 0));
  const free = state.marks?.[name];
  const marks = [...marksOf(cell, state), ...(free === undefined ? [] : [String(free)])];
  const looks = [piece && "has-disc", state.legal?.includes(name) && "legal", state.lifted === name && "lifted", state.target === name && "target", state.notes?.[name] && "noted"];
  return svg`<g class="cell ${looks.filter(Boolean).join(" ")}" transform="translate(${cell.x},${cell.y})" role="button" tabindex=${focused ? 0 : -1}
      data-cell=${name} aria-label=${labelOf(layout, cell, state)}>
    ${heat ? svg`<path d=${shape} class="heat" opacity=${0.12 + 0.83 * heat} />` : ""}
    ${cell.light.element}
    ${drawName(cell.shown, layout.square, scale, cell.light.isBright)}
    ${cell.disc}
    <g class="marks">${marks.map((kind) => drawMark(kind, piece))}</g>
    <path d=${hit} class="cell-hit" /><circle r="2.4" class="legal-mark" /><circle r="8.6" class="lifted-mark" /><path d=${shape} class="focus-mark" />
  </g>`;
}

/** @param {Layout} layout */
function drawFrame(layout) {
  const { outline, square, number } = layout;
  const [x, y, width, height] = viewBox(layout);
  const path = `M${outline.map((p) => `${p.x.toFixed(2)},${p.y.toFixed(2)}`).join("L")}Z`;
  // Everything within `reach` of the outermost cells' centres; a square keeps its corners, so that its cells fit in.
  const band = (/** @type {string} */ fill, /** @type {number} */ reach) => (square
    ? svg`<rect x=${x + MARGIN - reach} y=${y + MARGIN - reach} width=${width - 2 * (MARGIN - reach)} height=${height - 2 * (MARGIN - reach)} rx=${reach - 13} fill=${fill} />`
    : svg`<path d=${path} fill=${fill} stroke=${fill} stroke-width=${2 * reach} stroke-linejoin="round" />`);
  const paint = (/** @type {string} */ id, /** @type {[number, string][]} */ stops) => svg`<linearGradient id="${id}-paint-${number}"
    gradientUnits="userSpaceOnUse" x1=${x} y1=${y} x2=${x + width * 0.35} y2=${y + height}>${stopsOf(stops)}</linearGradient>`;
  return svg`<defs>
      ${paint("frame", [[0, "#8a5a34"], [0.45, "#6b4426"], [1, "#46291a"]])}
      ${paint("plate", [[0, "#454b52"], [0.5, "#383d43"], [1, "#2b2f34"]])}
      <linearGradient id="floor-paint-${number}" x1="0" y1="0" x2="0" y2="1">${stopsOf([[0, "#41464c"], [0.12, "#50565d"], [1, "#5a6067"]])}</linearGradient>
    </defs>
    <g class="casing">${band(`url(#frame-paint-${number})`, RIM)}</g>${band("#1b110a", 19.6)}${band(`url(#plate-paint-${number})`, 18.9)}`;
}

/** Return the part of the drawing that shows the whole frame: left, top, width and height. @param {Layout} layout */
export function viewBox({ outline }) {
  const [xs, ys] = [outline.map((p) => p.x), outline.map((p) => p.y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].map((value) => Number(value.toFixed(2)));
}

/**
 * Return a pointy-top hexagon or a square with slightly rounded corners, `inner` from its centre to its sides.
 * @param {boolean} square
 * @param {number} inner
 */
function cellShape(square, inner) {
  const count = square ? 4 : 6;
  const corners = Array.from({ length: count }, (_, k) => {
    const [angle, radius] = [(Math.PI / count) * (2 * k + 1), inner / Math.cos(Math.PI / count)];
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  /**
   * @param {{x: number, y: number}} a
   * @param {{x: number, y: number}} b
   * @param {number} far
   */
  const between = (a, b, far) => {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    return `${(a.x + ((b.x - a.x) * far) / length).toFixed(2)},${(a.y + ((b.y - a.y) * far) / length).toFixed(2)}`;
  };
  const at = (/** @type {number} */ k) => corners[(k + count) % count];
  const parts = corners.map((corner, k) =>
    `${k ? "L" : "M"}${between(corner, at(k - 1), 2.4)}Q${corner.x.toFixed(2)},${corner.y.toFixed(2)} ${between(corner, at(k + 1), 2.4)}`);
  return `${parts.join("")}Z`;
}
