// @ts-check
// Sharing an address: whom it reaches, and copying it.

import { around, byId, setText } from "./dom.js";
import { rights, say } from "./site.js";

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
 * @param {() => {path: string, picture: string}} offer where the page is now, and the address of its picture if it has one
 */
export function offerShare(offer) {
  const field = byId("share-link", HTMLInputElement);
  document.addEventListener("click", async (event) => {
    if (!around(event, "[data-share]")) return;
    const { path, picture } = offer();
    const { address, reach, far } = await addressFor(path);
    if (far && navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: document.title, url: address }).catch(() => {});
      return;
    }
    field.value = address;
    setText(byId("share-reach"), reach);
    byId("picture").hidden = !picture;
    byId("picture", HTMLAnchorElement).href = picture;
    byId("share-box", HTMLDialogElement).showModal();
    field.select();
  });
  byId("share-copy").addEventListener("click", () => copy(field.value, "The link is copied.", field));
}
