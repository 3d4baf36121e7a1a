// @ts-check
// The wooden table of a simulated board: its panel with lights, trays, rail and buzzer, and the hands at it.

import { discPicture, pieceWords } from "../lib/disc.js";
import { around, byId } from "../lib/dom.js";
import { colourName } from "../lib/position.js";
import { joinsEdges } from "../lib/site.js";
import { html, render } from "../vendor/lit-html.js";
import { Due } from "./due.js";
import { Hands } from "./hands.js";
import { Rail } from "./rail.js";
import { Sounds } from "./sounds.js";
import { Table } from "./table.js";

const MOST_NAMED = 6; // more cells than this are not named one by one
const COLOURS = ["white", "black"];
/** The places of discs in a heap. @type {[number, number][]} */
const HEAP = [[-4.5, 5.5], [6.5, 3.5], [0.5, -5]];

export class WoodenTable {
  /**
   * Play on the board of a game's page; `send` passes a gesture on and returns whether it could.
   * @param {import("./game-scene.js").GameScene} scene
   * @param {(message: {do: string, [member: string]: unknown}) => boolean} send
   */
  constructor(scene, send) {
    const { view } = scene.board;
    this.scene = scene;
    this.view = view;
    this.leaders = false;
    /** @type {import("../site/board/board.js").Prompt} */
    this.prompt = { text: "" };
    this.shown = false;
    this.sounds = new Sounds(byId("sound", HTMLInputElement));
    this.due = new Due();
    this.send = (/** @type {{do: string, [member: string]: unknown}} */ message) => {
      const sent = send(message);
      if (!sent && message.do !== "release") say("The board is not connected: nothing was moved.");
      return sent;
    };
    this.rail = new Rail(byId("rail"), this.send);
    /** @type {(sentence: string, clause?: string) => void} */
    const say = (sentence, clause) => scene.say(sentence, clause);
    this.table = new Table({ view, send: this.send, say });
    this.hands = new Hands({
      view, ghost: byId("ghost"), table: this.table, due: this.due, say, changed: () => this.showHands(), leaders: () => this.leaders,
      choose: (cell, choices) => scene.board.chooser.open(view.elementOf(cell), `What to do on ${view.nameOf(cell)}`, choices),
    });
    new MutationObserver(() => {
      if (document.body.dataset.connected !== "true") this.rail.releaseAll();
    }).observe(document.body, { attributeFilter: ["data-connected"] });
    this.listen();
  }

  /** Show the table, or leave the view to others. @param {boolean} shown */
  show(shown) {
    this.hands.putBack();
    this.hands.setFlipping(false);
    this.shown = shown;
    if (!shown) {
      this.rail.releaseAll();
      return;
    }
    this.view.input = this.hands;
    this.table.showReported();
  }

  /**
   * Show what is to be done at a board.
   * @param {import("../site/board/board.js").Prompt} prompt
   * @param {import("../site/board/board.js").BoardMessage | null} board
   */
  async showPrompt(prompt, board) {
    this.prompt = prompt;
    this.due.take(prompt);
    this.leaders = Object.values(board?.position?.hand ?? {}).some((pieces) => "leader" in pieces);
    this.showHands();
    if (!board) return;
    const { names = {}, differs: notes = {}, menu } = prompt;
    const edges = !menu && joinsEdges(board.rules) && (board.board || board.panel);
    if (await this.view.show({ board: board.panel, names, edges, notes })) document.body.dataset.shown = String(board.actions.length);
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

  /** Something was not done: what the hands showed ahead of the board may not have happened. */
  refused() {
    this.hands.waitNoMore(this.due.answered);
    this.table.showReported();
  }

  /** Return what the hands can do now besides what is due. */
  hint() {
    const { held } = this.hands;
    if (held) return this.handWords(held);
    if (this.prompt.act) return this.prompt.act;
    return this.hands.flipping ? "Tap a disc to turn it over." : "";
  }

  /** Return what is in hand and where it may go. @param {import("./hands.js").Held} held */
  handWords({ piece, from }) {
    const cells = this.due.cells({ piece, from }).filter((cell) => cell !== from).map((cell) => this.view.nameOf(cell));
    const disc = from ? `In hand: ${pieceWords(piece)} of ${this.view.nameOf(from)}.` : `In hand: ${pieceWords(piece)}.`;
    return `${disc} ${whereWords(cells, from !== null)}`;
  }

  showHands() {
    const { held, flipping } = this.hands;
    byId("away", HTMLButtonElement).disabled = !held;
    byId("flip").setAttribute("aria-pressed", String(flipping));
    for (const colour of COLOURS) showTray(byId(`tray-${colour}`), colour, this.leaders, held?.from === null ? held.piece : "");
    document.body.classList.toggle("holding", Boolean(held));
    if (this.shown) this.view.show({ legal: this.due.cells(held) });
    if (this.shown) this.scene.guide(this.prompt.refusal || this.hint(), this.prompt.refusal ? this.prompt.clause : undefined);
  }

  listen() {
    const { hands, rail } = this;
    byId("flip").addEventListener("click", () => (hands.held ? hands.flip(null) : hands.setFlipping(!hands.flipping)));
    byId("away").addEventListener("click", () => hands.putBack());
    window.addEventListener("keydown", (event) => {
      if (!this.shown || document.querySelector("dialog[open]") || around(event, "select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
      const button = Rail.buttonOf(event.key);
      if (button && !event.repeat) rail.press(button);
      else if (event.key === "Escape") {
        hands.setFlipping(false);
        hands.putBack();
      }
    });
    window.addEventListener("keyup", (event) => {
      const button = Rail.buttonOf(event.key);
      if (button) rail.release(button);
    });
    window.addEventListener("blur", () => rail.releaseAll());
  }
}

/**
 * Return where a disc in hand may go.
 * @param {string[]} cells
 * @param {boolean} moves whether it was on the board before
 */
function whereWords(cells, moves) {
  if (!cells.length) return "It goes nowhere now: put it back.";
  if (cells.length > MOST_NAMED) return `Set it down on one of the ${cells.length} glowing cells.`;
  return `Set it down on ${cells.join(", ")}${moves ? ", or put it back" : ""}.`;
}

/**
 * Show a tray with one side's discs, and its leaders if the game has any; the bowl of the disc `inHand` is marked.
 * @param {HTMLElement} tray
 * @param {string} colour
 * @param {boolean} leaders
 * @param {string} inHand
 */
function showTray(tray, colour, leaders, inHand) {
  const key = colour[0].toUpperCase();
  const bowls = leaders ? [colour, `${colour} leader`] : [colour];
  render(bowls.map((piece) => {
    const leader = piece !== colour;
    return html`<button type="button" class="bowl" data-tray=${piece} aria-pressed=${piece === inHand} aria-label="Take a ${pieceWords(piece)}"
      title="Drag a disc onto the board, or tap here and then a cell (key ${leader ? `Shift+${key}` : key} on a cell)">
      ${discPicture(piece, 20, leader ? undefined : HEAP)}<span class="bowl-label">${leader ? "Leader" : colourName(colour)}</span></button>`;
  }), tray);
}
