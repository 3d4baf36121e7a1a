// @ts-check
// The first visit: the service worker stores all files. Then this page is loaded once more, and is the board's.

const RELOADED = "hexlume-reloaded";
const SORRY = "This browser cannot show the board: it needs a current Chrome, Edge, Firefox or Safari, outside a private window, and an address that begins with https.";

const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));

/** Say why there is no board. @param {string} sentence */
function fail(sentence) {
  problem.textContent = sentence;
  /** @type {HTMLElement} */ (document.getElementById("loading")).hidden = true;
}

async function start() {
  if (!("serviceWorker" in navigator && "DecompressionStream" in window && "locks" in navigator)) return fail(SORRY);
  navigator.serviceWorker.addEventListener("message", ({ data }) => { bar.value = data.share; });
  const registration = await navigator.serviceWorker.register(new URL("../service-worker.js", import.meta.url), { updateViaCache: "none" });
  registration.installing?.addEventListener("statechange", ({ target }) => {
    if (!registration.active && /** @type {ServiceWorker} */ (target).state === "redundant") fail("The board could not be loaded whole: try again.");
  });
  await navigator.serviceWorker.ready;
  // Whoever comes by here again has a browser that passes by the service worker.
  if (sessionStorage.getItem(RELOADED)) return fail(SORRY);
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
}

start().catch(() => fail(SORRY));
