// @ts-check
// The board of a position that things are tried out on: shows it, and finds out which action a person means.

import { BoardView, onCellChosen } from "../../lib/board-view.js";
import { make, setText } from "../../lib/dom.js";
import { besideRows, boardState } from "../../lib/position.js";

/** @typedef {import("../../lib/position.js").Action} Action */
/** @typedef {import("../../lib/position.js").Position & {played: number}} Study a position and how many actions led to it (variations/study.py) */

const CHOOSER_GAP = 8;
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class TrialBoard {
  /**
   * `play` is called with the action that the person has chosen; `say` shows them why nothing happens.
   *
   * @param {HTMLElement} root
   * @param {HTMLElement} chooser
   * @param {{play: (action: string) => void, say: (sentence: string) => void}} page
   */
  constructor(root, chooser, { play, say }) {
    this.root = root;
    this.chooser = chooser;
    this.play = play;
    this.say = say;
    this.view = new BoardView(root);
    /** @type {Study | null} */
    this.shown = null;
    this.from = "";
    /** @type {Record<string, string>} */
    this.hints = {}; // marks of good actions, by cell
    onCellChosen(root, (cell, target) => this.cellChosen(cell, target));
    chooser.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close(true);
      const buttons = [...chooser.querySelectorAll("button")];
      const place = buttons.findIndex((button) => button === document.activeElement);
      const by = STEPS[event.key];
      if (!by || place < 0) return;
      event.preventDefault();
      buttons[(place + by + buttons.length) % buttons.length].focus();
    });
    document.addEventListener("pointerdown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!chooser.hidden && !chooser.contains(target) && !root.contains(target)) this.close();
    });
  }

  /**
   * Show a position as the server sends it; resolves when it is drawn.
   *
   * @param {Study} shown
   */
  async show(shown) {
    this.close();
    this.shown = shown;
    const legal = Object.keys(shown.actions);
    const notes = Object.fromEntries(legal.map((cell) => [cell, "can be chosen"]));
    const drawn = this.view.show({ ...boardState(shown), legal, notes });
    this.markOrigins();
    await drawn;
  }

  // Discs that may move have no room for the legal cells' dot.
  markOrigins() {
    const { shown } = this;
    if (!shown) return;
    const forced = new Set(shown.forced);
    const origins = Object.keys(shown.actions).filter((cell) => cell in shown.pieces && !forced.has(cell));
    this.view.show({ marks: { ...Object.fromEntries(origins.map((cell) => [cell, "ring"])), ...this.hints } });
  }

  /**
   * Mark good actions by their cells, until the next time.
   *
   * @param {Record<string, string>} hints
   */
  mark(hints) {
    this.hints = hints;
    this.markOrigins();
  }

  /**
   * @param {string} cell
   * @param {Element} target
   */
  cellChosen(cell, target) {
    if (!this.shown) return;
    const onward = this.from ? (this.shown.actions[this.from] ?? []).filter((one) => one.to === cell) : [];
    if (onward.length === 1) {
      this.finish(onward[0].action);
      return;
    }
    const ways = this.shown.actions[cell] ?? [];
    if (ways.length === 0) {
      this.close();
      this.say(this.shown.result ? "The game is over in this position." : `Nothing can be done on ${cell} now.`);
    } else if (ways.length === 1) {
      this.finish(ways[0].action);
    } else {
      this.ask(cell, ways, target);
    }
  }

  /**
   * @param {string} cell
   * @param {Action[]} ways
   * @param {Element} target
   */
  ask(cell, ways, target) {
    this.close();
    this.from = cell;
    const { chooser } = this;
    chooser.setAttribute("aria-label", `What to do on ${cell}`);
    const title = make("p", "chooser-title", cell);
    title.setAttribute("aria-hidden", "true");
    chooser.replaceChildren(title, ...ways.map(({ action, words }) => {
      const button = make("button", "tool", words);
      button.type = "button";
      button.dataset.action = action;
      button.addEventListener("click", () => this.finish(action));
      return button;
    }));
    const targets = ways.map((one) => one.to).filter((to) => to !== cell);
    if (targets.length) this.view.show({ marks: Object.fromEntries(targets.map((to) => [to, "dot"])) });
    chooser.hidden = false;
    this.place(target);
    chooser.querySelector("button")?.focus({ preventScroll: true });
  }

  /**
   * Place the chooser beside the cell, where there is room for it.
   *
   * @param {Element} target
   */
  place(target) {
    const cell = (target.closest("[data-cell]") ?? this.root).getBoundingClientRect();
    const own = this.chooser.getBoundingClientRect();
    const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    const right = cell.right + CHOOSER_GAP;
    const left = right + own.width < width ? right : Math.max(CHOOSER_GAP, cell.left - own.width - CHOOSER_GAP);
    const below = left < cell.right && left + own.width > cell.left;
    const top = below ? cell.bottom + CHOOSER_GAP : cell.top + cell.height / 2 - own.height / 2;
    this.chooser.style.setProperty("--left", `${Math.min(left, Math.max(CHOOSER_GAP, width - own.width - CHOOSER_GAP))}px`);
    this.chooser.style.setProperty("--top", `${Math.max(CHOOSER_GAP, Math.min(top, height - own.height - CHOOSER_GAP))}px`);
  }

  /** @param {string} action */
  finish(action) {
    const focus = this.chooser.contains(document.activeElement) ? this.from : "";
    this.close();
    if (focus) this.view.focusCell(focus);
    this.play(action);
  }

  close(back = false) {
    const { from } = this;
    this.from = "";
    if (this.chooser.hidden) return;
    this.chooser.hidden = true;
    this.chooser.replaceChildren();
    this.markOrigins();
    if (back && from) this.view.focusCell(from);
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
