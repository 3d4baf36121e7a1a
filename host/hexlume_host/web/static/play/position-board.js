// @ts-check
// A board on which a person chooses legal actions by their cells: one tap where one thing fits, else the chooser, or where to
// move. The server says what is legal.

import { BoardView } from "../lib/board-view.js";
import { boardState, capital, PIECES, UNMARKED } from "../lib/position.js";
import { say } from "../lib/site.js";
import { Chooser } from "./chooser.js";

/** @typedef {import("../lib/position.js").Action} Action */
/**
 * A position, why nothing can be placed on the cells that are closed, with the clause of the rules that says so, what is
 * noted on cells, and whether it `hides` what can be chosen.
 *
 * @typedef {import("../lib/position.js").Position & {closed?: Record<string, [string, string]>, notes?: Record<string, string>, hides?: boolean}} Shown
 */

export class PositionBoard {
  /**
   * `play` is called with the action that the person has chosen, `refuse` with a cell where nothing can be done, `tell` with
   * what is to be done once a disc is chosen to move.
   * @param {HTMLElement} root
   * @param {{play: (action: string) => void, refuse?: (cell: string) => void, tell?: (sentence: string) => void}} page
   */
  constructor(root, { play, refuse, tell = say }) {
    this.play = play;
    this.tell = tell;
    this.refuse = refuse ?? ((cell) => this.sayClosed(cell));
    this.view = new BoardView(root);
    this.chooser = new Chooser(() => this.view.focusCell());
    /** @type {Shown | null} */
    this.shown = null;
    this.picked = ""; // the cell of a disc that is to move, until it is said where to
    /** @type {Record<string, string>} */
    this.hints = {}; // marks of good actions, by cell
    this.view.input = this;
  }

  /** Let somebody else draw on the board, without a mark left of what was shown; or draw there again. @param {boolean} lent */
  lend(lent) {
    this.view.input = lent ? null : this;
    this.chooser.close(false);
    this.picked = "";
    this.view.show({ ...UNMARKED, legal: [], notes: {}, marks: {}, lifted: "", target: "", ...(lent ? {} : { names: {}, leds: "" }) });
  }

  /**
   * Show a position as the server sends it, with its legal actions; resolves as `BoardView.show` does. A choice that is being
   * made goes on while the same can be done.
   * @param {Shown} shown
   */
  show(shown) {
    if (JSON.stringify(shown.actions) !== JSON.stringify(this.shown?.actions)) {
      this.chooser.close(false);
      this.picked = "";
    }
    this.shown = shown;
    return this.view.show({ ...boardState(shown), ...this.offered(shown) });
  }

  /** Return what of a state of `BoardView` shows where an action begins, or where the picked disc may go. @param {Shown} shown */
  offered(shown) {
    const open = this.picked ? this.targets(shown).map(({ to }) => to) : Object.keys(shown.actions);
    const legal = shown.hides ? [] : open;
    const forced = new Set(shown.forced);
    // Discs have no room for the legal cells' dot.
    const rings = legal.filter((cell) => cell in shown.pieces && !forced.has(cell));
    const notes = { ...shown.notes, ...Object.fromEntries(legal.map((cell) => [cell, "can be chosen"])) };
    const marks = { ...Object.fromEntries(rings.map((cell) => [cell, "ring"])), ...(this.picked ? {} : this.hints) };
    return { lifted: this.picked, legal, notes, marks };
  }

  /** Return the actions that take the picked disc to another cell. @param {Shown} shown */
  targets({ actions }) {
    return (actions[this.picked] ?? []).filter(({ to }) => to !== this.picked);
  }

  /** Mark good actions by their cells, until the next time. @param {Record<string, string>} hints */
  mark(hints) {
    this.hints = hints;
    if (this.shown) this.view.show(this.offered(this.shown));
  }

  /** Choose the disc of a cell to move, or none. @param {string} cell */
  pick(cell) {
    this.picked = cell;
    if (this.shown) this.view.show(this.offered(this.shown));
    if (cell || this.tell !== say) this.tell(this.hint);
  }

  /** Return how a move goes on, empty while no disc is chosen. */
  get hint() {
    return this.picked && `Choose a cell for the disc of ${this.picked}, or the disc again to leave it.`;
  }

  /** @param {string} cell */
  tap(cell) {
    const { shown, picked } = this;
    if (!shown) return;
    const onward = this.targets(shown).find(({ to }) => to === cell);
    const ways = shown.actions[cell] ?? [];
    const here = ways.filter(({ to }) => to === cell);
    if (picked) this.pick("");
    if (onward) this.play(onward.action);
    else if (cell === picked) return;
    else if (!ways.length) this.refuse(cell);
    else if (ways.length === 1 && here.length === 1) this.play(here[0].action);
    else if (here.length) this.choose(cell, here, here.length < ways.length);
    else this.pick(cell);
  }

  /** Say why nothing can be done on a cell. @param {string} cell */
  sayClosed(cell) {
    const [why, clause] = this.shown?.closed?.[cell] ?? ["", ""];
    if (this.shown?.result) say("The game is over in this position.");
    else if (why) say(`${cell}: ${why}`, { rules: this.shown?.game ?? "", clause });
    else say(`Nothing can be done on ${cell} now.`);
  }

  /**
   * @param {string} cell
   * @param {Action[]} here
   * @param {boolean} moves whether the disc may also be moved
   */
  choose(cell, here, moves) {
    const choices = here.map(({ action, words, piece }) => ({
      piece: PIECES[piece] ?? "", words: capital(words), do: () => this.play(action),
    }));
    if (moves) choices.push({ piece: "", words: "Move the disc", do: () => this.pick(cell) });
    this.chooser.open(this.view.elementOf(cell), `What to do on ${cell}`, choices);
  }
}
