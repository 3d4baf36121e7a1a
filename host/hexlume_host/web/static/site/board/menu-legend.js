// @ts-check
// The legend of the board's open menu: its rows in order, each a heading and its choices as buttons; the present one is marked.

import { around, byId, make } from "../../lib/dom.js";

const LOOK_MS = 300; // well below the half second for which a blinking light stays the same
const LOOKS = 10;
const LEAST_TURNS = 3; // rows that go dark for a preview and come back turn twice

/** @typedef {{rows: {heading: string, choices: {cell: string, words: string}[]}[], missing: string[]}} Legend */

export class MenuLegend {
  /**
   * Show the legend of the menu on a view of the panel; `touch` makes the choice on a cell.
   *
   * @param {import("../../lib/board-view.js").BoardView} view
   * @param {(cell: string) => void} touch
   */
  constructor(view, touch) {
    this.view = view;
    this.box = byId("menu-legend");
    this.rows = byId("menu-rows");
    this.shown = "";
    /** @type {Map<string, boolean[]>} */
    this.lit = new Map(); // whether each choice's cell was lit, in the last looks
    this.rows.addEventListener("click", (event) => {
      const cell = around(event, "[data-choice]")?.dataset.choice;
      if (cell) touch(cell);
    });
    // Which cell a choice is: the one marked on the board.
    for (const kind of ["pointerover", "focusin"]) {
      this.rows.addEventListener(kind, (event) => this.view.show({ target: around(event, "[data-choice]")?.dataset.choice ?? "" }));
    }
    for (const kind of ["pointerleave", "focusout"]) this.rows.addEventListener(kind, () => this.view.show({ target: "" }));
    setInterval(() => this.look(), LOOK_MS);
  }

  /**
   * Show the open menu's rows, or nothing while it is closed.
   *
   * @param {Legend | undefined} legend
   */
  show(legend) {
    this.box.hidden = !legend;
    const text = JSON.stringify(legend ?? null);
    if (text === this.shown) return;
    this.shown = text;
    const had = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.choice : undefined;
    this.rows.replaceChildren(...(legend?.rows ?? []).map(({ heading, choices }) => {
      const row = make("div", "menu-row");
      row.setAttribute("role", "group");
      row.setAttribute("aria-label", heading);
      const buttons = make("div", "menu-choices");
      buttons.append(...choices.map(({ cell, words }) => {
        const button = make("button", "tool", words);
        button.type = "button";
        button.dataset.choice = cell;
        return button;
      }));
      row.append(make("b", "", heading), buttons);
      return row;
    }));
    byId("menu-missing").replaceChildren(...(legend?.missing ?? []).map((sentence) => make("li", "", sentence)));
    if (had) this.buttons().find((button) => button.dataset.choice === had)?.focus();
    this.look();
  }

  buttons() {
    return [...this.rows.querySelectorAll("button")];
  }

  // The board marks the present choice by a light that blinks; no report names it.
  look() {
    if (this.box.hidden) {
      this.lit.clear();
      return;
    }
    for (const button of this.buttons()) {
      const name = button.dataset.choice ?? "";
      const led = this.view.byName.get(name)?.led ?? 0;
      const lit = /[^0]/.test(this.view.state.leds?.slice(6 * led, 6 * led + 6) ?? "");
      const looks = [...(this.lit.get(name) ?? []), lit].slice(-LOOKS);
      this.lit.set(name, looks);
      const turns = looks.filter((one, at) => at > 0 && one !== looks[at - 1]).length;
      if (turns >= LEAST_TURNS) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }
}
