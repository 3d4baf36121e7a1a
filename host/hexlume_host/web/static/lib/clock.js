// @ts-check
// The players' clocks: reported by the board once a second, counted down here in between.

import { setText } from "./dom.js";
import { later } from "./timers.js";

/** @typedef {"white" | "black"} Colour */
/** @typedef {{ms: number, periods: number, low?: boolean}} ClockSide */
/**
 * A clock as the board reports it (docs/protocol.md).
 *
 * @typedef {{white: ClockSide, black: ClockSide, running: Colour | null, counting: boolean, flagged?: Colour | null,
 *   period_ms: number}} ClockReport
 */

/** @type {Colour[]} */
const COLOURS = ["white", "black"];
/** So long a clock is counted down without hearing from the board, which tells it every second. */
const LONGEST_MS = 1500;
/** A reported time that is at most so much later than the one shown is the line's delay, and does not count back up. */
const JITTER_MS = 400;

export class Clocks {
  /**
   * Show clocks in the page's elements of class `player-clock`, by colour; `announce` gets a sentence.
   * @param {(colour: Colour) => HTMLElement} find
   * @param {(sentence: string) => void} announce
   */
  constructor(find, announce) {
    this.boxes = { white: find("white"), black: find("black") };
    this.announce = announce;
    /** @type {ClockReport | null} */
    this.reported = null;
    this.at = 0;
    /** @type {Set<Colour>} */
    this.warned = new Set();
    this.stop = () => {};
  }

  /** Show what the board reported: null for no clock (docs/protocol.md has the rest). @param {ClockReport | null} clock */
  show(clock) {
    const now = performance.now();
    const before = this.reported;
    if (clock?.running && before?.counting && before.running === clock.running) {
      const colour = clock.running;
      const shown = this.left(before, colour, now);
      const reported = clock[colour];
      const later = reported.ms - shown.ms;
      if (reported.periods === shown.periods && later > 0 && later <= JITTER_MS) reported.ms = shown.ms;
    }
    this.reported = clock;
    this.at = now;
    this.warn();
    this.draw();
  }

  /**
   * Return a colour's time now: {ms, periods}.
   * @param {ClockReport} clock
   * @param {Colour} colour
   * @param {number} now
   */
  left(clock, colour, now) {
    const { ms, periods } = clock[colour];
    if (!clock.counting || clock.running !== colour) return { ms, periods };
    let left = ms - Math.min(LONGEST_MS, now - this.at);
    let rest = periods;
    for (; left <= 0 && rest > 0; rest -= 1) left += clock.period_ms;
    return { ms: Math.max(0, left), periods: rest };
  }

  draw() {
    this.stop();
    const now = performance.now();
    const clock = this.reported;
    for (const colour of COLOURS) {
      const box = this.boxes[colour];
      box.hidden = !clock;
      if (!clock) continue;
      const { ms, periods } = this.left(clock, colour, now);
      const over = clock.flagged === colour;
      const runs = clock.running === colour && !over;
      const low = Boolean(clock[colour].low) && !over;
      setText(box.querySelector(".time"), timeText(ms));
      setText(box.querySelector(".periods"), over ? "" : periodsText(periods, clock.period_ms));
      setText(box.querySelector(".time-mark"), over ? "time over" : low ? "low" : "");
      box.classList.toggle("running", runs);
      box.classList.toggle("low", low);
      box.classList.toggle("over", over);
    }
    if (!clock?.counting || !clock.running || now - this.at >= LONGEST_MS) return;
    // The next change of the seconds shown, or when counting ends.
    const { ms } = this.left(clock, clock.running, now);
    this.stop = later(() => this.draw(), Math.min(ms % 1000 || 1000, LONGEST_MS - (now - this.at)) + 1);
  }

  /** Say once that a player's time is low; a timer's own changes are not read out. */
  warn() {
    const clock = this.reported;
    if (!clock || (!clock.running && !COLOURS.some((colour) => clock[colour].low))) {
      this.warned.clear();
      this.announce("");
    }
    if (!clock) return;
    for (const colour of COLOURS) {
      if (!clock[colour].low || clock.flagged || this.warned.has(colour)) continue;
      this.warned.add(colour);
      this.announce(colour === "white" ? "White's time is low." : "Black's time is low.");
    }
  }
}

/** Return a time as "4:05" or "1:04:05"; a second that has begun counts whole, so 0:00 is over. @param {number} ms */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * @param {number} periods
 * @param {number} length
 */
function periodsText(periods, length) {
  if (!length) return "";
  return periods ? `+ ${periods} × ${length / 1000} s` : "last period";
}
