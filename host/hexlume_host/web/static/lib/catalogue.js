// @ts-check
// The catalogue of the site's language. This one is for English, which needs none; the server answers with another one
// under this address where it was started with another language (translation.py).

/** @type {Record<string, string[]>} */
export const TEXTS = {};
/** The form that a count takes, a digit for each count below 200; empty for English. */
export const FORMS = "";
