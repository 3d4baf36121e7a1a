// @ts-check
// What the puzzles' pages remember between each other: who solves, and which puzzles come next.

import { recall, remember } from "../../lib/browser-memory.js";

const SOLVER = "hexlume-solver";
const QUEUE = "hexlume-puzzles";

/** Return who solves the puzzles here; "" for nobody's name. */
export function solver() {
  return recall(SOLVER);
}

/** @param {string} name */
export function keepSolver(name) {
  remember(SOLVER, name);
}

/** @param {number[]} ids */
export function keepQueue(ids) {
  remember(QUEUE, JSON.stringify(ids), () => sessionStorage);
}

/** Return the puzzle that comes next and take it out, or null after the last. */
export function takeNext() {
  /** @type {number[]} */
  const ids = JSON.parse(recall(QUEUE, () => sessionStorage) || "[]");
  const next = ids.shift();
  keepQueue(ids);
  return next ?? null;
}
