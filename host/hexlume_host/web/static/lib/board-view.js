// @ts-check
// BoardView: a board on a page, with its cells, discs, lights and marks. It knows no rules.
//
//   const view = new BoardView(byId("board"));
//   view.show({ board: "hex5", discs: { d4: "white" }, last: ["d4"] });
//   view.show({ arrows: [{ from: "d4", to: "e4", kind: "better", label: "1" }] });
//   view.input = { tap: (cell) => play(cell) };
//
// What it shows is in board-state.js, how that is drawn in board-drawing.js, and what people do in board-events.js.

import { render } from "../vendor/lit-html.js";
import { drawBoard, viewBox } from "./board-drawing.js";
import { listen } from "./board-events.js";
import { layOut, nameOf, updateCells } from "./board-state.js";
import { request } from "./connection.js";
import { nearest, walk } from "./geometry.js";
import { every } from "./timers.js";

const REACH = 17.5; // how far from a cell's centre a finger still means that cell
const LOOK_MS = 500; // how often lights are put into words: a screen reader must not hear thirty frames a second

/** @typedef {import("./board-state.js").BoardState} BoardState */
/** @typedef {import("./board-state.js").Panel} Panel */
/** @typedef {import("./board-events.js").Input} Input */

/** @type {Map<string, Promise<Panel>>} */
const panels = new Map();

/**
 * Resolve to a board's shape, which is asked for once.
 * @param {string} board
 * @returns {Promise<Panel>}
 */
function panelOf(board) {
  let panel = panels.get(board);
  if (!panel) {
    panel = request(`/api/panels/${encodeURIComponent(board)}`).then((answer) => {
      if (!answer.ok) throw new Error(`There is no board ${board}.`);
      return answer.json();
    });
    panels.set(board, panel);
    panel.catch(() => panels.delete(board));
  }
  return panel;
}

export class BoardView {
  /** Draw in an empty element. @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {BoardState} */
    this.state = {};
    this.board = "";
    /** @type {import("./board-state.js").Layout | null} */
    this.layout = null;
    /** @type {Promise<boolean>} */
    this.drawn = Promise.resolve(false);
    /** @type {import("./board-state.js").Cell | null} */
    this.focused = null; // the cell that has the focus, or gets it back
    this.goal = 0; // the x to which walking up and down keeps
    this.scale = 1; // CSS pixels to a mm
    this.frameDue = false;
    /** @type {Input | null} */
    this.input = null; // who takes what people do at the board
    /** @type {(() => void) | null} */
    this.stopLooking = null;
    this.left = new AbortController();
    this.resized = new ResizeObserver(() => {
      this.scale = this.live?.getScreenCTM()?.a || 1;
      this.draw();
    });
    this.resized.observe(root);
    listen(this, this.left.signal);
  }

  /**
   * Show the members of a state that are given; the others stay as they are. `board` draws another board: its shape is
   * fetched from the server, unless it is given as `panel`. Resolves to whether the board is drawn.
   * @param {BoardState} state
   */
  show(state) {
    Object.assign(this.state, state);
    const board = state.panel?.panel ?? state.board ?? this.board;
    if (board !== this.board) {
      this.board = board;
      this.layout = null;
      if (state.panel) this.lay(state.panel);
      this.drawn = state.panel ? Promise.resolve(true) : this.fetchAndLay(board);
    } else if (Object.keys(state).some((member) => member !== "leds")) {
      this.draw();
    }
    if (state.leds !== undefined) this.requestFrame();
    return this.drawn;
  }

  /** Stop describing lights and listening; the view may then be forgotten. */
  dispose() {
    this.stopLooking?.();
    this.left.abort();
    this.resized.disconnect();
  }

  /** The piece on each cell. */
  get discs() {
    return this.state.discs ?? {};
  }

  get live() {
    return /** @type {SVGSVGElement | null} */ (this.root.querySelector(".board-live"));
  }

  /** @param {string} board */
  async fetchAndLay(board) {
    try {
      const panel = await panelOf(board);
      if (board === this.board) this.lay(panel);
    } catch {
      if (board === this.board) this.board = ""; // the next state asks again
    }
    return board === this.board;
  }

  /** @param {Panel} panel */
  lay(panel) {
    this.layout = layOut(panel);
    const [, , width, height] = viewBox(this.layout);
    for (const element of [this.root, this.root.parentElement]) element?.style.setProperty("--board-aspect", String(width / height));
    this.focused = this.layout.cells.reduce((a, b) => (Math.hypot(b.x, b.y) < Math.hypot(a.x, a.y) ? b : a));
    this.goal = this.focused.x;
    this.draw();
    this.requestFrame();
  }

  draw() {
    const { layout, state } = this;
    if (!layout) return;
    updateCells(layout, state);
    if (state.named !== undefined) this.root.classList.toggle("nameless", !state.named);
    render(drawBoard(layout, state, this.board, this.focused, this.scale), this.root);
  }

  // Lights are drawn once per screen refresh, the latest only.
  requestFrame() {
    const { leds } = this.state;
    if (leds) this.stopLooking ??= every(() => this.look(), LOOK_MS);
    else if (this.stopLooking) {
      this.stopLooking();
      this.stopLooking = null;
      for (const cell of this.layout?.cells ?? []) cell.lit = "";
      this.draw();
    }
    if (this.frameDue) return;
    this.frameDue = true;
    requestAnimationFrame(() => {
      this.frameDue = false;
      const { leds: latest = "" } = this.state;
      const changed = this.layout?.cells.filter(({ led, light }) => light.show(latest.slice(6 * led, 6 * led + 6) || "000000"));
      if (changed?.length) this.draw();
    });
  }

  look() {
    for (const cell of this.layout?.cells ?? []) {
      const words = cell.light.look();
      // Whoever reads a cell would hear its label again with every blink.
      if (!cell.lit || this.elementOf(cell.name) !== document.activeElement) cell.lit = words;
    }
    this.draw();
  }

  /** Return what a cell is called on the board that is played on. @param {string} name */
  nameOf(name) {
    return this.layout ? nameOf(this.layout, name) : name;
  }

  /**
   * Return the element of a cell, or null.
   * @param {string} name
   * @returns {SVGElement | null}
   */
  elementOf(name) {
    return this.root.querySelector(`[data-cell="${name}"]`);
  }

  /**
   * Return the name of the cell at a place in the window, or null.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const matrix = this.live?.getScreenCTM();
    if (!matrix || !this.layout) return null;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return nearest(this.layout.cells, at.x, at.y, REACH)?.name ?? null;
  }

  /** Move the focus by an arrow key, Home or End; stays at the border. @param {string} key */
  walk(key) {
    const next = this.focused && this.layout && walk(this.layout.cells, this.focused, key, this.goal);
    if (!next) return;
    const goal = key === "ArrowUp" || key === "ArrowDown" ? this.goal : next.x;
    this.focusCell(next.name);
    this.goal = goal;
  }

  /** Put the focus on a cell, or back on the one that had it last. @param {string} [name] */
  focusCell(name = this.focused?.name ?? "") {
    this.elementOf(name)?.focus({ preventScroll: false });
  }

  /** Let the Tab key reach a cell, and no other one. @param {string} name */
  makeReachable(name) {
    const cell = this.layout?.byName.get(name);
    if (!cell) return;
    this.goal = cell.x;
    if (cell === this.focused) return;
    this.focused = cell;
    this.draw();
  }
}
