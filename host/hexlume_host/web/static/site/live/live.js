// @ts-check
// The overview: a card for every board, kept up to date while it can be seen.

import { boardName, boardStatus } from "../../lib/board-name.js";
import { BoardView } from "../../lib/board-view.js";
import { byId, setText } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { boardState, colourName, UNMARKED } from "../../lib/position.js";
import { boardSize, countWords, gameName } from "../../lib/site.js";
import { every, later } from "../../lib/timers.js";
import { offerWall } from "../../lib/wall.js";
import { html, render } from "../../vendor/lit-html.js";

const MAX_WATCHED = 60; // the server's own bound for one page
const WISH_MS = 150;
const AGO_MS = 30000;
const BOARD_ASPECT = 1.13; // a card's board, width to height (live.css)
const WALL_TEXT_REM = 9.5; // what stands above and below a card's board
const MIN_WALL_PX = 90; // with more boards than that a wall scrolls

/** @typedef {import("../board/board.js").BoardMessage} BoardMessage */

/** @type {Record<string, string>} */
const SCORE = { white: "W+", black: "B+" };
/** @type {Map<string, Card>} */
const cards = new Map();
let keepWish = () => {};

class Card {
  /** @param {string} device */
  constructor(device) {
    this.id = device;
    this.seen = false;
    /** @type {BoardMessage | null} */
    this.message = null;
    this.item = document.createElement("li");
    this.item.dataset.device = device;
    // The text beside it says what matters; the board's own page has every cell.
    this.box = Object.assign(document.createElement("div"), { className: "board nameless", inert: true });
    this.view = new BoardView(this.box);
    sight.observe(this.item);
  }

  /** @param {BoardMessage} message */
  show(message) {
    this.message = message;
    this.draw(message);
    const { board, rules: game, position } = message;
    if (board) this.view.show(boardState(position ?? { game, board, pieces: {}, ...UNMARKED }));
  }

  /** @param {BoardMessage} message */
  draw(message) {
    const { players = {}, position, rules, actions, board, state, device, text, differs } = message;
    const { to_move: turn = null, result = null } = position ?? {};
    const wrong = Object.keys(differs).length;
    const { words, look, going } = boardStatus(message);
    const game = rules ? `${gameName(rules)} on ${boardSize(board)}, ${countWords(actions.length, "action")}` : "";
    const how = { connected: "", lost: "not connected", elsewhere: "logged by another program" }[state];
    this.item.dataset.state = state;
    this.item.classList.toggle("ended", !going);
    render(html`<a class="card board-card" href="/boards/${encodeURIComponent(this.id)}">
      <p class="board-head"><span class="board-name">${boardName(message)}</span><span class="badge ${look}">${words}</span></p>
      ${this.box}
      <div class="card-players">${["white", "black"].map((colour) => html`<p class="card-player ${(result ? result === SCORE[colour] : turn === colour) ? "to-move" : ""}">
        <span class="chip chip-${colour}"></span><span class="player-name">${players[colour] || colourName(colour)}</span><span class="player-mark">${markOf(colour, turn, result)}</span></p>`)}</div>
      <p class="board-text">${text}${wrong ? ` (${wrong} to put right on the table)` : ""}</p>
      <p class="muted small">${[game, how, `board ${device}`].filter(Boolean).join(" · ")}</p>
    </a>`, this.item);
  }
}

/**
 * Return what is said behind a player's name: how the game ended for them, or that it is their turn.
 * @param {string} colour
 * @param {string | null} turn
 * @param {string | null} result
 */
function markOf(colour, turn, result) {
  if (!result) return turn === colour ? "to move" : "";
  if (result === SCORE[colour]) return "won";
  return Object.values(SCORE).includes(result) ? "lost" : "drawn";
}

const sight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const card = cards.get(entry.target.getAttribute("data-device") ?? "");
    if (card) card.seen = entry.isIntersecting;
  }
  wishSoon();
}, { rootMargin: "300px" });

/** @param {string} device */
function cardOf(device) {
  let card = cards.get(device);
  if (!card) {
    card = new Card(device);
    cards.set(device, card);
    byId("boards").append(card.item);
  }
  return card;
}

/** @param {{boards: {device: string, state: string}[]}} message */
function showList({ boards }) {
  const there = new Set(boards.map(({ device }) => device));
  for (const [device, card] of cards) {
    if (there.has(device)) continue;
    sight.unobserve(card.item);
    card.view.dispose();
    card.item.remove();
    cards.delete(device);
  }
  const items = boards.map(({ device }) => cardOf(device).item);
  const list = byId("boards");
  // Only what is out of its place is moved, so that the focus stays where it is.
  items.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  });
  byId("empty").hidden = boards.length > 0;
  setText(byId("count"), boards.length ? countWords(boards.length, "board") : "");
  document.body.dataset.boards = String(boards.length);
  fitWall();
  wishSoon();
}

// On a wall all boards are in sight at once, in as many columns as make them largest.
function fitWall() {
  if (!document.body.classList.contains("wall")) return;
  const list = byId("boards");
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [width, height] = [list.clientWidth, innerHeight - list.getBoundingClientRect().top - scrollY - 2 * rem];
  const count = Math.max(1, cards.size);
  let best = { columns: 1, board: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const across = width / columns - 2.5 * rem;
    const board = Math.min(across, BOARD_ASPECT * (height / Math.ceil(count / columns) - WALL_TEXT_REM * rem));
    if (board > best.board) best = { columns, board };
  }
  list.style.setProperty("--wall-columns", String(best.columns));
  list.style.setProperty("--wall-board", best.board > MIN_WALL_PX ? `${Math.floor(best.board)}px` : "100%");
}

const socket = new LiveSocket({ boards: showList, board: (message) => cardOf(message.device).show(message) });

function wishSoon() {
  keepWish();
  keepWish = later(() => {
    const seen = [...cards.values()].filter((card) => card.seen).map((card) => card.id);
    socket.watch({ list: true, cards: seen.slice(0, MAX_WATCHED) });
  }, WISH_MS);
}

every(() => {
  // Whoever reads a card would hear it again.
  for (const card of cards.values()) if (card.message && !card.item.contains(document.activeElement)) card.draw(card.message);
}, AGO_MS);
addEventListener("resize", fitWall);
offerWall(byId("wall"));
socket.watch({ list: true });
