import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEngine, createTapper, MAX_BPM, MIN_BPM } from "../takt/engine.js";

describe("tapping", () => {
  const tempo = (...times) => {
    const tap = createTapper();
    return times.map((time) => tap(time)).at(-1);
  };

  it("needs two taps", () => {
    expect(tempo(0)).toBeNull();
    expect(tempo(0, 500)).toBe(120);
  });

  it("forgives one late finger", () => {
    expect(tempo(0, 500, 1000, 1900, 2400, 2900)).toBe(120);
  });

  it("starts anew after a pause", () => {
    expect(tempo(0, 500, 1000, 9000, 9600)).toBe(100);
  });

  it("stays within what the app can play", () => {
    expect(tempo(0, 20)).toBe(MAX_BPM);
    expect(tempo(0, 2199)).toBe(MIN_BPM);
  });
});

/** A mock of the Web Audio API with a clock that the test controls. */
function fakeAudio() {
  const audio = { currentTime: 0, strikes: [] };
  const param = () => new Proxy({}, { get: () => () => {} });
  const node = () => ({ connect: (next) => next, disconnect() {}, gain: param(), frequency: param() });
  class AudioContext {
    state = "running";
    sampleRate = 8000;
    get currentTime() {
      return audio.currentTime;
    }
    createGain = node;
    createBiquadFilter = node;
    createOscillator = () => ({ ...node(), start: (time) => audio.strikes.push(time), stop() {} });
    createBuffer = () => ({ sampleRate: 8000, getChannelData: () => [] });
    createBufferSource = () => ({ ...node(), start() {}, stop() {} });
  }
  vi.stubGlobal("AudioContext", AudioContext);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => {});
  return audio;
}

describe("the clockwork", () => {
  let audio;
  const settings = (change) => ({
    bpm: 120,
    levels: [2, 1, 1, 1],
    sub: "quarter",
    sound: "beep",
    volume: 1,
    trainer: { on: false, step: 10, bars: 1, goal: 200 },
    gap: { on: false, play: 1, rest: 1 },
    ...change,
  });
  const run = (engine, seconds, step = 0.025) => {
    for (let i = 0; i < seconds / step; i++) {
      audio.currentTime += step;
      vi.advanceTimersByTime(step * 1000);
    }
  };
  const start = (change) => {
    const engine = createEngine({ settings: settings(change), onBeat() {}, onTempo() {} });
    engine.start();
    return engine;
  };
  const gaps = () => audio.strikes.slice(1).map((time, i) => Number((time - audio.strikes[i]).toFixed(6)));

  beforeEach(() => {
    vi.useFakeTimers();
    audio = fakeAudio();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("places ticks exactly, however roughly its timer runs", () => {
    const engine = start();
    run(engine, 3, 0.03);
    run(engine, 3, 0.11);
    expect(new Set(gaps())).toEqual(new Set([0.5]));
    expect(audio.strikes.length).toBeGreaterThan(11);
  });

  it("plans far ahead while the page is hidden and its timers slow", () => {
    const engine = start();
    document.hidden = true;
    document.dispatchEvent(new Event("visibilitychange"));
    run(engine, 8, 1);
    expect(new Set(gaps())).toEqual(new Set([0.5]));
  });

  it("does not play what was missed while the machine slept", () => {
    const engine = start();
    run(engine, 1);
    const before = audio.strikes.length;
    audio.currentTime += 600;
    vi.advanceTimersByTime(25);
    expect(audio.strikes.length - before).toBeLessThan(3);
  });

  it("leaves silent beats out, and divides the others", () => {
    start({ levels: [2, 0], sub: "triplet" });
    run(null, 2.2);
    expect(gaps().slice(0, 3)).toEqual([0.166667, 0.166667, 0.666667]);
  });

  it("keeps silent bars silent", () => {
    start({ levels: [1], gap: { on: true, play: 2, rest: 1 } });
    run(null, 4);
    expect(gaps().slice(0, 4)).toEqual([0.5, 1, 0.5, 1]);
  });

  it("raises the tempo bar by bar, up to the goal", () => {
    const used = settings({ levels: [1], trainer: { on: true, step: 50, bars: 1, goal: 200 } });
    const tempos = [];
    createEngine({ settings: used, onBeat() {}, onTempo: (bpm) => tempos.push(bpm) }).start();
    run(null, 3);
    expect(tempos).toEqual([170, 200]);
  });
});
