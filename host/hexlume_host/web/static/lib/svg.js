// @ts-check
// Making SVG elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number>} Attributes */

/**
 * Return a new SVG element with its attributes set and its children appended.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElementTagNameMap[K]}
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Return a gradient; stops are [offset, colour, opacity].
 *
 * @param {"linearGradient" | "radialGradient"} kind
 * @param {string} id
 * @param {Attributes} attributes
 * @param {[number, string, number?][]} stops
 */
export function gradient(kind, id, attributes, stops) {
  const children = stops.map(([offset, colour, opacity = 1]) =>
    element("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));
  return element(kind, { id, ...attributes }, children);
}
