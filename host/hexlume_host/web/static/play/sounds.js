// @ts-check
// The buzzer, heard through the computer's speaker once somebody has asked for it.

const LOUDNESS = 0.06;
const SOFTEN_S = 0.004;

export class Sounds {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {OscillatorNode | null} */
    this.tone = null;
    /** @type {GainNode | null} */
    this.gain = null;
    this.hz = 0;
  }

  /**
   * Switch the sound on or off. On needs a click: browsers keep a page silent until then.
   *
   * @param {boolean} on
   */
  enable(on) {
    if (on && !this.context) {
      this.context = new AudioContext();
      this.tone = new OscillatorNode(this.context, { type: "square" });
      this.gain = new GainNode(this.context, { gain: 0 });
      // A piezo rings thin; without the filter a square wave is painful.
      const filter = new BiquadFilterNode(this.context, { type: "lowpass", frequency: 4200 });
      this.tone.connect(filter).connect(this.gain).connect(this.context.destination);
      this.tone.start();
    }
    if (on) this.context?.resume();
    else this.context?.suspend();
    this.sound(this.hz);
  }

  /**
   * Sound a frequency in Hz, 0 for silence.
   *
   * @param {number} hz
   */
  sound(hz) {
    this.hz = hz;
    if (!this.context || !this.tone || !this.gain) return;
    const now = this.context.currentTime;
    if (hz > 0) this.tone.frequency.setValueAtTime(hz, now);
    this.gain.gain.setTargetAtTime(hz > 0 ? LOUDNESS : 0, now, SOFTEN_S);
  }
}
