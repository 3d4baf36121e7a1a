// @ts-check
// The turns of a game as a list of actions to click on, the present one marked.

import { timeText } from "../../lib/clock.js";
import { around, make } from "../../lib/dom.js";
import { colourWord } from "../../lib/position.js";

/**
 * An action of a game, or its start (web/pages/replay.py).
 *
 * @typedef {{action: string, colour: string, turn: number, took_ms: number | null, left_ms: number | null, taken_back: string[]}} ListedPly
 */
/** @typedef {{actions: HTMLElement, time: HTMLElement, took: number | null}} Turn its elements, and its ms so far, null if unknown */

/**
 * Return a time in words: 0.8 s, 12 s, 2 min 5 s, 1 h 4 min.
 *
 * @param {number} ms
 */
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
   *
   * @param {HTMLElement} list
   * @param {(ply: number) => void} choose
   */
  constructor(list, choose) {
    this.list = list;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** @type {number | null} */
    this.current = null;
    /** @type {string[]} */
    this.shownTexts = [];
    /** @type {Turn | null} */
    this.last = null;
    // What comes above or below it later makes it shorter.
    new ResizeObserver(() => this.reveal()).observe(list);
    list.addEventListener("click", (event) => {
      const ply = around(event, "[data-ply]")?.dataset.ply;
      if (ply !== undefined) choose(Number(ply));
    });
  }

  /**
   * Show a game's plies, the start first; what has not changed since stays as it is.
   *
   * @param {ListedPly[]} plies
   */
  show(plies) {
    const texts = plies.map(({ colour, action, turn, taken_back, took_ms }) => [turn, colour, action, took_ms, ...taken_back].join(" "));
    let same = 0;
    while (same < texts.length && texts[same] === this.shownTexts[same]) same += 1;
    // A turn is drawn as a whole; the start counts as turn 0.
    const from = same === 0 ? 0 : plies[Math.min(same, plies.length - 1)].turn;
    while (this.list.children.length > from) this.list.lastChild?.remove();
    this.buttons.length = from === 0 ? 0 : plies.findIndex((ply) => ply.turn >= from);
    if (from === 0) this.list.replaceChildren(this.start(plies[0]));
    for (let k = Math.max(1, this.buttons.length); k < plies.length; k += 1) this.add(k, plies[k], plies[k - 1].turn);
    this.shownTexts = texts;
    if (this.current !== null) this.mark(Math.min(this.current, plies.length - 1));
  }

  /**
   * Mark the present ply and bring it into view.
   *
   * @param {number} number
   */
  mark(number) {
    for (const button of this.buttons) {
      if (!button.hasAttribute("aria-current")) continue;
      button.removeAttribute("aria-current");
      button.tabIndex = -1;
    }
    this.current = number;
    const button = this.buttons[number];
    // The list is one stop of the Tab key, however long the game is.
    button.tabIndex = 0;
    button.setAttribute("aria-current", "step");
    if (this.list.contains(document.activeElement)) button.focus({ preventScroll: true });
    this.reveal();
  }

  /** Bring the present ply into view. */
  reveal() {
    const button = this.current === null ? undefined : this.buttons[this.current];
    if (!button) return;
    const [box, inner] = [this.list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inner.top < box.top) this.list.scrollTop -= box.top - inner.top + 8;
    else if (inner.bottom > box.bottom) this.list.scrollTop += inner.bottom - box.bottom + 8;
  }

  /**
   * Show or hide the actions that were taken back.
   *
   * @param {boolean} shown
   */
  showTakenBack(shown) {
    this.list.classList.toggle("with-undone", shown);
  }

  /** @param {ListedPly} ply */
  start(ply) {
    const item = make("li", "turn turn-start");
    const button = this.button(0, "start", "start");
    item.append(button, ...undone(ply));
    this.buttons[0] = button;
    return item;
  }

  /**
   * @param {number} number
   * @param {ListedPly} ply
   * @param {number} turnBefore
   */
  add(number, ply, turnBefore) {
    if (ply.turn !== turnBefore || !this.last) this.last = this.turn(ply);
    const { actions, time, took } = this.last;
    const button = this.button(number, ply.action, `${number}. ${colourWord(ply.colour)} ${ply.action}`);
    actions.append(button, ...undone(ply));
    this.buttons[number] = button;
    this.last.took = ply.took_ms === null || took === null ? null : took + ply.took_ms;
    time.textContent = this.last.took === null ? "" : timeText(1000 * Math.round(this.last.took / 1000));
  }

  /**
   * @param {ListedPly} ply
   * @returns {Turn}
   */
  turn(ply) {
    const item = make("li", "turn");
    const actions = make("span", "turn-actions");
    const time = make("span", "turn-time muted small");
    const chip = make("span", `chip chip-${ply.colour}`);
    item.append(make("span", "turn-number muted", `${ply.turn}.`), chip, make("span", "unseen", colourWord(ply.colour)), actions, time);
    this.list.append(item);
    return { actions, time, took: 0 };
  }

  /**
   * @param {number} number
   * @param {string} text
   * @param {string} label
   */
  button(number, text, label) {
    const button = make("button", "ply", text);
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.ply = String(number);
    button.setAttribute("aria-label", label);
    return button;
  }
}

/** @param {ListedPly} ply */
function undone(ply) {
  return ply.taken_back.map((action) => make("del", "undone", action));
}
