// @ts-check
// The analysis page: variations by click, by key, by file, or by the hands at a board.

import { byId, make, setText } from "../dom.js";
import { besideWords, offerNames, showText, TrialBoard } from "./analysis-board.js";
import { aside, keepAnalysis, keepPosition, keptAnalysis, putAside } from "./analysis-kept.js";
import { step, TreeList } from "./analysis-list.js";
import { askStart } from "./analysis-starts.js";
import { Tree } from "./analysis-tree.js";
import { LiveSocket } from "./live-socket.js";
import { api, gameName, say } from "./site.js";

const KNOWN = 300; // positions kept, so that going back and on asks nothing
const COMMENT_MS = 400;
const BEGIN = { start: { rules: "orochi", size: 4, options: {} } };

let analysis = { ...BEGIN, game: null, title: "" };
let tree = new Tree();
let at = tree.root;
let shown = null;
let putBack = null;
let following = "";
let asked = 0;
const known = new Map();

const list = new TreeList(byId("tree"), (node, byKey) => go(node, byKey));
const board = new TrialBoard(byId("board"), byId("chooser"), { play, say });

/** Begin with an analysis as it is kept or as the server tells it. */
async function take(told, { node = null, keep = true } = {}) {
  analysis = { start: told.start ?? null, position: told.position ?? null, game: told.game ?? null, title: told.title ?? "" };
  tree = Tree.read(told.variations ?? { nodes: [] });
  known.clear();
  putBack = null;
  byId("restore").hidden = true;
  at = node === null ? tree.at(told.at ?? 0) : node(tree);
  list.show(tree, at);
  showAbout();
  await showPosition();
  if (keep) save();
}

function showAbout() {
  const start = analysis.start ?? { rules: analysis.position.game, size: analysis.position.board.replace(/\D/g, ""), options: analysis.position.options };
  const options = Object.entries(start.options).map(([name, value]) => `${name} ${value === true ? "on" : value === false ? "off" : value}`);
  const title = analysis.game ? `Analysis of game ${analysis.game}` : "Analysis";
  setText(byId("title"), title);
  document.title = `${title} · Hexlume`;
  setText(byId("about"), [gameName(start.rules), `size ${start.size}`, ...options, analysis.position ? "from a position set up" : "", analysis.title]
    .filter(Boolean).join(" · "));
  byId("before").hidden = aside() === null;
}

async function go(node, byKey = false) {
  at = node;
  list.mark(node, byKey);
  await showPosition();
  save();
}

async function showPosition() {
  const node = at;
  asked += 1;
  const mine = asked;
  let told = known.get(node);
  if (!told) {
    try {
      told = await api("/api/analysis/position", { method: "POST", body: { ...beginning(), actions: tree.line(node).map((one) => one.action) } });
    } catch (error) {
      if (mine === asked) say(error.message);
      return;
    }
    known.set(node, told);
    if (known.size > KNOWN) known.delete(known.keys().next().value);
  }
  if (mine !== asked) return;
  shown = told;
  await board.show(told);
  showText(byId("text"), told);
  setText(byId("beside"), besideWords(told));
  showChoices(told.choices);
  showTools();
  document.body.dataset.shown = String(told.played);
}

function beginning() {
  return analysis.position ? { position: analysis.position } : { start: analysis.start };
}

function showChoices(choices) {
  const box = byId("choices");
  const focused = box.contains(document.activeElement);
  box.replaceChildren(...choices.map(({ action, words }) => {
    const button = make("button", "tool", words[0].toUpperCase() + words.slice(1));
    button.type = "button";
    button.dataset.action = action;
    button.addEventListener("click", () => play(action));
    return button;
  }));
  box.hidden = choices.length === 0;
  if (focused) (box.querySelector("button") ?? byId("to-back")).focus();
}

function showTools() {
  const main = tree.line(at).every((one) => one.parent.children[0] === one);
  byId("promote").disabled = !at.parent || main;
  byId("delete").disabled = !at.parent;
  for (const [id, key] of STEPS) byId(id).disabled = !step(tree, at, key) || step(tree, at, key) === at;
  if (document.activeElement !== byId("comment")) byId("comment").value = at.comment;
}

function play(action) {
  if (!shown) return;
  const had = tree.count;
  const node = tree.add(at, action, shown.to_move);
  if (!node) {
    say("The tree is full: delete some variations first.");
    return;
  }
  if (tree.count > had) list.show(tree, node);
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
    list.show(tree, gone);
    return go(gone);
  };
  byId("restore").hidden = false;
  list.show(tree, parent);
  go(parent, byId("tree").contains(document.activeElement));
  say("Deleted. Bring back undoes it.");
}

const STEPS = [["to-start", "Home"], ["to-back", "ArrowLeft"], ["to-on", "ArrowRight"], ["to-end", "End"]];
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
byId("restore").addEventListener("click", () => {
  byId("restore").hidden = true;
  byId("tree").querySelector("[tabindex='0']")?.focus();
  putBack?.();
  putBack = null;
});

let commenting = 0;
function comment() {
  clearTimeout(commenting);
  const text = byId("comment").value;
  if (text === at.comment) return;
  at.comment = text;
  redraw();
}
byId("comment").addEventListener("input", () => {
  clearTimeout(commenting);
  commenting = setTimeout(comment, COMMENT_MS);
});
byId("comment").addEventListener("change", comment);
byId("comment").addEventListener("blur", comment);

byId("begin").addEventListener("click", async () => {
  const start = await askStart(byId("start-box"), analysis.start).catch((error) => say(error.message));
  if (!start) return;
  fresh();
  await take({ start });
});
byId("edit").addEventListener("click", () => {
  if (!shown) return;
  keepPosition(shown.position);
  location.href = "/editor";
});
byId("before").addEventListener("click", async () => {
  const old = aside();
  if (!old) return;
  fresh();
  await take(old);
});
byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  byId("file").value = "";
  if (!file) return;
  try {
    const told = await api("/api/analysis/import", { method: "POST", body: { content: await file.text() } });
    fresh();
    await take(told);
    say(`Opened ${file.name}.`);
  } catch (error) {
    say(error.message);
  }
});
byId("save").addEventListener("click", async () => {
  try {
    const game = analysis.game ? { game: String(analysis.game) } : {};
    const told = await api("/api/analysis/export", { method: "POST", body: { ...beginning(), ...game, variations: tree.written() } });
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(told, null, 2)}\n`], { type: "application/json" }));
    link.download = analysis.game ? `hexlume-game-${analysis.game}.json` : "hexlume-analysis.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    say(error.message);
  }
});

/** Leave the game or the board that was analysed; a free analysis is put aside. */
function fresh() {
  follow("");
  putAside();
  if (location.search) history.replaceState(null, "", "/analysis");
}

// Following a board: its events become branches, and the page goes where the hands are.

const socket = new LiveSocket({ boards: ({ boards }) => showBoards(boards), board: (message) => boardMoved(message) });
socket.watch({ list: true });

function showBoards(boards) {
  const select = byId("follow");
  const names = boards.filter((one) => one.state !== "lost").map((one) => one.board);
  if (following && !names.includes(following)) names.push(following);
  select.replaceChildren(new Option("Follow none", ""), ...names.map((name) => new Option(`Board ${name}`, name)));
  select.value = following;
}

function follow(name) {
  following = name;
  byId("follow").value = name;
  document.body.dataset.following = name;
  socket.watch(name ? { list: true, full: [name] } : { list: true });
}

let latest = 0;
async function boardMoved({ board: name, number }) {
  if (name !== following || number === null) return;
  latest += 1;
  const mine = latest;
  try {
    const told = await api(`/api/analysis/board/${number}`);
    if (mine !== latest || name !== following) return;
    await takeGame(told, true);
  } catch (error) {
    say(error.message);
  }
}

/** Take what was tried in a stored game into the tree, and go where it stands (or to a ply of its main line). */
async function takeGame(told, onward, ply = null) {
  const theirs = Tree.read(told.variations);
  if (told.kept) theirs.join(Tree.read(told.kept));
  if (analysis.game !== told.id) {
    const mine = keptAnalysis(told.id);
    const players = [told.players.white, told.players.black].some(Boolean) ? `${told.players.white || "White"} and ${told.players.black || "Black"}` : "";
    await take({ ...(mine ?? { start: told.start, variations: { nodes: [] } }), start: told.start, position: null, game: told.id, title: players }, { keep: false });
    if (!onward && mine && ply === null) {
      tree.join(theirs);
      list.show(tree, at);
      return;
    }
  }
  tree.join(theirs);
  let line = theirs.line(told.at < 0 ? theirs.root : theirs.at(told.at + 1));
  if (ply !== null) line = line.slice(0, ply);
  let node = tree.root;
  for (const one of line) node = tree.add(node, one.action, one.colour) ?? node;
  list.show(tree, node);
  await go(node);
  if (told.problem) say(told.problem);
}

byId("follow").addEventListener("change", () => {
  const name = byId("follow").value;
  if (name && !analysis.game) putAside();
  follow(name);
});

offerNames(byId("names"), byId("board"));

async function begin() {
  const query = new URLSearchParams(location.search);
  const game = query.get("game");
  if (game) {
    const ply = query.has("ply") ? Number(query.get("ply")) : null;
    try {
      await takeGame(await api(`/api/analysis/board/${encodeURIComponent(game)}`), false, Number.isInteger(ply) && ply >= 0 ? ply : null);
      return;
    } catch (error) {
      say(error.message);
    }
  }
  await take(keptAnalysis() ?? BEGIN);
}

begin();
