// @ts-check
// One pair of hands over the board: taking, setting down, turning over, doing what is due, by pointer and by keyboard.

import { around } from "../lib/dom.js";
import { DISC_RADIUS, drawDisc, turned } from "../lib/disc.js";
import { walks } from "../lib/geometry.js";
import { element } from "../lib/svg.js";
import { wayWords } from "./due.js";

const DOUBLE_TAP_MS = 300; // a lift waits this long, so that a double tap turns a disc over where it lies
const DRAG_PX = 6;
const ANSWER_MS = 10000; // after this nothing comes of an action that the board has not answered
const TOUCH_MS = 1200; // a tap on the open menu leaves a disc on a cell so long, to show what the choice means

/** @typedef {{piece: string, from: string | null, lay?: string}} Held a disc in hand; `from` is a cell's name, where it `lay` so, or null for a tray */
/** @typedef {{id: number, x: number, y: number, tray?: string, cell?: string, moving: boolean}} Drag */

export class Hands {
  /**
   * Play on `view` within the element `root`, with the discs of `table` and what is `due` there.
   * `say` tells why something is not done, and which clause of the rules says so; `changed` is called when what is in hand has changed, `choose` opens the
   * chooser at a cell; `leaders` returns whether leaders may be used, `ghost` is the element that follows the pointer. While `away` returns true they do nothing.
   *
   * @param {{root: HTMLElement, view: import("../lib/board-view.js").BoardView, ghost: HTMLElement, table: import("./table.js").Table,
   *   due: import("./due.js").Due, say: (sentence: string, clause?: string) => void, changed: () => void, leaders: () => boolean, away: () => boolean,
   *   choose: (cell: string, choices: import("./chooser.js").Choice[]) => void}} page
   */
  constructor({ root, view, ghost, table, due, say, changed, leaders, away, choose }) {
    this.ghost = ghost;
    this.table = table;
    this.due = due;
    this.say = say;
    this.changed = changed;
    this.leaders = leaders;
    this.away = away;
    this.choose = choose;
    this.view = view;
    /** @type {Held | null} */
    this.held = null;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.lifting = null; // the timer of a lift that may still become a double tap
    this.flipping = false;
    /** @type {Drag | null} */
    this.drag = null;
    this.done = { cell: "", until: 0 }; // the cell where a tap has just done what was due
    this.tapped = { cell: "", until: 0 }; // the cell of the last tap, where a second one turns the disc over
    root.addEventListener("pointerdown", (event) => this.pointerDown(event));
    root.addEventListener("keydown", (event) => this.keyDown(event));
    root.addEventListener("contextmenu", (event) => this.contextMenu(event));
    root.addEventListener("touchstart", (event) => this.touchStart(event), { passive: false });
    window.addEventListener("pointermove", (event) => this.pointerMove(event));
    window.addEventListener("pointerup", (event) => this.pointerUp(event));
    window.addEventListener("pointercancel", (event) => this.pointerCancel(event));
  }

  // What the hands do.

  /**
   * Take a disc from a tray; with such a disc in hand it is put away there.
   *
   * @param {string} piece
   */
  takeFromTray(piece) {
    const away = this.held;
    this.putAway();
    if (away && away.piece === piece) return;
    this.setFlipping(false);
    this.hold({ piece, from: null });
  }

  /**
   * Take the disc on a cell in hand; `wait` leaves time for a double tap.
   *
   * @param {string} cell
   * @param {number} wait
   */
  pick(cell, wait) {
    const piece = this.table.discOn(cell);
    if (!piece) return;
    this.hold({ piece, from: cell, lay: piece });
    this.lifting = setTimeout(() => this.finishLift(), wait);
    if (!wait) this.finishLift();
  }

  /**
   * Set the disc in hand down on a cell; where it captures, the captured disc is taken off first.
   *
   * @param {string} cell
   */
  setDown(cell) {
    if (!this.held) return;
    const { piece, from } = this.held;
    if (cell === from && this.lifting) {
      clearTimeout(this.lifting);
      this.lifting = null;
      this.hold(null);
      return;
    }
    if (!this.mayTake(cell)) {
      this.say(`${this.view.nameOf(cell)} is taken: choose an empty cell.`);
      return;
    }
    this.finishLift();
    this.table.leave(cell, piece, from ?? undefined);
    this.hold(null);
  }

  /**
   * Return whether the disc in hand may be set down on a cell: on an empty one, its own, or that of a disc it captures.
   *
   * @param {string} cell
   */
  mayTake(cell) {
    const from = this.held?.from;
    return !this.table.discOn(cell) || cell === from || Boolean(from && this.due.movesFrom(from).includes(cell));
  }

  /**
   * Return whether the disc on a cell may move now.
   *
   * @param {string} cell
   */
  mayMove(cell) {
    return !this.due.isWrong && this.due.movesFrom(cell).length > 0;
  }

  /** Put the disc in hand back where it came from, as it lay there: turned over it would be another action. */
  putBack() {
    if (!this.held) return;
    const { piece, from, lay = piece } = this.held;
    if (from === null) {
      this.hold(null);
      return;
    }
    this.held = { piece: lay, from };
    this.setDown(from);
  }

  /** Put the disc in hand away, off the board. */
  putAway() {
    this.finishLift();
    this.hold(null);
  }

  /**
   * Turn over the disc in hand or the one on a cell.
   *
   * @param {string | null} cell
   */
  flip(cell) {
    if (this.lifting) this.putBack();
    if (this.held) this.hold({ ...this.held, piece: turned(this.held.piece) });
    else if (cell !== null) this.table.flip(cell);
  }

  /**
   * Do what is due on a cell: at once if it is one thing, else after a choice. A disc that may move is taken in hand; a tap on another means nothing.
   *
   * @param {string} cell
   * @param {number} wait time for a double tap
   */
  doDue(cell, wait) {
    if (this.due.answered) return;
    if (this.due.menu) {
      if (this.due.menu.includes(cell)) this.touch(cell);
      return;
    }
    const disc = this.table.discOn(cell);
    const ways = this.due.ways(cell, disc);
    const moves = disc && this.mayMove(cell);
    if (!ways.length && disc) {
      if (moves) this.pick(cell, wait);
    } else if (!ways.length) {
      if (!this.due.isWrong) this.sayClosed(cell);
    } else {
      const choices = ways.map((way) => ({
        piece: way.piece, words: wayWords(way, disc, (name) => this.view.nameOf(name)), do: () => this.leave(cell, way),
      }));
      if (disc && moves) choices.push({ piece: disc, words: "Take it in hand", do: () => this.pick(cell, 0) });
      if (choices.length === 1) choices[0].do();
      else this.choose(cell, choices);
    }
  }

  /**
   * Say why nothing can be placed on a cell.
   *
   * @param {string} cell
   */
  sayClosed(cell) {
    // Where nothing may be done the hint says why, and a late tap is no mistake.
    if (!this.due.closed[cell] && !Object.keys(this.due.legal).length) return;
    const [why, clause] = this.due.closed[cell] ?? ["No disc goes there now.", ""];
    this.say(`${this.view.nameOf(cell)}: ${why}`, clause);
  }

  /**
   * @param {string} cell
   * @param {import("./due.js").Way} way
   */
  leave(cell, way) {
    this.table.leave(cell, way.piece, way.from);
    this.done = { cell, until: performance.now() + DOUBLE_TAP_MS };
    this.wait(() => !this.due.asksFor(cell, way));
  }

  /**
   * Have nothing due until `answered` returns, after news of the board, that it has answered what was done.
   *
   * @param {() => boolean} answered
   */
  wait(answered) {
    this.due.answered = answered;
    setTimeout(() => this.waitNoMore(answered), ANSWER_MS);
    this.changed();
  }

  /** @param {(() => boolean) | null} answered */
  waitNoMore(answered) {
    if (this.due.answered === answered) this.due.answered = null;
    this.changed();
  }

  /**
   * Touch a cell of the open menu: put a disc on and take it off again, or the other way round.
   *
   * @param {string} cell
   */
  touch(cell) {
    const disc = this.table.discOn(cell);
    if (disc) this.table.lift(cell);
    else this.table.put(cell, "white");
    this.done = { cell, until: performance.now() + TOUCH_MS };
    setTimeout(() => (disc ? this.table.put(cell, disc) : this.table.discOn(cell) && this.table.lift(cell)), TOUCH_MS);
  }

  /**
   * Switch the tool that turns over every disc that is tapped.
   *
   * @param {boolean} on
   */
  setFlipping(on) {
    if (on) this.putBack();
    this.flipping = on;
    this.changed();
  }

  finishLift() {
    if (!this.lifting) return;
    clearTimeout(this.lifting);
    this.lifting = null;
    if (this.held?.from) this.table.lift(this.held.from);
  }

  /** @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.view.show({ lifted: held?.from ?? "" });
    if (!held) this.hideGhost();
    else if (this.drag) this.showGhost();
    this.changed();
  }

  // Pointers: mouse, touch and pen.

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button !== 0 || this.drag || this.away()) return;
    const tray = around(event, "[data-tray]");
    const cell = around(event, "[data-cell]")?.dataset.cell;
    if (!tray && !cell) return;
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, tray: tray?.dataset.tray, cell, moving: false };
    // Touch would otherwise keep sending everything to the element it began on.
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
  }

  /**
   * A finger on a disc drags the disc; elsewhere on the board it may scroll the page.
   *
   * @param {TouchEvent} event
   */
  touchStart(event) {
    if (!this.away() && event.touches.length === 1 && around(event, ".has-disc, [data-tray]")) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    if (this.drag?.id === event.pointerId) {
      const far = Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y);
      if (!this.drag.moving && far > DRAG_PX) this.startDrag();
      if (this.drag?.moving && this.held) this.view.show({ target: this.dropCell(event) ?? "" });
    }
    if (this.held && (this.drag?.moving || event.pointerType === "mouse")) {
      this.showGhost();
      const scale = this.view.scale;
      this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY - (event.pointerType === "touch" ? 26 : 4)}px)`;
      this.ghost.style.setProperty("--mm", `${scale}px`);
    }
  }

  startDrag() {
    if (!this.drag) return;
    const { tray, cell } = this.drag;
    this.drag.moving = true;
    if (tray) {
      this.putAway();
      this.setFlipping(false);
      this.hold({ piece: tray, from: null });
    } else if (this.held?.from === cell && this.lifting) {
      this.finishLift();
    } else if (!this.held && cell && this.table.discOn(cell)) {
      this.pick(cell, 0);
    } else if (!this.held) {
      this.drag = null;
    }
  }

  /** @param {PointerEvent} event */
  pointerUp(event) {
    if (this.drag?.id !== event.pointerId) return;
    const { moving, tray, cell } = this.drag;
    this.drag = null;
    if (!moving) {
      if (tray) this.takeFromTray(tray);
      else if (cell) this.tap(cell);
      return;
    }
    this.view.show({ target: "" });
    if (!this.held) return;
    const target = this.dropCell(event);
    if (!target) {
      this.putAway();
    } else if (!this.mayTake(target)) {
      // A dragged disc cannot stay in the air over a taken cell.
      this.putBack();
      this.say(`${this.view.nameOf(target)} is taken: the disc went back.`);
    } else {
      this.setDown(target);
    }
  }

  /** @param {PointerEvent} event */
  pointerCancel(event) {
    if (this.drag?.id !== event.pointerId) return;
    this.drag = null;
    this.view.show({ target: "" });
    this.putBack();
  }

  /** @param {PointerEvent} event */
  dropCell(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under?.closest("[data-tray]") ? null : this.view.cellAt(event.clientX, event.clientY);
  }

  /** @param {string} cell */
  tap(cell) {
    // The second tap of a double one does not undo what the first has done.
    if (cell === this.done.cell && performance.now() < this.done.until) return;
    const twice = cell === this.tapped.cell && performance.now() < this.tapped.until;
    this.tapped = { cell: twice ? "" : cell, until: performance.now() + DOUBLE_TAP_MS };
    if (this.flipping || (twice && this.table.discOn(cell) && (!this.held || this.lifting))) this.flip(cell);
    else if (this.held) this.setDown(cell);
    else this.doDue(cell, DOUBLE_TAP_MS);
  }

  /** @param {MouseEvent} event */
  contextMenu(event) {
    const cell = around(event, "[data-cell]")?.dataset.cell;
    if (!cell && !around(event, "[data-tray]")) return;
    if (this.away()) return;
    event.preventDefault();
    // A long press on a touch screen arrives here too, but means a drag that has not begun yet.
    if (cell && event.button === 2 && !this.drag) this.flip(cell);
  }

  // Keyboard, with the focus on a cell.

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const cell = around(event, "[data-cell]")?.dataset.cell;
    if (!cell || this.away() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (walks(event.key)) return; // the view walks
    const kind = event.key.toLowerCase();
    const colour = kind === "w" ? "white" : kind === "b" ? "black" : null;
    if (event.repeat) return;
    if (colour && event.shiftKey && !this.leaders()) this.say("This game has no leaders.");
    else if (colour) this.table.put(cell, event.shiftKey ? `${colour} leader` : colour);
    else if (kind === "l" || event.key === "Delete" || event.key === "Backspace") this.table.lift(cell);
    else if (kind === "f") this.flip(cell);
    else if (kind === "m") this.carry(cell);
    else if (event.key === "Enter" || event.key === " ") this.enter(cell);
    else return;
    event.preventDefault();
  }

  /** @param {string} cell */
  enter(cell) {
    if (this.flipping) this.flip(cell);
    else if (this.held) this.setDown(cell);
    else this.doDue(cell, 0);
  }

  /** @param {string} cell */
  carry(cell) {
    if (this.held) this.setDown(cell);
    else if (this.table.discOn(cell)) this.pick(cell, 0);
    else this.say(`There is no disc on ${this.view.nameOf(cell)} to take in hand.`);
  }

  // The disc that follows the pointer.

  showGhost() {
    const key = this.held?.piece;
    if (!key) return;
    if (!this.ghost.hidden && this.ghost.dataset.piece === key) return;
    const r = DISC_RADIUS + 3;
    this.ghost.replaceChildren(element("svg", { viewBox: `${-r} ${-r} ${2 * r} ${2 * r}` }, [drawDisc(key)]));
    this.ghost.dataset.piece = key;
    this.ghost.hidden = false;
  }

  hideGhost() {
    this.ghost.hidden = true;
  }
}
