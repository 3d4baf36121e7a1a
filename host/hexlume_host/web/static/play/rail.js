// @ts-check
// The board's front rail: status LEDs, the buzzer and the push buttons.

import { make } from "../lib/dom.js";
import { colourWords, parseColour, seenHue, seenLevel } from "../lib/light.js";

const STATUS = ["White", "Black", "Act", "Board"];
/** @type {[string, string, string][]} */
const BUTTONS = [["act", "Act", "1"], ["back", "Back", "2"], ["menu", "Menu", "3"]];

// A tap on a trackpad ends with the instant it begins; the board looks at its buttons every 20 ms or so.
const SHORTEST_MS = 120;

export class Rail {
  /**
   * Build the rail in an empty element; `send` passes presses and releases on.
   *
   * @param {HTMLElement} root
   * @param {(message: {do: string, button: string}) => void} send
   */
  constructor(root, send) {
    this.send = send;
    /** @type {Map<string, Set<string>>} */
    this.holders = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, number>} */
    this.pressedAt = new Map();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.releases = new Map();
    this.lamps = STATUS.map((name) => new Lamp(name));
    const lamps = make("div", "lamps");
    lamps.append(...this.lamps.map((lamp) => lamp.box));
    this.buzzer = make("div", "buzzer");
    this.buzzer.append(make("i"), make("i"), make("i"));
    this.buzzer.setAttribute("role", "img");
    this.buzzer.title = "Buzzer";
    this.setBuzzer(0);
    const keys = make("div", "push-buttons");
    keys.append(...BUTTONS.map((button) => this.button(...button)));
    root.replaceChildren(lamps, this.buzzer, keys);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string} key
   */
  button(name, label, key) {
    const made = make("button", "push");
    const cap = make("span", "cap");
    made.append(cap, make("span", "push-label", label));
    made.type = "button";
    made.dataset.button = name;
    made.title = `${label}: press and hold (key ${key})`;
    made.setAttribute("aria-pressed", "false");
    made.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      made.setPointerCapture(event.pointerId);
      this.press(name, `pointer ${event.pointerId}`);
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
      made.addEventListener(end, (event) => this.release(name, `pointer ${event.pointerId}`));
    }
    made.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.press(name, "focus key");
    });
    made.addEventListener("keyup", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.release(name, "focus key");
    });
    made.addEventListener("click", (event) => {
      // Assistive technology clicks without a pointer or a key.
      if (event.detail !== 0) return;
      this.press(name, "click");
      this.release(name, "click");
    });
    made.addEventListener("blur", () => this.release(name, "focus key"));
    made.addEventListener("contextmenu", (event) => event.preventDefault());
    this.holders.set(name, new Set());
    this.buttons.set(name, made);
    return made;
  }

  /**
   * Return the button of a number key, or undefined.
   *
   * @param {string} key
   */
  static buttonOf(key) {
    return BUTTONS.find(([, , number]) => number === key)?.[0];
  }

  /**
   * Press a button; it stays down until every holder (a pointer, a key) has let go.
   *
   * @param {string} name
   * @param {string} holder
   */
  press(name, holder) {
    const holders = this.holders.get(name);
    if (!holders) return;
    if (holders.size === 0) {
      this.let(name);
      this.send({ do: "press", button: name });
      this.pressedAt.set(name, performance.now());
    }
    holders.add(holder);
    this.buttons.get(name)?.setAttribute("aria-pressed", "true");
  }

  /**
   * Let go of a button; it stays down for the shortest time that the board takes for a press.
   *
   * @param {string} name
   * @param {string} holder
   */
  release(name, holder) {
    const holders = this.holders.get(name);
    if (!holders?.delete(holder) || holders.size > 0) return;
    const rest = SHORTEST_MS - (performance.now() - (this.pressedAt.get(name) ?? 0));
    this.releases.set(name, setTimeout(() => this.let(name), Math.max(0, rest)));
  }

  /**
   * Let a button up that nobody holds any more.
   *
   * @param {string} name
   */
  let(name) {
    if (!this.releases.has(name)) return;
    clearTimeout(this.releases.get(name));
    this.releases.delete(name);
    this.send({ do: "release", button: name });
    this.buttons.get(name)?.setAttribute("aria-pressed", "false");
  }

  /** Let go of every button. */
  releaseAll() {
    for (const [name, holders] of this.holders) {
      for (const holder of Array.from(holders)) this.release(name, holder);
    }
  }

  /**
   * Show the status LEDs, the last of the LED chain: six hexadecimal digits each.
   *
   * @param {string} rgb
   */
  setLeds(rgb) {
    const status = rgb.slice(-6 * this.lamps.length);
    this.lamps.forEach((lamp, k) => lamp.set(status.slice(6 * k, 6 * k + 6)));
  }

  /**
   * Show the buzzer's tone in Hz, 0 for silence.
   *
   * @param {number} hz
   */
  setBuzzer(hz) {
    this.buzzer.classList.toggle("sounding", hz > 0);
    this.buzzer.setAttribute("aria-label", hz > 0 ? `Buzzer, ${Math.round(hz)} hertz` : "Buzzer, silent");
  }
}

class Lamp {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.colour = "";
    this.bulb = make("span", "bulb");
    this.box = make("div", "lamp");
    this.box.setAttribute("role", "img");
    this.box.append(this.bulb, make("span", "lamp-label", name));
    this.set("000000");
  }

  /** @param {string} colour */
  set(colour) {
    if (colour === this.colour) return;
    this.colour = colour;
    const rgb = parseColour(colour);
    this.bulb.style.setProperty("--hue", seenHue(rgb));
    this.bulb.style.setProperty("--level", seenLevel(rgb).toFixed(3));
    const label = `${this.name}: ${colourWords(rgb)}`;
    if (this.box.getAttribute("aria-label") !== label) this.box.setAttribute("aria-label", label);
  }
}
