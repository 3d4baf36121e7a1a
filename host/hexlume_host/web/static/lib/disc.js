// @ts-check
// A reversible disc: one face up, a sliver of the other side's colour along its lower rim.

import { element, gradient } from "./svg.js";

/** A disc's radius as drawn. A real one has 12.5 mm, and leaves a ring of light that is too narrow for a screen. */
export const DISC_RADIUS = 10;

export const PIECES = ["white", "black", "white leader", "black leader"];

/**
 * Return what a piece becomes when it is turned over.
 *
 * @param {string} piece
 */
export function turned(piece) {
  return piece.startsWith("white") ? piece.replace("white", "black") : piece.replace("black", "white");
}

/** @type {Record<string, string>} */
const WORDS = { white: "white disc", black: "black disc", "white leader": "white leader", "black leader": "black leader" };

/**
 * Return how a piece is called in a sentence: "white disc", "black leader".
 *
 * @param {string} piece
 */
export function pieceWords(piece) {
  return WORDS[piece] ?? piece;
}

/** Return the gradients that discs are painted with; they belong into the document once. */
export function discPaints() {
  const lamp = { cx: 0.36, cy: 0.28, r: 0.85 };
  return element("defs", {}, [
    gradient("radialGradient", "face-white", lamp, [[0, "#fffdf6"], [0.55, "#f3ecdc"], [1, "#d9cdb4"]]),
    gradient("radialGradient", "face-black", lamp, [[0, "#4b4e54"], [0.45, "#25272b"], [1, "#121316"]]),
    gradient("linearGradient", "side-white", {}, [[0, "#a3957a"], [0.5, "#ded3ba"], [1, "#a3957a"]]),
    gradient("linearGradient", "side-black", {}, [[0, "#08090a"], [0.5, "#2b2d31"], [1, "#08090a"]]),
    gradient("radialGradient", "disc-shadow", {}, [[0.55, "#000", 0.62], [0.8, "#000", 0.3], [1, "#000", 0]]),
  ]);
}

/**
 * Return a disc drawn around (0, 0), in mm.
 *
 * @param {string} piece
 */
export function drawDisc(piece) {
  const colour = piece.startsWith("white") ? "white" : "black";
  const below = colour === "white" ? "black" : "white";
  const r = DISC_RADIUS;
  /** @type {SVGElement[]} */
  const parts = [
    element("ellipse", { class: "disc-shadow", cx: 0.5, cy: 2.1, rx: r * 1.13, ry: r * 1.1, fill: "url(#disc-shadow)" }),
    element("circle", { cy: 0.75, r: r - 0.05, fill: `url(#side-${below})` }),
    element("circle", { cy: 0, r: r - 0.1, fill: `url(#face-${below})` }),
    element("circle", { cy: -0.35, r: r - 0.75, fill: `url(#face-${colour})`, class: `disc-edge-${colour}` }),
    element("circle", { cy: -0.35, r: r * 0.74, class: `disc-groove-${colour}` }),
  ];
  if (piece.endsWith("leader")) parts.push(crown(colour));
  return element("g", { class: `disc disc-${colour}` }, parts);
}

/**
 * Return a leader's mark: a coronet seen from above, a ring with eight beads.
 *
 * @param {string} colour
 */
function crown(colour) {
  const beads = Array.from({ length: 8 }, (_, k) => element("circle", {
    cx: (5.1 * Math.sin((k * Math.PI) / 4)).toFixed(2), cy: (-5.1 * Math.cos((k * Math.PI) / 4) - 0.35).toFixed(2), r: 0.95 }));
  return element("g", { class: `crown crown-${colour}` }, [element("circle", { cy: -0.35, r: 3, class: "crown-ring" }), ...beads]);
}
