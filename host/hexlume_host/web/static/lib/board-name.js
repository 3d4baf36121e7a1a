// @ts-check
// What people call a live board, and how it is doing, in words: the same on every page.

import { ago, boardSize, gameName } from "./site.js";

/** @typedef {"connected" | "lost" | "elsewhere"} State */
/**
 * What a message about a board has (web/live/board.py): who plays which game where, and how it stands.
 *
 * @typedef {{device: string, panel: string, state: State, since: number, simulated: boolean, lesson: {step: number, of: number} | null,
 *   players: Record<string, string>, rules: string, board: string, number: number | null, text: string, actions: [string, string][],
 *   status: string, ended: number | null}} BoardAbout
 */

/**
 * Return a board's name: its players, else what kind of board it is. A lesson says that it is one.
 * @param {Pick<BoardAbout, "panel" | "simulated" | "lesson" | "players" | "rules">} about
 */
export function boardName({ panel, simulated, lesson, players: { white, black }, rules }) {
  if (lesson) return `Lesson: ${gameName(rules)}`;
  if (white || black) return `${white || "White"} – ${black || "Black"}`;
  if (simulated) return `Simulated board, ${boardSize(panel)}`;
  return panel ? `Board, ${boardSize(panel)}` : "Board";
}

/**
 * Return how a board is doing: words, the badge's look, and whether something is still going on there.
 * @param {Pick<BoardAbout, "state" | "since" | "lesson" | "rules" | "actions" | "status" | "ended">} about
 * @returns {{words: string, look: string, going: boolean}}
 */
export function boardStatus({ state, since, lesson, rules, actions, status, ended }) {
  const quiet = (/** @type {string} */ words) => ({ words, look: "badge-quiet", going: false });
  const good = (/** @type {string} */ words) => ({ words, look: "badge-good", going: true });
  if (status === "finished") return quiet(ended ? `finished ${ago(ended)}` : "finished");
  if (status === "abandoned") return quiet("stopped before the end");
  if (state === "lost") return { words: `not connected, left ${ago(since)}`, look: "badge-warn", going: false };
  if (!rules) return quiet("no game yet");
  if (lesson) return good(`step ${lesson.step} of ${lesson.of}`);
  if (!actions.length) return good("waiting for the first action");
  return good(state === "elsewhere" ? `playing, last seen ${ago(since)}` : "playing");
}
