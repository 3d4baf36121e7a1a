// @ts-check
// One live board, large: position, players, clocks, what is to be put right, and the actions so far. Where the board is a
// simulated one of this server and the visitor may act, the server also sends what hands need: then one plays here.

import { boardName, boardStatus } from "../../lib/board-name.js";
import { BoardView } from "../../lib/board-view.js";
import { Clocks } from "../../lib/clock.js";
import { around, byId, make, setText, within } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { MoveList } from "../../lib/move-list.js";
import { boardState, colourName, marksOf, showCounts, showPlayers } from "../../lib/position.js";
import { api, boardSize, gameName, joinsEdges, recall, Refusal, remember, say } from "../../lib/site.js";
import { t } from "../../lib/texts.js";
import { offerWall } from "../../lib/wall.js";
import { GameCard } from "./game-card.js";
import { LessonCard } from "./lesson-card.js";
import { LookBack } from "./look-back.js";
import { MenuLegend } from "./menu-legend.js";

const AGO_MS = 15000;

/** @typedef {import("../../lib/position.js").Position} Position */
/**
 * A board in full (web/live/board.py).
 *
 * @typedef {Omit<import("../../lib/board-name.js").BoardAbout, "lesson"> & {lesson: import("./lesson-card.js").Lesson | null, steps: number, reason: string, started: number | null, control: string, options: string,
 *   chosen: Record<string, string | number | boolean>, first: string, position: Position | null, actions: [string, string][], differs: Record<string, string>,
 *   reasons: Record<string, string>}} BoardMessage
 */

/**
 * What the people at a simulated board are to do next (web/live/prompt.py); cells are the panel's.
 *
 * @typedef {{text: string, hint?: string, last?: string, refusal?: string, clause?: string, legal?: Record<string, import("../../play/due.js").Way[]>,
 *   words?: string[], ends?: Record<string, string>, differs?: Record<string, string>, reasons?: Record<string, string>, fix?: Record<string, string>, held?: string, closed?: Record<string, [string, string]>,
 *   names?: Record<string, string>, legend?: import("./menu-legend.js").Legend, act?: string, menu?: boolean}} Prompt
 */

const ELSEWHERE = t("Another program logs this board. This page shows the actions that it stores, but neither clocks nor what is to be put right on the table.");

/** No marks at all: none of an earlier state remains. */
const UNMARKED = marksOf({ last: [], captured: [], forced: [] });

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const scene = within(document, ".live-scene");
const link = byId("share-link", HTMLInputElement);
const view = new BoardView(byId("board"));
/** @type {BoardMessage | null} */
let latest = null;
/** @type {Prompt | null} */
let prompt = null; // only where one plays
/** @type {Promise<import("../../play/board-hands.js").BoardHands> | null} */
let hands = null;
/** @type {LookBack | null} */
let lookBack = null;

const legend = new MenuLegend(view, (cell) => hands?.then((loaded) => loaded.hands.doDue(cell, 0)));
const card = new GameCard((message) => socket.send(message));
const lesson = new LessonCard((message) => socket.send(message));
const moves = new MoveList(byId("actions"), (ply) => {
  if (latest?.number) (lookBack ??= new LookBack()).open(latest.number, ply);
});

const clocks = new Clocks((colour) => within(document, `.player-${colour} .player-clock`), (sentence) => {
  setText(byId("clock-news"), sentence);
});

/** @param {BoardMessage} message */
async function show(message) {
  latest = message;
  document.body.dataset.state = message.state;
  byId("empty").hidden = true;
  scene.hidden = false;
  const title = message.lesson ? boardName(message) : gameName(message.rules) || t("Live board");
  setText(byId("title"), title);
  document.title = `${title} · Hexlume`;
  showState();
  showPlayers(message.players, message.position);
  showAbout(message);
  showDiffers(message);
  showCounts(message.position ?? { prison: {}, hand: {} });
  moves.show(message.actions);
  card.show(message);
  lesson.show(message);
  showText(message);
  byId("replay").hidden = message.number === null;
  if (message.number !== null) byId("replay", HTMLAnchorElement).href = `/games/${message.number}`;
  await showBoard(message);
}

/**
 * Show what hands need: from now on the panel is shown, with its lights and what lies on it.
 *
 * @param {Prompt} message
 */
function showPrompt(message) {
  prompt = message;
  legend.show(message.legend);
  if (!latest) return;
  showText(latest);
  showDiffers(latest);
  showBoard(latest);
}

/** @param {BoardMessage} message */
function showText({ actions, text }) {
  const last = actions.at(-1);
  setText(byId("text"), prompt ? prompt.text : [last ? t("{colour} played {action}.", { colour: colourName(last[1]), action: last[0] }) : "", text].filter(Boolean).join(" "));
}

/** @param {BoardMessage} message */
async function showBoard(message) {
  if (prompt) {
    const { names = {}, differs: notes = {}, menu } = prompt;
    const edges = !menu && joinsEdges(message.rules) && (message.on || message.panel);
    await view.show({ board: message.panel, names, edges, notes, ...UNMARKED, named: true });
    document.body.dataset.shown = String(message.actions.length);
    return;
  }
  const { on, panel, position, differs: notes } = message;
  const state = position ? boardState(position) : { discs: {}, ...UNMARKED };
  if (await view.show({ ...state, board: on || panel, notes })) document.body.dataset.shown = String(latest?.actions.length);
}

/** Return whether the game shown has ended and is in the store. */
function over() {
  return Boolean(latest?.position?.result && latest.number !== null);
}

function showState() {
  if (!latest) return;
  const { state, reason } = latest;
  const { words, look } = boardStatus(latest);
  byId("state").className = `badge ${look}`;
  byId("state").hidden = state === "connected";
  setText(byId("state"), words);
  setText(byId("elsewhere"), state === "elsewhere" ? ELSEWHERE : "");
  setText(byId("lost"), state === "lost" ? `${t("The board is not connected.")} ${reason}`.trim() : "");
}

/** @param {BoardMessage} message */
function showAbout({ rules, on: board, options, control, started }) {
  const begun = started ? t("begun {when}", { when: new Date(started).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) }) : "";
  setText(byId("about"), rules ? [t("{game} on {board}", { game: gameName(rules), board: boardSize(board) }), options, control, begun].filter(Boolean).join(" · ") : "");
}

/** @param {BoardMessage} message */
function showDiffers(message) {
  const { differs = {}, reasons = {} } = prompt ?? message;
  const entries = Object.entries(differs).map(([cell, what]) => [prompt ? nameOf(cell, prompt.names) : cell, reasons[cell] ?? what]);
  const box = byId("differs");
  const text = JSON.stringify(entries);
  if (box.dataset.shown === text) return;
  box.dataset.shown = text;
  // Where one plays, the hint says what is left to do: this is for mistakes.
  box.hidden = entries.length === 0 || Boolean(prompt && !Object.keys(reasons).length);
  const list = make("ul");
  for (const [cell, what] of entries) {
    const item = make("li");
    item.append(make("b", "", cell), ` ${what}`);
    list.append(item);
  }
  box.replaceChildren(...(entries.length ? [make("h2", "", prompt ? t("To put right") : t("On the table, not yet in the game")), list] : []));
}

/**
 * Return what a panel's cell is called on the board that is played on.
 *
 * @param {string} cell
 * @param {Record<string, string>} [names]
 */
function nameOf(cell, names = {}) {
  return names[cell] ?? (Object.keys(names).length ? t("{cell} outside the game's board", { cell }) : cell);
}

/** @param {boolean} on_ */
function showNames(on_) {
  view.show({ named: on_ });
  byId("names").setAttribute("aria-pressed", String(on_));
}

byId("names").addEventListener("click", () => {
  const on_ = byId("names").getAttribute("aria-pressed") !== "true";
  showNames(on_);
  remember("hexlume-names", on_ ? "shown" : "");
});
showNames(recall("hexlume-names") === "shown");

document.addEventListener("click", async (event) => {
  if (!around(event, "[data-share]")) return;
  const address = location.origin + (over() ? `/games/${latest?.number}` : location.pathname);
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: document.title, url: address }).catch(() => {});
    return;
  }
  link.value = address;
  byId("picture").hidden = !latest?.number;
  byId("picture", HTMLAnchorElement).href = `/api/games/${latest?.number}/picture.svg`;
  byId("share-box", HTMLDialogElement).showModal();
  link.select();
});
byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link.value);
    say(t("The link is copied."));
  } catch {
    link.select();
    say(t("This browser does not let the page copy: the text is selected, copy it by hand."));
  }
});

/**
 * Return what passes a message on to the hands, which are loaded with the first.
 *
 * @param {(hands: import("../../play/board-hands.js").BoardHands, message: any) => void} pass
 * @returns {(message: any) => void}
 */
function toHands(pass) {
  return (message) => {
    hands ??= import("../../play/board-hands.js").then(({ BoardHands }) => new BoardHands(view, (gesture) => socket.send(gesture)));
    hands.then((loaded) => pass(loaded, message));
  };
}

api(`/api/boards/${encodeURIComponent(id)}`).then((message) => { if (!latest) show(message); }).catch((error) => {
  if (latest || !(error instanceof Refusal) || error.status !== 404) return;
  setText(byId("title"), t("Live board"));
  byId("empty").hidden = false;
  scene.hidden = true;
});
const promptHands = toHands((loaded, message) => loaded.showPrompt(message, latest));
const socket = new LiveSocket({
  board: show,
  clock: ({ clock }) => clocks.show(clock),
  prompt: (message) => {
    showPrompt(message);
    promptHands(message);
  },
  table: toHands((loaded, { discs }) => loaded.table.showDiscs(discs)),
  leds: toHands((loaded, { rgb }) => loaded.showLeds(rgb)),
  buzzer: toHands((loaded, { hz }) => loaded.sound(hz)),
  choices: (message) => card.take(message),
  error: ({ message }) => (hands ? hands.then((loaded) => loaded.refused(message)) : say(message)),
});
socket.watch({ full: [id] });
setInterval(showState, AGO_MS);
offerWall(byId("wall"));
