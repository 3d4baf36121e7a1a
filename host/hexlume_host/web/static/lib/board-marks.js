// @ts-check
// What is marked on a cell: what the last action did, what must be turned over, what decided a game, and free marks.

import { svg } from "../vendor/lit-html.js";

/** @typedef {"won" | "lost" | "decided" | "last" | "captured" | "turned" | "forced"} Mark */
/** What a mark on a cell means, for its label. @type {Record<Mark, string>} */
export const MARK_WORDS = {
  won: "in the winner's group", lost: "in the loser's group", decided: "decided the game", last: "last action",
  captured: "captured just now", turned: "turned over just now", forced: "to be turned over",
};

/** The kinds of marks that a position has, the lowest first. */
export const MARKS = /** @type {Mark[]} */ (Object.keys(MARK_WORDS));

/** Marks around (0, 0), in mm: rings around a disc, wider ones around a cell of a group. @type {Record<string, import("../vendor/lit-html.js").Template>} */
const SHAPES = {
  won: svg`<circle r="13.7" class="mark-won" />`,
  lost: svg`<circle r="13.7" class="mark-lost" />`,
  decided: svg`<circle r="13.7" class="mark-decided" />`,
  // One wedge inwards, or two that go round where a disc was turned over.
  last: svg`<circle r="11.9" class="mark-last-ring" /><path d="M-3.1-15.2 3.1-15.2 0-10.2Z" class="mark-last-wedge" />`,
  turned: svg`<circle r="11.9" class="mark-last-ring" /><path d="M-2.5-15.2-2.5-8.6 3.5-11.9ZM2.5 15.2 2.5 8.6-3.5 11.9Z" class="mark-last-wedge" />`,
  captured: svg`<circle r="8.4" class="mark-captured-ring" /><path d="M-3.4-3.4 3.4 3.4M3.4-3.4-3.4 3.4" class="mark-captured" />`,
  forced: svg`<circle r="11.9" class="mark-forced" />`,
  ring: svg`<circle r="11.9" class="mark-free" />`,
};

/**
 * Return a mark for a cell with this piece or null.
 * @param {string} kind
 * @param {string | null} piece
 */
export function drawMark(kind, piece) {
  const on = piece?.startsWith("white") ? "on-white" : "";
  if (kind === "decided" && !piece) return svg`<g>${SHAPES.decided}<path d="M0-6 6 0 0 6-6 0Z" class="mark-decided" /></g>`;
  if (kind in SHAPES) return svg`<g>${SHAPES[kind]}</g>`;
  if (kind === "dot") return svg`<circle r="3.2" cy="-0.35" class="mark-dot ${on}" />`;
  if (kind === "cross") return svg`<path d="M-3.6-3.95 3.6 3.25M3.6-3.95-3.6 3.25" class="mark-free ${on}" />`;
  return svg`<text y="3.6" class="mark-text ${on}">${kind}</text>`;
}
