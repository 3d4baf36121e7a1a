// @ts-check
// The invitation to a network game: its link, also as a QR code, and the code that a Hexlume takes.

import { byId, setText } from "../../lib/dom.js";
import { addressFor, copy } from "../../lib/share.js";
import { api, sentenceOf } from "../../lib/site.js";
import { html, render } from "../../vendor/lit-html.js";

const QUIET = 4; // light modules around a QR code, as readers expect them

const inviteCode = byId("invite-code", HTMLInputElement);
const inviteLink = byId("invite-link", HTMLInputElement);

/**
 * Show the link that lets the other side in. Its code is in the fragment, which browsers do not send to servers.
 * @param {string} code
 * @param {{rules: string, host: string}} game what it is and who offers it
 */
export async function showInvitation(code, { rules, host }) {
  inviteCode.value = code;
  const { address, reach, far } = await addressFor(`/netplay#${new URLSearchParams({ join: code, by: host, rules })}`);
  inviteLink.value = address;
  setText(byId("invite-where"), reach);
  // No other device can open a link to a computer's own name for itself.
  if (far) showQrCode(address);
}

/** @param {string} link */
async function showQrCode(link) {
  const box = byId("invite-qr");
  if (box.dataset.link === link) return;
  box.dataset.link = link;
  const shown = await api("/api/netplay/qr-code", { method: "POST", body: { link } }).then(({ rows }) => drawQrCode(rows), sentenceOf);
  render(shown, box);
}

/** Return a drawn QR code: dark on light in every scheme, since cameras need that. @param {string[]} rows `1` for each dark module */
function drawQrCode(rows) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (module === "1" ? [`M${x + QUIET},${y + QUIET}h1v1h-1z`] : [])));
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link" class="qr-code">
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join("")} fill="#000" /></svg>`;
}

byId("copy").addEventListener("click", () => copy(inviteLink.value, "The link is copied.", inviteLink));
byId("copy-code").addEventListener("click", () => copy(inviteCode.value, "The code is copied.", inviteCode));
