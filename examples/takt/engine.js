// The scheduler. Ticks are scheduled ahead on the audio clock and the timer only refills the schedule, so that ticks stay on
// time in a busy or hidden page.

import { strike } from "./sounds.js";

export const MIN_BPM = 30;
export const MAX_BPM = 300;
export const PATTERNS = {
  quarter: [0],
  eighth: [0, 1 / 2],
  triplet: [0, 1 / 3, 2 / 3],
  sixteenth: [0, 1 / 4, 1 / 2, 3 / 4],
  shuffle: [0, 2 / 3],
};
const LOOK_EVERY_MS = 25;
/** Seconds to schedule ahead. Browsers throttle a hidden page's timers to one per second. */
const AHEAD = { visible: 0.12, hidden: 1.7 };

/**
 * `settings` is read on each beat: {bpm, levels: [0 silent | 1 soft | 2 loud], sub, sound, volume, trainer, gap}.
 * `onBeat({beat, bar, silent, bpm})` is called when a beat is heard; `onTempo(bpm)` when the trainer raises the tempo.
 */
export function createEngine({ settings, onBeat, onTempo }) {
  let context = null;
  let output = null;
  let timer = 0;
  let frame = 0;
  let next = { time: 0, beat: 0, bar: 0 };
  let heard = [];
  let current = null;

  // Timers are throttled from now on: schedule far enough ahead.
  document.addEventListener("visibilitychange", () => timer && fill());

  function start() {
    context ??= new AudioContext({ latencyHint: "interactive" });
    if (context.state !== "running") context.resume().catch(() => {});
    output = context.createGain();
    output.connect(context.destination);
    next = { time: context.currentTime + 0.08, beat: 0, bar: 0 };
    heard = [];
    current = null;
    fill();
    timer = setInterval(fill, LOOK_EVERY_MS);
    frame = requestAnimationFrame(watch);
  }

  function stop() {
    clearInterval(timer);
    cancelAnimationFrame(frame);
    timer = 0;
    current = null;
    if (!output) return;
    const { currentTime } = context;
    output.gain.setTargetAtTime(0, currentTime, 0.01); // mutes the scheduled ticks without a click
    const old = output;
    setTimeout(() => old.disconnect(), 200);
    output = null;
  }

  function fill() {
    const horizon = context.currentTime + (document.hidden ? AHEAD.hidden : AHEAD.visible);
    // After the machine slept: continue in time instead of playing the missed ticks.
    while (next.time < context.currentTime - 0.1) advance();
    while (next.time < horizon) {
      plan();
      advance();
    }
  }

  function plan() {
    const { bpm, levels, sub, sound, volume, gap } = settings;
    const length = 60 / bpm;
    const beat = next.beat % levels.length;
    const silent = gap.on && next.bar % (gap.play + gap.rest) >= gap.play;
    heard.push({ time: next.time, length, beat, bar: next.bar, silent, bpm });
    PATTERNS[sub].forEach((offset, i) => {
      const level = i === 0 ? levels[beat] : Math.min(1, levels[beat]) * 0.5;
      if (silent || !level) return;
      const time = next.time + offset * length;
      strike(context, output, { sound, time, level, volume });
    });
  }

  function advance() {
    const { levels, trainer } = settings;
    next.time += 60 / settings.bpm;
    next.beat++;
    if (next.beat < levels.length) return;
    next.beat = 0;
    next.bar++;
    if (!trainer.on || next.bar % trainer.bars !== 0 || settings.bpm >= trainer.goal) return;
    settings.bpm = Math.min(trainer.goal, settings.bpm + trainer.step);
    onTempo(settings.bpm);
  }

  function watch() {
    frame = requestAnimationFrame(watch);
    const now = audibleTime();
    while (heard.length && heard[0].time <= now) {
      current = heard.shift();
      if (!heard.length || heard[0].time > now) onBeat(current);
    }
  }

  const audibleTime = () => context.currentTime - (context.outputLatency || context.baseLatency || 0);

  return {
    start,
    stop,
    get running() {
      return timer !== 0;
    },
    /** Position of the sound in the bar, 0–1; null when stopped. */
    get phase() {
      if (!timer || !current) return null;
      const within = Math.min(1, (audibleTime() - current.time) / current.length);
      return (current.beat + within) / settings.levels.length;
    },
  };
}

/** Tap tempo: the median of the last intervals, so that a single late tap has no effect. */
export function createTapper() {
  let taps = [];
  return (now) => {
    if (taps.length && now - taps.at(-1) > 2200) taps = [];
    taps = [...taps.slice(-7), now];
    if (taps.length < 2) return null;
    const gaps = taps.slice(1).map((tap, i) => tap - taps[i]);
    const sorted = [...gaps].sort((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    const near = gaps.filter((gap) => Math.abs(gap - middle) < middle * 0.25);
    const mean = near.reduce((sum, gap) => sum + gap, 0) / near.length;
    return Math.min(MAX_BPM, Math.max(MIN_BPM, Math.round(60000 / mean)));
  };
}
