// @ts-check
// Games as rows of a table, the same in the library and on a player's page.

import { html } from "../vendor/lit-html.js";
import { continueButton } from "./continue-game.js";
import { playerLink } from "./filters.js";
import { boardSize, gameName, optionTexts } from "./site.js";

/**
 * A game as lists of games have it (web/pages/library.py).
 *
 * @typedef {{id: number, rules: string, board: string, options: Record<string, string | number | boolean>, white: string, black: string,
 *   actions: number, status: string, result: string | null, reason_words: string, started_at: string, start_known: boolean,
 *   device: string, source: string}} ListedGame
 */

/** @type {Record<string, string>} */
const RESULTS = { "W+": "White won", "B+": "Black won", 0: "Draw" };

/** Return the row of a game. @param {ListedGame} game */
export function gameRow(game) {
  const { id, rules, board, options, actions, status, result, reason_words: reason, source, device } = game;
  const when = whenText(game);
  return html`<tr>
    <td class="when"><a href="/games/${id}" aria-label="Game ${id}, ${when}">${when}</a></td>
    <td class="kind">${gameName(rules)} <span class="muted">${[boardSize(board), ...optionTexts(options)].join(" ")}</span></td>
    ${seat("white", game)}${seat("black", game)}
    <td class="number actions" data-label="Actions">${actions}</td>
    <td class="result">${RESULTS[result ?? ""] ?? status} ${reason && html`<span class="muted small reason">${reason}</span>`} ${continueButton(game)}</td>
    <td class="muted device" title=${device}>${source === "import" ? "imported" : device}</td>
  </tr>`;
}

/**
 * @param {"white" | "black"} colour
 * @param {ListedGame} game
 */
function seat(colour, game) {
  const won = game.result === (colour === "white" ? "W+" : "B+");
  return html`<td class="seat seat-${colour}"><span class="chip chip-${colour}"></span>
    ${playerLink(game[colour], won ? "winner" : "")}${won ? html`<span class="unseen"> (won)</span>` : ""}</td>`;
}

/** @param {ListedGame} game */
function whenText({ started_at: at, start_known: known }) {
  const text = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return known ? text : `before ${text}`;
}
