// @ts-check
// Positions as the server sends them, and what pages show of one.

import { html, render } from "../vendor/lit-html.js";
import { byId, setText, within } from "./dom.js";
import { countWords, joinsEdges } from "./site.js";

/**
 * A legal action, what it does in words, the cell where it ends, and the letter of the piece that it leaves there, "" for none.
 *
 * @typedef {{action: string, words: string, to: string, piece: string}} Action
 */
/** @typedef {Record<string, string | string[] | number | boolean | undefined>} Turn how far a turn has come; texts are cells */
/**
 * A position that can be set up: rule ACT-5, and `turn` where that leaves open how far the turn has come.
 *
 * @typedef {{game: string, board: string, options: Record<string, string | number | boolean>, pieces: Record<string, string>,
 *   hand: Record<string, Record<string, number>>, prison: Record<string, number>, to_move: string | null, phase: string | null,
 *   result: string | null, reason: string | null, blocked?: string[], turn?: Turn}} Setup
 */
/**
 * A position as the server sends it (hexlume_record/game/view.py, docs/pictures.md). `pieces` are letters by cell;
 * `last`, `captured`, `turned`, `forced`, `won`, `lost` and `decided` are cells; `actions` are the legal ones by the cell
 * where they begin, `choices` those without a place, with the result if one ends the game; both are empty where nobody
 * acts.
 *
 * @typedef {Setup & Marked & {due: string, result_words: string, actions: Record<string, Action[]>, choices: (Pick<Action, "action" | "words"> & {ends: string})[]}} Position
 */

/**
 * A position that is studied: how many actions led to it, and why nothing can be placed on the cells that are closed, with the
 * clause of the rules that says so (web/pages/analysis.py).
 *
 * @typedef {Position & {played: number, closed: Record<string, [string, string]>}} Study
 */

/**
 * What a board marks of a position; see `BoardState`.
 *
 * @typedef {{last: string[], captured: string[], forced: string[], turned?: string[], arrows?: import("./board-arrows.js").Arrow[],
 *   won?: string[], lost?: string[], decided?: string[]}} Marked
 */

/** The pieces by their letters. @type {Record<string, string>} */
export const PIECES = { w: "white", b: "black", W: "white leader", B: "black leader" };

/** Return the pieces of a position as `BoardView` shows them. @param {Record<string, string>} pieces */
export function discsOf(pieces) {
  return Object.fromEntries(Object.entries(pieces).map(([cell, letter]) => [cell, PIECES[letter]]));
}

/** Return what a position marks as members of a state of `BoardView`. @param {Marked} position */
export function marksOf({ last, captured, forced, turned = [], arrows = [], won = [], lost = [], decided = [] }) {
  return { last, captured, forced, turned, arrows, won, lost, decided };
}

/** No marks at all: none of an earlier state remains. */
export const UNMARKED = marksOf({ last: [], captured: [], forced: [] });

/**
 * Return the pieces of a game after each of its plies, as letters by cell.
 * @param {{changes: Record<string, string | null>}[]} plies the pieces that changed, null where there is none any more
 */
export function piecesAfter(plies) {
  /** @type {Record<string, string>} */
  let pieces = {};
  return plies.map(({ changes }) => {
    pieces = { ...pieces };
    for (const [cell, piece] of Object.entries(changes)) {
      if (piece === null) delete pieces[cell];
      else pieces[cell] = piece;
    }
    return pieces;
  });
}

/**
 * Return a position as a state of `BoardView`.
 * @param {{game?: string, board: string, blocked?: string[], pieces: Record<string, string>} & Marked} position
 */
export function boardState(position) {
  const { game, board, blocked = [], pieces } = position;
  return { board, blocked, edges: joinsEdges(game), discs: discsOf(pieces), ...marksOf(position) };
}

/**
 * Return what of a position can be set up again.
 * @param {Setup} position
 * @returns {Setup}
 */
export function setupOf({ game, board, options, pieces, hand, prison, to_move, phase, result, reason, turn }) {
  return structuredClone({ game, board, options, pieces, hand, prison, to_move, phase, result, reason, turn });
}

/**
 * Return what lies beside the board, as rows of a name and what is there.
 * @param {Pick<Position, "prison" | "hand">} position
 * @returns {[string, string][]}
 */
export function besideRows({ prison, hand }) {
  /** @type {[string, string][]} */
  const rows = [];
  if (Object.keys(prison).length) rows.push(["Prison", `${prison.white ?? 0} white, ${prison.black ?? 0} black`]);
  for (const [colour, pieces] of Object.entries(hand)) {
    rows.push([colour === "white" ? "White in hand" : "Black in hand",
      Object.entries(pieces).map(([kind, count]) => (kind === "pawn" || kind === "leader" ? countWords(count, kind) : `${count} ${kind}`)).join(", ")]);
  }
  return rows;
}

/** Return a colour's name, as a player is called. @param {string | null} colour */
export function colourName(colour) {
  return colour === "white" ? "White" : "Black";
}

/** Return a colour as a dot, and as a word for who does not see it. @param {string} colour */
export function chip(colour) {
  return html`<span class="chip chip-${colour}"></span><span class="unseen">${colour}</span>`;
}

/** Show what lies beside the board in the page's `counts`. @param {Pick<Position, "prison" | "hand">} position */
export function showCounts(position) {
  render(besideRows(position).map(([name, value]) => html`<p class="beside-row"><span class="muted">${name}</span><b>${value}</b></p>`), byId("counts"));
}

/**
 * Show what can be tried in a position: the actions without a place as buttons, and what lies beside the board.
 * @param {Position} position
 * @param {(action: string) => void} play
 */
export function showStudy(position, play) {
  render(position.choices.map(({ action, words }) => html`<button type="button" class="tool" data-action=${action}
    @click=${() => play(action)}>${capital(words)}</button>`), byId("choices"));
  byId("choices").hidden = !position.choices.length;
  setText(byId("beside"), besideRows(position).map(([name, words]) => `${name}: ${words}.`).join(" "));
}

/**
 * Show in the players' rows who they are, whose turn it is and who has won.
 * @param {Record<string, string>} players names by colour, "" for nobody's
 * @param {Pick<Position, "to_move" | "result"> | null} position
 */
export function showPlayers(players, position) {
  for (const colour of ["white", "black"]) {
    const row = within(document, `.player-${colour}`);
    const moves = position?.to_move === colour;
    row.classList.toggle("to-move", moves);
    setText(row.querySelector(".player-name"), players[colour] || colourName(colour));
    const won = position?.result === (colour === "white" ? "W+" : "B+");
    setText(row.querySelector(".player-mark"), won ? "won" : moves ? "to move" : "");
  }
}

/** Return a word with a capital letter. @param {string | null} word */
export function capital(word) {
  return word ? word[0].toUpperCase() + word.slice(1) : "";
}
