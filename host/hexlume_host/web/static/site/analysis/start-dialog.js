// @ts-check
// Choosing a game to begin: its board and its options, in a dialog.

import { setText, within } from "../../lib/dom.js";
import { api, boardSize, choiceName, gameAim, gameName, optionName } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";

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

/** Resolves to the start of the first game. @returns {Promise<Start>} */
export async function firstStart() {
  const [{ rules, size }] = (await starts()).values();
  return { rules, size, options: {} };
}

/**
 * Return the game that a position is one of.
 * @param {import("../../lib/position.js").Setup} position
 * @returns {Start}
 */
export function startOf({ game, board, options }) {
  return { rules: game, size: Number(board.replace(/\D/g, "")), options };
}

/**
 * Let the person choose a game in a dialog; resolves to null when they leave it.
 * @param {HTMLDialogElement} dialog
 * @param {Start | null} [preset]
 * @param {{forSetup?: boolean}} [only] `forSetup`: games of which positions can be set up
 * @returns {Promise<Start | null>}
 */
export async function askStart(dialog, preset, { forSetup = false } = {}) {
  const [rules, size] = ["rules", "size"].map((name) => within(dialog, `[name=${name}]`, HTMLSelectElement));
  const options = within(dialog, ".start-options");
  const games = new Map([...await starts()].filter(([, game]) => !forSetup || game.phases.length));
  offerStarts(games, { rules, size, options, aim: within(dialog, "#start-aim") }, preset);
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.onclose = () => resolve(dialog.returnValue === "begin" ? { rules: rules.value, size: Number(size.value), options: chosenOptions(options) } : null);
    dialog.showModal();
  });
}

/**
 * Offer games in fields: which one, on which board, with which options.
 * @param {Map<string, GameOffer>} games
 * @param {{rules: HTMLSelectElement, size: HTMLSelectElement, options: HTMLElement, aim: HTMLElement}} fields
 * @param {Partial<Start> | null} [preset]
 */
export function offerStarts(games, { rules, size, options, aim }, preset) {
  const offer = (/** @type {Partial<Start> | null | undefined} */ from) => {
    const game = games.get(rules.value);
    if (!game) return;
    setText(aim, gameAim(rules.value));
    size.replaceChildren(...game.sizes.map((one) => new Option(boardSize(`${game.kind}${one}`), String(one))));
    size.value = String(from?.size ?? game.size);
    showOptions(options, game.options, from?.options);
  };
  rules.replaceChildren(...[...games.keys()].map((name) => new Option(gameName(name), name)));
  if (games.has(preset?.rules ?? "")) rules.value = preset?.rules ?? "";
  offer(preset);
  rules.onchange = () => offer(null);
}

/**
 * Show fields in which to choose options' values.
 * @param {HTMLElement} box
 * @param {GameOption[]} options
 * @param {Record<string, Choice>} [chosen]
 */
export function showOptions(box, options, chosen = {}) {
  render("", box); // another game's choices do not stay
  render(options.map(({ name, default: usual, choices }) => html`<p class="field"><label for="start-${name}">${optionName(name)}</label>
    <select id="start-${name}" name=${name}>${choices.map((choice) => html`<option value=${JSON.stringify(choice)}
      ?selected=${choice === (chosen[name] ?? usual)}>${choiceName(choice)}</option>`)}</select></p>`), box);
}

/**
 * Return the options that are chosen in fields of `showOptions`.
 * @param {HTMLElement} fields
 * @returns {Record<string, Choice>}
 */
export function chosenOptions(fields) {
  return Object.fromEntries([...fields.querySelectorAll("select")].map((field) => [field.name, JSON.parse(field.value)]));
}
