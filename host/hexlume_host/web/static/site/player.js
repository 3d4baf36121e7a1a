// @ts-check
// One player: ratings and how they went, results by colour, game and opponent, the latest games.

import { byId, make, setText } from "../dom.js";
import { playerLink } from "./filters.js";
import { gameRow } from "./game-list.js";
import { drawLines } from "./plots.js";
import { api, gameName } from "./site.js";

const AGAIN_MS = 3000;
const address = location.pathname.split("/").slice(2).join("/");
let told = null;

async function load() {
  try {
    told = await api(`/api/players/${address}`);
  } catch (error) {
    setText(byId("sentence"), error.message);
    byId("parts").hidden = true;
    return;
  }
  show();
  if (told.due) setTimeout(load, AGAIN_MS);
}

function show() {
  const { name, total, due } = told;
  document.title = `${name} · Hexlume`;
  setText(byId("name"), name);
  const rest = [[total.open, "unfinished"], [total.abandoned, "abandoned"]].filter(([count]) => count).map(([count, word]) => `, ${count.toLocaleString()} ${word}`).join("");
  setText(byId("sentence"), `${total.games.toLocaleString()} ${total.games === 1 ? "game" : "games"}: ${total.won.toLocaleString()} won, ${total.drawn.toLocaleString()} drawn, ${total.lost.toLocaleString()} lost${rest}.`);
  setText(byId("due"), due ? `${due.toLocaleString()} games are still to be rated; this page follows.` : "");
  showRatings();
  showScores("by-colour", Object.entries(told.by_colour).map(([colour, tally]) => [cell(colour === "white" ? "White" : "Black", `chip chip-${colour}`), tally]));
  showScores("by-rules", Object.entries(told.by_rules).map(([rules, tally]) => [cell(gameName(rules)), tally]));
  showScores("opponents", told.opponents.map((tally) => [playerLink(tally.name), tally]));
  setText(byId("opponents-words"), told.opponent_count > told.opponents.length ? `The ${told.opponents.length} met most of ${told.opponent_count.toLocaleString()}.` : "");
  byId("rows").replaceChildren(...told.recent.map(gameRow));
  const all = new URLSearchParams({ player: name, whole: "1" });
  byId("all").href = `/archive?${all}`;
  byId("to-statistics").href = `/statistics?${all}`;
  byId("parts").hidden = false;
  document.body.dataset.shown = String(told.recent.length);
}

function showRatings() {
  const scopes = Object.keys(told.ratings);
  byId("ratings").replaceChildren(...scopes.map((scope) => {
    const { rating, deviation, provisional, games } = told.ratings[scope];
    const item = make("li", "card");
    const points = make("p");
    points.append(make("span", "points", String(rating)), make("span", "muted", ` ± ${deviation}`));
    item.append(make("p", "muted", scope ? gameName(scope) : "All games"), points,
      make("p", "muted small", `${games.toLocaleString()} rated ${games === 1 ? "game" : "games"}${provisional ? ", provisional" : ""}`));
    return item;
  }));
  byId("history").hidden = scopes.length === 0;
  const select = byId("scope");
  if (select.options.length !== scopes.length) {
    const chosen = select.value;
    select.replaceChildren(...scopes.map((scope) => new Option(scope ? gameName(scope) : "All games", scope)));
    select.value = scopes.includes(chosen) ? chosen : scopes[0] ?? "";
  }
  if (scopes.length) showHistory();
}

function showHistory() {
  const scope = byId("scope").value;
  const day = (at) => new Date(at).toLocaleDateString([], { dateStyle: "medium" });
  const points = told.history[scope].map(({ ended_at: at, points: y, game }) => ({ x: Date.parse(at), y, words: `${day(at)}, game ${game}` }));
  const [least, most] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  drawLines(byId("history-plot"), {
    title: "How the rating went",
    summary: `${scope ? gameName(scope) : "All games"}: between ${least} and ${most}, ${points.at(-1).y} after the last game.`,
    heads: ["After", "Rating"],
    lines: [{ name: "rating", points }],
    xLabel: day,
    yLabel: (y) => String(Math.round(y)),
  });
}

function cell(name, chip = "") {
  const box = make("span");
  if (chip) box.append(make("span", chip), " ");
  box.append(name);
  return box;
}

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

byId("scope").addEventListener("change", showHistory);
load();
