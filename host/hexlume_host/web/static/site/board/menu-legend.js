// @ts-check
// The legend of the board's open menu: its rows in order, each a heading and its choices as buttons; the present one is marked.

import { around, byId } from "../../lib/dom.js";
import { every } from "../../lib/timers.js";
import { html, nothing, render } from "../../vendor/lit-html.js";

const LOOK_MS = 300; // well below the half second for which a blinking light stays the same
const LOOKS = 10;
const LEAST_TURNS = 3; // rows that go dark for a preview and come back turn twice

/** @typedef {{rows: {heading: string, choices: {cell: string, words: string}[]}[], missing: string[]}} Legend */

export class MenuLegend {
  /**
   * Show the legend of the menu on a view of the panel; `touch` makes the choice on a cell.
   * @param {import("../../lib/board-view.js").BoardView} view
   * @param {(cell: string) => void} touch
   */
  constructor(view, touch) {
    this.view = view;
    this.touch = touch;
    this.stopLooking = () => {};
    /** @type {Map<string, boolean[]>} */
    this.lit = new Map(); // whether each choice's cell was lit, in the last looks
    // Which cell a choice is: the one marked on the board.
    for (const kind of ["pointerover", "focusin"]) {
      byId("menu-rows").addEventListener(kind, (event) => view.show({ target: around(event, "[data-choice]")?.dataset.choice ?? "" }));
    }
    for (const kind of ["pointerleave", "focusout"]) byId("menu-rows").addEventListener(kind, () => view.show({ target: "" }));
  }

  /** Show the open menu's rows, or nothing while it is closed. @param {Legend} [legend] */
  show(legend) {
    byId("menu-legend").hidden = !legend;
    this.stopLooking();
    this.lit.clear();
    if (!legend) return;
    render(legend.missing.map((sentence) => html`<li>${sentence}</li>`), byId("menu-missing"));
    this.draw(legend);
    this.stopLooking = every(() => this.draw(legend), LOOK_MS);
  }

  /** @param {Legend} legend */
  draw({ rows }) {
    render(rows.map(({ heading, choices }) => html`<div class="menu-row" role="group" aria-label=${heading}>
      <b>${heading}</b>
      <div class="menu-choices">${choices.map(({ cell, words }) => html`<button type="button" class="tool" data-choice=${cell}
        aria-current=${this.blinks(cell) ? "true" : nothing} @click=${() => this.touch(cell)}>${words}</button>`)}</div>
    </div>`), byId("menu-rows"));
  }

  /** Look at a choice's light, and return whether it blinks: so the board marks the present choice, and no report names it. @param {string} cell */
  blinks(cell) {
    const led = this.view.layout?.byName.get(cell)?.led ?? 0;
    const isLit = /[^0]/.test(this.view.state.leds?.slice(6 * led, 6 * led + 6) ?? "");
    const looks = [...(this.lit.get(cell) ?? []), isLit].slice(-LOOKS);
    this.lit.set(cell, looks);
    return looks.filter((one, at) => at > 0 && one !== looks[at - 1]).length >= LEAST_TURNS;
  }
}
