// @ts-check
// Where a game turned: the engine's curve of the chance to win, the turning points, and what was better, shown on the board.

import { byId, setText } from "../../lib/dom.js";
import { text } from "../../lib/plots.js";
import { api, rights, say, sentenceOf } from "../../lib/site.js";
import { later } from "../../lib/timers.js";
import { html, render, svg } from "../../vendor/lit-html.js";

const POLL_MS = 1000; // while the server thinks
const LEFT = 48;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 22;
const LABEL_WIDTH = 36;
/** @typedef {import("./replay.js").ReplayedGame} ReplayedGame */
/** @typedef {{ply: number, white: number | null, proven: string | null, gave_away: number | null}} Point white's chance after a ply */
/** @typedef {Point & {white: number}} KnownPoint */
/** @typedef {{action: string, chance: number, proven: string | null, line: string[], cells: string[]}} Better */
/** @typedef {{ply: number, action: string, cells: string[], gave_away: number, better: Better[], words: string}} Mistake an action of a turning point */
/** @typedef {{colour: string, severity: string, decided: boolean, words: string, actions: Mistake[]}} TurningPoint actions that did the same */
/**
 * What the engine knows of a game (hexlume_engine/pages/review.py).
 *
 * @typedef {{refused: string, running: {planned: number, done: number, ply: number, ready: boolean} | null, problem: string,
 *   summary: string, known: number, positions: number, points: Point[], turning_points: TurningPoint[], begun?: boolean}} Analysis
 */

/** @type {Record<string, number>} */
const KEYS = { ArrowUp: 1, ArrowDown: -1 }; // the replay knows the others
const READY = "Making the engine ready: after an installation that takes a minute.";
/** @type {Record<string, string>} */
const SEVERITIES = { blunder: "Blunder", "missed win": "Missed win", mistake: "Mistake" };

const begin = byId("analysis-begin", HTMLButtonElement);
const stop = byId("analysis-stop", HTMLButtonElement);
const seconds = byId("analysis-seconds", HTMLSelectElement);
const percent = (/** @type {number} */ chance) => `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(100 * chance))) : 100 * chance} %`;

export class GameAnalysis {
  /**
   * `address` is the game's in the interface, `go` steps to a ply, `view` is its board.
   * @param {{address: string, go: (ply: number) => void, view: import("../../lib/board-view.js").BoardView}} replay
   */
  constructor({ address, go, view }) {
    this.address = `${address}/analysis`;
    this.go = go;
    this.view = view;
    /** @type {ReplayedGame | null} */
    this.game = null;
    /** @type {Analysis | null} */
    this.review = null;
    this.at = 0;
    /** @type {Mistake | null} */
    this.shown = null; // the action whose better actions are on the board
    this.stop = () => {};
    this.box = byId("curve");
    begin.addEventListener("click", () => this.ask({ method: "POST", body: { seconds: Number(seconds.value) } }));
    stop.addEventListener("click", () => this.ask({ method: "DELETE" }));
    new ResizeObserver(() => this.drawCurve()).observe(this.box);
  }

  /** Take a game as the replay has it now. @param {ReplayedGame} game */
  show(game) {
    const changed = this.game?.version !== game.version;
    this.game = game;
    if (changed) this.ask();
  }

  /** Note which ply is shown. @param {number} at */
  mark(at) {
    this.at = at;
    if (this.shown && at !== this.shown.ply - 1) this.takeOff();
    this.drawCurve();
    this.drawTurning();
  }

  /** @param {{method?: string, body?: object}} [options] */
  async ask(options = {}) {
    this.stop();
    const acting = Boolean(options.method);
    try {
      /** @type {Analysis} */
      const review = await api(this.address, options);
      this.take(review, (await rights).right === "act");
      if (review.begun === false) say("Everything was thought about for that long already.");
      if (acting) this.keepFocus();
    } catch (error) {
      if (acting) say(sentenceOf(error));
      else if (!this.review) setText(byId("analysis-note"), sentenceOf(error));
    }
    if (this.review?.running) this.stop = later(() => this.ask(), POLL_MS);
  }

  // A button that is pressed goes away; the one that takes its place gets the focus.
  keepFocus() {
    if (document.activeElement && document.activeElement !== document.body) return;
    (this.review?.running ? stop : begin).focus();
  }

  /**
   * @param {Analysis} review
   * @param {boolean} mayAct
   */
  take(review, mayAct) {
    const before = JSON.stringify([this.review?.points, this.review?.turning_points]);
    this.review = review;
    const { running, known, positions, refused } = review;
    begin.hidden = Boolean(running);
    begin.disabled = Boolean(refused) || !mayAct;
    setText(begin, !known ? "Analyse this game" : known < positions ? "Go on analysing" : "Analyse longer");
    seconds.disabled = begin.disabled || Boolean(running);
    stop.hidden = !running || !mayAct;
    byId("analysis-progress").hidden = !running;
    if (running) {
      const bar = byId("analysis-bar", HTMLProgressElement);
      bar.max = running.planned;
      bar.value = running.done;
      setText(byId("analysis-doing"), running.ready
        ? `${this.nameOf(running.ply)}: ${running.done} of ${running.planned} positions` : READY);
    }
    const why = refused || (mayAct ? "" : "Sign in to have this game analysed.");
    const note = [review.problem, known ? review.summary : "", why || (known ? "" : "The engine has not looked at this game yet.")];
    setText(byId("analysis-note"), running ? "The engine is thinking; the page may be left meanwhile." : note.filter(Boolean).join(" "));
    byId("analysis-found").hidden = !known;
    byId("curve-box").hidden = !known;
    if (before !== JSON.stringify([review.points, review.turning_points])) this.draw();
    document.body.dataset.analysed = running ? "running" : String(known);
  }

  /** @param {number} ply */
  nameOf(ply) {
    return ply ? `After ${ply}. ${this.game?.plies[ply]?.action ?? ""}` : "The start";
  }

  draw() {
    this.takeOff();
    this.drawCurve();
    this.drawTurning();
  }

  // The curve: what is white's is light and below it, what is black's is dark and above it.
  drawCurve() {
    const points = this.review?.points ?? [];
    const [width, height] = [Math.round(this.box.clientWidth), Math.round(this.box.clientHeight)];
    if (!this.review || !points.length || width < 40) return;
    const last = Math.max(1, points.length - 1);
    const [right, bottom] = [width - RIGHT, height - BOTTOM];
    const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (right - LEFT);
    const y = (/** @type {number} */ chance) => bottom - chance * (bottom - TOP);
    const half = (right - LEFT) / last / 2;
    const stretches = runs(points).map((run) => {
      // A position whose neighbours are not known is as wide as a step.
      const [from, to] = [x(run[0].ply), x(run[run.length - 1].ply)];
      const [start, end] = run.length > 1 ? [from, to] : [Math.max(LEFT, from - half), Math.min(right, to + half)];
      const line = (run.length > 1 ? run.map(({ ply, white }) => `${x(ply).toFixed(1)} ${y(white).toFixed(1)}`) : [start, end].map((edge) => `${edge} ${y(run[0].white)}`)).join("L");
      return svg`<rect class="curve-black" x=${start} y=${TOP} width=${end - start} height=${bottom - TOP} />
        <path class="curve-white" d="M${start} ${bottom}L${line}L${end} ${bottom}Z" /><path class="curve-line" d="M${line}" />`;
    });
    const labels = Math.max(2, Math.min(last + 1, Math.floor((right - LEFT) / LABEL_WIDTH)));
    const every = Math.max(1, Math.ceil(last / (labels - 1)));
    const plies = Array.from({ length: Math.floor(last / every) + 1 }, (_, at) => at * every);
    const turns = this.review.turning_points.flatMap(({ actions, severity }) => actions.map(({ ply, action }) => {
      const { white } = points[ply];
      return white === null ? "" : svg`<circle class="curve-turn" cx=${x(ply)} cy=${y(white)} r="5"><title>${ply}. ${action}: ${SEVERITIES[severity] ?? severity}</title></circle>`;
    }));
    const here = points[this.at] && `${this.nameOf(this.at)}, ${chanceWords(points[this.at])}`;
    const step = (/** @type {PointerEvent & {currentTarget: Element}} */ event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const share = (event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - RIGHT);
      this.go(Math.max(0, Math.min(last, Math.round(share * last))));
    };
    const pressed = (/** @type {PointerEvent & {currentTarget: Element}} */ event) => {
      if (event.button) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      step(event);
    };
    const moved = (/** @type {PointerEvent & {currentTarget: Element}} */ event) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) step(event);
    };
    const typed = (/** @type {KeyboardEvent} */ event) => {
      if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.go(this.at + KEYS[event.key]);
    };
    render(html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="slider" tabindex="0" aria-labelledby="curve-title" aria-describedby="curve-desc"
      aria-valuemin="0" aria-valuemax=${points.length - 1} aria-valuenow=${this.at} aria-valuetext=${here} @pointerdown=${pressed} @pointermove=${moved} @keydown=${typed}>
      <title id="curve-title">White's chance to win, by action</title>
      <desc id="curve-desc">${this.review.summary} The arrow keys go from action to action.</desc>
      <rect class="curve-unknown" x=${LEFT} y=${TOP} width=${right - LEFT} height=${bottom - TOP} />${stretches}
      ${[1, 0.5, 0].map((chance) => text(LEFT - 6, y(chance) + 4, percent(chance), "end", "curve-label"))}
      <line class="curve-even" x1=${LEFT} x2=${right} y1=${y(0.5)} y2=${y(0.5)} />
      ${plies.map((ply) => text(x(ply), bottom + 16, String(ply), "middle", "curve-label"))}${turns}
      <g class="curve-here">${["curve-here-edge", ""].map((look) => svg`<line class=${look} x1=${x(this.at)} x2=${x(this.at)} y1=${TOP - 4} y2=${bottom + 4} />`)}</g>
    </svg>`, this.box);
    setText(byId("curve-now"), here?.replace(", ", ": ") ?? "");
  }

  drawTurning() {
    const turning = this.review?.turning_points ?? [];
    render(turning.map(({ colour, severity, words: sentence, actions }) => html`<li class="turning" ?data-here=${actions.some(({ ply }) => ply === this.at)}>
      <p class="turning-head"><span class="chip chip-${colour}"></span><b>${SEVERITIES[severity] ?? severity}</b></p>
      <p>${sentence}</p>${actions.map((mistake) => this.mistakeRow(mistake, colour))}</li>`), byId("turning"));
    byId("severities").hidden = turning.length === 0;
  }

  /**
   * Return what leads to an action of a turning point, and to what was better.
   * @param {Mistake} mistake
   * @param {string} colour
   */
  mistakeRow(mistake, colour) {
    const { ply, action, better } = mistake;
    const isShown = this.shown?.ply === ply;
    return html`<div class="tools">
      <button type="button" class="ply turning-go" aria-label="${ply}. ${colour} ${action}" @click=${() => this.go(ply)}>${ply}. ${action}</button>
      ${better.length ? html`<button type="button" class="tool" aria-pressed=${isShown} aria-label="Show what was better than ${ply}. ${action}"
          @click=${() => (isShown ? this.takeOff() : this.putOn(mistake))}>Show what was better</button>
        <a class="small" href="/analysis?game=${this.game?.id}&ply=${ply - 1}" aria-label="Try it out: what was better than ${ply}. ${action}">Try it out</a>` : ""}
    </div>`;
  }

  /** Show on the position before a mistake: better actions by rank, as marks or arrows, and the one played crossed. @param {Mistake} mistake */
  putOn(mistake) {
    this.takeOff();
    this.go(mistake.ply - 1);
    /** @type {Record<string, string>} */
    const marks = {};
    /** @type {Record<string, string>} */
    const notes = {};
    const played = mistake.cells.at(-1);
    if (played !== undefined) {
      marks[played] = "cross";
      notes[played] = `played: ${mistake.action}`;
    }
    /** @type {import("../../lib/board-arrows.js").Arrow[]} */
    const arrows = [];
    const taken = new Set();
    mistake.better.forEach(({ action, cells, chance }, at) => {
      const target = cells.at(-1);
      if (target === undefined) return;
      if (cells.length > 1) {
        arrows.push({ from: cells[0], to: target, kind: "better", label: String(at + 1) });
      } else if (!taken.has(target)) {
        taken.add(target);
        marks[target] = `${at + 1}${/^[A-Z*]/.exec(action)?.[0] ?? ""}`;
      }
      notes[target] ??= `better ${at + 1}: ${action}, ${percent(chance)}`;
    });
    this.view.show({ marks, notes, arrows });
    this.shown = mistake;
    this.drawTurning();
    byId("board").scrollIntoView({ block: "nearest" });
    say([`Before ${mistake.ply}. ${mistake.action}.`, mistake.words].filter(Boolean).join(" "));
  }

  takeOff() {
    if (!this.shown) return;
    this.view.show({ marks: {}, notes: {}, arrows: this.game?.plies[this.at]?.arrows ?? [] });
    this.shown = null;
    this.drawTurning();
  }
}

/** Return how good white's game is at a point, and what the action before it gave away. @param {Point} point */
function chanceWords({ white, proven, gave_away: gave }) {
  const chance = white === null ? "not analysed" : proven ? `white ${percent(white)}, certain` : `white ${percent(white)}`;
  return gave ? `${chance}, gave away ${percent(gave)}` : chance;
}

/** Return the points whose chance is known, in stretches without a gap. @param {Point[]} points */
function runs(points) {
  /** @type {KnownPoint[][]} */
  const found = [];
  for (const { white, ...point } of points) {
    if (white === null) continue;
    const run = found.at(-1);
    if (run?.at(-1)?.ply === point.ply - 1) run.push({ ...point, white });
    else found.push([{ ...point, white }]);
  }
  return found;
}
