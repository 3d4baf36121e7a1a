// @ts-check
// Hands at a simulated board: its trays, rail and buzzer, and everything one does to it.

import { pieceWords } from "../lib/disc.js";
import { around, byId, make, setText, within } from "../lib/dom.js";
import { walks } from "../lib/geometry.js";
import { t } from "../lib/texts.js";
import { recall, remember, showRule } from "../lib/site.js";
import { Announcer } from "./announcer.js";
import { Chooser } from "./chooser.js";
import { Due } from "./due.js";
import { Hands } from "./hands.js";
import { Rail } from "./rail.js";
import { Sounds } from "./sounds.js";
import { Table } from "./table.js";
import { fillTray, markTray } from "./trays.js";

const MOST_NAMED = 6; // more cells than this are not named one by one
const COLOURS = ["white", "black"];
/** @type {Record<string, string>} */
const WORDS = { pass: t("Pass"), swap: t("Swap colours"), done: t("Done"), end: t("End the turn"), free: t("Free a stone"),
  "take=black": t("Take black"), "take=white": t("Take white") };

const TABLE_KEY = "hexlume-table"; // whether the wooden board is shown, in the browser's memory
const area = within(document, ".board-area");
const sure = byId("sure", HTMLDialogElement);
const help = byId("help", HTMLDialogElement);

export class BoardHands {
  /**
   * Play on a view of the panel; `send` passes a gesture on and returns whether it could.
   *
   * @param {import("../lib/board-view.js").BoardView} view
   * @param {(message: {do: string, [member: string]: unknown}) => boolean} send
   */
  constructor(view, send) {
    this.view = view;
    this.leaders = false;
    this.refusal = { sentence: "", clause: "" }; // why the last thing was not done, until the hands' next action
    this.rules = ""; // the game's name, for links to its rules
    this.ply = 0; // actions of the game so far
    /** @type {import("../site/board/board.js").BoardMessage | null} */
    this.board = null;
    /** @type {import("../site/board/board.js").Prompt} */
    this.prompt = { text: "" };
    this.heading = ""; // what stands above the board and the hint does not say: who has won, a lesson's step
    this.announcer = new Announcer();
    this.sounds = new Sounds(byId("sound", HTMLInputElement));
    this.due = new Due();
    this.send = (/** @type {{do: string, [member: string]: unknown}} */ message) => {
      const sent = send(message);
      if (!sent && message.do !== "release") this.say(t("The board is not connected: nothing was moved."));
      return sent;
    };
    this.rail = new Rail(byId("rail"), this.send);
    /** @type {(sentence: string, clause?: string) => void} */
    const say = (sentence, clause) => this.say(sentence, clause);
    this.table = new Table({ view, send: this.send, say });
    this.chooser = new Chooser(() => view.focusCell());
    this.hands = new Hands({
      root: area, view, ghost: byId("ghost"), table: this.table, due: this.due, say, changed: () => this.showHands(), leaders: () => this.leaders,
      plain: () => !document.body.classList.contains("with-table"), choose: (cell, choices) => this.choose(cell, choices),
    });
    // One voice: the announcer says what these show.
    for (const id of ["hint", "text", "differs"]) {
      byId(id).removeAttribute("aria-live");
      byId(id).removeAttribute("role");
    }
    document.body.classList.add("playing");
    this.showTable(recall(TABLE_KEY) === "shown");
    new MutationObserver(() => {
      if (document.body.dataset.connected !== "true") this.rail.releaseAll();
      else this.tidy();
    }).observe(document.body, { attributeFilter: ["data-connected"] });
    this.listen();
  }

  /**
   * Show what is to be done at a board.
   *
   * @param {import("../site/board/board.js").Prompt} prompt
   * @param {import("../site/board/board.js").BoardMessage | null} board
   */
  showPrompt(prompt, board) {
    this.prompt = prompt;
    this.board = board;
    this.rules = board?.rules ?? "";
    this.ply = board?.actions.length ?? 0;
    const { text, menu } = prompt;
    this.heading = !menu && (board?.lesson || board?.position?.result) ? text.replace(/[^.]$/, "$&.") : "";
    this.due.take(prompt);
    this.leaders = Object.values(board?.position?.hand ?? {}).some((pieces) => "leader" in pieces);
    for (const colour of COLOURS) fillTray(byId(`tray-${colour}`), colour, this.leaders);
    this.showWords(prompt.words ?? []);
    this.showHands();
  }

  /**
   * Show the wooden board with all its parts, or the plain game, in which the table does by itself what is not a tap on a cell.
   *
   * @param {boolean} on
   */
  showTable(on) {
    this.hands.putBack();
    this.hands.setFlipping(false);
    document.body.classList.toggle("with-table", on);
    byId("with-table").setAttribute("aria-pressed", String(on));
    remember(TABLE_KEY, on ? "shown" : "");
    this.tidy();
    this.showHands();
  }

  /** Have the table tidy itself where the plain game is shown. */
  tidy() {
    this.send({ do: "tidy", switch: this.hands.plain() ? "on" : "off" });
  }

  /**
   * Ask before something ends the game.
   *
   * @param {string} question
   * @param {string} yes
   * @param {() => void} go
   */
  ask(question, yes, go) {
    setText(byId("sure-title"), question);
    setText(byId("sure-yes"), yes);
    sure.returnValue = "";
    sure.onclose = () => { if (sure.returnValue === "yes") go(); };
    sure.showModal();
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
   * Open the chooser at a cell.
   *
   * @param {string} cell
   * @param {import("./chooser.js").Choice[]} choices
   */
  choose(cell, choices) {
    const at = this.view.byName.get(cell)?.hit;
    if (at) this.chooser.open(at, t("What to do on {cell}", { cell: this.view.nameOf(cell) }), choices);
  }

  /**
   * Say why something was not done; what the hands showed ahead of the board may not have happened.
   *
   * @param {string} sentence
   */
  refused(sentence) {
    this.hands.waitNoMore(this.due.answered);
    this.say(sentence);
    this.table.showReported();
  }

  /**
   * Say why something is not done, until the hands' next action; `clause` of the rules says so.
   *
   * @param {string} sentence
   * @param {string} [clause]
   */
  say(sentence, clause = "") {
    this.refusal = { sentence, clause };
    this.showHint();
  }

  /** Forget the last refusal: the hands act again. */
  goOn() {
    if (!this.refusal.sentence) return;
    this.refusal = { sentence: "", clause: "" };
    this.announcer.goOn();
    this.showHint();
  }

  showHint() {
    const own = this.refusal.sentence;
    const refusal = own || this.prompt.refusal || "";
    const hint = refusal || this.hint();
    showRule(byId("why", HTMLAnchorElement), this.rules, own ? this.refusal.clause : this.prompt.clause ?? "");
    setText(byId("hint"), hint);
    byId("hint").classList.toggle("refused", Boolean(refusal));
    if (refusal) this.announcer.refuse(refusal);
    else this.announcer.hint(this.hands.held ? hint : [this.prompt.last, this.heading, hint].filter(Boolean).join(" "));
  }

  /** Return what is due now. */
  hint() {
    const { held } = this.hands;
    if (held) return this.handWords(held);
    if (this.prompt.act) return this.prompt.act;
    if (this.hands.flipping) return t("Tap a disc to turn it over.");
    return this.prompt.hint ?? this.prompt.text;
  }

  /**
   * Return what is in hand and where it may go.
   *
   * @param {import("./hands.js").Held} held
   */
  handWords({ piece, from }) {
    const cells = this.due.cells({ piece, from }).filter((cell) => cell !== from).map((cell) => this.view.nameOf(cell));
    const disc = from ? t("In hand: {piece} of {cell}.", { piece: pieceWords(piece), cell: this.view.nameOf(from) }) : t("In hand: {piece}.", { piece: pieceWords(piece) });
    return `${disc} ${whereWords(cells, from !== null)}`;
  }

  showHands() {
    const { held, flipping } = this.hands;
    byId("away", HTMLButtonElement).disabled = !held;
    byId("flip").setAttribute("aria-pressed", String(flipping));
    for (const colour of COLOURS) markTray(byId(`tray-${colour}`), held?.from === null ? held.piece : "");
    document.body.classList.toggle("holding", Boolean(held));
    this.view.show({ legal: this.due.cells(held) });
    const over = !this.board || Boolean(this.board.position?.result) || Boolean(this.board.lesson);
    for (const id of ["draw", "resign"]) byId(id, HTMLButtonElement).disabled = over;
    byId("undo", HTMLButtonElement).disabled = !this.ply && !this.board?.position?.result;
    byId("words").hidden = !this.prompt.words?.length || Boolean(this.due.answered);
    this.showHint();
  }

  /** @param {string[]} words */
  showWords(words) {
    const box = byId("words");
    if (box.dataset.words === words.join()) return;
    box.dataset.words = words.join();
    // Twenty-one komi become a keypad of numbers in their own order.
    const many = words.length > 6;
    box.classList.toggle("many", many);
    const ordered = [...words].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const title = many ? [make("h2", "", t("Komi"))] : [];
    box.replaceChildren(...title, ...ordered.map((word) => {
      const button = make("button", "tool", WORDS[word] ?? (many ? word.replace("komi=", "") : komiWords(word)));
      if (many) button.setAttribute("aria-label", komiWords(word));
      button.type = "button";
      button.dataset.word = word;
      button.addEventListener("click", () => this.act(word));
      return button;
    }));
  }

  /** @param {string} word an action without a place; one that ends the game is asked about before */
  act(word) {
    const { ply } = this;
    const act = () => {
      if (this.send({ do: "act", action: word })) this.hands.wait(() => this.ply !== ply);
    };
    const ending = this.prompt.ends?.[word];
    const name = WORDS[word] ?? word;
    if (ending) this.ask(t("{action} ends the game. {ending}.", { action: name, ending }), name, act);
    else act();
  }

  listen() {
    const { hands, rail, view } = this;
    // The hands' next action ends a refusal; walking over the cells is none.
    for (const kind of ["pointerdown", "keydown"]) {
      window.addEventListener(kind, (event) => {
        if (event instanceof KeyboardEvent && (walks(event.key) || event.key === "Tab" || event.key === "Shift")) return;
        // The link to the rule belongs to the refusal.
        if (!around(event, "#why")) this.goOn();
      }, { capture: true });
    }
    byId("flip").addEventListener("click", () => (hands.held ? hands.flip(null) : hands.setFlipping(!hands.flipping)));
    byId("away").addEventListener("click", () => hands.putBack());
    byId("help-open").addEventListener("click", () => help.showModal());
    byId("with-table").addEventListener("click", () => this.showTable(!document.body.classList.contains("with-table")));
    byId("undo").addEventListener("click", () => this.send({ do: "undo" }));
    byId("resign").addEventListener("click", () => this.ask(t("Resign this game?"), t("Resign"), () => this.send({ do: "resign" })));
    byId("draw").addEventListener("click", () => this.ask(t("Do both players agree to a draw?"), t("Agree to a draw"), () => this.send({ do: "draw" })));
    // A bowl is a button: Enter and Space take a disc, pointers are the hands' own business.
    area.addEventListener("click", (event) => {
      const tray = around(event, "[data-tray]")?.dataset.tray;
      if (!tray || event.detail !== 0) return;
      hands.takeFromTray(tray);
      if (hands.held) view.focusCell();
    });
    window.addEventListener("keydown", (event) => {
      if (document.querySelector("dialog[open]") || around(event, "select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
      const button = hands.plain() ? undefined : Rail.buttonOf(event.key);
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

/**
 * Return where a disc in hand may go.
 *
 * @param {string[]} cells
 * @param {boolean} moves whether it was on the board before
 */
function whereWords(cells, moves) {
  if (!cells.length) return t("It goes nowhere now: put it back.");
  if (cells.length > MOST_NAMED) return t("Set it down on one of the {count} glowing cells.", { count: cells.length });
  const named = { cells: cells.join(", ") };
  return moves ? t("Set it down on {cells}, or put it back.", named) : t("Set it down on {cells}.", named);
}

/** @param {string} word */
function komiWords(word) {
  return word.startsWith("komi=") ? t("Komi {number}", { number: word.slice(5) }) : word;
}
