// @ts-check
// One player: ratings and how they went, results by colour, game and opponent, the latest games.

import { byId, make, setText } from "../../lib/dom.js";
import { playerLink } from "../../lib/filters.js";
import { gameRow } from "../../lib/game-list.js";
import { drawLines } from "../../lib/plots.js";
import { colourName } from "../../lib/position.js";
import { api, gameName, plural, sentenceOf } from "../../lib/site.js";

const select = byId("scope", HTMLSelectElement);
const address = location.pathname.split("/").slice(2).join("/");

/** @typedef {{games: number, won: number, drawn: number, lost: number}} Tally */
/** @typedef {Tally & {open: number, abandoned: number}} Total */
/** @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rating */
/**
 * A player as the server sends it (web/pages/players.py); ratings and history by the game's name, "" for all games together.
 *
 * @typedef {{name: string, total: Total, by_colour: Record<string, Tally>, by_rules: Record<string, Tally>,
 *   opponents: (Tally & {name: string})[], opponent_count: number, ratings: Record<string, Rating>,
 *   history: Record<string, {ended_at: string, points: number, game: number}[]>,
 *   recent: import("../../lib/game-list.js").ListedGame[]}} Profile
 */

/** @type {Profile | null} */
let current = null;

async function load() {
  /** @type {Profile} */
  let profile;
  try {
    profile = await api(`/api/players/${address}`);
  } catch (error) {
    setText(byId("sentence"), sentenceOf(error));
    byId("parts").hidden = true;
    return;
  }
  current = profile;
  show(profile);
}

/** @param {Profile} profile */
function show(profile) {
  const { name, total, opponents, opponent_count: met, recent } = profile;
  document.title = `${name} · Hexlume`;
  setText(byId("name"), name);
  const count = (/** @type {number} */ number) => number.toLocaleString();
  const sentence = [`${count(total.games)} ${plural(total.games, "game")}: ${count(total.won)} won, ${count(total.drawn)} drawn, ${count(total.lost)} lost.`];
  if (total.open) sentence.push(`${count(total.open)} unfinished.`);
  if (total.abandoned) sentence.push(`${count(total.abandoned)} abandoned.`);
  setText(byId("sentence"), sentence.join(" "));
  showRatings(profile);
  showScores("by-colour", Object.entries(profile.by_colour).map(([colour, tally]) => [cell(colourName(colour), `chip chip-${colour}`), tally]));
  showScores("by-rules", Object.entries(profile.by_rules).map(([rules, tally]) => [cell(gameName(rules)), tally]));
  showScores("opponents", opponents.map((tally) => [playerLink(tally.name), tally]));
  setText(byId("opponents-words"), met > opponents.length ? `The ${opponents.length} met most of ${met.toLocaleString()}.` : "");
  byId("rows").replaceChildren(...recent.map(gameRow));
  const all = new URLSearchParams({ player: name, whole: "1" });
  byId("all", HTMLAnchorElement).href = `/library?${all}`;
  byId("to-statistics", HTMLAnchorElement).href = `/statistics?${all}`;
  byId("parts").hidden = false;
  document.body.dataset.shown = String(recent.length);
}

/** @param {Profile} profile */
function showRatings({ ratings }) {
  const scopes = Object.keys(ratings);
  byId("ratings").replaceChildren(...scopes.map((scope) => {
    const { rating, deviation, provisional, games } = ratings[scope];
    const item = make("li", "card");
    const points = make("p");
    points.append(make("span", "points", String(rating)), make("span", "muted", ` ± ${deviation}`));
    item.append(make("p", "muted", scope ? gameName(scope) : "All games"), points,
      make("p", "muted small", ratedWords(games, provisional)));
    return item;
  }));
  byId("history").hidden = scopes.length === 0;
  if (select.options.length !== scopes.length) {
    const chosen = select.value;
    select.replaceChildren(...scopes.map((scope) => new Option(scope ? gameName(scope) : "All games", scope)));
    select.value = scopes.includes(chosen) ? chosen : scopes[0] ?? "";
  }
  if (scopes.length) showHistory();
}

/**
 * @param {number} games
 * @param {boolean} provisional
 */
function ratedWords(games, provisional) {
  return `${games.toLocaleString()} rated ${plural(games, "game")}${provisional ? ", provisional" : ""}`;
}

function showHistory() {
  if (!current) return;
  const scope = select.value;
  const day = (/** @type {string | number} */ at) => new Date(at).toLocaleDateString([], { dateStyle: "medium" });
  const points = current.history[scope].map(({ ended_at: at, points: y, game }) => ({ x: Date.parse(at), y, words: `${day(at)}, game ${game}` }));
  const [least, most] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  drawLines(byId("history-plot"), {
    title: "How the rating went",
    summary: `${scope ? gameName(scope) : "All games"}: between ${least} and ${most}, ${points[points.length - 1].y} after the last game.`,
    heads: ["After", "Rating"],
    lines: [{ name: "rating", points }],
    xLabel: day,
    yLabel: (y) => String(Math.round(y)),
  });
}

/**
 * @param {string} name
 * @param {string} [chip]
 */
function cell(name, chip = "") {
  const box = make("span");
  if (chip) box.append(make("span", chip), " ");
  box.append(name);
  return box;
}

/**
 * @param {string} id
 * @param {[HTMLElement, Tally][]} rows
 */
function showScores(id, rows) {
  byId(id).replaceChildren(...rows.map(([name, { games, won, drawn, lost }]) => {
    const row = make("tr");
    const head = make("th");
    head.scope = "row";
    head.append(name);
    const decided = won + drawn + lost;
    const share = decided ? `${Math.round((100 * (won + drawn / 2)) / decided)} %` : "";
    row.append(head, ...[games, won, drawn, lost].map((count) => make("td", "number", count.toLocaleString())), make("td", "number", share));
    return row;
  }));
}

select.addEventListener("change", showHistory);
load();
