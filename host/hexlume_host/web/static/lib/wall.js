// @ts-check
// Wall mode: the whole screen for boards, for a display that everybody in the room can read.

/** Let a button switch wall mode; the address's ?wall begins with it, for a display that starts by itself. @param {HTMLElement} button */
export function offerWall(button) {
  const show = (/** @type {boolean} */ on) => {
    document.body.classList.toggle("wall", on);
    button.setAttribute("aria-pressed", String(on));
    dispatchEvent(new Event("resize"));
  };
  button.addEventListener("click", async () => {
    const on = !document.body.classList.contains("wall");
    show(on);
    try {
      if (on) await document.documentElement.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {
      // A browser that gives no full screen still shows the page without its frame.
    }
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement && !new URLSearchParams(location.search).has("wall")) show(false);
  });
  if (new URLSearchParams(location.search).has("wall")) show(true);
}
