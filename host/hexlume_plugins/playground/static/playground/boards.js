// @ts-check
// The boards of this browser: the simulated one, and a real one that is connected here.

import "../site/live/live.js";
import { byId, setText } from "../lib/dom.js";
import { api } from "../lib/site.js";
import { every } from "../lib/timers.js";
import { html, render } from "../vendor/lit-html.js";
import { server } from "./connection.js";

const LOOK_MS = 1000;
const LOOKS = 6; // after this many a board would have said hello
const NOTHING = "Nothing on this port says that it is a Hexlume board. A board has two ports: disconnect, and choose the other one.";
const GONE = "The board was unplugged or switched off. Nothing is lost: it sends the rest when it is back.";
let looks = 0;

async function show() {
  const { line } = server;
  if (!line.port && !byId("disconnect").hidden) setText(byId("own-state"), GONE);
  byId("connect").hidden = Boolean(line.port);
  byId("disconnect").hidden = !line.port;
  /** @type {{refusal?: string, notices?: string[], health?: string, faults?: Record<string, string>}} */
  const { refusal, notices = [], health, faults = {} } = await api("/api/own-board");
  looks = line.port && !health ? looks + 1 : 0;
  const silent = looks > LOOKS ? NOTHING : looks ? "Looking for the board …" : "";
  if (line.port) setText(byId("own-state"), refusal || health || silent);
  const wrong = Object.entries(faults).map(([cell, advice]) => html`<li><b>${cell}</b> ${advice}</li>`);
  render([notices.map((sentence) => html`<li>${sentence}</li>`), wrong], byId("own-faults"));
}

byId("connect").addEventListener("click", async () => {
  setText(byId("own-state"), await server.line.connect());
  show();
});
byId("disconnect").addEventListener("click", async () => {
  await server.line.close();
  show();
  setText(byId("own-state"), "The board is disconnected: another program may have it now.");
});
every(show, LOOK_MS);
show();
