// @ts-check
// The legend of the board's open menu: its rows in order, each a heading and its choices as buttons.

import { around, byId } from "../../lib/dom.js";
import { html, render } from "../../vendor/lit-html.js";

/** @typedef {{rows: {heading: string, choices: {cell: string, words: string}[]}[]}} Legend */

export class MenuLegend {
  /**
   * Show the legend of the menu on a view of the panel; `touch` makes the choice on a cell.
   * @param {import("../../lib/board-view.js").BoardView} view
   * @param {(cell: string) => void} touch
   */
  constructor(view, touch) {
    this.touch = touch;
    // Which cell a choice is: the one marked on the board.
    for (const kind of ["pointerover", "focusin"]) {
      byId("menu-rows").addEventListener(kind, (event) => view.show({ target: around(event, "[data-choice]")?.dataset.choice ?? "" }));
    }
    for (const kind of ["pointerleave", "focusout"]) byId("menu-rows").addEventListener(kind, () => view.show({ target: "" }));
  }

  /** Show the open menu's rows, or nothing while it is closed. @param {Legend} [legend] */
  show(legend) {
    byId("menu-legend").hidden = !legend;
    if (!legend) return;
    render(legend.rows.map(({ heading, choices }) => html`<div class="menu-row" role="group" aria-label=${heading}>
      <b>${heading}</b>
      <div class="menu-choices">${choices.map(({ cell, words }) => html`<button type="button" class="tool" data-choice=${cell}
        @click=${() => this.touch(cell)}>${words}</button>`)}</div>
    </div>`), byId("menu-rows"));
  }
}
