// @ts-check
// What every page of the site shares: navigation, asking the server, sentences for the person, being an application.

const AREAS = [["/", "Live"], ["/archive", "Archive"], ["/players", "Players"], ["/statistics", "Statistics"], ["/analysis", "Analysis"],
  ["/apart", "Play apart"]];
// Pages that belong to an area without being under its address.
const WITHIN = [["/boards/", "/"], ["/games/", "/archive"], ["/editor", "/analysis"]];
const TOAST_MS = 6000;
const TRIES = 4;
const LONGEST_PAUSE_S = 5;

/** Return a new element with a class and text, both optional. */
export function make(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Set an element's text if it differs, so that a live region is not read out again. */
export function setText(box, text) {
  if (box.textContent !== text) box.textContent = text;
}

/** Return an element whose children are texts and elements. */
export function fill(box, ...children) {
  box.replaceChildren(...children);
  return box;
}

/**
 * Ask the server and return its answer as an object. `options` are those of fetch; `body` may be an object, sent as JSON.
 * Throws an Error whose message is one sentence for the person.
 */
export async function api(path, options = {}) {
  const asked = { credentials: "same-origin", ...options, headers: { accept: "application/json", ...options.headers } };
  if (asked.body !== undefined && typeof asked.body !== "string") {
    asked.body = JSON.stringify(asked.body);
    asked.headers["content-type"] = "application/json";
  }
  let answer;
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      answer = await fetch(path, asked);
    } catch {
      throw new Error("The server cannot be reached: see whether hexlume serve is running.");
    }
    // A busy server says when to try again.
    const pause = answer.status === 503 ? Number(answer.headers.get("retry-after")) : 0;
    if (!(pause > 0) || left === 1) break;
    await new Promise((done) => setTimeout(done, Math.min(pause, LONGEST_PAUSE_S) * 1000));
  }
  if (answer.status === 204) return {};
  let told;
  try {
    told = await answer.json();
  } catch {
    throw new Error(`The server's answer cannot be read (${answer.status}): reload the page.`);
  }
  if (!answer.ok) {
    const error = new Error(typeof told.error === "string" ? told.error : `The server refused that (${answer.status}).`);
    error.status = answer.status;
    throw error;
  }
  return told;
}

/**
 * Have a form call `send` when it is sent. Its buttons are disabled until now: before its script runs nobody would take what it says,
 * and the browser must not send it elsewhere.
 */
export function onSend(form, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  for (const button of form.querySelectorAll("button[type=submit]")) button.disabled = false;
}

let toastTimer = 0;

/** Show one sentence for a while; screen readers read it out. */
export function say(sentence) {
  const box = document.getElementById("toast");
  box.hidden = false;
  setText(box, "");
  // Emptied first, so that the same sentence is read out a second time.
  requestAnimationFrame(() => setText(box, sentence));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    box.hidden = true;
    setText(box, "");
  }, TOAST_MS);
}

const notes = new Map();

/** Show a standing note under the navigation, by a name of its own; an empty sentence takes it away. */
export function note(name, sentence) {
  const known = notes.get(name);
  if (!sentence) {
    known?.remove();
    notes.delete(name);
    return;
  }
  const box = known ?? make("p", "note");
  setText(box, sentence);
  if (!known) {
    notes.set(name, box);
    document.getElementById("notes").append(box);
  }
}

/** Return how long ago a time (ms since 1970) was: "just now", "5 min ago", "3 days ago". */
export function ago(ms) {
  const minutes = Math.floor((Date.now() - ms) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** Return a game's name as people write it. */
export function gameName(rules) {
  return rules ? rules[0].toUpperCase() + rules.slice(1) : "";
}

function area(path) {
  const within = WITHIN.find(([start]) => path.startsWith(start));
  if (within) return within[1];
  return AREAS.map(([address]) => address).filter((address) => address !== "/" && path.startsWith(address))[0] ?? (path === "/" ? "/" : "");
}

function buildHeader() {
  const header = document.getElementById("site-header");
  if (!header) return;
  const main = document.querySelector("main");
  if (main && !main.id) main.id = "main";
  if (main) main.tabIndex = -1;
  const skip = make("a", "skip", "Skip to the content");
  skip.href = `#${main?.id ?? "main"}`;
  const brand = make("a", "brand");
  brand.href = "/";
  const icon = make("img");
  icon.src = "/static/icon.svg";
  icon.alt = "";
  brand.append(icon, "Hexlume");
  const nav = make("nav");
  nav.setAttribute("aria-label", "Areas");
  nav.className = "site-nav-box";
  const list = make("ul", "site-nav");
  const here = area(location.pathname);
  for (const [address, name] of AREAS) {
    const item = make("li");
    const link = make("a", "", name);
    link.href = address;
    if (address === here) link.setAttribute("aria-current", "page");
    item.append(link);
    list.append(item);
  }
  nav.append(list);
  const rights = make("p", "site-rights");
  header.replaceChildren(skip, brand, nav, rights);
  const standing = make("div", "notes");
  standing.id = "notes";
  standing.setAttribute("role", "status");
  header.after(standing);
  const toast = make("div", "toast");
  toast.id = "toast";
  toast.hidden = true;
  toast.setAttribute("role", "status");
  document.body.append(toast);
  showRights(rights);
}

/** Resolves to what this browser may do: {right: "act" / "watch" / "none", token: whether there is one}. */
export const rights = api("/api/rights").catch(() => ({ right: "watch", token: false }));

async function showRights(box) {
  const { right, token } = await rights;
  document.body.dataset.right = right;
  if (!token || location.pathname === "/sign-in") return;
  if (right === "act") {
    const out = make("button", "tool quiet", "Sign out");
    out.type = "button";
    out.addEventListener("click", async () => {
      await api("/api/sign-in", { method: "DELETE" }).catch((error) => say(error.message));
      // What was kept to work offline may only have been for those who are signed in.
      for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name);
      location.reload();
    });
    box.append(out);
  } else {
    const link = make("a", "tool quiet", "Sign in");
    link.href = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
    box.append(link);
  }
}

function watchConnection() {
  const tell = () => note("offline", navigator.onLine ? "" : "Offline: this page shows what it last heard.");
  addEventListener("online", tell);
  addEventListener("offline", tell);
  tell();
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {
    // Without a secure address browsers refuse it; the page works all the same, only not offline.
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "offline") note("offline", "Offline: this page shows what it last heard.");
    else if (data === "online") tell();
  });
}

buildHeader();
watchConnection();
