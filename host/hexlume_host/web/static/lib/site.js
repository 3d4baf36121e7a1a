// @ts-check
// What every page of the site shares: asking the server, sentences for the person, the navigation.

import { html, render } from "../vendor/lit-html.js";
import { open, request } from "./connection.js";
import { byId } from "./dom.js";
import { later } from "./timers.js";

const TOAST_MS = 6000;
const TRIES = 4;
const LONGEST_PAUSE_S = 5;

/** Return the sentence of an error that was caught. @param {unknown} error */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Do something, and say why where that fails. @template T @param {() => Promise<T>} act @returns {Promise<T | void>} */
export function attempt(act) {
  return act().catch((error) => say(sentenceOf(error)));
}

/**
 * Send a request and return the answer. A busy server says when to try again: it is asked a few times more.
 * @param {string} path
 * @param {RequestInit} asked
 * @param {number} [tries]
 * @returns {Promise<Response>}
 */
async function answerTo(path, asked, tries = TRIES) {
  let answer;
  try {
    answer = await request(path, asked);
  } catch {
    throw new Error("The server cannot be reached: see whether hexlume serve is running.");
  }
  const pause = answer.status === 503 ? Number(answer.headers.get("retry-after")) : 0;
  if (!(pause > 0) || tries === 1) return answer;
  await new Promise((done) => setTimeout(done, Math.min(pause, LONGEST_PAUSE_S) * 1000));
  return answerTo(path, asked, tries - 1);
}

/**
 * Ask the server and return its answer as an object; `body` is sent as JSON.
 * Throws an Error whose message is one sentence for the person; the `cause` of a refusal is its HTTP status.
 * @param {string} path
 * @param {{method?: string, body?: object}} [options]
 * @returns {Promise<any>}
 */
export async function api(path, { method, body } = {}) {
  const headers = new Headers({ accept: "application/json" });
  /** @type {RequestInit} */
  const asked = { credentials: "same-origin", method, headers };
  if (body) {
    headers.set("content-type", "application/json");
    asked.body = JSON.stringify(body);
  }
  const answer = await answerTo(path, asked);
  if (answer.status === 204) return {};
  let result;
  try {
    result = await answer.json();
  } catch {
    throw new Error(`The server's answer cannot be read (${answer.status}): reload the page.`);
  }
  if (!answer.ok) {
    throw new Error(typeof result.error === "string" ? result.error : `The server refused that (${answer.status}).`, { cause: answer.status });
  }
  return result;
}

/**
 * Ask the server to begin a game or to go on with one, and open the page of the board on which it is played.
 * Throws an Error as `api` does.
 * @param {string} path
 * @param {object} wish
 */
export async function playAfter(path, wish) {
  const { device } = await api(path, { method: "POST", body: wish });
  open(`/boards/${encodeURIComponent(device)}`);
}

/**
 * Have a form call `send` when it is sent. Its buttons are disabled until now: before its script runs nobody would take what it says,
 * and the browser must not send it elsewhere.
 * @param {HTMLElement} form
 * @param {() => void} send
 */
export function onSend(form, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  for (const button of form.querySelectorAll("button")) if (button.type === "submit") button.disabled = false;
}

/**
 * Return a link to a clause of a game's rules, in a window of its own: the game goes on here. Nothing without a clause.
 * @param {string} rules
 * @param {string} [clause]
 */
export function ruleLink(rules, clause) {
  return clause ? html` <a class="rule-link" href="/rules/${rules}#${clause}" target="_blank" rel="noopener">Rule ${clause}</a>` : "";
}

let keepToast = () => {};

/**
 * Show one sentence for a while; screen readers read it out. A link leads to a clause of a game's rules, if one is named.
 * @param {string} sentence
 * @param {{rules: string, clause: string}} [rule]
 */
export function say(sentence, { rules, clause } = { rules: "", clause: "" }) {
  const box = byId("toast");
  box.hidden = false;
  render("", box);
  // Emptied first, so that the same sentence is read out a second time.
  requestAnimationFrame(() => render([sentence, ruleLink(rules, clause)], box));
  keepToast();
  keepToast = later(() => {
    box.hidden = true;
    render("", box);
  }, TOAST_MS);
}

/** @type {Map<string, unknown>} */
const notes = new Map();

/**
 * Show a standing note under the navigation, by a name of its own; an empty sentence takes it away.
 * @param {string} name
 * @param {string} sentence
 * @param {unknown} [more] what stands behind it
 */
export function note(name, sentence, more = "") {
  if (sentence) notes.set(name, html`<p class="note">${sentence}${more}</p>`);
  else notes.delete(name);
  render([...notes.values()], byId("notes"));
}

/**
 * Return a noun in the form that a count takes: "cell", "cells".
 * @param {number} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return count === 1 ? noun : `${noun}s`;
}

/**
 * Return a count with its noun: "1 cell", "1,200 games".
 * @param {number} count
 * @param {string} noun
 */
export function countWords(count, noun) {
  return `${count.toLocaleString()} ${plural(count, noun)}`;
}

/** Return how long ago a time (ms since 1970) was: "just now", "5 min ago", "3 days ago". @param {number} ms */
export function ago(ms) {
  const minutes = Math.floor((Date.now() - ms) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** @type {Record<string, {title: string, aim: string, edges: boolean}>} */
const games = JSON.parse(document.documentElement.dataset.games ?? "{}");

/** Return a game's name as people write it. @param {string | null | undefined} rules */
export function gameName(rules) {
  return rules ? games[rules]?.title ?? rules[0].toUpperCase() + rules.slice(1) : "";
}

/** Return a board's size as people say it, "61 cells" for hex5. A game has boards of one shape. @param {string} board */
export function boardSize(board) {
  const [, kind, side] = /^(hex|square|rhombus)(\d+)$/.exec(board) ?? [];
  if (!kind) return board;
  const length = Number(side);
  const count = kind === "hex" ? 3 * length * (length - 1) + 1 : length * length;
  return `${count} ${plural(count, "cell")}`;
}

/** Return a board's shape and size where boards of several games stand together: "hexagon of 61 cells". @param {string} board */
export function boardShape(board) {
  const shape = { hex: "hexagon", square: "square", rhombus: "rhombus" }[board.replace(/\d+$/, "")];
  return shape ? `${shape} of ${boardSize(board)}` : boardSize(board);
}

/** Return a choice of a game's option as people write it. @param {string | number | boolean} choice */
export function choiceName(choice) {
  if (typeof choice === "boolean") return choice ? "on" : "off";
  return String(choice);
}

/** Return what people call a game's option. @param {string} name */
export function optionName(name) {
  return name === "pie" ? "pie rule" : name;
}

/**
 * Return a game's options as people write them, those alone that are on: "pie rule", "komi 3".
 * @param {Record<string, string | number | boolean>} options
 */
export function optionTexts(options) {
  return Object.entries(options).filter(([, value]) => value !== false && value !== 0)
    .map(([name, value]) => (value === true ? optionName(name) : `${optionName(name)} ${choiceName(value)}`));
}

/** Return what a game is about, in one sentence. @param {string} rules */
export function gameAim(rules) {
  return games[rules]?.aim ?? "";
}

/** Return whether each colour owns two edges of a game's board, which it joins. @param {string | null | undefined} rules */
export function joinsEdges(rules) {
  return Boolean(rules && games[rules]?.edges);
}

/**
 * Resolves to what this browser may do, whether there is a token to sign in with, and the names by which other computers
 * reach this site.
 *
 * @type {Promise<{right: "act" | "watch" | "none", token: boolean, others: string[]}>}
 */
export const rights = api("/api/rights").catch(() => ({ right: "watch", token: false, others: [] }));

async function showRights() {
  const box = byId("rights");
  const { right, token } = await rights;
  document.body.dataset.right = right;
  if (!token || location.pathname === "/sign-in") return;
  const signOut = () => api("/api/sign-in", { method: "DELETE" }).catch((error) => say(error.message)).then(() => location.reload());
  render(right === "act" ? html`<button type="button" @click=${signOut}>Sign out</button>`
    : html`<a href="/sign-in?next=${encodeURIComponent(location.pathname + location.search)}">Sign in</a>`, box);
  box.hidden = false;
}

showRights();
