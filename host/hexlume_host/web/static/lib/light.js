// @ts-check
// How an LED's value looks to an eye, and what it is called.

/** @typedef {[number, number, number]} Rgb */

/**
 * Return [r, g, b], each 0-255, of six hexadecimal digits; black for anything else.
 * @param {string} digits
 * @returns {Rgb}
 */
export function parseColour(digits) {
  const value = /^[0-9a-f]{6}$/i.test(digits) ? parseInt(digits, 16) : 0;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Return how brightly an LED is seen, 0-1.
 *
 * An LED's value is its share of full current, and the eye is far from linear: a lift and a
 * power law make 8/255 clearly lit and still leave room above it.
 * @param {Rgb} rgb
 */
export function seenLevel([r, g, b]) {
  const most = Math.max(r, g, b);
  return most === 0 ? 0 : 0.16 + 0.84 * seenShare(most / 255);
}

/** Return how bright a share of a light looks beside all of it, 0-1. @param {number} share */
export function seenShare(share) {
  return share ** 0.45;
}

/** Return the hue of an LED at full strength as "r, g, b" in sRGB (linear light to screen values). @param {Rgb} rgb */
export function seenHue([r, g, b]) {
  const most = Math.max(r, g, b, 1);
  return [r, g, b].map((part) => Math.round(255 * (part / most) ** (1 / 2.2))).join(", ");
}

/** Return the luminance of an LED's hue at full strength beside white's, 0-1 (ITU-R BT.709). @param {Rgb} rgb */
export function luminance([r, g, b]) {
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / Math.max(r, g, b, 1);
}

/** @type {[number, string][]} */
const HUES = [[18, "red"], [44, "orange"], [72, "yellow"], [160, "green"], [200, "turquoise"], [258, "blue"],
  [295, "violet"], [342, "pink"], [361, "red"]];

/** Return an LED's colour in words: "dark", "green", "dim blue" … @param {Rgb} colour */
export function colourWords(colour) {
  const [r, g, b] = colour;
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  if (most === 0) return "dark";
  const bright = (/** @type {string} */ colour) => (most < 32 ? `dim ${colour}` : colour);
  if (spread < 0.3 * most) return bright("white");
  let turn;
  if (most === r) turn = ((g - b) / spread + 6) % 6;
  else if (most === g) turn = (b - r) / spread + 2;
  else turn = (r - g) / spread + 4;
  return bright((HUES.find(([end]) => turn * 60 < end) ?? HUES[0])[1]);
}
