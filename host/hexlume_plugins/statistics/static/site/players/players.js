// @ts-check
// Players by rating: who is found by a part of the name, among all games or those of one kind.

import { byId, setText } from "../../lib/dom.js";
import { follow, offerPages, offerValues, playerLink } from "../../lib/filters.js";
import { gameName } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";

const form = byId("filters", HTMLFormElement);

/**
 * A player as the list has them (statistics/routes.py); `rating` is null without a rated game.
 *
 * @typedef {{place: number, name: string, rating: number | null, deviation: number, provisional: boolean, games: number, won: number,
 *   drawn: number, lost: number, last: string | null}} Player
 */

/**
 * @param {{players: Player[], more: boolean, rules: string[]}} found
 * @param {URLSearchParams} query
 */
function show({ players, more, rules }, query) {
  offerValues(form, "rules", rules, gameName);
  render(players.map(playerRow), byId("rows"));
  byId("empty").hidden = players.length > 0;
  setText(byId("count"), players.length ? `${gameName(query.get("rules")) || "All games"}, players ${players[0].place} to ${players[players.length - 1].place}` : "");
  setText(byId("empty"), query.get("name") ? "Nobody has such a name." : "Nobody has played under a name yet. Say who plays with hexlume play --white Ann --black Ben.");
  offerPages(query, more, ["previous", "next"]);
  return players.length;
}

/** @param {Player} player */
function playerRow({ place, name, rating, deviation, provisional, games, won, drawn, lost, last }) {
  const rated = html`<b>${rating}</b><span class="muted"> ± ${deviation}</span>${provisional ? html` <span class="badge badge-quiet">provisional</span>` : ""}`;
  return html`<tr>
    <td class="number place">${place}</td>
    <th scope="row" class="name">${playerLink(name)}</th>
    <td class="number">${rating === null ? html`<span class="muted">none yet</span>` : rated}</td>
    ${[games, won, drawn, lost].map((count) => html`<td class="number">${count.toLocaleString()}</td>`)}
    <td class="last muted">${last && new Date(last).toLocaleDateString([], { dateStyle: "medium" })}</td>
  </tr>`;
}

follow(form, "/api/players", byId("list"), show);
