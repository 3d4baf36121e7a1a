// @ts-check
// The turns of the running game: who played which actions, the newest in view. Each leads to the replay at its end.

import { html, nothing, render } from "../vendor/lit-html.js";
import { chip, colourName } from "./position.js";

/** @typedef {[string, string]} Action an action's text and its colour */
/** @typedef {{colour: string, actions: string[], ply: number}} Turn of a colour, with the number of its last action */

const DISC = /^([WB])([a-z]+\d+)$/; // a disc of a colour that the player chose

/**
 * Show a game's actions in a list; those of one colour in a row are a turn.
 * @param {HTMLElement} list
 * @param {Action[]} actions
 * @param {number | null} number the game's in the store, once it is there
 */
export function showMoves(list, actions, number) {
  const before = list.textContent;
  const turns = turnsOf(actions);
  render(turns.map((turn) => html`<li aria-current=${turn === turns.at(-1) ? "step" : nothing}>${turnPart(turn, number)}</li>`), list);
  if (list.textContent !== before) list.scrollTop = list.scrollHeight;
}

/** @param {Action[]} actions */
function turnsOf(actions) {
  /** @type {Turn[]} */
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
 * @param {Turn} turn
 * @param {number | null} number
 */
function turnPart({ colour, actions, ply }, number) {
  // Where a player places discs of either colour, a dot is a disc's colour, and the player's stands as a word.
  const words = [actions.some((action) => DISC.test(action)) ? `${colourName(colour)}:` : chip(colour), ...actions.map((action) => [" ", actionPart(action)])];
  // In a window of its own: the game goes on here.
  return number ? html`<a class="turn" href="/games/${number}?ply=${ply}" target="_blank" rel="noopener" title="Look back at the board after this turn">${words}</a>`
    : html`<span class="turn">${words}</span>`;
}

/** Return an action's text, with the colour of its disc as a dot where the text names it (`Bd4`). @param {string} action */
function actionPart(action) {
  const [, letter, cell] = DISC.exec(action) ?? [];
  return letter ? [chip(letter === "W" ? "white" : "black"), ` ${cell}`] : action;
}
