// @ts-check
// The side panel: the players, what differs, actions without a place, prison, hands and the actions so far.

import { make, setText } from "./dom.js";

/**
 * A `game` message (docs/simulator.md).
 *
 * @typedef {{text?: string, players?: Record<string, string>, turn?: string | null, result?: string | null,
 *   differs?: Record<string, string>, names?: Record<string, string>, words?: string[], legal?: string[], leaders?: boolean,
 *   act?: string, prison?: Record<string, number>, hand?: Record<string, Record<string, number>>,
 *   actions?: (string | {colour?: string, action?: string})[]}} GameMessage
 */

/** @type {Record<string, string>} */
const WORDS = { pass: "Pass", swap: "Swap colours", done: "Done", end: "End the turn", free: "Free a stone",
  "take=black": "Take black", "take=white": "Take white" };

export class GamePanel {
  /**
   * Show games in the page's elements; `act` is called with a word that was chosen.
   *
   * @param {(id: string) => HTMLElement} find
   * @param {(action: string) => void} act
   */
  constructor(find, act) {
    this.find = find;
    this.act = act;
    /** @type {string[]} */
    this.shown = [];
  }

  /**
   * Show a `game` message.
   *
   * @param {GameMessage} game
   */
  show(game) {
    setText(this.find("state"), game.text || "");
    this.showPlayers(game);
    this.showDiffers(game.differs ?? {}, game.names ?? {});
    this.showWords(game.words ?? []);
    this.showCounts(game);
    this.showActions(game.actions ?? []);
  }

  /** @param {GameMessage} game */
  showPlayers({ players = {}, turn, result }) {
    for (const colour of ["white", "black"]) {
      const card = this.find("players").querySelector(`.player-${colour}`);
      if (!card) continue;
      const moves = turn === colour && !result;
      card.classList.toggle("to-move", moves);
      setText(card.querySelector(".player-name"), players[colour] || capital(colour));
      const won = result === `${colour[0].toUpperCase()}+`;
      setText(card.querySelector(".player-mark"), won ? "won" : moves ? "to move" : "");
    }
  }

  /**
   * @param {Record<string, string>} differs
   * @param {Record<string, string>} names
   */
  showDiffers(differs, names) {
    const entries = Object.entries(differs);
    const box = this.find("differs");
    box.hidden = entries.length === 0;
    const list = make("ul");
    for (const [cell, what] of entries) {
      const item = make("li");
      item.append(make("b", "", names[cell] ?? (Object.keys(names).length ? `${cell} beside the board` : cell)), ` ${what}`);
      list.append(item);
    }
    replaceIfNew(box, entries.length ? [make("h2", "", "To put right"), list] : []);
  }

  /** @param {string[]} words */
  showWords(words) {
    const box = this.find("words");
    box.hidden = words.length === 0;
    if (box.dataset.words === words.join()) return;
    box.dataset.words = words.join();
    // Twenty-one komi become a keypad of numbers in their own order.
    const many = words.length > 6;
    box.classList.toggle("many", many);
    const ordered = [...words].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const title = many ? [make("h2", "", "Komi")] : [];
    box.replaceChildren(...title, ...ordered.map((word) => {
      const button = make("button", "tool", WORDS[word] ?? word.replace("komi=", many ? "" : "Komi "));
      if (many) button.setAttribute("aria-label", word.replace("komi=", "Komi "));
      button.type = "button";
      button.dataset.word = word;
      button.addEventListener("click", () => this.act(word));
      return button;
    }));
  }

  /** @param {GameMessage} game */
  showCounts({ prison = {}, hand = {} }) {
    /** @type {[string, string][]} */
    const lines = [];
    if (Object.keys(prison).length) lines.push(["Prison", `${prison.white ?? 0} white, ${prison.black ?? 0} black`]);
    for (const [colour, pieces] of Object.entries(hand)) {
      const held = Object.entries(pieces).map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
      if (held.length) lines.push([`${capital(colour)} in hand`, held.join(", ")]);
    }
    const rows = lines.map(([name, value]) => {
      const row = make("p", "count");
      row.append(make("span", "", name), make("b", "", value));
      return row;
    });
    this.find("counts").hidden = rows.length === 0;
    replaceIfNew(this.find("counts"), rows);
  }

  /** @param {NonNullable<GameMessage["actions"]>} actions */
  showActions(actions) {
    const list = this.find("actions");
    const texts = actions.map((action) => (typeof action === "string" ? action : `${action.colour ?? ""} ${action.action ?? ""}`.trim()));
    let same = 0;
    while (same < texts.length && texts[same] === this.shown[same]) same += 1;
    while (list.children.length > same) list.lastElementChild?.remove();
    for (const text of texts.slice(same)) list.append(make("li", "", text));
    if (same < texts.length) list.scrollTop = list.scrollHeight;
    this.shown = texts;
  }
}

/** @param {string} word */
function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/**
 * Replace what an element holds if it differs: an unchanged live region is not read out again.
 *
 * @param {HTMLElement} box
 * @param {Node[]} children
 */
function replaceIfNew(box, children) {
  const next = make("div");
  next.append(...children);
  if (box.innerHTML !== next.innerHTML) box.replaceChildren(...next.childNodes);
}
