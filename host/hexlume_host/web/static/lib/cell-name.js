// @ts-check
// What stands on a board's cells: their names, or what an open menu offers.

import { recall, remember } from "./site.js";
import { element } from "./svg.js";

const SIZE = 4.7; // a name's letters, in drawing units
const INSIDE_SIZE = 8.2; // those of one that fills its cell
const LEAST_PX = 8.5;
const LEAST_INSIDE_PX = 6; // what would be smaller in its cell is left out: labels and the menu's legend say it
const MOST_LETTERS = 34; // letters across a cell's floor, times their size
const NAME = /^[a-z]\d+$/; // a cell's name; everything else is words

/**
 * Write words in a cell's text element; `scale` is how many CSS pixels a drawing unit is.
 *
 * Names are engraved at the cell's foot. Where that would be too small to read they fill the empty cell instead, and
 * so do words, in two lines if they are several.
 *
 * @param {SVGTextElement} text
 * @param {string} words
 * @param {boolean} square
 * @param {number} scale
 */
export function writeName(text, words, square, scale) {
  const inside = SIZE * scale < LEAST_PX || !NAME.test(words);
  const foot = square ? { x: -13.6, y: 14, "text-anchor": "start" } : { x: 0, y: 16.1, "text-anchor": "middle" };
  const place = inside ? { x: 0, y: 2.9, "text-anchor": "middle" } : foot;
  const lines = inside ? inTwo(words) : [words];
  text.classList.toggle("inside", inside);
  const size = Math.min(inside ? INSIDE_SIZE : SIZE, MOST_LETTERS / Math.max(1, ...lines.map((line) => line.length)));
  for (const [key, value] of Object.entries({ ...place, "font-size": size })) text.setAttribute(key, String(value));
  text.replaceChildren(...(inside && size * scale < LEAST_INSIDE_PX ? [] : lines).map((line, k) => {
    const part = element("tspan", { x: place.x, dy: k ? size : (size * (1 - lines.length)) / 2 });
    part.textContent = line;
    return part;
  }));
}

/**
 * Return words in two lines, as even as their spaces allow.
 *
 * @param {string} words
 */
function inTwo(words) {
  const gaps = [...words].flatMap((letter, at) => (letter === " " ? [at] : []));
  if (gaps.length === 0) return [words];
  const middle = gaps.reduce((a, b) => (Math.abs(2 * b - words.length) < Math.abs(2 * a - words.length) ? b : a));
  return [words.slice(0, middle), words.slice(middle + 1)];
}

/**
 * Show or hide the cells' names by a button, and remember it for all pages.
 *
 * @param {HTMLElement} button
 * @param {HTMLElement} board
 */
export function offerNames(button, board) {
  const show = (/** @type {boolean} */ on) => {
    board.classList.toggle("nameless", !on);
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    show(on);
    remember("hexlume-names", on ? "shown" : "");
  });
  show(recall("hexlume-names") === "shown");
}
