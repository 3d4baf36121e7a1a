// @ts-check
// Sharing an address: whom it reaches, and copying it.

import { GAME_PAGE, IS_SERVED } from "./connection.js";
import { around, byId, setText } from "./dom.js";
import { api, rights, say, sentenceOf } from "./site.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Return the best address of a page of this site for others, and whom it reaches in words. A computer's own name for
 * itself reaches nobody else.
 * @param {string} path
 * @returns {Promise<{address: string, reach: string, far: boolean}>}
 */
export async function addressFor(path) {
  const { others } = await rights;
  const own = location.origin + path;
  if (!LOCAL.includes(location.hostname)) return { address: own, reach: "Whoever can reach this site can open it at", far: true };
  if (others.length) {
    // Phones find an address of numbers wherever they are.
    const host = others.find((one) => /^[0-9.]+$/.test(one)) ?? others[0];
    const address = `${location.protocol}//${host}${location.port ? `:${location.port}` : ""}${path}`;
    return { address, reach: "Other devices in your home network open it at", far: true };
  }
  return { address: own, reach: "Only this computer can open it. For the home network, start hexlume again with --host 0.0.0.0. The address here:", far: false };
}

/**
 * Return an address that holds a game itself, after its actions: any Hexlume opens it.
 * @param {string} rules
 * @param {string} board
 * @param {Record<string, string | number | boolean>} options
 * @param {string[]} actions
 */
export function gameAddress(rules, board, options, actions) {
  return lineAddress({ start: { rules, size: Number(board.replace(/\D/g, "")), options }, actions });
}

/** Return the same from a start or a position on. @param {{start?: object | null, position?: object | null, actions: string[]}} line */
export async function lineAddress(line) {
  const { link } = await api("/api/analysis/link", { method: "POST", body: line });
  return linkAddress(link);
}

/** Return the address of a link's text. @param {string} link */
export async function linkAddress(link) {
  return (await addressFor(`${GAME_PAGE}#${link}`)).address;
}

/**
 * Copy a text; where the browser forbids that, the field that shows it is selected.
 * @param {string} text
 * @param {string} done what is said then
 * @param {HTMLInputElement} field
 */
export async function copy(text, done, field) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    field.select();
    say("This browser does not let the page copy: the text is selected, copy it by hand.");
  }
}

/**
 * Let the page's buttons for sharing offer an address.
 * @param {() => {path: string, picture: string, game: () => Promise<string> | null}} offer where the page is now, the address
 *   of its picture if it has one, and what asks for the address that holds its game
 */
export function offerShare(offer) {
  const field = byId("share-link", HTMLInputElement);
  document.addEventListener("click", async (event) => {
    if (!around(event, "[data-share]")) return;
    const { path, picture, game } = offer();
    const { address, reach, far } = IS_SERVED ? await addressFor(path) : { address: (await game()) ?? "", reach: "", far: true };
    if (far && navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: document.title, url: address }).catch(() => {});
      return;
    }
    field.value = address;
    const whole = byId("share-game", HTMLInputElement);
    whole.value = "";
    setText(byId("share-reach"), reach);
    byId("picture").hidden = !picture;
    byId("picture", HTMLAnchorElement).href = picture;
    byId("share-box", HTMLDialogElement).showModal();
    field.select();
    whole.value = await game()?.catch(sentenceOf) ?? "";
  });
  byId("share-copy").addEventListener("click", () => copy(field.value, "The link is copied.", field));
}
