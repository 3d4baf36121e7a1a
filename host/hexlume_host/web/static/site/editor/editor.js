// @ts-check
// The position editor: the person puts discs, the server says whether the game can go on from them, and why not.

import { BoardView } from "../../lib/board-view.js";
import { turned } from "../../lib/disc.js";
import { byId, setText } from "../../lib/dom.js";
import { offerNames } from "../../lib/cell-name.js";
import { EDITOR, keep, keepAnalysis, kept, putAside } from "../analysis/saved-analyses.js";
import { askStart, firstStart, startOf, starts } from "../analysis/start-dialog.js";
import { capital, colourName, discsOf, PIECES, setupOf } from "../../lib/position.js";
import { api, attempt, boardSize, gameName, joinsEdges, optionTexts, say, sentenceOf } from "../../lib/site.js";
import { later } from "../../lib/timers.js";
import { html, render } from "../../vendor/lit-html.js";

/** @typedef {import("../analysis/start-dialog.js").GameOffer} GameOffer */
/** @typedef {import("../../lib/position.js").Setup} Setup */
/** @typedef {import("../../lib/position.js").Turn} Turn */
/** @typedef {Setup & {turn: Turn}} Edited */
/** @typedef {{sentence: string, cells: string[]}} Objection why a position cannot be played on */
/** @typedef {{refusals: Objection[], position?: import("../../lib/position.js").Position}} Verdict */

const PAUSE_MS = 120; // between a change and asking about it
const MOST_UNDO = 200;
/** @type {Record<string, string>} */
const PHASES = { place: "place a disc", replace: "turn a disc over", move: "take steps",
  fill: "fill (the other side has passed)", setup: "before the first turn is over" };

/** @type {Record<string, string>} */
const KINDS = { pawn: "pawns", leader: "leaders" };
/** @type {[string, string][]} */
const LEADERS = [["white leader", "White leader"], ["black leader", "Black leader"]];

const undo = byId("undo", HTMLButtonElement);
const analyse = byId("analyse", HTMLButtonElement);
/** @type {Edited | null} */
let position = null;
/** @type {GameOffer | null} */
let offer = null;
const view = new BoardView(byId("board"));
let tool = "white";
let stop = () => {};
let asked = 0;
/** @type {Setup | null} */
let ready = null;
/** @type {Edited[]} */
const past = [];

/** Begin with a position. @param {Setup} answer */
async function take(answer) {
  offer = (await starts()).get(answer.game) ?? null;
  if (!offer) throw new Error(`This server has no game ${answer.game}.`);
  if (!offer.phases.length) throw new Error(`Positions of ${gameName(answer.game)} cannot be set up.`);
  position = { ...setupOf(answer), result: null, reason: null, turn: answer.turn ?? {} };
  if (position.phase === "over") position.to_move = "white";
  // These two are a person's choice; the others follow from what stands on the board.
  if (!["fill", "move"].includes(position.phase ?? "")) position.phase = null;
  if (!await view.show({ board: position.board, edges: joinsEdges(position.game), marks: {}, notes: {} })) throw new Error(`The board ${position.board} cannot be shown: reload the page.`);
  undo.disabled = past.length === 0;
  byId("clear", HTMLButtonElement).disabled = false;
  showFields(position);
  setText(byId("about"), [gameName(position.game), boardSize(position.board), ...optionTexts(position.options)].join(" · "));
  changed(position);
}

/** Keep the position as it is, for undo. */
function keepForUndo() {
  if (position) past.push(structuredClone(position));
  if (past.length > MOST_UNDO) past.shift();
}

/** @param {(position: Edited) => void} deed */
function change(deed) {
  if (!position) return;
  keepForUndo();
  deed(position);
  undo.disabled = false;
  showFields(position);
  changed(position);
}

/** @param {Edited} edited */
function changed(edited) {
  view.show({ discs: discsOf(edited.pieces) });
  keep(EDITOR, edited);
  ready = null;
  analyse.disabled = true;
  stop();
  stop = later(check, PAUSE_MS);
}

async function check() {
  if (!position) return;
  asked += 1;
  const mine = asked;
  document.body.dataset.checked = "";
  try {
    const answer = await api("/api/analysis/check", { method: "POST", body: { position } });
    if (mine !== asked) return;
    showVerdict(answer, position.turn);
  } catch (error) {
    if (mine === asked) showVerdict({ refusals: [{ sentence: sentenceOf(error), cells: [] }] }, position.turn);
  }
  document.body.dataset.checked = String(mine);
}

/**
 * @param {Verdict} verdict
 * @param {Turn} turn
 */
function showVerdict({ refusals, position: full }, turn) {
  const box = byId("verdict");
  box.classList.toggle("refused", refusals.length > 0);
  /** @type {Record<string, string>} */
  const marks = {};
  for (const { cells } of refusals) for (const cell of cells) marks[cell] = "cross";
  for (const cell of Object.values(turn).flat()) if (typeof cell === "string") marks[cell] ??= "ring";
  view.show({ marks, notes: Object.fromEntries(refusals.flatMap(({ cells, sentence }) => cells.map((cell) => [cell, sentence]))) });
  if (!refusals.length && full) ready = setupOf(full);
  render(refusals.length ? html`<h2>This position cannot be played on</h2><ul>${refusals.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`
    : html`<h2>Ready to play on</h2><p>${full?.due}.</p>`, box);
  analyse.disabled = ready === null;
}

/** Show what a cell can get, and what else belongs to the position. @param {Edited} edited */
function showFields(edited) {
  if (!offer) return;
  const { hand, phases, turn: members } = offer;
  fields = 0;
  /** @type {[string, string][]} */
  const tools = [["white", "White"], ["black", "Black"], ...(hand.leader ? LEADERS : []), ["turn", "Turn over"], ["remove", "Remove"]];
  for (const [name, { kind, text, phase }] of Object.entries(members)) if (kind.startsWith("cell") && edited.phase === (phase ?? edited.phase)) tools.push([name, text]);
  if (!tools.some(([name]) => name === tool)) tool = "white";
  render(tools.map(([name, words]) => {
    const [colour, kind] = name.split(" ");
    const isDisc = colour === "white" || colour === "black";
    return html`<label><input type="radio" name="tool" value=${name} .checked=${name === tool} @change=${() => { tool = name; }}>${
      isDisc ? html`<span class="chip chip-${colour} ${kind ? "chip-leader" : ""}"></span>` : ""}${words}</label>`;
  }), byId("palette"));
  const kinds = Object.entries(hand);
  render([
    group("The turn", [
      select("To move", [["white", "White"], ["black", "Black"]], edited.to_move ?? "", (value, one) => { one.to_move = value; }),
      select("What is due", [["", "worked out"], ...phases.map((phase) => [phase, PHASES[phase]])], edited.phase ?? "", (value, one) => { one.phase = value || null; }),
      ...turnFields(edited, members),
    ]),
    group("In prison", Object.entries(edited.prison).map(([colour, count]) => number(colourName(colour), count, 255, (value, one) => { one.prison[colour] = value; }))),
    ...Object.entries(edited.hand).map(([colour, held]) => group(`${colourName(colour)} in hand`,
      kinds.map(([kind, most]) => number(KINDS[kind] ?? kind, held[kind], most, (value, one) => { one.hand[colour][kind] = value; })))),
  ], byId("sides"));
}

/**
 * @param {Edited} edited
 * @param {GameOffer["turn"]} members
 */
function turnFields(edited, members) {
  const { options, turn } = edited;
  return Object.entries(members).map(([name, { kind, text, phase, option, choices = [], most = 0 }]) => {
    if (kind.startsWith("cell") || (option && !options[option]) || edited.phase !== (phase ?? edited.phase)) return "";
    if (kind === "number") return number(text, Number(turn[name] ?? 0), most, (count, one) => { one.turn[name] = count || undefined; });
    return select(text, [["", "worked out"], ...choices.map(([choice, shown]) => [JSON.stringify(choice), shown])], JSON.stringify(turn[name]) ?? "",
      (chosen, one) => { one.turn[name] = chosen ? JSON.parse(chosen) : undefined; });
  });
}

/**
 * @param {string} title
 * @param {unknown[]} fields
 */
function group(title, fields) {
  return fields.length ? html`<fieldset><legend>${title}</legend>${fields}</fieldset>` : "";
}

let fields = 0;

/**
 * @param {string} words
 * @param {(id: string) => unknown} draw returns what the person fills in
 */
function field(words, draw) {
  fields += 1;
  const id = `field-${fields}`;
  return html`<p class="field"><label for=${id}>${capital(words)}</label>${draw(id)}</p>`;
}

/**
 * @param {string} words
 * @param {string[][]} choices each a value and what is shown for it
 * @param {string} value
 * @param {(value: string, position: Edited) => void} set
 */
function select(words, choices, value, set) {
  const changed = (/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget: { value: chosen } }) => change((one) => set(chosen, one));
  return field(words, (id) => html`<select id=${id} @change=${changed}>${choices.map(([name, shown]) =>
    html`<option value=${name} .selected=${name === value}>${shown}</option>`)}</select>`);
}

/**
 * @param {string} words
 * @param {number} value
 * @param {number} most
 * @param {(value: number, position: Edited) => void} set
 */
function number(words, value, most, set) {
  const changed = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget: input }) => {
    const read = Math.max(0, Math.min(most, Math.trunc(Number(input.value)) || 0));
    input.value = String(read);
    change((one) => set(read, one));
  };
  return field(words, (id) => html`<input id=${id} type="number" min="0" max=${most} step="1" inputmode="numeric" .value=${String(value)} @change=${changed}>`);
}

/** @param {string} cell */
function choose(cell) {
  if (!position) return;
  const letter = position.pieces[cell];
  const piece = letter ? PIECES[letter] : null;
  const member = offer?.turn[tool];
  if (member) {
    if (!piece) return say(`There is no disc on ${cell}.`);
    return change(({ turn }) => {
      const marked = [turn[tool]].flat().includes(cell);
      turn[tool] = marked ? undefined : member.kind === "cells" ? [cell] : cell;
    });
  }
  if ((tool === "turn" || tool === "remove") && !piece) return say(`There is no disc on ${cell}.`);
  const next = tool === "turn" && piece ? turned(piece) : tool === "remove" || tool === piece ? null : tool;
  return change(({ pieces }) => {
    if (next) pieces[cell] = Object.keys(PIECES).find((one) => PIECES[one] === next) ?? "";
    else delete pieces[cell];
  });
}

view.input = { tap: choose };
byId("begin").addEventListener("click", () => attempt(async () => {
  const start = await askStart(byId("start-box", HTMLDialogElement), position && startOf(position), { forSetup: true });
  if (!start) return;
  const answer = await api("/api/analysis/check", { method: "POST", body: { start } });
  keepForUndo();
  await take(answer.position);
}));
byId("clear").addEventListener("click", async () => {
  if (!position) return;
  keepForUndo();
  await take({ ...position, pieces: {}, turn: {}, phase: null });
});
undo.addEventListener("click", async () => {
  const before = past.pop();
  if (before) await take(before);
});
analyse.addEventListener("click", () => {
  if (!ready) return;
  putAside();
  if (keepAnalysis({ position: ready, variations: { nodes: [] }, at: 0 })) location.href = "/analysis";
  else say("This browser keeps nothing, so the position cannot be taken along.");
});
offerNames(byId("names"), byId("board"));

async function begin() {
  render(html`<h2>Looking at it …</h2>`, byId("verdict"));
  try {
    await take(kept(EDITOR) ?? (await api("/api/analysis/check", { method: "POST", body: { start: await firstStart() } })).position);
  } catch (error) {
    render(sentenceOf(error), byId("verdict"));
  }
}

begin();
