// Synthesised sound effects. Silent until the first click or tap, as browsers require.

import { load, save } from "./platform.js";

const SCALE = [0, 2, 4, 7, 9]; // a pentatonic scale sounds right for chains of any length

export function createSound() {
  let context = null;
  let on = load("kasane.sound", true);

  function wake() {
    if (!on) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  }

  function note(frequency, { at = 0, length = 0.18, gain = 0.12, type = "sine" } = {}) {
    if (!on || context?.state !== "running") return;
    const start = context.currentTime + at;
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = type;
    oscillator.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(gain, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length + 0.02);
  }

  const step = (n) => 196 * 2 ** ((SCALE[n % 5] + 12 * Math.floor(n / 5)) / 12);

  return {
    wake,
    get on() {
      return on;
    },
    toggle() {
      on = !on;
      save("kasane.sound", on);
      wake();
    },
    tick: () => note(520, { length: 0.04, gain: 0.03, type: "triangle" }),
    land: (value) => note(step(Math.log2(value)) / 2, { length: 0.12, gain: 0.1, type: "triangle" }),
    merge(value, chain) {
      const base = Math.log2(value) + chain;
      note(step(base), { length: 0.32 });
      note(step(base + 2), { at: 0.06, length: 0.36, gain: 0.08 });
    },
    over: () => [9, 7, 5, 2].forEach((n, i) => note(step(n), { at: i * 0.14, length: 0.4, gain: 0.09 })),
  };
}
