// @ts-check
// A game with somebody at another computer, played on this page. The server tells what is legal; no rules here.

import { BoardView } from "../board-view.js";
import { Clocks } from "../clock.js";
import { byId, make, setText } from "../dom.js";
import { panelOf } from "./panels.js";
import { api, gameName, onSend, say } from "./site.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

let id = "";
let told = null;
let view = null;
let on = "";
let picked = ""; // the cell an action begins on, while there are several from there
let shown = "";
let offered = false;

const clocks = new Clocks((colour) => document.querySelector(`.player-${colour} .player-clock`), (sentence) => {
  setText(byId("clock-news"), sentence);
});

// Beginning, joining, going on

async function offerGames() {
  const { games, rules } = await api("/api/apart");
  byId("game").replaceChildren(...rules.map(({ name }) => new Option(gameName(name), name)));
  const change = () => offerOptions(rules.find(({ name }) => name === byId("game").value));
  byId("game").addEventListener("change", change);
  change();
  // Before there is a game to choose nothing can be begun.
  if (!offered) onSend(byId("host"), host);
  offered = true;
  byId("kept-card").hidden = games.length === 0;
  byId("kept").replaceChildren(...games.slice(0, 20).map((game) => {
    const item = make("li");
    const link = make("a", "tool", game.running ? "Open" : "Go on");
    link.href = `#${game.id}`;
    const what = game.rules ? `${gameName(game.rules)}, hosted here` : `Joined, game ${game.id.slice(0, 6)}`;
    link.setAttribute("aria-label", `${link.textContent}: ${what}`);
    item.append(link, make("span", "", what));
    return item;
  }));
}

function offerOptions({ least, most, size, options, defaults }) {
  const sizes = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  byId("size").replaceChildren(...sizes.map((one) => new Option(String(one), String(one), one === size, one === size)));
  byId("options").replaceChildren(...Object.entries(options).map(([name, values]) => {
    const field = make("p", "field");
    const label = make("label", "", name[0].toUpperCase() + name.slice(1));
    const select = make("select");
    select.id = `option-${name}`;
    select.dataset.option = name;
    label.htmlFor = select.id;
    select.append(...values.map((value) => new Option(value, value, value === defaults[name], value === defaults[name])));
    field.append(label, select);
    return field;
  }));
}

async function begin(wish) {
  try {
    const begun = await api("/api/apart", { method: "POST", body: wish });
    location.hash = begun.id;
  } catch (error) {
    setText(byId("problem"), error.message);
  }
}

onSend(byId("join"), () => {
  begin({ code: byId("code").value, name: byId("join-name").value });
});

function host() {
  const options = Object.fromEntries([...find("options").querySelectorAll("select")].map((one) => [one.dataset.option, one.value]));
  const where = byId("where").value;
  begin({
    game: byId("game").value, size: Number(byId("size").value), options, clock: byId("clock").value, colour: byId("colour").value,
    name: byId("host-name").value, anywhere: where === "anywhere", broker: where === "broker" ? byId("broker").value : "",
  });
}

byId("where").addEventListener("change", () => {
  const broker = byId("where").value === "broker";
  byId("broker-field").hidden = !broker;
  byId("broker").required = broker;
});

// The game

async function show(message) {
  told = message;
  byId("begin").hidden = true;
  byId("board-tools").hidden = false;
  setText(byId("problem"), message.problem);
  showState();
  byId("invite").hidden = message.joined || !message.code;
  byId("invite-code").value = message.code;
  const playing = Boolean(message.position);
  byId("scene").hidden = !playing || !message.joined;
  showNews(message.sentences);
  if (!playing) return;
  const { position } = message;
  const title = `${gameName(position.rules)} against ${message.other || "the other side"}`;
  setText(byId("title"), title);
  document.title = `${title} · Hexlume`;
  showPlayers(message);
  clocks.show(message.clock);
  setText(byId("about"), [`${gameName(position.rules)} on ${position.board}`, `you play ${message.colour}`, message.control].join(" · "));
  showText();
  showOffer(message.offer);
  showWords(message);
  showActions(message.actions);
  if (!message.moves[picked]) picked = "";
  await showBoard();
}

function showState() {
  const badge = byId("state");
  badge.hidden = !told.joined;
  const away = told.ended ? "not being played" : told.here ? "connected" : "the other side is away";
  badge.className = `badge ${told.here && !told.ended ? "badge-good" : "badge-warn"}`;
  setText(badge, told.waiting && told.here ? "connected, sending" : away);
}

async function showBoard() {
  const { board } = told.position;
  if (board !== on) {
    on = board;
    const panel = await panelOf(board).catch(() => null);
    if (!panel) {
      on = "";
      return;
    }
    view?.dispose();
    view = new BoardView(byId("board"), panel);
    byId("board").parentElement.style.setProperty("--board-aspect", String(view.aspect));
  }
  if (!view) return;
  const { discs, last, captured, forced } = told.position;
  view.setDiscs(discs);
  view.setLast(last);
  view.setCaptured(captured);
  view.setForced(forced);
  view.setLifted(picked);
  view.setLegal(picked ? targets().map(([, goes]) => goes).filter(Boolean) : Object.keys(told.moves));
  byId("board").classList.toggle("mine", told.mine);
  document.body.dataset.shown = String(told.actions.length);
}

/** Return the actions that begin on the picked cell: [action, where it goes, what it does]. */
function targets() {
  return told.moves[picked] ?? [];
}

function showText() {
  const { position, mine } = told;
  let text = position.result_words ? `The game is over. ${position.result_words}.` : mine ? `Your turn. ${position.due}.` : "The other side is to move.";
  if (picked) text = `From ${picked}: choose where to, or what to do.`;
  setText(byId("text"), text);
}

function showPlayers({ players, position }) {
  for (const colour of ["white", "black"]) {
    const card = document.querySelector(`.player-${colour}`);
    const moves = position.to_move === colour;
    card.classList.toggle("to-move", moves);
    setText(card.querySelector(".player-name"), players[colour] || colour[0].toUpperCase() + colour.slice(1));
    const won = position.result === (colour === "white" ? "W+" : "B+");
    setText(card.querySelector(".player-mark"), won ? "won" : moves ? "to move" : "");
  }
}

function showOffer(offer) {
  byId("offer").hidden = !offer;
  byId("offer-answers").hidden = !offer || offer.mine;
  setText(byId("offer-text"), !offer ? "" : offer.mine ? `You ask for this: ${offer.what}.` : `The other side asks for this: ${offer.what}.`);
}

function showWords({ position, mine, ended }) {
  const words = mine ? position.words : [];
  const key = JSON.stringify(words);
  if (byId("words").dataset.told !== key) {
    byId("words").dataset.told = key;
    byId("words").replaceChildren(...words.map((word) => button(word.replace("=", " "), () => act(word))));
  }
  const over = Boolean(position.result);
  byId("resign").disabled = over || ended;
  byId("draw").disabled = over || ended;
  byId("back").disabled = ended || told.actions.length === 0;
}

function showActions(actions) {
  const key = JSON.stringify(actions);
  if (key === shown) return;
  shown = key;
  byId("actions").replaceChildren(...actions.map(([colour, action]) => {
    const item = make("li");
    item.append(make("span", `chip chip-${colour}`), make("span", "unseen", colour), ` ${action}`);
    return item;
  }));
  byId("actions").lastElementChild?.setAttribute("aria-current", "step");
  byId("actions").scrollTop = byId("actions").scrollHeight;
}

function showNews(sentences) {
  const key = JSON.stringify(sentences);
  if (byId("news").dataset.told === key) return;
  byId("news").dataset.told = key;
  byId("news").replaceChildren(...[...sentences].reverse().map((sentence) => make("li", "", sentence)));
}

function button(text, does) {
  const made = make("button", "tool", text);
  made.type = "button";
  made.addEventListener("click", does);
  return made;
}

function act(action) {
  pick("");
  ask({ do: "act", action });
}

async function ask(wish) {
  try {
    await api(`/api/apart/games/${id}`, { method: "POST", body: wish });
  } catch (error) {
    say(error.message);
  }
}

/** Take a cell as the beginning of an action, or none. */
function pick(cell) {
  picked = cell;
  const here = cell ? targets().filter(([, goes]) => !goes) : [];
  byId("choice").hidden = here.length === 0;
  byId("choice").replaceChildren(...here.map(([action, , what]) => button(what, () => act(action))), ...(here.length ? [button("Neither", () => pick(""))] : []));
  showText();
  showBoard();
}

byId("board").addEventListener("cellchosen", ({ detail: { cell } }) => {
  if (!told?.mine) {
    say(told?.position?.result ? "The game is over." : "It is the other side's turn.");
    return;
  }
  const goes = picked ? targets().find(([, where]) => where === cell) : undefined;
  const starts = told.moves[cell] ?? [];
  if (goes) act(goes[0]);
  else if (cell === picked) pick("");
  else if (starts.length === 1 && !starts[0][1]) act(starts[0][0]);
  else if (starts.length) {
    pick(cell);
    byId("choice").querySelector("button")?.focus();
  } else say(`Nothing can be done on ${cell} just now.`);
});

byId("back").addEventListener("click", () => ask({ do: "back" }));
byId("draw").addEventListener("click", () => ask({ do: "draw" }));
byId("yes").addEventListener("click", () => ask({ do: "yes" }));
byId("no").addEventListener("click", () => ask({ do: "no" }));
byId("resign").addEventListener("click", () => byId("sure").showModal());
byId("sure").addEventListener("close", () => {
  if (byId("sure").returnValue === "yes") ask({ do: "resign" });
  byId("sure").returnValue = "";
});
byId("names").addEventListener("click", () => {
  const names = byId("names").getAttribute("aria-pressed") !== "true";
  byId("board").classList.toggle("nameless", !names);
  byId("names").setAttribute("aria-pressed", String(names));
});
byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(byId("invite-code").value);
    say("The code is copied.");
  } catch {
    byId("invite-code").select();
    say("This browser does not let the page copy: the code is selected, copy it by hand.");
  }
});

// Following the game

function follow(wait = FIRST_WAIT_MS) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/apart/${id}`);
  let next = Math.min(LONGEST_WAIT_MS, 2 * wait);
  socket.addEventListener("message", ({ data }) => {
    next = FIRST_WAIT_MS;
    show(JSON.parse(data));
  });
  socket.addEventListener("close", () => setTimeout(() => follow(next), wait));
}

async function open() {
  id = location.hash.slice(1);
  if (!/^[0-9a-f]{16}-(host|guest)$/.test(id)) {
    await offerGames().catch((error) => setText(byId("problem"), error.message));
    return;
  }
  byId("begin").hidden = true;
  try {
    await api(`/api/apart/games/${id}`);
  } catch {
    // It was played before the server was started again.
    try {
      await api(`/api/apart/games/${id}`, { method: "POST", body: { do: "resume" } });
    } catch (error) {
      setText(byId("problem"), error.message);
      return;
    }
  }
  follow();
}

addEventListener("hashchange", () => location.reload());
open();
