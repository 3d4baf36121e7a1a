// @ts-check
// The opponent, and what begins another game.

import { byId, within } from "../../lib/dom.js";
import { colourWord } from "../../lib/position.js";
import { say, sentenceOf } from "../../lib/site.js";
import { t } from "../../lib/texts.js";
import { askStart } from "../analysis/start-dialog.js";

/** @typedef {import("./board.js").BoardMessage} BoardMessage */
/**
 * What is chosen at a simulated board (web/live/twin_hands.py): `level` of `levels` of the engine;
 * `opponent` in the board's words, `by_itself` whether the engine's discs move by themselves, `sizes` the boards that fit, by game.
 *
 * @typedef {{level: number, levels: number, opponent: string, by_itself: boolean, sizes: Record<string, number[]>}} Choices
 */

const OPPONENTS = ["person", "engine second", "engine first"];
/** @type {Record<string, string>} */
const SECOND = { white: "black", black: "white" };

const opponent = within(byId("opponent"), "[name=opponent]", HTMLSelectElement);
const level = within(byId("opponent"), "[name=level]", HTMLSelectElement);
const byItself = within(byId("opponent"), "[name=by-itself]", HTMLInputElement);

export class GameCard {
  /**
   * Show what the server says; `send` passes a wish on.
   *
   * @param {(message: {do: string, [member: string]: unknown}) => boolean} send
   */
  constructor(send) {
    /** @type {BoardMessage | null} */
    this.latest = null;
    /** @type {Choices | null} */
    this.choices = null;
    opponent.addEventListener("change", () => send({ do: "opponent", opponent: opponent.value }));
    level.addEventListener("change", () => send({ do: "level", level: level.value }));
    byItself.addEventListener("change", () => send({ do: "by itself", switch: byItself.checked ? "on" : "off" }));
    byId("put-back").addEventListener("click", () => send({ do: "put back" }));
    for (const button of document.querySelectorAll("[data-new-game]")) button.addEventListener("click", () => this.askNewGame(send));
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
      if (at) option.text = t("Hexlume plays {colour}", { colour: colourWord(colours[at - 1]) });
    });
    opponent.value = this.choices.opponent;
    const engine = opponent.value !== OPPONENTS[0];
    byId("level").hidden = !engine;
    byId("by-itself").hidden = !engine;
    if (level.options.length !== levels) {
      level.replaceChildren(...Array.from({ length: levels }, (_, k) => {
        const number = k + 1;
        const words = k === 0 ? t("{number} (gentle)", { number }) : number === levels ? t("{number} (strongest)", { number }) : String(number);
        return new Option(words, String(number));
      }));
    }
    level.value = String(chosen);
    byItself.checked = moves;
  }

  /** @param {(message: {do: string, [member: string]: unknown}) => boolean} send */
  async askNewGame(send) {
    const { latest, choices } = this;
    const size = Number(latest?.on.replace(/\D/g, ""));
    const start = await askStart(byId("start-box", HTMLDialogElement), latest?.rules ? { rules: latest.rules, size, options: latest.chosen } : null,
      { sizes: choices?.sizes }).catch((error) => say(sentenceOf(error)));
    if (start) send({ do: "new", ...start, clock: within(byId("start-box"), "[name=clock]", HTMLSelectElement).value });
  }
}
