// @ts-check
// The page around all others: it runs the board's worker, keeps the games and holds the port of a real board, while the site's
// pages come and go in its frame and use `window.hexlume` as their server.

import { recall, remember } from "../lib/browser-memory.js";
import { Channel, newMemory } from "./channel.js";
import { Memory } from "./memory.js";
import { SerialLine } from "./serial-line.js";

const ELSEWHERE_MS = 3000; // a page that is left gives the board up within this
const PANEL = "hexlume-panel"; // the board of the last visit, in the browser's memory
const SORRY = "This browser gives the board no shared memory: it needs a current Chrome, Edge, Firefox or Safari.";
const NO_ROOM = "This browser has no room for the board's memory: what you play now may be lost.";
const scope = new URL("../", import.meta.url).pathname;
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("frame"));

/** @typedef {Pick<WebSocket, "readyState" | "send" | "onopen" | "onmessage" | "onclose">} Socket */
/** @typedef {{status?: number, body?: unknown, panel?: string}} Answer what the host answers (answers.py) */

/** @type {Channel | null} */
let channel = null;
/** @type {Worker | null} */
let worker = null;
/** @type {Memory | null} */
let games = null;
/** @type {any} */
let socket = null; // of the page in the frame
let asked = 0;
/** @type {Map<number, (answer: Answer) => void>} */
const waiting = new Map();

/** Send the host a message; returns whether there was room for it. @param {string} text */
const send = (text) => channel?.send(`${text}\n`) ?? false;
const line = new SerialLine((message) => send(JSON.stringify(message)));

/** Say what is wrong. @param {string} sentence */
function fail(sentence) {
  setLoading(false);
  /** @type {HTMLElement} */ (document.getElementById("problem")).textContent = sentence;
}

/** @param {boolean} loading */
function setLoading(loading) {
  /** @type {HTMLElement} */ (document.getElementById("loading")).hidden = !loading;
}

/** Run the board with a panel in place of the one that runs; resolves when it is lit. @param {string} panel @param {URLSearchParams} [wanted] */
async function run(panel, wanted) {
  worker?.terminate();
  setLoading(true);
  delete document.body.dataset.lit;
  const own = channel = new Channel(newMemory());
  const kept = await Memory.open(panel);
  const parts = await kept.all();
  const seed = parts.get("seed") ?? Number(wanted?.get("seed") ?? crypto.getRandomValues(new Uint32Array(1))[0] >>> 1);
  await kept.put("seed", seed);
  games ??= await Memory.open("games");
  const texts = [...(await games.all()).values()];
  // The discs lie where they lay: the board is off until it has started.
  for (const [cell, piece] of Object.entries(parts.get("table") ?? {})) send(JSON.stringify({ do: "put", cell, piece }));
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  let done = Promise.resolve();
  const lit = new Promise((ready) => {
    const take = async (/** @type {any} */ { path, content, game, count, text, ended, ready: isReady }) => {
      if (ended !== undefined) fail(ended);
      else if (path) await kept.put(path, content);
      else if (game) keepGame(own, game, content, count);
      else if (isReady) document.body.dataset.ready = "true";
      else if (text === '{"lit":true}') ready(undefined);
      else if (text.startsWith('{"discs":')) await kept.put("table", JSON.parse(text).discs);
      else pass(text);
    };
    // In order: what the board has written is safe before a light says so.
    /** @type {Worker} */ (worker).onmessage = ({ data }) => { done = done.then(() => take(data)).catch(() => fail(NO_ROOM)); };
  });
  worker.onerror = () => fail("The board could not be started: load this page again.");
  worker.postMessage({ memory: own.memory, panel, seed, games: texts, files: [...parts].filter(([key]) => key.startsWith("/")) });
  await lit;
  remember(PANEL, panel);
  setLoading(false);
  document.body.dataset.lit = "true";
  line.introduce();
  socket?.onopen();
}

/** Keep a game, and tell the host when it is safe: only then does the board hear so. @param {Channel} own @param {string} game @param {string} text @param {number} count */
function keepGame(own, game, text, count) {
  games?.put(game, text).then(() => own.send(`${JSON.stringify({ kept: game, count })}\n`)).catch(() => fail(NO_ROOM));
}

/** Pass a message of the host on. @param {string} text */
function pass(text) {
  if (text.startsWith('{"answer":')) {
    const { answer, ...rest } = JSON.parse(text);
    waiting.get(answer)?.(rest);
    waiting.delete(answer);
  } else if (text.startsWith('{"serial":')) {
    line.write(JSON.parse(text).serial);
  } else {
    socket?.onmessage({ data: text });
  }
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
async function request(path, options = {}) {
  if (path.startsWith("/api/panels/")) return fetch(`${scope}${path.slice(1)}.json`);
  if (path === "/api/rights") return Response.json({ right: "act", token: false, others: [] });
  const { method = "GET", body } = options;
  asked += 1;
  const wish = { request: asked, method, path, body: typeof body === "string" ? JSON.parse(body) : null };
  /** @type {Answer} */
  const answer = await new Promise((done) => {
    waiting.set(asked, done);
    send(JSON.stringify(wish));
  });
  if (!answer.panel) {
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status });
  }
  await run(answer.panel);
  return request(path, options);
}

/** Open a page of the site in the frame. @param {string} path */
function open(path) {
  const place = path.replace(/^\/(play)?(?=[?#]|$)/, "/boards/here");
  frame.contentWindow?.location.assign(scope + place.slice(1));
}

/** Return the page that the address names, which may be a link of a lesson's step or of a game. */
function wantedPage() {
  if (location.hash.startsWith("#learn=")) return `/play?${location.hash.slice(1)}`;
  return /^#\d+\./.test(location.hash) ? `/games/${location.hash.slice(1)}` : `/${new URLSearchParams(location.search).get("page") ?? ""}`;
}

/** @returns {Socket} */
function openSocket() {
  socket = { readyState: WebSocket.OPEN, send, onopen() {}, onmessage() {}, onclose() {} };
  setTimeout(() => socket.onopen());
  return socket;
}

async function start() {
  sessionStorage.removeItem("hexlume-reloaded");
  if (!crossOriginIsolated) return fail(SORRY);
  const here = await new Promise((done) => {
    // Held until the page is left: two boards would write the same memory.
    navigator.locks.request("hexlume", { signal: AbortSignal.timeout(ELSEWHERE_MS) }, () => new Promise(() => done(true)))
      .catch(() => done(false));
  });
  if (!here) return fail("The board is open in another tab: play there, or close it and load this page again.");
  const wanted = new URLSearchParams(location.search);
  frame.addEventListener("load", () => {
    const inner = /** @type {Window} */ (frame.contentWindow);
    if (inner.location.href === "about:blank") return;
    const { pathname, search } = inner.location;
    history.replaceState(null, "", `${scope}?page=${pathname.slice(scope.length)}${encodeURIComponent(search)}`);
    document.title = inner.document.title;
    inner.focus();
  });
  addEventListener("hashchange", () => open(wantedPage()));
  open(wantedPage());
  await run((wanted.get("panel") ?? recall(PANEL)) || "hex4", wanted);
  await line.resume();
}

/** The server of the pages in the frame. */
const server = { scope, request, openSocket, open, send, line };
Object.assign(window, { hexlume: server });
start().catch(() => fail("The board could not be started: load this page again."));

/** @typedef {typeof server} Server */
