// @ts-check
// Plots as SVG that say in words what they show, each with its numbers as a table beside it.

import { make } from "./dom.js";
import { element } from "./svg.js";

const HEIGHT = 220;
const LEFT = 60; // room for 100,000
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 30;
const LABEL_WIDTH = 64; // an axis label needs about so much room

/** @typedef {{title: string, summary: string, heads: string[]}} Captions a plot's name, what it shows in words, its table's headings */
/** @typedef {{label: string, value: number, words?: string}} Bar `label` for the axis, `words` for the tooltip and the table */
/** @typedef {{x: number, y: number | null, words?: string}} LinePoint */
/** @typedef {{x: number, y: number, words?: string}} KnownPoint */
/** @typedef {{name: string, points: LinePoint[]}} Line */
/** @typedef {(number: number) => string} Label */

/** @type {Map<Element, () => void>} */
const watched = new Map();
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) watched.get(target)?.();
});

/**
 * Draw bars into a figure.
 *
 * @param {HTMLElement} figure
 * @param {Captions & {bars: Bar[]}} plot
 */
export function drawBars(figure, { title, summary, heads, bars }) {
  frame(figure, { title, summary, heads, rows: bars.map(({ words, label, value }) => [words ?? label, value.toLocaleString()]) }, (width) => {
    const most = Math.max(1, ...bars.map(({ value }) => value));
    const { parts, y, bottom } = axes(width, 0, most);
    const step = (width - LEFT - RIGHT) / Math.max(1, bars.length);
    const every = Math.ceil(LABEL_WIDTH / step);
    bars.forEach(({ label, value, words }, at) => {
      const x = LEFT + at * step;
      const bar = element("rect", { class: "plot-bar", x: x + step * 0.1, y: y(value), width: Math.max(1, step * 0.8), height: Math.max(0, bottom - y(value)) });
      const hit = element("rect", { class: "plot-hit", x, y: TOP, width: step, height: bottom - TOP }, [tooltip(`${words ?? label}: ${value.toLocaleString()}`)]);
      parts.push(bar, hit);
      if (at % every === 0) parts.push(text(x + step / 2, bottom + 18, label, "middle"));
    });
    return [parts];
  });
}

/**
 * Draw lines into a figure. `xLabel` and `yLabel` turn numbers into the axes' texts. A point whose y is null is left out.
 *
 * @param {HTMLElement} figure
 * @param {Captions & {lines: Line[], xLabel: Label, yLabel?: Label, fromZero?: boolean}} plot
 */
export function drawLines(figure, { title, summary, heads, lines, xLabel, yLabel = (y) => y.toLocaleString(), fromZero = false }) {
  const rows = lines.flatMap(({ points }) => points.filter(isKnown).map(({ x, y, words }) => [words ?? xLabel(x), yLabel(y)]));
  frame(figure, { title, summary, heads, rows }, (width) => {
    const points = lines.flatMap((line) => line.points).filter(isKnown);
    const [least, most] = extent(points.map(({ y }) => y), fromZero);
    const { parts, y: up, bottom } = axes(width, least, most, yLabel);
    const xs = points.map(({ x }) => x);
    const [first, last] = [Math.min(...xs), Math.max(...xs)];
    const across = (/** @type {number} */ x) => (last > first ? LEFT + ((x - first) / (last - first)) * (width - LEFT - RIGHT) : (LEFT + width - RIGHT) / 2);
    for (const { points: own } of lines) {
      const there = own.filter(isKnown);
      const path = there.map(({ x, y }, at) => `${at ? "L" : "M"}${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join("");
      parts.push(element("path", { class: "plot-line", d: path }));
      for (const { x, y, words } of there) {
        const dot = element("circle", { class: there.length > 40 ? "plot-dot quiet" : "plot-dot", cx: across(x), cy: up(y), r: 3.4 });
        const hit = element("circle", { class: "plot-hit", cx: across(x), cy: up(y), r: 9 }, [tooltip(`${words ?? xLabel(x)}: ${yLabel(y)}`)]);
        parts.push(dot, hit);
      }
    }
    const labels = Math.max(2, Math.floor((width - LEFT - RIGHT) / (2 * LABEL_WIDTH)));
    const labelled = new Set();
    for (let at = 0; at < labels; at += 1) {
      const x = first + ((last - first) * at) / (labels - 1);
      const label = xLabel(x);
      if (labelled.has(label)) continue;
      labelled.add(label);
      parts.push(text(across(x), bottom + 18, label, at === 0 ? "start" : at === labels - 1 ? "end" : "middle"));
    }
    return [parts];
  });
}

/**
 * Draw how a whole is divided as one bar; `look` is a class ending such as "white".
 *
 * @param {HTMLElement} figure
 * @param {Captions & {shares: {name: string, value: number, look: string}[]}} plot
 */
export function drawShares(figure, { title, summary, heads, shares }) {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  const percent = (/** @type {number} */ value) => `${whole ? ((100 * value) / whole).toFixed(1) : 0} %`;
  const rows = shares.map(({ name, value }) => [name, value.toLocaleString(), percent(value)]);
  frame(figure, { title, summary, heads, rows }, (width) => {
    /** @type {SVGElement[]} */
    const parts = [];
    let x = 0;
    for (const { name, value, look } of shares) {
      const wide = whole ? (value / whole) * width : 0;
      parts.push(element("rect", { class: `plot-share plot-share-${look}`, x, y: 4, width: wide, height: 40 }, [tooltip(`${name}: ${value.toLocaleString()} (${percent(value)})`)]));
      if (wide > 60) parts.push(text(x + wide / 2, 29, percent(value), "middle", `plot-share-text plot-share-text-${look}`));
      x += wide;
    }
    const legend = make("ul", "plot-legend");
    for (const { name, value, look } of shares) {
      const item = make("li");
      item.append(element("svg", { class: "plot-key", viewBox: "0 0 16 16", "aria-hidden": "true" },
        [element("rect", { class: `plot-share plot-share-${look}`, x: 1, y: 1, width: 14, height: 14, rx: 3 })]), ` ${name} ${percent(value)}`);
      legend.append(item);
    }
    figure.querySelector(".plot-legend")?.remove();
    figure.querySelector(".plot")?.after(legend);
    return [parts, 48];
  });
}

/** @type {(point: LinePoint) => point is KnownPoint} */
function isKnown(point) {
  return point.y !== null;
}

/**
 * Make the parts that all plots have: a caption, the picture, which is drawn anew when its width changes, and the table.
 *
 * @param {HTMLElement} figure
 * @param {Captions & {rows: string[][]}} plot
 * @param {(width: number) => [SVGElement[], number?]} draw returns the picture's parts and its height
 */
function frame(figure, { title, summary, heads, rows }, draw) {
  const open = figure.querySelector("details")?.open ?? false;
  const caption = make("figcaption");
  caption.append(make("h2", "", title), make("p", "muted", summary));
  const box = make("div", "plot");
  const details = make("details", "plot-numbers");
  details.open = open;
  details.append(make("summary", "", "Numbers"), table(title, heads, rows));
  const old = figure.querySelector(".plot");
  if (old) {
    resized.unobserve(old);
    watched.delete(old);
  }
  figure.replaceChildren(caption, box, details);
  let drawn = 0;
  const redraw = () => {
    const width = Math.max(240, Math.round(box.clientWidth));
    if (width === drawn || !rows.length) return;
    drawn = width;
    const [parts, height = HEIGHT] = draw(width);
    box.replaceChildren(element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${title}. ${summary}` }, parts));
  };
  watched.set(box, redraw);
  redraw();
  resized.observe(box);
}

/**
 * @param {string} title
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(title, heads, rows) {
  const made = make("table", "list");
  made.append(make("caption", "unseen", title));
  const head = make("tr");
  heads.forEach((name, at) => {
    const cell = make("th", at ? "number" : "", name);
    cell.scope = "col";
    head.append(cell);
  });
  const top = make("thead");
  top.append(head);
  const body = make("tbody");
  for (const row of rows) {
    const line = make("tr");
    line.append(...row.map((value, at) => make("td", at ? "number" : "", value)));
    body.append(line);
  }
  made.append(top, body);
  const box = make("div", "scroll numbers");
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", `${title}: numbers`);
  box.append(made);
  return box;
}

/**
 * @param {number} width
 * @param {number} least
 * @param {number} most
 * @param {Label} [label]
 */
function axes(width, least, most, label = (y) => y.toLocaleString()) {
  const bottom = HEIGHT - BOTTOM;
  const ticks = nice(least, most);
  const top = Math.max(most, ...ticks);
  const from = Math.min(least, ticks[0]);
  const y = (/** @type {number} */ value) => bottom - ((value - from) / (top - from || 1)) * (bottom - TOP);
  /** @type {SVGElement[]} */
  const parts = [];
  for (const tick of ticks) {
    parts.push(element("line", { class: tick === from ? "plot-base" : "plot-grid", x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }));
    parts.push(text(LEFT - 8, y(tick) + 4, label(tick), "end"));
  }
  return { parts, y, bottom };
}

/**
 * Return round numbers, about five, from below `least` to above `most`.
 *
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
 * @param {boolean} fromZero
 */
function extent(values, fromZero) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return fromZero ? [0, most] : most - least < 1 ? [least - 1, most + 1] : [least, most];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {"start" | "middle" | "end"} anchor
 * @param {string} [look]
 */
function text(x, y, words, anchor, look = "plot-label") {
  const made = element("text", { class: look, x, y, "text-anchor": anchor });
  made.textContent = words;
  return made;
}

/** @param {string} words */
function tooltip(words) {
  const made = element("title");
  made.textContent = words;
  return made;
}
