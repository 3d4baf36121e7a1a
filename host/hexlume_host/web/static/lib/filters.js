// @ts-check
// The form that says which games are meant. What it says stands in the page's address, so that it can be shared.

import { html } from "../vendor/lit-html.js";
import { byId, setText, within } from "./dom.js";
import { api, boardShape, boardSize, gameName, onSend, sentenceOf } from "./site.js";

/** Whether a plugin has pages of players. */
const hasPlayers = document.querySelector('#site-header a[href="/players"]') !== null;

/** Return what a form says, as the parameters of an address: only what is filled in. @param {HTMLFormElement} form */
function queryOf(form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (String(value).trim()) query.set(name, String(value).trim());
  return query;
}

/**
 * Fill a form in with the parameters of an address.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} query
 */
function fillIn(form, query) {
  for (const field of form.elements) {
    const select = field instanceof HTMLSelectElement;
    if ((!select && !(field instanceof HTMLInputElement)) || !field.name) continue;
    const value = query.get(field.name) ?? "";
    if (field.type === "checkbox" && !select) {
      field.checked = value === field.value;
    } else {
      // What an address asks for can be chosen even where the library has none of it.
      if (select && value && ![...field.options].some((option) => option.value === value)) {
        field.append(new Option(value, value));
      }
      field.value = value;
    }
  }
}

/**
 * Offer values in a form's choice in addition to those it has; `nameOf` says what a value is called.
 * @param {HTMLFormElement} form
 * @param {string} field
 * @param {string[]} values
 * @param {(value: string) => string} nameOf
 */
export function offerValues(form, field, values, nameOf) {
  const select = within(form, `[name=${field}]`, HTMLSelectElement);
  const known = new Set([...select.options].map((option) => option.value));
  for (const value of new Set(values)) if (!known.has(value)) select.append(new Option(nameOf(value), value));
  // One that an address has asked for has no name yet.
  for (const option of select.options) if (option.value) option.text = nameOf(option.value);
}

/** Offer the games, boards and names that the library has. @param {HTMLFormElement} form */
export async function offerChoices(form) {
  /** @type {{kinds: {rules: string, board: string}[], devices: string[]}} */
  const { kinds, devices } = await api("/api/library/choices");
  offerValues(form, "rules", kinds.map((kind) => kind.rules), gameName);
  offerValues(form, "board", kinds.map((kind) => kind.board).sort((a, b) => a.localeCompare(b, "en", { numeric: true })), boardShape);
  if (form.querySelector("[name=device]")) {
    byId("device-ids").replaceChildren(...devices.slice(0, 200).map((device) => new Option(device, device)));
  }
}

/**
 * Ask the server for what the form means: at its start, when it is sent, emptied or changed, and on the way back. `show` gets
 * the latest answer and returns how much there is of it. `box` holds what is shown; a refusal is said in the page's `count`.
 * @param {HTMLFormElement} form
 * @param {string} path
 * @param {HTMLElement} box
 * @param {(found: any, query: URLSearchParams) => number | Promise<number>} show
 */
export function follow(form, path, box, show) {
  let asked = 0;
  const ask = async (/** @type {URLSearchParams} */ query) => {
    asked += 1;
    const mine = asked;
    box.setAttribute("aria-busy", "true");
    try {
      const found = await api(`${path}?${query}`);
      if (mine !== asked) return;
      const count = await show(found, query);
      box.hidden = count === 0;
      document.body.dataset.shown = String(count);
    } catch (error) {
      if (mine !== asked) return;
      setText(byId("count"), sentenceOf(error));
      box.hidden = true;
    }
    box.removeAttribute("aria-busy");
  };
  const read = () => {
    const query = new URLSearchParams(location.search);
    fillIn(form, query);
    ask(query);
  };
  const write = () => {
    const query = queryOf(form);
    if (`?${query}` !== location.search) history.pushState(null, "", query.size ? `?${query}` : location.pathname);
    ask(query);
  };
  onSend(form, write);
  form.addEventListener("change", write);
  form.addEventListener("reset", () => setTimeout(() => {
    fillIn(form, new URLSearchParams());
    write();
  }));
  addEventListener("popstate", read);
  read();
}

/**
 * Let links lead to the pages of a list before and after the present one, if there are any.
 * @param {URLSearchParams} query
 * @param {boolean} more
 * @param {[string, string]} links their ids
 */
export function offerPages(query, more, links) {
  const page = Number(query.get("page") ?? 1);
  const [before, after] = links.map((id) => byId(id, HTMLAnchorElement));
  before.hidden = page < 2;
  after.hidden = !more;
  before.href = addressOf("", query, { page: page > 2 ? page - 1 : null });
  after.href = addressOf("", query, { page: page + 1 });
}

/**
 * Return an address with parameters, some of them changed; null takes one out.
 * @param {string} path
 * @param {URLSearchParams} query
 * @param {Record<string, number | null>} changes
 */
export function addressOf(path, query, changes) {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed.size ? `${path}?${changed}` : path || "?";
}

/** @type {Record<string, (value: string) => string>} */
const PLAIN = {
  player: (value) => `player ${value}`, opponent: (value) => `opponent ${value}`, board: (value) => `on ${boardSize(value)}`,
  since: (value) => `since ${value}`, until: (value) => `until ${value}`, device: (value) => `board ${value}`,
};
/** @type {Record<string, string>} */
const RESULTS = { "W+": "White wins", "B+": "Black wins", 0: "draw" };

/** Return in words what a filter says; empty for all games. @param {URLSearchParams} query */
export function filterWords(query) {
  const result = query.get("result");
  /** @type {(string | null)[]} */
  const words = [];
  if (query.get("rules")) words.push(gameName(query.get("rules")));
  for (const [name, say] of Object.entries(PLAIN)) if (query.get(name)) words.push(say(query.get(name) ?? ""));
  if (result) words.push(RESULTS[result] ?? result);
  for (const name of ["outcome", "status"]) if (query.get(name)) words.push(query.get(name));
  if (query.get("source")) words.push(query.get("source") === "import" ? "imported" : "from boards");
  return words.join(", ");
}

/**
 * Return a link to a player's page, or plain words for somebody not named.
 * @param {string} name
 * @param {string} [look] the link's class
 */
export function playerLink(name, look = "") {
  if (!name) return html`<span class="muted">not named</span>`;
  // A segment of dots alone would mean another folder, however it is written.
  const address = !hasPlayers || /^\.{1,2}$/.test(name)
    ? `/library?player=${encodeURIComponent(name)}&whole=1` : `/players/${encodeURIComponent(name)}`;
  return html`<a class=${look} href=${address}>${name}</a>`;
}
