// @ts-check
// What a screen reader hears while hands play: hints politely and not in a flood, refusals at once.

import { make } from "../lib/dom.js";

const QUIET_MS = 300;

export class Announcer {
  constructor() {
    this.polite = region("status", "polite");
    this.urgent = region("alert", "assertive");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.next = "";
    this.last = "";
  }

  /**
   * Announce a sentence in a moment, unless a newer one comes until then; one that was the last is not repeated.
   *
   * @param {string} sentence
   */
  hint(sentence) {
    this.next = sentence;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.urgent.textContent = "";
      if (this.next === this.last) return;
      this.last = this.polite.textContent = this.next;
    }, QUIET_MS);
  }

  /** Let the same refusal be announced anew when it comes again: the hands have acted since. */
  goOn() {
    this.urgent.textContent = "";
  }

  /**
   * Announce a refusal at once.
   *
   * @param {string} sentence
   */
  refuse(sentence) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = sentence;
    this.polite.textContent = "";
    // In the next frame: what was emptied within this one is not read out a second time.
    if (this.urgent.textContent !== sentence) requestAnimationFrame(() => { this.urgent.textContent = sentence; });
  }
}

/**
 * @param {string} role
 * @param {string} live
 */
function region(role, live) {
  const made = make("p", "unseen");
  made.setAttribute("role", role);
  made.setAttribute("aria-live", live);
  document.body.append(made);
  return made;
}
