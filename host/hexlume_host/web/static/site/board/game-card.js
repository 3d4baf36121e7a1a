// @ts-check
// The opponent, and what begins another game.

import { byId, within } from "../../lib/dom.js";

/** @typedef {import("./board.js").BoardMessage} BoardMessage */
/**
 * What is chosen at a simulated board (web/live/twin_hands.py): the number of the engine's `level` among
 * `levels`, `opponent` in the board's words, `by_itself` whether the engine's discs move by themselves.
 *
 * @typedef {{level: number, levels: string[], opponent: string, by_itself: boolean}} Choices
 */

const OPPONENTS = ["person", "engine second", "engine first"];
/** @type {Record<string, string>} */
const SECOND = { white: "black", black: "white" };

const opponent = within(byId("opponent"), "[name=opponent]", HTMLSelectElement);
const level = within(byId("opponent"), "[name=level]", HTMLSelectElement);
const byItself = within(byId("opponent"), "[name=by-itself]", HTMLInputElement);

export class GameCard {
  /** Show what the server says; `send` passes a wish on. @param {(message: {do: string, [member: string]: unknown}) => boolean} send */
  constructor(send) {
    /** @type {BoardMessage | null} */
    this.latest = null;
    /** @type {Choices | null} */
    this.choices = null;
    opponent.addEventListener("change", () => send({ do: "opponent", opponent: opponent.value }));
    level.addEventListener("change", () => send({ do: "level", level: level.value }));
    byItself.addEventListener("change", () => send({ do: "by itself", switch: byItself.checked ? "on" : "off" }));
    byId("put-back").addEventListener("click", () => send({ do: "put back" }));
  }

  /** @param {BoardMessage} message */
  show(message) {
    this.latest = message;
    // The seats are named by colours: which one starts is known with the game.
    byId("opponent").hidden = !message.first || Boolean(message.lesson);
    this.showChoices();
  }

  /** @param {Choices} choices */
  take(choices) {
    this.choices = choices;
    this.showChoices();
  }

  showChoices() {
    const first = this.latest?.first;
    if (!this.choices || !first) return;
    const { level: chosen, levels, by_itself: moves } = this.choices;
    const colours = [SECOND[first], first];
    [...opponent.options].forEach((option, at) => {
      option.value = OPPONENTS[at];
      if (at) option.text = `Hexlume plays ${colours[at - 1]}`;
    });
    opponent.value = this.choices.opponent;
    const engine = opponent.value !== OPPONENTS[0];
    byId("level").hidden = !engine;
    byId("by-itself").hidden = !engine;
    if (level.options.length !== levels.length) level.replaceChildren(...levels.map((words, k) => new Option(words, String(k + 1))));
    level.value = String(chosen);
    byItself.checked = moves;
  }
}
