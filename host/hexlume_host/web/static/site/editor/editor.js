// @ts-check
// The position editor: the person puts discs, the server says whether the game can go on from them, and why not.

import { BoardView, onCellChosen } from "../../lib/board-view.js";
import { turned } from "../../lib/disc.js";
import { byId, make, setText, within } from "../../lib/dom.js";
import { offerNames } from "../../lib/cell-name.js";
import { keepAnalysis, keepPosition, keptPosition, putAside } from "../analysis/saved-analyses.js";
import { askStart, firstStart, startOf, starts } from "../analysis/start-dialog.js";
import { colourName, discsOf, PIECES, setupOf } from "../../lib/position.js";
import { api, boardSize, gameName, joinsEdges, optionTexts, say, sentenceOf } from "../../lib/site.js";

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

const undo = byId("undo", HTMLButtonElement);
const analyse = byId("analyse", HTMLButtonElement);
/** @type {Edited | null} */
let position = null;
/** @type {GameOffer["turn"]} */
let members = {};
const view = new BoardView(byId("board"));
let tool = "white";
let timer = 0;
let asked = 0;
/** @type {Setup | null} */
let ready = null;
/** @type {Edited[]} */
const past = [];

/**
 * Begin with a position.
 *
 * @param {Setup} answer
 */
async function take(answer) {
  const offer = (await starts()).get(answer.game);
  if (!offer) throw new Error(`This server has no game ${answer.game}.`);
  if (!offer.phases.length) throw new Error(`Positions of ${gameName(answer.game)} cannot be set up.`);
  members = offer.turn;
  position = { ...setupOf(answer), result: null, reason: null, turn: answer.turn ?? {} };
  if (position.phase === "over") position.to_move = "white";
  // These two are a person's choice; the others follow from what stands on the board.
  if (!["fill", "move"].includes(position.phase ?? "")) position.phase = null;
  if (!await view.show({ board: position.board, edges: joinsEdges(position.game), marks: {}, notes: {} })) throw new Error(`The board ${position.board} cannot be shown: reload the page.`);
  undo.disabled = past.length === 0;
  byId("clear", HTMLButtonElement).disabled = false;
  showPalette(offer, position);
  showSides(offer, position);
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
  changed(position);
}

/** @param {Edited} edited */
function changed(edited) {
  view.show({ discs: discsOf(edited.pieces) });
  keepPosition(edited);
  ready = null;
  analyse.disabled = true;
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
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
  if (refusals.length) {
    const list = make("ul");
    list.append(...refusals.map(({ sentence }) => make("li", "", sentence)));
    box.replaceChildren(make("h2", "", "This position cannot be played on"), list);
  } else {
    box.replaceChildren(make("h2", "", "Ready to play on"), make("p", "", `${full?.due}.`));
    ready = full ? setupOf(full) : null;
  }
  analyse.disabled = ready === null;
}

/**
 * @param {GameOffer} offer
 * @param {Edited} edited
 */
function showPalette(offer, edited) {
  const cellMembers = Object.entries(members).filter(([, { kind }]) => kind === "cell" || kind === "cells");
  const tools = [["white", "White"], ["black", "Black"], ...(offer.hand.leader ? [["white leader", "White leader"], ["black leader", "Black leader"]] : []),
    ["turn", "Turn over"], ["remove", "Remove"], ...cellMembers.map(([name, { text }]) => [name, text])];
  if (!tools.some(([name]) => name === tool)) tool = "white";
  const legend = within(byId("palette"), "legend");
  byId("palette").replaceChildren(legend, ...tools.map(([name, words]) => {
    const label = make("label");
    const input = make("input");
    Object.assign(input, { type: "radio", name: "tool", value: name, checked: name === tool });
    input.addEventListener("change", () => { tool = name; });
    label.append(input);
    const [colour, kind] = name.split(" ");
    if (colour === "white" || colour === "black") label.append(make("span", `chip chip-${colour}${kind ? " chip-leader" : ""}`));
    label.append(words);
    if (members[name]?.phase) label.dataset.phase = members[name].phase;
    return label;
  }));
  showPhase(edited);
}

/**
 * Show what only steps need while steps are due.
 *
 * @param {Edited} edited
 */
function showPhase({ phase }) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-phase]"))) one.hidden = phase !== one.dataset.phase;
}

/**
 * @param {GameOffer} offer
 * @param {Edited} edited
 */
function showSides(offer, edited) {
  const groups = [];
  groups.push(group("The turn", [
    select("To move", [["white", "White"], ["black", "Black"]], edited.to_move ?? "", (value, one) => { one.to_move = value; }),
    select("What is due", [["", "worked out"], ...offer.phases.map((phase) => [phase, PHASES[phase]])], edited.phase ?? "", (value, one) => {
      one.phase = value || null;
      showPhase(one);
    }),
    ...turnFields(edited),
  ]));
  const colours = Object.keys(edited.prison);
  if (colours.length) {
    groups.push(group("In prison", colours.map((colour) =>
      number(colourName(colour), edited.prison[colour], 255, (value, one) => { one.prison[colour] = value; }))));
  }
  for (const colour of Object.keys(edited.hand)) {
    groups.push(group(colour === "white" ? "White in hand" : "Black in hand", Object.entries(offer.hand).map(([kind, most]) =>
      number(KINDS[kind] ?? kind, edited.hand[colour][kind], most, (value, one) => { one.hand[colour][kind] = value; }))));
  }
  byId("sides").replaceChildren(...groups);
  showPhase(edited);
}

/** @param {Edited} edited */
function turnFields({ options, turn }) {
  const fields = [];
  for (const [name, { kind, text, phase, option, choices = [], most = 0 }] of Object.entries(members)) {
    if (kind === "cell" || kind === "cells" || (option && !options[option])) continue;
    const value = turn[name];
    const box = kind === "number" ? number(text, Number(value ?? 0), most, (count, one) => { one.turn[name] = count || undefined; })
      : select(text, [["", "worked out"], ...choices.map(([choice, shown]) => [JSON.stringify(choice), shown])], JSON.stringify(value) ?? "",
        (chosen, one) => { one.turn[name] = chosen ? JSON.parse(chosen) : undefined; });
    if (phase) box.dataset.phase = phase;
    fields.push(box);
  }
  return fields;
}

/**
 * @param {string} title
 * @param {HTMLElement[]} fields
 */
function group(title, fields) {
  const box = make("fieldset");
  box.append(make("legend", "", title), ...fields);
  return box;
}

/**
 * @param {string} words
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
function field(words, input) {
  const box = make("p", "field");
  const label = make("label", "", words[0].toUpperCase() + words.slice(1));
  fields += 1;
  input.id = `field-${fields}`;
  label.htmlFor = input.id;
  box.append(label, input);
  return box;
}
let fields = 0;

/**
 * @param {string} words
 * @param {string[][]} choices each a value and what is shown for it
 * @param {string} value
 * @param {(value: string, position: Edited) => void} set
 */
function select(words, choices, value, set) {
  const input = make("select");
  input.append(...choices.map(([name, shown]) => new Option(shown, name)));
  input.value = value;
  input.addEventListener("change", () => change((one) => set(input.value, one)));
  return field(words, input);
}

/**
 * @param {string} words
 * @param {number} value
 * @param {number} most
 * @param {(value: number, position: Edited) => void} set
 */
function number(words, value, most, set) {
  const input = make("input");
  Object.assign(input, { type: "number", min: "0", max: String(most), step: "1", inputMode: "numeric", value: String(value) });
  input.addEventListener("change", () => {
    const read = Math.max(0, Math.min(most, Math.trunc(Number(input.value)) || 0));
    input.value = String(read);
    change((one) => set(read, one));
  });
  return field(words, input);
}

/** @param {string} cell */
function choose(cell) {
  if (!position) return;
  const letter = position.pieces[cell];
  const piece = letter ? PIECES[letter] : null;
  if (members[tool]) {
    if (!piece) return say(`There is no disc on ${cell}.`);
    return change(({ turn }) => {
      const marked = [turn[tool]].flat().includes(cell);
      turn[tool] = marked ? undefined : members[tool].kind === "cells" ? [cell] : cell;
    });
  }
  if ((tool === "turn" || tool === "remove") && !piece) return say(`There is no disc on ${cell}.`);
  const next = tool === "turn" && piece ? turned(piece) : tool === "remove" || tool === piece ? null : tool;
  return change(({ pieces }) => {
    if (next) pieces[cell] = letterOf(next);
    else delete pieces[cell];
  });
}

/** @param {string} piece */
function letterOf(piece) {
  return Object.keys(PIECES).find((letter) => PIECES[letter] === piece) ?? "";
}

onCellChosen(byId("board"), choose);
byId("begin").addEventListener("click", async () => {
  try {
    const start = await askStart(byId("start-box", HTMLDialogElement), position && startOf(position), { forSetup: true });
    if (!start) return;
    const answer = await api("/api/analysis/check", { method: "POST", body: { start } });
    keepForUndo();
    await take(answer.position);
  } catch (error) {
    say(sentenceOf(error));
  }
});
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
  try {
    const kept = keptPosition();
    await take(kept ?? (await api("/api/analysis/check", { method: "POST", body: { start: await firstStart() } })).position);
  } catch (error) {
    setText(byId("verdict"), sentenceOf(error));
  }
}

begin();
