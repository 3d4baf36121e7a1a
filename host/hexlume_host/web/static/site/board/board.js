// @ts-check
// A live board as the source of a game's page. Where it is a simulated one of this server and the visitor may act, the server
// also sends what hands need: then one plays here, and can have the wooden table shown.

import { boardName, boardStatus } from "../../lib/board-name.js";
import { recall, remember } from "../../lib/browser-memory.js";
import { around, byId, setText } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { UNMARKED } from "../../lib/position.js";
import { gameName } from "../../lib/site.js";
import { every } from "../../lib/timers.js";
import { html, render } from "../../vendor/lit-html.js";
import { GameScene } from "../../play/game-scene.js";
import { GameCard } from "./game-card.js";
import { LessonCard } from "./lesson-card.js";
import { MenuLegend } from "./menu-legend.js";

const AGO_MS = 15000;
const TABLE_KEY = "hexlume-table"; // whether the wooden table is shown, in the browser's memory

/** @typedef {import("../../lib/position.js").Position} Position */
/**
 * A board in full (web/live/board.py).
 *
 * @typedef {Omit<import("../../lib/board-name.js").BoardAbout, "lesson"> & {lesson: import("./lesson-card.js").Lesson | null, steps: number, reason: string, started: number | null, control: string, options: string,
 *   first: string, engine: string, position: Position | null, played: string,
 *   differs: Record<string, string>, reasons: Record<string, string>}} BoardMessage
 */

/**
 * What the people at a simulated board are to do next (web/live/prompt.py); cells are the panel's, but for those of `actions`.
 *
 * @typedef {{text: string, due?: string, count?: number, refusal?: string, clause?: string, legal?: Record<string, import("../../play/due.js").Way[]>,
 *   actions?: Position["actions"], choices?: Position["choices"], differs?: Record<string, string>, reasons?: Record<string, string>, fix?: Record<string, string>, held?: string, closed?: Record<string, [string, string]>,
 *   names?: Record<string, string>, legend?: import("./menu-legend.js").Legend, act?: string, menu?: boolean}} Prompt
 */

const ELSEWHERE = "Another program logs this board. This page shows the actions that it stores, but neither clocks nor what is to be put right on the table.";

const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const help = byId("help", HTMLDialogElement);
/** @type {BoardMessage | null} */
let latest = null;
/** @type {Prompt | null} */
let prompt = null; // only where one plays
let withTable = recall(TABLE_KEY) === "shown";
/** @type {Promise<import("../../play/wooden-table.js").WoodenTable> | null} */
let table = null;
/** @type {Map<string, any>} */
const parts = new Map(); // the latest message of each part of the wooden table

const send = (/** @type {{do: string, [member: string]: unknown}} */ message) => socket.send(message);
const scene = new GameScene({
  ask: (what, action) => {
    if (!send({ do: what, ...(action ? { action } : {}) })) scene.refused("The board is not connected: nothing was moved.");
  },
  why,
  together: () => !latest?.engine,
  path: () => location.pathname,
});
const legend = new MenuLegend(scene.board.view, (cell) => table?.then(({ hands }) => hands.doDue(cell)));
const card = new GameCard(send);
const lesson = new LessonCard(send);

/** Show the board as the server has described it so far. */
function show() {
  if (!latest) return;
  document.body.dataset.state = latest.state;
  byId("empty").hidden = true;
  showState();
  showDiffers(latest);
  card.show(latest);
  lesson.show(latest);
  byId("replay").hidden = latest.number === null;
  byId("replay", HTMLAnchorElement).href = `/games/${latest.number}`;
  scene.show(gameOf(latest));
  if (withTable && prompt) toTable("prompt", prompt);
  else if (!latest.position) scene.board.view.show({ board: latest.board || latest.panel, discs: {}, ...UNMARKED });
}

/**
 * @param {BoardMessage} board
 * @returns {import("../../play/game-scene.js").Game}
 */
function gameOf(board) {
  const { rules, board: shape, position, players, actions, played, number, options, control, started, status, engine } = board;
  const over = !board.lesson && (Boolean(position?.result) || status === "abandoned");
  // Other news of the board may come before that of what is to be done.
  const { actions: offers = {}, choices = [], names = {} } = prompt?.count === actions.length ? prompt : {};
  const hands = Boolean(prompt);
  const notes = Object.fromEntries(Object.entries(board.differs).map(([cell, what]) => [names[cell] ?? cell, what]));
  const text = textOf(board);
  return {
    title: board.lesson ? boardName(board) : gameName(rules) || "Live board",
    rules, board: shape, players, actions, number, over, text, hands,
    position: position && {
      ...position, actions: offers, choices, ...(hands ? {} : { notes }),
      // A question shows neither what is legal nor what must be done.
      ...(board.lesson?.hides ? { hides: true, forced: [] } : {}),
    },
    played: board.lesson || prompt?.menu || text === played ? "" : played,
    waits: engine && position?.to_move === engine ? "It is Hexlume's turn." : "",
    colour: engine && { white: "black", black: "white" }[engine] || "",
    other: engine ? "Hexlume" : "",
    step: board.lesson?.step,
    about: [options, control, started ? `begun ${new Date(started).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}` : ""],
    undo: board.lesson ? "" : "Undo", draw: !over && !board.lesson && !engine, resign: !over && !board.lesson,
    // What is abandoned is followed by another game.
    rematch: over && status !== "abandoned",
  };
}

/** @param {BoardMessage} board */
function textOf({ lesson: step, text, actions }) {
  if (!prompt) return text;
  if (withTable) return prompt.text;
  if (step || prompt.menu) return [step && prompt.refusal, prompt.text, step?.hides && !step.done && Object.keys(prompt.actions ?? {}).length > 0 && "The first try counts for a star."].filter(Boolean).join(" ");
  return (prompt.count === actions.length && prompt.due) || text;
}

/** Say why nothing can be done on a cell. @param {string} cell */
function why(cell) {
  const { closed = {}, names = {}, actions = {} } = prompt ?? {};
  const found = Object.entries(closed).find(([panelCell]) => (names[panelCell] ?? panelCell) === cell);
  // While nothing can be done a tap was only late.
  if (!found && !Object.keys(actions).length) return;
  const [sentence, clause] = found?.[1] ?? ["No disc goes there now.", ""];
  scene.say(`${cell}: ${sentence}`, clause);
}

function showState() {
  if (!latest) return;
  const { state, reason } = latest;
  const { words, look } = boardStatus(latest);
  byId("state").className = `badge ${look}`;
  byId("state").hidden = state === "connected";
  setText(byId("state"), words);
  setText(byId("elsewhere"), state === "elsewhere" ? ELSEWHERE : "");
  setText(byId("lost"), state === "lost" ? `The board is not connected. ${reason}`.trim() : "");
}

/** Show what is to be put right on a real board; at a simulated one the sentence says so. @param {BoardMessage} board */
function showDiffers({ differs, reasons }) {
  const entries = prompt ? [] : Object.entries(differs);
  byId("differs").hidden = !entries.length;
  render(entries.length ? html`<h2>On the table, not yet in the game</h2>
    <ul>${entries.map(([cell, what]) => html`<li><b>${cell}</b> ${reasons[cell] ?? what}</li>`)}</ul>` : "", byId("differs"));
}

// The wooden table

/** @type {Record<string, (table: import("../../play/wooden-table.js").WoodenTable, message: any) => void>} */
const SHOWN = {
  table: (shown, { discs }) => shown.table.showDiscs(discs),
  leds: (shown, { rgb }) => shown.showLeds(rgb),
  buzzer: (shown, { hz }) => shown.sound(hz),
  prompt: (shown, message) => shown.showPrompt(message, latest),
};

/**
 * Pass a message on to the table while it is shown; its scripts are loaded with the first.
 * @param {string} part
 * @param {any} message
 */
function toTable(part, message) {
  parts.set(part, message);
  if (!withTable) return;
  table ??= import("../../play/wooden-table.js").then(({ WoodenTable }) => new WoodenTable(scene, send));
  table.then((shown) => { if (withTable) SHOWN[part](shown, message); });
}

/** Show the wooden table, or the plain game, in which the table follows by itself. */
function showTable() {
  document.body.classList.toggle("with-table", withTable);
  byId("with-table").setAttribute("aria-pressed", String(withTable));
  tidy();
  scene.lend(withTable);
  for (const [part, message] of parts) toTable(part, message);
  table?.then((shown) => shown.show(withTable));
  show();
}

function tidy() {
  if (document.body.dataset.connected === "true" && prompt) send({ do: "tidy", switch: withTable ? "off" : "on" });
}

byId("with-table").addEventListener("click", () => {
  withTable = !withTable;
  remember(TABLE_KEY, withTable ? "shown" : "");
  showTable();
});
byId("help-open").addEventListener("click", () => help.showModal());
addEventListener("keydown", (event) => {
  if (event.key === "?" && !document.querySelector("dialog[open]") && !around(event, "select, input")) help.showModal();
});
new MutationObserver(tidy).observe(document.body, { attributeFilter: ["data-connected"] });

const socket = new LiveSocket({
  watching: ({ known }) => { byId("empty").hidden = known || Boolean(latest); },
  board: (message) => {
    latest = message;
    show();
  },
  clock: ({ clock }) => scene.clocks.show(clock),
  prompt: (message) => {
    const first = !prompt;
    prompt = message;
    parts.set("prompt", message);
    legend.show(message.legend);
    if (first) showTable();
    else show();
  },
  table: (message) => toTable("table", message),
  leds: (message) => toTable("leds", message),
  buzzer: (message) => toTable("buzzer", message),
  choices: (message) => card.take(message),
  error: ({ message }) => {
    table?.then((shown) => shown.refused());
    scene.refused(message);
  },
});
socket.watch({ full: [id] });
every(showState, AGO_MS);
