// @ts-check
// The replay of one game: stepping, scrubbing and playing through its plies, which the server sends.

import { BoardView } from "../../lib/board-view.js";
import { timeText } from "../../lib/clock.js";
import { offerNames } from "../../lib/cell-name.js";
import { IS_SERVED } from "../../lib/connection.js";
import { askWhetherToPlay, continueButton, playOnButton } from "../../lib/continue-game.js";
import { around, byId, setText, within } from "../../lib/dom.js";
import { GameAnalysis } from "./replay-analysis.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { colourName, discsOf, marksOf, piecesAfter, showCounts, showPlayers } from "../../lib/position.js";
import { copy, gameAddress, linkAddress } from "../../lib/share.js";
import { api, boardSize, countWords, gameName, joinsEdges, say, sentenceOf } from "../../lib/site.js";
import { later } from "../../lib/timers.js";
import { render } from "../../vendor/lit-html.js";
import { TurnList, tookWords } from "./turn-list.js";

const STEP_MS = 900; // between two actions at single speed
const LONGEST_MS = 30000; // a pause "as played" is no longer than this
const REREAD_MS = 500; // between two answers about a game that changes
const LOADING_MS = 200; // a game that takes longer to load is said to be on its way
const LINK_MS = 250; // the address follows this long after the last step
const OWN_KEYS = "input:not([type=checkbox]), select"; // what knows itself what to do with keys
const PRESSED = "button, a, summary, [role=button], [type=checkbox]"; // what Space presses

const address = `/api/games/${encodeURIComponent(decodeURIComponent(location.pathname.split("/").at(-1) ?? ""))}`;

/** @typedef {import("../../lib/position.js").Position} Position */
/** @typedef {import("./turn-list.js").ListedPly} ListedPly */
/** @typedef {import("../../lib/position.js").Marked & Pick<Position, "to_move" | "due" | "result" | "result_words" | "prison" | "hand">} Shown */
/** @typedef {{changes: Record<string, string | null>, seats_swapped: boolean}} Changed letters of pieces by cell, null for none */
/** @typedef {ListedPly & Shown & Changed} Ply */
/**
 * A game's replay (web/pages/replay.py); there is no panel where the game cannot be replayed.
 *
 * @typedef {{id: number, game: string, rules: string, board: string, options: Record<string, string | number | boolean>, status: string, source: string, players: Record<string, string>, device: {id: string},
 *   started_at: string, start_known: boolean, options_words: string, clock_words: string, result_words: string, goes_on: boolean,
 *   problem: string | null, version: string, panel: import("../../lib/board-state.js").Panel | null, plies: Ply[]}} ReplayedGame
 */

const slider = byId("slider", HTMLInputElement);
const speed = byId("speed", HTMLSelectElement);
const theme = byId("theme", HTMLSelectElement);
const undone = byId("undone", HTMLInputElement);
const keys = byId("keys", HTMLDialogElement);
const shareBox = byId("share-box", HTMLDialogElement);
/** @type {ReplayedGame | null} */
let game = null;
/** @type {Record<string, string>[]} */
let positions = []; // the pieces after each ply
const view = new BoardView(byId("board"));
let at = 0;
let seen = 0; // the number of plies when the viewer was notified last
let playing = false;
let stop = () => {};
let waiting = false; // for the next step of playing
let [reading, changed] = [false, false]; // whether an answer is awaited, and whether the game has changed since
let keepLink = () => {};
const turns = new TurnList(byId("turns"), go);
const analysis = new GameAnalysis({ address, go: step, view });

/** @param {ReplayedGame} answer */
function take(answer) {
  const before = game;
  game = answer;
  positions = piecesAfter(answer.plies);
  const last = answer.plies.length - 1;
  setText(byId("problem"), answer.problem ?? "");
  byId("scene").hidden = last < 0;
  showHeader(answer);
  if (last < 0 || !answer.panel) return;
  view.show({ panel: answer.panel, edges: joinsEdges(answer.rules) });
  slider.max = String(last);
  analysis.show(answer);
  byId("undone-label").hidden = !answer.plies.some((ply) => ply.taken_back.length);
  if (!before) {
    const wish = () => ({ rules: answer.rules, size: Number(answer.board.replace(/\D/g, "")), options: answer.options, actions: played() });
    askWhetherToPlay().then(() => render([continueButton(answer), answer.source === "position" ? "" : playOnButton(wish)], byId("to-continue")));
    seen = last;
    const asked = new URLSearchParams(location.search).get("ply");
    go(/^\d{1,6}$/.test(asked ?? "") ? Math.min(Number(asked), last) : last, { link: false });
    return;
  }
  if (at > last) say("The last action was taken back.");
  seen = Math.min(seen, last);
  go(Math.min(at, last));
  if (playing) schedule();
}

/** @param {ReplayedGame} answer */
function showHeader(answer) {
  const linked = !answer.id;
  const title = `${gameName(answer.rules)} on ${boardSize(answer.board)}${linked ? "" : `, game ${answer.id}`}`;
  setText(byId("title"), title);
  document.title = `${title} · Hexlume`;
  const state = byId("state");
  state.hidden = linked || answer.status === "finished";
  state.className = `badge ${answer.goes_on ? "badge-good" : "badge-quiet"}`;
  setText(state, answer.goes_on ? "still going on" : answer.status);
  const when = new Date(answer.started_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const device = answer.device.id ? `on board ${answer.device.id}` : "";
  const origin = { import: "imported from a file", link: "from a link", position: "from a position set up" }[answer.source] ?? "";
  const begun = linked ? "" : answer.start_known ? `begun ${when}` : `begun before ${when}`;
  within(document, ".downloads").hidden = linked;
  setText(byId("about"), [answer.options_words, answer.clock_words, begun, device, origin]
    .filter(Boolean).join(" · "));
  byId("apgame").hidden = answer.status !== "finished" || Boolean(answer.problem);
}

/**
 * Show a ply.
 * @param {number} number
 * @param {{link?: boolean}} [options]
 */
function go(number, { link = true } = {}) {
  if (!game) return;
  const last = game.plies.length - 1;
  at = Math.max(0, Math.min(number, last));
  const ply = game.plies[at];
  seen = Math.max(seen, at);
  view.show({ discs: discsOf(positions[at]), ...marksOf(ply) });
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", at ? `${at} of ${last}: ${ply.colour} ${ply.action}` : `start, 0 of ${last}`);
  setText(byId("place"), `${at} / ${last}`);
  setText(byId("text"), words(ply));
  const { white, black } = game.players;
  showPlayers(ply.seats_swapped ? { white: black, black: white } : game.players, ply);
  showCounts(ply);
  setText(byId("result"), at === last ? game.result_words : "");
  turns.show(game.plies, at);
  analysis.mark(at);
  for (const [id, off] of Object.entries({ first: at === 0, back: at === 0, forward: at === last, end: at === last })) {
    // Not disabled: a button that has the focus would lose it.
    byId(id).setAttribute("aria-disabled", String(off));
  }
  const fresh = last - seen;
  byId("news").hidden = fresh <= 0 || playing;
  setText(byId("news"), fresh > 0 ? `${countWords(fresh, "new action")}: go to the end` : "");
  showLinks();
  document.body.dataset.ply = String(at);
  if (link) {
    keepLink();
    keepLink = later(() => history.replaceState(null, "", ownLink()), LINK_MS);
  }
}

/** @param {Ply} ply */
function words(ply) {
  const parts = [];
  const played = `${at}. ${colourName(ply.colour)} ${ply.action}`;
  if (at === 0) parts.push(`The start. ${ply.due}.`);
  else if (ply.took_ms === null) parts.push(`${played}.`);
  else parts.push(`${played} after ${tookWords(ply.took_ms)}.`);
  if (ply.left_ms !== null) parts.push(`Time left: ${timeText(ply.left_ms)}.`);
  if (ply.captured.length) parts.push(`Taken off: ${ply.captured.join(", ")}.`);
  if (ply.forced.length) parts.push(turnedOver(colourName(ply.to_move), ply.forced));
  if (undone.checked && ply.taken_back.length) parts.push(`Tried and taken back: ${ply.taken_back.join(", ")}.`);
  if (ply.result_words) parts.push(`${ply.result_words}.`);
  return parts.join(" ");
}

function showLinks() {
  if (!game) return;
  const files = {
    svg: `picture.svg?ply=${at}&theme=${theme.value}&download=1`,
    txt: "record.txt", json: "record.json", "apgame.json": "record.apgame.json",
  };
  byId("analyse", HTMLAnchorElement).href = `/analysis?game=${game.id}&ply=${at}`;
  showShared();
  for (const [form, file] of Object.entries(files)) byId(`get-${form}`, HTMLAnchorElement).href = `${address}/${file}`;
}

// The picture is drawn on the server, so only while the dialog shows it.
function showShared() {
  if (!game || !shareBox.open) return;
  byId("share-link", HTMLInputElement).value = ownLink();
  const picture = byId("share-picture", HTMLImageElement);
  picture.src = `${address}/picture.svg?ply=${at}&theme=${theme.value}`;
  picture.alt = `The board: ${words(game.plies[at])}`;
  gameLink().catch(sentenceOf).then((text) => { byId("share-game", HTMLInputElement).value = text; });
}

/** Return the actions up to here. */
const played = () => game?.plies.slice(1, at + 1).map((ply) => ply.action) ?? [];

/** Return a link that holds the game up to here; of a position set up, all that its link held. */
async function gameLink() {
  if (!game) return "";
  if (game.source === "position") return linkAddress(game.game);
  return gameAddress(game.rules, game.board, game.options, played());
}

function share() {
  shareBox.showModal();
  showShared();
  byId("share-link", HTMLInputElement).select();
}

function ownLink() {
  return `${location.origin}${location.pathname}?ply=${at}`;
}

function halt() {
  stop();
  waiting = false;
}

/** @param {boolean} on */
function play(on) {
  playing = on;
  document.body.classList.toggle("playing", on);
  byId("play").setAttribute("aria-label", on ? "Stop" : "Play");
  byId("play").title = on ? "Stop (Space)" : "Play (Space)";
  // While it plays, a screen reader would never come to an end.
  byId("text").setAttribute("aria-live", on ? "off" : "polite");
  halt();
  if (!on || !game) return;
  if (at === game.plies.length - 1 && !game.goes_on) go(0);
  byId("news").hidden = true;
  schedule();
}

// At the end of a game that goes on it waits there, and goes on with the game.
function schedule() {
  if (waiting || !playing || !game) return;
  const next = game.plies[at + 1];
  if (!next) {
    if (!game.goes_on) play(false);
    return;
  }
  const rate = Number(speed.value);
  const pause = rate ? STEP_MS / rate : Math.min(next.took_ms ?? STEP_MS, LONGEST_MS);
  waiting = true;
  stop = later(() => {
    waiting = false;
    go(at + 1);
    schedule();
  }, pause);
}

/** @param {number} number */
function step(number) {
  if (playing) play(false);
  go(number);
}

/** Go a turn on or back. @param {1 | -1} way */
function turn(way) {
  if (!game) return;
  const here = game.plies[at].turn;
  const last = game.plies.length - 1;
  if (way > 0) {
    const next = game.plies.findIndex((ply) => ply.turn > here + 1);
    step(next < 0 ? last : next - 1);
  } else {
    step(Math.max(0, game.plies.findIndex((ply) => ply.turn === here) - 1));
  }
}

async function copyLink() {
  const [link, field] = IS_SERVED ? [ownLink(), "share-link"] : [await gameLink(), "share-game"];
  copy(link, "The link to this position is copied.", byId(field, HTMLInputElement));
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(0), End: () => step(Infinity),
  PageUp: () => turn(-1), PageDown: () => turn(1), " ": () => play(!playing),
  n: () => byId("names").click(), c: copyLink, "?": () => keys.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !game?.plies.length || keys.open || shareBox.open) return;
  const own = around(event, OWN_KEYS);
  // The slider moves by itself with arrows, Home, End and Page keys.
  if (own && (own.id !== "slider" || /^(Arrow|Home|End|Page)/.test(event.key))) return;
  if (event.key === " " && around(event, PRESSED)) return;
  if (/^\d$/.test(event.key)) step(Math.round(((game.plies.length - 1) * Number(event.key)) / 10));
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

const BUTTONS = {
  first: () => step(0), back: () => step(at - 1), forward: () => step(at + 1), end: () => step(Infinity), news: () => step(Infinity),
  play: () => play(!playing), share, copy: copyLink, help: () => keys.showModal(),
};
for (const [id, act] of Object.entries(BUTTONS)) byId(id).addEventListener("click", act);
slider.addEventListener("input", () => step(Number(slider.value)));
speed.addEventListener("change", () => {
  halt();
  schedule();
});
theme.addEventListener("change", showLinks);
undone.addEventListener("change", () => {
  byId("turns").classList.toggle("with-undone", undone.checked);
  if (game) setText(byId("text"), words(game.plies[at]));
});
theme.value = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
offerNames(byId("names"), byId("board"));

/**
 * @param {string} colour
 * @param {string[]} cells
 */
function turnedOver(colour, cells) {
  const [last, others] = [cells.at(-1) ?? "", cells.slice(0, -1).join(", ")];
  return others ? `${colour} has to turn over one of ${others} and ${last}.` : `${colour} has to turn over ${last}.`;
}

// The server says that the game has changed, which may be often.
async function reread() {
  changed = true;
  if (reading) return;
  reading = true;
  changed = false;
  try {
    const answer = await api(address);
    if (answer.version !== game?.version) take(answer);
  } catch {
    // The server is away for a moment; what is shown stays.
    changed = true;
  }
  later(() => {
    reading = false;
    if (changed) reread();
  }, REREAD_MS);
}

const loading = setTimeout(() => setText(byId("loading"), "The game is being loaded …"), LOADING_MS);
try {
  const answer = await api(address);
  take(answer);
  if (answer.goes_on) new LiveSocket({ game: reread }).watch({ replays: [answer.game] });
} catch (error) {
  setText(byId("title"), "Replay");
  byId("empty").hidden = false;
  setText(byId("why"), sentenceOf(error));
}
clearTimeout(loading);
setText(byId("loading"), "");
document.body.dataset.loaded = "true";
