// @ts-check
// Timers that stand still while nobody can see the page.

/** @typedef {{act: () => void, ms: number, timer: ReturnType<typeof setTimeout> | undefined}} Wait */

/** @type {Set<Wait>} */
const waits = new Set();

/** @param {Wait} wait */
function run(wait) {
  clearTimeout(wait.timer);
  if (document.visibilityState === "hidden") return;
  wait.timer = setTimeout(() => {
    waits.delete(wait);
    wait.act();
  }, wait.ms);
}

document.addEventListener("visibilitychange", () => waits.forEach(run));

/**
 * Call `act` after so many ms, counted anew whenever the page is seen again. Return what prevents it.
 * @param {() => void} act
 * @param {number} ms
 */
export function later(act, ms) {
  /** @type {Wait} */
  const wait = { act, ms, timer: undefined };
  waits.add(wait);
  run(wait);
  return () => {
    clearTimeout(wait.timer);
    waits.delete(wait);
  };
}

/**
 * Call `act` every so many ms. Return what ends that.
 * @param {() => void} act
 * @param {number} ms
 */
export function every(act, ms) {
  let stop = () => {};
  const next = () => {
    stop = later(() => {
      next();
      act();
    }, ms);
  };
  next();
  return () => stop();
}
