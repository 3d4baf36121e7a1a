// @ts-check
// Games as rows of a table, the same in the library and on a player's page.

import { offerToContinue } from "./continue-game.js";
import { make } from "./dom.js";
import { playerLink } from "./filters.js";
import { boardSize, choiceName, gameName, optionName } from "./site.js";

/**
 * A game as lists of games have it (web/pages/library.py).
 *
 * @typedef {{id: number, rules: string, on: string, options: Record<string, string | number | boolean>, white: string, black: string,
 *   actions: number, status: string, result: string | null, reason_words: string, started_at: string, start_known: boolean,
 *   board: string, source: string}} ListedGame
 */

/** @type {Record<string, string>} */
const RESULTS = { "W+": "White won", "B+": "Black won", 0: "Draw" };

/**
 * Return the row of a game.
 *
 * @param {ListedGame} game
 */
export function gameRow(game) {
  const row = make("tr");
  const when = make("a", "", whenText(game));
  when.href = `/games/${game.id}`;
  when.setAttribute("aria-label", `Game ${game.id}, ${whenText(game)}`);
  const whenCell = make("td", "when");
  whenCell.append(when);
  const kind = make("td", "kind");
  kind.append(gameName(game.rules), " ", make("span", "muted", [boardSize(game.on), optionWords(game.options)].filter(Boolean).join(" ")));
  const result = make("td", "result", RESULTS[game.result ?? ""] ?? game.status);
  if (game.reason_words) result.append(" ", make("span", "muted small reason", game.reason_words));
  offerToContinue(result, game);
  const board = make("td", "muted board-id", game.source === "import" ? "imported" : game.board);
  board.title = game.board;
  const actions = make("td", "number actions", String(game.actions));
  actions.dataset.label = "Actions";
  row.append(whenCell, kind, seat("white", game), seat("black", game), actions, result, board);
  return row;
}

/**
 * @param {"white" | "black"} colour
 * @param {ListedGame} game
 */
function seat(colour, game) {
  const cell = make("td", `seat seat-${colour}`);
  const won = game.result === (colour === "white" ? "W+" : "B+");
  const chip = make("span", `chip chip-${colour}`);
  const name = playerLink(game[colour]);
  cell.append(chip, " ", name);
  if (won) {
    if (game[colour]) name.classList.add("winner");
    cell.append(make("span", "unseen", " (won)"));
  }
  return cell;
}

/** @param {ListedGame} game */
function whenText({ started_at: at, start_known: known }) {
  const text = new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return known ? text : `before ${text}`;
}

/** @param {ListedGame["options"]} options */
function optionWords(options) {
  return Object.entries(options).filter(([, value]) => value !== false && value !== 0)
    .map(([name, value]) => (value === true ? optionName(name) : `${optionName(name)} ${choiceName(value)}`)).join(" ");
}
