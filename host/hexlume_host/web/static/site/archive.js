// @ts-check
// The archive: a form that says which games are meant, and a page of them, the newest first.

import { filterWords, follow, offerChoices } from "./filters.js";
import { gameRow } from "./game-list.js";
import { api, say, setText } from "./site.js";

const find = (id) => document.getElementById(id);
const form = find("filters");
let asked = 0;

async function show(told) {
  asked += 1;
  const number = asked;
  find("games").setAttribute("aria-busy", "true");
  showStatisticsLink(told);
  let found;
  try {
    found = await api(`/api/archive?${told}`);
  } catch (error) {
    if (number !== asked) return;
    setText(find("count"), error.message);
    find("rows").replaceChildren();
    find("list").hidden = true;
    find("games").removeAttribute("aria-busy");
    return;
  }
  if (number !== asked) return;
  find("rows").replaceChildren(...found.games.map(gameRow));
  find("list").hidden = found.games.length === 0;
  find("empty").hidden = found.games.length > 0;
  const count = found.more ? `More than ${found.total.toLocaleString()} games` : `${found.total.toLocaleString()} ${found.total === 1 ? "game" : "games"}`;
  const words = filterWords(told);
  setText(find("count"), words ? `${count}: ${words}` : count);
  setText(find("empty-words"), words ? "No game is like that. Ask for less." : "No game has been played here yet.");
  turn(find("newer"), told, "newer", found.newer);
  turn(find("older"), told, "older", found.older);
  find("games").removeAttribute("aria-busy");
  document.body.dataset.shown = String(found.games.length);
}

function turn(link, told, way, place) {
  link.hidden = place === null;
  const address = new URLSearchParams(told);
  address.delete("older");
  address.delete("newer");
  if (place !== null) address.set(way, place);
  link.href = `?${address}`;
}

function showStatisticsLink(told) {
  const address = new URLSearchParams(told);
  for (const name of ["older", "newer", "empty"]) address.delete(name);
  find("to-statistics").href = `/statistics${address.size ? `?${address}` : ""}`;
}

for (const way of ["older", "newer"]) {
  find(way).addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", find(way).getAttribute("href"));
    show(new URLSearchParams(location.search)).then(() => find("games").focus());
  });
}

const more = find("more");
const wide = matchMedia("(min-width: 46rem)");
const hidden = ["opponent", "whole", "status", "outcome", "board", "source"];
more.open = wide.matches || hidden.some((name) => new URLSearchParams(location.search).has(name));
follow(form, show);
offerChoices(form).catch((error) => say(error.message));
