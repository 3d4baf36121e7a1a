// @ts-check
// What this browser keeps of a person's choices.

/**
 * Return what this browser keeps under a key, "" for nothing. A browser that keeps nothing, since cookies are blocked, throws.
 * @param {string} key
 * @param {() => Storage} [storage]
 */
export function recall(key, storage = () => localStorage) {
  try {
    return storage().getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keep a value in this browser; returns false where it keeps nothing.
 * @param {string} key
 * @param {string} value
 * @param {() => Storage} [storage]
 */
export function remember(key, value, storage = () => localStorage) {
  try {
    storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
