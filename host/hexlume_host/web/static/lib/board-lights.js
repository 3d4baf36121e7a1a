// @ts-check
// The lights under a board's cells. They change up to thirty times a second, and so are written to their elements directly.

import { render, svg } from "../vendor/lit-html.js";
import { FLOOR_GLOW, RECESS_RADIUS } from "./cell-glow.js";
import { stopsOf } from "./disc.js";
import { colourWords, luminance, parseColour, seenHue, seenLevel, seenShare } from "./light.js";

const STEADY_LOOKS = 4;
const DARK_WORDS = 0.25; // a floor that is brighter has dark words on it
const GLOW = stopsOf(FLOOR_GLOW.map(([off, share]) => [off, "currentColor", seenShare(share)]));

/** Return an SVG group with content in it. @param {unknown} content */
export function groupOf(content) {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  render(content, group);
  return group;
}

export class CellLight {
  /** @param {string} id of its gradient, which no other light of the document has */
  constructor(id) {
    this.element = groupOf(svg`<radialGradient id=${id}>${GLOW}</radialGradient><circle r=${RECESS_RADIUS} fill="url(#${id})" class="floor-lit" />`);
    this.element.setAttribute("class", "floor-glow");
    this.element.setAttribute("visibility", "hidden");
    this.colour = "000000";
    this.rgb = parseColour(this.colour);
    this.isBright = false;
    // How it has behaved in the last looks.
    this.changes = 0;
    this.quiet = STEADY_LOOKS;
    this.busy = 0;
    this.wasDark = STEADY_LOOKS;
    this.shone = this.rgb;
  }

  /** Show an LED's colour, six hexadecimal digits. Return whether words on it have to change. @param {string} colour */
  show(colour) {
    if (colour === this.colour) return false;
    const wasBright = this.isBright;
    this.colour = colour;
    this.rgb = parseColour(colour);
    this.changes += 1;
    const level = seenLevel(this.rgb);
    this.isBright = level * luminance(this.rgb) > DARK_WORDS;
    this.element.setAttribute("visibility", level > 0 ? "visible" : "hidden");
    if (level > 0) {
      this.element.style.color = `rgb(${seenHue(this.rgb)})`;
      this.element.style.opacity = String(level);
    }
    return this.isBright !== wasBright;
  }

  /** Look at how it has behaved since the last look, and return it in words: dark, or its colour and whether it blinks or pulses. */
  look() {
    const isDark = Math.max(...this.rgb) === 0;
    this.quiet = this.changes > 0 ? 0 : Math.min(STEADY_LOOKS, this.quiet + 1);
    this.busy = this.changes > 0 ? Math.min(6, this.busy + 1) : Math.max(0, this.busy - 1);
    this.changes = 0;
    this.wasDark = isDark ? 0 : Math.min(STEADY_LOOKS, this.wasDark + 1);
    if (!isDark) this.shone = this.rgb;
    if (this.busy > 1 && this.quiet < 2) return `lit ${colourWords(this.shone)}, ${this.wasDark < STEADY_LOOKS ? "blinking" : "pulsing"}`;
    return isDark ? "dark" : `lit ${colourWords(this.rgb)}`;
  }
}
