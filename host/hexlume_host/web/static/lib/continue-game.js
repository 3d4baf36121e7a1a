// @ts-check
// *Continue*: an unfinished game goes on at the simulated board of this program, where there is one and the visitor may act.

import { html, nothing } from "../vendor/lit-html.js";
import { api, playAfter, rights, say, sentenceOf } from "./site.js";

/** @typedef {{id: number, status: string}} Game */

const CONTINUED = ["unfinished", "abandoned", "incomplete"];
let isOffered = false;

/** Resolve once it is known whether any of the games can be continued here; `continueButton` returns nothing before. @param {Game[]} games */
export async function askWhetherToContinue(games) {
  if (isOffered || !games.some(({ status }) => CONTINUED.includes(status)) || (await rights).right !== "act") return;
  isOffered = await api("/api/new-game").then((answer) => answer.games.length > 0, () => false);
}

/** Return a button that continues a game, where that is possible. @param {Game} game */
export function continueButton({ id, status }) {
  if (!isOffered || !CONTINUED.includes(status)) return nothing;
  const go = (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget: button }) => {
    button.disabled = true;
    playAfter(`/api/games/${id}/continue`, {}).catch((error) => {
      button.disabled = false;
      say(sentenceOf(error));
    });
  };
  return html`<button type="button" class="tool continue" aria-label="Continue game ${id}" @click=${go}>Continue</button>`;
}
