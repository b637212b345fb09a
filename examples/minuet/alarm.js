// The alarm is scheduled on the audio clock when a countdown starts: browsers throttle a hidden page's timers, but not its
// audio. If the two clocks drift apart (the machine slept), it is scheduled again.

import { load, save } from "./platform.js";

const REPEAT_S = 2.4;
const REPEATS = 12;

const VOICES = {
  bell: (ring) =>
    [0, 0.42].forEach((at, i) =>
      [1, 2.76, 5.4].forEach((part, n) =>
        ring({ at, pitch: (i ? 659 : 880) * part, length: 1.5 / (n + 1), gain: 0.3 / (n * 1.6 + 1) }),
      ),
    ),
  wood: (ring) =>
    [0, 0.16, 0.32, 0.64].forEach((at, i) =>
      ring({ at, pitch: [523, 659, 784, 1047][i], length: 0.4, gain: 0.35 }),
    ),
  pulse: (ring) =>
    [0, 0.18, 0.36].forEach((at) => ring({ at, pitch: 988, length: 0.12, gain: 0.22, type: "triangle" })),
  none: () => {},
};
export const SOUNDS = Object.keys(VOICES);

export function createAlarm() {
  let context = null;
  let sound = load("minuet.sound", "bell");
  const armed = new Map();

  /** Call it in a click handler: browsers allow audio only after one. */
  function wake() {
    context ??= new AudioContext();
    if (context.state !== "running") context.resume().catch(() => {});
  }

  function play(output, from, voice) {
    VOICES[voice](({ at, pitch, length, gain, type = "sine" }) => {
      const time = from + at;
      const oscillator = context.createOscillator();
      const envelope = context.createGain();
      oscillator.type = type;
      oscillator.frequency.value = pitch;
      envelope.gain.setValueAtTime(0, time);
      envelope.gain.linearRampToValueAtTime(gain, time + 0.006);
      envelope.gain.exponentialRampToValueAtTime(0.0001, time + length);
      oscillator.connect(envelope).connect(output);
      oscillator.start(time);
      oscillator.stop(time + length + 0.05);
    });
  }

  function disarm(name) {
    armed.get(name)?.output.disconnect();
    armed.delete(name);
  }

  return {
    wake,
    disarm,
    get sound() {
      return sound;
    },
    choose(next) {
      sound = next;
      save("minuet.sound", sound);
      wake();
      disarm("preview");
      const output = context.createGain();
      output.connect(context.destination);
      armed.set("preview", { output, at: context.currentTime });
      play(output, context.currentTime + 0.06, sound);
    },
    /** Schedules the alarm `name` in `ms`, to ring `repeats` times. A no-op if it is already scheduled for then. */
    arm(name, ms, repeats = REPEATS) {
      if (context?.state !== "running") return;
      const at = context.currentTime + ms / 1000;
      const old = armed.get(name);
      if (old && old.sound === sound && Math.abs(old.at - at) < 0.4) return;
      disarm(name);
      const output = context.createGain();
      output.connect(context.destination);
      armed.set(name, { output, at, sound });
      for (let i = 0; i < repeats; i++) play(output, at + i * REPEAT_S, sound);
    },
  };
}
