// @ts-check
// *Continue* and *Play on from here*: a game goes on at the simulated board of this program, where there is one and the visitor may act.

import { html, nothing } from "../vendor/lit-html.js";
import { api, playAfter, rights, say, sentenceOf } from "./site.js";

/** @typedef {{id: number, status: string}} Game */

const CONTINUED = ["unfinished", "abandoned", "incomplete"];
let isOffered = false;

/** Resolve once it is known whether games can be played on here; the buttons are nothing before. */
export async function askWhetherToPlay() {
  if (isOffered || (await rights).right !== "act") return;
  isOffered = await api("/api/new-game").then((answer) => answer.games.length > 0, () => false);
}

/** Do so where that matters for any of the games. @param {Game[]} games */
export async function askWhetherToContinue(games) {
  if (games.some(({ status }) => CONTINUED.includes(status))) await askWhetherToPlay();
}

/** @param {string} words @param {string} label @param {string} path @param {() => object} wish */
function beginButton(words, label, path, wish) {
  const go = (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget: button }) => {
    button.disabled = true;
    playAfter(path, wish()).catch((error) => {
      button.disabled = false;
      say(sentenceOf(error));
    });
  };
  return html`<button type="button" class="tool continue" aria-label=${label} @click=${go}>${words}</button>`;
}

/** Return a button that continues a game, where that is possible. @param {Game} game */
export function continueButton({ id, status }) {
  if (!id || !isOffered || !CONTINUED.includes(status)) return nothing;
  return beginButton("Continue", `Continue game ${id}`, `/api/games/${id}/continue`, () => ({}));
}

/** Return a button that begins a game after the actions that `wish` has, where that is possible. @param {() => object} wish */
export function playOnButton(wish) {
  return isOffered ? beginButton("Play on from here", "Play on from here", "/api/new-game", wish) : nothing;
}
