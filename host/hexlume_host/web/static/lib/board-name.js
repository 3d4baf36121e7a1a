// @ts-check
// What people call a live board, and how it is doing, in words: the same on every page.

import { ago, boardSize, gameName } from "./site.js";
import { t } from "./texts.js";

/** @typedef {"connected" | "lost" | "elsewhere"} State */
/**
 * What both messages about a board have (web/live/board.py): who plays which game where, and how it stands.
 *
 * @typedef {{board: string, panel: string, state: State, since: number, simulated: boolean, lesson: {step: number, of: number} | null,
 *   players: Record<string, string>, rules: string, on: string, number: number | null, text: string, count: number,
 *   status: string, ended: number | null}} BoardAbout
 */

/**
 * Return a board's name: its players, else what kind of board it is. A lesson says that it is one.
 *
 * @param {Pick<BoardAbout, "panel" | "simulated" | "lesson" | "players" | "rules">} about
 */
export function boardName({ panel, simulated, lesson, players: { white, black }, rules }) {
  if (lesson) return t("Lesson: {game}", { game: gameName(rules) });
  if (white || black) return `${white || t("White")} – ${black || t("Black")}`;
  if (simulated) return t("Simulated board, {size}", { size: boardSize(panel) });
  return panel ? t("Board, {size}", { size: boardSize(panel) }) : t("Board");
}

/**
 * Return how a board is doing: words, the badge's look, and whether something is still going on there.
 *
 * @param {Pick<BoardAbout, "state" | "since" | "lesson" | "rules" | "count" | "status" | "ended">} about
 * @returns {{words: string, look: string, going: boolean}}
 */
export function boardStatus({ state, since, lesson, rules, count, status, ended }) {
  const quiet = (/** @type {string} */ words) => ({ words, look: "badge-quiet", going: false });
  const good = (/** @type {string} */ words) => ({ words, look: "badge-good", going: true });
  if (status === "finished") return quiet(ended ? t("finished {ago}", { ago: ago(ended) }) : t("finished"));
  if (status === "abandoned") return quiet(t("stopped before the end"));
  if (state === "lost") return { words: t("not connected, left {ago}", { ago: ago(since) }), look: "badge-warn", going: false };
  if (!rules) return quiet(t("no game yet"));
  if (lesson) return good(t("step {step} of {of}", lesson));
  if (!count) return good(t("waiting for the first action"));
  return good(state === "elsewhere" ? t("playing, last seen {ago}", { ago: ago(since) }) : t("playing"));
}
