// @ts-check
// A look back at a turn of the running game, in a dialog: the game itself goes on behind it.

import { BoardView } from "../../lib/board-view.js";
import { byId, setText, within } from "../../lib/dom.js";
import { colourName, discsOf, piecesAfter } from "../../lib/position.js";
import { api, joinsEdges, say, sentenceOf } from "../../lib/site.js";
import { t } from "../../lib/texts.js";

/** @typedef {{action: string, colour: string, changes: Record<string, string | null>, last: string[], captured: string[], forced: string[]}} Ply */

const dialog = byId("look-back", HTMLDialogElement);

export class LookBack {
  constructor() {
    this.view = new BoardView(within(dialog, ".board"));
    /** @type {Ply[]} */
    this.plies = [];
    /** @type {Record<string, string>[]} */
    this.positions = []; // the pieces after each ply
    this.ply = 0;
    for (const button of dialog.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.show(this.ply + Number(button instanceof HTMLElement ? button.dataset.step : 0)));
    }
  }

  /**
   * Show a game's board after one of its actions, numbered from 1.
   *
   * @param {number} number the game's, in the store
   * @param {number} ply
   */
  async open(number, ply) {
    try {
      const { plies, panel, rules } = await api(`/api/games/${number}`);
      this.plies = plies;
      this.positions = piecesAfter(plies);
      this.view.show({ panel, edges: joinsEdges(rules), named: true });
    } catch (error) {
      say(sentenceOf(error));
      return;
    }
    this.show(ply);
    dialog.showModal();
  }

  /** @param {number} ply */
  show(ply) {
    this.ply = Math.max(0, Math.min(ply, this.plies.length - 1));
    const { action, colour, last, captured, forced } = this.plies[this.ply];
    this.view.show({ discs: discsOf(this.positions[this.ply]), last, captured, forced });
    setText(byId("look-back-title"), action
      ? t("Looking back: action {number}, {colour} {action}", { number: this.ply, colour: colourName(colour), action }) : t("Looking back: the start"));
    dialog.querySelectorAll("[data-step]").forEach((button, at) => {
      if (button instanceof HTMLButtonElement) button.disabled = at === 0 ? this.ply === 0 : this.ply === this.plies.length - 1;
    });
  }
}
