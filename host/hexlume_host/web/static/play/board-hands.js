// @ts-check
// Hands at a simulated board: its trays, rail and buzzer, and everything one does to it.

import { around, byId, make, within } from "../lib/dom.js";
import { Hands } from "./hands.js";
import { Rail } from "./rail.js";
import { Sounds } from "./sounds.js";
import { fillTray, markTray } from "./trays.js";

const HINT_MS = 5000;
const COLOURS = ["white", "black"];
const CLEAR = "Take every disc off the board";
/** @type {Record<string, string>} */
const WORDS = { pass: "Pass", swap: "Swap colours", done: "Done", end: "End the turn", free: "Free a stone",
  "take=black": "Take black", "take=white": "Take white" };

const area = within(document, ".board-area");
const clear = byId("clear");
const help = byId("help", HTMLDialogElement);
const levels = within(byId("engine"), "select", HTMLSelectElement);

export class BoardHands {
  /**
   * Play on a view of the panel; `send` passes a gesture on and returns whether it could.
   *
   * @param {import("../lib/board-view.js").BoardView} view
   * @param {(message: {do: string, [member: string]: unknown}) => boolean} send
   */
  constructor(view, send) {
    this.view = view;
    this.act = "";
    this.leaders = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.hintTimer = undefined;
    this.sounds = new Sounds();
    this.send = (/** @type {{do: string, [member: string]: unknown}} */ message) => {
      const sent = send(message);
      if (!sent && message.do !== "release") this.say("The board is not connected: nothing was moved.");
      return sent;
    };
    this.rail = new Rail(byId("rail"), this.send);
    this.hands = new Hands({
      root: area, view, ghost: byId("ghost"), send: this.send, say: (sentence) => this.say(sentence), changed: () => this.showHands(),
      leaders: () => this.leaders,
    });
    document.body.classList.add("playing");
    new MutationObserver(() => {
      if (document.body.dataset.connected !== "true") this.rail.releaseAll();
    }).observe(document.body, { attributeFilter: ["data-connected"] });
    this.listen();
  }

  /**
   * Show what is to be done; `hand` is what each side has in hand.
   *
   * @param {import("../site/board/board.js").Prompt} prompt
   * @param {Record<string, Record<string, number>>} hand
   */
  showPrompt({ words = [], act = "" }, hand) {
    this.act = act;
    this.leaders = Object.values(hand).some((pieces) => "leader" in pieces);
    for (const colour of COLOURS) fillTray(byId(`tray-${colour}`), colour, this.leaders);
    this.showWords(words);
    this.showHands();
  }

  /** @param {string} rgb */
  showLeds(rgb) {
    this.view.show({ leds: rgb });
    this.rail.setLeds(rgb);
  }

  /** @param {number} hz */
  sound(hz) {
    this.rail.setBuzzer(hz);
    this.sounds.sound(hz);
  }

  /**
   * Show the engine's level, one of several.
   *
   * @param {{level: number, levels: number}} engine
   */
  showEngine({ level, levels: count }) {
    if (levels.options.length !== count) {
      levels.replaceChildren(...Array.from({ length: count }, (_, k) => {
        /** @type {Record<number, string>} */
        const words = { 0: " (beginner)", [count - 1]: " (strongest)" };
        return new Option(`${k + 1}${words[k] ?? ""}`, String(k + 1));
      }));
    }
    levels.value = String(level);
    byId("engine").hidden = false;
  }

  /**
   * Say why something was not done; what the hands showed ahead of the board may not have happened.
   *
   * @param {string} sentence
   */
  refused(sentence) {
    this.say(sentence);
    this.hands.showReported();
  }

  /** @param {string} sentence */
  say(sentence) {
    showHint(sentence);
    byId("hint").classList.remove("new");
    requestAnimationFrame(() => byId("hint").classList.add("new"));
    clearTimeout(this.hintTimer);
    this.hintTimer = setTimeout(() => showHint(this.hint()), HINT_MS);
  }

  /** Return what the hint says when nothing else is to be said. */
  hint() {
    if (this.hands.held) return `In hand: ${this.hands.inHand()}. Tap a cell to set it down.`;
    if (this.act) return this.act;
    if (this.hands.flipping) return "Tap a disc to turn it over.";
    return "Take a disc from a tray, or move one on the board.";
  }

  showHands() {
    const { held, flipping } = this.hands;
    byId("away", HTMLButtonElement).disabled = !held;
    byId("flip").setAttribute("aria-pressed", String(flipping));
    for (const colour of COLOURS) markTray(byId(`tray-${colour}`), held?.from === null ? held.piece : "");
    document.body.classList.toggle("holding", Boolean(held));
    clearTimeout(this.hintTimer);
    showHint(this.hint());
  }

  /** @param {string[]} words */
  showWords(words) {
    const box = byId("words");
    box.hidden = words.length === 0;
    if (box.dataset.words === words.join()) return;
    box.dataset.words = words.join();
    // Twenty-one komi become a keypad of numbers in their own order.
    const many = words.length > 6;
    box.classList.toggle("many", many);
    const ordered = [...words].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const title = many ? [make("h2", "", "Komi")] : [];
    box.replaceChildren(...title, ...ordered.map((word) => {
      const button = make("button", "tool", WORDS[word] ?? word.replace("komi=", many ? "" : "Komi "));
      if (many) button.setAttribute("aria-label", word.replace("komi=", "Komi "));
      button.type = "button";
      button.dataset.word = word;
      button.addEventListener("click", () => this.send({ do: "act", action: word }));
      return button;
    }));
  }

  listen() {
    const { hands, rail, view } = this;
    byId("sound").addEventListener("click", () => {
      const on = byId("sound").getAttribute("aria-pressed") !== "true";
      byId("sound").setAttribute("aria-pressed", String(on));
      byId("sound").textContent = on ? "Sound on" : "Sound off";
      this.sounds.enable(on);
    });
    levels.addEventListener("change", () => this.send({ do: "level", level: levels.value }));
    byId("flip").addEventListener("click", () => (hands.held ? hands.flip(null) : hands.setFlipping(!hands.flipping)));
    byId("away").addEventListener("click", () => hands.putBack());
    byId("help-open").addEventListener("click", () => help.showModal());
    clear.addEventListener("click", () => {
      if (clear.dataset.sure) this.send({ do: "clear" });
      clear.dataset.sure = clear.dataset.sure ? "" : "yes";
      clear.textContent = clear.dataset.sure ? "Really take every disc off?" : CLEAR;
    });
    clear.addEventListener("blur", () => {
      clear.dataset.sure = "";
      clear.textContent = CLEAR;
    });
    // A bowl is a button: Enter and Space take a disc, pointers are the hands' own business.
    area.addEventListener("click", (event) => {
      const tray = around(event, "[data-tray]")?.dataset.tray;
      if (!tray || event.detail !== 0) return;
      hands.takeFromTray(tray);
      if (hands.held) view.focusCell();
    });
    window.addEventListener("keydown", (event) => {
      if (help.open || around(event, "select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
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
  }
}

/** @param {string} text */
function showHint(text) {
  if (byId("hint").textContent !== text) byId("hint").textContent = text;
}
