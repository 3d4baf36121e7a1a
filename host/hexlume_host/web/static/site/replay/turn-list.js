// @ts-check
// The turns of a game as a list of actions to click on, the present one marked.

import { timeText } from "../../lib/clock.js";
import { reveal } from "../../lib/dom.js";
import { chip } from "../../lib/position.js";
import { html, nothing, render } from "../../vendor/lit-html.js";

/**
 * An action of a game, or its start (web/pages/replay.py).
 *
 * @typedef {{action: string, colour: string, turn: number, took_ms: number | null, left_ms: number | null, taken_back: string[]}} ListedPly
 */
/** Return a time in words: 0.8 s, 12 s, 2 min 5 s, 1 h 4 min. @param {number} ms */
export function tookWords(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
}

export class TurnList {
  /**
   * Fill a list; `choose` is called with the number of the ply that is clicked on.
   * @param {HTMLElement} list
   * @param {(ply: number) => void} choose
   */
  constructor(list, choose) {
    this.list = list;
    this.choose = choose;
    // What comes above or below it later makes it shorter.
    new ResizeObserver(() => this.reveal()).observe(list);
  }

  /**
   * Show a game's plies, the start first, the present one marked and in view.
   * @param {ListedPly[]} plies
   * @param {number} current
   */
  show(plies, current) {
    const hadFocus = this.list.contains(document.activeElement);
    const turns = Map.groupBy(plies.map((ply, number) => ({ ...ply, number })), ({ turn }) => turn);
    render([...turns].map(([turn, own]) => {
      const buttons = own.map((ply) => this.button(ply, ply.number === current));
      if (turn === 0) return html`<li class="turn turn-start">${buttons}</li>`;
      const took = own.every((ply) => ply.took_ms !== null) ? own.reduce((sum, ply) => sum + (ply.took_ms ?? 0), 0) : null;
      return html`<li class="turn"><span class="turn-number muted">${turn}.</span>${chip(own[0].colour)}<span class="turn-actions">${buttons}</span><span class="turn-time muted small">${
        took === null ? "" : timeText(1000 * Math.round(took / 1000))}</span></li>`;
    }), this.list);
    if (hadFocus) this.current?.focus({ preventScroll: true });
    this.reveal();
  }

  /** @returns {HTMLElement | null} */
  get current() {
    return this.list.querySelector("[aria-current]");
  }

  /** Bring the present ply into view. */
  reveal() {
    if (this.current) reveal(this.list, this.current);
  }

  /**
   * Return a ply, and what was taken back before it. The list is one stop of the Tab key, however long the game is.
   * @param {ListedPly & {number: number}} ply
   * @param {boolean} isCurrent
   */
  button({ number, action, colour, taken_back: undone }, isCurrent) {
    const [text, label] = number ? [action, `${number}. ${colour} ${action}`] : ["start", "start"];
    return html`<button type="button" class="ply" data-ply=${number} aria-label=${label} tabindex=${isCurrent ? 0 : -1} aria-current=${isCurrent ? "step" : nothing}
      @click=${() => this.choose(number)}>${text}</button>${undone.map((one) => html`<del class="undone">${one}</del>`)}`;
  }
}
