// @ts-check
// The page: brings together the board, the hands, the rail, the game and the connection.

import { BoardView } from "./board-view.js";
import { Clocks } from "./clock.js";
import { Connection } from "./connection.js";
import { GamePanel } from "./game-panel.js";
import { Hands } from "./hands.js";
import { Rail } from "./rail.js";
import { Sounds } from "./sounds.js";
import { fillTray, markTray } from "./trays.js";

const HINT_MS = 5000;
const find = (id) => document.getElementById(id);

const known = { panel: null, leds: "", game: {}, ended: null };
const sounds = new Sounds();
let view = null;
let frameDue = false;
let hintTimer = 0;
let connected = false;

const rail = new Rail(find("rail"), send);
const gamePanel = new GamePanel(find, (action) => send({ do: "act", action }));
const clocks = new Clocks((colour) => document.querySelector(`.player-${colour} .player-clock`), (sentence) => {
  find("clock-news").textContent = sentence;
});
const hands = new Hands({
  root: document.querySelector(".board-area"), ghost: find("ghost"), send, say, changed: showHands,
  leaders: () => Boolean(known.game.leaders),
});

const receivers = {
  panel: showPanel,
  table: ({ discs }) => hands.showDiscs(discs),
  leds: ({ rgb }) => {
    known.leds = rgb;
    requestFrame();
  },
  buzzer: ({ hz }) => {
    rail.setBuzzer(hz);
    sounds.sound(hz);
  },
  game: showGame,
  clock: ({ clock }) => clocks.show(clock),
  engine: showEngine,
  error: ({ message }) => {
    say(message);
    // What the hands showed ahead of the board may not have happened.
    hands.showTold();
  },
  ended: ({ message }) => {
    known.ended = message;
    showBanner();
  },
};

const connection = new Connection((message) => receivers[message.event]?.(message), (stands) => {
  connected = stands;
  if (stands) known.ended = null;
  else rail.releaseAll();
  document.body.dataset.connected = String(stands);
  showBanner();
});

function send(message) {
  const sent = connection.send(message);
  if (!sent && message.do !== "release") say("The board is not connected: nothing was moved.");
  return sent;
}

function showPanel(message) {
  const drawn = JSON.stringify(message);
  if (drawn === known.panel) return;
  known.panel = drawn;
  known.cells = message.cells.length;
  known.status = 6 * message.cells.reduce((most, cell) => Math.max(most, cell.led + 1), 0);
  view?.dispose();
  view = new BoardView(find("board"), message);
  hands.view = view;
  document.querySelector(".board-area").style.setProperty("--board-aspect", String(view.aspect));
  hands.showTold();
  view.setNames(known.game.names ?? {});
  requestFrame();
}

function showGame(game) {
  known.game = game;
  view?.setNames(game.names ?? {});
  gamePanel.show(game);
  for (const colour of ["white", "black"]) fillTray(find(`tray-${colour}`), colour, Boolean(game.leaders));
  view?.setLegal(game.legal ?? []);
  view?.setNotes(game.differs ?? {});
  document.body.dataset.turn = game.result ? "" : game.turn ?? "";
  showHands();
}

function showEngine({ level, levels }) {
  const choice = find("engine").querySelector("select");
  if (choice.options.length !== levels) {
    choice.replaceChildren(...Array.from({ length: levels }, (_, k) => {
      const words = { 0: " (beginner)", [levels - 1]: " (strongest)" };
      return new Option(`${k + 1}${words[k] ?? ""}`, String(k + 1));
    }));
  }
  choice.value = String(level);
  find("engine").hidden = false;
}

// Lights are drawn once per screen refresh, the latest only.
function requestFrame() {
  if (frameDue) return;
  frameDue = true;
  requestAnimationFrame(() => {
    frameDue = false;
    view?.setLeds(known.leds);
    rail.setLeds(known.leds.slice(known.status ?? 0));
  });
}

function showBanner() {
  const banner = find("banner");
  banner.hidden = connected && !known.ended;
  banner.textContent = known.ended && connected ? known.ended : "The connection to the board is lost. Trying again …";
}

function showHands() {
  const held = hands.held;
  find("away").disabled = !held;
  find("flip").setAttribute("aria-pressed", String(hands.flipping));
  for (const colour of ["white", "black"]) markTray(find(`tray-${colour}`), held?.from === null ? held.piece : "");
  document.body.classList.toggle("holding", Boolean(held));
  clearTimeout(hintTimer);
  showHint(standingHint());
}

function standingHint() {
  if (hands.held) return `In hand: ${hands.inHand()}. Tap a cell to set it down.`;
  if (known.game.act) return known.game.act;
  if (hands.flipping) return "Tap a disc to turn it over.";
  return "Take a disc from a tray, or move one on the board.";
}

function showHint(text) {
  if (find("hint").textContent !== text) find("hint").textContent = text;
}

function say(sentence) {
  showHint(sentence);
  find("hint").classList.remove("told");
  requestAnimationFrame(() => find("hint").classList.add("told"));
  clearTimeout(hintTimer);
  hintTimer = setTimeout(() => showHint(standingHint()), HINT_MS);
}

find("sound").addEventListener("click", () => {
  const on = find("sound").getAttribute("aria-pressed") !== "true";
  find("sound").setAttribute("aria-pressed", String(on));
  find("sound").textContent = on ? "Sound on" : "Sound off";
  sounds.enable(on);
});
find("engine").addEventListener("change", (event) => send({ do: "level", level: event.target.value }));
find("flip").addEventListener("click", () => (hands.held ? hands.flip(null) : hands.setFlipping(!hands.flipping)));
find("away").addEventListener("click", () => hands.putBack());
find("help-open").addEventListener("click", () => find("help").showModal());
find("clear").addEventListener("click", (event) => {
  const button = event.currentTarget;
  if (button.dataset.sure) send({ do: "clear" });
  button.dataset.sure = button.dataset.sure ? "" : "yes";
  button.textContent = button.dataset.sure ? "Really take every disc off?" : "Take every disc off the board";
});
find("clear").addEventListener("blur", (event) => {
  event.currentTarget.dataset.sure = "";
  event.currentTarget.textContent = "Take every disc off the board";
});

// A bowl is a button: Enter and Space take a disc, pointers are the hands' own business.
document.querySelector(".board-area").addEventListener("click", (event) => {
  const bowl = event.target.closest("[data-tray]");
  if (!bowl || event.detail !== 0) return;
  hands.takeFromTray(bowl.dataset.tray);
  if (hands.held) view?.focusCell(view.focused.name);
});

window.addEventListener("keydown", (event) => {
  if (find("help").open || event.target.closest?.("select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = Rail.buttonOf(event.key);
  if (button && !event.repeat) rail.press(button, "number key");
  else if (event.key === "?") find("help").showModal();
  else if (event.key === "Escape") {
    hands.setFlipping(false);
    hands.putBack();
  }
});
window.addEventListener("keyup", (event) => {
  const button = Rail.buttonOf(event.key);
  if (button) rail.release(button, "number key");
});
window.addEventListener("blur", () => rail.releaseAll());
