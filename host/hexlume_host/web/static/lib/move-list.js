// @ts-check
// The turns of the running game: who played which actions, the newest in view. Each leads to the replay at its end.

import { make } from "./dom.js";
import { capital, colourWord } from "./position.js";

/** @typedef {[string, string]} Action an action's text and its colour */

const DISC = /^([WB])([a-z]+\d+)$/; // a disc of a colour that the player chose

export class MoveList {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    /** @type {string[]} */
    this.shown = [];
  }

  /**
   * Show a game's actions; those of one colour in a row are a turn.
   *
   * @param {Action[]} actions
   * @param {number | null} number the game's in the store, once it is there
   */
  show(actions, number) {
    const turns = turnsOf(actions);
    const texts = turns.map((turn) => JSON.stringify([turn, number]));
    let same = 0;
    while (same < texts.length && texts[same] === this.shown[same]) same += 1;
    if (same === texts.length && same === this.shown.length) return;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    this.list.append(...turns.slice(same).map((turn) => turnItem(turn, number)));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.lastElementChild?.setAttribute("aria-current", "step");
    if (same < texts.length) this.list.scrollTop = this.list.scrollHeight;
    this.shown = texts;
  }
}

/**
 * Return the turns of a game: their colour, their actions, and the number of the last one.
 *
 * @param {Action[]} actions
 */
export function turnsOf(actions) {
  /** @type {{colour: string, actions: string[], ply: number}[]} */
  const turns = [];
  actions.forEach(([action, colour], at) => {
    const last = turns.at(-1);
    // After a swap it is the other player who goes on with this colour.
    if (last?.colour === colour && last.actions.at(-1) !== "swap") {
      last.actions.push(action);
      last.ply = at + 1;
    } else {
      turns.push({ colour, actions: [action], ply: at + 1 });
    }
  });
  return turns;
}

/**
 * @param {{colour: string, actions: string[], ply: number}} turn
 * @param {number | null} number
 */
function turnItem({ colour, actions, ply }, number) {
  const item = make("li");
  const line = make(number ? "a" : "span", "turn");
  if (line instanceof HTMLAnchorElement) {
    // In a window of its own: the game goes on here.
    Object.assign(line, { href: `/games/${number}?ply=${ply}`, target: "_blank", rel: "noopener" });
    line.title = "Look back at the board after this turn";
  }
  // Where a player places discs of either colour, a dot is a disc's colour, and the player's stands as a word.
  if (actions.some((action) => DISC.test(action))) line.append(`${capital(colourWord(colour))}:`);
  else line.append(make("span", `chip chip-${colour}`), make("span", "unseen", colourWord(colour)));
  for (const action of actions) line.append(" ", ...disc(action));
  item.append(line);
  return item;
}

/**
 * Return an action's text, with the colour of its disc as a dot where the text names it (`Bd4`).
 *
 * @param {string} action
 */
function disc(action) {
  const [, letter, cell] = DISC.exec(action) ?? [];
  if (!letter) return [action];
  const colour = letter === "W" ? "white" : "black";
  return [make("span", `chip chip-${colour}`), make("span", "unseen", colourWord(colour)), ` ${cell}`];
}
