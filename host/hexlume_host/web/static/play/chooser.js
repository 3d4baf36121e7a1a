// @ts-check
// A small chooser at a cell: buttons, each with a disc and words.

import { DISC_RADIUS, discPicture } from "../lib/disc.js";
import { within } from "../lib/dom.js";
import { html, render } from "../vendor/lit-html.js";

const GAP_PX = 8;
const SETTLE_MS = 400; // after a touch, the browser still moves the focus to what was under the finger

/** @typedef {{piece: string, words: string, do: () => void}} Choice */

export class Chooser {
  /** Make a chooser that is closed; `closed` is called when the focus is to go back to the board. @param {() => void} closed */
  constructor(closed) {
    this.closed = closed;
    this.box = document.createElement("div");
    Object.assign(this.box, { className: "chooser card", role: "group", hidden: true });
    within(document, "main").append(this.box);
    this.box.addEventListener("keydown", (event) => this.keyDown(event));
    this.opened = 0;
    this.box.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && this.box.contains(event.relatedTarget)) return;
      if (performance.now() - this.opened > SETTLE_MS) this.close(false);
      else if (this.isOpen) setTimeout(() => this.buttons[0]?.focus({ preventScroll: true }));
    });
    window.addEventListener("pointerdown", (event) => {
      if (this.isOpen && !(event.target instanceof Node && this.box.contains(event.target))) this.close(false);
    }, { capture: true });
    window.addEventListener("resize", () => this.close(false));
  }

  get isOpen() {
    return !this.box.hidden;
  }

  /**
   * Open beside an element, within the window.
   * @param {Element | null} at
   * @param {string} title
   * @param {Choice[]} choices
   */
  open(at, title, choices) {
    if (!at) return;
    this.box.setAttribute("aria-label", title);
    render(choices.map(({ piece, words, do: act }) => html`<button type="button" class="choice" @click=${() => {
      this.close(true);
      act();
    }}>${piece ? discPicture(piece, DISC_RADIUS + 2) : html`<svg viewBox="0 0 1 1" aria-hidden="true"></svg>`}<span>${words}</span></button>`), this.box);
    this.box.hidden = false;
    this.opened = performance.now();
    const cell = at.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const { clientWidth, clientHeight } = document.documentElement;
    const below = cell.bottom + GAP_PX;
    const top = below + height < clientHeight ? below : Math.max(GAP_PX, cell.top - GAP_PX - height);
    const left = Math.min(Math.max(GAP_PX, (cell.left + cell.right - width) / 2), Math.max(GAP_PX, clientWidth - width - GAP_PX));
    this.box.style.left = `${left}px`;
    this.box.style.top = `${top}px`;
    this.buttons[0]?.focus({ preventScroll: true });
  }

  /** @param {boolean} returns whether the focus goes back to the board */
  close(returns) {
    if (!this.isOpen) return;
    this.box.hidden = true;
    if (returns) this.closed();
  }

  /** @returns {HTMLButtonElement[]} */
  get buttons() {
    return Array.from(this.box.querySelectorAll("button"));
  }

  /** @param {KeyboardEvent} event */
  keyDown(event) {
    const { buttons } = this;
    const at = buttons.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
    if (event.key === "Escape") this.close(true);
    else if (event.key in steps) buttons[(steps[event.key] + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
