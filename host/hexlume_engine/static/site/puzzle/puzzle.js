// @ts-check
// One puzzle: an answer on the board, its grade, the line that refutes it, and the solution.

import { offerNames } from "../../lib/cell-name.js";
import { byId, make, setText } from "../../lib/dom.js";
import { boardState, capital, colourWord } from "../../lib/position.js";
import { api, gameName, rights, say, sentenceOf } from "../../lib/site.js";
import { PositionBoard } from "../../play/position-board.js";
import { besideWords } from "../analysis/analysis-board.js";
import { puzzleAddress, solver, takeNext } from "./queue.js";

const STEP_MS = 1100;

/** @typedef {import("../analysis/analysis-board.js").Study} Study */
/** @typedef {{action: string, colour: string, position: import("../../lib/position.js").Position}} Step an action, and the position after it */
/** @typedef {{sentence: string, line: Step[], right?: boolean}} Verdict what an answer is worth, or the solution */

const address = `/api${location.pathname}`;
const board = new PositionBoard(byId("board"), { play: answer });
/** @type {Study | null} */
let start = null;
let isFirst = true;
let timer = 0;

async function load() {
  try {
    const puzzle = await api(address);
    const title = `Puzzle ${puzzle.id}`;
    document.title = `${title} · Hexlume`;
    setText(byId("title"), `${title}: ${[gameName(puzzle.rules), puzzle.options].filter(Boolean).join(" ")}, difficulty ${puzzle.difficulty}`);
    const link = byId("rules", HTMLAnchorElement);
    link.href = `/rules/${puzzle.rules}`;
    link.hidden = false;
    setText(byId("task"), puzzle.task);
    byId("scene").hidden = false;
    start = puzzle.position;
    await showStart();
  } catch (error) {
    setText(byId("problem"), sentenceOf(error));
  }
  const { right } = await rights;
  if (right !== "act") setText(byId("stored"), "Your answers are graded and not stored: sign in to keep them.");
  else setText(byId("stored"), solver() ? `The first answer counts, for ${solver()}.` : "The first answer counts. Name yourself in the list to keep your own answers.");
}

/** Show the position in which an action is asked for. */
async function showStart() {
  clearTimeout(timer);
  if (!start) return;
  await board.show(start);
  setText(byId("beside"), besideWords(start));
  byId("choices").replaceChildren(...start.choices.map(({ action, words }) => {
    const button = make("button", "tool", capital(words));
    button.type = "button";
    button.addEventListener("click", () => answer(action));
    return button;
  }));
  byId("hint").hidden = false;
  byId("again").hidden = true;
  document.body.dataset.shown = "start";
}

/** @param {string} action */
async function answer(action) {
  await ask(`${address}/verdict?${new URLSearchParams({ action })}`, action);
}

/**
 * Ask for a grade or the solution. The first request of who may act goes on record.
 *
 * @param {string} path
 * @param {string} action "" for the solution
 */
async function ask(path, action) {
  const { right } = await rights;
  const counts = isFirst && right === "act";
  /** @type {Verdict} */
  let verdict;
  try {
    verdict = counts ? await api(`${address}/answers`, { method: "POST", body: { action, player: solver() } }) : await api(path);
  } catch (error) {
    say(sentenceOf(error));
    return;
  }
  isFirst = false;
  show(verdict);
}

/** @param {Verdict} verdict */
function show({ sentence, line, right }) {
  const box = byId("verdict");
  setText(box, sentence);
  box.className = `puzzle-verdict ${right === undefined ? "" : right ? "right" : "wrong"}`;
  byId("hint").hidden = true;
  byId("again").hidden = right === true;
  byId("next").classList.toggle("main", right !== false);
  byId("choices").replaceChildren();
  byId("line").replaceChildren(...line.map((step, place) => {
    const item = make("li");
    const button = make("button", "tool", step.action);
    button.type = "button";
    button.prepend(make("span", `chip chip-${step.colour}`), make("span", "unseen", `${colourWord(step.colour)} `));
    button.addEventListener("click", () => showStep(line, place));
    item.append(button);
    return item;
  }));
  document.body.dataset.shown = "verdict";
  walk(line, 0);
}

/**
 * Show the positions of a line one after another.
 *
 * @param {Step[]} line
 * @param {number} place
 */
function walk(line, place) {
  showStep(line, place);
  if (place + 1 < line.length) timer = setTimeout(() => walk(line, place + 1), STEP_MS);
}

/**
 * @param {Step[]} line
 * @param {number} place
 */
function showStep(line, place) {
  clearTimeout(timer);
  const { position } = line[place];
  board.shown = null; // nothing can be played here
  board.view.show({ ...boardState(position), legal: [], notes: {}, marks: {} });
  setText(byId("beside"), besideWords(/** @type {Study} */ (position)));
  [...byId("line").children].forEach((item, at) => {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    if (at === place) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
}

byId("again").addEventListener("click", async () => {
  setText(byId("verdict"), "");
  byId("line").replaceChildren();
  await showStart();
  board.view.focusCell();
});
byId("solution").addEventListener("click", () => ask(`${address}/solution`, ""));
byId("next").addEventListener("click", () => {
  const next = takeNext();
  location.href = next === null ? "/puzzles" : puzzleAddress(next);
});
offerNames(byId("names"), byId("board"));
load();
