// @ts-check
// One pair of hands over the board: taking, setting down, turning over, doing what is due, by pointer and by keyboard.

import { DISC_RADIUS, discPicture, turned } from "../lib/disc.js";
import { render } from "../vendor/lit-html.js";
import { wayWords } from "./due.js";

const ANSWER_MS = 10000; // after this nothing comes of an action that the board has not answered
const TOUCH_MS = 1200; // a tap on the open menu leaves a disc on a cell so long, to show what the choice means

/** @typedef {{piece: string, from: string | null, lay?: string}} Held a disc in hand; `from` is a cell's name, where it `lay` so, or null for a tray */

export class Hands {
  /**
   * Play on `view`, which is given them, with the discs of `table` and what is `due` there.
   * `say` tells why something is not done, and which clause of the rules says so; `changed` is called when what is in hand has changed, `choose` opens the
   * chooser at a cell; `leaders` returns whether leaders may be used, `ghost` is the element that follows the pointer.
   * @param {{view: import("../lib/board-view.js").BoardView, ghost: HTMLElement, table: import("./table.js").Table,
   *   due: import("./due.js").Due, say: (sentence: string, clause?: string) => void, changed: () => void, leaders: () => boolean,
   *   choose: (cell: string, choices: import("./chooser.js").Choice[]) => void}} page
   */
  constructor({ view, ghost, table, due, say, changed, leaders, choose }) {
    this.ghost = ghost;
    this.table = table;
    this.due = due;
    this.say = say;
    this.changed = changed;
    this.leaders = leaders;
    this.choose = choose;
    this.view = view;
    /** @type {Held | null} */
    this.held = null;
    this.flipping = false;
    this.touched = ""; // the cell of the open menu that is being touched
  }

  // What the hands do.

  /** Take a disc from a tray; with such a disc in hand it is put away there. @param {string} piece */
  takeFromTray(piece) {
    const away = this.held;
    this.putAway();
    if (away && away.piece === piece) return;
    this.setFlipping(false);
    this.hold({ piece, from: null });
  }

  /** Take the disc on a cell in hand. @param {string} cell */
  pick(cell) {
    const piece = this.table.discOn(cell);
    if (!piece) return;
    this.table.lift(cell);
    this.hold({ piece, from: cell, lay: piece });
  }

  /** Set the disc in hand down on a cell; where it captures, the captured disc is taken off first. @param {string} cell */
  setDown(cell) {
    if (!this.held) return;
    const { piece, from } = this.held;
    if (this.mayTake(cell)) {
      this.table.leave(cell, piece, from ?? undefined);
      this.hold(null);
    } else {
      this.say(`${this.view.nameOf(cell)} is taken: choose an empty cell.`);
    }
  }

  /** Return whether the disc in hand may be set down on a cell: on an empty one, its own, or that of a disc it captures. @param {string} cell */
  mayTake(cell) {
    const from = this.held?.from;
    return !this.table.discOn(cell) || cell === from || Boolean(from && this.due.movesFrom(from).includes(cell));
  }

  /** Return whether the disc on a cell may move now. @param {string} cell */
  mayMove(cell) {
    return !this.due.isWrong && this.due.movesFrom(cell).length > 0;
  }

  /** Put the disc in hand back where it came from, as it lay there: turned over it would be another action. */
  putBack() {
    if (!this.held) return;
    const { piece, from, lay = piece } = this.held;
    this.held = { piece: lay, from };
    if (from === null) this.hold(null);
    else this.setDown(from);
  }

  /** Put the disc in hand away, off the board. */
  putAway() {
    this.hold(null);
  }

  /** Turn over the disc in hand or the one on a cell. @param {string | null} cell */
  flip(cell) {
    if (this.held) this.hold({ ...this.held, piece: turned(this.held.piece) });
    else if (cell !== null) this.table.flip(cell);
  }

  /** Do what is due on a cell: at once if it is one thing, else after a choice. A disc that may move is taken in hand; a tap on another means nothing. @param {string} cell */
  doDue(cell) {
    if (this.due.answered) return;
    if (this.due.menu) {
      if (this.due.menu.includes(cell)) this.touch(cell);
      return;
    }
    const disc = this.table.discOn(cell);
    const ways = this.due.ways(cell, disc);
    const moves = disc && this.mayMove(cell);
    if (!ways.length && disc) {
      if (moves) this.pick(cell);
    } else if (!ways.length) {
      if (!this.due.isWrong) this.sayClosed(cell);
    } else {
      const choices = ways.map((way) => ({
        piece: way.piece, words: wayWords(way, disc, (name) => this.view.nameOf(name)), do: () => this.leave(cell, way),
      }));
      if (disc && moves) choices.push({ piece: disc, words: "Take it in hand", do: () => this.pick(cell) });
      if (choices.length === 1) choices[0].do();
      else this.choose(cell, choices);
    }
  }

  /** Say why nothing can be placed on a cell. @param {string} cell */
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
    this.wait(() => !this.due.asksFor(cell, way));
  }

  /** Have nothing due until `answered` returns, after news of the board, that it has answered what was done. @param {() => boolean} answered */
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

  /** Touch a cell of the open menu: put a disc on and take it off again, or the other way round. @param {string} cell */
  touch(cell) {
    const disc = this.table.discOn(cell);
    if (disc) this.table.lift(cell);
    else this.table.put(cell, "white");
    this.touched = cell;
    setTimeout(() => {
      this.touched = "";
      if (disc) this.table.put(cell, disc);
      else if (this.table.discOn(cell)) this.table.lift(cell);
    }, TOUCH_MS);
  }

  /** Switch the tool that turns over every disc that is tapped. @param {boolean} on */
  setFlipping(on) {
    if (on) this.putBack();
    this.flipping = on;
    this.changed();
  }

  /** @param {Held | null} held */
  hold(held) {
    this.held = held;
    this.view.show({ lifted: held?.from ?? "" });
    if (!held) this.ghost.hidden = true;
    this.changed();
  }

  // What a person does at the view (lib/board-events.js).

  /**
   * @param {string} piece
   * @param {boolean} byKey
   */
  tray(piece, byKey) {
    this.takeFromTray(piece);
    if (byKey && this.held) this.view.focusCell();
  }

  /** @param {import("../lib/board-events.js").Place} place */
  drag({ tray, cell }) {
    if (tray) {
      this.putAway();
      this.setFlipping(false);
      this.hold({ piece: tray, from: null });
    } else if (!this.held && cell) {
      this.pick(cell);
    }
    return Boolean(this.held);
  }

  /**
   * @param {PointerEvent} event
   * @param {{cell: string | null} | null} drag
   */
  move({ pointerType, clientX, clientY }, drag) {
    if (!this.held) return;
    if (drag) this.view.show({ target: drag.cell ?? "" });
    if (!drag && pointerType !== "mouse") return;
    this.showGhost(this.held.piece);
    this.ghost.style.transform = `translate(${clientX}px, ${clientY - (pointerType === "touch" ? 26 : 4)}px)`;
    this.ghost.style.setProperty("--mm", `${this.view.scale}px`);
  }

  /** @param {string | null} cell */
  drop(cell) {
    this.view.show({ target: "" });
    if (!this.held) return;
    if (!cell) {
      this.putAway();
    } else if (!this.mayTake(cell)) {
      // A dragged disc cannot stay in the air over a taken cell.
      this.putBack();
      this.say(`${this.view.nameOf(cell)} is taken: the disc went back.`);
    } else {
      this.setDown(cell);
    }
  }

  cancel() {
    this.view.show({ target: "" });
    this.putBack();
  }

  /** @param {string} cell */
  tap(cell) {
    if (cell === this.touched) return;
    if (this.flipping) this.flip(cell);
    else if (this.held) this.setDown(cell);
    else this.doDue(cell);
  }

  /**
   * @param {string} cell
   * @param {KeyboardEvent} event
   */
  key(cell, { key, shiftKey }) {
    const kind = key.toLowerCase();
    const colour = { w: "white", b: "black" }[kind];
    if (colour && shiftKey && !this.leaders()) this.say("This game has no leaders.");
    else if (colour) this.table.put(cell, shiftKey ? `${colour} leader` : colour);
    else if (kind === "l" || key === "Delete" || key === "Backspace") this.table.lift(cell);
    else if (kind === "f") this.flip(cell);
    else if (kind === "m") this.carry(cell);
    else return false;
    return true;
  }

  /** @param {string} cell */
  carry(cell) {
    if (this.held) this.setDown(cell);
    else if (this.table.discOn(cell)) this.pick(cell);
    else this.say(`There is no disc on ${this.view.nameOf(cell)} to take in hand.`);
  }

  /** Show the disc that follows the pointer. @param {string} piece */
  showGhost(piece) {
    render(discPicture(piece, DISC_RADIUS + 3), this.ghost);
    this.ghost.hidden = false;
  }
}
