// @ts-check
// Keeps what was loaded: pages, their files and the last answers of the server, so that all of it works offline.
// Static files never change under their addresses. For all else the network comes first; what is cached is only shown when
// it cannot be reached.

/** What a service worker has as `self`, which is typed as any worker's. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ANSWERS = "hexlume-1";
const FILES = "hexlume-static"; // of a few releases: a cached page needs those of its own
const PATIENCE_MS = 4000; // a network that answers later is as good as none
const MAX_CACHED = 400;
// Who may do what is never answered from memory, nor is what signs in and out.
const NEVER = ["/api/rights", "/api/sign-in", "/sign-in"];
// Files that are made on demand: a picture may wait for others longer than the patience.
const DOWNLOADS = /^\/api\/games\/[^/]+\/(picture|record)\./;

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(keepFirstPage().catch(() => {
    // It is cached when it is opened.
  }));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("hexlume-") && ![ANSWERS, FILES].includes(name)) await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin || NEVER.includes(address.pathname) || DOWNLOADS.test(address.pathname)) return;
  event.respondWith(address.pathname.startsWith("/static/") ? staticFile(event, request) : answer(event, request));
});

/** Keep the first page with all that it names: whoever installs the site may go offline at once. */
async function keepFirstPage() {
  const page = await fetch("/");
  if (!page.ok || page.redirected) return;
  const files = [...(await page.clone().text()).matchAll(/"(\/static\/[^"]+)"/g)].map((found) => found[1]);
  await (await caches.open(FILES)).addAll([...new Set(files)]);
  await (await caches.open(ANSWERS)).put("/", page);
}

/**
 * @param {FetchEvent} event
 * @param {Request} request
 */
async function staticFile(event, request) {
  const cache = await caches.open(FILES);
  const known = await cache.match(request);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) event.waitUntil(store(cache, request, fresh.clone()));
  return fresh;
}

/**
 * @param {FetchEvent} event
 * @param {Request} request
 */
async function answer(event, request) {
  const cache = await caches.open(ANSWERS);
  // A page's own address may carry a query, such as the ply of a replay: the page is the same.
  const known = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  try {
    const fresh = await (known ? withPatience(fetch(request)) : fetch(request));
    if (fresh.ok && fresh.type === "basic" && !fresh.redirected) event.waitUntil(store(cache, request, fresh.clone()));
    notify(event, "online");
    return fresh;
  } catch (error) {
    if (known) {
      notify(event, "offline");
      return known;
    }
    if (request.mode === "navigate") {
      const shell = await cache.match("/");
      if (shell && !shell.redirected) return Response.redirect("/", 302);
    }
    throw error;
  }
}

/**
 * @param {Cache} cache
 * @param {Request} request
 * @param {Response} response
 */
async function store(cache, request, response) {
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_CACHED))) await cache.delete(old);
}

/**
 * @param {Promise<Response>} asked
 * @returns {Promise<Response>}
 */
function withPatience(asked) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * @param {FetchEvent} event
 * @param {"online" | "offline"} word
 */
async function notify(event, word) {
  const client = event.clientId ? await worker.clients.get(event.clientId) : null;
  client?.postMessage(word);
}
