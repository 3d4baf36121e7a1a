// @ts-check
// The library: a form that says which games are meant, and a page of them, the newest first.

import { byId, setText } from "../../lib/dom.js";
import { filterWords, follow, offerChoices } from "../../lib/filters.js";
import { gameRow } from "../../lib/game-list.js";
import { api, plural, say, sentenceOf } from "../../lib/site.js";

const form = byId("filters", HTMLFormElement);
let asked = 0;

/** @typedef {import("../../lib/game-list.js").ListedGame} ListedGame */
/** @typedef {{games: ListedGame[], total: number, more: boolean}} Found */

/** @param {URLSearchParams} query */
async function show(query) {
  asked += 1;
  const number = asked;
  byId("games").setAttribute("aria-busy", "true");
  showStatisticsLink(query);
  /** @type {Found} */
  let found;
  try {
    found = await api(`/api/library?${query}`);
  } catch (error) {
    if (number !== asked) return;
    setText(byId("count"), sentenceOf(error));
    byId("rows").replaceChildren();
    byId("list").hidden = true;
    byId("games").removeAttribute("aria-busy");
    return;
  }
  if (number !== asked) return;
  byId("rows").replaceChildren(...found.games.map(gameRow));
  byId("list").hidden = found.games.length === 0;
  byId("empty").hidden = found.games.length > 0;
  const count = `${found.total.toLocaleString()} ${plural(found.total, "game")}`;
  const words = filterWords(query);
  setText(byId("count"), words ? `${count}: ${words}` : count);
  setText(byId("empty-words"), words ? "No game is like that. Ask for less." : "No game has been played here yet.");
  const page = Number(query.get("page") ?? 1);
  turn(query, "newer", page - 1);
  turn(query, "older", found.more ? page + 1 : 0);
  byId("games").removeAttribute("aria-busy");
  document.body.dataset.shown = String(found.games.length);
}

/**
 * @param {URLSearchParams} query
 * @param {string} way
 * @param {number} page
 */
function turn(query, way, page) {
  const link = byId(way, HTMLAnchorElement);
  link.hidden = page < 1;
  const address = new URLSearchParams(query);
  if (page > 1) address.set("page", String(page));
  else address.delete("page");
  link.href = `?${address}`;
}

/** @param {URLSearchParams} query */
function showStatisticsLink(query) {
  const address = new URLSearchParams(query);
  for (const name of ["page", "empty"]) address.delete(name);
  byId("to-statistics", HTMLAnchorElement).href = `/statistics${address.size ? `?${address}` : ""}`;
}

for (const way of ["older", "newer"]) {
  const link = byId(way, HTMLAnchorElement);
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.getAttribute("href"));
    show(new URLSearchParams(location.search)).then(() => byId("games").focus());
  });
}

const more = byId("more", HTMLDetailsElement);
const wide = matchMedia("(min-width: 46rem)");
const hidden = ["opponent", "whole", "status", "outcome", "board", "source"];
more.open = wide.matches || hidden.some((name) => new URLSearchParams(location.search).has(name));
follow(form, show);
offerChoices(form).catch((error) => say(error.message));
