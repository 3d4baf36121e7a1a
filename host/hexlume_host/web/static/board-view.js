// @ts-check
// The board as it lies on a table: cells, discs, lights and marks, told from outside. It knows no rules.

import { drawMark, markWords } from "./board-marks.js";
import { writeName } from "./cell-name.js";
import { around } from "./dom.js";
import { discPaints, drawDisc, pieceWords } from "./disc.js";
import { hull, nearest, pitchOf, walk, walks } from "./geometry.js";
import { colourWords, parseColour, seenHue, seenLevel } from "./light.js";
import { element, gradient } from "./svg.js";

const PITCH = 32; // drawing units between neighbouring cells; one is a mm on a real board
const RIM = 25; // from the outermost cells' centres to the frame's outer edge
const MARGIN = RIM + 2;
const RING = 11.9; // middle of the translucent ring
const REACH = 17.5; // how far from a cell's centre a finger still means that cell
const LOOK_MS = 500; // how often lights are put into words
const STEADY_LOOKS = 4;

/** @typedef {{name: string, x_mm: number, y_mm: number, led: number}} PanelCell */
/** @typedef {{panel: string, cells: PanelCell[]}} Panel */
/** @typedef {import("./light.js").Rgb} Rgb */
/** @typedef {ReturnType<typeof viewCell>} ViewCell */
/** @typedef {"last" | "captured" | "forced"} Mark */
/** @typedef {[number, number, number, number]} Box left, top, width and height */

/** @type {Rgb} */
const DARK = [0, 0, 0];
/** @type {Mark[]} */
const MARKS = ["last", "captured", "forced"];

let boards = 0; // tells apart the gradients of several boards on one page

/**
 * Call `chosen` with a cell's name and its element whenever one is chosen on a board within `root`.
 *
 * @param {HTMLElement} root
 * @param {(cell: string, target: Element) => void} chosen
 */
export function onCellChosen(root, chosen) {
  root.addEventListener("cellchosen", (event) => {
    if (event instanceof CustomEvent && event.target instanceof Element) chosen(event.detail.cell, event.target);
  });
}

export class BoardView {
  /**
   * Draw a panel ({panel, cells: [{name, x_mm, y_mm, led}]}) into an empty element.
   *
   * The arrow keys walk over the cells. A click, Enter or Space on one dispatches `cellchosen` with {cell} as its detail.
   *
   * @param {HTMLElement} root
   * @param {Panel} panel
   */
  constructor(root, panel) {
    boards += 1;
    this.id = boards;
    this.root = root;
    this.square = panel.panel.startsWith("square");
    const scale = PITCH / pitchOf(panel.cells);
    this.cells = panel.cells.map((cell) => viewCell(cell, scale, this.square, this.id));
    this.byName = new Map(this.cells.map((cell) => [cell.name, cell]));
    /** @type {Record<string, string>} */
    this.discs = {};
    /** @type {Record<string, string>} */
    this.notes = {};
    /** @type {Record<Mark, Set<string>>} */
    this.marked = { last: new Set(), captured: new Set(), forced: new Set() };
    /** @type {Record<string, string>} */
    this.marks = {};
    const outline = hull(this.cells);
    const box = viewBox(outline);
    this.live = this.drawLive(box);
    root.replaceChildren(this.drawBase(outline, box), this.live);
    this.aspect = box[2] / box[3];
    root.style.setProperty("--board-aspect", String(this.aspect));
    this.focused = this.cells.reduce((a, b) => (Math.hypot(b.x, b.y) < Math.hypot(a.x, a.y) ? b : a));
    this.goal = this.focused.x;
    this.focused.hit.setAttribute("tabindex", "0");
    this.cells.forEach((cell) => this.label(cell));
    this.resized = new ResizeObserver(() => this.placeNames());
    this.resized.observe(root);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined; // runs once there are lights to describe
    this.left = new AbortController();
    root.addEventListener("click", (event) => this.choose(event), { signal: this.left.signal });
    root.addEventListener("keydown", (event) => this.keyDown(event), { signal: this.left.signal });
  }

  /** Stop describing lights and listening; the view may then be forgotten. */
  dispose() {
    clearInterval(this.clock);
    this.left.abort();
    this.resized.disconnect();
  }

  /** @param {Event} event */
  choose(event) {
    const cell = around(event, "[data-cell]")?.dataset.cell;
    if (!cell) return false;
    return event.target?.dispatchEvent(new CustomEvent("cellchosen", { detail: { cell }, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !around(event, "[data-cell]")) return;
    if (walks(event.key)) this.walk(event.key);
    else if ((event.key === "Enter" || event.key === " ") && !event.repeat) this.choose(event);
    else return;
    event.preventDefault();
  }

  /**
   * Show which discs stand where: {cell name: piece}.
   *
   * @param {Record<string, string>} discs
   */
  setDiscs(discs) {
    for (const cell of this.cells) {
      const piece = discs[cell.name] ?? null;
      if (piece === cell.piece) continue;
      const turnedOver = piece !== null && cell.piece !== null;
      cell.piece = piece;
      cell.place.replaceChildren();
      if (piece !== null) {
        const disc = drawDisc(piece);
        disc.classList.add(turnedOver ? "turning" : "landing");
        cell.place.append(disc);
      }
      cell.hit.classList.toggle("has-disc", piece !== null);
      if (cell.marks.hasChildNodes()) this.drawMarks(cell);
      this.label(cell);
    }
    this.discs = { ...discs };
  }

  /**
   * Show the LED chain, six hexadecimal digits an LED.
   *
   * @param {string} rgb
   */
  setLeds(rgb) {
    if (!this.clock) this.clock = setInterval(() => this.look(), LOOK_MS);
    for (const cell of this.cells) {
      const colour = rgb.slice(6 * cell.led, 6 * cell.led + 6);
      if (colour === cell.colour) continue;
      cell.colour = colour;
      cell.rgb = parseColour(colour);
      cell.changes += 1;
      const level = seenLevel(cell.rgb);
      cell.light.setAttribute("visibility", level > 0 ? "visible" : "hidden");
      cell.edge.setAttribute("visibility", level > 0 ? "visible" : "hidden");
      if (level === 0) continue;
      const hue = seenHue(cell.rgb);
      for (const part of [cell.paint, cell.light, cell.edge]) part.style.color = `rgb(${hue})`;
      cell.glow.style.opacity = String(level);
      cell.ring.style.opacity = String(level);
      cell.core.style.opacity = String(level ** 1.6);
      cell.edge.style.opacity = String(0.55 * level);
    }
  }

  /**
   * Mark cells as places one may go to; [] for none.
   *
   * @param {string[]} names
   */
  setLegal(names) {
    const legal = new Set(names);
    for (const cell of this.cells) cell.hit.classList.toggle("legal", legal.has(cell.name));
  }

  /**
   * Show the place a disc in hand was taken from, or none.
   *
   * @param {string | null} name
   */
  setLifted(name) {
    for (const cell of this.cells) cell.hit.classList.toggle("lifted", cell.name === name);
  }

  /**
   * Show the place a dragged disc would be set down on, or none.
   *
   * @param {string | null} name
   */
  setTarget(name) {
    for (const cell of this.cells) cell.hit.classList.toggle("target", cell.name === name);
  }

  /**
   * Mark the cells of the last action; [] for none.
   *
   * @param {string[]} names
   */
  setLast(names) {
    this.markCells("last", names);
  }

  /**
   * Mark the cells that the last action emptied in consequence; [] for none.
   *
   * @param {string[]} names
   */
  setCaptured(names) {
    this.markCells("captured", names);
  }

  /**
   * Mark the cells whose discs are to be turned over now; [] for none.
   *
   * @param {string[]} names
   */
  setForced(names) {
    this.markCells("forced", names);
  }

  /**
   * Mark cells freely: {cell name: "ring", "dot", "cross" or a short text such as "12"}; {} for none.
   *
   * @param {Record<string, string>} marks
   */
  setMarks(marks) {
    const before = this.marks;
    this.marks = { ...marks };
    for (const cell of this.cells) if (before[cell.name] !== this.marks[cell.name]) this.drawMarks(cell);
  }

  /**
   * Tint cells by a share from 0 to 1: {cell name: share}; {} for none.
   *
   * @param {Record<string, number>} heat
   */
  setHeat(heat) {
    for (const cell of this.cells) {
      const share = Math.max(0, Math.min(1, Number(heat[cell.name]) || 0));
      cell.heat.style.opacity = String(share && 0.12 + 0.83 * share);
      cell.heat.setAttribute("visibility", share ? "visible" : "hidden");
    }
  }

  /**
   * Show the cells' names, or hide them; labels for screen readers always have them.
   *
   * @param {boolean} shown
   */
  showNames(shown) {
    this.root.classList.toggle("nameless", !shown);
  }

  /**
   * @param {Mark} kind
   * @param {string[]} names
   */
  markCells(kind, names) {
    const before = this.marked[kind];
    const after = new Set(names);
    this.marked[kind] = after;
    for (const cell of this.cells) {
      if (before.has(cell.name) === after.has(cell.name)) continue;
      this.drawMarks(cell);
      this.label(cell);
    }
  }

  /** @param {ViewCell} cell */
  drawMarks(cell) {
    /** @type {string[]} */
    const kinds = MARKS.filter((kind) => this.marked[kind].has(cell.name));
    if (this.marks[cell.name] !== undefined) kinds.push(String(this.marks[cell.name]));
    cell.marks.replaceChildren(...kinds.map((kind) => drawMark(kind, cell.piece)));
  }

  /**
   * Say more about cells in their labels: {cell name: sentence part}.
   *
   * @param {Record<string, string>} notes
   */
  setNotes(notes) {
    this.notes = { ...notes };
    for (const cell of this.cells) {
      cell.hit.classList.toggle("noted", cell.name in this.notes);
      this.label(cell);
    }
  }

  /**
   * Name cells as on a smaller board in the panel's middle, {panel cell: name}; the others lie beside it. {} for the panel's own names.
   *
   * @param {Record<string, string>} names
   */
  setNames(names) {
    const own = Object.keys(names).length === 0;
    for (const cell of this.cells) {
      const before = cell.shown;
      cell.shown = own ? cell.name : names[cell.name] ?? "";
      if (cell.shown !== before) this.placeName(cell);
      cell.base.classList.toggle("beside", cell.shown === "");
      this.label(cell);
    }
  }

  /**
   * Return what a cell is called on the board that is played on.
   *
   * @param {string} name
   */
  nameOf(name) {
    return this.byName.get(name)?.shown || `${name} beside the board`;
  }

  /**
   * Return the name of the cell at a place in the window, or null.
   *
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const matrix = this.live.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return nearest(this.cells, at.x, at.y, REACH)?.name ?? null;
  }

  placeNames() {
    this.cells.forEach((cell) => this.placeName(cell));
  }

  /** @param {ViewCell} cell */
  placeName(cell) {
    writeName(cell.text, cell.shown, this.square, this.scale);
  }

  /** Return how many CSS pixels a mm is now. */
  get scale() {
    return this.live.getScreenCTM()?.a ?? 1;
  }

  /**
   * Move the focus by an arrow key, Home or End; stays at the border.
   *
   * @param {string} key
   */
  walk(key) {
    const next = walk(this.cells, this.focused, key, this.goal);
    if (!next) return;
    const goal = key === "ArrowUp" || key === "ArrowDown" ? this.goal : next.x;
    this.focusCell(next.name);
    this.goal = goal;
  }

  /**
   * Put the focus on a cell.
   *
   * @param {string} name
   */
  focusCell(name) {
    const next = this.byName.get(name);
    if (!next) return;
    this.makeReachable(next);
    next.hit.focus({ preventScroll: false });
  }

  /** @param {ViewCell} cell */
  makeReachable(cell) {
    this.focused.hit.setAttribute("tabindex", "-1");
    cell.hit.setAttribute("tabindex", "0");
    this.focused = cell;
  }

  /** @param {ViewCell} cell */
  label(cell) {
    const disc = cell.piece ? pieceWords(cell.piece) : "empty";
    const note = this.notes[cell.name] ? `, ${this.notes[cell.name]}` : "";
    const marked = MARKS.filter((kind) => this.marked[kind].has(cell.name)).map((kind) => `, ${markWords(kind)}`);
    const light = this.clock ? `, ${lightWords(cell)}` : "";
    const text = `${this.nameOf(cell.name)}, ${disc}${light}${marked.join("")}${note}`;
    if (cell.hit.getAttribute("aria-label") !== text) cell.hit.setAttribute("aria-label", text);
  }

  // Puts the lights into words now and then: a screen reader must not hear thirty frames a second.
  look() {
    for (const cell of this.cells) {
      cell.quiet = cell.changes > 0 ? 0 : Math.min(STEADY_LOOKS, cell.quiet + 1);
      cell.busy = cell.changes > 0 ? Math.min(6, cell.busy + 1) : Math.max(0, cell.busy - 1);
      cell.changes = 0;
      const dark = Math.max(...cell.rgb) === 0;
      cell.wasDark = dark ? 0 : Math.min(STEADY_LOOKS, cell.wasDark + 1);
      if (!dark) cell.shone = cell.rgb;
      this.label(cell);
    }
  }

  /**
   * Return the part that never changes, in a picture of its own, so that a light's change repaints only lights.
   *
   * @param {ViewCell[]} outline
   * @param {Box} box
   */
  drawBase(outline, box) {
    const [x, y, width, height] = box;
    const path = `M${outline.map((p) => `${p.x.toFixed(2)},${p.y.toFixed(2)}`).join("L")}Z`;
    // Everything within `reach` of the outermost cells' centres; a square keeps its corners, so that its cells fit in.
    const band = (/** @type {string} */ fill, /** @type {number} */ reach) => (this.square
      ? element("rect", { x: x + MARGIN - reach, y: y + MARGIN - reach, width: width - 2 * (MARGIN - reach),
        height: height - 2 * (MARGIN - reach), rx: reach - 13, fill })
      : element("path", { d: path, fill, stroke: fill, "stroke-width": 2 * reach, "stroke-linejoin": "round" }));
    const span = { gradientUnits: "userSpaceOnUse", x1: x, y1: y, x2: x + width * 0.35, y2: y + height };
    const defs = element("defs", {}, [
      gradient("linearGradient", `frame-paint-${this.id}`, span, [[0, "#8a5a34"], [0.45, "#6b4426"], [1, "#46291a"]]),
      gradient("linearGradient", `plate-paint-${this.id}`, span, [[0, "#454b52"], [0.5, "#383d43"], [1, "#2b2f34"]]),
      gradient("linearGradient", `recess-paint-${this.id}`, { x1: 0, y1: 0, x2: 0, y2: 1 },
        [[0, "#22262a"], [0.5, "#2a2e33"], [1, "#33383e"]]),
      gradient("radialGradient", `well-paint-${this.id}`, {}, [[0, "#363b41"], [0.86, "#30343a"], [1, "#24282c"]]),
    ]);
    const shape = cellShape(this.square, 15.1);
    const cells = this.cells.map((cell) => {
      cell.base.append(
        element("path", { d: shape, class: "recess-light", transform: "translate(0,0.7)" }),
        element("path", { d: shape, fill: `url(#recess-paint-${this.id})` }),
        element("circle", { r: RING + 1.5, class: "ring-seat" }),
        element("circle", { r: RING, class: "ring-off" }),
        element("circle", { r: RING - 1.5, fill: `url(#well-paint-${this.id})` }),
        cell.text,
      );
      return cell.base;
    });
    return element("svg", { class: "board-base", viewBox: box.join(" "), "aria-hidden": "true" }, [
      discPaints(), defs,
      element("g", { class: "casing" }, [band(`url(#frame-paint-${this.id})`, RIM)]),
      band("#1b110a", 19.6), band(`url(#plate-paint-${this.id})`, 18.9),
      ...cells,
    ]);
  }

  /** @param {Box} box */
  drawLive(box) {
    const defs = element("defs");
    const layer = (/** @type {string} */ name) => element("g", { class: name });
    const [heats, glows, discs, marks, edges, hits] = ["heats", "glows", "discs", "marks", "edges", "hits"].map(layer);
    for (const cell of this.cells) {
      defs.append(cell.paint);
      cell.hit.addEventListener("focus", () => {
        this.makeReachable(cell);
        this.goal = cell.x;
      });
      heats.append(cell.heat);
      glows.append(cell.light);
      discs.append(cell.place);
      marks.append(cell.marks);
      edges.append(cell.edge);
      hits.append(cell.hit);
    }
    return element("svg", { class: "board-live", viewBox: box.join(" "), role: "application",
      "aria-label": "Board: arrow keys walk over the cells" }, [defs, heats, glows, discs, marks, edges, hits]);
  }
}

/**
 * Return a cell as the view keeps it: where it lies, what it shows, and the elements that show it.
 *
 * @param {PanelCell} cell
 * @param {number} scale
 * @param {boolean} square
 * @param {number} board
 */
function viewCell(cell, scale, square, board) {
  const [x, y] = [cell.x_mm * scale, -cell.y_mm * scale];
  const transform = `translate(${x},${y})`;
  const shape = cellShape(square, 15.1);
  const id = `glow-${board}-${cell.name}`;
  const glow = element("circle", { r: 23, fill: `url(#${id})` });
  const ring = element("circle", { r: RING, class: "ring-lit" });
  const core = element("circle", { r: RING, class: "ring-core" });
  return {
    name: cell.name, shown: cell.name, led: cell.led, x, y, colour: "", rgb: DARK, changes: 0,
    piece: /** @type {string | null} */ (null),
    // How its light has behaved in the last looks.
    quiet: STEADY_LOOKS, busy: 0, wasDark: STEADY_LOOKS, shone: DARK,
    text: element("text", { class: "cell-name" }),
    base: element("g", { transform }),
    paint: gradient("radialGradient", id, {}, [[0, "currentColor", 0.3], [0.3, "currentColor", 0.34], [0.5, "currentColor", 0.72],
      [0.6, "currentColor", 0.42], [0.74, "currentColor", 0.17], [1, "currentColor", 0]]),
    glow, ring, core,
    light: element("g", { transform, visibility: "hidden" }, [glow, ring, core]),
    heat: element("path", { transform, d: shape, class: "heat", visibility: "hidden" }),
    marks: element("g", { transform }),
    place: element("g", { transform }),
    edge: element("circle", { transform, cy: -0.2, r: 9.9, class: "disc-glint", visibility: "hidden" }),
    hit: element("g", { transform, class: "cell", role: "button", tabindex: "-1", "data-cell": cell.name }, [
      element("path", { d: cellShape(square, 15.9), class: "cell-hit" }),
      element("circle", { r: 2.4, class: "legal-mark" }),
      element("circle", { r: 8.6, class: "lifted-mark" }),
      element("path", { d: shape, class: "focus-mark" }),
    ]),
  };
}

/** @param {ViewCell} cell */
function lightWords(cell) {
  if (cell.busy > 1 && cell.quiet < 2) {
    const manner = cell.wasDark < STEADY_LOOKS ? "blinking" : "pulsing";
    return `lit ${colourWords(cell.shone)}, ${manner}`;
  }
  const words = colourWords(cell.rgb);
  return words === "dark" ? words : `lit ${words}`;
}

/**
 * @param {{x: number, y: number}[]} outline
 * @returns {Box}
 */
function viewBox(outline) {
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
