// @ts-check
// One puzzle: an answer on the board, its grade, the line that refutes it, and the solution.

import { offerNames } from "../../lib/cell-name.js";
import { byId, setText } from "../../lib/dom.js";
import { boardState, chip, showStudy } from "../../lib/position.js";
import { linkAddress, offerShare } from "../../lib/share.js";
import { api, attempt, gameName, rights, sentenceOf } from "../../lib/site.js";
import { later } from "../../lib/timers.js";
import { html, nothing, render } from "../../vendor/lit-html.js";
import { PositionBoard } from "../../play/position-board.js";
import { solver, takeNext } from "./queue.js";

const STEP_MS = 1100;

/** @typedef {import("../../lib/position.js").Study} Study */
/** @typedef {{action: string, colour: string, position: import("../../lib/position.js").Position}} Step an action, and the position after it */
/** @typedef {{sentence: string, line: Step[], right?: boolean}} Verdict what an answer is worth, or the solution */

const address = `/api${location.pathname}`;
const board = new PositionBoard(byId("board"), { play: answer });
/** @type {Study | null} */
let start = null;
let isFirst = true;
let stop = () => {};

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
    offerShare(() => ({ path: "", game: () => linkAddress(puzzle.link) }));
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
  stop();
  if (!start) return;
  await board.show(start);
  showStudy(start, answer);
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
 * @param {string} path
 * @param {string} action "" for the solution
 */
async function ask(path, action) {
  const { right } = await rights;
  const counts = isFirst && right === "act";
  await attempt(async () => {
    const verdict = await (counts ? api(`${address}/answers`, { method: "POST", body: { action, player: solver() } }) : api(path));
    isFirst = false;
    show(verdict);
  });
}

/** @param {Verdict} verdict */
function show({ sentence, line, right }) {
  const box = byId("verdict");
  setText(box, sentence);
  box.className = `puzzle-verdict ${right === undefined ? "" : right ? "right" : "wrong"}`;
  byId("hint").hidden = true;
  byId("again").hidden = right === true;
  byId("next").classList.toggle("main", right !== false);
  document.body.dataset.shown = "verdict";
  walk(line, 0);
}

/**
 * Show the positions of a line one after another.
 * @param {Step[]} line
 * @param {number} place
 */
function walk(line, place) {
  showStep(line, place);
  if (place + 1 < line.length) stop = later(() => walk(line, place + 1), STEP_MS);
}

/**
 * @param {Step[]} line
 * @param {number} place
 */
function showStep(line, place) {
  stop();
  const { position } = line[place];
  board.shown = null; // nothing can be played here
  board.view.show({ ...boardState(position), legal: [], notes: {}, marks: {} });
  showStudy({ ...position, choices: [] }, answer);
  render(line.map(({ action, colour }, at) => html`<li><button type="button" class="tool" aria-current=${at === place ? "step" : nothing}
    @click=${() => showStep(line, at)}>${chip(colour)} ${action}</button></li>`), byId("line"));
}

byId("again").addEventListener("click", async () => {
  setText(byId("verdict"), "");
  render("", byId("line"));
  await showStart();
  board.view.focusCell();
});
byId("solution").addEventListener("click", () => ask(`${address}/solution`, ""));
byId("next").addEventListener("click", () => {
  const next = takeNext();
  location.href = next === null ? "/puzzles" : `/puzzles/${next}`;
});
offerNames(byId("names"), byId("board"));
load();
