// @ts-check
// A game with somebody at another computer, played on this page. The server tells what is legal; no rules here.

import { BoardView, onCellChosen } from "../../lib/board-view.js";
import { Clocks } from "../../lib/clock.js";
import { byId, make, setText, within } from "../../lib/dom.js";
import { LiveSocket } from "../../lib/live-socket.js";
import { MoveList } from "../../lib/move-list.js";
import { boardState, capital, showPlayers } from "../../lib/position.js";
import { api, gameAim, gameName, onSend, say, sentenceOf } from "../../lib/site.js";
import { chosenOptions, optionField, starts } from "../analysis/start-dialog.js";

/** @typedef {import("../../lib/position.js").Position} Position */
/** @typedef {{mine: boolean, what: string}} Offer */
/** @typedef {{id: string, running: boolean, rules: string}} SavedGame */
/**
 * A game with somebody else (netplay/page_player.py). Before the game is agreed on it has no position.
 *
 * @typedef {{joined: boolean, here: boolean, other: string, sentences: string[], problem: string, ended: boolean}} Seat
 */
/**
 * @typedef {Seat & {position: Position, colour: string, mine: boolean, players: Record<string, string>,
 *   actions: [string, string][], offer: Offer | null, waiting: boolean, control: string,
 *   clock: import("../../lib/clock.js").ClockReport | null}} Game
 */

const gameChoice = byId("game", HTMLSelectElement);
const where = byId("where", HTMLSelectElement);
const broker = byId("broker", HTMLInputElement);
const inviteCode = byId("invite-code", HTMLInputElement);
const sure = byId("sure", HTMLDialogElement);
let id = "";
let code = ""; // lets the other side in; empty for those who may not see it
/** @type {Game | null} */
let current = null;
const moves = new MoveList(byId("actions"));
const view = new BoardView(byId("board"));
let picked = ""; // the cell an action begins on, while there are several from there
let offered = false;

const clocks = new Clocks((colour) => within(document, `.player-${colour} .player-clock`), (sentence) => {
  setText(byId("clock-news"), sentence);
});

// Beginning, joining, going on

async function offerGames() {
  /** @type {{games: SavedGame[]}} */
  const { games } = await api("/api/netplay");
  const rules = await starts();
  gameChoice.replaceChildren(...[...rules.keys()].map((name) => new Option(gameName(name), name)));
  const change = () => {
    const chosen = rules.get(gameChoice.value);
    setText(byId("aim"), gameAim(gameChoice.value));
    if (chosen) offerOptions(chosen);
  };
  gameChoice.addEventListener("change", change);
  change();
  // Before there is a game to choose nothing can be begun.
  if (!offered) onSend(byId("host"), host);
  offered = true;
  byId("saved-card").hidden = games.length === 0;
  byId("saved").replaceChildren(...games.slice(0, 20).map((game) => {
    const item = make("li");
    const link = make("a", "tool", game.running ? "Open" : "Go on");
    link.href = `#${game.id}`;
    const what = game.rules ? `${gameName(game.rules)}, hosted here` : `Joined, game ${game.id.slice(0, 6)}`;
    link.setAttribute("aria-label", `${link.textContent}: ${what}`);
    item.append(link, make("span", "", what));
    return item;
  }));
}

/** @param {import("../analysis/start-dialog.js").GameOffer} offer */
function offerOptions({ sizes, size, options }) {
  byId("size").replaceChildren(...sizes.map((one) => new Option(String(one), String(one), one === size, one === size)));
  byId("options").replaceChildren(...options.map((option) => optionField(option)));
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

/**
 * Return what a field of the forms says.
 *
 * @param {string} name
 */
function said(name) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(name)).value;
}

onSend(byId("join"), () => {
  begin({ code: said("code"), name: said("join-name") });
});

function host() {
  begin({
    game: gameChoice.value, size: Number(said("size")), options: chosenOptions(byId("options")), clock: said("clock"), colour: said("colour"),
    name: said("host-name"), anywhere: where.value === "anywhere", broker: where.value === "broker" ? broker.value : "",
  });
}

where.addEventListener("change", () => {
  byId("broker-field").hidden = where.value !== "broker";
  broker.required = where.value === "broker";
});

// The game

/** @param {Seat | Game} message */
async function show(message) {
  const game = "position" in message ? message : null;
  current = game;
  byId("begin").hidden = true;
  byId("board-tools").hidden = false;
  setText(byId("problem"), message.problem);
  showState(message, game?.waiting ?? false);
  byId("invite").hidden = message.joined || !code;
  inviteCode.value = code;
  byId("scene").hidden = !game || !message.joined;
  showNews(message.sentences);
  if (!game) return;
  const { position } = game;
  const title = `${gameName(position.game)} against ${game.other || "the other side"}`;
  setText(byId("title"), title);
  document.title = `${title} · Hexlume`;
  showPlayers(game.players, position);
  clocks.show(game.clock);
  setText(byId("about"), [`${gameName(position.game)} on ${position.board}`, `you play ${game.colour}`, game.control].join(" · "));
  showText(game);
  showOffer(game.offer);
  showWords(game);
  moves.show(game.actions.map(([colour, action]) => [action, colour]));
  if (!game.position.actions[picked]) picked = "";
  await showBoard(game);
}

/**
 * @param {Seat} seat
 * @param {boolean} waiting
 */
function showState({ joined, here, ended }, waiting) {
  const badge = byId("state");
  badge.hidden = !joined;
  const away = ended ? "not being played" : here ? "connected" : "the other side is away";
  badge.className = `badge ${here && !ended ? "badge-good" : "badge-warn"}`;
  setText(badge, waiting && here ? "connected, sending" : away);
}

/** @param {Game} game */
async function showBoard(game) {
  const legal = picked ? targets(game).map(({ to }) => to).filter((to) => to !== picked) : Object.keys(game.position.actions);
  byId("board").classList.toggle("mine", game.mine);
  if (await view.show({ ...boardState(game.position), lifted: picked, legal })) document.body.dataset.shown = String(current?.actions.length);
}

/**
 * Return the actions that begin on the picked cell.
 *
 * @param {Game} game
 */
function targets({ position }) {
  return position.actions[picked] ?? [];
}

/** @param {Game} game */
function showText({ position, mine }) {
  let text = position.result_words ? `The game is over. ${position.result_words}.` : mine ? `Your turn. ${position.due}.` : "The other side is to move.";
  if (picked) text = `From ${picked}: choose where to, or what to do.`;
  setText(byId("text"), text);
}

/** @param {Offer | null} offer */
function showOffer(offer) {
  byId("offer").hidden = !offer;
  byId("offer-answers").hidden = !offer || offer.mine;
  setText(byId("offer-text"), !offer ? "" : offer.mine ? `You ask for this: ${offer.what}.` : `The other side asks for this: ${offer.what}.`);
}

/** @param {Game} game */
function showWords({ position, ended, actions }) {
  const { choices } = position;
  const key = JSON.stringify(choices);
  if (byId("words").dataset.content !== key) {
    byId("words").dataset.content = key;
    byId("words").replaceChildren(...choices.map(({ action, words }) => button(capital(words), () => act(action))));
  }
  const over = Boolean(position.result);
  byId("resign", HTMLButtonElement).disabled = over || ended;
  byId("draw", HTMLButtonElement).disabled = over || ended;
  byId("back", HTMLButtonElement).disabled = ended || actions.length === 0;
}

/** @param {string[]} sentences */
function showNews(sentences) {
  const key = JSON.stringify(sentences);
  if (byId("news").dataset.content === key) return;
  byId("news").dataset.content = key;
  byId("news").replaceChildren(...[...sentences].reverse().map((sentence) => make("li", "", sentence)));
}

/**
 * @param {string} text
 * @param {() => void} does
 */
function button(text, does) {
  const made = make("button", "tool", text);
  made.type = "button";
  made.addEventListener("click", does);
  return made;
}

/** @param {string} action */
function act(action) {
  pick("");
  ask({ do: "act", action });
}

/** @param {{do: string, action?: string}} wish */
async function ask(wish) {
  try {
    await api(`/api/netplay/games/${id}`, { method: "POST", body: wish });
  } catch (error) {
    say(sentenceOf(error));
  }
}

/**
 * Take a cell as the beginning of an action, or none.
 *
 * @param {string} cell
 */
function pick(cell) {
  picked = cell;
  if (!current) return;
  const here = cell ? targets(current).filter(({ to }) => to === cell) : [];
  byId("choice").hidden = here.length === 0;
  byId("choice").replaceChildren(...here.map(({ action, words }) => button(capital(words), () => act(action))), ...(here.length ? [button("Neither", () => pick(""))] : []));
  showText(current);
  showBoard(current);
}

onCellChosen(byId("board"), (cell) => {
  if (!current?.mine) {
    say(current?.position.result ? "The game is over." : "It is the other side's turn.");
    return;
  }
  const onward = picked && cell !== picked ? targets(current).find(({ to }) => to === cell) : undefined;
  const starts = current.position.actions[cell] ?? [];
  if (onward) act(onward.action);
  else if (cell === picked) pick("");
  else if (starts.length === 1 && starts[0].to === cell) act(starts[0].action);
  else if (starts.length) {
    pick(cell);
    byId("choice").querySelector("button")?.focus();
  } else say(`Nothing can be done on ${cell} just now.`);
});

byId("back").addEventListener("click", () => ask({ do: "back" }));
byId("draw").addEventListener("click", () => ask({ do: "draw" }));
byId("yes").addEventListener("click", () => ask({ do: "yes" }));
byId("no").addEventListener("click", () => ask({ do: "no" }));
byId("resign").addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") ask({ do: "resign" });
  sure.returnValue = "";
});
byId("names").addEventListener("click", () => {
  const names = byId("names").getAttribute("aria-pressed") !== "true";
  byId("board").classList.toggle("nameless", !names);
  byId("names").setAttribute("aria-pressed", String(names));
});
byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(inviteCode.value);
    say("The code is copied.");
  } catch {
    inviteCode.select();
    say("This browser does not let the page copy: the code is selected, copy it by hand.");
  }
});

// Following the game

async function open() {
  id = location.hash.slice(1);
  if (!/^[0-9a-f]{16}-(host|guest)$/.test(id)) {
    await offerGames().catch((error) => setText(byId("problem"), error.message));
    return;
  }
  byId("begin").hidden = true;
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
