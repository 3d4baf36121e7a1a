// @ts-check
// Sharing an address: whom it reaches, and copying it.

import { GAME_PAGE, IS_SERVED } from "./connection.js";
import { around, byId, setText } from "./dom.js";
import { api, rights, say, sentenceOf } from "./site.js";
import { html, render } from "../vendor/lit-html.js";

const QUIET = 4; // light modules around a QR code, as readers expect them
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

/** Return the address that opens a step of a game's lessons. @param {string} rules @param {number} step */
export async function lessonAddress(rules, step) {
  return (await addressFor(`${IS_SERVED ? "/play" : GAME_PAGE}#${new URLSearchParams({ learn: rules, step: String(step) })}`)).address;
}

/** Show a link's QR code: dark on light in every scheme, since cameras need that. @param {string} link @param {HTMLElement} box */
export async function showQrCode(link, box) {
  const draw = (/** @type {{rows: string[]}} */ { rows }) => {
    const size = rows.length + 2 * QUIET;
    const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (module === "1" ? [`M${x + QUIET},${y + QUIET}h1v1h-1z`] : [])));
    return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link" class="qr-code">
      <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join("")} fill="#000" /></svg>`;
  };
  render(await api("/api/analysis/qr-code", { method: "POST", body: { content: link } }).then(draw, sentenceOf), box);
}

/**
 * Let the page's buttons for sharing offer an address.
 * @param {() => {path: string, game: () => Promise<string> | null, opened?: () => void}} offer where the page is now, "" where
 *   that says nothing; what asks for the address that holds what is shown; and what is done once the dialog is open
 */
export function offerShare(offer) {
  const [field, whole] = [byId("share-link", HTMLInputElement), byId("share-game", HTMLInputElement)];
  const here = byId("share-here");
  document.addEventListener("click", async (event) => {
    if (!around(event, "[data-share]")) return;
    const { path, game, opened } = offer();
    const { address, reach, far } = await addressFor(path);
    here.hidden = !path || !IS_SERVED;
    if ((far || !IS_SERVED) && navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: document.title, url: here.hidden ? await game() ?? "" : address }).catch(() => {});
      return;
    }
    [field.value, whole.value] = [address, ""];
    setText(byId("share-reach"), reach);
    render("", byId("share-qr"));
    byId("share-box", HTMLDialogElement).showModal();
    opened?.();
    whole.value = await game()?.catch(sentenceOf) ?? "";
    (here.hidden ? whole : field).select();
    // No other device can open a link to a computer's own name for itself.
    if (far && IS_SERVED && whole.value.startsWith("http")) showQrCode(whole.value, byId("share-qr"));
  });
  byId("share-copy").addEventListener("click", () => copy((here.hidden ? whole : field).value, "The link is copied.", here.hidden ? whole : field));
}
