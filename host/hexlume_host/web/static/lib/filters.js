// @ts-check
// The form that says which games are meant. What it says stands in the page's address, so that it can be shared.

import { byId, make, within } from "./dom.js";
import { api, boardShape, boardSize, gameName, onSend } from "./site.js";

/**
 * Return what a form says, as the parameters of an address: only what is filled in.
 *
 * @param {HTMLFormElement} form
 */
export function queryOf(form) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (String(value).trim()) query.set(name, String(value).trim());
  return query;
}

/**
 * Fill a form in with the parameters of an address.
 *
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} query
 */
export function fillIn(form, query) {
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
 * Return a form's choice of a name.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function choiceIn(form, name) {
  return within(form, `[name=${name}]`, HTMLSelectElement);
}

/**
 * Offer in a choice what it does not have yet; `name` says what a value is called.
 *
 * @param {HTMLSelectElement} select
 * @param {string[]} values
 * @param {(value: string) => string} [name]
 */
export function offerValues(select, values, name = (value) => value) {
  const known = new Set([...select.options].map((option) => option.value));
  for (const value of new Set(values)) if (!known.has(value)) select.append(new Option(name(value), value));
}

/**
 * Offer the games, boards and names that the library has.
 *
 * @param {HTMLFormElement} form
 */
export async function offerChoices(form) {
  /** @type {{kinds: {rules: string, on: string}[], boards: string[]}} */
  const { kinds, boards } = await api("/api/library/choices");
  /**
   * @param {string} field
   * @param {string[]} values
   * @param {(value: string) => string} [name]
   */
  const offer = (field, values, name = (value) => value) => {
    const select = choiceIn(form, field);
    const chosen = select.value;
    offerValues(select, values, name);
    for (const option of select.options) if (option.value) option.text = name(option.value);
    select.value = chosen;
  };
  offer("rules", kinds.map((kind) => kind.rules), gameName);
  offer("on", kinds.map((kind) => kind.on).sort((a, b) => a.localeCompare(b, "en", { numeric: true })), boardShape);
  if (form.querySelector("[name=board]")) {
    byId("board-ids").replaceChildren(...boards.slice(0, 200).map((board) => new Option(board, board)));
  }
  for (const field of form.querySelectorAll("input")) if (field.list?.id === "names") suggestNames(field);
}

/** @param {HTMLInputElement} field */
function suggestNames(field) {
  let asked = "";
  field.addEventListener("input", async () => {
    const name = field.value.trim();
    if (!name || name === asked) return;
    asked = name;
    /** @type {{players: {name: string}[]}} */
    const { players } = await api(`/api/players?name=${encodeURIComponent(name)}`).catch(() => ({ players: [] }));
    if (asked !== name) return;
    byId("names").replaceChildren(...players.slice(0, 10).map((player) => new Option(player.name, player.name)));
  });
}

/**
 * Call `changed` with what the form says, at its start, when it is sent, emptied or changed, and on the way back.
 *
 * @param {HTMLFormElement} form
 * @param {(query: URLSearchParams) => void} changed
 */
export function follow(form, changed) {
  const read = () => {
    const query = new URLSearchParams(location.search);
    fillIn(form, query);
    changed(query);
  };
  const write = () => {
    const query = queryOf(form);
    const address = query.size ? `?${query}` : location.pathname;
    if (`?${query}` !== location.search) history.pushState(null, "", address);
    changed(query);
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

/** @type {Record<string, (value: string) => string>} */
const PLAIN = {
  player: (value) => `player ${value}`, opponent: (value) => `opponent ${value}`, on: (value) => `on ${boardSize(value)}`,
  since: (value) => `since ${value}`, until: (value) => `until ${value}`, board: (value) => `board ${value}`,
};
/** @type {Record<string, string>} */
const RESULTS = { "W+": "White wins", "B+": "Black wins", 0: "draw" };

/**
 * Return in words what a filter says; empty for all games.
 *
 * @param {URLSearchParams} query
 */
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
 *
 * @param {string} name
 */
export function playerLink(name) {
  if (!name) return make("span", "muted", "not named");
  const link = make("a", "", name);
  link.href = playerAddress(name);
  return link;
}

/**
 * Return the address of a player's page.
 *
 * @param {string} name
 */
export function playerAddress(name) {
  // A segment of dots alone would mean another folder, however it is written.
  return /^\.{1,2}$/.test(name) ? `/library?player=${name}&whole=1` : `/players/${encodeURIComponent(name)}`;
}
