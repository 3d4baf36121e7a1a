// @ts-check
// BoardView: a board on a page, with its cells, discs, lights and marks. It knows no rules.
//
//   const view = new BoardView(byId("board"));
//   view.show({ board: "hex5", discs: { d4: "white" }, last: ["d4"] });
//   view.show({ arrows: [{ from: "d4", to: "e4", kind: "better", label: "1" }] });
//
// State in: `show` takes any members of `BoardState` (below). Members that are left out stay as they are. `board` draws
// another board: its shape is fetched from the server, unless it is given as `panel`. `show` resolves to whether the
// board is drawn.
//
// Events out, from the element it draws in, bubbling:
//   cellchosen {cell}   a click, Enter or Space on a cell; `onCellChosen` listens to it. The arrow keys walk over the cells.
//
// For hands that move discs: `discs`, `scale`, `cellAt`, `nameOf` and `focusCell`. `dispose` ends it all.

import { drawBase, drawLive, lightWords, noteLight, scaleOf, showLight, viewBox, viewCell } from "./board-drawing.js";
import { arrowWords, drawArrows } from "./board-arrows.js";
import { drawEdges } from "./board-edges.js";
import { MARKS, drawMark, markWords } from "./board-marks.js";
import { writeName } from "./cell-name.js";
import { around } from "./dom.js";
import { drawDisc, pieceWords } from "./disc.js";
import { hull, nearest, walk, walks } from "./geometry.js";

const REACH = 17.5; // how far from a cell's centre a finger still means that cell
const LOOK_MS = 500; // how often lights are put into words

/** @typedef {import("./board-drawing.js").PanelCell} PanelCell */
/** @typedef {import("./board-drawing.js").ViewCell} ViewCell */
/** @typedef {{panel: string, cells: PanelCell[]}} Panel a board's shape, as /api/panels/NAME has it */
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

let boards = 0; // tells apart the gradients of several boards on one page
/** @type {Map<string, Promise<Panel>>} */
const panels = new Map();

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

/**
 * Resolve to a board's shape, which is asked for once.
 *
 * @param {string} board
 * @returns {Promise<Panel>}
 */
function panelOf(board) {
  let panel = panels.get(board);
  if (!panel) {
    panel = fetch(`/api/panels/${encodeURIComponent(board)}`).then((answer) => {
      if (!answer.ok) throw new Error(`There is no board ${board}.`);
      return answer.json();
    });
    panels.set(board, panel);
    panel.catch(() => panels.delete(board));
  }
  return panel;
}

export class BoardView {
  /**
   * Draw in an empty element.
   *
   * @param {HTMLElement} root
   */
  constructor(root) {
    this.root = root;
    /** @type {BoardState} */
    this.state = {};
    this.board = "";
    /** @type {Promise<boolean>} */
    this.drawn = Promise.resolve(false);
    this.square = false;
    /** @type {ViewCell[]} */
    this.cells = [];
    /** @type {Map<string, ViewCell>} */
    this.byName = new Map();
    /** @type {SVGSVGElement | null} */
    this.base = null;
    /** @type {SVGSVGElement | null} */
    this.live = null;
    /** @type {ViewCell | null} */
    this.focused = null;
    this.goal = 0;
    this.frameDue = false;
    this.resized = new ResizeObserver(() => this.placeNames());
    this.resized.observe(root);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined; // runs once there are lights to describe
    this.left = new AbortController();
    root.addEventListener("click", (event) => this.choose(event), { signal: this.left.signal });
    root.addEventListener("keydown", (event) => this.keyDown(event), { signal: this.left.signal });
  }

  /**
   * Show what is given of a state; resolves to whether the board is drawn.
   *
   * @param {BoardState} state
   */
  show(state) {
    Object.assign(this.state, state);
    const board = state.panel?.panel ?? state.board ?? this.board;
    if (board === this.board) {
      if (this.cells.length) this.apply(state);
      return this.drawn;
    }
    this.board = board;
    this.cells = [];
    if (state.panel) {
      this.draw(state.panel);
      this.drawn = Promise.resolve(true);
    } else {
      this.drawn = this.fetchAndDraw(board);
    }
    return this.drawn;
  }

  /** Stop describing lights and listening; the view may then be forgotten. */
  dispose() {
    clearInterval(this.clock);
    this.left.abort();
    this.resized.disconnect();
  }

  /** @param {string} board */
  async fetchAndDraw(board) {
    try {
      const panel = await panelOf(board);
      if (board === this.board) this.draw(panel);
    } catch {
      if (board === this.board) this.board = ""; // the next state asks again
    }
    return board === this.board;
  }

  /** @param {Panel} panel */
  draw(panel) {
    boards += 1;
    this.square = panel.panel.startsWith("square");
    const scale = scaleOf(panel.cells);
    this.cells = panel.cells.map((cell) => viewCell(cell, scale, this.square, boards));
    this.byName = new Map(this.cells.map((cell) => [cell.name, cell]));
    const outline = hull(this.cells);
    const box = viewBox(outline);
    this.live = drawLive(this.cells, box, (cell) => {
      this.makeReachable(cell);
      this.goal = cell.x;
    });
    this.base = drawBase(this.cells, outline, box, this.square, boards);
    this.root.replaceChildren(this.base, this.live);
    for (const element of [this.root, this.root.parentElement]) element?.style.setProperty("--board-aspect", String(box[2] / box[3]));
    this.focused = this.cells.reduce((a, b) => (Math.hypot(b.x, b.y) < Math.hypot(a.x, a.y) ? b : a));
    this.goal = this.focused.x;
    this.focused.hit.setAttribute("tabindex", "0");
    this.placeNames();
    this.apply(this.state);
    this.cells.forEach((cell) => this.label(cell));
  }

  /** @param {BoardState} state */
  apply(state) {
    if (state.names || state.blocked) this.setNames(this.state.names ?? {});
    if (state.names || state.blocked || state.edges !== undefined) this.setEdges(this.state.edges ?? false);
    if (state.discs) this.setDiscs(state.discs);
    if (state.leds !== undefined) this.requestFrame();
    if (state.legal) this.mark("legal", state.legal);
    if (state.lifted !== undefined) this.mark("lifted", [state.lifted]);
    if (state.target !== undefined) this.mark("target", [state.target]);
    if (state.notes) this.mark("noted", Object.keys(state.notes));
    if (state.named !== undefined) this.root.classList.toggle("nameless", !state.named);
    if (state.heat) this.setHeat(state.heat);
    if (state.discs || state.arrows) this.live?.querySelector(".arrows")?.replaceChildren(...drawArrows(this.arrows, this.byName));
    const marked = MARKS.some((kind) => state[kind]);
    if (marked || state.marks) this.cells.forEach((cell) => this.drawMarks(cell));
    if (marked || state.arrows || state.notes) this.cells.forEach((cell) => this.label(cell));
  }

  /** The piece on each cell. */
  get discs() {
    return this.state.discs ?? {};
  }

  /** The arrows between cells of this board. */
  get arrows() {
    return (this.state.arrows ?? []).filter(({ from, to }) => this.byName.has(from) && this.byName.has(to));
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

  /** @param {Record<string, string>} discs */
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
      this.drawMarks(cell);
      this.label(cell);
    }
  }

  // Lights are drawn once per screen refresh, the latest only.
  requestFrame() {
    if (!this.state.leds) {
      clearInterval(this.clock);
      this.clock = undefined;
    } else if (!this.clock) this.clock = setInterval(() => this.look(), LOOK_MS);
    if (this.frameDue) return;
    this.frameDue = true;
    requestAnimationFrame(() => {
      this.frameDue = false;
      const { leds = "" } = this.state;
      for (const cell of this.cells) showLight(cell, leds.slice(6 * cell.led, 6 * cell.led + 6) || "000000");
    });
  }

  /**
   * @param {"legal" | "lifted" | "target" | "noted"} kind
   * @param {string[]} names
   */
  mark(kind, names) {
    for (const cell of this.cells) cell.hit.classList.toggle(kind, names.includes(cell.name));
  }

  /** @param {Record<string, number>} heat */
  setHeat(heat) {
    for (const cell of this.cells) {
      const share = Math.max(0, Math.min(1, Number(heat[cell.name]) || 0));
      cell.heat.style.opacity = String(share && 0.12 + 0.83 * share);
      cell.heat.setAttribute("visibility", share ? "visible" : "hidden");
    }
  }

  /**
   * Return how a cell is marked as the position has it.
   *
   * @param {ViewCell} cell
   */
  marksOf(cell) {
    const kinds = MARKS.filter((kind) => this.state[kind]?.includes(cell.name));
    // Who turns a disc over acts on its cell: one mark says both.
    return kinds.includes("turned") ? kinds.filter((kind) => kind !== "last") : kinds;
  }

  /** @param {ViewCell} cell */
  drawMarks(cell) {
    const free = this.state.marks?.[cell.name];
    const kinds = [...this.marksOf(cell), ...(free === undefined ? [] : [String(free)])];
    const drawn = `${kinds.join("|")} ${cell.piece?.startsWith("white")}`;
    if (drawn === cell.marked) return;
    cell.marked = drawn;
    cell.marks.replaceChildren(...kinds.map((kind) => drawMark(kind, cell.piece)));
  }

  /** @param {Record<string, string>} names */
  setNames(names) {
    const own = Object.keys(names).length === 0;
    for (const cell of this.cells) {
      const before = cell.shown;
      cell.shown = own ? (this.state.blocked?.includes(cell.name) ? "" : cell.name) : names[cell.name] ?? "";
      if (cell.shown !== before) this.placeName(cell);
      cell.base.classList.toggle("beside", cell.shown === "");
      this.label(cell);
    }
  }

  /** @param {boolean | string} owned */
  setEdges(owned) {
    const bars = owned ? drawEdges(this.cells, owned === true ? this.board : owned) : [];
    this.base?.querySelector(".edges")?.replaceChildren(...bars);
    if (bars.length) this.live?.setAttribute("aria-description", "Black owns the edges below and above, white those at the left and the right.");
    else this.live?.removeAttribute("aria-description");
  }

  /**
   * Return what a cell is called on the board that is played on.
   *
   * @param {string} name
   */
  nameOf(name) {
    return this.byName.get(name)?.shown || `${name} outside the game's board`;
  }

  /**
   * Return the name of the cell at a place in the window, or null.
   *
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const matrix = this.live?.getScreenCTM();
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
    return this.live?.getScreenCTM()?.a ?? 1;
  }

  /**
   * Move the focus by an arrow key, Home or End; stays at the border.
   *
   * @param {string} key
   */
  walk(key) {
    if (!this.focused) return;
    const next = walk(this.cells, this.focused, key, this.goal);
    if (!next) return;
    const goal = key === "ArrowUp" || key === "ArrowDown" ? this.goal : next.x;
    this.focusCell(next.name);
    this.goal = goal;
  }

  /**
   * Put the focus on a cell, or back on the one that had it last.
   *
   * @param {string} [name]
   */
  focusCell(name) {
    const next = name === undefined ? this.focused : this.byName.get(name);
    if (!next) return;
    this.makeReachable(next);
    next.hit.focus({ preventScroll: false });
  }

  /** @param {ViewCell} cell */
  makeReachable(cell) {
    this.focused?.hit.setAttribute("tabindex", "-1");
    cell.hit.setAttribute("tabindex", "0");
    this.focused = cell;
  }

  /** @param {ViewCell} cell */
  label(cell) {
    const disc = cell.piece ? pieceWords(cell.piece) : "empty";
    const noted = this.state.notes?.[cell.name];
    const note = noted ? `, ${noted}` : "";
    const marked = this.marksOf(cell).map((kind) => `, ${markWords(kind)}`);
    const ways = arrowWords(this.arrows, cell.name, (name) => this.nameOf(name)).map((words) => `, ${words}`);
    const light = this.clock ? `, ${lightWords(cell)}` : "";
    const text = `${this.nameOf(cell.name)}, ${disc}${light}${marked.join("")}${ways.join("")}${note}`;
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
