// @ts-check
// The turns of a game as a list of actions to click on, the present one marked.

import { make } from "../dom.js";

/** Return a time as a clock shows it: 0:07, 4:05, 1:04:05. */
export function clockTime(ms) {
  const seconds = Math.round(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Return a time in words: 0.8 s, 12 s, 2 min 5 s, 1 h 4 min. */
export function tookWords(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
}

export class TurnList {
  /** Fill a list; `choose` is called with the number of the ply that is clicked on. */
  constructor(list, choose) {
    this.list = list;
    this.buttons = [];
    this.current = null;
    this.told = [];
    list.addEventListener("click", (event) => {
      const ply = event.target.closest("[data-ply]")?.dataset.ply;
      if (ply !== undefined) choose(Number(ply));
    });
  }

  /** Show a game's plies, the start first; what has not changed since stays as it is. */
  show(plies) {
    const texts = plies.map(({ colour, action, turn, taken_back, took_ms }) => [turn, colour, action, took_ms, ...taken_back].join(" "));
    let same = 0;
    while (same < texts.length && texts[same] === this.told[same]) same += 1;
    // A turn is drawn as a whole; the start counts as turn 0.
    const from = same === 0 ? 0 : plies[Math.min(same, plies.length - 1)].turn;
    while (this.list.children.length > from) this.list.lastChild.remove();
    this.buttons.length = from === 0 ? 0 : plies.findIndex((ply) => ply.turn >= from);
    if (from === 0) this.list.replaceChildren(this.start(plies[0]));
    for (let k = Math.max(1, this.buttons.length); k < plies.length; k += 1) this.add(k, plies[k], plies[k - 1].turn);
    this.told = texts;
    if (this.current !== null) this.mark(Math.min(this.current, plies.length - 1));
  }

  /** Mark the present ply and bring it into view. */
  mark(number) {
    for (const button of this.list.querySelectorAll("[aria-current]")) {
      button.removeAttribute("aria-current");
      button.tabIndex = -1;
    }
    this.current = number;
    const button = this.buttons[number];
    // The list is one stop of the Tab key, however long the game is.
    button.tabIndex = 0;
    button.setAttribute("aria-current", "step");
    if (this.list.contains(document.activeElement)) button.focus({ preventScroll: true });
    const [box, inner] = [this.list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inner.top < box.top) this.list.scrollTop -= box.top - inner.top + 8;
    else if (inner.bottom > box.bottom) this.list.scrollTop += inner.bottom - box.bottom + 8;
  }

  /** Show or hide the actions that were taken back. */
  showTakenBack(shown) {
    this.list.classList.toggle("with-undone", shown);
  }

  start(ply) {
    const item = make("li", "turn turn-start");
    item.append(this.button(0, "start", "start"), ...undone(ply));
    this.buttons[0] = item.firstChild;
    return item;
  }

  add(number, ply, turnBefore) {
    if (ply.turn !== turnBefore) {
      const item = make("li", "turn");
      const actions = make("span", "turn-actions");
      const time = make("span", "turn-time muted small");
      const chip = make("span", `chip chip-${ply.colour}`);
      item.append(make("span", "turn-number muted", `${ply.turn}.`), chip, make("span", "unseen", ply.colour), actions, time);
      this.list.append(item);
      item.took = 0;
    }
    const item = this.list.lastChild;
    const button = this.button(number, ply.action, `${number}. ${ply.colour} ${ply.action}`);
    item.querySelector(".turn-actions").append(button, ...undone(ply));
    this.buttons[number] = button;
    item.took = ply.took_ms === null || item.took === null ? null : item.took + ply.took_ms;
    item.querySelector(".turn-time").textContent = item.took === null ? "" : clockTime(item.took);
  }

  button(number, text, label) {
    const button = make("button", "ply", text);
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.ply = String(number);
    button.setAttribute("aria-label", label);
    return button;
  }
}

function undone(ply) {
  return ply.taken_back.map((action) => make("del", "undone", action));
}
