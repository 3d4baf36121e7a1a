// @ts-check
// What this browser keeps of analyses and of the editor. A browser that keeps nothing still shows them.

import { recall, remember } from "../../lib/browser-memory.js";

const FREE = "hexlume-analysis";
export const BEFORE = "hexlume-analysis-before"; // the free analysis that was put aside
export const EDITOR = "hexlume-editor"; // the editor's position
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
  return kept(game ? `${FREE}:${game}` : FREE);
}

/** Keep an analysis, as `keep` does. @param {Analysis} analysis */
export function keepAnalysis(analysis) {
  if (!analysis.game) return keep(FREE, analysis);
  /** @type {number[]} */
  const before = kept(`${FREE}-games`) ?? [];
  const games = before.filter((game) => game !== analysis.game);
  games.push(analysis.game);
  for (const old of games.splice(0, Math.max(0, games.length - MOST_GAMES))) localStorage.removeItem(`${FREE}:${old}`);
  keep(`${FREE}-games`, games);
  return keep(`${FREE}:${analysis.game}`, analysis);
}

/** Put the free analysis aside before another takes its place, so that it can be had back. */
export function putAside() {
  const free = kept(FREE);
  if (free?.variations?.nodes?.length) keep(BEFORE, free);
}

/** Return what is kept under a key, null when there is nothing. @param {string} key */
export function kept(key) {
  return JSON.parse(recall(key) || "null");
}

/**
 * Keep something under a key; returns false where the browser keeps nothing.
 * @param {string} key
 * @param {object} value
 */
export function keep(key, value) {
  return remember(key, JSON.stringify(value));
}
