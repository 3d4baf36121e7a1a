// @ts-check
// One player: ratings and how they went, results by colour, game and opponent, the latest games.

import { askWhetherToContinue } from "../../lib/continue-game.js";
import { byId, setText } from "../../lib/dom.js";
import { playerLink } from "../../lib/filters.js";
import { gameRow } from "../../lib/game-list.js";
import { drawLine } from "../../lib/plots.js";
import { colourName } from "../../lib/position.js";
import { api, countWords, gameName, sentenceOf } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";

const select = byId("scope", HTMLSelectElement);
const address = location.pathname.split("/").slice(2).join("/");

/** @typedef {{games: number, won: number, drawn: number, lost: number}} Tally */
/** @typedef {Tally & {open: number, abandoned: number}} Total */
/** @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rating */
/**
 * A player as the server sends it (statistics/routes.py); ratings and history by the game's name, "" for all games together.
 *
 * @typedef {{name: string, total: Total, by_colour: Record<string, Tally>, by_rules: Record<string, Tally>,
 *   opponents: (Tally & {name: string})[], opponent_count: number, ratings: Record<string, Rating>,
 *   history: Record<string, {ended_at: string, points: number, game: number}[]>,
 *   recent: import("../../lib/game-list.js").ListedGame[]}} Profile
 */

/** @param {Profile} profile */
async function show(profile) {
  const { name, total, by_colour: colours, by_rules: rules, opponents, opponent_count: met, recent } = profile;
  await askWhetherToContinue(recent);
  document.title = `${name} · Hexlume`;
  setText(byId("name"), name);
  const count = (/** @type {number} */ number) => number.toLocaleString();
  setText(byId("sentence"), [`${countWords(total.games, "game")}: ${count(total.won)} won, ${count(total.drawn)} drawn, ${count(total.lost)} lost.`,
    total.open ? `${count(total.open)} unfinished.` : "", total.abandoned ? `${count(total.abandoned)} abandoned.` : ""].filter(Boolean).join(" "));
  showRatings(profile);
  render(Object.entries(colours).map(([colour, tally]) => scoreRow(html`<span class="chip chip-${colour}"></span> ${colourName(colour)}`, tally)), byId("by-colour"));
  render(Object.entries(rules).map(([one, tally]) => scoreRow(gameName(one), tally)), byId("by-rules"));
  render(opponents.map((tally) => scoreRow(playerLink(tally.name), tally)), byId("opponents"));
  setText(byId("opponents-words"), met > opponents.length ? `The ${opponents.length} met most of ${count(met)}.` : "");
  render(recent.map(gameRow), byId("rows"));
  const all = new URLSearchParams({ player: name, whole: "1" });
  byId("all", HTMLAnchorElement).href = `/library?${all}`;
  byId("to-statistics", HTMLAnchorElement).href = `/statistics?${all}`;
  byId("parts").hidden = false;
  document.body.dataset.shown = String(recent.length);
}

/** @param {string} scope */
function scopeName(scope) {
  return scope ? gameName(scope) : "All games";
}

/** @param {Profile} profile */
function showRatings(profile) {
  const { ratings } = profile;
  const scopes = Object.keys(ratings);
  render(Object.entries(ratings).map(([scope, { rating, deviation, provisional, games }]) => html`<li class="card">
    <p class="muted">${scopeName(scope)}</p>
    <p><span class="points">${rating}</span><span class="muted"> ± ${deviation}</span></p>
    <p class="muted small">${countWords(games, "rated game")}${provisional ? ", provisional" : ""}</p></li>`), byId("ratings"));
  byId("history").hidden = scopes.length === 0;
  select.replaceChildren(...scopes.map((scope) => new Option(scopeName(scope), scope)));
  select.onchange = () => showHistory(profile);
  if (scopes.length) showHistory(profile);
}

/** @param {Profile} profile */
function showHistory({ history }) {
  const day = (/** @type {string | number} */ at) => new Date(at).toLocaleDateString([], { dateStyle: "medium" });
  const points = history[select.value].map(({ ended_at: at, points: y, game }) => ({ x: Date.parse(at), y, words: `${day(at)}, game ${game}` }));
  const [least, most] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  drawLine(byId("history-plot"), {
    title: "How the rating went",
    summary: `${scopeName(select.value)}: between ${least} and ${most}, ${points[points.length - 1].y} after the last game.`,
    heads: ["After", "Rating"], points, xLabel: day, yLabel: (y) => String(Math.round(y)),
  });
}

/**
 * @param {unknown} name
 * @param {Tally} tally
 */
function scoreRow(name, { games, won, drawn, lost }) {
  const decided = won + drawn + lost;
  const share = decided ? `${Math.round((100 * (won + drawn / 2)) / decided)} %` : "";
  return html`<tr><th scope="row">${name}</th>
    ${[games, won, drawn, lost].map((count) => html`<td class="number">${count.toLocaleString()}</td>`)}
    <td class="number">${share}</td></tr>`;
}

api(`/api/players/${address}`).then(show).catch((error) => {
  setText(byId("sentence"), sentenceOf(error));
  byId("parts").hidden = true;
});
