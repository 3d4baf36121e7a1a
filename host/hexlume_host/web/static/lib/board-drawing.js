// @ts-check
// How a board is drawn: its frame, and of each cell the recess, the light and what may be chosen.

import { FLOOR_GLOW, RECESS_RADIUS } from "./cell-glow.js";
import { discPaints } from "./disc.js";
import { pitchOf } from "./geometry.js";
import { colourWords, luminance, parseColour, seenHue, seenLevel, seenShare } from "./light.js";
import { element, gradient } from "./svg.js";

const PITCH = 32; // drawing units between neighbouring cells; one is a mm on a real board
const RIM = 25; // from the outermost cells' centres to the frame's outer edge
const MARGIN = RIM + 2;
const STEADY_LOOKS = 4;
const DARK_WORDS = 0.25; // a floor that is brighter has dark words on it

/** @typedef {{name: string, x_mm: number, y_mm: number, led: number}} PanelCell */
/** @typedef {import("./light.js").Rgb} Rgb */
/** @typedef {ReturnType<typeof viewCell>} ViewCell */
/** @typedef {[number, number, number, number]} Box left, top, width and height */

/** @type {Rgb} */
const DARK = [0, 0, 0];

/**
 * Return the drawing units of a mm.
 *
 * @param {PanelCell[]} cells
 */
export function scaleOf(cells) {
  return PITCH / pitchOf(cells);
}

/**
 * Return a cell as the view keeps it: where it lies, what it shows, and the elements that show it.
 *
 * @param {PanelCell} cell
 * @param {number} scale
 * @param {boolean} square
 * @param {number} board
 */
export function viewCell(cell, scale, square, board) {
  const [x, y] = [cell.x_mm * scale, -cell.y_mm * scale];
  const transform = `translate(${x},${y})`;
  const shape = cellShape(square, 15.1);
  const id = `glow-${board}-${cell.name}`;
  return {
    name: cell.name, shown: cell.name, led: cell.led, x, y, colour: "", rgb: DARK, changes: 0, marked: "",
    piece: /** @type {string | null} */ (null),
    // How its light has behaved in the last looks.
    quiet: STEADY_LOOKS, busy: 0, wasDark: STEADY_LOOKS, shone: DARK,
    text: element("text", { transform, class: "cell-name" }),
    base: element("g", { transform }),
    paint: gradient("radialGradient", id, {}, FLOOR_GLOW.map(([off, share]) => [off, "currentColor", seenShare(share)])),
    light: element("circle", { transform, r: RECESS_RADIUS, fill: `url(#${id})`, class: "floor-lit", visibility: "hidden" }),
    heat: element("path", { transform, d: shape, class: "heat", visibility: "hidden" }),
    marks: element("g", { transform }),
    place: element("g", { transform }),
    hit: element("g", { transform, class: "cell", role: "button", tabindex: "-1", "data-cell": cell.name }, [
      element("path", { d: cellShape(square, 15.9), class: "cell-hit" }),
      element("circle", { r: 2.4, class: "legal-mark" }),
      element("circle", { r: 8.6, class: "lifted-mark" }),
      element("path", { d: shape, class: "focus-mark" }),
    ]),
  };
}

/**
 * Show an LED's colour, six hexadecimal digits.
 *
 * @param {ViewCell} cell
 * @param {string} colour
 */
export function showLight(cell, colour) {
  if (colour === cell.colour) return;
  cell.colour = colour;
  cell.rgb = parseColour(colour);
  cell.changes += 1;
  const level = seenLevel(cell.rgb);
  cell.light.setAttribute("visibility", level > 0 ? "visible" : "hidden");
  cell.text.classList.toggle("on-light", level * luminance(cell.rgb) > DARK_WORDS);
  if (level === 0) return;
  const hue = `rgb(${seenHue(cell.rgb)})`;
  cell.paint.style.color = hue;
  cell.light.style.color = hue;
  cell.light.style.opacity = String(level);
}

/**
 * Note how a cell's light has behaved since the last look, for `lightWords`.
 *
 * @param {ViewCell} cell
 */
export function noteLight(cell) {
  cell.quiet = cell.changes > 0 ? 0 : Math.min(STEADY_LOOKS, cell.quiet + 1);
  cell.busy = cell.changes > 0 ? Math.min(6, cell.busy + 1) : Math.max(0, cell.busy - 1);
  cell.changes = 0;
  const dark = Math.max(...cell.rgb) === 0;
  cell.wasDark = dark ? 0 : Math.min(STEADY_LOOKS, cell.wasDark + 1);
  if (!dark) cell.shone = cell.rgb;
}

/**
 * Return a light in words: dark, or its colour and whether it blinks or pulses.
 *
 * @param {ViewCell} cell
 */
export function lightWords(cell) {
  if (cell.busy > 1 && cell.quiet < 2) {
    const colour = colourWords(cell.shone);
    return cell.wasDark < STEADY_LOOKS ? `lit ${colour}, blinking` : `lit ${colour}, pulsing`;
  }
  const colour = colourWords(cell.rgb);
  return Math.max(...cell.rgb) === 0 ? colour : `lit ${colour}`;
}

/**
 * Return the part that never changes, in a picture of its own, so that a light's change repaints only lights.
 *
 * @param {ViewCell[]} cells
 * @param {ViewCell[]} outline
 * @param {Box} box
 * @param {boolean} square
 * @param {number} board
 */
export function drawBase(cells, outline, box, square, board) {
  const [x, y, width, height] = box;
  const path = `M${outline.map((p) => `${p.x.toFixed(2)},${p.y.toFixed(2)}`).join("L")}Z`;
  // Everything within `reach` of the outermost cells' centres; a square keeps its corners, so that its cells fit in.
  const band = (/** @type {string} */ fill, /** @type {number} */ reach) => (square
    ? element("rect", { x: x + MARGIN - reach, y: y + MARGIN - reach, width: width - 2 * (MARGIN - reach),
      height: height - 2 * (MARGIN - reach), rx: reach - 13, fill })
    : element("path", { d: path, fill, stroke: fill, "stroke-width": 2 * reach, "stroke-linejoin": "round" }));
  const span = { gradientUnits: "userSpaceOnUse", x1: x, y1: y, x2: x + width * 0.35, y2: y + height };
  const defs = element("defs", {}, [
    gradient("linearGradient", `frame-paint-${board}`, span, [[0, "#8a5a34"], [0.45, "#6b4426"], [1, "#46291a"]]),
    gradient("linearGradient", `plate-paint-${board}`, span, [[0, "#454b52"], [0.5, "#383d43"], [1, "#2b2f34"]]),
    gradient("linearGradient", `floor-paint-${board}`, { x1: 0, y1: 0, x2: 0, y2: 1 },
      [[0, "#41464c"], [0.12, "#50565d"], [1, "#5a6067"]]),
  ]);
  const shape = cellShape(square, PITCH / 2);
  const bases = cells.map((cell) => {
    cell.base.append(
      element("path", { d: shape, class: "engraved" }),
      element("circle", { r: RECESS_RADIUS, fill: `url(#floor-paint-${board})`, class: "floor-edge" }),
    );
    return cell.base;
  });
  return element("svg", { class: "board-base", viewBox: box.join(" "), "aria-hidden": "true" }, [
    discPaints(), defs,
    element("g", { class: "casing" }, [band(`url(#frame-paint-${board})`, RIM)]),
    band("#1b110a", 19.6), band(`url(#plate-paint-${board})`, 18.9),
    ...bases, element("g", { class: "edges" }),
  ]);
}

/**
 * Return the part that changes: lights, discs and marks, and what a pointer or the keyboard may choose.
 *
 * @param {ViewCell[]} cells
 * @param {Box} box
 * @param {(cell: ViewCell) => void} focused is called when a cell gets the focus
 */
export function drawLive(cells, box, focused) {
  const defs = element("defs");
  const layer = (/** @type {string} */ name) => element("g", { class: name });
  const layers = ["heats", "glows", "names", "discs", "marks", "arrows", "hits"].map(layer);
  const [heats, glows, names, discs, marks, , hits] = layers;
  for (const cell of cells) {
    defs.append(cell.paint);
    cell.hit.addEventListener("focus", () => focused(cell));
    heats.append(cell.heat);
    glows.append(cell.light);
    names.append(cell.text);
    discs.append(cell.place);
    marks.append(cell.marks);
    hits.append(cell.hit);
  }
  return element("svg", { class: "board-live", viewBox: box.join(" "), role: "application",
    "aria-label": "Board: arrow keys walk over the cells" }, [defs, ...layers]);
}

/**
 * Return the part of the drawing that shows the whole frame.
 *
 * @param {{x: number, y: number}[]} outline
 * @returns {Box}
 */
export function viewBox(outline) {
  const xs = outline.map((p) => p.x);
  const ys = outline.map((p) => p.y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const short = (/** @type {number} */ value) => Number(value.toFixed(2));
  return [short(left), short(top), short(Math.max(...xs) + MARGIN - left), short(Math.max(...ys) + MARGIN - top)];
}

/**
 * Return a pointy-top hexagon or a square with slightly rounded corners, `inner` from its centre to its sides.
 *
 * @param {boolean} square
 * @param {number} inner
 */
function cellShape(square, inner) {
  /** @type {{x: number, y: number}[]} */
  const corners = [];
  const count = square ? 4 : 6;
  for (let k = 0; k < count; k += 1) {
    const angle = (Math.PI / count) * (2 * k + 1);
    const radius = inner / Math.cos(Math.PI / count);
    corners.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
  }
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
