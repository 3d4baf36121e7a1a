// @ts-check
// The invitation to a network game: its link, also as a QR code, and the code that a Hexlume takes.

import { byId, setText } from "../../lib/dom.js";
import { addressFor, copy, showQrCode } from "../../lib/share.js";

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
  if (far) showQrCode(address, byId("invite-qr"));
}

byId("copy").addEventListener("click", () => copy(inviteLink.value, "The link is copied.", inviteLink));
byId("copy-code").addEventListener("click", () => copy(inviteCode.value, "The code is copied.", inviteCode));
