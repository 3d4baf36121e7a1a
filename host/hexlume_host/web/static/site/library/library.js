// @ts-check
// The library: a form that says which games are meant, and a page of them, the newest first.

import { askWhetherToContinue } from "../../lib/continue-game.js";
import { byId, setText } from "../../lib/dom.js";
import { addressOf, filterWords, follow, offerChoices, offerPages } from "../../lib/filters.js";
import { gameRow } from "../../lib/game-list.js";
import { countWords, say } from "../../lib/site.js";
import { render } from "../../vendor/lit-html.js";

const form = byId("filters", HTMLFormElement);

/** @typedef {import("../../lib/game-list.js").ListedGame} ListedGame */

/**
 * @param {{games: ListedGame[], total: number, more: boolean}} found
 * @param {URLSearchParams} query
 */
async function show({ games, total, more }, query) {
  await askWhetherToContinue(games);
  render(games.map(gameRow), byId("rows"));
  const words = filterWords(query);
  setText(byId("count"), [countWords(total, "game"), words].filter(Boolean).join(": "));
  byId("empty").hidden = games.length > 0;
  setText(byId("empty-words"), words ? "No game is like that. Ask for less." : "No game has been played here yet.");
  byId("to-statistics", HTMLAnchorElement).href = addressOf("/statistics", query, { page: null });
  offerPages(query, more, ["newer", "older"]);
  return games.length;
}

const more = byId("more", HTMLDetailsElement);
const inMore = ["opponent", "whole", "status", "outcome", "device", "source"];
more.open = matchMedia("(min-width: 46rem)").matches || inMore.some((name) => new URLSearchParams(location.search).has(name));
follow(form, "/api/library", byId("list"), show);
offerChoices(form).catch((error) => say(error.message));
