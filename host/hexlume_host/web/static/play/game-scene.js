// @ts-check
// A game on its page: the board, one sentence, buttons, players, record. It knows no rules and no server: an adapter says
// what its source sends, and passes on what the person wants.

import { offerNames } from "../lib/cell-name.js";
import { Clocks } from "../lib/clock.js";
import { around, byId, setText, within } from "../lib/dom.js";
import { walks } from "../lib/geometry.js";
import { showMoves } from "../lib/move-list.js";
import { capital, colourName, showCounts, showPlayers } from "../lib/position.js";
import { boardSize, gameAim, gameName, ruleLink } from "../lib/site.js";
import { gameAddress, lessonAddress, offerShare } from "../lib/share.js";
import { offerWall } from "../lib/wall.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { PositionBoard } from "./position-board.js";

/** @typedef {import("../lib/position.js").Position} Position */
/**
 * A game that has begun.
 *
 * - `position`: with the actions that the person may choose, none where they only watch or wait
 * - `played`, `text`: the last turn, and what comes next, as sentences; `waits`: why a tap does nothing now
 * - `hands`: whether the person plays here, `colour`: as which colour, "" as both
 * - `other`: what the other player is called, `number`: the game's number in the store once it is there
 * - `step`: of a lesson, `about`: what else is said about it
 * - `over`: whether it has ended; `undo`: what the button says that takes back; `draw`, `resign`, `rematch`: whether these are offered
 *
 * @typedef {{title: string, rules: string, board: string, position: Position | null, players: Record<string, string>,
 *   actions: [string, string][], played: string, text: string, waits: string, hands: boolean, colour: string, other: string,
 *   number: number | null, step?: number, about: string[], over: boolean, undo: string, draw: boolean, resign: boolean, rematch: boolean}} Game
 */
/**
 * Where a game comes from. `ask` passes on a wish ("play" with an action, "undo", "draw", "resign", "rematch"), `why` says why
 * nothing can be done on a cell; `together` is whether both players sit here.
 *
 * @typedef {{ask: (what: string, action?: string) => void, why: (cell: string) => void, together: () => boolean, path: () => string}} Source
 */

const ANSWER_MS = 5000; // after this nothing comes of an action that was not answered
const KEYPAD = 6; // more choices than this become a keypad of numbers

const sure = byId("sure", HTMLDialogElement);

export class GameScene {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {Game | null} */
    this.game = null;
    this.offer = ""; // what was done and can be done,
    this.sent = false; // and whether an action was sent that has not changed it yet
    this.lent = false; // whether somebody else draws on the board,
    this.guidance = { sentence: "", clause: /** @type {string | undefined} */ (undefined) }; // and what that one says to do
    this.refusal = { sentence: "", clause: "" }; // why the last wish was not carried out, until the next one
    this.board = new PositionBoard(byId("board"), {
      play: (action) => this.play(action), refuse: (cell) => this.refuse(cell), tell: () => this.showText(),
    });
    this.clocks = new Clocks((colour) => within(document, `.player-${colour} .player-clock`), (sentence) => setText(byId("clock-news"), sentence));
    // What the person does next ends a refusal; walking over the cells is nothing yet, and the link to the rule belongs to it.
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(kind, (event) => {
        if (event instanceof KeyboardEvent && (walks(event.key) || event.key === "Tab" || event.key === "Shift")) return;
        if (this.refusal.sentence && !around(event, "#text a")) this.say("");
      }, { capture: true });
    }
    byId("undo").addEventListener("click", () => source.ask("undo"));
    byId("rematch").addEventListener("click", () => source.ask("rematch"));
    byId("resign").addEventListener("click", () => askFirst("Resign this game?", "Resign", () => source.ask("resign")));
    byId("draw").addEventListener("click", () => {
      if (source.together()) askFirst("Does the other player agree to a draw?", "Agree to a draw", () => source.ask("draw"));
      else source.ask("draw");
    });
    offerNames(byId("names"), byId("board"));
    offerWall(byId("wall"));
    offerShare(() => {
      const shown = this.game;
      const number = shown?.over ? shown.number : null;
      const line = () => shown?.position ? gameAddress(shown.rules, shown.board, shown.position.options, shown.actions.map(([action]) => action)) : null;
      const game = () => shown?.step ? lessonAddress(shown.rules, shown.step) : line();
      byId("picture").hidden = !number;
      byId("picture", HTMLAnchorElement).href = `/api/games/${number}/picture.svg`;
      return { path: number ? `/games/${number}` : source.path(), game };
    });
  }

  /** Show a game. @param {Game} game */
  show(game) {
    this.game = game;
    const offer = JSON.stringify([game.actions, game.position?.result, game.position?.actions, game.position?.choices]);
    if (offer !== this.offer) Object.assign(this, { offer, sent: false, refusal: { sentence: "", clause: "" } });
    document.body.classList.toggle("playing", game.hands);
    byId("scene").hidden = false;
    setText(byId("title"), game.title);
    document.title = `${game.title} · Hexlume`;
    showPlayers(this.names(game), game.position);
    showCounts(game.position ?? { prison: {}, hand: {} });
    showAbout(game);
    showMoves(byId("actions"), game.actions, game.number);
    this.showButtons(game);
    this.showBoard(game);
    this.showText();
  }

  /** Let somebody else draw on the board, or draw there again. @param {boolean} lent */
  lend(lent) {
    this.lent = lent;
    byId("board").classList.toggle("choosing", !lent);
    this.board.lend(lent);
    if (this.game) this.show(this.game);
  }

  /**
   * Say in place of the sentence why something is not done, until the person does something else; `clause` of the rules says so.
   * @param {string} sentence
   * @param {string} [clause]
   */
  say(sentence, clause = "") {
    this.refusal = { sentence, clause };
    // Emptied first, so that the same sentence is read out a second time.
    if (sentence) render("", byId("text"));
    requestAnimationFrame(() => this.showText());
  }

  /**
   * Say what the hands at the wooden table are to do; with a clause, even an empty one, it is a refusal.
   * @param {string} sentence
   * @param {string} [clause]
   */
  guide(sentence, clause) {
    this.guidance = { sentence, clause };
    this.showText();
  }

  /** Say why the last wish was not carried out. @param {string} sentence */
  refused(sentence) {
    this.answered();
    this.say(sentence);
  }

  /** @param {Game} game */
  async showBoard({ position }) {
    if (this.lent || !position) return;
    const drawn = await this.board.show(this.sent ? { ...position, actions: {} } : position);
    if (drawn) document.body.dataset.shown = String(this.game?.actions.length);
  }

  /** Show the one sentence: a refusal, else what was played last and what comes next. */
  showText() {
    const { game } = this;
    if (!game) return;
    const box = byId("text");
    const { sentence, clause } = this.refusal.sentence || !this.lent ? this.refusal : this.guidance;
    const refused = clause !== undefined && Boolean(sentence);
    box.classList.toggle("refused", refused);
    // What one has played oneself needs no words.
    const { hands, over, played, text, actions, colour } = game;
    const [action, mover] = actions.at(-1) ?? [];
    const told = hands && !over && colour && mover === colour && action !== "swap" ? "" : played;
    const next = [told, text.replace(/[^.!?…]$/, "$&."), sentence].filter(Boolean).join(" ");
    render(refused ? [sentence, ruleLink(game.rules, clause)] : this.board.hint || next, box);
  }

  /** @param {Game} game */
  names({ players, colour, hands }) {
    const own = players[colour] || colourName(colour);
    return hands && colour ? { ...players, [colour]: `${own} (you)` } : players;
  }

  /** @param {Game} game */
  showButtons(game) {
    const { over, undo, draw, resign, rematch, number, actions } = game;
    this.showChoices(game);
    setText(byId("undo"), undo);
    byId("undo").hidden = !undo;
    byId("undo", HTMLButtonElement).disabled = !actions.length && !over;
    byId("draw").hidden = !draw;
    byId("resign").hidden = !resign;
    byId("over").hidden = !over;
    if (!over) return;
    setText(byId("over-title"), resultTitle(game));
    byId("rematch").hidden = !rematch;
    byId("review").hidden = number === null;
    byId("review", HTMLAnchorElement).href = `/games/${number}`;
  }

  /** @param {Game} game */
  showChoices({ position, hands }) {
    const box = byId("words");
    const choices = hands && !this.sent ? position?.choices ?? [] : [];
    const many = choices.length > KEYPAD;
    box.hidden = !choices.length;
    box.classList.toggle("many", many);
    render(choices.map(({ action, words, ends }) => {
      const label = capital(words);
      const go = () => (ends ? askFirst(`${label} ends the game. ${ends}.`, label, () => this.play(action)) : this.play(action));
      return html`<button type="button" class="tool" aria-label=${many ? label : nothing} @click=${go}>${many ? action.replace(/^.*=/, "") : label}</button>`;
    }), box);
  }

  /** @param {string} action */
  play(action) {
    if (!this.game) return;
    const { offer } = this;
    this.sent = true;
    this.show(this.game);
    this.source.ask("play", action);
    setTimeout(() => { if (this.offer === offer) this.answered(); }, ANSWER_MS);
  }

  /** Offer again what was offered: nothing came of what was sent. */
  answered() {
    this.sent = false;
    if (this.game) this.show(this.game);
  }

  /** Say why nothing can be done on a cell; a tap on a disc means nothing where none can be used. @param {string} cell */
  refuse(cell) {
    const { game } = this;
    if (!game?.hands || !game.position || this.sent) return;
    if (game.over) this.say("The game is over.");
    else if (game.waits) this.say(game.waits);
    else if (!(cell in game.position.pieces)) this.source.why(cell);
  }
}

/**
 * Ask before something ends the game.
 * @param {string} question
 * @param {string} yes
 * @param {() => void} go
 */
function askFirst(question, yes, go) {
  setText(byId("sure-title"), question);
  setText(byId("sure-yes"), yes);
  sure.returnValue = "";
  sure.onclose = () => { if (sure.returnValue === "yes") go(); };
  sure.showModal();
}

/** @param {Game} game */
function showAbout({ rules, board, about, position }) {
  byId("about-game").hidden = !position;
  setText(byId("game-title"), gameName(rules));
  setText(byId("game-aim"), gameAim(rules));
  byId("rules", HTMLAnchorElement).href = `/rules/${rules}`;
  setText(byId("about"), rules ? [`${gameName(rules)} on ${boardSize(board)}`, ...about].filter(Boolean).join(" · ") : "");
}

/** @param {Game} game */
function resultTitle({ position, colour, players, other, hands }) {
  const winner = { "W+": "white", "B+": "black" }[position?.result ?? ""];
  if (!position?.result) return "Stopped before the end";
  if (!winner) return "A draw";
  if (hands && winner === colour) return "You have won";
  return `${(hands && colour && other) || players[winner] || colourName(winner)} has won`;
}
