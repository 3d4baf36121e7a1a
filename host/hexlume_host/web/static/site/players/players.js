// @ts-check
// Players by rating: who is found by a part of the name, among all games or those of one kind.

import { byId, make, setText } from "../../lib/dom.js";
import { choiceIn, follow, offerValues, playerLink } from "../../lib/filters.js";
import { api, gameName, sentenceOf } from "../../lib/site.js";

const form = byId("filters", HTMLFormElement);
const choice = choiceIn(form, "rules");
let asked = 0;

/**
 * A player as the list has them (web/pages/players.py); `rating` is null without a rated game.
 *
 * @typedef {{place: number, name: string, rating: number | null, deviation: number, provisional: boolean, games: number, won: number,
 *   drawn: number, lost: number, last: string | null}} Player
 */

/** @param {URLSearchParams} query */
async function show(query) {
  asked += 1;
  const number = asked;
  /** @type {{players: Player[], more: boolean, rules: string[]}} */
  let found;
  try {
    found = await api(`/api/players?${query}`);
  } catch (error) {
    if (number === asked) setText(byId("count"), sentenceOf(error));
    return;
  }
  if (number !== asked) return;
  const { players, more, rules } = found;
  const chosen = choice.value;
  offerValues(choice, rules, gameName);
  choice.value = query.get("rules") ?? chosen;
  byId("rows").replaceChildren(...players.map(playerRow));
  byId("list").hidden = players.length === 0;
  byId("empty").hidden = players.length > 0;
  const page = Number(query.get("page") ?? 1);
  setText(byId("count"), players.length ? `${gameName(query.get("rules")) || "All games"}, players ${players[0].place} to ${players[players.length - 1].place}` : "");
  setText(byId("empty"), query.get("name") ? "Nobody has such a name." : "Nobody has played under a name yet. Say who plays with hexlume play --white Ann --black Ben.");
  turn("previous", query, page > 1 ? page - 1 : 0);
  turn("next", query, more ? page + 1 : 0);
  document.body.dataset.shown = String(players.length);
}

/** @param {Player} player */
function playerRow(player) {
  const row = make("tr");
  const name = make("th", "name");
  name.scope = "row";
  name.append(playerLink(player.name));
  const rating = make("td", "number");
  if (player.rating !== null) {
    rating.append(make("b", "", String(player.rating)), make("span", "muted", ` ± ${player.deviation}`));
    if (player.provisional) rating.append(" ", make("span", "badge badge-quiet", "provisional"));
  } else {
    rating.append(make("span", "muted", "none yet"));
  }
  const counts = [player.games, player.won, player.drawn, player.lost].map((count) => make("td", "number", count.toLocaleString()));
  const last = make("td", "last muted", player.last ? new Date(player.last).toLocaleDateString([], { dateStyle: "medium" }) : "");
  row.append(make("td", "number place", String(player.place)), name, rating, ...counts, last);
  return row;
}

/**
 * @param {string} id
 * @param {URLSearchParams} query
 * @param {number} page
 */
function turn(id, query, page) {
  const link = byId(id, HTMLAnchorElement);
  link.hidden = page === 0;
  const address = new URLSearchParams(query);
  if (page > 1) address.set("page", String(page));
  else address.delete("page");
  link.href = `?${address}`;
}

follow(form, show);
