// @ts-check
// The board of a position that things are tried out on: shows it, and finds out which action a person means.

import { BoardView, onCellChosen } from "../../lib/board-view.js";
import { setText } from "../../lib/dom.js";
import { besideRows, boardState, capital, PIECES } from "../../lib/position.js";
import { t } from "../../lib/texts.js";
import { Chooser } from "../../play/chooser.js";

/** @typedef {import("../../lib/position.js").Action} Action */
/**
 * A position, how many actions led to it, and why nothing can be placed on the cells that are closed, with the clause of the
 * rules that says so (variations/study.py).
 *
 * @typedef {import("../../lib/position.js").Position & {played: number, closed: Record<string, [string, string]>}} Study
 */

export class TrialBoard {
  /**
   * `play` is called with the action that the person has chosen; `say` shows them why nothing happens.
   *
   * @param {HTMLElement} root
   * @param {{play: (action: string) => void, say: typeof import("../../lib/site.js").say}} page
   */
  constructor(root, { play, say }) {
    this.play = play;
    this.say = say;
    this.view = new BoardView(root);
    this.chooser = new Chooser(() => this.view.focusCell());
    /** @type {Study | null} */
    this.shown = null;
    this.picked = ""; // the cell of a disc that is to move, until it is said where to
    /** @type {Record<string, string>} */
    this.hints = {}; // marks of good actions, by cell
    onCellChosen(root, (cell, target) => this.cellChosen(cell, target));
  }

  /**
   * Show a position as the server sends it; resolves when it is drawn.
   *
   * @param {Study} shown
   */
  async show(shown) {
    this.chooser.close(false);
    this.picked = "";
    this.shown = shown;
    await this.view.show({ ...boardState(shown), ...this.offered(shown) });
  }

  /**
   * Return what of a state of `BoardView` shows where an action begins, or where the picked disc may go.
   *
   * @param {Study} shown
   */
  offered(shown) {
    const legal = this.picked ? this.targets(shown).map(({ to }) => to) : Object.keys(shown.actions);
    const forced = new Set(shown.forced);
    // Discs have no room for the legal cells' dot.
    const rings = legal.filter((cell) => cell in shown.pieces && !forced.has(cell));
    const notes = Object.fromEntries(legal.map((cell) => [cell, t("can be chosen")]));
    const marks = { ...Object.fromEntries(rings.map((cell) => [cell, "ring"])), ...(this.picked ? {} : this.hints) };
    return { lifted: this.picked, legal, notes, marks };
  }

  /**
   * Return the actions that take the picked disc to another cell.
   *
   * @param {Study} shown
   */
  targets({ actions }) {
    return (actions[this.picked] ?? []).filter(({ to }) => to !== this.picked);
  }

  /**
   * Mark good actions by their cells, until the next time.
   *
   * @param {Record<string, string>} hints
   */
  mark(hints) {
    this.hints = hints;
    if (this.shown) this.view.show(this.offered(this.shown));
  }

  /**
   * Choose the disc of a cell to move, or none.
   *
   * @param {string} cell
   */
  pick(cell) {
    this.picked = cell;
    if (this.shown) this.view.show(this.offered(this.shown));
    if (cell) this.say(t("Choose a marked cell for the disc of {cell}, or the disc again to leave it.", { cell }));
  }

  /**
   * @param {string} cell
   * @param {Element} target
   */
  cellChosen(cell, target) {
    const { shown, picked } = this;
    if (!shown) return;
    const onward = this.targets(shown).find(({ to }) => to === cell);
    const ways = shown.actions[cell] ?? [];
    const here = ways.filter(({ to }) => to === cell);
    if (picked) this.pick("");
    if (onward) this.play(onward.action);
    else if (cell === picked) return;
    else if (!ways.length) this.sayClosed(cell, shown);
    else if (ways.length === 1) this.play(ways[0].action);
    else if (here.length) this.choose(cell, here, here.length < ways.length, target);
    else this.pick(cell);
  }

  /**
   * @param {string} cell
   * @param {Study} shown
   */
  sayClosed(cell, { result, closed, game }) {
    const [why, clause] = closed[cell] ?? ["", ""];
    if (result) this.say(t("The game is over in this position."));
    else if (why) this.say(`${cell}: ${why}`, { rules: game, clause });
    else this.say(t("Nothing can be done on {cell} now.", { cell }));
  }

  /**
   * @param {string} cell
   * @param {Action[]} here
   * @param {boolean} moves whether the disc may also be moved
   * @param {Element} target
   */
  choose(cell, here, moves, target) {
    const choices = here.map(({ action, words, piece }) => ({
      piece: PIECES[piece] ?? "", words: capital(words), do: () => {
        this.view.focusCell(cell);
        this.play(action);
      },
    }));
    if (moves) choices.push({ piece: "", words: t("Move the disc"), do: () => this.pick(cell) });
    this.chooser.open(target, t("What to do on {cell}", { cell }), choices);
  }
}

/**
 * Say what lies beside the board: hands and prison.
 *
 * @param {Study} shown
 */
export function besideWords(shown) {
  return besideRows(shown).map(([name, words]) => `${name}: ${words}.`).join(" ");
}

/**
 * Show or hide the cells' names by a button, and remember it as the other pages do.
 *
 * @param {HTMLElement} button
 * @param {HTMLElement} board
 */
export function offerNames(button, board) {
  const show = (/** @type {boolean} */ on) => {
    board.classList.toggle("nameless", !on);
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    show(on);
    localStorage.setItem("hexlume-names", on ? "shown" : "");
  });
  show(localStorage.getItem("hexlume-names") === "shown");
}

/**
 * Show the sentence under the board.
 *
 * @param {HTMLElement} box
 * @param {Study} shown
 */
export function showText(box, shown) {
  setText(box, shown.result_words || shown.due);
}
