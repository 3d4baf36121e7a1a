// @ts-check
// The list of puzzles, those to be solved next first.

import { byId, make, setText } from "../../lib/dom.js";
import { choiceIn, follow, offerValues } from "../../lib/filters.js";
import { api, boardShape, boardSize, gameName, plural, sentenceOf } from "../../lib/site.js";
import { keepQueue, keepSolver, puzzleAddress, solver } from "../puzzle/queue.js";

/** @typedef {{id: number, rules: string, on: string, options: string, difficulty: number, state: string, right: number, wrong: number}} Listed */
/** @typedef {{puzzles: Listed[], kinds: {rules: string, on: string}[], more: boolean}} Found */

const form = byId("filters", HTMLFormElement);
/** @type {Record<string, string>} */
const STATES = { new: "none yet", right: "last one right", wrong: "last one wrong" };
let asked = 0;

/** @param {URLSearchParams} query */
async function show(query) {
  asked += 1;
  const number = asked;
  keepSolver(query.get("player") ?? "");
  /** @type {Found} */
  let found;
  try {
    found = await api(`/api/puzzles?${query}`);
  } catch (error) {
    if (number === asked) setText(byId("count"), sentenceOf(error));
    return;
  }
  if (number !== asked) return;
  offerValues(choiceIn(form, "rules"), found.kinds.map((kind) => kind.rules), gameName);
  offerValues(choiceIn(form, "on"), found.kinds.map((kind) => kind.on), boardShape);
  const ids = found.puzzles.map((puzzle) => puzzle.id);
  byId("rows").replaceChildren(...found.puzzles.map((puzzle, place) => row(puzzle, ids.slice(place + 1))));
  byId("list").hidden = ids.length === 0;
  byId("empty").hidden = found.kinds.length > 0;
  const solve = byId("solve", HTMLAnchorElement);
  solve.hidden = ids.length === 0;
  solve.href = puzzleAddress(ids[0]);
  solve.onclick = () => keepQueue(ids.slice(1));
  setText(byId("count"), countWords(found));
  document.body.dataset.shown = String(ids.length);
}

/** @param {Found} found */
function countWords({ puzzles, kinds, more }) {
  if (kinds.length === 0) return "";
  if (puzzles.length === 0) return "No puzzle is like that. Ask for less.";
  const count = `${puzzles.length} ${plural(puzzles.length, "puzzle")}`;
  return more ? `${count}. There are more: choose a game or a difficulty to see them.` : count;
}

/**
 * @param {Listed} puzzle
 * @param {number[]} after
 */
function row(puzzle, after) {
  const line = make("tr");
  const link = make("a", "", `Puzzle ${puzzle.id}`.replace(" ", "\u00A0"));
  link.href = puzzleAddress(puzzle.id);
  link.addEventListener("click", () => keepQueue(after));
  const first = make("td");
  first.append(link);
  const answers = puzzle.state === "new" ? STATES.new : `${puzzle.right} right, ${puzzle.wrong} wrong; ${STATES[puzzle.state]}`;
  line.append(first, make("td", "", [gameName(puzzle.rules), puzzle.options].filter(Boolean).join(" ")), make("td", "", boardSize(puzzle.on)),
    make("td", "number", String(puzzle.difficulty)), make("td", "", answers));
  return line;
}

const query = new URLSearchParams(location.search);
if (!query.has("player") && solver()) {
  query.set("player", solver());
  history.replaceState(null, "", `?${query}`);
}
follow(form, show);
