// @ts-check
// The board's front rail: status LEDs, the buzzer and the push buttons.

import { colourWords, parseColour, seenHue, seenLevel } from "../lib/light.js";
import { html, render } from "../vendor/lit-html.js";

const STATUS = ["White", "Black", "Act", "Board"];
/** @type {[string, string, string][]} */
const BUTTONS = [["act", "Act", "1"], ["back", "Back", "2"], ["menu", "Menu", "3"]];

// A tap on a trackpad ends with the instant it begins; the board looks at its buttons every 20 ms or so.
const SHORTEST_MS = 120;

export class Rail {
  /**
   * Build the rail in an empty element; `send` passes presses and releases on.
   * @param {HTMLElement} root
   * @param {(message: {do: string, button: string}) => void} send
   */
  constructor(root, send) {
    this.root = root;
    this.send = send;
    this.status = "";
    this.hz = 0;
    /** @type {Map<string, number>} */
    this.down = new Map(); // when each button that is down was pressed
    /** @type {Set<string>} */
    this.held = new Set(); // the buttons that somebody presses: others are down for the shortest time
    this.draw();
  }

  draw() {
    const { hz } = this;
    render(html`<div class="lamps">${STATUS.map((name, k) => drawLamp(name, this.status.slice(6 * k, 6 * k + 6)))}</div>
      <div class="buzzer ${hz > 0 ? "sounding" : ""}" role="img" title="Buzzer" aria-label=${hz > 0 ? `Buzzer, ${Math.round(hz)} hertz` : "Buzzer, silent"}><i></i><i></i><i></i></div>
      <div class="push-buttons">${BUTTONS.map((button) => this.drawButton(...button))}</div>`, this.root);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string} key
   */
  drawButton(name, label, key) {
    const down = (/** @type {PointerEvent & {currentTarget: Element}} */ event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      this.press(name);
    };
    const up = () => this.release(name);
    const typed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (event.type === "keydown") this.press(name);
      else this.release(name);
    };
    const click = (/** @type {MouseEvent} */ event) => {
      // Assistive technology clicks without a pointer or a key.
      if (event.detail !== 0) return;
      this.press(name);
      this.release(name);
    };
    return html`<button type="button" class="push" data-button=${name} title="${label}: press and hold (key ${key})" aria-pressed=${this.down.has(name)}
      @pointerdown=${down} @pointerup=${up} @pointercancel=${up} @lostpointercapture=${up} @keydown=${typed} @keyup=${typed} @click=${click}
      @blur=${up} @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}>
      <span class="cap"></span><span class="push-label">${label}</span></button>`;
  }

  /** Return the button of a number key, or undefined. @param {string} key */
  static buttonOf(key) {
    return BUTTONS.find(([, , number]) => number === key)?.[0];
  }

  /** Press a button; a key that is held says so again and again. @param {string} name */
  press(name) {
    if (this.held.has(name)) return;
    this.let(name);
    this.held.add(name);
    this.send({ do: "press", button: name });
    this.down.set(name, performance.now());
    this.draw();
  }

  /** Let go of a button; it stays down for the shortest time that the board takes for a press. @param {string} name */
  release(name) {
    const pressed = this.down.get(name);
    if (pressed === undefined || !this.held.delete(name)) return;
    setTimeout(() => {
      if (this.down.get(name) === pressed) this.let(name);
    }, Math.max(0, SHORTEST_MS - (performance.now() - pressed)));
  }

  /** Let a button up that nobody holds any more. @param {string} name */
  let(name) {
    if (!this.down.delete(name)) return;
    this.send({ do: "release", button: name });
    this.draw();
  }

  /** Let go of every button. */
  releaseAll() {
    for (const name of this.held) this.release(name);
  }

  /** Show the status LEDs, the last of the LED chain: six hexadecimal digits each. @param {string} rgb */
  setLeds(rgb) {
    const status = rgb.slice(-6 * STATUS.length);
    if (status === this.status) return;
    this.status = status;
    this.draw();
  }

  /** Show the buzzer's tone in Hz, 0 for silence. @param {number} hz */
  setBuzzer(hz) {
    this.hz = hz;
    this.draw();
  }
}

/**
 * @param {string} name
 * @param {string} colour
 */
function drawLamp(name, colour) {
  const rgb = parseColour(colour);
  return html`<div class="lamp" role="img" aria-label="${name}: ${colourWords(rgb)}">
    <span class="bulb" .style=${`--hue: ${seenHue(rgb)}; --level: ${seenLevel(rgb).toFixed(3)}`}></span><span class="lamp-label">${name}</span></div>`;
}
