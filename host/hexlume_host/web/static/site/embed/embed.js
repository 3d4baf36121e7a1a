// @ts-check
// Keeps a framed board up to date: asks for the page again while its game goes on, without cookies.

import { byId, setText } from "../../lib/dom.js";
import { later } from "../../lib/timers.js";

const PAUSE_MS = 3000;

async function refresh() {
  const answer = await fetch(location.href, { credentials: "omit" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["players", "picture", "open"]) {
    const [now, then] = [fresh.getElementById(id), byId(id)];
    if (now && now.outerHTML !== then.outerHTML) then.replaceWith(document.adoptNode(now));
  }
  setText(byId("text"), fresh.getElementById("text")?.textContent ?? "");
}

function wait() {
  if (byId("open").dataset.goesOn === undefined) return;
  // While the server is away the page stays as it is, and asks again.
  later(() => refresh().catch(() => {}).then(wait), PAUSE_MS);
}

wait();
