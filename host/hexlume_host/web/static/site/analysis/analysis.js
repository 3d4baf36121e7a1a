// @ts-check
// The analysis page: variations by click, by key, by file, or by the hands at a board.

import { offerNames } from "../../lib/cell-name.js";
import { byId, setText } from "../../lib/dom.js";
import { EnginePanel } from "./engine-panel.js";
import { BEFORE, EDITOR, keep, keepAnalysis, kept, keptAnalysis, putAside } from "./saved-analyses.js";
import { step, TreeList } from "./tree-list.js";
import { askStart, firstStart, startOf } from "./start-dialog.js";
import { Tree } from "./variation-tree.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { PositionBoard } from "../../play/position-board.js";
import { colourName, setupOf, showStudy } from "../../lib/position.js";
import { lineAddress, offerShare } from "../../lib/share.js";
import { api, attempt, boardSize, gameName, optionTexts, say, sentenceOf } from "../../lib/site.js";

const KNOWN = 300; // positions in memory, so that going back and on requests nothing
const COMMENT_MS = 400;
const STEPS = Object.entries({ "to-start": "Home", "to-back": "ArrowLeft", "to-on": "ArrowRight", "to-end": "End" });

/** @typedef {import("./saved-analyses.js").Analysis} Analysis */
/** @typedef {import("./variation-tree.js").Node} Node */
/** @typedef {import("../../lib/position.js").Study} Study */
/**
 * A stored game and what was tried in it (web/pages/analysis.py); `at` is the number of the node it stands at, -1 at the beginning.
 *
 * @typedef {{id: number, start: import("./start-dialog.js").Start, variations: import("./variation-tree.js").Variations,
 *   saved: import("./variation-tree.js").Variations | null, at: number, problem: string, status: string, players: {white: string, black: string}}} TriedGame
 */

const restore = byId("restore", HTMLButtonElement);
const commentBox = byId("comment", HTMLTextAreaElement);
const file = byId("file", HTMLInputElement);
const followed = byId("follow", HTMLSelectElement);
/** @type {Analysis} */
let analysis = { start: null, position: null, game: null, title: "" };
let tree = new Tree();
let at = tree.root;
let commented = at; // the node whose comment is in the box: the hands at a board may go on while one writes
/** @type {Study | null} */
let shown = null;
/** @type {(() => void) | null} */
let putBack = null;
let following = "";
let asked = 0;
/** @type {Map<Node, Study>} */
const known = new Map();

const list = new TreeList(byId("tree"), (node, byKey) => go(node, byKey));
const board = new PositionBoard(byId("board"), { play });
const engine = new EnginePanel({ play, mark: (marks) => board.mark(marks) });
let goesOn = false; // whether the game that is analysed is still being played

/**
 * Begin with an analysis as it was saved, or as the server sends it.
 * @param {Analysis} answer
 * @param {{saves?: boolean}} [options]
 */
async function take(answer, { saves = true } = {}) {
  analysis = { start: answer.start ?? null, position: answer.position ?? null, game: answer.game ?? null, title: answer.title ?? "" };
  tree = Tree.read(answer.variations ?? { nodes: [] });
  known.clear();
  putBack = null;
  restore.hidden = true;
  at = tree.at(answer.at ?? 0);
  list.show(tree, at);
  await showPosition();
  showAbout();
  if (saves) save();
}

function showAbout() {
  const start = analysis.position ? startOf(analysis.position) : analysis.start;
  if (!start) return;
  const title = analysis.game ? `Analysis of game ${analysis.game}` : "Analysis";
  setText(byId("title"), title);
  document.title = `${title} · Hexlume`;
  setText(byId("about"), [gameName(start.rules), boardSize(shown?.board ?? ""), ...optionTexts(start.options), analysis.position ? "from a position set up" : "", analysis.title]
    .filter(Boolean).join(" · "));
  const rules = byId("rules", HTMLAnchorElement);
  rules.href = `/rules/${start.rules}`;
  rules.hidden = false;
  byId("before").hidden = kept(BEFORE) === null;
}

/**
 * @param {Node} node
 * @param {boolean} [byKey]
 */
async function go(node, byKey = false) {
  at = node;
  list.show(tree, node, byKey);
  await showPosition();
  save();
}

async function showPosition() {
  const node = at;
  asked += 1;
  const mine = asked;
  let answer = known.get(node);
  if (!answer) {
    answer = await api("/api/analysis/position", { method: "POST", body: lineTo(node) }).catch((error) => { if (mine === asked) say(sentenceOf(error)); });
    if (!answer) return;
    known.set(node, answer);
    const [oldest] = known.keys();
    if (known.size > KNOWN) known.delete(oldest);
  }
  if (mine !== asked) return;
  shown = answer;
  await board.show(answer);
  setText(byId("text"), answer.result_words || answer.due);
  const focused = byId("choices").contains(document.activeElement);
  showStudy(answer, play);
  if (focused && !answer.choices.length) byId("to-back").focus();
  showTools();
  document.body.dataset.shown = String(answer.played);
  const over = answer.result ? "The game is over in this position." : "";
  engine.show(lineTo(node), goesOn ? "The game still goes on: the engine waits for its end." : over);
}

function beginning() {
  return analysis.position ? { position: analysis.position } : { start: analysis.start };
}

/** Return the line to a node, as the server is asked about it. @param {Node} node */
function lineTo(node) {
  return { ...beginning(), actions: tree.line(node).map((one) => one.action) };
}

function showTools() {
  const main = tree.line(at).every((one) => one.parent?.children[0] === one);
  byId("promote", HTMLButtonElement).disabled = !at.parent || main;
  byId("delete", HTMLButtonElement).disabled = !at.parent;
  for (const [id, key] of STEPS) byId(id, HTMLButtonElement).disabled = !step(tree, at, key) || step(tree, at, key) === at;
  if (document.activeElement !== commentBox) showComment();
}

function showComment() {
  commented = at;
  commentBox.value = at.comment;
}

/** @param {string} action */
function play(action) {
  if (!shown) return;
  const node = tree.add(at, action, shown.to_move ?? "");
  if (!node) {
    say("The tree is full: delete some variations first.");
    return;
  }
  go(node);
}

function save() {
  if (!keepAnalysis({ ...analysis, variations: tree.written(), at: tree.number(at) })) {
    say("This browser keeps nothing of this: save it as a file.");
  }
}

function redraw() {
  list.show(tree, at);
  showTools();
  save();
}

function remove() {
  if (!at.parent) return;
  const { parent } = at;
  const back = tree.remove(at);
  const gone = at;
  putBack = () => {
    if (!back()) return say("That cannot be brought back: something like it stands there.");
    return go(gone, true);
  };
  restore.hidden = false;
  go(parent, byId("tree").contains(document.activeElement));
  say("Deleted. Bring back undoes it.");
}

for (const [id, key] of STEPS) {
  byId(id).addEventListener("click", () => {
    const next = step(tree, at, key);
    if (next) go(next);
  });
}

byId("tree").addEventListener("keydown", (event) => {
  if (event.key === "Delete") remove();
});
byId("promote").addEventListener("click", () => {
  for (const node of tree.line(at)) tree.promote(node);
  redraw();
});
byId("delete").addEventListener("click", remove);
restore.addEventListener("click", () => {
  restore.hidden = true;
  list.show(tree, at, true);
  putBack?.();
  putBack = null;
});

let commenting = 0;
function comment() {
  clearTimeout(commenting);
  const text = commentBox.value;
  if (text === commented.comment) return;
  commented.comment = text;
  redraw();
}
commentBox.addEventListener("input", () => {
  clearTimeout(commenting);
  commenting = setTimeout(comment, COMMENT_MS);
});
commentBox.addEventListener("change", comment);
commentBox.addEventListener("blur", () => {
  comment();
  showComment();
});

byId("begin").addEventListener("click", async () => {
  const start = await askStart(byId("start-box", HTMLDialogElement), analysis.start).catch((error) => say(error.message));
  if (start) await takeAnew({ start });
});
byId("edit").addEventListener("click", () => {
  if (!shown) return;
  keep(EDITOR, setupOf(shown));
  location.href = "/editor";
});
byId("before").addEventListener("click", async () => {
  const old = kept(BEFORE);
  if (old) await takeAnew(old);
});
byId("open").addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  file.value = "";
  if (chosen) await openText(await chosen.text(), `Opened ${chosen.name}.`);
});

/**
 * Open a link, a game's record or an analysis; returns whether it could be read.
 * @param {string} content
 * @param {string} opened what is said then
 */
const openText = (content, opened) => attempt(async () => {
  const answer = await api("/api/analysis/import", { method: "POST", body: { content } });
  await takeAnew(answer);
  say(answer.problem || opened);
  return true;
});

addEventListener("hashchange", () => openText(location.href, "Opened the link."));
offerShare(() => ({ path: "", game: () => lineAddress(lineTo(at)) }));
byId("save").addEventListener("click", () => attempt(async () => {
  const game = analysis.game ? { game: String(analysis.game) } : {};
  const answer = await api("/api/analysis/export", { method: "POST", body: { ...beginning(), ...game, variations: tree.written() } });
  const href = URL.createObjectURL(new Blob([`${JSON.stringify(answer, null, 2)}\n`], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href, download: analysis.game ? `hexlume-game-${analysis.game}.json` : "hexlume-analysis.json" }).click();
}));

/** Leave the game or the board that was analysed, and begin with another analysis; a free one is put aside. @param {Analysis} answer */
async function takeAnew(answer) {
  goesOn = false;
  follow("");
  putAside();
  if (location.search || location.hash) history.replaceState(null, "", "/analysis");
  await take(answer);
}

// Following a board: its events become branches, and the page goes where the hands are.

const socket = new LiveSocket({ boards: ({ boards }) => showBoards(boards), board: (message) => boardMoved(message) });
socket.watch({ list: true });

/** @param {{device: string, state: string}[]} boards */
function showBoards(boards) {
  const names = boards.filter((one) => one.state !== "lost").map((one) => one.device);
  if (following && !names.includes(following)) names.push(following);
  followed.replaceChildren(new Option("Follow none", ""), ...names.map((name) => new Option(`Board ${name}`, name)));
  followed.value = following;
}

/** @param {string} name */
function follow(name) {
  following = name;
  followed.value = name;
  document.body.dataset.following = name;
  socket.watch(name ? { list: true, full: [name] } : { list: true });
}

let latest = 0;
/** @param {{device: string, number: number | null}} message */
async function boardMoved({ device: name, number }) {
  if (name !== following || number === null) return;
  latest += 1;
  const mine = latest;
  await attempt(async () => {
    const answer = await api(`/api/analysis/board/${number}`);
    if (mine === latest && name === following) await takeGame(answer, true);
  });
}

/**
 * Take what was tried in a stored game into the tree, and go where it stands (or to a ply of its main line).
 * @param {TriedGame} answer
 * @param {boolean} onward
 * @param {number | null} [ply]
 */
async function takeGame(answer, onward, ply = null) {
  goesOn = answer.status === "unfinished";
  const theirs = Tree.read(answer.variations);
  if (answer.saved) theirs.join(Tree.read(answer.saved));
  if (analysis.game !== answer.id) {
    const mine = keptAnalysis(answer.id);
    const players = [answer.players.white, answer.players.black].some(Boolean) ? `${answer.players.white || colourName("white")} and ${answer.players.black || colourName("black")}` : "";
    await take({ ...(mine ?? { start: answer.start, variations: { nodes: [] } }), start: answer.start, position: null, game: answer.id, title: players }, { saves: false });
    if (!onward && mine && ply === null) {
      tree.join(theirs);
      list.show(tree, at);
      return;
    }
  }
  tree.join(theirs);
  let line = theirs.line(answer.at < 0 ? theirs.root : theirs.at(answer.at + 1));
  if (ply !== null) line = line.slice(0, ply);
  let node = tree.root;
  for (const one of line) node = tree.add(node, one.action, one.colour) ?? node;
  await go(node);
  if (answer.problem) say(answer.problem);
}

followed.addEventListener("change", () => {
  const name = followed.value;
  if (name && !analysis.game) putAside();
  follow(name);
});

offerNames(byId("names"), byId("board"));

async function begin() {
  if (location.hash && await openText(location.href, "Opened the link.")) return;
  const query = new URLSearchParams(location.search);
  const game = query.get("game");
  if (game) {
    const ply = Number(query.get("ply") ?? -1);
    const answer = await attempt(() => api(`/api/analysis/board/${encodeURIComponent(game)}`));
    if (answer) return takeGame(answer, false, Number.isInteger(ply) && ply >= 0 ? ply : null);
  }
  await attempt(async () => take(keptAnalysis() ?? { start: await firstStart() }));
}

attempt(begin);
