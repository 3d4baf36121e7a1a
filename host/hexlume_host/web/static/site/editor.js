// @ts-check
// The position editor: the person puts discs, the server says whether the game can go on from them, and why not.

import { BoardView } from "../board-view.js";
import { turned } from "../disc.js";
import { byId, make, setText } from "../dom.js";
import { offerNames } from "./analysis-board.js";
import { keepAnalysis, keepPosition, keptPosition, putAside } from "./analysis-kept.js";
import { askStart, starts } from "./analysis-starts.js";
import { panelOf } from "./panels.js";
import { api, gameName, say } from "./site.js";

const LETTERS = { w: "white", b: "black", W: "white leader", B: "black leader" };
const PAUSE_MS = 120; // between a change and asking about it
const MOST_UNDO = 200;
const PHASES = { place: "place a disc", replace: "turn a disc over", move: "take steps", fill: "fill (the other side has passed)",
  setup: "before the first turn is over" };

let position = null;
let offer = null; // what the server offers for this game
let view = null;
let tool = "white";
let timer = 0;
let asked = 0;
let ready = null;
const past = [];

/** Begin with a position as JSON (rule ACT-5 and `turn`). */
async function take(told) {
  const games = await starts();
  offer = games.get(told.game);
  position = { ...structuredClone(told), result: null, reason: null, turn: told.turn ?? {} };
  if (position.phase === "over") position.to_move = "white";
  // These two are a person's choice; the others follow from what stands on the board.
  if (!["fill", "move"].includes(position.phase)) position.phase = null;
  const panel = await panelOf(position.board);
  view?.dispose();
  view = new BoardView(byId("board"), panel);
  byId("board").parentElement.style.setProperty("--board-aspect", String(view.aspect));
  byId("undo").disabled = past.length === 0;
  byId("clear").disabled = false;
  showPalette();
  showSides();
  const options = Object.entries(position.options).map(([name, value]) => `${name} ${value === true ? "on" : value === false ? "off" : value}`);
  setText(byId("about"), [gameName(position.game), position.board, ...options].join(" · "));
  changed();
}

function change(deed) {
  past.push(structuredClone(position));
  if (past.length > MOST_UNDO) past.shift();
  deed(position);
  byId("undo").disabled = false;
  changed();
}

function changed() {
  view.setDiscs(Object.fromEntries(Object.entries(position.pieces).map(([cell, letter]) => [cell, LETTERS[letter]])));
  keepPosition(position);
  ready = null;
  byId("analyse").disabled = true;
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
}

async function check() {
  asked += 1;
  const mine = asked;
  document.body.dataset.checked = "";
  try {
    const told = await api("/api/analysis/check", { method: "POST", body: { position } });
    if (mine !== asked) return;
    showVerdict(told);
  } catch (error) {
    if (mine === asked) showVerdict({ refusals: [{ sentence: error.message, cells: [] }] });
  }
  document.body.dataset.checked = String(mine);
}

function showVerdict({ refusals, position: full, shown }) {
  const box = byId("verdict");
  box.classList.toggle("refused", refusals.length > 0);
  const marks = {};
  for (const { cells } of refusals) for (const cell of cells) marks[cell] = "cross";
  const { first, moving } = position.turn;
  for (const cell of [first, ...(moving ?? [])]) if (cell && !marks[cell]) marks[cell] = "ring";
  view.setMarks(marks);
  view.setNotes(Object.fromEntries(refusals.flatMap(({ cells, sentence }) => cells.map((cell) => [cell, sentence]))));
  if (refusals.length) {
    const list = make("ul");
    list.append(...refusals.map(({ sentence }) => make("li", "", sentence)));
    box.replaceChildren(make("h2", "", "This position cannot be played on"), list);
  } else {
    box.replaceChildren(make("h2", "", "Ready to play on"), make("p", "", `${shown.due}.`));
    ready = full;
  }
  byId("analyse").disabled = ready === null;
}

function showPalette() {
  const tools = [["white", "White"], ["black", "Black"], ...(offer.leaders ? [["white leader", "White leader"], ["black leader", "Black leader"]] : []),
    ["turn", "Turn over"], ["remove", "Remove"],
    ...(offer.turn.includes("first") ? [["first", "First of the turn"]] : []), ...(offer.turn.includes("moving") ? [["moving", "Moving group"]] : [])];
  if (!tools.some(([name]) => name === tool)) tool = "white";
  const legend = byId("palette").querySelector("legend");
  byId("palette").replaceChildren(legend, ...tools.map(([name, words]) => {
    const label = make("label");
    const input = make("input");
    Object.assign(input, { type: "radio", name: "tool", value: name, checked: name === tool });
    input.addEventListener("change", () => { tool = name; });
    label.append(input);
    const [colour, kind] = name.split(" ");
    if (colour === "white" || colour === "black") label.append(make("span", `chip chip-${colour}${kind ? " chip-leader" : ""}`));
    label.append(words);
    if (name === "moving") label.dataset.phase = "move";
    return label;
  }));
  showPhase();
}

// What only steps need is there only while steps are due.
function showPhase() {
  for (const one of document.querySelectorAll("[data-phase]")) one.hidden = position.phase !== one.dataset.phase;
}

function showSides() {
  const groups = [];
  groups.push(group("The turn", [
    select("To move", [["white", "White"], ["black", "Black"]], position.to_move, (value) => { position.to_move = value; }),
    select("What is due", [["", "worked out"], ...offer.phases.map((phase) => [phase, PHASES[phase]])], position.phase ?? "", (value) => {
      position.phase = value || null;
      showPhase();
    }),
    ...turnFields(),
  ]));
  if (offer.prison) {
    groups.push(group("In prison", ["white", "black"].map((colour) =>
      number(colour, position.prison[colour], 255, (value) => { position.prison[colour] = value; }))));
  }
  for (const colour of Object.keys(position.hand)) {
    groups.push(group(`${colour === "white" ? "White" : "Black"} in hand`, [["pawn", 7], ["leader", 4]].map(([kind, most]) =>
      number(`${kind}s`, position.hand[colour][kind], most, (value) => { position.hand[colour][kind] = value; }))));
  }
  byId("sides").replaceChildren(...groups);
  showPhase();
}

function turnFields() {
  const fields = [];
  const turn = (name, value) => {
    if (value === null) delete position.turn[name];
    else position.turn[name] = value;
  };
  if (offer.turn.includes("acted") && position.options.pie) {
    const words = offer.prison ? [["", "worked out"], ["0", "komi is due"], ["1", "a seat is due"], ["2", "both chosen"]]
      : [["", "worked out"], ["1", "may still be used"], ["2", "has been used"]];
    fields.push(select(offer.prison ? "Komi and seats" : "Right to swap", words, String(position.turn.acted ?? ""), (value) => turn("acted", value === "" ? null : Number(value))));
  }
  if (offer.turn.includes("compelled")) {
    const value = position.turn.compelled === undefined ? "" : String(position.turn.compelled);
    fields.push(select("Before the steps", [["", "worked out"], ["false", "a pawn was placed"], ["true", "nothing could be placed"]], value,
      (chosen) => turn("compelled", chosen === "" ? null : chosen === "true")));
    fields.push(number("steps left", position.turn.capacity ?? 0, 28, (chosen) => turn("capacity", chosen || null)));
    for (const one of fields.slice(-2)) one.dataset.phase = "move";
  }
  return fields;
}

function group(title, fields) {
  const box = make("fieldset");
  box.append(make("legend", "", title), ...fields);
  return box;
}

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

function select(words, choices, value, set) {
  const input = make("select");
  input.append(...choices.map(([name, shown]) => new Option(shown, name)));
  input.value = value;
  input.addEventListener("change", () => change(() => set(input.value)));
  return field(words, input);
}

function number(words, value, most, set) {
  const input = make("input");
  Object.assign(input, { type: "number", min: "0", max: String(most), step: "1", inputMode: "numeric", value: String(value) });
  input.addEventListener("change", () => {
    const read = Math.max(0, Math.min(most, Math.trunc(Number(input.value)) || 0));
    input.value = String(read);
    change(() => set(read));
  });
  return field(words, input);
}

function choose(cell) {
  const letter = position.pieces[cell];
  const piece = letter ? LETTERS[letter] : null;
  if (tool === "first" || tool === "moving") {
    if (!piece) return say(`There is no disc on ${cell}.`);
    return change(({ turn }) => {
      if (tool === "first") turn.first = turn.first === cell ? undefined : cell;
      else turn.moving = turn.moving?.includes(cell) ? undefined : [cell];
    });
  }
  if ((tool === "turn" || tool === "remove") && !piece) return say(`There is no disc on ${cell}.`);
  const next = tool === "turn" ? turned(piece) : tool === "remove" || tool === piece ? null : tool;
  return change(({ pieces }) => {
    if (next) pieces[cell] = letterOf(next);
    else delete pieces[cell];
  });
}

function letterOf(piece) {
  return Object.keys(LETTERS).find((letter) => LETTERS[letter] === piece);
}

byId("board").addEventListener("cellchosen", ({ detail }) => choose(detail.cell));
byId("begin").addEventListener("click", async () => {
  try {
    const start = await askStart(byId("start-box"), position && { rules: position.game, size: position.board.replace(/\D/g, ""), options: position.options });
    if (!start) return;
    const told = await api("/api/analysis/check", { method: "POST", body: { start } });
    if (position) past.push(structuredClone(position));
    await take(told.position);
  } catch (error) {
    say(error.message);
  }
});
byId("clear").addEventListener("click", () => change((one) => Object.assign(one, { pieces: {}, turn: {}, phase: null })));
byId("undo").addEventListener("click", async () => {
  const before = past.pop();
  if (before) await take(before);
});
byId("analyse").addEventListener("click", () => {
  if (!ready) return;
  putAside();
  if (keepAnalysis({ position: ready, variations: { nodes: [] }, at: 0 })) location.href = "/analysis";
  else say("This browser keeps nothing, so the position cannot be taken along.");
});
offerNames(byId("names"), byId("board"));

async function begin() {
  try {
    const kept = keptPosition();
    await take(kept ?? (await api("/api/analysis/check", { method: "POST", body: { start: { rules: "orochi" } } })).position);
  } catch (error) {
    setText(byId("verdict"), error.message);
  }
}

begin();
