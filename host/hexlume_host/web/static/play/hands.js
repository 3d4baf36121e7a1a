// @ts-check
// One pair of hands over the board: taking, setting down, turning over, by pointer and by keyboard.

import { around } from "../lib/dom.js";
import { DISC_RADIUS, drawDisc, pieceWords, turned } from "../lib/disc.js";
import { walks } from "../lib/geometry.js";
import { element } from "../lib/svg.js";

const DOUBLE_TAP_MS = 300; // a lift waits this long, so that a double tap turns a disc over where it lies
const DRAG_PX = 6;
const AHEAD_MS = 500; // what the board said before a gesture reached it does not undo the gesture on the page

/** @typedef {Record<string, string>} Discs pieces by the names of their cells */
/** @typedef {{piece: string, from: string | null}} Held a disc in hand; `from` is a cell's name, or null for a tray */
/** @typedef {{id: number, x: number, y: number, tray?: string, cell?: string, moving: boolean}} Drag */

export class Hands {
  /**
   * Play on `view` within the element `root`.
   * `send` passes a gesture on, `say` shows a hint, `changed` is called when what is in hand has changed;
   * `leaders` returns whether leaders may be used, `ghost` is the element that follows the pointer.
   *
   * @param {{root: HTMLElement, view: import("../lib/board-view.js").BoardView, ghost: HTMLElement, send: (message: {do: string}) => boolean, say: (sentence: string) => void,
   *   changed: () => void, leaders: () => boolean}} page
   */
  constructor({ root, view, ghost, send, say, changed, leaders }) {
    this.ghost = ghost;
    this.send = send;
    this.say = say;
    this.changed = changed;
    this.leaders = leaders;
    this.view = view;
    /** @type {Held | null} */
    this.held = null;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.lifting = null; // the timer of a lift that may still become a double tap
    this.flipping = false;
    /** @type {Drag | null} */
    this.drag = null;
    /** @type {Discs} */
    this.reported = {}; // the discs that the board reported last
    /** @type {Map<string, {piece: string | null, until: number}>} */
    this.ahead = new Map(); // gestures that are shown and not yet reported by the board, by cell
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
    const piece = this.discOn(cell);
    if (!piece) return;
    this.hold({ piece, from: cell });
    this.lifting = setTimeout(() => this.finishLift(), wait);
    if (!wait) this.finishLift();
  }

  /**
   * Set the disc in hand down on a cell.
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
    if (this.discOn(cell) && cell !== from) {
      this.say(`${this.nameOf(cell)} is taken: choose an empty cell.`);
      return;
    }
    this.finishLift();
    this.put(cell, piece);
    this.hold(null);
  }

  /** Put the disc in hand back where it came from. */
  putBack() {
    if (!this.held) return;
    if (this.held.from === null) this.hold(null);
    else this.setDown(this.held.from);
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
    if (this.held) {
      this.hold({ ...this.held, piece: turned(this.held.piece) });
    } else if (cell !== null && this.discOn(cell)) {
      this.sendGesture({ do: "flip", cell }, { [cell]: turned(this.discOn(cell) ?? "") });
    } else {
      this.say(`There is no disc on ${cell} to turn over.`);
    }
  }

  /**
   * Put a new disc on a cell.
   *
   * @param {string} cell
   * @param {string} piece
   */
  put(cell, piece) {
    if (this.discOn(cell)) this.say(`${this.nameOf(cell)} is taken: choose an empty cell.`);
    else this.sendGesture({ do: "put", cell, piece }, { [cell]: piece });
  }

  /**
   * Take the disc on a cell off the board.
   *
   * @param {string} cell
   */
  lift(cell) {
    if (this.discOn(cell)) this.sendGesture({ do: "lift", cell }, { [cell]: null });
    else this.say(`There is no disc on ${cell}.`);
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
    if (this.held?.from) this.lift(this.held.from);
  }

  /** @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.view.show({ lifted: held?.from ?? "" });
    if (!held) this.hideGhost();
    else if (this.drag) this.showGhost();
    this.changed();
  }

  /**
   * Send a gesture and show it at once; the board's own word on the table follows and counts.
   *
   * @param {{do: string, cell?: string, piece?: string}} message
   * @param {Record<string, string | null>} becomes
   */
  sendGesture(message, becomes) {
    if (!this.send(message)) return;
    const until = performance.now() + AHEAD_MS;
    for (const [cell, piece] of Object.entries(becomes)) this.ahead.set(cell, { piece, until });
    this.showDiscs(this.reported);
  }

  /**
   * Show the discs the board reports, with the gestures it cannot know yet.
   *
   * @param {Discs} reported
   */
  showDiscs(reported) {
    this.reported = reported;
    const discs = { ...reported };
    for (const [cell, { piece, until }] of this.ahead) {
      if ((reported[cell] ?? null) === piece || performance.now() > until) this.ahead.delete(cell);
      else if (piece) discs[cell] = piece;
      else delete discs[cell];
    }
    this.view.show({ discs });
  }

  /** Show the discs that the board reported last and nothing ahead of them. */
  showReported() {
    this.ahead.clear();
    this.showDiscs(this.reported);
  }

  // Pointers: mouse, touch and pen.

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button !== 0 || this.drag) return;
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
    if (event.touches.length === 1 && around(event, ".has-disc, [data-tray]")) event.preventDefault();
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
    } else if (!this.held && cell && this.discOn(cell)) {
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
    } else if (this.discOn(target) && target !== this.held.from) {
      // A dragged disc cannot stay in the air over a taken cell.
      this.putBack();
      this.say(`${this.nameOf(target)} is taken: the disc went back.`);
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
    if (this.flipping) this.flip(cell);
    else if (this.lifting && this.held?.from === cell) this.flip(cell);
    else if (this.held && (!this.discOn(cell) || this.held.from === cell)) this.setDown(cell);
    else if (this.held?.from) this.say(`${this.nameOf(cell)} is taken: choose an empty cell.`);
    else if (this.discOn(cell)) this.pick(cell, DOUBLE_TAP_MS);
  }

  /** @param {MouseEvent} event */
  contextMenu(event) {
    const cell = around(event, "[data-cell]")?.dataset.cell;
    if (!cell && !around(event, "[data-tray]")) return;
    event.preventDefault();
    // A long press on a touch screen arrives here too, but means a drag that has not begun yet.
    if (cell && event.button === 2 && !this.drag) this.flip(cell);
  }

  // Keyboard, with the focus on a cell.

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const cell = around(event, "[data-cell]")?.dataset.cell;
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (walks(event.key)) return; // the view walks
    const kind = event.key.toLowerCase();
    const colour = kind === "w" ? "white" : kind === "b" ? "black" : null;
    if (event.repeat) return;
    if (colour && event.shiftKey && !this.leaders()) this.say("This game has no leaders.");
    else if (colour) this.put(cell, event.shiftKey ? `${colour} leader` : colour);
    else if (kind === "l" || event.key === "Delete" || event.key === "Backspace") this.lift(cell);
    else if (kind === "f") this.flip(cell);
    else if (kind === "m" || event.key === "Enter" || event.key === " ") this.carry(cell);
    else return;
    event.preventDefault();
  }

  /** @param {string} cell */
  carry(cell) {
    if (this.flipping) this.flip(cell);
    else if (this.held) this.setDown(cell);
    else if (this.discOn(cell)) this.pick(cell, 0);
    else this.say(`There is no disc on ${cell} to take in hand.`);
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

  /**
   * Return the disc on a cell, if there is one.
   *
   * @param {string} cell
   * @returns {string | undefined}
   */
  discOn(cell) {
    return this.view.discs[cell];
  }

  /**
   * Return what a cell is called on the board that is played on.
   *
   * @param {string} cell
   */
  nameOf(cell) {
    return this.view.nameOf(cell);
  }

  /** Return what is in hand in words, or null. */
  inHand() {
    return this.held ? pieceWords(this.held.piece) : null;
  }
}
