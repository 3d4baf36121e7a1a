// @ts-check
// A reversible disc: one face up, a sliver of the other side's colour along its lower rim.

import { html, svg } from "../vendor/lit-html.js";

/** A disc's radius as drawn. A real one has 12.5 mm, and leaves a ring of light that is too narrow for a screen. */
export const DISC_RADIUS = 10;

/** Return what a piece becomes when it is turned over. @param {string} piece */
export function turned(piece) {
  return piece.startsWith("white") ? piece.replace("white", "black") : piece.replace("black", "white");
}

/** Return how a piece is called in a sentence: "white disc", "black leader". @param {string} piece */
export function pieceWords(piece) {
  return piece.endsWith("leader") ? piece : `${piece} disc`;
}

/** Return the stops of a gradient: offset, colour and opacity. @param {[number, string, number?][]} stops */
export function stopsOf(stops) {
  return stops.map(([offset, colour, opacity = 1]) => svg`<stop offset=${offset} stop-color=${colour} stop-opacity=${opacity} />`);
}

/** The gradients that discs are painted with; they belong into the document once. */
export const DISC_PAINTS = svg`<defs>
  <radialGradient id="face-white" cx="0.36" cy="0.28" r="0.85">${stopsOf([[0, "#fffdf6"], [0.55, "#f3ecdc"], [1, "#d9cdb4"]])}</radialGradient>
  <radialGradient id="face-black" cx="0.36" cy="0.28" r="0.85">${stopsOf([[0, "#4b4e54"], [0.45, "#25272b"], [1, "#121316"]])}</radialGradient>
  <linearGradient id="side-white">${stopsOf([[0, "#a3957a"], [0.5, "#ded3ba"], [1, "#a3957a"]])}</linearGradient>
  <linearGradient id="side-black">${stopsOf([[0, "#08090a"], [0.5, "#2b2d31"], [1, "#08090a"]])}</linearGradient>
  <radialGradient id="disc-shadow">${stopsOf([[0.55, "#000", 0.62], [0.8, "#000", 0.3], [1, "#000", 0]])}</radialGradient>
</defs>`;

/** A leader's mark: a coronet seen from above, a ring with eight beads. */
const CROWN = svg`<circle cy="-0.35" r="3" class="crown-ring" />${Array.from({ length: 8 }, (_, k) =>
  svg`<circle cx=${(5.1 * Math.sin((k * Math.PI) / 4)).toFixed(2)} cy=${(-5.1 * Math.cos((k * Math.PI) / 4) - 0.35).toFixed(2)} r="0.95" />`)}`;

/**
 * Return a disc drawn around (0, 0), in mm; `look` is a further class.
 * @param {string} piece
 * @param {string} [look]
 */
export function drawDisc(piece, look = "") {
  const colour = piece.startsWith("white") ? "white" : "black";
  const below = colour === "white" ? "black" : "white";
  const r = DISC_RADIUS;
  return svg`<g class="disc disc-${colour} ${look}">
    <ellipse class="disc-shadow" cx="0.5" cy="2.1" rx=${r * 1.13} ry=${r * 1.1} fill="url(#disc-shadow)" />
    <circle cy="0.75" r=${r - 0.05} fill="url(#side-${below})" />
    <circle cy="0" r=${r - 0.1} fill="url(#face-${below})" />
    <circle cy="-0.35" r=${r - 0.75} fill="url(#face-${colour})" class="disc-edge-${colour}" />
    <circle cy="-0.35" r=${r * 0.74} class="disc-groove-${colour}" />
    ${piece.endsWith("leader") ? svg`<g class="crown crown-${colour}">${CROWN}</g>` : ""}
  </g>`;
}

/**
 * Return a picture of a disc, or of several at their places; `half` is half its width.
 * @param {string} piece
 * @param {number} half
 * @param {[number, number][]} [places]
 */
export function discPicture(piece, half, places = [[0, 0]]) {
  return html`<svg viewBox="${-half} ${-half} ${2 * half} ${2 * half}" aria-hidden="true">
    ${places.map(([x, y]) => svg`<g transform="translate(${x},${y})">${drawDisc(piece)}</g>`)}</svg>`;
}
