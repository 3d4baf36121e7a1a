// @ts-check
// What a page has in place of lib/connection.js: its server is the page around its frame.

import { remember } from "../lib/browser-memory.js";
import { around } from "../lib/dom.js";

/** @type {import("./shell.js").Server} */
export const server = /** @type {any} */ (parent).hexlume;

export const { request, openSocket, open } = server;

/** The page that opens a link of a game, which is all that others can be sent: there is no server. */
export const GAME_PAGE = server.scope;
export const IS_SERVED = false;

/** Save what a server would send as a file. @param {string} path */
async function download(path) {
  const content = await (await request(path)).blob();
  const [, , , game, file] = path.split("/");
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: file.replace("record", `hexlume-${game}`) }).click();
}

document.addEventListener("click", (event) => {
  const path = around(event, 'a[href^="/"]')?.getAttribute("href");
  if (!path || event.defaultPrevented) return;
  event.preventDefault();
  if (path.startsWith("/api/")) download(path);
  else open(path);
});

// The board itself is what one comes for; the plain game is a button away.
if (localStorage.getItem("hexlume-table") === null) remember("hexlume-table", "shown");
