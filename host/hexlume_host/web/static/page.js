// @ts-check
// The page: brings together the board, the hands, the rail, the game and the connection.

import { BoardView } from "./board-view.js";
import { Clocks } from "./clock.js";
import { Connection } from "./connection.js";
import { around, byId, within } from "./dom.js";
import { GamePanel } from "./game-panel.js";
import { Hands } from "./hands.js";
import { Rail } from "./rail.js";
import { Sounds } from "./sounds.js";
import { fillTray, markTray } from "./trays.js";

const HINT_MS = 5000;
/** @typedef {import("./board-view.js").Panel} Panel */
/** @typedef {import("./game-panel.js").GameMessage} GameMessage */

/** @type {{game: GameMessage, ended: string | null, status: number}} */
const known = { game: {}, ended: null, status: 0 };
const sounds = new Sounds();
const view = new BoardView(byId("board"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hintTimer;
let connected = false;

const rail = new Rail(byId("rail"), send);
const gamePanel = new GamePanel(byId, (action) => send({ do: "act", action }));
const clocks = new Clocks((colour) => within(document, `.player-${colour} .player-clock`), (sentence) => {
  byId("clock-news").textContent = sentence;
});
const hands = new Hands({
  root: within(document, ".board-area"), view, ghost: byId("ghost"), send, say, changed: showHands,
  leaders: () => Boolean(known.game.leaders),
});

/** @type {Record<string, (message: any) => void>} */
const receivers = {
  panel: showPanel,
  table: ({ discs }) => hands.showDiscs(discs),
  leds: ({ rgb }) => {
    view.show({ leds: rgb });
    rail.setLeds(rgb.slice(known.status));
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

/** @param {{do: string, [member: string]: unknown}} message */
function send(message) {
  const sent = connection.send(message);
  if (!sent && message.do !== "release") say("The board is not connected: nothing was moved.");
  return sent;
}

/** @param {Panel} message */
function showPanel(message) {
  known.status = 6 * message.cells.reduce((most, cell) => Math.max(most, cell.led + 1), 0);
  view.show({ panel: message });
}

/** @param {GameMessage} game */
function showGame(game) {
  known.game = game;
  view.show({ names: game.names ?? {}, legal: game.legal ?? [], notes: game.differs ?? {} });
  gamePanel.show(game);
  for (const colour of ["white", "black"]) fillTray(byId(`tray-${colour}`), colour, Boolean(game.leaders));
  document.body.dataset.turn = game.result ? "" : game.turn ?? "";
  showHands();
}

/** @param {{level: number, levels: number}} engine */
function showEngine({ level, levels }) {
  const choice = within(byId("engine"), "select", HTMLSelectElement);
  if (choice.options.length !== levels) {
    choice.replaceChildren(...Array.from({ length: levels }, (_, k) => {
      /** @type {Record<number, string>} */
      const words = { 0: " (beginner)", [levels - 1]: " (strongest)" };
      return new Option(`${k + 1}${words[k] ?? ""}`, String(k + 1));
    }));
  }
  choice.value = String(level);
  byId("engine").hidden = false;
}

function showBanner() {
  const banner = byId("banner");
  banner.hidden = connected && !known.ended;
  banner.textContent = known.ended && connected ? known.ended : "The connection to the board is lost. Trying again …";
}

function showHands() {
  const held = hands.held;
  byId("away", HTMLButtonElement).disabled = !held;
  byId("flip").setAttribute("aria-pressed", String(hands.flipping));
  for (const colour of ["white", "black"]) markTray(byId(`tray-${colour}`), held?.from === null ? held.piece : "");
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

/** @param {string} text */
function showHint(text) {
  if (byId("hint").textContent !== text) byId("hint").textContent = text;
}

/** @param {string} sentence */
function say(sentence) {
  showHint(sentence);
  byId("hint").classList.remove("told");
  requestAnimationFrame(() => byId("hint").classList.add("told"));
  clearTimeout(hintTimer);
  hintTimer = setTimeout(() => showHint(standingHint()), HINT_MS);
}

byId("sound").addEventListener("click", () => {
  const on = byId("sound").getAttribute("aria-pressed") !== "true";
  byId("sound").setAttribute("aria-pressed", String(on));
  byId("sound").textContent = on ? "Sound on" : "Sound off";
  sounds.enable(on);
});
within(byId("engine"), "select", HTMLSelectElement).addEventListener("change", (event) => {
  const choice = /** @type {HTMLSelectElement} */ (event.currentTarget);
  send({ do: "level", level: choice.value });
});
byId("flip").addEventListener("click", () => (hands.held ? hands.flip(null) : hands.setFlipping(!hands.flipping)));
byId("away").addEventListener("click", () => hands.putBack());
const help = byId("help", HTMLDialogElement);
byId("help-open").addEventListener("click", () => help.showModal());
byId("clear").addEventListener("click", () => {
  const button = byId("clear");
  if (button.dataset.sure) send({ do: "clear" });
  button.dataset.sure = button.dataset.sure ? "" : "yes";
  button.textContent = button.dataset.sure ? "Really take every disc off?" : "Take every disc off the board";
});
byId("clear").addEventListener("blur", () => {
  byId("clear").dataset.sure = "";
  byId("clear").textContent = "Take every disc off the board";
});

// A bowl is a button: Enter and Space take a disc, pointers are the hands' own business.
within(document, ".board-area").addEventListener("click", (event) => {
  const tray = around(event, "[data-tray]")?.dataset.tray;
  if (!tray || event.detail !== 0) return;
  hands.takeFromTray(tray);
  if (hands.held) view.focusCell();
});

window.addEventListener("keydown", (event) => {
  if (help.open || around(event, "select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = Rail.buttonOf(event.key);
  if (button && !event.repeat) rail.press(button, "number key");
  else if (event.key === "?") help.showModal();
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
