// @ts-check
// Statistics of the games that the form means: results, lengths, openings, games per month.

import { BoardView } from "../../lib/board-view.js";
import { offerNames } from "../../lib/cell-name.js";
import { byId, setText } from "../../lib/dom.js";
import { addressOf, filterWords, follow, offerChoices } from "../../lib/filters.js";
import { drawBars, drawShares } from "../../lib/plots.js";
import { boardSize, countWords, gameName, joinsEdges, plural, say } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";

const form = byId("filters", HTMLFormElement);
/** @typedef {Record<string, number>} Counts */
/** @typedef {{rules: string, board: string, games: number, turns: number, cells: Counts, words: Counts, at_most: number}} Openings */
/**
 * What games have in common (statistics/statistics.py).
 * @typedef {{games: number, statuses: Counts, results: Counts, lengths: Counts,
 *   median_length: number | null, months: Counts, openings: Openings | null}} Statistics
 */

const MOST_BARS = 60;
const MOST_MONTHS = 1200;
const view = new BoardView(byId("board"));

/**
 * @param {Statistics} found
 * @param {URLSearchParams} query
 */
async function show(found, query) {
  const words = filterWords(query);
  setText(byId("count"), `${countWords(found.games, "game")}${words ? `: ${words}` : " in all"}`);
  byId("to-library", HTMLAnchorElement).href = addressOf("/library", query, { turns: null });
  byId("empty").hidden = found.games > 0;
  byId("figures").hidden = found.games === 0;
  if (found.games) {
    showResults(found);
    showLengths(found);
    showMonths(found);
    await showOpenings(found.openings);
  }
  return found.games;
}

/** @param {Statistics} found */
function showResults({ results, statuses }) {
  const finished = statuses.finished ?? 0;
  const others = ["unfinished", "abandoned", "incomplete"].filter((name) => statuses[name])
    .map((name) => `${statuses[name].toLocaleString()} ${name}`).join(", ");
  const summary = countWords(finished, "finished game");
  drawShares(byId("results"), {
    title: "Results by colour",
    summary: others ? `${summary}; ${others}.` : `${summary}.`,
    heads: ["Result", "Games", "Share"],
    shares: [
      { name: "White won", value: results["W+"] ?? 0, look: "white" },
      { name: "Draw", value: results[0] ?? 0, look: "draw" },
      { name: "Black won", value: results["B+"] ?? 0, look: "black" },
    ],
  });
}

/** @param {Statistics} found */
function showLengths({ lengths, median_length: middle }) {
  const counts = Object.entries(lengths).map(([actions, games]) => [Number(actions), games]);
  const last = counts.at(-1)?.[0] ?? 0;
  const size = Math.max(1, Math.ceil((last + 1) / MOST_BARS));
  const bars = Array.from({ length: counts.length ? Math.floor(last / size) + 1 : 0 }, (_, at) => {
    const [from, to] = [at * size, at * size + size - 1];
    return { label: String(from), value: 0, words: size === 1 ? `${from} ${plural(from, "action")}` : `${from} to ${to} actions` };
  });
  for (const [actions, games] of counts) bars[Math.floor(actions / size)].value += games;
  const first = bars.findIndex(({ value }) => value);
  drawBars(byId("lengths"), {
    title: "Length of games",
    summary: middle === null ? "No game has been finished." : `Actions in finished games; half of them have at most ${middle.toLocaleString()}.`,
    heads: ["Length", "Games"],
    bars: bars.slice(Math.max(0, first - 1)),
  });
}

/** @param {Statistics} found */
function showMonths({ months }) {
  const counts = new Map(Object.entries(months));
  const bars = [];
  // Months without a game have their place, too.
  for (const day = new Date(`${Object.keys(months)[0]}-15T00:00Z`); counts.size; day.setUTCMonth(day.getUTCMonth() + 1)) {
    const label = day.toISOString().slice(0, 7);
    if (counts.has(label) || bars.length < MOST_MONTHS) bars.push({ label, value: counts.get(label) ?? 0, words: day.toLocaleString([], { month: "long", year: "numeric", timeZone: "UTC" }) });
    counts.delete(label);
  }
  const most = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), bars[0]);
  drawBars(byId("months"), {
    title: "Games per month",
    summary: `By the month they began in; most of them, ${most.value.toLocaleString()}, in ${most.words}.`,
    heads: ["Month", "Games"],
    bars,
  });
}

/** @param {Openings | null} opening */
async function showOpenings(opening) {
  byId("openings").hidden = !opening;
  if (!opening) return;
  const { rules, board, games, turns, cells, words, at_most: atMost } = opening;
  const most = Math.max(1, ...Object.values(cells));
  const heat = Object.fromEntries(Object.entries(cells).map(([cell, count]) => [cell, count / most]));
  if (!await view.show({ board, edges: joinsEdges(rules), heat })) {
    byId("openings").hidden = true;
    return;
  }
  const share = (/** @type {number} */ count) => `${((100 * count) / games).toFixed(1)} %`;
  const span = turns === 1 ? "in the first turn" : `in the first ${turns} turns`;
  setText(byId("openings-words"), `Where ${gameName(rules)} on ${boardSize(board)} begins: how often each cell is acted on ${span}, `
    + `in ${games >= atMost ? `the latest ${games.toLocaleString()} games` : countWords(games, "game")} that have ended.`);
  const sorted = Object.entries(cells).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const others = Object.entries(words).map(([word, count]) => `${word} ${share(count)}`).join(", ");
  setText(byId("openings-others"), others ? `Without a place: ${others}.` : "");
  render(sorted.map(([cell, count]) => html`<tr><td>${cell}</td><td class="number">${count.toLocaleString()}</td><td class="number">${share(count)}</td></tr>`),
    byId("cells"));
}

offerNames(byId("names-shown"), byId("board"));
follow(form, "/api/statistics", byId("figures"), show);
offerChoices(form).catch((error) => say(error.message));
