// @ts-check
// The engine on the analysis page: what it thinks of the position shown, in words, as numbers on the board, and as lines.

import { byId, setText } from "../../lib/dom.js";
import { api, rights, sentenceOf } from "../../lib/site.js";
import { later } from "../../lib/timers.js";
import { html, render } from "../../vendor/lit-html.js";

const POLL_MS = 700;
const LINE_SHOWN = 8;
const READY = "Making the engine ready: after an installation that takes a minute.";

/** @typedef {{action: string, cells: string[], words: string, line: string[]}} Choice an action, where it ends, and how good it is */
/**
 * What the engine has found (hexlume_engine/pages/engine.py).
 *
 * @typedef {{number: number, running: boolean, ready: boolean, problem: string, playouts: number, words: string, choices: Choice[]}} Thought
 */

const button = byId("engine", HTMLButtonElement);
const seconds = byId("engine-seconds", HTMLSelectElement);

export class EnginePanel {
  /**
   * `play` plays an action; `mark` numbers cells on the board, best first.
   * @param {{play: (action: string) => void, mark: (marks: Record<string, string>) => void}} page
   */
  constructor({ play, mark }) {
    this.play = play;
    this.mark = mark;
    /** @type {object | null} */
    this.position = null; // what is shown, as the server is asked about it
    this.refused = "";
    this.number = 0;
    this.turn = 0; // counts the positions, so that a late answer about an old one is dropped
    this.stop = () => {};
    button.addEventListener("click", () => this.toggle());
    seconds.addEventListener("change", () => this.think());
    rights.then(({ right }) => {
      if (right === "act") return;
      button.disabled = true;
      seconds.disabled = true;
      setText(byId("engine-words"), "Sign in to use the engine.");
    });
  }

  get isOn() {
    return button.getAttribute("aria-pressed") === "true";
  }

  /**
   * Take the position that the page shows now; `refused` says why the engine does not think about it.
   * @param {object} position
   * @param {string} refused
   */
  show(position, refused) {
    this.position = position;
    this.refused = refused;
    if (this.isOn) this.think();
  }

  toggle() {
    button.setAttribute("aria-pressed", String(!this.isOn));
    if (this.isOn) this.think();
    else this.rest();
  }

  rest() {
    this.clear("");
    if (this.number) api(`/api/engine/${this.number}`, { method: "DELETE" }).catch(() => {
      // It thinks about something else already.
    });
    this.number = 0;
  }

  /** @param {string} sentence */
  clear(sentence) {
    this.turn += 1;
    this.stop();
    render("", byId("engine-choices"));
    this.mark({});
    setText(byId("engine-words"), sentence);
    document.body.dataset.engine = "";
  }

  async think() {
    if (!this.isOn || !this.position) return;
    this.clear(this.refused || "The engine is thinking.");
    if (this.refused) return;
    await this.ask("/api/engine", { method: "POST", body: { ...this.position, seconds: Number(seconds.value) } });
  }

  /**
   * @param {string} path
   * @param {{method?: string, body?: object}} [options]
   */
  async ask(path, options) {
    const mine = this.turn;
    /** @type {Thought} */
    let thought;
    try {
      thought = await api(path, options);
    } catch (error) {
      if (mine === this.turn) setText(byId("engine-words"), sentenceOf(error));
      return;
    }
    if (mine !== this.turn) return;
    this.number = thought.number;
    this.draw(thought);
    if (thought.running) this.stop = later(() => this.ask(`/api/engine/${thought.number}`), POLL_MS);
  }

  /** @param {Thought} thought */
  draw({ running, ready, problem, words, playouts, choices }) {
    const counted = playouts ? `${words} ${playouts.toLocaleString()} playouts.` : words;
    setText(byId("engine-words"), problem || (running && !words ? ready ? "The engine is thinking." : READY : counted));
    /** @type {Record<string, string>} */
    const marks = {};
    choices.forEach(({ cells }, place) => {
      const cell = cells.at(-1);
      if (cell && !(cell in marks)) marks[cell] = String(place + 1);
    });
    this.mark(marks);
    render(choices.map(({ action, words: value, line }) => html`<li>
      <button type="button" class="tool" @click=${() => this.play(action)}>${action}</button><b>${value}</b>
      ${line.length > 1 ? html`<span class="muted small">then ${line.slice(1, LINE_SHOWN).join(" ")}</span>` : ""}</li>`), byId("engine-choices"));
    document.body.dataset.engine = running ? "running" : "done";
  }
}
