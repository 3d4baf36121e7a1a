// @ts-check
// Elements of a page: found with their types, and written to.

/**
 * Set an element's text if it differs, so that a live region is not read out again.
 * @param {Element | null} box
 * @param {string} text
 */
export function setText(box, text) {
  if (box && box.textContent !== text) box.textContent = text;
}

/**
 * Return the page's element with an id; raises an error where the page has none of that kind.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  return within(document, `#${CSS.escape(id)}`, kind);
}

/**
 * Return the first element within `root` that a selector finds; raises an error where there is none of that kind.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function within(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`The page has no ${selector} of the expected kind.`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/**
 * Bring an item of a list into view; scrolls the list alone, never the page.
 * @param {Element} list
 * @param {Element} item
 */
export function reveal(list, item) {
  const [box, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < box.top) list.scrollTop -= box.top - inner.top + 8;
  else if (inner.bottom > box.bottom) list.scrollTop += inner.bottom - box.bottom + 8;
}

/**
 * Return the nearest element around an event's target, itself included, that a selector finds.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}
