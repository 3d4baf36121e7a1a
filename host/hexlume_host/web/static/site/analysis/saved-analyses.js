// @ts-check
// What this browser keeps of analyses and of the editor. A browser that keeps nothing still shows them.

import { recall, remember } from "../../lib/site.js";

const FREE = "hexlume-analysis";
const BEFORE = "hexlume-analysis-before";
const EDITOR = "hexlume-editor";
const MOST_GAMES = 30; // analyses of stored games; the one that was left longest ago goes first

/** @typedef {import("./start-dialog.js").Start} Start */
/** @typedef {import("./variation-tree.js").Variations} Variations */
/** @typedef {import("../../lib/position.js").Setup} Setup */
/**
 * An analysis: it begins with a game's start or with a position, and `at` is the number of the node that is shown.
 *
 * @typedef {{start?: Start | null, position?: Setup | null, variations?: Variations, at?: number, game?: number | null,
 *   title?: string}} Analysis
 */

/**
 * Return the analysis kept under a game's number, or without one the free one; null when there is none.
 * @param {number} [game]
 * @returns {Analysis | null}
 */
export function keptAnalysis(game) {
  return read(game ? `${FREE}:${game}` : FREE);
}

/** Keep an analysis; returns false where the browser keeps nothing. @param {Analysis} analysis */
export function keepAnalysis(analysis) {
  if (!analysis.game) return write(FREE, analysis);
  /** @type {number[]} */
  const before = read(`${FREE}-games`) ?? [];
  const games = before.filter((game) => game !== analysis.game);
  games.push(analysis.game);
  for (const old of games.splice(0, Math.max(0, games.length - MOST_GAMES))) localStorage.removeItem(`${FREE}:${old}`);
  write(`${FREE}-games`, games);
  return write(`${FREE}:${analysis.game}`, analysis);
}

/** Put the free analysis aside before another takes its place, so that it can be had back. */
export function putAside() {
  const free = read(FREE);
  if (free?.variations?.nodes?.length) write(BEFORE, free);
}

/** Return the analysis that was put aside, null when there is none. @returns {Analysis | null} */
export function aside() {
  return read(BEFORE);
}

/** Return the position kept in the editor, null when there is none. @returns {Setup | null} */
export function keptPosition() {
  return read(EDITOR);
}

/** Keep the position in the editor. @param {Setup} position */
export function keepPosition(position) {
  write(EDITOR, position);
}

/** @param {string} key */
function read(key) {
  return JSON.parse(recall(key) || "null");
}

/**
 * @param {string} key
 * @param {object} value
 */
function write(key, value) {
  return remember(key, JSON.stringify(value));
}
