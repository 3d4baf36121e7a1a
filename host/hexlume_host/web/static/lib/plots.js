// @ts-check
// Plots as SVG that say in words what they show, each with its numbers as a table beside it.

import { html, render, svg } from "../vendor/lit-html.js";

const HEIGHT = 220;
const LEFT = 60; // room for 100,000
const RIGHT = 12;
const TOP = 12;
const BOTTOM = HEIGHT - 30;
const LABEL_WIDTH = 64; // an axis label needs about so much room

/** @typedef {{title: string, summary: string, heads: string[]}} Captions a plot's name, what it shows in words, its table's headings */
/** @typedef {{label: string, value: number, words?: string}} Bar `label` for the axis, `words` for the tooltip and the table */
/** @typedef {{x: number, y: number, words?: string}} LinePoint */
/** @typedef {(number: number) => string} Label */

/** @type {WeakMap<Element, () => void>} */
const drawn = new WeakMap();
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) drawn.get(target)?.();
});

/**
 * Draw bars into a figure.
 * @param {HTMLElement} figure
 * @param {Captions & {bars: Bar[]}} plot
 */
export function drawBars(figure, { bars, ...captions }) {
  const rows = bars.map(({ words, label, value }) => [words ?? label, value.toLocaleString()]);
  frame(figure, captions, rows, (width) => {
    const { grid, y } = axis(width, 0, Math.max(1, ...bars.map(({ value }) => value)));
    const step = (width - LEFT - RIGHT) / Math.max(1, bars.length);
    const every = Math.ceil(LABEL_WIDTH / step);
    return [grid, bars.map(({ label, value, words }, at) => {
      const x = LEFT + at * step;
      return svg`
        <rect class="plot-bar" x=${x + step * 0.1} y=${y(value)} width=${Math.max(1, step * 0.8)} height=${Math.max(0, BOTTOM - y(value))}></rect>
        <rect class="plot-hit" x=${x} y=${TOP} width=${step} height=${BOTTOM - TOP}><title>${words ?? label}: ${value.toLocaleString()}</title></rect>
        ${at % every === 0 ? text(x + step / 2, BOTTOM + 18, label, "middle") : ""}`;
    })];
  });
}

/**
 * Draw a line into a figure. `xLabel` and `yLabel` turn numbers into the axes' texts.
 * @param {HTMLElement} figure
 * @param {Captions & {points: LinePoint[], xLabel: Label, yLabel: Label}} plot
 */
export function drawLine(figure, { points, xLabel, yLabel, ...captions }) {
  const rows = points.map(({ x, y, words }) => [words ?? xLabel(x), yLabel(y)]);
  frame(figure, captions, rows, (width) => {
    const { grid, y: up } = axis(width, ...extent(points.map(({ y }) => y)), yLabel);
    const xs = points.map(({ x }) => x);
    const [first, last] = [Math.min(...xs), Math.max(...xs)];
    const across = (/** @type {number} */ x) => (last > first ? LEFT + ((x - first) / (last - first)) * (width - LEFT - RIGHT) : (LEFT + width - RIGHT) / 2);
    const path = points.map(({ x, y }) => `${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join("L");
    const dots = points.map(({ x, y, words }) => svg`
      <circle class="plot-dot ${points.length > 40 ? "quiet" : ""}" cx=${across(x)} cy=${up(y)} r="3.4"></circle>
      <circle class="plot-hit" cx=${across(x)} cy=${up(y)} r="9"><title>${words ?? xLabel(x)}: ${yLabel(y)}</title></circle>`);
    const count = Math.max(2, Math.floor((width - LEFT - RIGHT) / (2 * LABEL_WIDTH)));
    const places = Array.from({ length: count }, (_, at) => first + ((last - first) * at) / (count - 1));
    const labels = places.map((x, at) => (places.findIndex((one) => xLabel(one) === xLabel(x)) < at ? ""
      : text(across(x), BOTTOM + 18, xLabel(x), at === 0 ? "start" : at === count - 1 ? "end" : "middle")));
    return [grid, svg`<path class="plot-line" d="M${path}"></path>`, dots, labels];
  });
}

/**
 * Draw how a whole is divided as one bar; `look` is a class ending such as "white".
 * @param {HTMLElement} figure
 * @param {Captions & {shares: {name: string, value: number, look: string}[]}} plot
 */
export function drawShares(figure, { shares, ...captions }) {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  const percent = (/** @type {number} */ value) => `${whole ? ((100 * value) / whole).toFixed(1) : 0} %`;
  const rows = shares.map(({ name, value }) => [name, value.toLocaleString(), percent(value)]);
  const legend = html`<ul class="plot-legend">${shares.map(({ name, value, look }) => html`<li>
    <svg class="plot-key" viewBox="0 0 16 16" aria-hidden="true"><rect class="plot-share plot-share-${look}" x="1" y="1" width="14" height="14" rx="3"></rect></svg>
    ${name} ${percent(value)}</li>`)}</ul>`;
  frame(figure, captions, rows, (width) => {
    let x = 0;
    return shares.map(({ name, value, look }) => {
      const [from, wide] = [x, whole ? (value / whole) * width : 0];
      x += wide;
      return svg`<rect class="plot-share plot-share-${look}" x=${from} y="4" width=${wide} height="40"><title>${name}: ${value.toLocaleString()} (${percent(value)})</title></rect>
        ${wide > 60 ? text(from + wide / 2, 29, percent(value), "middle", `plot-share-text plot-share-text-${look}`) : ""}`;
    });
  }, 48, legend);
}

/**
 * Draw what all plots have: a caption, the picture, which is drawn anew when its width changes, and the table.
 * @param {HTMLElement} figure
 * @param {Captions} captions
 * @param {string[][]} rows
 * @param {(width: number) => unknown} draw returns the picture's parts
 * @param {number} [height]
 * @param {unknown} [legend]
 */
function frame(figure, { title, summary, heads }, rows, draw, height = HEIGHT, legend = "") {
  const show = () => {
    const width = Math.max(240, Math.round(figure.querySelector(".plot")?.clientWidth ?? 0));
    const picture = html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label="${title}. ${summary}">${rows.length ? draw(width) : ""}</svg>`;
    render(html`<figcaption><h2>${title}</h2><p class="muted">${summary}</p></figcaption>
      <div class="plot">${rows.length ? picture : ""}</div>${legend}
      <details class="plot-numbers"><summary>Numbers</summary>
        <div class="scroll numbers" tabindex="0" role="region" aria-label="${title}: numbers">
          <table class="list"><caption class="unseen">${title}</caption>
            <thead><tr>${heads.map((name, at) => html`<th scope="col" class=${at ? "number" : ""}>${name}</th>`)}</tr></thead>
            <tbody>${rows.map((row) => html`<tr>${row.map((value, at) => html`<td class=${at ? "number" : ""}>${value}</td>`)}</tr>`)}</tbody>
          </table>
        </div>
      </details>`, figure);
  };
  drawn.set(figure, show);
  show();
  resized.observe(figure);
}

/**
 * Return the grid of an axis upwards, and how high a value lies.
 * @param {number} width
 * @param {number} least
 * @param {number} most
 * @param {Label} [label]
 */
function axis(width, least, most, label = (y) => y.toLocaleString()) {
  const ticks = nice(least, most);
  const top = Math.max(most, ...ticks);
  const from = Math.min(least, ticks[0]);
  const y = (/** @type {number} */ value) => BOTTOM - ((value - from) / (top - from || 1)) * (BOTTOM - TOP);
  const grid = ticks.map((tick) => svg`
    <line class=${tick === from ? "plot-base" : "plot-grid"} x1=${LEFT} x2=${width - RIGHT} y1=${y(tick)} y2=${y(tick)}></line>
    ${text(LEFT - 8, y(tick) + 4, label(tick), "end")}`);
  return { grid, y };
}

/**
 * Return round numbers, about five, from below `least` to above `most`.
 * @param {number} least
 * @param {number} most
 */
function nice(least, most) {
  const rough = (most - least || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((one) => one * power >= rough) ?? 10;
  const step = Math.max(factor * power, 1e-6);
  const ticks = [];
  for (let tick = Math.floor(least / step); tick <= Math.ceil(most / step - 1e-9); tick += 1) ticks.push(Number((tick * step).toPrecision(12)));
  return ticks.length > 1 ? ticks : [...ticks, ticks[0] + step];
}

/**
 * @param {number[]} values
 * @returns {[number, number]}
 */
function extent(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most - least < 1 ? [least - 1, most + 1] : [least, most];
}

/**
 * Return words in a picture.
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {"start" | "middle" | "end"} anchor
 * @param {string} [look]
 */
export function text(x, y, words, anchor, look = "plot-label") {
  return svg`<text class=${look} x=${x} y=${y} text-anchor=${anchor}>${words}</text>`;
}
