// @ts-check
// The turns of the running game: who played which actions, the newest in view. A click looks back at one.

import { around, make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {[string, string]} Action an action's text and its colour */

export class MoveList {
  /**
   * Fill a list; `choose` is called with the number of a clicked turn's last action, from 1.
   *
   * @param {HTMLElement} list
   * @param {(ply: number) => void} [choose]
   */
  constructor(list, choose) {
    this.list = list;
    this.chosen = Boolean(choose);
    /** @type {string[]} */
    this.shown = [];
    list.addEventListener("click", (event) => {
      const ply = around(event, "[data-ply]")?.dataset.ply;
      if (ply !== undefined) choose?.(Number(ply));
    });
  }

  /**
   * Show a game's actions; those of one colour in a row are a turn.
   *
   * @param {Action[]} actions
   */
  show(actions) {
    const turns = turnsOf(actions);
    const texts = turns.map((turn) => JSON.stringify(turn));
    let same = 0;
    while (same < texts.length && texts[same] === this.shown[same]) same += 1;
    if (same === texts.length && same === this.shown.length) return;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    this.list.append(...turns.slice(same).map((turn) => turnItem(turn, this.chosen)));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.lastElementChild?.setAttribute("aria-current", "step");
    if (same < texts.length) this.list.scrollTop = this.list.scrollHeight;
    this.shown = texts;
  }
}

/**
 * Return the turns of a game: their colour, their actions, and the number of the last one.
 *
 * @param {Action[]} actions
 */
export function turnsOf(actions) {
  /** @type {{colour: string, actions: string[], ply: number}[]} */
  const turns = [];
  actions.forEach(([action, colour], at) => {
    const last = turns.at(-1);
    // After a swap it is the other player who goes on with this colour.
    if (last?.colour === colour && last.actions.at(-1) !== "swap") {
      last.actions.push(action);
      last.ply = at + 1;
    } else {
      turns.push({ colour, actions: [action], ply: at + 1 });
    }
  });
  return turns;
}

/**
 * @param {{colour: string, actions: string[], ply: number}} turn
 * @param {boolean} chosen whether it can be clicked
 */
function turnItem({ colour, actions, ply }, chosen) {
  const item = make("li");
  const line = make(chosen ? "button" : "span", "turn");
  if (line instanceof HTMLButtonElement) {
    line.type = "button";
    line.dataset.ply = String(ply);
    line.title = t("Look back at the board after this turn");
  }
  line.append(make("span", `chip chip-${colour}`), make("span", "unseen", colour === "white" ? t("white") : t("black")), ` ${actions.join(" ")}`);
  item.append(line);
  return item;
}
