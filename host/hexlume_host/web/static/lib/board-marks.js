// @ts-check
// What is marked on a cell: the last action, what it captured, what must be turned over, and free marks.

import { element } from "./svg.js";

const RING = 11.9; // middle of the translucent ring around a disc
/** @type {Record<string, string>} */
const WORDS = { last: "last action", captured: "captured just now", forced: "to be turned over" };

/**
 * Return a mark drawn around (0, 0), in mm, for a cell with this piece or null.
 *
 * @param {string} kind
 * @param {string | null} piece
 */
export function drawMark(kind, piece) {
  if (kind === "last") return lastMark();
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
 * @param {string} kind
 */
export function markWords(kind) {
  return WORDS[kind];
}

function lastMark() {
  return element("g", {}, [element("circle", { r: RING, class: "mark-last-ring" }),
    element("path", { d: "M-3.1-15.2 3.1-15.2 0-10.2Z", class: "mark-last-wedge" })]);
}
