// @ts-check
// The players' clocks: told by the board once a second, counted down here in between.

const COLOURS = ["white", "black"];
/** So long a clock is counted down without hearing from the board, which tells it every second. */
const LONGEST_MS = 1500;
/** A told time that is at most so much later than the one shown is the line's delay, and does not count back up. */
const JITTER_MS = 400;

export class Clocks {
  /** Show clocks in the page's elements of class `player-clock`, by colour; `announce` gets a sentence. */
  constructor(find, announce) {
    this.boxes = Object.fromEntries(COLOURS.map((colour) => [colour, find(colour)]));
    this.announce = announce;
    this.told = null;
    this.warned = new Set();
    this.timer = 0;
  }

  /** Show what the board told: null for no clock (docs/protocol.md has the rest). */
  show(clock) {
    const now = performance.now();
    const before = this.told;
    if (clock && before?.counting && before.running === clock.running) {
      const colour = clock.running;
      const shown = this.left(colour, now);
      const told = clock[colour];
      const later = told.ms - shown.ms;
      if (told.periods === shown.periods && later > 0 && later <= JITTER_MS) told.ms = shown.ms;
    }
    this.told = clock;
    this.at = now;
    this.warn();
    this.draw();
  }

  /** Return a colour's time now: {ms, periods}. */
  left(colour, now) {
    const { ms, periods } = this.told[colour];
    if (!this.told.counting || this.told.running !== colour) return { ms, periods };
    let left = ms - Math.min(LONGEST_MS, now - this.at);
    let rest = periods;
    for (; left <= 0 && rest > 0; rest -= 1) left += this.told.period_ms;
    return { ms: Math.max(0, left), periods: rest };
  }

  draw() {
    clearTimeout(this.timer);
    const now = performance.now();
    for (const colour of COLOURS) {
      const box = this.boxes[colour];
      box.hidden = !this.told;
      if (!this.told) continue;
      const { ms, periods } = this.left(colour, now);
      const over = this.told.flagged === colour;
      const runs = this.told.running === colour && !over;
      const low = this.told[colour].low && !over;
      setText(box.querySelector(".time"), timeText(ms));
      setText(box.querySelector(".periods"), over ? "" : periodsText(periods, this.told.period_ms));
      setText(box.querySelector(".time-mark"), over ? "time over" : low ? "low" : "");
      box.classList.toggle("running", runs);
      box.classList.toggle("low", low);
      box.classList.toggle("over", over);
    }
    if (!this.told?.counting || now - this.at >= LONGEST_MS) return;
    // The next change of the seconds shown, or when counting ends.
    const { ms } = this.left(this.told.running, now);
    this.timer = setTimeout(() => this.draw(), Math.min(ms % 1000 || 1000, LONGEST_MS - (now - this.at)) + 1);
  }

  /** Say once that a player's time is low; a timer's own changes are not read out. */
  warn() {
    if (!this.told || (!this.told.running && !COLOURS.some((colour) => this.told[colour].low))) {
      this.warned.clear();
      this.announce("");
    }
    if (!this.told) return;
    for (const colour of COLOURS) {
      if (!this.told[colour].low || this.told.flagged || this.warned.has(colour)) continue;
      this.warned.add(colour);
      this.announce(`${colour[0].toUpperCase()}${colour.slice(1)}'s time is low.`);
    }
  }
}

/** Return a time as "4:05" or "1:04:05"; a second that has begun counts whole, so 0:00 is over. */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function periodsText(periods, length) {
  if (!length) return "";
  return periods ? `+ ${periods} × ${length / 1000} s` : "last period";
}

function setText(box, text) {
  if (box.textContent !== text) box.textContent = text;
}
