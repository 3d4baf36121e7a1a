// @ts-check
// Where a game turned: the engine's curve of the chance to win, the turning points, and what was better, shown on the board.

import { byId, make, setText } from "../../lib/dom.js";
import { colourWord } from "../../lib/position.js";
import { element } from "../../lib/svg.js";
import { api, rights, say, sentenceOf } from "../../lib/site.js";

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
/** @typedef {{svg: SVGSVGElement, marker: SVGGElement, x: (ply: number) => number, size: string}} Curve */

/** @type {Record<string, number>} */
const KEYS = { ArrowUp: 1, ArrowDown: -1 }; // the replay knows the others
const READY = "Making the engine ready: after an installation that takes a minute.";
/** @type {Record<string, string>} */
const SEVERITIES = { blunder: "Blunder", "missed win": "Missed win", mistake: "Mistake" };

const begin = byId("analysis-begin", HTMLButtonElement);
const stop = byId("analysis-stop", HTMLButtonElement);
const seconds = byId("analysis-seconds", HTMLSelectElement);
const numbers = byId("analysis-numbers", HTMLDetailsElement);
const percent = (/** @type {number} */ chance) => `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(100 * chance))) : 100 * chance} %`;

export class GameAnalysis {
  /**
   * `address` is the game's in the interface, `go` steps to a ply, `view` is its board.
   *
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
    /** @type {{mistake: Mistake, button: HTMLElement} | null} */
    this.shown = null; // the action whose better actions are on the board, and the button that put them there
    /** @type {Curve | null} */
    this.curve = null;
    this.timer = 0;
    this.box = byId("curve");
    begin.addEventListener("click", () => this.ask({ method: "POST", body: { seconds: Number(seconds.value) } }));
    stop.addEventListener("click", () => this.ask({ method: "DELETE" }));
    numbers.addEventListener("toggle", () => this.drawNumbers());
    new ResizeObserver(() => this.drawCurve()).observe(this.box);
  }

  /**
   * Take a game as the replay has it now.
   *
   * @param {ReplayedGame} game
   */
  show(game) {
    const changed = this.game?.version !== game.version;
    this.game = game;
    if (changed) this.ask();
  }

  /**
   * Note which ply is shown.
   *
   * @param {number} at
   */
  mark(at) {
    this.at = at;
    if (this.shown && at !== this.shown.mistake.ply - 1) this.takeOff();
    this.placeMarker();
    for (const item of byId("turning").children) {
      item.toggleAttribute("data-here", (item.getAttribute("data-plies") ?? "").split(" ").includes(String(at)));
    }
  }

  /** @param {{method?: string, body?: object}} [options] */
  async ask(options = {}) {
    clearTimeout(this.timer);
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
    if (this.review?.running) this.timer = setTimeout(() => this.ask(), POLL_MS);
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
    if (before !== JSON.stringify([review.points, review.turning_points])) this.draw(review);
    document.body.dataset.analysed = running ? "running" : String(known);
  }

  /** @param {number} ply */
  nameOf(ply) {
    return ply ? `After ${ply}. ${this.game?.plies[ply]?.action ?? ""}` : "The start";
  }

  /** @param {Analysis} review */
  draw(review) {
    this.takeOff();
    this.drawCurve(true);
    this.drawTurning(review);
    this.drawNumbers();
  }

  // The curve: what is white's is light and below it, what is black's is dark and above it.
  drawCurve(anew = false) {
    const { review } = this;
    if (!review) return;
    const { points } = review;
    const [width, height] = [Math.round(this.box.clientWidth), Math.round(this.box.clientHeight)];
    const size = `${width} ${height}`;
    if (!points.length || width < 40 || (!anew && this.curve?.size === size)) return;
    const last = Math.max(1, points.length - 1);
    const bottom = height - BOTTOM;
    const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (width - LEFT - RIGHT);
    const y = (/** @type {number} */ chance) => bottom - chance * (bottom - TOP);
    const half = (width - LEFT - RIGHT) / last / 2;
    /** @type {SVGElement[]} */
    const parts = [element("rect", { class: "curve-unknown", x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: bottom - TOP })];
    for (const run of runs(points)) {
      // A position whose neighbours are not known is as wide as a step.
      const [from, to] = [x(run[0].ply), x(run[run.length - 1].ply)];
      const [left, right] = run.length > 1 ? [from, to] : [Math.max(LEFT, from - half), Math.min(width - RIGHT, to + half)];
      const line = run.length > 1 ? run.map(({ ply, white }) => `${x(ply).toFixed(1)} ${y(white).toFixed(1)}`) : [left, right].map((edge) => `${edge} ${y(run[0].white)}`);
      parts.push(element("rect", { class: "curve-black", x: left, y: TOP, width: right - left, height: bottom - TOP }));
      parts.push(element("path", { class: "curve-white", d: `M${left} ${bottom}L${line.join("L")}L${right} ${bottom}Z` }));
      parts.push(element("path", { class: "curve-line", d: `M${line.join("L")}` }));
    }
    for (const chance of [1, 0.5, 0]) {
      parts.push(words(LEFT - 6, y(chance) + 4, percent(chance), "end"));
      if (chance === 0.5) parts.push(element("line", { class: "curve-even", x1: LEFT, x2: width - RIGHT, y1: y(0.5), y2: y(0.5) }));
    }
    const labels = Math.max(2, Math.min(last + 1, Math.floor((width - LEFT - RIGHT) / LABEL_WIDTH)));
    const every = Math.max(1, Math.ceil(last / (labels - 1)));
    for (let ply = 0; ply <= last; ply += every) parts.push(words(x(ply), bottom + 16, String(ply), "middle"));
    for (const { actions, severity } of review.turning_points) {
      for (const { ply, action } of actions) {
        const { white } = points[ply];
        if (white === null) continue;
        const title = element("title");
        title.textContent = `${ply}. ${action}: ${SEVERITIES[severity] ?? severity}`;
        parts.push(element("circle", { class: "curve-turn", cx: x(ply), cy: y(white), r: 5 }, [title]));
      }
    }
    const marker = element("g", { class: "curve-here" }, [element("line", { class: "curve-here-edge", y1: TOP - 4, y2: bottom + 4 }), element("line", { y1: TOP - 4, y2: bottom + 4 })]);
    const [title, desc] = [element("title", { id: "curve-title" }), element("desc", { id: "curve-desc" })];
    title.textContent = "White's chance to win, by action";
    desc.textContent = `${review.summary} The arrow keys go from action to action.`;
    const focused = this.curve !== null && document.activeElement === this.curve.svg;
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "slider", tabindex: "0", "aria-labelledby": "curve-title",
      "aria-describedby": "curve-desc", "aria-valuemin": "0", "aria-valuemax": String(points.length - 1) }, [title, desc, ...parts, marker]);
    this.box.replaceChildren(svg);
    if (focused) svg.focus({ preventScroll: true });
    this.curve = { svg, marker, x, size };
    this.listen(svg, points.length - 1);
    this.placeMarker();
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {number} last
   */
  listen(svg, last) {
    const step = (/** @type {PointerEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      const share = (event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - RIGHT);
      this.go(Math.max(0, Math.min(last, Math.round(share * last))));
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      svg.setPointerCapture(event.pointerId);
      step(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (svg.hasPointerCapture(event.pointerId)) step(event);
    });
    svg.addEventListener("keydown", (event) => {
      if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.go(this.at + KEYS[event.key]);
    });
  }

  placeMarker() {
    const point = this.review?.points[this.at];
    if (!this.curve || !point) return;
    const { svg, marker, x } = this.curve;
    for (const line of marker.children) for (const end of ["x1", "x2"]) line.setAttribute(end, String(x(this.at)));
    const found = chanceWords(point);
    svg.setAttribute("aria-valuenow", String(this.at));
    svg.setAttribute("aria-valuetext", `${this.nameOf(this.at)}, ${found}`);
    setText(byId("curve-now"), `${this.nameOf(this.at)}: ${found}`);
  }

  /** @param {Analysis} review */
  drawTurning({ turning_points: turning }) {
    byId("turning").replaceChildren(...turning.map(({ colour, severity, words: sentence, actions }) => {
      const item = make("li", "turning");
      item.dataset.plies = actions.map(({ ply }) => ply).join(" ");
      const head = make("p", "turning-head");
      head.append(make("span", `chip chip-${colour}`), make("b", "", SEVERITIES[severity] ?? severity));
      item.append(head, make("p", "", sentence), ...actions.map((mistake) => this.mistakeRow(mistake, colour)));
      return item;
    }));
    byId("severities").hidden = turning.length === 0;
    this.mark(this.at);
  }

  /**
   * Return what leads to an action of a turning point, and to what was better.
   *
   * @param {Mistake} mistake
   * @param {string} colour
   */
  mistakeRow(mistake, colour) {
    const { ply, action, better } = mistake;
    const row = make("div", "tools");
    const go = make("button", "ply turning-go", `${ply}. ${action}`);
    go.type = "button";
    go.setAttribute("aria-label", `${ply}. ${colourWord(colour)} ${action}`);
    go.addEventListener("click", () => this.go(ply));
    row.append(go);
    if (!better.length) return row;
    const show = make("button", "tool", "Show what was better");
    show.type = "button";
    show.setAttribute("aria-pressed", "false");
    show.setAttribute("aria-label", `Show what was better than ${ply}. ${action}`);
    show.addEventListener("click", () => (this.shown?.mistake === mistake ? this.takeOff() : this.putOn(mistake, show)));
    const link = make("a", "small", "Try it out");
    link.href = `/analysis?game=${this.game?.id}&ply=${ply - 1}`;
    link.setAttribute("aria-label", `Try it out: what was better than ${ply}. ${action}`);
    row.append(show, link);
    return row;
  }

  /**
   * Show on the position before a mistake: better actions by rank, as marks or arrows, and the one played crossed.
   *
   * @param {Mistake} mistake
   * @param {HTMLElement} button
   */
  putOn(mistake, button) {
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
    this.shown = { mistake, button };
    button.setAttribute("aria-pressed", "true");
    byId("board").scrollIntoView({ block: "nearest" });
    say([`Before ${mistake.ply}. ${mistake.action}.`, mistake.words].filter(Boolean).join(" "));
  }

  takeOff() {
    if (!this.shown) return;
    this.view.show({ marks: {}, notes: {}, arrows: this.game?.plies[this.at]?.arrows ?? [] });
    this.shown.button.setAttribute("aria-pressed", "false");
    this.shown = null;
  }

  drawNumbers() {
    if (!numbers.open || !this.review) return;
    const rows = this.review.points.map((point) => {
      const row = make("tr");
      const ply = this.game?.plies[point.ply];
      row.append(make("td", "", point.ply && ply ? `${point.ply}. ${colourWord(ply.colour)} ${ply.action}` : "start"),
        make("td", "number", point.white === null ? "" : percent(point.white)),
        make("td", "number", point.gave_away === null ? "" : percent(point.gave_away)));
      return row;
    });
    byId("analysis-rows").replaceChildren(...rows);
  }
}

/**
 * Return how good white's game is at a point, and what the action before it gave away.
 *
 * @param {Point} point
 */
function chanceWords({ white, proven, gave_away: gave }) {
  const chance = white === null ? "not analysed" : proven ? `white ${percent(white)}, certain` : `white ${percent(white)}`;
  return gave ? `${chance}, gave away ${percent(gave)}` : chance;
}

/**
 * Return the points whose chance is known, in stretches without a gap.
 *
 * @param {Point[]} points
 */
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

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {"middle" | "end"} anchor
 */
function words(x, y, text, anchor) {
  const made = element("text", { class: "curve-label", x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}
