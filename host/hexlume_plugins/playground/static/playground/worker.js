// @ts-check
// The worker in which the board runs: CPython with the simulator and the firmware. It ends only with its page.

import { Channel } from "./channel.js";

const FOLDER = "/kept/"; // the files of the board's memory
const worker = /** @type {any} */ (globalThis);

/** @param {{memory: SharedArrayBuffer, panel: string, seed: number, files: [string, Uint8Array][], games: string[]}} start */
async function run({ memory, panel, seed, files, games }) {
  const pyodide = new URL("../pyodide/", import.meta.url).href;
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${pyodide}pyodide.mjs`), fetch(new URL("../hexlume.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(archive, "zip", { extractDir: "/hexlume" });
  for (const [path, content] of files) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
  python.FS.mkdirTree(FOLDER);
  python.runPython(`import sys
sys.path[:0] = ["/hexlume/" + name for name in ("firmware", "firmware/lib", "host", "simulator", "hardware")]
sys.dont_write_bytecode = True`);
  worker.postMessage({ ready: true });
  const channel = new Channel(memory);
  return python.pyimport("hexlume_plugins.playground.simulated_board").run(
    panel, seed, `${FOLDER}flash`, (/** @type {number} */ ms) => channel.wait(ms), (/** @type {string} */ text) => worker.postMessage({ text }),
    (/** @type {string} */ path) => worker.postMessage({ path, content: python.FS.readFile(path) }),
    (/** @type {string} */ game, /** @type {string} */ content, /** @type {number} */ count) => worker.postMessage({ game, content, count }),
    games,
  );
}

worker.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  const ended = await run(data).catch((error) => String(error.message ?? error).trim().split("\n").at(-1)?.replace(/^\w+: /, ""));
  worker.postMessage({ ended });
});
