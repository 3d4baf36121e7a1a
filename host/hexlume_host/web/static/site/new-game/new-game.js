// @ts-check
// A new game: which one, on how many cells, against whom, by which clock, and who plays. The simulated board becomes what it needs.

import { recall, remember } from "../../lib/browser-memory.js";
import { byId, setText } from "../../lib/dom.js";
import { colourName } from "../../lib/position.js";
import { api, countWords, gameAim, gameName, onSend, playAfter, sentenceOf } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";
import { chosenOptions, showOptions } from "../analysis/start-dialog.js";

const CHOSEN = "hexlume-new-game"; // what was chosen last, in the browser's memory
const NAMES = { you: "hexlume-player", white: "hexlume-white", black: "hexlume-black" };

/**
 * What can be begun (web/play/new_game.py): games with their boards, and the levels of Hexlume.
 *
 * @typedef {{rules: string, size: number, sizes: {size: number, cells: number}[], first: string,
 *   options: import("../analysis/start-dialog.js").GameOption[]}} Offer
 * @typedef {{games: Offer[], levels: string[], goes_on: boolean}} Answer
 */

const form = byId("new-game", HTMLFormElement);
const colour = byId("colour", HTMLSelectElement);
const clock = byId("clock", HTMLSelectElement);
/** @type {Answer} */
let offered = { games: [], levels: [], goes_on: false };

/**
 * Return a chip that is one choice of several.
 * @param {string} name
 * @param {string | number} value
 * @param {string} words
 */
function choiceChip(name, value, words) {
  return html`<label class="chip-choice"><input type="radio" name=${name} value=${value}><span>${words}</span></label>`;
}

/** @param {Offer} game */
function card({ rules }) {
  const picture = `/api/rules/${rules}/picture.svg`;
  return html`<label class="choice-card"><input type="radio" name="rules" value=${rules}>
    <picture><source media="(prefers-color-scheme: dark)" srcset="${picture}?theme=dark"><img src=${picture} alt=""></picture>
    <b>${gameName(rules)}</b><span class="muted small">${gameAim(rules)}</span></label>`;
}

/** Return what is chosen of several, "" for nothing. @param {string} name */
const chosen = (name) => String(new FormData(form).get(name) ?? "");

/**
 * Choose one of several, if it is among them.
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
  for (const input of form.querySelectorAll("input")) if (input.type === "radio" && input.name === name && input.value === value) input.checked = true;
}

/** @param {Partial<Record<string, string>>} [kept] what was chosen last */
function showGame(kept = {}) {
  const game = offered.games.find((one) => one.rules === chosen("rules"));
  if (!game) return;
  render("", byId("sizes")); // another game's choice does not stay
  render(game.sizes.map(({ size, cells }) => choiceChip("size", size, countWords(cells, "cell"))), byId("sizes"));
  choose("size", String(game.size));
  if (!chosen("size")) choose("size", String(game.sizes[0].size));
  choose("size", kept.size ?? "");
  showOptions(byId("options"), game.options);
  colour.replaceChildren(...["white", "black"].map((one) => new Option(`${colourName(one)}${one === game.first ? ", who starts" : ""}`, one)));
  colour.value = kept.colour || game.first;
}

function showSeats() {
  const opponent = chosen("opponent");
  byId("here").hidden = opponent === "far";
  const two = opponent === "person";
  for (const field of form.querySelectorAll("[data-seat]")) if (field instanceof HTMLElement) field.hidden = (field.dataset.seat === "two") !== two;
}

async function begin() {
  const opponent = chosen("opponent");
  const [you, white, black] = ["you", "white", "black"].map((name) => byId(name, HTMLInputElement).value.trim());
  const kept = { rules: chosen("rules"), size: chosen("size"), opponent, colour: colour.value, clock: clock.value };
  remember(CHOSEN, JSON.stringify(kept));
  for (const [name, key] of Object.entries(NAMES)) remember(key, byId(name, HTMLInputElement).value.trim());
  if (opponent === "far") {
    const options = Object.entries(chosenOptions(byId("options"))).map(([name, value]) => [name, JSON.stringify(value)]);
    location.href = `${form.dataset.far}?${new URLSearchParams({ rules: kept.rules, size: kept.size, clock: kept.clock, ...Object.fromEntries(options) })}`;
    return;
  }
  const engine = colour.value === "white" ? "black" : "white";
  const names = opponent === "person" ? { white, black } : { [colour.value]: you, engine };
  const wish = { rules: kept.rules, size: Number(kept.size), options: chosenOptions(byId("options")), clock: clock.value, opponent, ...names };
  setText(byId("problem"), "");
  form.inert = true;
  try {
    await playAfter("/api/new-game", wish);
  } catch (error) {
    form.inert = false;
    setText(byId("problem"), sentenceOf(error));
  }
}

async function offer() {
  offered = await api("/api/new-game");
  byId("no-board").hidden = offered.games.length > 0;
  form.hidden = !offered.games.length;
  if (form.hidden) return;
  render(offered.games.map(card), byId("games"));
  render(offered.levels.map((name) => choiceChip("opponent", name, name)), byId("levels"));
  byId("goes-on").hidden = !offered.goes_on;
  /** @type {Partial<Record<string, string>>} */
  const kept = JSON.parse(recall(CHOSEN) || "{}");
  choose("rules", offered.games[0].rules);
  choose("rules", kept.rules ?? "");
  choose("opponent", offered.levels[0]);
  choose("opponent", kept.opponent ?? "");
  if (kept.clock) clock.value = kept.clock;
  for (const [name, key] of Object.entries(NAMES)) byId(name, HTMLInputElement).value = recall(key);
  showGame(kept);
  showSeats();
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "rules") showGame();
    showSeats();
  });
  onSend(form, begin);
}

offer().catch((error) => {
  form.hidden = true;
  byId("no-board").hidden = false;
  setText(byId("no-board"), sentenceOf(error));
});
