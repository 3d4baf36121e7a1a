// @ts-check
// A lesson: its step and what to do, and the way to the next step, back to its beginning, or out of it.

import { byId, setText } from "../../lib/dom.js";
import { api, gameName, playAfter, say, sentenceOf } from "../../lib/site.js";
import { html, nothing, render } from "../../vendor/lit-html.js";

/** @typedef {import("./board.js").BoardMessage} BoardMessage */
/** @typedef {{step: number, of: number, stars: number[], hides: boolean, say: string, answer: string, done: boolean}} Lesson a step of a course (web/live/prompt.py) */

export class LessonCard {
  /** Show what the server says; `send` passes a wish on. @param {(message: {do: string, [member: string]: unknown}) => boolean} send */
  constructor(send) {
    /** @type {BoardMessage | null} */
    this.latest = null;
    this.send = send;
    byId("learn").addEventListener("click", () => this.go(0));
    byId("lesson-again").addEventListener("click", () => this.go(this.latest?.lesson?.step ?? 0));
    byId("lesson-restart").addEventListener("click", () => this.go(1));
    byId("lesson-leave").addEventListener("click", () => send({ do: "leave" }));
    byId("lesson-next").addEventListener("click", () => this.next());
  }

  /** @param {BoardMessage} message */
  show(message) {
    this.latest = message;
    const { rules, lesson, steps } = message;
    byId("learn").hidden = !steps;
    byId("lesson").hidden = !lesson;
    this.follow(message);
    if (!lesson) return;
    const { step, of, say, done } = lesson;
    setText(byId("lesson-title"), `${gameName(rules)}, lesson ${step} of ${of}`);
    setText(byId("lesson-say"), done ? message.text : say);
    const next = byId("lesson-next");
    next.classList.toggle("main", done);
    setText(next, step === of ? "Play a game" : done ? "Next step" : "Skip");
    this.showSteps(lesson);
  }

  /** Begin the course that a link to this page names, once the board is there and has reported its first game. @param {BoardMessage} message */
  follow({ state, rules: first }) {
    const asked = new URLSearchParams(location.search || location.hash.slice(1));
    const rules = asked.get("learn");
    if (!rules || !first || state !== "connected" || !this.send({ do: "lesson", rules, step: asked.get("step") ?? "0" })) return;
    history.replaceState(null, "", location.pathname);
  }

  /** List the course's steps, with a star at those that were right at the first try. @param {Lesson} lesson */
  showSteps({ step, of, stars }) {
    render(Array.from({ length: of }, (_, index) => {
      const number = index + 1;
      const star = stars.includes(number);
      return html`<li><button type="button" class="tool" aria-label="Step ${number}${star ? ", with a star" : ""}" aria-current=${number === step ? "step" : nothing}
        @click=${() => this.go(number)}>${number}${star ? " ★" : ""}</button></li>`;
    }), byId("lesson-steps"));
  }

  next() {
    const { latest } = this;
    if (!latest?.lesson) return;
    if (latest.lesson.step < latest.lesson.of) this.go(latest.lesson.step + 1);
    else this.playGame(latest.rules).catch((error) => say(sentenceOf(error)));
  }

  /** Begin the course's game against the gentlest Hexlume, which does not start; where the table plays no other, leave. @param {string} rules */
  async playGame(rules) {
    /** @type {import("../new-game/new-game.js").Answer} */
    const { games, levels } = await api("/api/new-game");
    const game = games.find((one) => one.rules === rules);
    if (!game) {
      this.send({ do: "leave" });
      return;
    }
    const engine = game.first === "white" ? "black" : "white";
    await playAfter("/api/new-game", { rules, size: game.size, opponent: levels[0], engine });
  }

  /** @param {number} step */
  go(step) {
    if (this.latest) this.send({ do: "lesson", rules: this.latest.rules, step: String(step) });
  }
}
