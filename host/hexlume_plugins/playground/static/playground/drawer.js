// @ts-check
// The simulated board with its drawer: switches that break it, and what goes on inside meanwhile.

import "../site/board/board.js";
import { byId, setText } from "../lib/dom.js";
import { api, attempt } from "../lib/site.js";
import { every } from "../lib/timers.js";
import { html, render, svg } from "../vendor/lit-html.js";
import { server } from "./connection.js";

const LOOK_MS = 400;
const REST = 2048; // counts of a sensor with no magnet near
const MIDST = 900; // how far from that a disc's are, about
const MARGIN = 16; // mm around the sensors

/** @typedef {{faults: Record<string, boolean>, journal: {bytes: string, used: number, events: number | null, kept: number}, serial: Record<string, string>, readings: [number, number, number][]}} Workings (workings.py) */

const drawer = byId("drawer", HTMLDetailsElement);
const switches = byId("faults", HTMLFieldSetElement);
let isAsked = false; // whether an answer is awaited
let changes = 0; // what was asked before the last one does not know it

async function look() {
  if (!drawer.open || isAsked) return;
  isAsked = true;
  const known = changes;
  const workings = await attempt(() => api("/api/workings"));
  if (workings && known === changes) show(workings);
  isAsked = false;
}

/** @param {Workings} workings */
function show({ faults, journal: { bytes, used, events, kept }, serial, readings }) {
  for (const one of switches.querySelectorAll("input")) one.checked = faults[one.name];
  const lost = `Events of this game: ${events} in the board's flash, ${kept} in this browser, ${Math.max(0, kept - (events ?? kept))} lost.`;
  if (events !== null) setText(byId("kept"), lost + (events > kept ? " The board sends the rest as soon as it can." : ""));
  setText(byId("journal-size"), `${used} of 4096 bytes`);
  setText(byId("journal-bytes"), bytes);
  for (const [sender, text] of Object.entries(serial)) setText(byId(`from-${sender}`), text.trim().split("\n").reverse().join("\n"));
  const [left, top] = [Math.min(...readings.map(([x]) => x)) - MARGIN, Math.min(...readings.map(([, y]) => y)) - MARGIN];
  render(html`<svg viewBox="${left} ${top} ${-2 * left} ${-2 * top}" role="img" aria-label="What each sensor gives">${
    readings.map(([x, y, counts]) => svg`<g transform="translate(${x} ${-y})"><circle r="15" style="--share: ${Math.min(1, Math.abs(counts - REST) / MIDST)}" /><text>${counts}</text></g>`)}</svg>`, byId("readings"));
}

switches.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  changes += 1;
  server.send(JSON.stringify({ fault: target.name, on: target.checked }));
});
drawer.addEventListener("toggle", look);
every(look, LOOK_MS);
