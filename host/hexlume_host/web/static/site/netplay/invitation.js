// @ts-check
// The invitation to a network game: its link, also as a QR code, and the code that a Hexlume takes.

import { byId, setText } from "../../lib/dom.js";
import { api, say, sentenceOf } from "../../lib/site.js";
import { element } from "../../lib/svg.js";
import { t } from "../../lib/texts.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
const QUIET = 4; // light modules around a QR code, as readers expect them

const inviteCode = byId("invite-code", HTMLInputElement);
const inviteLink = byId("invite-link", HTMLInputElement);

/**
 * Show the link that lets the other side in. Its code is in the fragment, which browsers do not send to servers.
 *
 * @param {string} code
 * @param {{rules: string, host: string} | undefined} terms what the game is and who offers it, once that is known
 */
export function showInvitation(code, terms) {
  inviteCode.value = code;
  const about = new URLSearchParams({ join: code, by: terms?.host ?? "", game: terms?.rules ?? "" });
  inviteLink.value = `${location.origin}/netplay#${about}`;
  const local = LOCAL.includes(location.hostname);
  setText(byId("invite-where"), local
    ? t("They open it in a browser on this computer, or paste it into their own Hexlume")
    : t("They open it in a browser that may act on this site, or paste it into their own Hexlume"));
  // No other device can open a link to a computer's own name for itself.
  if (!local) showQrCode(inviteLink.value);
}

/** @param {string} link */
async function showQrCode(link) {
  const box = byId("invite-qr");
  if (box.dataset.link === link) return;
  box.dataset.link = link;
  try {
    const { rows } = await api("/api/netplay/qr-code", { method: "POST", body: { link } });
    box.replaceChildren(drawQrCode(rows));
  } catch (error) {
    setText(box, sentenceOf(error));
  }
}

/**
 * Return a drawn QR code: dark on light in every scheme, since cameras need that.
 *
 * @param {string[]} rows `1` for each dark module
 */
function drawQrCode(rows) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (module === "1" ? [`M${x + QUIET},${y + QUIET}h1v1h-1z`] : [])));
  return element("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("QR code of the link"), class: "qr-code" }, [
    element("rect", { width: size, height: size, fill: "#fff" }), element("path", { d: dark.join(""), fill: "#000" }),
  ]);
}

/**
 * Let a button copy a text; where the browser forbids that, the field that shows it is selected.
 *
 * @param {string} name the button's
 * @param {() => string} text
 * @param {string} done what is said then
 * @param {HTMLInputElement} [field]
 */
export function offerCopy(name, text, done, field) {
  byId(name).addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      say(done);
    } catch {
      field?.select();
      say(field ? t("This browser does not let the page copy: the text is selected, copy it by hand.") : t("Copy this: {text}", { text: text() }));
    }
  });
}

offerCopy("copy", () => inviteLink.value, t("The link is copied."), inviteLink);
offerCopy("copy-code", () => inviteCode.value, t("The code is copied."), inviteCode);
