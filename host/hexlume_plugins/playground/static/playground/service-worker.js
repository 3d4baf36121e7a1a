// @ts-check
// The service worker: it stores the playground's files when it is installed, and answers its page's requests from them, with the
// headers without which a page gets no shared memory. The builder writes the line before, with the version and all files.

const worker = /** @type {any} */ (globalThis);
/** @type {{version: string, files: Record<string, number>}} */
const { version, files } = worker.PLAYGROUND;
const scope = worker.registration.scope;
const FAMILY = `hexlume ${scope} `;
const CACHE = FAMILY + version;
/** @type {Record<string, string>} */
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", svg: "image/svg+xml", json: "application/json", wasm: "application/wasm" };

/** Load a file, unpack it, and store it under its own name. @param {Cache} cache @param {string} name */
async function store(cache, name) {
  const address = new URL(name, scope).href;
  if (await cache.match(address)) return; // from an installation that was interrupted
  const answer = await fetch(`${address}.packed`, { cache: "no-cache" });
  if (!answer.ok || !answer.body) throw new Error(`${name} cannot be loaded.`);
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const headers = {
    "content-type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "same-origin",
  };
  await cache.put(address, new Response(body, { headers }));
}

async function install() {
  const cache = await caches.open(CACHE);
  const total = Object.values(files).reduce((sum, size) => sum + size);
  let loaded = 0;
  for (const [name, size] of Object.entries(files)) {
    await store(cache, name);
    loaded += size;
    for (const page of await worker.clients.matchAll({ includeUncontrolled: true })) page.postMessage({ share: loaded / total });
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(FAMILY) && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Return the names of the files that can answer a request, the best first. @param {Request} request */
function namesFor({ url, mode, destination }) {
  const { pathname, search } = new URL(url);
  const root = new URL(scope).pathname;
  // Pages name what they load as on a server of its own.
  const path = pathname.slice(pathname.startsWith(root) ? root.length : 1).replace(/^static\/\w+\//, "");
  if (mode !== "navigate") return [search === "?theme=dark" ? path.replace(/svg$/, "dark.svg") : path];
  // What is opened comes into the frame of the page that stays.
  return destination === "document" ? ["shell.html"] : [`${path}.html`, `${path.split("/")[0]}.html`];
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  for (const name of namesFor(request)) {
    const found = await cache.match(new URL(name, scope).href);
    if (found) return found;
  }
  return fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => event.respondWith(answer(event.request)));
