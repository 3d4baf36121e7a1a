// @ts-check
// Sentences for people, in the site's language: docs/how-to/translate.md.

import { FORMS, TEXTS } from "./catalogue.js";

const known = new Map(Object.entries(TEXTS));

/**
 * Return a message, which is the English sentence, in the site's language, with values for its placeholders such as {colour}.
 *
 * @param {string} message
 * @param {Record<string, string | number>} [values]
 */
export function t(message, values = {}) {
  return filled(translated(message), values);
}

/**
 * Return a word that comes from elsewhere, such as the name of a game's option, in the site's language.
 *
 * @param {string} word
 */
export function translated(word) {
  return known.get(word)?.[0] ?? word;
}

/**
 * Return the form of a message that a count takes, with values for its placeholders; {count} is one of them.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, string | number>} [values]
 */
export function ngettext(one, many, count, values = {}) {
  const texts = known.get(one);
  const english = count === 1 ? one : many;
  const form = Number(FORMS[count < 200 ? count : 100 + (count % 100)]);
  return filled(texts ? texts[form] ?? english : english, { count, ...values });
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
