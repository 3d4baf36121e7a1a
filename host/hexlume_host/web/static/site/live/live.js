// @ts-check
// The overview: a card for every board, kept up to date while it can be seen.

import { boardName, boardStatus } from "../../lib/board-name.js";
import { BoardView } from "../../lib/board-view.js";
import { byId, make, setText } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { boardState, colourName } from "../../lib/position.js";
import { api, boardSize, gameName, note, plural } from "../../lib/site.js";
import { offerWall } from "../../lib/wall.js";

const MAX_WATCHED = 60; // the server's own bound for one page
const WISH_MS = 150;
const AGO_MS = 30000;
const BOARD_ASPECT = 1.13; // a card's board, width to height (live.css)
const WALL_TEXT_REM = 9.5; // what stands above and below a card's board
const MIN_WALL_PX = 90; // with more boards than that a wall scrolls

/**
 * A board's card (web/live/board.py); `pieces` are null where there is no game.
 *
 * @typedef {import("../../lib/board-name.js").BoardAbout & import("../../lib/position.js").Marked & {differs: number,
 *   pieces: Record<string, string> | null, to_move: string | null, result: string | null}} CardMessage
 */

/** @type {Record<string, string>} */
const SCORE = { white: "W+", black: "B+" };
/** @type {Map<string, Card>} */
const cards = new Map();
let wishTimer = 0;

class Card {
  /** @param {string} board */
  constructor(board) {
    this.id = board;
    this.seen = false;
    /** @type {CardMessage | null} */
    this.message = null;
    this.item = make("li");
    this.item.dataset.board = board;
    this.link = make("a", "card board-card");
    this.link.href = `/boards/${encodeURIComponent(board)}`;
    this.head = make("p", "board-head");
    this.name = make("span", "board-name");
    this.badge = make("span", "badge");
    this.head.append(this.name, this.badge);
    this.box = make("div", "board nameless");
    this.box.inert = true; // the text beside it says what matters; the board's own page has every cell
    this.view = new BoardView(this.box);
    this.players = make("div", "card-players");
    this.text = make("p", "board-text");
    this.small = make("p", "muted small");
    this.link.append(this.head, this.box, this.players, this.text, this.small);
    this.item.append(this.link);
    sight.observe(this.item);
  }

  /** @param {CardMessage} message */
  show(message) {
    this.message = message;
    setText(this.name, boardName(message));
    this.item.dataset.state = message.state;
    this.showPlayers(message);
    setText(this.text, message.differs ? `${message.text} (${message.differs} to put right on the table)` : message.text);
    this.showStatus();
    const { on: board, rules: game, pieces } = message;
    const nothing = { pieces: {}, last: [], captured: [], forced: [] };
    if (board) this.view.show(boardState({ game, ...(pieces ? { ...message, board, pieces } : { board, ...nothing }) }));
  }

  /** @param {CardMessage} message */
  showPlayers({ players = {}, to_move: turn, result }) {
    const rows = ["white", "black"].map((colour) => {
      const row = make("p", `card-player${(result ? result === SCORE[colour] : turn === colour) ? " to-move" : ""}`);
      const chip = make("span", `chip chip-${colour}`);
      const name = make("span", "player-name", players[colour] || colourName(colour));
      row.append(chip, name, make("span", "player-mark", markOf(colour, turn, result)));
      return row;
    });
    this.players.replaceChildren(...rows);
  }

  showStatus() {
    if (!this.message) return;
    const { words, look, going } = boardStatus(this.message);
    this.badge.className = `badge ${look}`;
    setText(this.badge, words);
    this.item.classList.toggle("ended", !going);
    const { rules, count, on, state, board } = this.message;
    const game = rules ? `${gameName(rules)} on ${boardSize(on)}, ${count} ${plural(count, "action")}` : "";
    const how = { connected: "", lost: "not connected", elsewhere: "logged by another program" }[state];
    setText(this.small, [game, how, `board ${board}`].filter(Boolean).join(" · "));
  }
}

/**
 * Return what is said behind a player's name: how the game ended for them, or that it is their turn.
 *
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
    const card = cards.get(entry.target.getAttribute("data-board") ?? "");
    if (card) card.seen = entry.isIntersecting;
  }
  wishSoon();
}, { rootMargin: "300px" });

/** @param {string} board */
function cardOf(board) {
  let card = cards.get(board);
  if (!card) {
    card = new Card(board);
    cards.set(board, card);
    byId("boards").append(card.item);
  }
  return card;
}

/** @param {{boards: {board: string, state: string}[]}} message */
function showList({ boards }) {
  const there = new Set(boards.map(({ board }) => board));
  for (const [board, card] of cards) {
    if (there.has(board)) continue;
    sight.unobserve(card.item);
    card.view.dispose();
    card.item.remove();
    cards.delete(board);
  }
  const items = boards.map(({ board }) => cardOf(board).item);
  const list = byId("boards");
  // Only what is out of its place is moved, so that the focus stays where it is.
  items.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  });
  byId("empty").hidden = boards.length > 0;
  setText(byId("count"), boards.length ? `${boards.length} ${plural(boards.length, "board")}` : "");
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

const socket = new LiveSocket({ boards: showList, card: (message) => cardOf(message.board).show(message) });

function wishSoon() {
  clearTimeout(wishTimer);
  wishTimer = setTimeout(() => {
    const seen = [...cards.values()].filter((card) => card.seen).map((card) => card.id);
    socket.watch({ list: true, cards: seen.slice(0, MAX_WATCHED) });
  }, WISH_MS);
}

// Sooner than by the socket.
api("/api/boards").then((/** @type {{boards: CardMessage[]}} */ { boards }) => {
  if (!cards.size) showList({ boards });
  for (const message of boards) if (!cards.get(message.board)?.message) cards.get(message.board)?.show(message);
}).catch((error) => note("boards", error.message));

setInterval(() => {
  for (const card of cards.values()) card.showStatus();
}, AGO_MS);
addEventListener("resize", fitWall);
offerWall(byId("wall"));
socket.watch({ list: true });
