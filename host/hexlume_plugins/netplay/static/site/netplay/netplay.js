// @ts-check
// A game with somebody at another computer as the source of a game's page; and what begins or joins one.

import { recall, remember } from "../../lib/browser-memory.js";
import { byId, setText } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { api, gameAim, gameName, onSend, rights, sentenceOf } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";
import { GameScene } from "../../play/game-scene.js";
import { chosenOptions, offerStarts, starts } from "../analysis/start-dialog.js";
import { showInvitation } from "./invitation.js";

/** @typedef {import("../../lib/position.js").Position} Position */
/** @typedef {{mine: boolean, do: string, what: string}} Offer */
/** @typedef {{id: string, running: boolean, rules: string, joined: boolean, other: string}} SavedGame */
/**
 * A game with somebody else (netplay/view.py). Before the other side has joined it has no position.
 *
 * @typedef {{joined: boolean, here: boolean, other: string, rules: string, host: string, sentences: string[], problem: string,
 *   ended: boolean}} Seat
 */
/**
 * @typedef {Seat & {board: string, options: string, position: Position, played: string, colour: string, mine: boolean,
 *   players: Record<string, string>, number: number | null,
 *   actions: [string, string][], offer: Offer | null, waiting: boolean, control: string,
 *   clock: import("../../lib/clock.js").ClockReport | null}} NetworkGame
 */

/** The page's wishes in this source's words. @type {Record<string, string>} */
const WISHES = { play: "act", undo: "back", draw: "draw", resign: "resign", rematch: "rematch" };

let id = "";
let code = ""; // lets the other side in; empty for those who may not see it
let hands = false; // whether this browser may act
let offered = false;

const scene = new GameScene({
  ask: (what, action = "") => ask({ do: WISHES[what], action }),
  why: (cell) => ask({ do: "why", action: cell }),
  together: () => false,
  path: () => location.pathname + location.hash,
});

// Beginning, joining, going on

async function offerGames() {
  /** @type {{games: SavedGame[], devices: string[]}} */
  const { games, devices } = await api("/api/netplay");
  // What was chosen on the page of a new game.
  const wish = new URLSearchParams(location.search);
  offerStarts(await starts(), { rules: byId("host-rules", HTMLSelectElement), size: byId("size", HTMLSelectElement), options: byId("options"), aim: byId("aim") },
    { rules: wish.get("rules") ?? "" });
  for (const field of byId("host").querySelectorAll("select")) {
    const value = wish.get(field.name);
    if ([...field.options].some((one) => one.value === value)) field.value = value ?? "";
  }
  // Before there is a game to choose nothing can be begun.
  if (!offered) onSend(byId("host"), host);
  offered = true;
  for (const name of ["join-board", "host-board"]) {
    byId(`${name}-field`).hidden = devices.length === 0;
    render([html`<option value="">this page</option>`, devices.map((one) => html`<option value=${one}>the board ${one}, and this page</option>`)], byId(name));
  }
  offerToJoin();
  byId("saved-card").hidden = games.length === 0 || byId("host-card").hidden;
  render(games.slice(0, 20).map((game) => {
    const [go, what] = [game.running ? "Open" : "Go on", savedWords(game)];
    return html`<li><a class="tool" href="#${game.id}" aria-label="${go}: ${what}">${go}</a><span>${what}</span></li>`;
  }), byId("saved"));
}

/** @param {SavedGame} game */
function savedWords({ rules, joined, other }) {
  if (!rules) return "A game that was not reached yet";
  const game = gameName(rules);
  if (!joined) return `${game}, nobody has joined yet`;
  return other ? `${game}, with ${other}` : `${game}, with somebody without a name`;
}

/** Offer to join the game of the link with which this page was opened, if it was. Nothing of a link is trusted. */
function offerToJoin() {
  const link = new URLSearchParams(location.hash.slice(1));
  const invited = link.get("join");
  if (!invited) return;
  const game = gameAim(link.get("rules") ?? "") ? gameName(link.get("rules")) : "";
  const name = (link.get("by") ?? "").slice(0, 40);
  const title = `Join ${name ? `${name}'s` : "a"} game${game ? ` of ${game}` : ""}`;
  setText(byId("join-title"), title);
  document.title = `${title} · Hexlume`;
  byId("code", HTMLInputElement).value = invited;
  for (const name of ["code-field", "host-card"]) byId(name).hidden = true;
  byId("own").hidden = false;
  rights.then(({ right }) => {
    if (right !== "act") setText(byId("problem"), "You may only watch this site: sign in to join here, or paste this page's address into a Hexlume of your own.");
  });
}

/** @param {object} wish */
async function begin(wish) {
  try {
    const begun = await api("/api/netplay", { method: "POST", body: wish });
    location.hash = begun.id;
  } catch (error) {
    setText(byId("problem"), sentenceOf(error));
  }
}

for (const name of ["join-name", "host-name"]) {
  const field = byId(name, HTMLInputElement);
  field.value = recall("hexlume-player");
  field.addEventListener("change", () => remember("hexlume-player", field.value.trim()));
}

onSend(byId("join"), () => begin(Object.fromEntries(new FormData(byId("join", HTMLFormElement)))));

function host() {
  const { rules, size, colour, clock, name, device } = Object.fromEntries(new FormData(byId("host", HTMLFormElement)));
  const anywhere = byId("where", HTMLSelectElement).value === "anywhere";
  begin({ rules, size: Number(size), options: chosenOptions(byId("options")), clock, colour, name, device, anywhere });
}

// The game

/** @param {Seat | NetworkGame} message */
function show(message) {
  const game = "position" in message ? message : null;
  byId("begin").hidden = true;
  byId("board-tools").hidden = false;
  setText(byId("problem"), message.problem);
  showState(message, game?.waiting ?? false);
  byId("invite").hidden = message.joined || !code;
  if (!byId("invite").hidden) showInvitation(code, message);
  byId("scene").hidden = !game;
  render(message.sentences.toReversed().map((sentence) => html`<li>${sentence}</li>`), byId("news"));
  if (!game) return;
  showOffer(game);
  scene.clocks.show(game.clock);
  scene.show(gameOf(game));
}

/**
 * @param {NetworkGame} game
 * @returns {import("../../play/game-scene.js").Game}
 */
function gameOf(game) {
  const { rules, board, options, position, players, actions, played, colour, mine, other, number, control, offer, ended } = game;
  const over = Boolean(position.result);
  const them = other || "the other side";
  return {
    title: `${gameName(rules)} against ${them}`,
    rules, board, players, actions, played, number, over, hands, colour, other,
    position: hands ? position : { ...position, actions: {}, choices: [] },
    text: textOf(game), waits: mine ? "" : "It is the other side's turn.",
    about: [options, `you play ${colour}`, control],
    undo: ended ? "" : "Ask to undo", draw: !over && !ended, resign: !over && !ended, rematch: !(offer?.mine && offer.do === "rematch") && !ended,
  };
}

/** @param {NetworkGame} game */
function textOf({ position, mine, other, here, ended }) {
  const them = other || "The other side";
  if (position.result_words) return position.result_words;
  if (ended) return "This game is not being played just now: choose Other games, then Go on.";
  if (mine) return `Your turn. ${position.due}.`;
  return here ? `${them} is to move: it appears here by itself.`
    : `${them} is to move but is not connected. Wait here, or come back later: the game is saved.`;
}

/**
 * @param {Seat} seat
 * @param {boolean} waiting
 */
function showState({ joined, here, ended }, waiting) {
  const badge = byId("state");
  badge.hidden = !joined;
  const away = ended ? "not being played" : here ? "connected" : "the other side is not connected";
  badge.className = `badge ${here && !ended ? "badge-good" : "badge-warn"}`;
  setText(badge, waiting && here ? "connected, sending" : away);
}

/** @param {NetworkGame} game */
function showOffer({ offer, other }) {
  byId("offer").hidden = !offer;
  byId("offer-answers").hidden = !offer || offer.mine;
  setText(byId("offer-text"), offer ? `${offer.mine ? "You ask" : `${other || "The other side"} asks`} ${offer.what}.` : "");
}

/** @param {{do: string, action?: string}} wish */
async function ask(wish) {
  try {
    // Why a wish is not carried out comes later, as a message.
    const { sentence, clause } = await api(`/api/netplay/games/${id}`, { method: "POST", body: wish });
    if (sentence) scene.say(sentence, clause);
  } catch (error) {
    scene.refused(sentenceOf(error));
  }
}

byId("yes").addEventListener("click", () => ask({ do: "yes" }));
byId("no").addEventListener("click", () => ask({ do: "no" }));

// Following the game

async function open() {
  byId("board-tools").hidden = true;
  id = location.hash.slice(1);
  if (!/^[0-9a-f]{16}-(host|guest)$/.test(id)) {
    await offerGames().catch((error) => setText(byId("problem"), error.message));
    return;
  }
  byId("begin").hidden = true;
  hands = (await rights).right === "act";
  // Gone as soon as the game is shown.
  setText(byId("problem"), "This game is not being played just now.");
  try {
    // It may have been played before the server was started again.
    if (hands) ({ code } = await api(`/api/netplay/games/${id}`, { method: "POST", body: { do: "resume" } }));
  } catch (error) {
    setText(byId("problem"), sentenceOf(error));
    return;
  }
  new LiveSocket({ netplay: show, refused: ({ sentence }) => scene.refused(sentence) }).watch({ games: [id] });
}

addEventListener("hashchange", () => location.reload());
open();
