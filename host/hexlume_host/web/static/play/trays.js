// @ts-check
// The trays beside the board, with discs to take.

import { drawDisc, pieceWords } from "../lib/disc.js";
import { colourName } from "../lib/position.js";
import { element } from "../lib/svg.js";

const HEAP = [[-4.5, 5.5], [6.5, 3.5], [0.5, -5]];
const SINGLE = [[0, 0]];

/**
 * Fill a tray with one side's discs, and its leaders if the game has any.
 *
 * @param {HTMLElement} tray
 * @param {string} colour
 * @param {boolean} leaders
 */
export function fillTray(tray, colour, leaders) {
  const kinds = leaders ? [colour, `${colour} leader`] : [colour];
  if (tray.dataset.kinds === kinds.join()) return;
  tray.dataset.kinds = kinds.join();
  const key = colour[0].toUpperCase();
  tray.replaceChildren(...kinds.map((piece) => {
    const leader = piece.endsWith("leader");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "bowl";
    button.dataset.tray = piece;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", `Take a ${pieceWords(piece)}`);
    button.title = `Drag a disc onto the board, or tap here and then a cell (key ${leader ? `Shift+${key}` : key} on a cell)`;
    const discs = (leader ? SINGLE : HEAP).map(([x, y]) =>
      element("g", { transform: `translate(${x},${y})` }, [drawDisc(piece)]));
    button.append(element("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, discs));
    const label = document.createElement("span");
    label.className = "bowl-label";
    label.textContent = leader ? "Leader" : colourName(colour);
    button.append(label);
    return button;
  }));
}

/**
 * Mark the bowl the disc in hand came from.
 *
 * @param {HTMLElement} tray
 * @param {string} piece
 */
export function markTray(tray, piece) {
  for (const bowl of tray.querySelectorAll("button")) bowl.setAttribute("aria-pressed", String(bowl.dataset.tray === piece));
}
