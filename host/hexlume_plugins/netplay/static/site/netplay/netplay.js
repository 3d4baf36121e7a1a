// @ts-check
// A game with somebody at another computer as the source of a game's page; and what begins or joins one.

import { byId, setText } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { api, gameAim, gameName, onSend, recall, remember, rights, sentenceOf } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";
import { GameScene } from "../../play/game-scene.js";
import { chosenOptions, offerStarts, starts } from "../analysis/start-dialog.js";
import { showInvitation } from "./invitation.js";

/** @typedef {import("../../lib/position.js").Position} Position */
/** @typedef {{mine: boolean, what: string}} Offer */
/** @typedef {{id: string, running: boolean, rules: string, joined: boolean, other: string}} SavedGame */
/**
 * A game with somebody else (netplay/page_player.py). Before the game is agreed on it has no position.
 *
 * @typedef {{joined: boolean, here: boolean, other: string, sentences: string[], problem: string, ended: boolean}} Seat
 */
/**
 * @typedef {Seat & {rules: string, on: string, options: string, position: Position, played: string, colour: string, mine: boolean,
 *   players: Record<string, string>, again: {mine: boolean, other: boolean, next: string} | null, number: number | null,
 *   host: string, actions: [string, string][], offer: Offer | null, waiting: boolean, control: string,
 *   clock: import("../../lib/clock.js").ClockReport | null}} NetworkGame
 */

/** The page's wishes in this source's words. @type {Record<string, string>} */
const WISHES = { play: "act", undo: "back", draw: "draw", resign: "resign", rematch: "rematch" };

const where = byId("where", HTMLSelectElement);
const broker = byId("broker", HTMLInputElement);
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
  /** @type {{games: SavedGame[]}} */
  const { games } = await api("/api/netplay");
  // What was chosen on the page of a new game.
  const wish = new URLSearchParams(location.search);
  offerStarts(await starts(), { rules: byId("game", HTMLSelectElement), size: byId("size", HTMLSelectElement), options: byId("options"), aim: byId("aim") },
    { rules: wish.get("game") ?? "" });
  for (const field of byId("host").querySelectorAll("select")) {
    const value = wish.get(field.name);
    if ([...field.options].some((one) => one.value === value)) field.value = value ?? "";
  }
  // Before there is a game to choose nothing can be begun.
  if (!offered) onSend(byId("host"), host);
  offered = true;
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
  const game = gameAim(link.get("game") ?? "") ? gameName(link.get("game")) : "";
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
  const { game, size, colour, clock, name } = Object.fromEntries(new FormData(byId("host", HTMLFormElement)));
  begin({
    game, size: Number(size), options: chosenOptions(byId("options")), clock, colour, name,
    anywhere: where.value === "anywhere", broker: where.value === "broker" ? broker.value : "",
  });
}

where.addEventListener("change", () => {
  byId("broker-field").hidden = where.value !== "broker";
  broker.required = where.value === "broker";
});

// The game

/** @param {Seat | NetworkGame} message */
function show(message) {
  const game = "position" in message ? message : null;
  byId("begin").hidden = true;
  byId("board-tools").hidden = false;
  setText(byId("problem"), message.problem);
  showState(message, game?.waiting ?? false);
  byId("invite").hidden = message.joined || !code;
  if (!byId("invite").hidden) showInvitation(code, game ?? {});
  byId("scene").hidden = !game || !message.joined;
  render(message.sentences.toReversed().map((sentence) => html`<li>${sentence}</li>`), byId("news"));
  if (!game || !message.joined) return;
  if (game.again?.next) {
    location.hash = game.again.next;
    return;
  }
  showOffer(game.offer);
  scene.clocks.show(game.clock);
  scene.show(gameOf(game));
}

/**
 * @param {NetworkGame} game
 * @returns {import("../../play/game-scene.js").Game}
 */
function gameOf(game) {
  const { rules, on, options, position, players, actions, played, colour, mine, other, number, control, again, ended } = game;
  const over = Boolean(position.result);
  const them = other || "the other side";
  const asked = again?.mine ? `You have asked for a rematch. It begins when ${them} asks for it too.`
    : again?.other ? `${them} asks for a rematch.` : "";
  return {
    title: `${gameName(rules)} against ${them}`,
    rules, on, players, actions, played, number, over, hands, colour, other,
    position: hands ? position : { ...position, actions: {}, choices: [] },
    text: textOf(game), waits: mine ? "" : "It is the other side's turn.",
    about: [options, `you play ${colour}`, control],
    undo: ended ? "" : "Ask to undo", draw: !over && !ended, resign: !over && !ended, rematch: Boolean(again && !again.mine && !ended), again: asked,
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

/** @param {Offer | null} offer */
function showOffer(offer) {
  byId("offer").hidden = !offer;
  byId("offer-answers").hidden = !offer || offer.mine;
  const what = offer?.what ?? "";
  setText(byId("offer-text"), !offer ? "" : offer.mine ? `You ask for this: ${what}.` : `The other side asks for this: ${what}.`);
}

/** @param {{do: string, action?: string}} wish */
async function ask(wish) {
  try {
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
  const address = `/api/netplay/games/${id}`;
  try {
    const game = await api(address).catch(async () => {
      // It was played before the server was started again.
      await api(address, { method: "POST", body: { do: "resume" } });
      return api(address);
    });
    code = game.code;
  } catch (error) {
    setText(byId("problem"), sentenceOf(error));
    return;
  }
  new LiveSocket({ netplay: show }).watch({ games: [id] });
}

addEventListener("hashchange", () => location.reload());
open();
