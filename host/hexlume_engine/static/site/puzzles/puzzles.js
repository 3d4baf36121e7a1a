// @ts-check
// The list of puzzles, those to be solved next first.

import { byId, setText, within } from "../../lib/dom.js";
import { follow, offerValues } from "../../lib/filters.js";
import { boardShape, boardSize, countWords, gameName } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";
import { keepQueue, keepSolver, solver } from "../puzzle/queue.js";

/** @typedef {{id: number, rules: string, board: string, options: string, difficulty: number, state: string, right: number, wrong: number}} Listed */
/** @typedef {{puzzles: Listed[], kinds: {rules: string, board: string}[], more: boolean}} Found */

const form = byId("filters", HTMLFormElement);
/** @type {Record<string, string>} */
const STATES = { new: "none yet", right: "last one right", wrong: "last one wrong" };

/**
 * @param {Found} found
 * @param {URLSearchParams} query
 */
function show(found, query) {
  const { puzzles, kinds } = found;
  keepSolver(query.get("player") ?? "");
  offerValues(form, "rules", kinds.map((kind) => kind.rules), gameName);
  offerValues(form, "board", kinds.map((kind) => kind.board), boardShape);
  const ids = puzzles.map((puzzle) => puzzle.id);
  render(puzzles.map((puzzle, place) => row(puzzle, ids.slice(place + 1))), byId("rows"));
  byId("empty").hidden = kinds.length > 0;
  const solve = byId("solve", HTMLAnchorElement);
  solve.hidden = ids.length === 0;
  solve.href = `/puzzles/${ids[0]}`;
  solve.onclick = () => keepQueue(ids.slice(1));
  setText(byId("count"), foundWords(found));
  return ids.length;
}

/** @param {Found} found */
function foundWords({ puzzles, kinds, more }) {
  if (kinds.length === 0) return "";
  if (puzzles.length === 0) return "No puzzle is like that. Ask for less.";
  const count = countWords(puzzles.length, "puzzle");
  return more ? `${count}. There are more: choose a game or a difficulty to see them.` : count;
}

/**
 * @param {Listed} puzzle
 * @param {number[]} after
 */
function row({ id, rules, board, options, difficulty, state, right, wrong }, after) {
  const answers = state === "new" ? STATES.new : `${right} right, ${wrong} wrong; ${STATES[state]}`;
  return html`<tr>
    <td><a href="/puzzles/${id}" @click=${() => keepQueue(after)}>${`Puzzle\u00A0${id}`}</a></td>
    <td>${[gameName(rules), options].filter(Boolean).join(" ")}</td>
    <td>${boardSize(board)}</td>
    <td class="number">${difficulty}</td>
    <td>${answers}</td>
  </tr>`;
}

const query = new URLSearchParams(location.search);
if (!query.has("player") && solver()) {
  query.set("player", solver());
  history.replaceState(null, "", `?${query}`);
}
follow(form, "/api/puzzles", byId("list"), show);
// A puzzle may be opened before the list has been answered.
form.addEventListener("change", () => keepSolver(within(form, "[name=player]", HTMLInputElement).value.trim()));
