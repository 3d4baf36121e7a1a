// @ts-check
// *Continue*: an unfinished game goes on at the simulated board of this program, where there is one and the visitor may act.

import { make } from "./dom.js";
import { api, playAfter, rights, say, sentenceOf } from "./site.js";

const CONTINUED = ["unfinished", "abandoned", "incomplete"];
/** @type {Promise<boolean> | null} */
let asked = null;

function canPlay() {
  asked ??= Promise.all([rights, api("/api/new-game")]).then(([{ right }, { games }]) => right === "act" && games.length > 0).catch(() => false);
  return asked;
}

/**
 * Add a button to a box that continues a game, if it can be continued here.
 *
 * @param {HTMLElement} box
 * @param {{id: number, status: string}} game
 */
export async function offerToContinue(box, { id, status }) {
  if (!CONTINUED.includes(status) || !await canPlay()) return;
  const button = make("button", "tool continue", "Continue");
  button.type = "button";
  button.setAttribute("aria-label", `Continue game ${id}`);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await playAfter(`/api/games/${id}/continue`, {});
    } catch (error) {
      button.disabled = false;
      say(sentenceOf(error));
    }
  });
  box.append(" ", button);
}
