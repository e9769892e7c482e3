// Sounds of dice, cards and coins, made by code. Off until they are asked for, kept in the browser, never needed:
// whoever hears nothing misses nothing.

import { MONEY_ICONS } from "./payment_animation.js";

/** @import { Scene } from "./scene.d.ts" */
/** @import { TableView } from "./view.d.ts" */

const KEPT = "kismet:sound";

// kind -> [of noise?, frequency, seconds, loudness] of each knock
const SOUNDS = {
  die: [[true, 1800, 0.05, 0.5], [true, 1200, 0.04, 0.3], [true, 900, 0.07, 0.4]],
  card: [[true, 3200, 0.09, 0.18]],
  coin: [[false, 2100, 0.16, 0.12], [false, 3150, 0.2, 0.08]],
  star: [[false, 660, 0.18, 0.12], [false, 880, 0.18, 0.12], [false, 1320, 0.4, 0.12]],
};
const GAP = 0.07; // seconds between two knocks
const LIES = 300; // ms until what has moved lies

/** @param {Scene} scene */
const inPurses = ({ zones }) =>
  zones.flatMap(({ facts }) =>
    facts.filter(({ icon }) => MONEY_ICONS.includes(icon)).map(({ id, value }) => `${id} ${value}`)
  )
    .join();

export class Sound {
  /** @param {TableView} view */
  constructor(view) {
    this.view = view;
    this.on = view.loadItem(KEPT) === "on";
    /** @type {AudioContext | undefined} */
    this.context = undefined;
  }

  // A browser lets a page sound only after it has been touched; asking for sound is such a touch.
  setEnabled(on) {
    this.on = on;
    this.view.saveItem(KEPT, on ? "on" : "off");
    if (on) this.play("coin");
    else this.context?.suspend();
  }

  // `delay` in ms, as that of a motion.
  play(kind, delay = 0) {
    if (!this.on || !globalThis.AudioContext || document.visibilityState !== "visible") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    const start = this.context.currentTime + delay / 1000;
    SOUNDS[kind].forEach((knock, i) => this.playTone(start + i * GAP, ...knock));
  }

  // Coins that change hands, whether they lie on the table or are a number there.
  /** @param {Scene} before @param {Scene} next */
  playPayment(before, next) {
    if (this.on && inPurses(before) !== inPurses(next)) this.play("coin", LIES);
  }

  playTone(at, noise, frequency, seconds, loud) {
    const { context } = this;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    gain.connect(context.destination);
    /** @type {any} */
    const source = noise ? this.noise(frequency, gain) : context.createOscillator();
    if (!noise) {
      source.frequency.value = frequency;
      source.connect(gain);
    }
    source.start(at);
    source.stop(at + seconds);
  }

  noise(frequency, gain) {
    const { context } = this;
    if (!this.hiss) {
      this.hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
      const wave = this.hiss.getChannelData(0);
      for (let i = 0; i < wave.length; i++) wave[i] = 2 * Math.random() - 1;
    }
    const source = context.createBufferSource(), band = context.createBiquadFilter();
    source.buffer = this.hiss;
    band.type = "bandpass";
    band.frequency.value = frequency;
    source.connect(band).connect(gain);
    return source;
  }

  close() {
    this.context?.close();
  }
}
