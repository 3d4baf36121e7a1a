// @ts-check
// Choosing a game to begin: its board and its options, in a dialog.

import { make, setText, within } from "../../lib/dom.js";
import { api, boardSize, choiceName, gameAim, gameName, optionName } from "../../lib/site.js";

/** @typedef {string | number | boolean} Choice */
/** @typedef {{rules: string, size: number, options: Record<string, Choice>}} Start */
/** @typedef {{name: string, default: Choice, choices: Choice[]}} GameOption */
/**
 * A member of a position's `turn`: one or several cells, a choice of values with their texts, or a number up to `most`. It
 * matters in one phase or with one option only, if it names any.
 *
 * @typedef {{kind: "cell" | "cells" | "choice" | "number", text: string, phase?: string, option?: string,
 *   choices?: [Choice, string][], most?: number}} TurnMember
 */
/**
 * What can be begun, and what the editor offers for it.
 *
 * @typedef {{rules: string, kind: string, sizes: number[], size: number, options: GameOption[], hand: Record<string, number>,
 *   phases: string[], turn: Record<string, TurnMember>}} GameOffer
 */

/** @type {Promise<Map<string, GameOffer>> | null} */
let loading = null;

/** Resolves to what can be begun, by the name of the rules. */
export function starts() {
  loading ??= api("/api/analysis/games").then((/** @type {{games: GameOffer[]}} */ { games }) =>
    new Map(games.map((game) => [game.rules, game])));
  loading.catch(() => { loading = null; });
  return loading;
}

/**
 * Resolves to the start of the first game.
 *
 * @returns {Promise<Start>}
 */
export async function firstStart() {
  const [{ rules, size }] = (await starts()).values();
  return { rules, size, options: {} };
}

/**
 * Return the game that a position is one of.
 *
 * @param {import("../../lib/position.js").Setup} position
 * @returns {Start}
 */
export function startOf({ game, board, options }) {
  return { rules: game, size: Number(board.replace(/\D/g, "")), options };
}

/**
 * Let the person choose a game in a dialog; resolves to null when they leave it.
 *
 * @param {HTMLDialogElement} dialog
 * @param {Start | null} [preset]
 * @param {{forSetup?: boolean}} [only] `forSetup`: games of which positions can be set up
 * @returns {Promise<Start | null>}
 */
export async function askStart(dialog, preset, { forSetup = false } = {}) {
  const games = new Map([...await starts()].filter(([, game]) => !forSetup || game.phases.length));
  const [rules, size] = ["rules", "size"].map((name) => within(dialog, `[name=${name}]`, HTMLSelectElement));
  const options = within(dialog, ".start-options");
  rules.replaceChildren(...[...games.keys()].map((name) => new Option(gameName(name), name)));
  const offer = (/** @type {Start | null | undefined} */ from) => {
    const game = games.get(rules.value);
    if (!game) return;
    setText(within(dialog, "#start-aim", HTMLElement), gameAim(rules.value));
    size.replaceChildren(...game.sizes.map((one) => new Option(boardSize(`${game.kind}${one}`), String(one))));
    size.value = String(from?.size ?? game.size);
    options.replaceChildren(...game.options.map((option) => optionField(option, from?.options?.[option.name])));
  };
  if (preset) rules.value = preset.rules;
  offer(preset);
  rules.onchange = () => offer(null);
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "begin") return resolve(null);
      return resolve({ rules: rules.value, size: Number(size.value), options: chosenOptions(options) });
    }, { once: true });
    dialog.showModal();
  });
}

/**
 * Return a field in which to choose an option's value.
 *
 * @param {GameOption} option
 * @param {Choice} [value]
 */
export function optionField({ name, default: usual, choices }, value) {
  const field = make("p", "field");
  const label = make("label", "", optionName(name));
  const select = make("select");
  select.name = name;
  select.id = `start-${name}`;
  label.htmlFor = select.id;
  for (const choice of choices) select.append(new Option(choiceName(choice), JSON.stringify(choice)));
  select.value = JSON.stringify(value ?? usual);
  field.append(label, select);
  return field;
}

/**
 * Return the options that are chosen in fields of `optionField`.
 *
 * @param {HTMLElement} fields
 * @returns {Record<string, Choice>}
 */
export function chosenOptions(fields) {
  return Object.fromEntries([...fields.querySelectorAll("select")].map((field) => [field.name, JSON.parse(field.value)]));
}
