// @ts-check
// The page's connection to its server. The playground has another one, to the board in its worker.

/** The page that opens a link of a game. */
export const GAME_PAGE = "/analysis";
/** Whether there is a server, whose pages have addresses that others can open. */
export const IS_SERVED = true;

/** Open another page. @param {string} path */
export const open = (path) => location.assign(path);

/** Send a request. @param {string} path @param {RequestInit} [asked] @returns {Promise<Response>} */
export const request = (path, asked) => fetch(path, asked);

/**
 * Open the connection over which a page watches and plays.
 * @returns {Pick<WebSocket, "readyState" | "send" | "onopen" | "onmessage" | "onclose">}
 */
export function openSocket() {
  const address = new URL("/ws/live", document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address);
}
