// @ts-check
// What is marked on a cell: what the last action did, what must be turned over, what decided a game, and free marks.

import { element } from "./svg.js";

const RING = 11.9; // middle of the translucent ring around a disc
const GROUP = 13.7; // middle of the ring around a cell of a group that decided
/** @typedef {"won" | "lost" | "decided" | "last" | "captured" | "turned" | "forced"} Mark */
/** @type {Record<Mark, string>} */
const WORDS = {
  won: "in the winner's group", lost: "in the loser's group", decided: "decided the game", last: "last action",
  captured: "captured just now", turned: "turned over just now", forced: "to be turned over",
};

/** The kinds of marks that a position has, the lowest first. */
export const MARKS = /** @type {Mark[]} */ (Object.keys(WORDS));

/**
 * Return a mark drawn around (0, 0), in mm, for a cell with this piece or null.
 *
 * @param {string} kind
 * @param {string | null} piece
 */
export function drawMark(kind, piece) {
  if (kind === "last" || kind === "turned") return lastMark(kind === "turned");
  if (kind === "won" || kind === "lost") return element("circle", { r: GROUP, class: `mark-${kind}` });
  if (kind === "decided") {
    const ring = element("circle", { r: GROUP, class: "mark-decided" });
    return piece ? ring : element("g", {}, [ring, element("path", { d: "M0-6 6 0 0 6-6 0Z", class: "mark-decided" })]);
  }
  if (kind === "forced") return element("circle", { r: RING, class: "mark-forced" });
  if (kind === "captured") {
    return element("g", {}, [element("circle", { r: 8.4, class: "mark-captured-ring" }),
      element("path", { d: "M-3.4-3.4 3.4 3.4M3.4-3.4-3.4 3.4", class: "mark-captured" })]);
  }
  const on = piece?.startsWith("white") ? "on-white " : "";
  if (kind === "ring") return element("circle", { r: RING, class: "mark-free" });
  if (kind === "dot") return element("circle", { r: 3.2, cy: -0.35, class: `${on}mark-dot` });
  if (kind === "cross") return element("path", { d: "M-3.6-3.95 3.6 3.25M3.6-3.95-3.6 3.25", class: `${on}mark-free` });
  const text = element("text", { y: 3.6, class: `${on}mark-text` });
  text.textContent = kind;
  return text;
}

/**
 * Return what a mark on a cell means, for its label.
 *
 * @param {Mark} kind
 */
export function markWords(kind) {
  return WORDS[kind];
}

/**
 * Return the ring of the last action: with one wedge inwards, or with two that go round where a disc was turned over.
 *
 * @param {boolean} turned
 */
function lastMark(turned) {
  const wedges = turned ? "M-2.5-15.2-2.5-8.6 3.5-11.9ZM2.5 15.2 2.5 8.6-3.5 11.9Z" : "M-3.1-15.2 3.1-15.2 0-10.2Z";
  return element("g", {}, [element("circle", { r: RING, class: "mark-last-ring" }), element("path", { d: wedges, class: "mark-last-wedge" })]);
}
