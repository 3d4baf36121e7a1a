// @ts-check
// The board as it lies on a table: cells, discs, lights and marks, told from outside. It knows no rules.

import { drawBase, drawLive, lightWords, noteLight, scaleOf, showLight, viewBox, viewCell } from "./board-drawing.js";
import { drawMark, markWords } from "./board-marks.js";
import { writeName } from "./cell-name.js";
import { around } from "./dom.js";
import { drawDisc, pieceWords } from "./disc.js";
import { hull, nearest, walk, walks } from "./geometry.js";

const REACH = 17.5; // how far from a cell's centre a finger still means that cell
const LOOK_MS = 500; // how often lights are put into words

/** @typedef {import("./board-drawing.js").PanelCell} PanelCell */
/** @typedef {import("./board-drawing.js").ViewCell} ViewCell */
/** @typedef {{panel: string, cells: PanelCell[]}} Panel */
/** @typedef {"last" | "captured" | "forced"} Mark */

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
    const scale = scaleOf(panel.cells);
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
    this.live = drawLive(this.cells, box, (cell) => {
      this.makeReachable(cell);
      this.goal = cell.x;
    });
    root.replaceChildren(drawBase(this.cells, outline, box, this.square, this.id), this.live);
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
    for (const cell of this.cells) showLight(cell, rgb.slice(6 * cell.led, 6 * cell.led + 6));
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
      noteLight(cell);
      this.label(cell);
    }
  }
}
