// @ts-check
// What the puzzles' pages remember between each other: who solves, and which puzzles come next.

const SOLVER = "hexlume-solver";
const QUEUE = "hexlume-puzzles";

/** Return who solves the puzzles here; "" for nobody's name. */
export function solver() {
  return localStorage.getItem(SOLVER) ?? "";
}

/** @param {string} name */
export function keepSolver(name) {
  localStorage.setItem(SOLVER, name);
}

/** @param {number[]} ids */
export function keepQueue(ids) {
  sessionStorage.setItem(QUEUE, JSON.stringify(ids));
}

/** Return the puzzle that comes next and take it out, or null after the last. */
export function takeNext() {
  /** @type {number[]} */
  const ids = JSON.parse(sessionStorage.getItem(QUEUE) ?? "[]");
  const next = ids.shift();
  keepQueue(ids);
  return next ?? null;
}

/** @param {number} id */
export function puzzleAddress(id) {
  return `/puzzles/${id}`;
}
