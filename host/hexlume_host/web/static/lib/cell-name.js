// @ts-check
// What stands on a board's cells: their names, or what an open menu offers.

import { svg } from "../vendor/lit-html.js";
import { recall, remember } from "./browser-memory.js";

const SIZE = 4.7; // a name's letters, in drawing units
const INSIDE_SIZE = 8.2; // those of one that fills its cell
const LEAST_PX = 8.5;
const LEAST_INSIDE_PX = 6; // what would be smaller in its cell is left out: labels and the menu's legend say it
const MOST_LETTERS = 34; // letters across a cell's floor, times their size
const NAME = /^[a-z]\d+$/; // a cell's name; everything else is words

/**
 * Return words on a cell; `scale` is how many CSS pixels a drawing unit is.
 *
 * Names are engraved at the cell's foot. Where that would be too small to read they fill the empty cell instead, and
 * so do words, in two lines if they are several.
 * @param {string} words
 * @param {boolean} square
 * @param {number} scale
 * @param {boolean} onLight whether the floor behind them is bright
 */
export function drawName(words, square, scale, onLight) {
  const inside = SIZE * scale < LEAST_PX || !NAME.test(words);
  const [x, y] = inside ? [0, 2.9] : square ? [-13.6, 14] : [0, 16.1];
  const lines = inside ? inTwo(words) : [words];
  const size = Math.min(inside ? INSIDE_SIZE : SIZE, MOST_LETTERS / Math.max(1, ...lines.map((line) => line.length)));
  const shown = inside && size * scale < LEAST_INSIDE_PX ? [] : lines;
  return svg`<text class="cell-name ${inside ? "inside" : ""} ${onLight ? "on-light" : ""}" x=${x} y=${y} text-anchor=${inside || !square ? "middle" : "start"} font-size=${size}>${
    shown.map((line, k) => svg`<tspan x=${x} dy=${k ? size : (size * (1 - lines.length)) / 2}>${line}</tspan>`)}</text>`;
}

/** Return words in two lines, as even as their spaces allow. @param {string} words */
function inTwo(words) {
  const gaps = [...words].flatMap((letter, at) => (letter === " " ? [at] : []));
  if (gaps.length === 0) return [words];
  const middle = gaps.reduce((a, b) => (Math.abs(2 * b - words.length) < Math.abs(2 * a - words.length) ? b : a));
  return [words.slice(0, middle), words.slice(middle + 1)];
}

/**
 * Show or hide the cells' names by a button, and remember it for all pages.
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
