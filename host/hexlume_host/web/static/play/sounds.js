// @ts-check
// The buzzer, heard through the computer's speaker as loud as the volume slider says.

import { recall, remember } from "../lib/browser-memory.js";

const LOUDEST = 0.12;
const SOFTEN_S = 0.004;
const KEY = "hexlume-volume";

export class Sounds {
  /** Follow the slider, 0 (off) to 100; its value is kept in this browser. @param {HTMLInputElement} slider */
  constructor(slider) {
    this.slider = slider;
    /** @type {{context: AudioContext, tone: OscillatorNode, gain: GainNode} | null} */
    this.speaker = null;
    this.hz = 0;
    slider.value = recall(KEY) || "0";
    this.describe();
    slider.addEventListener("input", () => {
      remember(KEY, slider.value);
      this.describe();
      this.start();
    });
    // Browsers keep a page silent until somebody acts on it.
    for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, () => this.start());
  }

  describe() {
    this.slider.setAttribute("aria-valuetext", this.slider.value === "0" ? "off" : `${this.slider.value} percent`);
  }

  /** Begin to be heard, if the slider is not at off. */
  start() {
    if (this.slider.value !== "0" && !this.speaker) {
      const context = new AudioContext();
      const tone = new OscillatorNode(context, { type: "square" });
      const gain = new GainNode(context, { gain: 0 });
      // A piezo rings thin; without the filter a square wave is painful.
      tone.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: 4200 })).connect(gain).connect(context.destination);
      tone.start();
      this.speaker = { context, tone, gain };
    }
    this.sound(this.hz);
  }

  /** Sound a frequency in Hz, 0 for silence. @param {number} hz */
  sound(hz) {
    this.hz = hz;
    if (!this.speaker) return;
    const { context: { currentTime: now }, tone, gain } = this.speaker;
    if (hz > 0) tone.frequency.setValueAtTime(hz, now);
    // Loudness is heard on a curve: half the slider sounds half as loud.
    gain.gain.setTargetAtTime(hz > 0 ? LOUDEST * (Number(this.slider.value) / 100) ** 2 : 0, now, SOFTEN_S);
  }
}
