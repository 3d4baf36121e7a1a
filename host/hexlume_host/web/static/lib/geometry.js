// @ts-check
// Where cells lie: outline, nearest cell, and the walk of the arrow keys.

/** @typedef {{x: number, y: number}} Point */

const WALKS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** Return the distance of neighbours, of which every board has some. @param {{x_mm: number, y_mm: number}[]} cells */
export function pitchOf([first, ...others]) {
  return Math.min(...others.map((cell) => Math.hypot(cell.x_mm - first.x_mm, cell.y_mm - first.y_mm)));
}

/**
 * Return the convex outline of the places, counter-clockwise (Andrew's monotone chain).
 * @template {Point} P
 * @param {P[]} places
 */
export function hull(places) {
  const sorted = [...places].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {P[]} */ list) => {
    /** @type {P[]} */
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 1e-6) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain;
  };
  return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1)];
}

/**
 * Return the place nearest to (x, y) no farther than reach, or null.
 * @template {Point} P
 * @param {P[]} places
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @returns {P | null}
 */
export function nearest(places, x, y, reach) {
  const far = (/** @type {P} */ place) => Math.hypot(place.x - x, place.y - y);
  return leastBy(places.filter((place) => far(place) <= reach), far);
}

/**
 * Return the place an arrow key leads to, or null at the border.
 *
 * Up and down walk row by row and keep near the column `goal` (an x), so that going up over a
 * hexagon's staggered rows stays a straight line; Home and End lead to the ends of the row.
 * @template {Point} P
 * @param {P[]} places
 * @param {P} from
 * @param {string} key
 * @param {number} goal
 * @returns {P | null}
 */
export function walk(places, from, key, goal) {
  const row = places.filter((p) => Math.abs(p.y - from.y) < 1).sort((a, b) => a.x - b.x);
  const at = row.indexOf(from);
  if (key === "Home") return row[0];
  if (key === "End") return row[row.length - 1];
  if (key === "ArrowLeft") return row[at - 1] ?? null;
  if (key === "ArrowRight") return row[at + 1] ?? null;
  const ahead = (/** @type {P} */ place) => (place.y - from.y) * (key === "ArrowUp" ? -1 : 1);
  return leastBy(places.filter((place) => ahead(place) >= 1), (place) => ahead(place) * 1000 + Math.abs(place.x - goal));
}

/**
 * Return the place that costs least, or null for none.
 * @template P
 * @param {P[]} places
 * @param {(place: P) => number} cost
 */
function leastBy(places, cost) {
  return places.reduce((/** @type {P | null} */ best, place) => (best === null || cost(place) < cost(best) ? place : best), null);
}

/** Return whether a key walks over the cells. @param {string} key */
export function walks(key) {
  return WALKS.includes(key);
}
